/**
 * The points of a contact: vertices, and where an edge of one surface meets a face or an edge of the other.
 *
 * Each has coordinates in double precision with a bound for their error, good enough to decide nearly every sign, and
 * exact ones on demand.
 */

import type { GroupsOfSide } from './cell-mesh.ts';
import { POINT_EDGE_EDGE, POINT_EDGE_FACE, POINT_OPERANDS, POINT_VERTEX } from './constants.ts';
import type { NamedPoints } from './contact-kernels.ts';
import { enlarged } from './int-list.ts';
import type { Surface } from './surface.ts';
import {
  ratioToNumber,
  toWhole,
  type WholePoint,
  wholeBetween,
  wholeMiddle,
  wholeOrientation,
  wholeVolume,
} from './whole-points.ts';
import { PointArrays } from './workspace.ts';

const EPSILON = 2 ** -53;
/** Parts along an edge that are less certain than this are computed exactly instead. */
const PART_ERROR_MAX = 2 ** -44;

const CROSSING = 3;
const MIDDLE = 4;

/** Two coordinates in which a triangle does not degenerate, the one it is projected along, and its orientation in them. */
export interface Projection {
  readonly u: 0 | 1 | 2;
  readonly v: 0 | 1 | 2;
  readonly w: 0 | 1 | 2;
  readonly orientation: number;
}

export class Points {
  readonly surfaces: readonly [Surface, Surface];
  count = 0;
  /** Where coordinates are, and where points come from: a kind, a side, and vertices of that side and of the other, or points. */
  readonly #arrays: PointArrays;
  readonly #projections = new Map<number, Projection>();
  readonly #whole = new Map<number, WholePoint>();
  readonly #wholeVertices = [new Map<number, WholePoint>(), new Map<number, WholePoint>()] as const;
  #exponent: number | undefined;
  /** The bounds for errors do not allow for underflow. */
  readonly #wide: boolean;

  /** Sides are 0 for the surface a and 1 for b. */
  constructor(a: Surface, b: Surface, arrays = new PointArrays()) {
    this.surfaces = [a, b];
    this.#wide = a.isWide || b.isWide;
    this.#arrays = arrays;
  }

  /** Other arrays when points have been added. */
  get x(): Float64Array {
    return this.#arrays.x;
  }

  get y(): Float64Array {
    return this.#arrays.y;
  }

  get z(): Float64Array {
    return this.#arrays.z;
  }

  /** Error bound of each coordinate. */
  get error(): Float64Array {
    return this.#arrays.error;
  }

  /** Takes the points of a contact that the kernels have named, as the first ones. */
  assign(named: NamedPoints): void {
    const arrays = this.#arrays;
    this.#grow(named.count);
    if (arrays.operands.length < named.operands.length) arrays.operands = new Int32Array(2 * named.operands.length);
    arrays.x.set(named.x);
    arrays.y.set(named.y);
    arrays.z.set(named.z);
    arrays.error.set(named.error);
    arrays.kinds.set(named.kinds);
    arrays.sides.set(named.sides);
    arrays.operands.set(named.operands);
    this.count = named.count;
    if (named.areAllClose) return;
    for (let point = 0; point < this.count; point++) if (arrays.error[point] < 0) this.#computeExactly(point);
  }

  #grow(least: number): void {
    const arrays = this.#arrays;
    if (arrays.x.length >= least) return;
    arrays.x = enlarged(arrays.x, least);
    arrays.y = enlarged(arrays.y, least);
    arrays.z = enlarged(arrays.z, least);
    arrays.error = enlarged(arrays.error, least);
    arrays.kinds = enlarged(arrays.kinds, least);
    arrays.sides = enlarged(arrays.sides, least);
  }

  coordinate(point: number, axis: number): number {
    return axis === 0 ? this.x[point] : axis === 1 ? this.y[point] : this.z[point];
  }

  #note(kind: number, side: number, o0: number, o1: number, o2: number, o3: number, o4: number): void {
    const point = this.count;
    const arrays = this.#arrays;
    this.#grow(point + 1);
    const at = POINT_OPERANDS * point;
    if (at + POINT_OPERANDS > arrays.operands.length) arrays.operands = enlarged(arrays.operands, at + POINT_OPERANDS);
    arrays.kinds[point] = kind;
    arrays.sides[point] = side;
    const { operands } = arrays;
    operands[at] = o0;
    operands[at + 1] = o1;
    operands[at + 2] = o2;
    operands[at + 3] = o3;
    operands[at + 4] = o4;
  }

  /** Gives the point that was noted last its coordinates. */
  #add(x: number, y: number, z: number, error: number): number {
    const point = this.count++;
    const arrays = this.#arrays;
    arrays.x[point] = x;
    arrays.y[point] = y;
    arrays.z[point] = z;
    arrays.error[point] = error;
    return point;
  }

  /** Where doubles would be too far off: computes them exactly, then rounds. */
  #addExactly(): number {
    const point = this.#add(0, 0, 0, 0);
    this.#computeExactly(point);
    return point;
  }

  #computeExactly(point: number): void {
    const { exponent } = this;
    const [x, y, z, w] = this.whole(point);
    this.x[point] = ratioToNumber(x, w, exponent);
    this.y[point] = ratioToNumber(y, w, exponent);
    this.z[point] = ratioToNumber(z, w, exponent);
    this.error[point] = 8 * EPSILON * this.#size(point);
  }

  #size(point: number): number {
    return Math.max(Math.abs(this.x[point]), Math.abs(this.y[point]), Math.abs(this.z[point]));
  }

  addVertex(side: number, vertex: number): number {
    const { positions } = this.surfaces[side];
    const at = 3 * vertex;
    this.#note(POINT_VERTEX, side, vertex, 0, 0, 0, 0);
    return this.#add(positions[at], positions[at + 1], positions[at + 2], 0);
  }

  /** The same for several, whose coordinates are given. Returns the number of the first. */
  addVertices(side: number, { added, x, y, z }: GroupsOfSide): number {
    const arrays = this.#arrays;
    const first = this.count;
    this.#grow(first + added.length);
    const operands = POINT_OPERANDS * (first + added.length);
    if (operands > arrays.operands.length) arrays.operands = enlarged(arrays.operands, operands);
    arrays.x.set(x, first);
    arrays.y.set(y, first);
    arrays.z.set(z, first);
    arrays.error.fill(0, first, first + added.length);
    arrays.kinds.fill(POINT_VERTEX, first, first + added.length);
    arrays.sides.fill(side, first, first + added.length);
    arrays.operands.fill(0, POINT_OPERANDS * first, operands);
    for (let i = 0; i < added.length; i++) arrays.operands[POINT_OPERANDS * (first + i)] = added[i];
    this.count += added.length;
    return first;
  }

  /** Where the edge p q of one side crosses the plane of a face of the other, its ends strictly on different sides. */
  addEdgeFace(side: number, p: number, q: number, face: number): number {
    const own = this.surfaces[side].positions;
    const { positions: t, corners } = this.surfaces[1 - side];
    const v0 = corners[3 * face];
    const v1 = corners[3 * face + 1];
    const v2 = corners[3 * face + 2];
    this.#note(POINT_EDGE_FACE, side, p, q, v0, v1, v2);
    const tx = t[3 * v0];
    const ty = t[3 * v0 + 1];
    const tz = t[3 * v0 + 2];
    const ux = t[3 * v1] - tx;
    const uy = t[3 * v1 + 1] - ty;
    const uz = t[3 * v1 + 2] - tz;
    const vx = t[3 * v2] - tx;
    const vy = t[3 * v2 + 1] - ty;
    const vz = t[3 * v2 + 2] - tz;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const px = own[3 * p] - tx;
    const py = own[3 * p + 1] - ty;
    const pz = own[3 * p + 2] - tz;
    const qx = own[3 * q] - tx;
    const qy = own[3 * q + 1] - ty;
    const qz = own[3 * q + 2] - tz;
    // Heights above the plane times the length of the normal, and what both together may be off by.
    const hp = px * nx + py * ny + pz * nz;
    const hq = qx * nx + qy * ny + qz * nz;
    const error =
      (Math.abs(px) + Math.abs(qx)) * (Math.abs(uy * vz) + Math.abs(uz * vy)) +
      (Math.abs(py) + Math.abs(qy)) * (Math.abs(uz * vx) + Math.abs(ux * vz)) +
      (Math.abs(pz) + Math.abs(qz)) * (Math.abs(ux * vy) + Math.abs(uy * vx));
    const partError = (16 * EPSILON * error) / (Math.abs(hp) + Math.abs(hq)) + 4 * EPSILON;
    return this.#addAlong(own, p, q, hp / (hp - hq), partError);
  }

  /** Where the edge p q of A crosses the edge r s of B, in one plane and not on one line. */
  addEdgeEdge(p: number, q: number, r: number, s: number): number {
    const [a, b] = this.surfaces;
    this.#note(POINT_EDGE_EDGE, 0, p, q, r, s, 0);
    const d = (k: number) => a.positions[3 * q + k] - a.positions[3 * p + k];
    const e = (k: number) => b.positions[3 * s + k] - b.positions[3 * r + k];
    const f = (k: number) => b.positions[3 * r + k] - a.positions[3 * p + k];
    let [best, part, partError] = [0, 0.5, Number.POSITIVE_INFINITY];
    for (let w = 0; w < 3; w++) {
      const [u, v] = [(w + 1) % 3, (w + 2) % 3];
      const across = d(u) * e(v) - d(v) * e(u);
      if (Math.abs(across) <= best) continue;
      best = Math.abs(across);
      const size = Math.abs(d(u) * e(v)) + Math.abs(d(v) * e(u));
      const above = f(u) * e(v) - f(v) * e(u);
      const aboveSize = Math.abs(f(u) * e(v)) + Math.abs(f(v) * e(u));
      part = above / across;
      partError = (8 * EPSILON * (aboveSize + size)) / best;
    }
    return this.#addAlong(a.positions, p, q, part, partError);
  }

  #addAlong(own: Float64Array, p: number, q: number, part: number, partError: number): number {
    if (this.#wide || !(partError < PART_ERROR_MAX) || !(part >= -PART_ERROR_MAX && part <= 1 + PART_ERROR_MAX)) {
      return this.#addExactly();
    }
    const x = own[3 * p];
    const y = own[3 * p + 1];
    const z = own[3 * p + 2];
    const dx = own[3 * q] - x;
    const dy = own[3 * q + 1] - y;
    const dz = own[3 * q + 2] - z;
    const length = Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz));
    const size = Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) + length;
    return this.#add(x + dx * part, y + dy * part, z + dz * part, 2 * partError * length + 4 * EPSILON * size);
  }

  /** Where the segments p q and r s of points cross within a face with a given projection. */
  addCrossing(p: number, q: number, r: number, s: number, projection: Projection): number {
    this.#projections.set(this.count, projection);
    this.#note(CROSSING, 0, p, q, r, s, 0);
    return this.#addExactly();
  }

  /** The middle of three points. */
  addMiddle(p: number, q: number, r: number): number {
    const middle = (of: Float64Array) => of[p] / 3 + of[q] / 3 + of[r] / 3;
    this.#note(MIDDLE, 0, p, q, r, 0, 0);
    const size = Math.max(this.#size(p), this.#size(q), this.#size(r));
    const error = Math.max(this.error[p], this.error[q], this.error[r]) + 8 * EPSILON * size;
    return this.#add(middle(this.x), middle(this.y), middle(this.z), error);
  }

  /** All coordinates of both surfaces are whole multiples of 2 to this power. */
  get exponent(): number {
    if (this.#exponent === undefined) {
      const [a, b] = this.surfaces;
      const both = Math.min(a.exponent, b.exponent);
      this.#exponent = Number.isFinite(both) ? both : 0;
    }
    return this.#exponent;
  }

  wholeVertex(side: number, vertex: number): WholePoint {
    const known = this.#wholeVertices[side].get(vertex);
    if (known) return known;
    const { positions } = this.surfaces[side];
    const at = (k: number) => toWhole(positions[3 * vertex + k], this.exponent);
    const found: WholePoint = [at(0), at(1), at(2), 1n];
    this.#wholeVertices[side].set(vertex, found);
    return found;
  }

  /** Exact coordinates, as multiples of 2^exponent. */
  whole(point: number): WholePoint {
    let found = this.#whole.get(point);
    if (!found) {
      found = this.#computeWhole(point);
      this.#whole.set(point, found);
    }
    return found;
  }

  #computeWhole(point: number): WholePoint {
    const kind = this.#arrays.kinds[point];
    const side = this.#arrays.sides[point];
    const of = Array.from(
      this.#arrays.operands.subarray(POINT_OPERANDS * point, POINT_OPERANDS * point + POINT_OPERANDS),
    );
    if (kind === POINT_VERTEX) return this.wholeVertex(side, of[0]);
    if (kind === MIDDLE) return wholeMiddle(this.whole(of[0]), this.whole(of[1]), this.whole(of[2]));
    if (kind === CROSSING) {
      const [p, q, r, s] = of.slice(0, 4).map((other) => this.whole(other));
      const { u, v } = this.#projections.get(point)!;
      return wholeBetween(p, wholeOrientation(p, r, s, u, v), q, wholeOrientation(q, r, s, u, v));
    }
    const p = this.wholeVertex(side, of[0]);
    const q = this.wholeVertex(side, of[1]);
    if (kind === POINT_EDGE_FACE) {
      const [t0, t1, t2] = of.slice(2).map((vertex) => this.wholeVertex(1 - side, vertex));
      return wholeBetween(p, wholeVolume(p, t1, t2, t0), q, wholeVolume(q, t1, t2, t0));
    }
    const [r, s] = of.slice(2, 4).map((vertex) => this.wholeVertex(1 - side, vertex));
    for (const [u, v] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ]) {
      const n = wholeOrientation(p, r, s, u, v);
      const m = wholeOrientation(q, r, s, u, v);
      if (n !== m) return wholeBetween(p, n, q, m);
    }
    throw new Error('two edges on one line have no single point in common');
  }
}
