/**
 * The tree of an object's kept clusters, as `clashes` walks it on the calling thread: the triangles that boxes may meet.
 *
 * Boxes of nodes are in the object's own coordinates. In the world, a box of middle a and half g around the centre c has the middle M·(c + a) and
 * the half |M|·g; what rounding does to either, and to placed vertices, is less than 2^-44 of the magnitudes (closest/kernels/node-gap.ts).
 */
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { CLUSTER_LEAF, NODE_BYTES, NODE_NUMBER } from '../../memory/constants.ts';
import { CLUSTERS } from '../../memory/scene-records.ts';
import { IDENTITY } from '../../mesh/placement.ts';

const NODE_WORDS = NODE_BYTES / 4;
const SLACK = 2 ** -44;

/** The tree of an object's clusters where the object is placed. */
export interface PlacedTree {
  /** Addresses: nodes, where each cluster begins, and triangles. */
  readonly nodes: number;
  readonly starts: number;
  readonly triangles: number;
  readonly matrix: ArrayLike<number>;
  /** Along each axis of the world: the placed centre, and how much farther apart things must be for certain. */
  readonly middle: readonly number[];
  readonly slack: readonly number[];
}

/** For looking what meets boxes within a box, low x y z and high x y z; undefined for an object without clusters. */
export function placedTree(
  { kept, runtime: { memory }, matrix }: SceneObject,
  box: ArrayLike<number>,
  m: ArrayLike<number> = matrix ?? IDENTITY,
): PlacedTree | undefined {
  if (!kept.clusters) return undefined;
  const { block } = kept.clusters;
  const { u32, f64 } = memory;
  const list = (field: number) => block + u32[(block + field) >>> 2];
  const centre = (block + CLUSTERS.at.centre) >>> 3;
  const reach = (block + CLUSTERS.at.reach) >>> 3;
  const middle = [0, 0, 0];
  const slack = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    middle[k] = m[12 + k];
    slack[k] = Math.abs(m[12 + k]);
    for (let j = 0; j < 3; j++) {
      middle[k] += m[4 * j + k] * f64[centre + j];
      slack[k] += Math.abs(m[4 * j + k]) * f64[reach + j];
    }
    slack[k] = SLACK * (slack[k] + finite(box[k]) + finite(box[k + 3])) + Number.MIN_VALUE;
  }
  const { nodes, starts, triangles } = CLUSTERS.at;
  return { nodes: list(nodes), starts: list(starts), triangles: list(triangles), matrix: m, middle, slack };
}

/**
 * Calls `visit` with the triangles of all clusters whose boxes meet the box from `low` to `high`.
 * `m` is the matrix that places the object. False when it has no clusters.
 */
export function visitClusters(
  object: SceneObject,
  m: ArrayLike<number>,
  low: readonly number[],
  high: readonly number[],
  visit: (triangle: number) => void,
): boolean {
  const tree = placedTree(object, [...low, ...high], m);
  if (!tree) return false;
  const { middle, slack } = tree;
  const { u32, f32 } = object.runtime.memory;
  const [nodes, starts, triangles] = [tree.nodes >>> 2, tree.starts >>> 2, tree.triangles >>> 2];
  const isApart = (at: number): boolean => {
    for (let k = 0; k < 3; k++) {
      let from = middle[k];
      let half = slack[k];
      for (let j = 0; j < 3; j++) {
        from += m[4 * j + k] * f32[at + j];
        half += Math.abs(m[4 * j + k]) * f32[at + 4 + j];
      }
      if (from - half > high[k] || from + half < low[k]) return true;
    }
    return false;
  };
  const stack = [nodes];
  while (stack.length > 0) {
    const at = stack.pop()!;
    if (isApart(at)) continue;
    const tag = u32[at + 3];
    if (tag < CLUSTER_LEAF) stack.push(nodes + (tag & NODE_NUMBER) * NODE_WORDS, at + NODE_WORDS);
    else {
      const start = starts + 2 * (tag & NODE_NUMBER);
      for (let i = u32[start]; i < u32[start + 2]; i++) visit(u32[triangles + i]);
    }
  }
  return true;
}

/** The magnitude of a bound; none of one that is infinite, which is never compared with a rounded number. */
function finite(value: number): number {
  return Number.isFinite(value) ? Math.abs(value) : 0;
}
