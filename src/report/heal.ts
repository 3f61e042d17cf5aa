/**
 * Makes solids of the elements of buildings that are meant to be solids: flips faces oriented against their
 * neighbours, and closes holes.
 *
 * Elements come out of IFC with randomly oriented faces, cracks where one long edge meets two short ones, and pipes without
 * ends; in one house 66 of 215 are open for such reasons. An open surface has no inside, so nothing could be said about how
 * deep it reaches. Sheets stay open: a hole is closed only if that takes little in proportion to the surface.
 * Promise: triangles keep their numbers and their places; those that close holes come behind them.
 */
import type { Positions } from '../mesh/mesh-input.ts';
import { countOpenEdges } from '../mesh/open-edges.ts';
import { weld } from '../mesh/weld.ts';

export interface Healed {
  readonly indices: Uint32Array;
  /** Triangles that were flipped, and triangles that were added. */
  readonly turned: number;
  readonly filled: number;
}

/** The area that closes holes, as a part of the surface's; closing a flat sheet would take as much area as it has. */
const FILLED_MOST = 0.75;

/** Undefined when there is nothing to do. */
export function healSolid(positions: Positions, indices: Uint32Array): Healed | undefined {
  if (indices.length === 0 || countOpenEdges(positions, indices).open === 0) return undefined;
  const { targets, sources } = weld(positions);
  const surface = new Patches(positions, indices, targets, sources);
  const turned = surface.turnFaces();
  const added = surface.fillHoles();
  if (turned === 0 && added.length === 0) return undefined;
  const all = new Uint32Array(surface.indices.length + added.length);
  all.set(surface.indices);
  all.set(added, surface.indices.length);
  return { indices: all, turned, filled: added.length / 3 };
}

interface EdgeUse {
  readonly triangle: number;
  readonly forward: boolean;
}

class Patches {
  readonly indices: Uint32Array;
  readonly #positions: Positions;
  readonly #targets: Uint32Array;
  readonly #sources: Uint32Array;

  constructor(positions: Positions, indices: Uint32Array, targets: Uint32Array, sources: Uint32Array) {
    this.#positions = positions;
    this.indices = indices.slice();
    this.#targets = targets;
    this.#sources = sources;
  }

  /** Welded corners. */
  #corners(triangle: number): [number, number, number] {
    const [a, b, c] = this.indices.subarray(3 * triangle, 3 * triangle + 3);
    return [this.#targets[a], this.#targets[b], this.#targets[c]];
  }

  #edges(): Map<number, EdgeUse[]> {
    const edges = new Map<number, EdgeUse[]>();
    for (let triangle = 0; triangle < this.indices.length / 3; triangle++) {
      const corners = this.#corners(triangle);
      for (let k = 0; k < 3; k++) {
        const [from, to] = [corners[k], corners[(k + 1) % 3]];
        if (from === to) continue;
        const key = Math.min(from, to) * this.#sources.length + Math.max(from, to);
        const use = { triangle, forward: from < to };
        const uses = edges.get(key);
        if (uses) uses.push(use);
        else edges.set(key, [use]);
      }
    }
    return edges;
  }

  /** Makes neighbours across edges of two triangles agree; patches in which some did not then face outwards. */
  turnFaces(): number {
    const next = neighboursOf(this.#edges(), this.indices.length / 3);
    const isTurned: (boolean | undefined)[] = new Array(this.indices.length / 3);
    let count = 0;
    for (let start = 0; start < isTurned.length; start++) {
      if (isTurned[start] !== undefined) continue;
      isTurned[start] = false;
      const patch = [start];
      for (const triangle of patch) {
        for (const { triangle: other, agrees } of next[triangle]) {
          if (isTurned[other] !== undefined) continue;
          // An agreeing neighbour is flipped if this one is; a disagreeing one if this one is not.
          isTurned[other] = agrees ? isTurned[triangle] : !isTurned[triangle];
          patch.push(other);
        }
      }
      count += this.#turnPatch(patch, isTurned);
    }
    return count;
  }

  #turnPatch(patch: readonly number[], isTurned: readonly (boolean | undefined)[]): number {
    const some = patch.filter((triangle) => isTurned[triangle]);
    if (some.length === 0) return 0;
    for (const triangle of some) this.#turn(triangle);
    if (this.#volume(patch) >= 0) return some.length;
    for (const triangle of patch) this.#turn(triangle);
    return patch.length - some.length;
  }

  #turn(triangle: number): void {
    const [b, c] = [this.indices[3 * triangle + 1], this.indices[3 * triangle + 2]];
    this.indices[3 * triangle + 1] = c;
    this.indices[3 * triangle + 2] = b;
  }

  /** Signed, about a corner of the patch. */
  #volume(patch: readonly number[]): number {
    const origin = this.#point(this.#corners(patch[0])[0]);
    let sum = 0;
    for (const triangle of patch) {
      const [a, b, c] = this.#corners(triangle).map((vertex) => minus(this.#point(vertex), origin));
      sum += dot(a, cross(b, c));
    }
    return sum;
  }

  #point(vertex: number): number[] {
    const at = 3 * this.#sources[vertex];
    return [this.#positions[at], this.#positions[at + 1], this.#positions[at + 2]];
  }

  #area(a: number, b: number, c: number): number {
    const [p, q, r] = [a, b, c].map((vertex) => this.#point(vertex));
    return Math.hypot(...cross(minus(q, p), minus(r, p))) / 2;
  }

  /** Corners of the triangles that close holes, as fans of their rims. */
  fillHoles(): number[] {
    const edges = this.#edges();
    const triangles = Array.from({ length: this.indices.length / 3 }, (_, triangle) => this.#corners(triangle));
    const groups = connected(triangles, this.#sources.length);
    const areas = new Map<number, number>();
    for (const corners of triangles) {
      const group = groups[corners[0]];
      areas.set(group, (areas.get(group) ?? 0) + this.#area(...corners));
    }
    const rims = new Map<number, [number, number][]>();
    for (const [key, uses] of edges) {
      const net = uses.reduce((sum, { forward }) => sum + (forward ? 1 : -1), 0);
      const [low, high] = [Math.floor(key / this.#sources.length), key % this.#sources.length];
      const group = groups[low];
      // The closing edge runs opposite to the existing one.
      const rim = net > 0 ? ([high, low] as const) : ([low, high] as const);
      for (let i = 0; i < Math.abs(net); i++) rims.set(group, [...(rims.get(group) ?? []), [...rim]]);
    }
    const added: number[] = [];
    for (const [group, rim] of rims) {
      const fans = loopsOf(rim).flatMap(fanOf);
      const area = fans.reduce((sum, fan) => sum + this.#area(...fan), 0);
      if (area > FILLED_MOST * areas.get(group)!) continue;
      for (const corner of fans.flat()) added.push(this.#sources[corner]);
    }
    return added;
  }
}

/** Neighbours across edges of exactly two triangles, and whether the two are consistently oriented. */
function neighboursOf(edges: ReadonlyMap<number, readonly EdgeUse[]>, triangleCount: number) {
  const next = Array.from({ length: triangleCount }, (): { triangle: number; agrees: boolean }[] => []);
  for (const uses of edges.values()) {
    if (uses.length !== 2) continue;
    const [p, q] = uses;
    const agrees = p.forward !== q.forward;
    next[p.triangle].push({ triangle: q.triangle, agrees });
    next[q.triangle].push({ triangle: p.triangle, agrees });
  }
  return next;
}

/** The group of each vertex: those that triangles connect have the same. */
function connected(corners: readonly (readonly number[])[], vertexCount: number): Uint32Array {
  const parents = Uint32Array.from({ length: vertexCount }, (_, i) => i);
  const rootOf = (start: number) => {
    let root = start;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]];
      root = parents[root];
    }
    return root;
  };
  for (const [a, b, c] of corners) {
    parents[rootOf(b)] = rootOf(a);
    parents[rootOf(c)] = rootOf(a);
  }
  return parents.map((_, vertex) => rootOf(vertex));
}

/**
 * Chains directed edges into loops, small ones first: whenever the chain can come back to where it has been, it does. As many
 * edges arrive at a vertex as leave it, so every chain comes back.
 */
function loopsOf(rim: readonly [number, number][]): number[][] {
  const leaving = new Map<number, number[]>();
  for (const [from, to] of rim) leaving.set(from, [...(leaving.get(from) ?? []), to]);
  const loops: number[][] = [];
  for (const [start] of rim) {
    const chain = [start];
    while (chain.length > 1 || leaving.get(start)!.length > 0) {
      const next = leaving.get(chain.at(-1)!)!;
      const back = Math.max(...next.map((vertex) => chain.indexOf(vertex)));
      const to = back >= 0 ? chain[back] : next[0];
      next.splice(next.indexOf(to), 1);
      if (back >= 0) loops.push([to, ...chain.splice(back + 1)]);
      else chain.push(to);
    }
  }
  return loops;
}

function fanOf(loop: readonly number[]): [number, number, number][] {
  return loop.slice(2).map((corner, i) => [loop[0], loop[i + 1], corner]);
}

function minus(p: readonly number[], q: readonly number[]): number[] {
  return [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
}

function cross(p: readonly number[], q: readonly number[]): number[] {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

function dot(p: readonly number[], q: readonly number[]): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}
