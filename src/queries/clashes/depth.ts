/**
 * How far the surface of one object reaches into another: the largest distance from a point of its pieces inside to the
 * other's surface, as an interval.
 *
 * Branch and bound over triangles. The distance at any of their points is a lower bound for the whole. Upper bounds of a
 * triangle: the distance grows no faster than the way (it is 1-Lipschitz); and the distance to one triangle of the other
 * surface is convex, so over a triangle it is largest at a corner. The triangle with the largest upper bound is cut, where
 * the nearest triangle of the other surface ends or else in half, until the interval is narrow enough.
 *
 * Promise: least ≤ the depth ≤ most, rounding included.
 */
import { splitByPrism } from './prism-split.ts';
import type { TriangleTree } from './triangle-tree.ts';

export interface DepthFound {
  readonly least: number;
  readonly most: number;
  /** Where `least` was found: the point inside, and the nearest point of the other surface; x y z each. */
  readonly inside: readonly number[];
  readonly nearest: readonly number[];
  /** The side whose surface reaches in. */
  readonly side: number;
}

/** Triangles of one side, nine coordinates each, and the tree of the surface they lie in. */
export interface DepthSource {
  readonly side: number;
  readonly triangles: Float64Array;
  readonly tree: TriangleTree;
}

export interface DepthAim {
  /** Stop when the interval is narrower than this part of the depth, and does not straddle the tolerance … */
  readonly part: number;
  readonly tolerance: number;
  /** … or when it is narrower than this, whatever it straddles. */
  readonly width: number;
  /** What each distance may be off by, for rounding. */
  readonly slack: number;
}

/** Triangles that are looked at together at first. */
const CHUNK = 16;
/** A triangle is long when it is so many times as long as it is deep at its corners and in its middle. */
const LONG = 4;
/** A bound that is less than this part of the one before is worth keeping. */
const BETTER = 0.999;
/** After so many distances the interval is given as it is. */
const DISTANCES_MAX = 400_000;

/** A triangle, or a chunk of them, with its upper bound. */
interface Candidate {
  readonly bound: number;
  readonly source: DepthSource;
  /** Number of the first triangle of a chunk; −1 for a triangle. */
  readonly chunk: number;
  readonly corners: readonly Corner[];
}

interface Corner {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly distance: number;
  /** The nearest triangle of the other surface. */
  readonly nearest: number;
}

const NO_CORNERS: readonly Corner[] = [];

class DepthSearch {
  least = -1;
  inside: number[] = [];
  nearest: number[] = [];
  side = 0;
  distances = 0;
  readonly #heap: Candidate[] = [];
  /** Parts that are thinner are left out. */
  readonly #near: number;

  constructor(near: number) {
    this.#near = near;
  }

  get bound(): number {
    return Math.max(this.least, this.#heap.length > 0 ? this.#heap[0].bound : 0);
  }

  get isExhausted(): boolean {
    return this.#heap.length === 0 || this.distances > DISTANCES_MAX;
  }

  #measure(source: DepthSource, x: number, y: number, z: number, likely: number, counts: boolean): Corner {
    this.distances++;
    const { tree } = source;
    const distance = Math.sqrt(tree.nearest(x, y, z, likely));
    if (counts && distance > this.least) {
      this.least = distance;
      this.inside = [x, y, z];
      this.nearest = [tree.point.x, tree.point.y, tree.point.z];
      this.side = source.side;
    }
    return { x, y, z, distance, nearest: tree.triangle };
  }

  addSource(source: DepthSource): void {
    const count = source.triangles.length / 9;
    let likely = -1;
    for (let first = 0; first < count; first += CHUNK) likely = this.#addChunk(source, first, count, likely);
  }

  #addChunk(source: DepthSource, first: number, count: number, likely: number): number {
    const end = Math.min(count, first + CHUNK);
    const { triangles } = source;
    const [cx, cy, cz, radius] = ballOf(triangles, 9 * first, 9 * end);
    // The middle of a ball need not lie on the surface, so it is no lower bound.
    const middle = this.#measure(source, cx, cy, cz, likely, false);
    this.#push({ bound: middle.distance + radius, source, chunk: first, corners: NO_CORNERS });
    return middle.nearest;
  }

  /** Looks closer at what may reach deepest. */
  step(): void {
    const top = this.#pop();
    if (top.bound <= this.least) return;
    if (top.chunk < 0) {
      this.#cut(top);
      return;
    }
    const { source } = top;
    const end = Math.min(source.triangles.length / 9, top.chunk + CHUNK);
    let likely = -1;
    for (let triangle = top.chunk; triangle < end; triangle++) {
      const corners: Corner[] = [];
      for (let at = 9 * triangle; at < 9 * triangle + 9; at += 3) {
        const [x, y, z] = [source.triangles[at], source.triangles[at + 1], source.triangles[at + 2]];
        const corner = this.#measure(source, x, y, z, likely, true);
        likely = corner.nearest;
        corners.push(corner);
      }
      this.#addTriangle(source, corners, likely);
    }
  }

  #addTriangle(source: DepthSource, corners: readonly Corner[], near: number): void {
    const bound = upperBound(source.tree, corners, near);
    if (bound > this.least) this.#push({ bound, source, chunk: -1, corners });
  }

  /** What lies nearest to the middle of a triangle may give a better bound; if not, the triangle is cut. */
  #cut(candidate: Candidate): void {
    const { source, corners } = candidate;
    const [a, b, c] = corners;
    const [x, y, z] = [(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, (a.z + b.z + c.z) / 3];
    const { nearest, distance } = this.#measure(source, x, y, z, a.nearest, true);
    const bound = upperBound(source.tree, corners, nearest);
    if (bound < BETTER * candidate.bound) {
      if (bound > this.least) this.#push({ ...candidate, bound });
      return;
    }
    const size = Math.max(wayBetween(a, b), wayBetween(b, c), wayBetween(c, a));
    if (size >= LONG * Math.max(distance, a.distance, b.distance, c.distance)) {
      const triangle = corners.flatMap((corner) => [corner.x, corner.y, corner.z]);
      const t = source.tree.cornersOf(nearest);
      const { above, beside } = splitByPrism(triangle, source.tree.positions, t, this.#near);
      if (above.length > 0 && beside.length > 0) {
        for (const polygon of [above, ...beside]) this.#addPolygon(source, polygon, nearest);
        return;
      }
    }
    this.#halve(candidate);
  }

  #addPolygon(source: DepthSource, polygon: readonly number[], near: number): void {
    const corners: Corner[] = [];
    for (let at = 0; at < polygon.length; at += 3) {
      corners.push(this.#measure(source, polygon[at], polygon[at + 1], polygon[at + 2], near, true));
    }
    for (let i = 2; i < corners.length; i++) {
      this.#addTriangle(source, [corners[0], corners[i - 1], corners[i]], near);
    }
  }

  #halve({ source, corners }: Candidate): void {
    let longest = -1;
    let k = 0;
    for (let i = 0; i < 3; i++) {
      const length = wayBetween(corners[i], corners[(i + 1) % 3]);
      if (length <= longest) continue;
      longest = length;
      k = i;
    }
    const [a, b, c] = [corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]];
    const middle = this.#measure(source, (a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2, a.nearest, true);
    this.#addTriangle(source, [a, middle, c], middle.nearest);
    this.#addTriangle(source, [middle, b, c], middle.nearest);
  }

  #push(candidate: Candidate): void {
    const heap = this.#heap;
    let at = heap.push(candidate) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent].bound >= candidate.bound) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = candidate;
  }

  #pop(): Candidate {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop()!;
    if (heap.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1].bound > heap[child].bound) child++;
      if (heap[child].bound <= last.bound) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return top;
  }
}

function wayBetween(p: Corner, q: Corner): number {
  return Math.hypot(p.x - q.x, p.y - q.y, p.z - q.z);
}

/** A ball around points: the middle of their box, and the largest distance from it. */
function ballOf(points: Float64Array, from: number, to: number): [number, number, number, number] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = from; at < to; at++) {
    const k = at % 3;
    if (points[at] < low[k]) low[k] = points[at];
    if (points[at] > high[k]) high[k] = points[at];
  }
  const [x, y, z] = [0, 1, 2].map((k) => low[k] / 2 + high[k] / 2);
  let radius = 0;
  for (let at = from; at < to; at += 3) {
    radius = Math.max(radius, Math.hypot(points[at] - x, points[at + 1] - y, points[at + 2] - z));
  }
  return [x, y, z, radius];
}

/** The least of the upper bounds of a triangle that is known at its corners; `near` is a triangle that is likely near. */
function upperBound(tree: TriangleTree, corners: readonly Corner[], near: number): number {
  const [a, b, c] = corners;
  const [ab, bc, ca] = [wayBetween(a, b), wayBetween(b, c), wayBetween(c, a)];
  let bound = Math.min(a.distance + Math.max(ab, ca), b.distance + Math.max(ab, bc), c.distance + Math.max(bc, ca));
  for (let i = 0; i < 4; i++) {
    const triangle = i === 3 ? near : corners[i].nearest;
    if ((i > 0 && triangle === a.nearest) || (i > 1 && triangle === b.nearest)) continue;
    let most = 0;
    for (let j = 0; j < 3 && most < bound; j++) {
      const { x, y, z, nearest, distance } = corners[j];
      const far = nearest === triangle ? distance : Math.sqrt(tree.distanceTo(triangle, x, y, z, 0));
      most = Math.max(most, far);
    }
    bound = Math.min(bound, most);
  }
  return bound;
}

/** The depth of all sources together; null when there are no triangles. */
export function searchDepth(sources: readonly DepthSource[], aim: DepthAim): DepthFound | null {
  const search = new DepthSearch(aim.slack / 2);
  for (const source of sources) search.addSource(source);
  const { slack, tolerance } = aim;
  for (;;) {
    const { least, bound } = search;
    if (search.isExhausted) break;
    if (least < 0) {
      search.step();
      continue;
    }
    const width = bound - least;
    const straddles = least - slack <= tolerance && bound + slack > tolerance;
    if (width <= aim.width || (width <= aim.part * bound && !straddles)) break;
    search.step();
  }
  if (search.least < 0) return null;
  return {
    least: Math.max(0, search.least - slack),
    most: search.bound + slack,
    inside: search.inside,
    nearest: search.nearest,
    side: search.side,
  };
}
