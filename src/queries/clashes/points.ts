/**
 * The points of a contact: vertices, and where an edge of one surface meets a face or an edge of the other.
 *
 * Each has coordinates in double precision with a bound for their error, good enough to decide nearly every sign, and
 * exact ones on demand.
 */
import type { Surface } from './surface.ts';
import {
  ratioToNumber,
  toWhole,
  type WholePoint,
  wholeBetween,
  wholeMiddle,
  wholeTurn,
  wholeVolume,
} from './whole-points.ts';

const EPSILON = 2 ** -53;
/** Parts along an edge that are less certain than this are computed exactly instead. */
const PART_ERROR_MAX = 2 ** -34;

const VERTEX = 0;
const EDGE_FACE = 1;
const EDGE_EDGE = 2;
const CROSSING = 3;
const MIDDLE = 4;

/** Two coordinates in which a triangle does not collapse, the one it is seen along, and its turn in them. */
export interface Flat {
  readonly u: 0 | 1 | 2;
  readonly v: 0 | 1 | 2;
  readonly w: 0 | 1 | 2;
  readonly turn: number;
}

/** Where a point comes from; sides are 0 for the surface A and 1 for B. */
interface Origin {
  readonly kind: number;
  readonly side: number;
  /** Vertices of the first side, then of the other; or points of this table. */
  readonly of: readonly number[];
  readonly flat?: Flat;
}

export class Points {
  readonly surfaces: readonly [Surface, Surface];
  readonly x: number[] = [];
  readonly y: number[] = [];
  readonly z: number[] = [];
  /** What each coordinate may be off by. */
  readonly error: number[] = [];
  readonly #origins: Origin[] = [];
  readonly #whole = new Map<number, WholePoint>();
  #exponent: number | undefined;
  /** The bounds for errors do not allow for underflow. */
  readonly #wide: boolean;

  constructor(a: Surface, b: Surface) {
    this.surfaces = [a, b];
    this.#wide = a.isWide || b.isWide;
  }

  get count(): number {
    return this.x.length;
  }

  coordinate(point: number, axis: number): number {
    return axis === 0 ? this.x[point] : axis === 1 ? this.y[point] : this.z[point];
  }

  #add(origin: Origin, x: number, y: number, z: number, error: number): number {
    this.#origins.push(origin);
    this.x.push(x);
    this.y.push(y);
    this.z.push(z);
    this.error.push(error);
    return this.x.length - 1;
  }

  /** Adds a point whose doubles would be too far off: computed exactly, then rounded. */
  #addExactly(origin: Origin): number {
    const point = this.#add(origin, 0, 0, 0, 0);
    const exponent = this.exponent;
    const [x, y, z, w] = this.whole(point);
    this.x[point] = ratioToNumber(x, w, exponent);
    this.y[point] = ratioToNumber(y, w, exponent);
    this.z[point] = ratioToNumber(z, w, exponent);
    this.error[point] = 8 * EPSILON * this.#size(point);
    return point;
  }

  #size(point: number): number {
    return Math.max(Math.abs(this.x[point]), Math.abs(this.y[point]), Math.abs(this.z[point]));
  }

  addVertex(side: number, vertex: number): number {
    const { positions } = this.surfaces[side];
    const at = 3 * vertex;
    return this.#add({ kind: VERTEX, side, of: [vertex] }, positions[at], positions[at + 1], positions[at + 2], 0);
  }

  /** Where the edge p q of one side crosses the plane of a face of the other, its ends strictly on different sides. */
  addEdgeFace(side: number, p: number, q: number, face: number): number {
    const own = this.surfaces[side];
    const other = this.surfaces[1 - side];
    const [t0, t1, t2] = [0, 1, 2].map((k) => other.corners[3 * face + k]);
    const origin = { kind: EDGE_FACE, side, of: [p, q, t0, t1, t2] };
    const height = heightsAbove(other.positions, 3 * t0, 3 * t1, 3 * t2);
    const hp = height(own.positions, 3 * p);
    const hq = height(own.positions, 3 * q);
    const spread = Math.abs(hp.value) + Math.abs(hq.value);
    const partError = (2 * (hp.error + hq.error)) / spread + 4 * EPSILON;
    return this.#addAlong(origin, own, p, q, hp.value / (hp.value - hq.value), partError);
  }

  /** Where the edge p q of A crosses the edge r s of B, in one plane and not on one line. */
  addEdgeEdge(p: number, q: number, r: number, s: number): number {
    const [a, b] = this.surfaces;
    const origin = { kind: EDGE_EDGE, side: 0, of: [p, q, r, s] };
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
    return this.#addAlong(origin, a, p, q, part, partError);
  }

  #addAlong(origin: Origin, own: Surface, p: number, q: number, part: number, partError: number): number {
    if (this.#wide || !(partError < PART_ERROR_MAX) || !(part >= -PART_ERROR_MAX && part <= 1 + PART_ERROR_MAX)) {
      return this.#addExactly(origin);
    }
    let size = 0;
    let length = 0;
    const at: number[] = [];
    for (let k = 0; k < 3; k++) {
      const from = own.positions[3 * p + k];
      const to = own.positions[3 * q + k];
      size = Math.max(size, Math.abs(from), Math.abs(to));
      length = Math.max(length, Math.abs(to - from));
      at.push(from + (to - from) * part);
    }
    return this.#add(origin, at[0], at[1], at[2], 2 * partError * length + 4 * EPSILON * size);
  }

  /** Where the segments p q and r s of points cross within a face that is flat in `flat`. */
  addCrossing(p: number, q: number, r: number, s: number, flat: Flat): number {
    return this.#addExactly({ kind: CROSSING, side: 0, of: [p, q, r, s], flat });
  }

  /** The middle of three points. */
  addMiddle(p: number, q: number, r: number): number {
    const middle = (of: readonly number[]) => of[p] / 3 + of[q] / 3 + of[r] / 3;
    const point = this.#add(
      { kind: MIDDLE, side: 0, of: [p, q, r] },
      middle(this.x),
      middle(this.y),
      middle(this.z),
      Math.max(this.error[p], this.error[q], this.error[r]),
    );
    this.error[point] += 8 * EPSILON * Math.max(this.#size(p), this.#size(q), this.#size(r));
    return point;
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
    const { positions } = this.surfaces[side];
    const at = (k: number) => toWhole(positions[3 * vertex + k], this.exponent);
    return [at(0), at(1), at(2), 1n];
  }

  /** Exact coordinates, as multiples of 2^exponent. */
  whole(point: number): WholePoint {
    let found = this.#whole.get(point);
    if (!found) {
      found = this.#computeWhole(this.#origins[point]);
      this.#whole.set(point, found);
    }
    return found;
  }

  #computeWhole({ kind, side, of, flat }: Origin): WholePoint {
    if (kind === VERTEX) return this.wholeVertex(side, of[0]);
    if (kind === MIDDLE) return wholeMiddle(this.whole(of[0]), this.whole(of[1]), this.whole(of[2]));
    if (kind === CROSSING) {
      const [p, q, r, s] = of.map((point) => this.whole(point));
      const { u, v } = flat!;
      return wholeBetween(p, wholeTurn(p, r, s, u, v), q, wholeTurn(q, r, s, u, v));
    }
    const p = this.wholeVertex(side, of[0]);
    const q = this.wholeVertex(side, of[1]);
    if (kind === EDGE_FACE) {
      const [t0, t1, t2] = of.slice(2).map((vertex) => this.wholeVertex(1 - side, vertex));
      return wholeBetween(p, wholeVolume(p, t1, t2, t0), q, wholeVolume(q, t1, t2, t0));
    }
    const [r, s] = of.slice(2).map((vertex) => this.wholeVertex(1 - side, vertex));
    for (const [u, v] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ]) {
      const n = wholeTurn(p, r, s, u, v);
      const m = wholeTurn(q, r, s, u, v);
      if (n !== m) return wholeBetween(p, n, q, m);
    }
    throw new Error('two edges on one line have no single point in common');
  }
}

/** Heights above the plane of a triangle, times the length of its normal, with bounds for their errors. */
function heightsAbove(t: Float64Array, t0: number, t1: number, t2: number) {
  const ux = t[t1] - t[t0];
  const uy = t[t1 + 1] - t[t0 + 1];
  const uz = t[t1 + 2] - t[t0 + 2];
  const vx = t[t2] - t[t0];
  const vy = t[t2 + 1] - t[t0 + 1];
  const vz = t[t2 + 2] - t[t0 + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const sx = Math.abs(uy * vz) + Math.abs(uz * vy);
  const sy = Math.abs(uz * vx) + Math.abs(ux * vz);
  const sz = Math.abs(ux * vy) + Math.abs(uy * vx);
  return (p: Float64Array, at: number) => {
    const dx = p[at] - t[t0];
    const dy = p[at + 1] - t[t0 + 1];
    const dz = p[at + 2] - t[t0 + 2];
    return {
      value: dx * nx + dy * ny + dz * nz,
      error: 8 * EPSILON * (Math.abs(dx) * sx + Math.abs(dy) * sy + Math.abs(dz) * sz),
    };
  };
}
