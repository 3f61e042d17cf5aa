/**
 * Pairs of objects whose axis-aligned boxes overlap: the culling that FAR is compared with.
 *
 * Source: Cohen, Lin, Manocha & Ponamgi, "I-COLLIDE", I3D 1995. Theirs keeps three sorted lists from frame to frame;
 * the pairs are the same with any method, so this one sorts along one axis and looks at the other two.
 */
import type { AnimatedObject, SceneMirror } from '../../scenes/index.ts';
import type { Culled } from '../../src/papers/index.ts';

/** Smallest x, y, z, then largest x, y, z. */
export type BoxBounds = readonly number[];

/** The box of some of an object's vertices where it stands. */
function boundsOfVertices({ positions, matrix }: AnimatedObject, vertices: Iterable<number>): BoxBounds {
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const point = [0, 0, 0];
  for (const vertex of vertices) {
    for (let axis = 0; axis < 3; axis++) point[axis] = positions[3 * vertex + axis];
    const [x, y, z] = point;
    for (let axis = 0; axis < 3; axis++) {
      const value = matrix
        ? matrix[axis] * x + matrix[axis + 4] * y + matrix[axis + 8] * z + matrix[axis + 12]
        : point[axis];
      bounds[axis] = Math.min(bounds[axis], value);
      bounds[axis + 3] = Math.max(bounds[axis + 3], value);
    }
  }
  return bounds;
}

/** The box of an object where it stands; none for an object without triangles. */
export function worldBounds(object: AnimatedObject): BoxBounds | undefined {
  return object.indices.length === 0 ? undefined : boundsOfVertices(object, new Set(object.indices));
}

function overlaps(a: BoxBounds, b: BoxBounds): boolean {
  for (let axis = 0; axis < 3; axis++) if (a[axis] > b[axis + 3] || b[axis] > a[axis + 3]) return false;
  return true;
}

/**
 * How many pairs of objects have triangles left whose boxes overlap: what FAR counts after its last step, in which it
 * looks for overlapping pairs among the triangles that are left (§4.2).
 */
export function objectPairsLeft(
  objects: readonly AnimatedObject[],
  mirror: Pick<SceneMirror, 'id'>,
  { survivorTriangles }: Pick<Culled, 'survivorTriangles'>,
): number {
  const byId = new Map(objects.map((object) => [mirror.id(object), object]));
  const owners: number[] = [];
  const boxes: BoxBounds[] = [];
  for (let at = 0; at < survivorTriangles.length; at += 2) {
    const [id, triangle] = [survivorTriangles[at], survivorTriangles[at + 1]];
    const object = byId.get(id)!;
    owners.push(id);
    boxes.push(boundsOfVertices(object, object.indices.subarray(3 * triangle, 3 * triangle + 3)));
  }
  const pairs = new Set<string>();
  for (const [a, b] of sweepAndPrune(boxes)) {
    if (owners[a] !== owners[b]) pairs.add(`${Math.min(owners[a], owners[b])} ${Math.max(owners[a], owners[b])}`);
  }
  return pairs.size;
}

/** Pairs of indices, the smaller first, of boxes that share a point. Places without a box are in no pair. */
export function sweepAndPrune(boxes: readonly (BoxBounds | undefined)[]): (readonly [number, number])[] {
  const order = boxes.flatMap((box, index) => (box ? [{ box, index }] : [])).sort((a, b) => a.box[0] - b.box[0]);
  const pairs: (readonly [number, number])[] = [];
  let open: { box: BoxBounds; index: number }[] = [];
  for (const next of order) {
    open = open.filter(({ box }) => box[3] >= next.box[0]);
    for (const { box, index } of open) {
      if (overlaps(box, next.box)) pairs.push(index < next.index ? [index, next.index] : [next.index, index]);
    }
    open.push(next);
  }
  return pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}
