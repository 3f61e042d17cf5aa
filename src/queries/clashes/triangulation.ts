/**
 * A triangulation of a face of the surface: points are added to it, and every decision is exact.
 *
 * Shapes are improved towards Delaunay's; that is done in plain doubles, for nothing but speed depends on it. One
 * triangulation serves for one face after the other.
 */
import { FaceCorners } from './face-corners.ts';
import { enlarged } from './int-list.ts';
import type { Projection } from './points.ts';

export const next = (k: number): number => (k === 2 ? 0 : k + 1);
export const before = (k: number): number => (k === 0 ? 2 : k - 1);
/** Flips of one improvement; more are not worth their time. */
const FLIPS_MAX = 64;

export class Triangulation extends FaceCorners {
  #triangleCount = 0;
  /** Three corners per triangle, in the face's orientation. */
  corners = new Int32Array(3 * 64);
  /** Across the edge from corner k to the next: the other triangle, or −1; and the number of an arc that the edge is part of, 0 for none. */
  across = new Int32Array(3 * 64);
  arcOf = new Int32Array(3 * 64);
  #last = 0;
  /** Begins with a face: three points, in its orientation. */
  begin(p0: number, p1: number, p2: number, projection: Projection): void {
    this.beginCorners(projection);
    this.#triangleCount = 0;
    this.#last = 0;
    // A corner lies on the edge that begins there and on the one that ends there.
    this.addCorner(p0, 0b101);
    this.addCorner(p1, 0b011);
    this.addCorner(p2, 0b110);
    this.#set(this.#newTriangle(), 0, 1, 2, -1, -1, -1, 0, 0, 0);
  }

  get triangleCount(): number {
    return this.#triangleCount;
  }

  #newTriangle(): number {
    const triangle = this.#triangleCount++;
    if (3 * triangle === this.corners.length) {
      this.corners = enlarged(this.corners, 0);
      this.across = enlarged(this.across, 0);
      this.arcOf = enlarged(this.arcOf, 0);
    }
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
    this.arcOf[at] = c0;
    this.arcOf[at + 1] = c1;
    this.arcOf[at + 2] = c2;
    this.triangleAt[v0] = t;
    this.triangleAt[v1] = t;
    this.triangleAt[v2] = t;
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

  /**
   * Adds the points from `first` to `end` of a list to edge k of the face, in their order along it; `reversed` when they
   * are listed from its end.
   */
  addOnEdge(k: number, points: Int32Array, first: number, end: number, reversed: boolean): void {
    let from = k;
    const to = next(k);
    for (let i = first; i < end; i++) {
      const corner = this.addCorner(points[reversed ? first + end - 1 - i : i], 1 << k);
      const edge = this.findEdge(from, to);
      this.splitEdge((edge / 3) | 0, edge % 3, corner);
      from = corner;
    }
  }

  /** The first triangle at a corner, going round; walk on with `following`. */
  first(corner: number): number {
    const start = this.triangleAt[corner];
    let t = start;
    for (;;) {
      // Back to where the face ends, or once round.
      const back = this.across[3 * t + this.cornerIn(t, corner)];
      if (back < 0 || back === start) return t;
      t = back;
    }
  }

  /** The next triangle round a corner; −1 where the face ends. */
  following(t: number, corner: number): number {
    return this.across[3 * t + before(this.cornerIn(t, corner))];
  }

  /** The place of the edge from one corner to another: 3 · triangle + k; −1 when there is none in this direction. */
  findEdge(from: number, to: number): number {
    const first = this.first(from);
    let t = first;
    do {
      const k = this.cornerIn(t, from);
      if (this.corners[3 * t + next(k)] === to) return 3 * t + k;
      t = this.following(t, from);
    } while (t >= 0 && t !== first);
    return -1;
  }

  cornerIn(t: number, corner: number): number {
    return this.corners[3 * t] === corner ? 0 : this.corners[3 * t + 1] === corner ? 1 : 2;
  }

  /** The corner for a point; it is added when it is new. */
  insert(point: number): number {
    const known = this.known(point);
    if (known >= 0) return known;
    const corner = this.addCorner(point, 0);
    const t = this.#locate(corner);
    const edges = this.#edgesThrough(t, corner);
    if (edges === 0) this.#splitTriangle(t, corner);
    else if ((edges & (edges - 1)) === 0) this.splitEdge(t, edges >> 1, corner);
    else {
      // The same place under another name, where the other surface meets itself.
      this.cornerCount--;
      const vertex = this.corners[3 * t + (edges === 0b011 ? 1 : edges === 0b110 ? 2 : 0)];
      this.note(point, vertex);
      return vertex;
    }
    return corner;
  }

  /** The triangle that holds a corner which is not used yet. */
  #locate(corner: number): number {
    let t = this.#last < this.#triangleCount ? this.#last : 0;
    const most = 3 * Math.sqrt(this.#triangleCount) + 16;
    for (let steps = 0; steps < most; steps++) {
      const further = this.#beyond(t, corner, steps % 3);
      if (further < 0) {
        this.#last = t;
        return t;
      }
      t = further;
    }
    // The walk need not end where the triangulation is not Delaunay's: then look at all.
    for (t = 0; this.#beyond(t, corner, 0) >= 0; ) t++;
    this.#last = t;
    return t;
  }

  /** The neighbour across an edge that has the corner on its far side; −1 when the triangle holds the corner. */
  #beyond(t: number, corner: number, first: number): number {
    for (let step = 0; step < 3; step++) {
      const k = (first + step) % 3;
      if (this.orientation(this.corners[3 * t + k], this.corners[3 * t + next(k)], corner) < 0)
        return this.across[3 * t + k];
    }
    return -1;
  }

  /** The edges of a triangle on which a corner within it lies, as bits. */
  #edgesThrough(t: number, corner: number): number {
    let bits = 0;
    for (let k = 0; k < 3; k++) {
      if (this.orientation(this.corners[3 * t + k], this.corners[3 * t + next(k)], corner) === 0) bits |= 1 << k;
    }
    return bits;
  }

  #splitTriangle(t: number, p: number): void {
    const { corners, across, arcOf } = this;
    const at = 3 * t;
    const a = corners[at];
    const b = corners[at + 1];
    const c = corners[at + 2];
    const n0 = across[at];
    const n1 = across[at + 1];
    const n2 = across[at + 2];
    const c0 = arcOf[at];
    const c1 = arcOf[at + 1];
    const c2 = arcOf[at + 2];
    const t1 = this.#newTriangle();
    const t2 = this.#newTriangle();
    this.#set(t, a, b, p, n0, t1, t2, c0, 0, 0);
    this.#set(t1, b, c, p, n1, t2, t, c1, 0, 0);
    this.#set(t2, c, a, p, n2, t, t1, c2, 0, 0);
    this.#relink(n1, t, t1);
    this.#relink(n2, t, t2);
    this.#improve(p);
  }

  /** Puts a corner on edge k of a triangle. */
  splitEdge(t: number, k: number, p: number): void {
    const i = 3 * t + k;
    const j = 3 * t + next(k);
    const l = 3 * t + before(k);
    const a = this.corners[i];
    const b = this.corners[j];
    const c = this.corners[l];
    const s = this.across[i];
    const nb = this.across[j];
    const na = this.across[l];
    const arc = this.arcOf[i];
    const arcB = this.arcOf[j];
    const arcA = this.arcOf[l];
    const t1 = this.#newTriangle();
    const s1 = s < 0 ? -1 : this.#newTriangle();
    if (s >= 0) {
      const m = this.cornerIn(s, b);
      const sd = 3 * s + before(m);
      const sa = 3 * s + next(m);
      const d = this.corners[sd];
      const mb = this.across[sd];
      const ma = this.across[sa];
      const arcDb = this.arcOf[sd];
      const arcDa = this.arcOf[sa];
      this.#set(s, b, p, d, t1, s1, mb, arc, 0, arcDb);
      this.#set(s1, p, a, d, t, ma, s, arc, arcDa, 0);
      this.#relink(ma, s, s1);
    }
    this.#set(t, a, p, c, s1, t1, na, arc, 0, arcA);
    this.#set(t1, p, b, c, s, nb, t, arc, arcB, 0);
    this.#relink(nb, t, t1);
    this.#improve(p);
  }

  /** Turns edge k of a triangle into the other diagonal. The two triangles must be strictly convex together. */
  flip(t: number, k: number): void {
    const { corners, across, arcOf } = this;
    const i = 3 * t + k;
    const j = 3 * t + next(k);
    const l = 3 * t + before(k);
    const s = across[i];
    const a = corners[i];
    const b = corners[j];
    const c = corners[l];
    const m = this.cornerIn(s, b);
    const sd = 3 * s + before(m);
    const sa = 3 * s + next(m);
    const d = corners[sd];
    const nbc = across[j];
    const nca = across[l];
    const nad = across[sa];
    const ndb = across[sd];
    const cbc = arcOf[j];
    const cca = arcOf[l];
    const cad = arcOf[sa];
    const cdb = arcOf[sd];
    this.#set(t, a, d, c, nad, s, nca, cad, 0, cca);
    this.#set(s, d, b, c, ndb, nbc, t, cdb, cbc, 0);
    this.#relink(nad, s, t);
    this.#relink(nbc, t, s);
  }

  /** The corner of the triangle across edge k that is not on it. */
  opposite(t: number, k: number): number {
    const s = this.across[3 * t + k];
    return this.corners[3 * s + before(this.cornerIn(s, this.corners[3 * t + next(k)]))];
  }

  isConvex(t: number, k: number): boolean {
    const a = this.corners[3 * t + k];
    const b = this.corners[3 * t + next(k)];
    const c = this.corners[3 * t + before(k)];
    const d = this.opposite(t, k);
    return this.orientation(a, d, c) > 0 && this.orientation(d, b, c) > 0;
  }

  readonly #stack: number[] = [];

  /** Flips edges across from a new corner as long as Delaunay's rule asks for it. */
  #improve(p: number): void {
    const stack = this.#stack;
    const first = this.first(p);
    let around = first;
    do {
      stack.push(around, this.corners[3 * around + next(this.cornerIn(around, p))]);
      around = this.following(around, p);
    } while (around >= 0 && around !== first);
    for (let steps = 0; stack.length > 0; steps++) {
      const from = stack.pop()!;
      const t = stack.pop()!;
      const k = this.cornerIn(t, from);
      // Gone with a flip before, or enough of it.
      if (steps > FLIPS_MAX || this.corners[3 * t + k] !== from || this.corners[3 * t + before(k)] !== p) continue;
      const s = this.across[3 * t + k];
      if (s < 0 || this.arcOf[3 * t + k] || !this.#isBetterFlipped(t, k) || !this.isConvex(t, k)) continue;
      const d = this.opposite(t, k);
      this.flip(t, k);
      stack.push(t, from, s, d);
    }
  }

  #isBetterFlipped(t: number, k: number): boolean {
    const a = this.corners[3 * t + k];
    const b = this.corners[3 * t + next(k)];
    const c = this.corners[3 * t + before(k)];
    return this.isWithinCircle(a, b, c, this.opposite(t, k));
  }
}
