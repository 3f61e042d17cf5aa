/**
 * The corners of a triangulation of a face: where they lie in the face's plane, and on which side of each other.
 *
 * Promise: `orientation` is exact. One table is reused for one face after the other.
 */
import { enlarged } from './int-list.ts';
import type { Points, Projection } from './points.ts';
import { signOf, wholeOrientation } from './whole-points.ts';

const EPSILON = 2 ** -53;

export class FaceCorners {
  points: Points;
  /** Two coordinates in which the face does not collapse. */
  projection: Projection = { u: 0, v: 1, w: 2, orientation: 1 };
  protected cornerCount = 0;
  /** For each corner: its number in `Points`; coordinates in the plane and their error; the edges of the face it is on, as bits. */
  ids = new Int32Array(32);
  #u = new Float64Array(32);
  #v = new Float64Array(32);
  #error = new Float64Array(32);
  #onEdges = new Uint8Array(32);
  /** A triangle at each corner. */
  protected triangleAt = new Int32Array(32);
  /** The corner of each point that is stamped with the number of the current face. */
  #stamps = new Int32Array(256);
  #cornerOf = new Int32Array(256);
  #stamp = 0;

  constructor(points: Points) {
    this.points = points;
  }

  /** Holds no points any more, until it is given others. */
  protected letGo(): void {
    (this.points as Points | undefined) = undefined;
  }

  /** Begins with another face, without corners. */
  protected beginCorners(projection: Projection): void {
    this.projection = projection;
    this.cornerCount = 0;
    this.#stamp++;
  }

  addCorner(point: number, onEdges: number): number {
    const corner = this.cornerCount++;
    if (corner === this.ids.length) this.#grow();
    const { u, v } = this.projection;
    this.ids[corner] = point;
    this.#u[corner] = this.points.coordinate(point, u);
    this.#v[corner] = this.points.coordinate(point, v);
    this.#error[corner] = this.points.error[point];
    this.#onEdges[corner] = onEdges;
    this.triangleAt[corner] = 0;
    this.note(point, corner);
    return corner;
  }

  #grow(): void {
    this.ids = enlarged(this.ids, 0);
    this.#u = enlarged(this.#u, 0);
    this.#v = enlarged(this.#v, 0);
    this.#error = enlarged(this.#error, 0);
    this.#onEdges = enlarged(this.#onEdges, 0);
    this.triangleAt = enlarged(this.triangleAt, 0);
  }

  /** The corner of a point, or −1. */
  protected known(point: number): number {
    return this.#stamps[point] === this.#stamp ? this.#cornerOf[point] : -1;
  }

  protected note(point: number, corner: number): void {
    if (point >= this.#stamps.length) {
      this.#stamps = enlarged(this.#stamps, point + 1);
      this.#cornerOf = enlarged(this.#cornerOf, point + 1);
    }
    this.#stamps[point] = this.#stamp;
    this.#cornerOf[point] = corner;
  }

  /** The exact orientation of three corners, positive when it is the face's own. */
  orientation(i: number, j: number, k: number): number {
    if ((this.#onEdges[i] & this.#onEdges[j] & this.#onEdges[k]) !== 0) return 0;
    const du = this.#u[j] - this.#u[i];
    const dv = this.#v[j] - this.#v[i];
    const eu = this.#u[k] - this.#u[i];
    const ev = this.#v[k] - this.#v[i];
    const error = this.#error[i] + this.#error[j] + this.#error[k];
    const left = du * ev;
    const right = dv * eu;
    const det = left - right;
    const sizes = Math.abs(du) + Math.abs(dv) + Math.abs(eu) + Math.abs(ev);
    const bound = 16 * EPSILON * (Math.abs(left) + Math.abs(right)) + 2 * error * (sizes + error);
    if (Math.abs(det) > bound && bound > 2 ** -900)
      return det > 0 ? this.projection.orientation : -this.projection.orientation;
    return this.#exactOrientation(i, j, k);
  }

  #exactOrientation(i: number, j: number, k: number): number {
    const points = this.points;
    const { u, v, orientation } = this.projection;
    const { ids } = this;
    return (
      orientation * signOf(wholeOrientation(points.whole(ids[i]), points.whole(ids[j]), points.whole(ids[k]), u, v))
    );
  }

  /** Whether the Delaunay criterion prefers edge c d to a b, where a, b, c have the face's orientation; rounded. */
  protected isWithinCircle(a: number, b: number, c: number, d: number): boolean {
    const du = this.#u[d];
    const dv = this.#v[d];
    const au = this.#u[a] - du;
    const av = this.#v[a] - dv;
    const bu = this.#u[b] - du;
    const bv = this.#v[b] - dv;
    const cu = this.#u[c] - du;
    const cv = this.#v[c] - dv;
    const aw = au * au + av * av;
    const bw = bu * bu + bv * bv;
    const cw = cu * cu + cv * cv;
    const det = au * (bv * cw - bw * cv) - av * (bu * cw - bw * cu) + aw * (bu * cv - bv * cu);
    return det * this.projection.orientation > 0;
  }
}
