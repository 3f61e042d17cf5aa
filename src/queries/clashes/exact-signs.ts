/**
 * Signs of determinants of points in arrays: a floating-point filter, adaptive arithmetic for what it cannot tell, and
 * whole numbers where coordinates are so small that products of them underflow.
 *
 * Promise: the sign of the exact determinant, for all doubles that a scene accepts.
 * Source of the bounds: Shewchuk 1997 (ccwerrboundA, o3derrboundA), rounded up.
 */
import { orient2d as adaptiveOrient2d, orient3d as adaptiveOrient3d } from 'robust-predicates';
import { wholeOrient2d, wholeOrient3d } from '../../exact/whole-signs.ts';

const BOUND_2D = 4 * 2 ** -53;
const BOUND_3D = 8 * 2 ** -53;

export type Coordinates = Float64Array;

export class ExactSigns {
  /** Whether some coordinate other than 0 is smaller than 2^-250. */
  readonly #wide: boolean;

  constructor(wide: boolean) {
    this.#wide = wide;
  }

  /** Positive when a, b, c turn counter-clockwise. */
  orient2d(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
    const left = (ax - cx) * (by - cy);
    const right = (ay - cy) * (bx - cx);
    const det = left - right;
    if (this.#wide) return wholeOrient2d(ax, ay, bx, by, cx, cy);
    const size = Math.abs(left) + Math.abs(right);
    if (Math.abs(det) > BOUND_2D * size) return det > 0 ? 1 : -1;
    if (size === 0) return 0;
    // The package counts clockwise turns as positive.
    return -Math.sign(adaptiveOrient2d(ax, ay, bx, by, cx, cy));
  }

  /** The sign of (a − d) · ((b − d) × (c − d)); each point is an array and where in it x, y and z begin. */
  orient3d(
    a: Coordinates,
    i: number,
    b: Coordinates,
    j: number,
    c: Coordinates,
    k: number,
    d: Coordinates,
    l: number,
  ): number {
    const dx = d[l];
    const dy = d[l + 1];
    const dz = d[l + 2];
    const ax = a[i] - dx;
    const ay = a[i + 1] - dy;
    const az = a[i + 2] - dz;
    const bx = b[j] - dx;
    const by = b[j + 1] - dy;
    const bz = b[j + 2] - dz;
    const cx = c[k] - dx;
    const cy = c[k + 1] - dy;
    const cz = c[k + 2] - dz;
    const x1 = by * cz;
    const x2 = bz * cy;
    const y1 = bz * cx;
    const y2 = bx * cz;
    const z1 = bx * cy;
    const z2 = by * cx;
    const det = ax * (x1 - x2) + ay * (y1 - y2) + az * (z1 - z2);
    const size =
      Math.abs(ax) * (Math.abs(x1) + Math.abs(x2)) +
      Math.abs(ay) * (Math.abs(y1) + Math.abs(y2)) +
      Math.abs(az) * (Math.abs(z1) + Math.abs(z2));
    if (!this.#wide) {
      if (Math.abs(det) > BOUND_3D * size) return det > 0 ? 1 : -1;
      if (size === 0) return 0;
    }
    return this.#certain(a, i, b, j, c, k, d, l);
  }

  #certain(a: Coordinates, i: number, b: Coordinates, j: number, c: Coordinates, k: number, d: Coordinates, l: number) {
    const decide = this.#wide ? wholeOrient3d : adaptiveOrient3d;
    const det = decide(
      a[i],
      a[i + 1],
      a[i + 2],
      b[j],
      b[j + 1],
      b[j + 2],
      c[k],
      c[k + 1],
      c[k + 2],
      d[l],
      d[l + 1],
      d[l + 2],
    );
    return Math.sign(det);
  }

  /** Which side of the plane of a triangle a point lies on: 1 where its normal points, −1 behind, 0 in the plane. */
  side(p: Coordinates, at: number, t: Coordinates, t0: number, t1: number, t2: number): number {
    return this.orient3d(p, at, t, t1, t, t2, t, t0);
  }
}
