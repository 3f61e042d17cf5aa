/**
 * A triangle cut into triangles along the arcs of a contact: a constrained triangulation whose every decision is exact.
 *
 * Points on the edges of the face come first, then points inside it, then arcs, by flipping the edges that cross them
 * (Sloan, "A fast algorithm for generating constrained Delaunay triangulations", 1993). Where arcs cross each other, as
 * they do when the other surface meets itself, a point is added. Shapes are improved towards Delaunay's; that is done in
 * plain doubles, for the answer depends on the arcs alone.
 */
import type { Flat, Points } from './points.ts';
import { signOf, wholeTurn } from './whole-points.ts';

const EPSILON = 2 ** -53;
const next = (k: number): number => (k === 2 ? 0 : k + 1);
const before = (k: number): number => (k === 0 ? 2 : k - 1);

export class FaceMesh {
  readonly #points: Points;
  readonly #flat: Flat;
  /** Of each corner: its number in `Points`; coordinates in the plane and their error; the edges of the face it is on, as bits. */
  readonly ids: number[] = [];
  readonly #u: number[] = [];
  readonly #v: number[] = [];
  readonly #error: number[] = [];
  readonly #onEdges: number[] = [];
  /** A triangle at each corner. */
  readonly #at: number[] = [];
  /** Three corners per triangle, in the face's own turn. */
  readonly corners: number[] = [];
  /** Across the edge from corner k to the next: the other triangle, or −1; and whether the edge is an arc. */
  readonly across: number[] = [];
  readonly isArc: number[] = [];
  readonly #local = new Map<number, number>();
  #last = 0;

  /** `corners` are three points, in the face's turn. */
  constructor(points: Points, corners: readonly number[], flat: Flat) {
    this.#points = points;
    this.#flat = flat;
    // A corner lies on the edge that begins there and on the one that ends there.
    corners.forEach((point, k) => {
      this.#addCorner(point, (1 << k) | (1 << before(k)));
    });
    this.#append(0, 1, 2, -1, -1, -1, 0, 0, 0);
  }

  get triangleCount(): number {
    return this.corners.length / 3;
  }

  #addCorner(point: number, onEdges: number): number {
    const { u, v } = this.#flat;
    const corner = this.ids.push(point) - 1;
    this.#u.push(this.#points.coordinate(point, u));
    this.#v.push(this.#points.coordinate(point, v));
    this.#error.push(this.#points.error[point]);
    this.#onEdges.push(onEdges);
    this.#at.push(0);
    this.#local.set(point, corner);
    return corner;
  }

  /** The exact turn of three corners, positive when it is the face's own. */
  #turn(i: number, j: number, k: number): number {
    if ((this.#onEdges[i] & this.#onEdges[j] & this.#onEdges[k]) !== 0) return 0;
    const du = this.#u[j] - this.#u[i];
    const dv = this.#v[j] - this.#v[i];
    const eu = this.#u[k] - this.#u[i];
    const ev = this.#v[k] - this.#v[i];
    const error = this.#error[i] + this.#error[j] + this.#error[k];
    const det = du * ev - dv * eu;
    const sizes = Math.abs(du) + Math.abs(dv) + Math.abs(eu) + Math.abs(ev);
    const bound = 8 * EPSILON * (Math.abs(du * ev) + Math.abs(dv * eu)) + error * (sizes + error);
    const { u, v, turn } = this.#flat;
    if (Math.abs(det) > 2 * bound && bound > 2 ** -900) return det > 0 ? turn : -turn;
    const [p, q, r] = [i, j, k].map((corner) => this.#points.whole(this.ids[corner]));
    return turn * signOf(wholeTurn(p, q, r, u, v));
  }

  #append(
    v0: number,
    v1: number,
    v2: number,
    n0: number,
    n1: number,
    n2: number,
    c0: number,
    c1: number,
    c2: number,
  ): number {
    const triangle = this.triangleCount;
    this.corners.push(v0, v1, v2);
    this.across.push(n0, n1, n2);
    this.isArc.push(c0, c1, c2);
    this.#noteCorners(triangle);
    return triangle;
  }

  #set(
    t: number,
    v0: number,
    v1: number,
    v2: number,
    n0: number,
    n1: number,
    n2: number,
    c0: number,
    c1: number,
    c2: number,
  ): void {
    const at = 3 * t;
    this.corners[at] = v0;
    this.corners[at + 1] = v1;
    this.corners[at + 2] = v2;
    this.across[at] = n0;
    this.across[at + 1] = n1;
    this.across[at + 2] = n2;
    this.isArc[at] = c0;
    this.isArc[at + 1] = c1;
    this.isArc[at + 2] = c2;
    this.#noteCorners(t);
  }

  #noteCorners(t: number): void {
    for (let k = 0; k < 3; k++) this.#at[this.corners[3 * t + k]] = t;
  }

  #relink(triangle: number, from: number, to: number): void {
    if (triangle < 0) return;
    for (let at = 3 * triangle; at < 3 * triangle + 3; at++) {
      if (this.across[at] === from) {
        this.across[at] = to;
        return;
      }
    }
  }

  /** Adds points on edge k of the face, in their order along it. */
  addOnEdge(k: number, points: readonly number[]): void {
    let from = k;
    const end = next(k);
    for (const point of points) {
      const corner = this.#addCorner(point, 1 << k);
      const edge = this.#findEdge(from, end);
      this.#splitEdge(Math.floor(edge / 3), edge % 3, corner);
      from = corner;
    }
  }

  /** The place of the edge from one corner to another: 3 · triangle + k; −1 when there is none in this direction. */
  #findEdge(from: number, to: number): number {
    let found = -1;
    this.#around(from, (t, k) => {
      if (this.corners[3 * t + next(k)] !== to) return false;
      found = 3 * t + k;
      return true;
    });
    return found;
  }

  /** Calls `visit` with each triangle at a corner, and which of its corners that is, until it says true. */
  #around(corner: number, visit: (triangle: number, k: number) => boolean): void {
    const first = this.#at[corner];
    let t = first;
    do {
      const k = this.#cornerIn(t, corner);
      if (visit(t, k)) return;
      t = this.across[3 * t + before(k)];
    } while (t >= 0 && t !== first);
    if (t === first) return;
    // At the edge of the face: the other way round.
    t = this.across[3 * first + this.#cornerIn(first, corner)];
    while (t >= 0) {
      const k = this.#cornerIn(t, corner);
      if (visit(t, k)) return;
      t = this.across[3 * t + k];
    }
  }

  #cornerIn(t: number, corner: number): number {
    return this.corners[3 * t] === corner ? 0 : this.corners[3 * t + 1] === corner ? 1 : 2;
  }

  /** The corner for a point; it is added when it is new. */
  insert(point: number): number {
    const known = this.#local.get(point);
    if (known !== undefined) return known;
    const corner = this.#addCorner(point, 0);
    const place = this.#locate(corner);
    if (place.vertex >= 0) {
      // The same place under another name, where the other surface meets itself.
      this.#dropCorner(point, place.vertex);
      return place.vertex;
    }
    if (place.edge >= 0) this.#splitEdge(place.triangle, place.edge, corner);
    else this.#splitTriangle(place.triangle, corner);
    return corner;
  }

  #dropCorner(point: number, same: number): void {
    for (const list of [this.ids, this.#u, this.#v, this.#error, this.#onEdges, this.#at]) list.pop();
    this.#local.set(point, same);
  }

  /** The triangle that holds a corner not yet used; with an edge or a vertex when it lies on one. */
  #locate(corner: number): { triangle: number; edge: number; vertex: number } {
    let t = this.#last < this.triangleCount ? this.#last : 0;
    let scan = -1;
    for (let steps = 0; ; steps++) {
      // The walk need not end where the triangulation is not Delaunay's: then look at all.
      if (scan < 0 && steps > 3 * Math.sqrt(this.triangleCount) + 16) scan = 0;
      if (scan >= 0) t = scan++;
      const found = this.#tryTriangle(t, corner, steps % 3);
      if (found.triangle === t) {
        this.#last = t;
        return found;
      }
      t = found.triangle;
    }
  }

  /** Whether the triangle holds the corner, or the neighbour behind the edge that has it on its far side. */
  #tryTriangle(t: number, corner: number, first: number): { triangle: number; edge: number; vertex: number } {
    let edge = -1;
    let vertex = -1;
    for (let step = 0; step < 3; step++) {
      const k = (first + step) % 3;
      const from = this.corners[3 * t + k];
      const to = this.corners[3 * t + next(k)];
      const turn = this.#turn(from, to, corner);
      if (turn < 0) return { triangle: this.across[3 * t + k], edge: -1, vertex: -1 };
      if (turn > 0) continue;
      if (edge < 0) edge = k;
      else vertex = this.corners[3 * t + (next(edge) === k ? k : edge)];
    }
    return { triangle: t, edge: vertex >= 0 ? -1 : edge, vertex };
  }

  #splitTriangle(t: number, p: number): void {
    const at = 3 * t;
    const [a, b, c] = [this.corners[at], this.corners[at + 1], this.corners[at + 2]];
    const [n0, n1, n2] = [this.across[at], this.across[at + 1], this.across[at + 2]];
    const [c0, c1, c2] = [this.isArc[at], this.isArc[at + 1], this.isArc[at + 2]];
    const t1 = this.triangleCount;
    const t2 = t1 + 1;
    this.#set(t, a, b, p, n0, t1, t2, c0, 0, 0);
    this.#append(b, c, p, n1, t2, t, c1, 0, 0);
    this.#append(c, a, p, n2, t, t1, c2, 0, 0);
    this.#relink(n1, t, t1);
    this.#relink(n2, t, t2);
    this.#improve(p);
  }

  /** Puts a corner on edge k of a triangle. */
  #splitEdge(t: number, k: number, p: number): void {
    const at = 3 * t;
    const [i, j, l] = [at + k, at + next(k), at + before(k)];
    const [a, b, c] = [this.corners[i], this.corners[j], this.corners[l]];
    const [s, nb, na] = [this.across[i], this.across[j], this.across[l]];
    const [arc, arcB, arcA] = [this.isArc[i], this.isArc[j], this.isArc[l]];
    const t1 = this.triangleCount;
    const s1 = s < 0 ? -1 : t1 + 1;
    if (s >= 0) {
      const m = this.#cornerIn(s, b);
      const base = 3 * s;
      const d = this.corners[base + before(m)];
      const [mb, ma] = [this.across[base + before(m)], this.across[base + next(m)]];
      const [arcDb, arcDa] = [this.isArc[base + before(m)], this.isArc[base + next(m)]];
      this.#set(t, a, p, c, s1, t1, na, arc, 0, arcA);
      this.#append(p, b, c, s, nb, t, arc, arcB, 0);
      this.#set(s, b, p, d, t1, s1, mb, arc, 0, arcDb);
      this.#append(p, a, d, t, ma, s, arc, arcDa, 0);
      this.#relink(ma, s, s1);
    } else {
      this.#set(t, a, p, c, -1, t1, na, arc, 0, arcA);
      this.#append(p, b, c, -1, nb, t, arc, arcB, 0);
    }
    this.#relink(nb, t, t1);
    this.#improve(p);
  }

  /** Turns edge k of a triangle into the other diagonal. The two triangles must be strictly convex together. */
  #flip(t: number, k: number): void {
    const s = this.across[3 * t + k];
    const [j, l] = [3 * t + next(k), 3 * t + before(k)];
    const [a, b, c] = [this.corners[3 * t + k], this.corners[j], this.corners[l]];
    const m = this.#cornerIn(s, b);
    const [sd, sa] = [3 * s + before(m), 3 * s + next(m)];
    const d = this.corners[sd];
    const [nbc, nca, nad, ndb] = [this.across[j], this.across[l], this.across[sa], this.across[sd]];
    const [cbc, cca, cad, cdb] = [this.isArc[j], this.isArc[l], this.isArc[sa], this.isArc[sd]];
    this.#set(t, a, d, c, nad, s, nca, cad, 0, cca);
    this.#set(s, d, b, c, ndb, nbc, t, cdb, cbc, 0);
    this.#relink(nad, s, t);
    this.#relink(nbc, t, s);
  }

  #isConvex(t: number, k: number): boolean {
    const s = this.across[3 * t + k];
    const a = this.corners[3 * t + k];
    const b = this.corners[3 * t + next(k)];
    const c = this.corners[3 * t + before(k)];
    const d = this.corners[3 * s + before(this.#cornerIn(s, b))];
    return this.#turn(a, d, c) > 0 && this.#turn(d, b, c) > 0;
  }

  /** Flips edges across from a new corner as long as Delaunay's rule asks for it. */
  #improve(p: number): void {
    const stack: number[] = [];
    this.#around(p, (t, k) => {
      stack.push(t, this.corners[3 * t + next(k)]);
      return false;
    });
    for (let steps = 0; stack.length > 0 && steps < 64; steps++) {
      const from = stack.pop()!;
      const t = stack.pop()!;
      const k = this.#cornerIn(t, from);
      if (this.corners[3 * t + k] !== from || this.corners[3 * t + before(k)] !== p) continue;
      const s = this.across[3 * t + k];
      if (s < 0 || this.isArc[3 * t + k] || !this.#isBetterFlipped(t, k) || !this.#isConvex(t, k)) continue;
      const d = this.corners[3 * s + before(this.#cornerIn(s, this.corners[3 * t + next(k)]))];
      this.#flip(t, k);
      stack.push(t, from, s, d);
    }
  }

  #isBetterFlipped(t: number, k: number): boolean {
    const s = this.across[3 * t + k];
    const [a, b, c] = [k, next(k), before(k)].map((corner) => this.corners[3 * t + corner]);
    const d = this.corners[3 * s + before(this.#cornerIn(s, b))];
    const of = (i: number) => {
      const u = this.#u[i] - this.#u[d];
      const v = this.#v[i] - this.#v[d];
      return [u, v, u * u + v * v];
    };
    const [au, av, aw] = of(a);
    const [bu, bv, bw] = of(b);
    const [cu, cv, cw] = of(c);
    const det = au * (bv * cw - bw * cv) - av * (bu * cw - bw * cu) + aw * (bu * cv - bv * cu);
    return det * this.#flat.turn > 0;
  }

  /** Makes the segment between two points an arc: its edges are marked, crossings with other arcs become points. */
  addArc(fromPoint: number, toPoint: number): void {
    const from = this.insert(fromPoint);
    const to = this.insert(toPoint);
    if (from !== to) this.#connect(from, to);
  }

  #connect(start: number, end: number): void {
    let from = start;
    while (from !== end) {
      const reached = this.#edgeTowards(from, end);
      if (reached >= 0) {
        this.#mark(from, reached);
        from = reached;
        continue;
      }
      const stop = this.#clear(from, end);
      if (stop >= 0) {
        this.#connect(from, stop);
        from = stop;
      }
    }
  }

  /** A corner that an edge leads to, on the way from one corner to another; −1 when no edge lies on that way. */
  #edgeTowards(from: number, end: number): number {
    let found = -1;
    this.#around(from, (t, k) => {
      const a = this.corners[3 * t + next(k)];
      const b = this.corners[3 * t + before(k)];
      if (a === end || b === end) {
        found = end;
        return true;
      }
      const turnA = this.#turn(from, end, a);
      const turnB = this.#turn(from, end, b);
      if (turnA === 0 && turnB > 0) found = a;
      else if (turnB === 0 && turnA < 0) found = b;
      return found >= 0;
    });
    return found;
  }

  #mark(from: number, to: number): void {
    for (const edge of [this.#findEdge(from, to), this.#findEdge(to, from)]) if (edge >= 0) this.isArc[edge] = 1;
  }

  /**
   * Flips the edges that the segment crosses, up to its end, the first corner on it or the first arc that it crosses;
   * returns the corner where that ended early, or −1.
   */
  #clear(from: number, end: number): number {
    const crossed: number[] = [];
    const stop = this.#gatherCrossed(from, end, crossed);
    if (stop >= 0 && crossed.length === 0) return stop;
    const goal = stop >= 0 ? stop : end;
    while (crossed.length > 0) {
      const p = crossed.shift()!;
      const q = crossed.shift()!;
      const edge = this.#findEdge(p, q);
      const [t, k] = [Math.floor(edge / 3), edge % 3];
      if (!this.#isConvex(t, k)) {
        crossed.push(p, q);
        continue;
      }
      const s = this.across[edge];
      const c = this.corners[3 * t + before(k)];
      const d = this.corners[3 * s + before(this.#cornerIn(s, q))];
      this.#flip(t, k);
      if (c === from || d === from || c === goal || d === goal) continue;
      if (this.#turn(from, goal, c) * this.#turn(from, goal, d) < 0) crossed.push(c, d);
    }
    return -1;
  }

  /** Lists the edges that the way from one corner to another crosses, two corners each. */
  #gatherCrossed(from: number, end: number, crossed: number[]): number {
    let t = -1;
    let k = 0;
    this.#around(from, (triangle, corner) => {
      const a = this.corners[3 * triangle + next(corner)];
      const b = this.corners[3 * triangle + before(corner)];
      if (this.#turn(from, end, a) >= 0 || this.#turn(from, end, b) <= 0) return false;
      t = triangle;
      k = next(corner);
      return true;
    });
    for (;;) {
      const a = this.corners[3 * t + k];
      const b = this.corners[3 * t + next(k)];
      if (this.isArc[3 * t + k]) {
        crossed.length = 0;
        return this.#crossArc(t, k, from, end);
      }
      crossed.push(a, b);
      const s = this.across[3 * t + k];
      const m = this.#cornerIn(s, b);
      const d = this.corners[3 * s + before(m)];
      if (d === end) return -1;
      const turn = this.#turn(from, end, d);
      if (turn === 0) return d;
      t = s;
      // b → a is edge m of the triangle; beyond it lie a → d and d → b.
      k = turn > 0 ? next(m) : before(m);
    }
  }

  /** Adds the point where the way from one corner to another crosses an arc. */
  #crossArc(t: number, k: number, from: number, end: number): number {
    const a = this.corners[3 * t + k];
    const b = this.corners[3 * t + next(k)];
    const [p, q, r, s] = [from, end, a, b].map((corner) => this.ids[corner]);
    const corner = this.#addCorner(this.#points.addCrossing(p, q, r, s, this.#flat), 0);
    this.#splitEdge(t, k, corner);
    return corner;
  }
}
