/**
 * How far the surface of one object reaches into another: the largest distance from a point of its pieces inside to the
 * other's surface, as an interval.
 *
 * Branch and bound over triangles. The distance at any of their points is a lower bound for the whole. Upper bounds of a
 * triangle: the distance grows no faster than the way (it is 1-Lipschitz), and others in `upperBound`. The triangle with
 * the largest upper bound is cut, where the nearest triangle of the other surface ends or else in half, until the interval
 * is narrow enough.
 *
 * Promise: least ≤ the depth ≤ most, rounding included.
 */
import { CornerTable } from './corner-table.ts';
import { ballOf, type Corner, nearCorners, upperBound, wayBetween } from './depth-bounds.ts';
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

/** Triangles of one side, nine coordinates each, neighbours near each other; and the tree of the surface they lie in. */
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

/** Triangles that are looked at together at first, then fewer, then one by one. */
const CHUNKS = [128, 8];
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
  /** Number of the first triangle of a chunk and its place in CHUNKS; −1 for a triangle. */
  readonly chunk: number;
  readonly level: number;
  readonly corners: readonly Corner[];
  /** Of a triangle: triangles of the other surface that are near it. */
  readonly near: readonly number[];
}

const NO_CORNERS: readonly Corner[] = [];
const NONE: readonly number[] = [];

/** Corners of a source, and what was found out about them so far. */
interface Measured {
  readonly table: CornerTable;
  readonly corners: (Corner | undefined)[];
}

class DepthSearch {
  least = -1;
  inside: number[] = [];
  nearest: number[] = [];
  side = 0;
  distances = 0;
  readonly #heap: Candidate[] = [];
  readonly #measured = new Map<DepthSource, Measured>();
  readonly #aim: DepthAim;
  /** What was left out is no deeper than this. */
  #leftOut = 0;

  constructor(aim: DepthAim) {
    this.#aim = aim;
  }

  get bound(): number {
    return Math.max(this.least, this.#leftOut, this.#heap.length > 0 ? this.#heap[0].bound : 0);
  }

  get isExhausted(): boolean {
    return this.#heap.length === 0 || this.distances > DISTANCES_MAX;
  }

  /**
   * The distance at a point of the surface, or that of some triangle that is near enough to leave out all within `radius`.
   * If it is the least distance, it is a lower bound for the whole.
   */
  #measure(source: DepthSource, x: number, y: number, z: number, likely: number, radius: number): Corner {
    this.distances++;
    const { tree } = source;
    const enough = this.#enough - radius;
    const distance = Math.sqrt(tree.nearest(x, y, z, likely, enough > 0 ? enough * enough : -1));
    if (distance > this.least && distance > enough) {
      this.least = distance;
      this.inside = [x, y, z];
      this.nearest = [tree.point.x, tree.point.y, tree.point.z];
      this.side = source.side;
    }
    return { x, y, z, distance, nearest: tree.triangle, asked: [], heights: [] };
  }

  addSource(source: DepthSource): void {
    this.#addChunks(source, 0, source.triangles.length / 9, 0);
  }

  /** What is no deeper than this need not be looked at: the answer is good enough without it. */
  get #enough(): number {
    const { part, tolerance, slack } = this.#aim;
    const near = this.least * (1 + part);
    const straddles = this.least - slack <= tolerance && near + slack > tolerance;
    return straddles ? Math.max(this.least, tolerance - 2 * slack) : near;
  }

  /** Leaves something out that is no deeper than `bound`, if that is good enough. */
  #isDone(bound: number): boolean {
    if (bound > this.#enough) return false;
    this.#leftOut = Math.max(this.#leftOut, bound);
    return true;
  }

  /** Adds the triangles from..to in chunks of a level. */
  #addChunks(source: DepthSource, from: number, to: number, level: number): void {
    let likely = -1;
    for (let first = from; first < to; first += CHUNKS[level]) {
      const end = Math.min(to, first + CHUNKS[level]);
      const [x, y, z, radius] = ballOf(source.triangles, 9 * first, 9 * end);
      const middle = this.#measure(source, x, y, z, likely, radius);
      likely = middle.nearest;
      let bound = middle.distance + radius;
      // The distance to one triangle is convex: nowhere more than at the corners.
      if (bound > this.#enough) bound = Math.min(bound, this.#mostTo(source, first, end, likely));
      if (!this.#isDone(bound)) this.#push({ bound, source, chunk: first, level, corners: NO_CORNERS, near: NONE });
    }
  }

  /** The largest distance of corners of the triangles from..to to one triangle of the other surface. */
  #mostTo({ triangles, tree }: DepthSource, from: number, to: number, near: number): number {
    let most = 0;
    for (let at = 9 * from; at < 9 * to; at += 3) {
      const squared = tree.distanceTo(near, triangles[at], triangles[at + 1], triangles[at + 2], 0);
      if (squared > most) most = squared;
    }
    return Math.sqrt(most);
  }

  /** Looks closer at what may reach deepest. */
  step(): void {
    const top = this.#pop();
    if (this.#isDone(top.bound)) return;
    const { source, chunk, level } = top;
    if (chunk < 0) {
      this.#cut(top);
      return;
    }
    const end = Math.min(source.triangles.length / 9, chunk + CHUNKS[level]);
    if (level + 1 < CHUNKS.length) this.#addChunks(source, chunk, end, level + 1);
    else this.#addTriangles(source, chunk, end);
  }

  #addTriangles(source: DepthSource, from: number, to: number): void {
    const measured = this.#measuredOf(source);
    let likely = -1;
    for (let triangle = from; triangle < to; triangle++) {
      const corners: Corner[] = [];
      for (let corner = 3 * triangle; corner < 3 * triangle + 3; corner++) {
        const number = measured.table.numbers[corner];
        let known = measured.corners[number];
        if (!known) {
          const [x, y, z] = source.triangles.subarray(3 * corner, 3 * corner + 3);
          known = this.#measure(source, x, y, z, likely, 0);
          measured.corners[number] = known;
        }
        likely = known.nearest;
        corners.push(known);
      }
      this.#addTriangle(source, corners, NONE);
    }
  }

  /** What is known of the corners of a source, which triangles share. */
  #measuredOf(source: DepthSource): Measured {
    let measured = this.#measured.get(source);
    if (!measured) {
      const table = new CornerTable(source.triangles);
      measured = { table, corners: new Array(table.count).fill(undefined) };
      this.#measured.set(source, measured);
    }
    return measured;
  }

  /** `others`: triangles of the other surface that are likely near. */
  #addTriangle(source: DepthSource, corners: readonly Corner[], others: readonly number[]): void {
    const near = nearCorners(corners, others);
    const bound = upperBound(source.tree, corners, near, this.#enough);
    if (!this.#isDone(bound)) this.#push({ bound, source, chunk: -1, level: 0, corners, near });
  }

  /** Cuts a triangle; a long one only if what lies nearest to its middle gives no better bound. */
  #cut(candidate: Candidate): void {
    const { source, corners } = candidate;
    const [a, b, c] = corners;
    const size = Math.max(wayBetween(a, b), wayBetween(b, c), wayBetween(c, a));
    if (size < LONG * Math.max(a.distance, b.distance, c.distance)) {
      this.#halve(candidate);
      return;
    }
    const [x, y, z] = [(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, (a.z + b.z + c.z) / 3];
    const { nearest, distance } = this.#measure(source, x, y, z, a.nearest, 0);
    const near = nearCorners(corners, [nearest, ...candidate.near]);
    const bound = upperBound(source.tree, corners, near, this.#enough);
    if (bound < BETTER * candidate.bound) {
      if (!this.#isDone(bound)) this.#push({ ...candidate, bound, near });
      return;
    }
    if (size >= LONG * distance) {
      const triangle = corners.flatMap((corner) => [corner.x, corner.y, corner.z]);
      const t = source.tree.cornersOf(nearest);
      const { above, beside } = splitByPrism(triangle, source.tree.positions, t, this.#aim.slack / 2);
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
      corners.push(this.#measure(source, polygon[at], polygon[at + 1], polygon[at + 2], near, 0));
    }
    for (let i = 2; i < corners.length; i++) {
      this.#addTriangle(source, [corners[0], corners[i - 1], corners[i]], [near]);
    }
  }

  #halve({ source, corners, near }: Candidate): void {
    let longest = -1;
    let k = 0;
    for (let i = 0; i < 3; i++) {
      const length = wayBetween(corners[i], corners[(i + 1) % 3]);
      if (length <= longest) continue;
      longest = length;
      k = i;
    }
    const [a, b, c] = [corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]];
    const middle = this.#measure(source, (a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2, a.nearest, 0);
    this.#addTriangle(source, [a, middle, c], near);
    this.#addTriangle(source, [middle, b, c], near);
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

/** The depth of all sources together; null when there are no triangles. */
export function searchDepth(sources: readonly DepthSource[], aim: DepthAim): DepthFound | null {
  const search = new DepthSearch(aim);
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
