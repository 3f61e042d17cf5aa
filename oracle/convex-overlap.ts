/** The common volume of two convex solids, exactly: faces of each clipped by the other, in fractions of whole numbers. */

/** A convex solid: three whole coordinates per corner, three corners per triangle, all facing outwards. */
export interface WholeSolid {
  readonly corners: readonly (readonly [bigint, bigint, bigint])[];
  readonly triangles: readonly (readonly [number, number, number])[];
}

/** Homogeneous: x, y and z over w, which is above 0. */
type Point = readonly [x: bigint, y: bigint, z: bigint, w: bigint];
type Plane = readonly [x: bigint, y: bigint, z: bigint, d: bigint];

const BITS = 220n;

function reduced(point: Point): Point {
  const common = point.reduce((a, b) => divisor(a, b));
  return common > 1n ? (point.map((value) => value / common) as unknown as Point) : point;
}

function divisor(a: bigint, b: bigint): bigint {
  let [p, q] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (q !== 0n) [p, q] = [q, p % q];
  return p;
}

function planeOf(solid: WholeSolid, [a, b, c]: readonly [number, number, number]): Plane {
  const [p, q, r] = [solid.corners[a], solid.corners[b], solid.corners[c]];
  const u = q.map((value, k) => value - p[k]);
  const v = r.map((value, k) => value - p[k]);
  const n = [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
  return [n[0], n[1], n[2], n[0] * p[0] + n[1] * p[1] + n[2] * p[2]];
}

const above = ([x, y, z, d]: Plane, p: Point): bigint => x * p[0] + y * p[1] + z * p[2] - d * p[3];

/** What of a polygon is not above a plane. */
function clip(polygon: readonly Point[], plane: Plane): Point[] {
  const left: Point[] = [];
  for (const [i, p] of polygon.entries()) {
    const q = polygon[(i + 1) % polygon.length];
    const [hp, hq] = [above(plane, p), above(plane, q)];
    if (hp <= 0n) left.push(p);
    if ((hp < 0n && hq > 0n) || (hp > 0n && hq < 0n)) {
      const sign = hp > hq ? 1n : -1n;
      const mixed = p.map((value, k) => sign * (hp * q[k] - hq * value)) as unknown as Point;
      left.push(reduced(mixed));
    }
  }
  return left;
}

/** Six times the volume that a polygon spans with the origin, as a fraction. */
function spanned(polygon: readonly Point[]): readonly [bigint, bigint] {
  let sum: readonly [bigint, bigint] = [0n, 1n];
  for (let i = 2; i < polygon.length; i++) {
    const [a, b, c] = [polygon[0], polygon[i - 1], polygon[i]];
    const det =
      a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    sum = add(sum, [det, a[3] * b[3] * c[3]]);
  }
  return sum;
}

function add([p, q]: readonly [bigint, bigint], [r, s]: readonly [bigint, bigint]): readonly [bigint, bigint] {
  const [top, bottom] = [p * s + r * q, q * s];
  const common = divisor(top, bottom);
  return common > 1n ? [top / common, bottom / common] : [top, bottom];
}

/** The part of a face inside the other solid; nothing of a face that lies on one of the other's, unless both face the same way and it is asked for. */
function insidePart(face: readonly Point[], plane: Plane, others: readonly Plane[], keepsCommon: boolean): Point[] {
  let polygon = [...face];
  for (const other of others) {
    if (face.every((corner) => above(other, corner) === 0n)) {
      const isSameWay = plane[0] * other[0] + plane[1] * other[1] + plane[2] * other[2] > 0n;
      if (!keepsCommon || !isSameWay) return [];
    }
    polygon = clip(polygon, other);
    if (polygon.length < 3) return [];
  }
  return polygon;
}

/** The volume in units of 1 / `scale`³, as a double and the whole number of 2^-220 that it was rounded from. */
export function convexOverlap(a: WholeSolid, b: WholeSolid): { volume: number; whole: bigint } {
  const planes = [a, b].map((solid) => solid.triangles.map((triangle) => planeOf(solid, triangle)));
  let sum: readonly [bigint, bigint] = [0n, 1n];
  for (const [side, solid] of [a, b].entries()) {
    for (const [i, triangle] of solid.triangles.entries()) {
      const face = triangle.map((corner) => [...solid.corners[corner], 1n] as unknown as Point);
      sum = add(sum, spanned(insidePart(face, planes[side][i], planes[1 - side], side === 0)));
    }
  }
  const whole = (sum[0] << BITS) / (6n * sum[1]);
  return { volume: asDouble(whole), whole };
}

/** A whole number of 2^-220 as a double. */
export function asDouble(whole: bigint): number {
  const size = whole < 0n ? -whole : whole;
  const drop = BigInt(Math.max(0, size.toString(2).length - 64));
  return Number(size >> drop) * 2 ** (Number(drop) - Number(BITS)) * (whole < 0n ? -1 : 1);
}

/** A double as a whole number of 2^-220; it must be one. */
export function wholeOf(value: number): bigint {
  let [scaled, shift] = [value, 0n];
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    shift++;
  }
  return (BigInt(scaled) << BITS) >> shift;
}
