/**
 * Breaks a surface into closed pieces.
 *
 * Patches grow from random triangles over their neighbours until all is taken. The rim of each patch is closed by a
 * face that narrows to a point inwards, so that every piece is closed whatever the surface was like: holes
 * of a scan are closed with it. Where a scan has several triangles on one side of an edge, the first one stays.
 */
import { mix } from '../support/maths.ts';
import { compacted, type Mesh, type Point } from '../support/mesh.ts';
import type { Random } from '../support/random.ts';

/** Patches with fewer triangles are dust and left out. */
const TRIANGLES_LEAST = 12;
/** How far inwards that point lies, in mean radii of the rim. */
const FAN_DEPTH = 0.2;
/** Vertices of a ring of the broken face for each one of the next ring inwards. */
const RING_STEP = 4;
/** Part of the way to the point that a ring lies inwards of the one before. */
const RING_PART = 0.35;
/** Pieces are drawn together by this, so that they do not start in contact. */
const SHRINK = 0.9;

const edgeKey = (a: number, b: number, vertexCount: number) => a * vertexCount + b;

/** The triangles with no side in common with an earlier one; each remaining side occurs once in each direction. */
export function withUniqueSides({ positions, indices }: Mesh): Mesh {
  const sides = new Set<number>();
  const vertexCount = positions.length / 3;
  const kept: number[] = [];
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = indices.subarray(at, at + 3);
    const keys = [edgeKey(a, b, vertexCount), edgeKey(b, c, vertexCount), edgeKey(c, a, vertexCount)];
    if (a === b || b === c || c === a || keys.some((key) => sides.has(key))) continue;
    for (const key of keys) sides.add(key);
    kept.push(a, b, c);
  }
  return compacted({ positions, indices: Uint32Array.from(kept) });
}

/** Three neighbours of each triangle, −1 where there is none. */
function neighbours({ positions, indices }: Mesh): Int32Array {
  const vertexCount = positions.length / 3;
  const owners = new Map<number, number>();
  const side = (corner: number) => [indices[corner], indices[corner % 3 === 2 ? corner - 2 : corner + 1]];
  for (let corner = 0; corner < indices.length; corner++) {
    const [a, b] = side(corner);
    owners.set(edgeKey(a, b, vertexCount), Math.floor(corner / 3));
  }
  return Int32Array.from(indices, (_, corner) => {
    const [a, b] = side(corner);
    return owners.get(edgeKey(b, a, vertexCount)) ?? -1;
  });
}

/** The patch of each triangle: they grow from random ones in turn; what no patch can reach starts another. */
function growPatches(mesh: Mesh, count: number, random: Random): Int32Array {
  const triangles = mesh.indices.length / 3;
  const beside = neighbours(mesh);
  const patches = new Int32Array(triangles).fill(-1);
  const queue: number[] = [];
  let made = 0;
  const start = (triangle: number) => {
    if (patches[triangle] >= 0) return;
    patches[triangle] = made++;
    queue.push(triangle);
  };
  for (let patch = 0; patch < count; patch++) start(random.integer(0, triangles - 1));
  let unreached = 0;
  for (let next = 0; ; next++) {
    while (next === queue.length && unreached < triangles) start(unreached++);
    if (next === queue.length) return patches;
    for (let corner = 3 * queue[next]; corner < 3 * queue[next] + 3; corner++) {
      const other = beside[corner];
      if (other < 0 || patches[other] >= 0) continue;
      patches[other] = patches[queue[next]];
      queue.push(other);
    }
  }
}

/** Closed loops along the rim of a patch, in the direction of its triangles; none visits a vertex twice. */
function rimLoops({ positions, indices }: Mesh): number[][] {
  const vertexCount = positions.length / 3;
  const sides = new Set<number>();
  const side = (corner: number) => [indices[corner], indices[corner % 3 === 2 ? corner - 2 : corner + 1]];
  for (let corner = 0; corner < indices.length; corner++)
    sides.add(edgeKey(side(corner)[0], side(corner)[1], vertexCount));
  const following = new Map<number, number[]>();
  for (const key of sides) {
    const [a, b] = [Math.floor(key / vertexCount), key % vertexCount];
    if (sides.has(edgeKey(b, a, vertexCount))) continue;
    const list = following.get(a);
    if (list) list.push(b);
    else following.set(a, [b]);
  }
  const loops: number[][] = [];
  for (const start of following.keys()) {
    while (following.get(start)?.length) walkRim(start, following, loops);
  }
  return loops;
}

/** Walks until it is back at the start; whenever it meets its own path, that part is a loop of its own. */
function walkRim(start: number, following: Map<number, number[]>, loops: number[][]): void {
  const path = [start];
  const places = new Map([[start, 0]]);
  while (path.length > 0) {
    const next = following.get(path[path.length - 1])?.pop();
    if (next === undefined) return;
    const place = places.get(next);
    if (place === undefined) {
      places.set(next, path.length);
      path.push(next);
      continue;
    }
    const loop = path.splice(place);
    loops.push(loop);
    for (const vertex of loop) places.delete(vertex);
    if (path.length === 0) return;
    places.set(next, path.length);
    path.push(next);
  }
}

/** The point about which a rim is closed: its middle, moved against the mean direction of the patch's faces. */
function fanPoint(positions: Float32Array, loop: readonly number[]): Point {
  const middle = [0, 1, 2].map(
    (axis) => loop.reduce((sum, vertex) => sum + positions[3 * vertex + axis], 0) / loop.length,
  );
  const normal = [0, 0, 0];
  let radius = 0;
  loop.forEach((vertex, index) => {
    const other = loop[(index + 1) % loop.length];
    const p = [0, 1, 2].map((axis) => positions[3 * vertex + axis] - middle[axis]);
    const q = [0, 1, 2].map((axis) => positions[3 * other + axis] - middle[axis]);
    for (let axis = 0; axis < 3; axis++) {
      const [y, z] = [(axis + 1) % 3, (axis + 2) % 3];
      normal[axis] += p[y] * q[z] - p[z] * q[y];
    }
    radius += Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) / loop.length;
  });
  const size = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]) || 1;
  return middle.map((at, axis) => at - (FAN_DEPTH * radius * normal[axis]) / size) as unknown as Point;
}

/** Adds a face to every rim. */
export function closed(patch: Mesh): Mesh {
  const positions = [...patch.positions];
  const indices = [...patch.indices];
  for (const loop of rimLoops(patch)) closeRim(positions, indices, loop, fanPoint(patch.positions, loop));
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

/** The mean of the vertices of a step and of half a step on both sides: rims are jagged. */
function smoothed(positions: readonly number[], ring: readonly number[], from: number): number[] {
  const sum = [0, 0, 0];
  for (let step = -RING_STEP / 2; step < 1.5 * RING_STEP; step++) {
    const at = 3 * ring[(from + step + ring.length) % ring.length];
    for (let axis = 0; axis < 3; axis++) sum[axis] += positions[at + axis] / (2 * RING_STEP);
  }
  return sum;
}

/** Ring after ring towards the point, each with a quarter of the vertices, so that no vertex has many triangles. */
function closeRim(positions: number[], indices: number[], rim: readonly number[], point: Point): void {
  let outer = rim;
  while (outer.length > 2 * RING_STEP) {
    const inner: number[] = [];
    for (let from = 0; from < outer.length; from += RING_STEP) {
      const middle = smoothed(positions, outer, from);
      inner.push(positions.push(...middle.map((at, axis) => mix(at, point[axis], RING_PART))) / 3 - 1);
    }
    outer.forEach((vertex, index) => {
      const step = Math.floor(index / RING_STEP);
      const next = Math.floor(((index + 1) % outer.length) / RING_STEP);
      indices.push(outer[(index + 1) % outer.length], vertex, inner[step]);
      if (next !== step) indices.push(inner[step], inner[next], outer[(index + 1) % outer.length]);
    });
    outer = inner;
  }
  const last = positions.push(...point) / 3 - 1;
  outer.forEach((vertex, index) => {
    indices.push(outer[(index + 1) % outer.length], vertex, last);
  });
}

function shrunk({ positions, indices }: Mesh): Mesh {
  const count = positions.length / 3;
  const middle = [0, 0, 0];
  for (let at = 0; at < positions.length; at++) middle[at % 3] += positions[at] / count;
  return { positions: positions.map((value, at) => middle[at % 3] + SHRINK * (value - middle[at % 3])), indices };
}

/** Breaks a mesh into about `count` closed pieces. */
export function fracture(mesh: Mesh, count: number, random: Random): Mesh[] {
  const clean = withUniqueSides(mesh);
  const lists: number[][] = [];
  growPatches(clean, count, random).forEach((patch, triangle) => {
    lists[patch] ??= [];
    lists[patch].push(...clean.indices.subarray(3 * triangle, 3 * triangle + 3));
  });
  return lists
    .filter((list) => list.length >= 3 * TRIANGLES_LEAST)
    .map((list) => shrunk(closed(compacted({ positions: clean.positions, indices: Uint32Array.from(list) }))));
}
