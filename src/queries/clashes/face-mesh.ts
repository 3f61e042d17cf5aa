/**
 * A triangle cut into triangles along the arcs of a contact: a constrained triangulation.
 *
 * Points on the edges of the face come first, then points inside it, then arcs, by flipping the edges that cross them
 * (Sloan, "A fast algorithm for generating constrained Delaunay triangulations", 1993). Where arcs cross each other, as
 * they do when the other surface meets itself, a point is added.
 */
import { IntList } from './int-list.ts';
import type { Points, Projection } from './points.ts';
import { before, next, Triangulation } from './triangulation.ts';

/** Reused for one contact after the other, so that its arrays are allocated once; created when first asked for. */
let shared: FaceMesh | undefined;
/** Corners of triangles up to which that is kept from query to query. */
const LENGTH_MOST = 2 ** 12;

export class FaceMesh extends Triangulation {
  /** The two points of each arc, which are numbered from 1. */
  readonly #ends = new IntList();

  /** The one there is, for points of another contact: what it held before is gone. */
  static over(points: Points): FaceMesh {
    shared ??= new FaceMesh(points);
    shared.points = points;
    return shared;
  }

  /** Releases its contents; its arrays stay for the next query, unless they are large. */
  static release(): void {
    if (shared && shared.corners.length <= LENGTH_MOST) shared.letGo();
    else shared = undefined;
  }

  override begin(p0: number, p1: number, p2: number, projection: Projection): void {
    super.begin(p0, p1, p2, projection);
    this.#ends.count = 0;
  }

  /** Makes the segment between two points an arc: its edges are marked, crossings with other arcs become points. */
  addArc(fromPoint: number, toPoint: number): void {
    const from = this.insert(fromPoint);
    const to = this.insert(toPoint);
    if (from === to) return;
    this.#ends.push(fromPoint);
    this.#ends.push(toPoint);
    this.#connect(from, to, this.#ends.count / 2);
  }

  /** Makes the segment between two corners part of an arc. */
  #connect(start: number, end: number, arc: number): void {
    let from = start;
    while (from !== end) {
      const reached = this.#edgeTowards(from, end);
      if (reached >= 0) {
        this.#mark(from, reached, arc);
        from = reached;
        continue;
      }
      const stop = this.#clear(from, end, arc);
      if (stop >= 0) {
        this.#connect(from, stop, arc);
        from = stop;
      }
    }
  }

  /** A corner that an edge leads to, on the segment from one corner to another; −1 when no edge lies on that segment. */
  #edgeTowards(from: number, end: number): number {
    const first = this.first(from);
    let t = first;
    do {
      const k = this.cornerIn(t, from);
      if (this.corners[3 * t + next(k)] === end || this.corners[3 * t + before(k)] === end) return end;
      t = this.following(t, from);
    } while (t >= 0 && t !== first);
    t = first;
    do {
      const k = this.cornerIn(t, from);
      const a = this.corners[3 * t + next(k)];
      const b = this.corners[3 * t + before(k)];
      const orientationA = this.orientation(from, end, a);
      const orientationB = this.orientation(from, end, b);
      if (orientationA === 0 && orientationB > 0) return a;
      if (orientationB === 0 && orientationA < 0) return b;
      t = this.following(t, from);
    } while (t >= 0 && t !== first);
    return -1;
  }

  #mark(from: number, to: number, arc: number): void {
    const there = this.findEdge(from, to);
    const back = this.findEdge(to, from);
    if (there >= 0) this.arcOf[there] = arc;
    if (back >= 0) this.arcOf[back] = arc;
  }

  /**
   * Flips the edges that the segment crosses, up to its end, the first corner on it or the first arc that it crosses;
   * returns the corner where that ended early, or −1.
   */
  #clear(from: number, end: number, arc: number): number {
    const crossed: number[] = [];
    const stop = this.#gatherCrossed(from, end, arc, crossed);
    if (stop >= 0 && crossed.length === 0) return stop;
    const goal = stop >= 0 ? stop : end;
    // A queue: what is taken stays in the list, because taking it out would move all that follows.
    for (let at = 0; at < crossed.length; at += 2) {
      const p = crossed[at];
      const q = crossed[at + 1];
      const edge = this.findEdge(p, q);
      const t = (edge / 3) | 0;
      const k = edge % 3;
      if (!this.isConvex(t, k)) {
        crossed.push(p, q);
        continue;
      }
      const c = this.corners[3 * t + before(k)];
      const d = this.opposite(t, k);
      this.flip(t, k);
      if (c === from || d === from || c === goal || d === goal) continue;
      if (this.orientation(from, goal, c) * this.orientation(from, goal, d) < 0) crossed.push(c, d);
    }
    return -1;
  }

  /** The edge opposite a corner through which the segment to another corner leaves: 3 · triangle + k. */
  #exitTowards(from: number, end: number): number {
    let t = this.first(from);
    for (;;) {
      const k = this.cornerIn(t, from);
      const a = this.corners[3 * t + next(k)];
      const b = this.corners[3 * t + before(k)];
      if (this.orientation(from, end, a) < 0 && this.orientation(from, end, b) > 0) return 3 * t + next(k);
      t = this.following(t, from);
    }
  }

  /** Lists the edges that the segment from one corner to another crosses, two corners each. */
  #gatherCrossed(from: number, end: number, arc: number, crossed: number[]): number {
    let edge = this.#exitTowards(from, end);
    for (;;) {
      const t = (edge / 3) | 0;
      const k = edge % 3;
      const b = this.corners[3 * t + next(k)];
      if (this.arcOf[edge] !== 0) {
        crossed.length = 0;
        return this.#crossArc(t, k, arc);
      }
      crossed.push(this.corners[edge], b);
      const s = this.across[edge];
      const m = this.cornerIn(s, b);
      const d = this.corners[3 * s + before(m)];
      if (d === end) return -1;
      const orientation = this.orientation(from, end, d);
      if (orientation === 0) return d;
      // b → a is edge m of the triangle; beyond it lie a → d and d → b.
      edge = 3 * s + (orientation > 0 ? next(m) : before(m));
    }
  }

  /**
   * Adds the point where an arc crosses another, which edge k of a triangle is part of. It is told by the ends of both: by those of the parts
   * that are left, crossings themselves, the whole numbers would grow from one to the next.
   */
  #crossArc(t: number, k: number, arc: number): number {
    const { values } = this.#ends;
    const own = 2 * (arc - 1);
    const other = 2 * (this.arcOf[3 * t + k] - 1);
    const crossing = this.points.addCrossing(
      values[own],
      values[own + 1],
      values[other],
      values[other + 1],
      this.projection,
    );
    const corner = this.addCorner(crossing, 0);
    this.splitEdge(t, k, corner);
    return corner;
  }
}
