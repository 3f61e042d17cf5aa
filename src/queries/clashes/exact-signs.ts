/**
 * Signs of determinants of points in arrays: a floating-point filter, adaptive arithmetic for what it cannot tell, and
 * whole numbers where coordinates are so small that products of them underflow.
 *
 * Promise: the sign of the exact determinant, for all doubles that a scene accepts.
 */
import { orient2d as adaptiveOrient2d, orient3d as adaptiveOrient3d } from 'robust-predicates';
import { filterOrient2d, filterOrient3d, UNCERTAIN } from '../../exact/filtered-signs.ts';
import { wholeOrient2d, wholeOrient3d } from '../../exact/whole-signs.ts';

export type Coordinates = Float64Array;

export class ExactSigns {
  /** Whether some coordinate other than 0 is smaller than 2^-250. */
  readonly #wide: boolean;

  constructor(wide: boolean) {
    this.#wide = wide;
  }

  /** Positive when a, b, c turn counter-clockwise. */
  orient2d(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
    const sign = filterOrient2d(ax, ay, bx, by, cx, cy, this.#wide);
    if (sign !== UNCERTAIN) return sign;
    if (this.#wide) return wholeOrient2d(ax, ay, bx, by, cx, cy);
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
    const sign = filterOrient3d(a, i, b, j, c, k, d, l, this.#wide);
    if (sign !== UNCERTAIN) return sign;
    // Where surfaces lie on each other, points are mostly corners of the other triangle.
    if (isSame(a, i, b, j) || isSame(a, i, c, k) || isSame(a, i, d, l)) return 0;
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

function isSame(a: Coordinates, i: number, b: Coordinates, j: number): boolean {
  return a[i] === b[j] && a[i + 1] === b[j + 1] && a[i + 2] === b[j + 2];
}
