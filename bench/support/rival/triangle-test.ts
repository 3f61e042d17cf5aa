/**
 * The rival's triangle test: fast, in plain floating point, touching counts.
 *
 * Source: Guigue & Devillers, "Fast and Robust Triangle-Triangle Overlap Test Using Orientation Predicates", 2003.
 * Several times faster than the test that three-mesh-bvh brings along, and as inexact. A triangle is an array of
 * coordinates and the places at which its three corners begin: no objects are made on the way.
 */
export type Coordinates = Float32Array | Float64Array;

/** Which side of the plane through corners `a` and `a2` of A and `b` of B corner `d` of B is on. */
function sideOfMixed(A: Coordinates, a: number, a2: number, B: Coordinates, b: number, d: number): number {
  const x = A[a];
  const y = A[a + 1];
  const z = A[a + 2];
  const ux = B[b] - x;
  const uy = B[b + 1] - y;
  const uz = B[b + 2] - z;
  const vx = A[a2] - x;
  const vy = A[a2 + 1] - y;
  const vz = A[a2 + 2] - z;
  return (B[d] - x) * (uy * vz - uz * vy) + (B[d + 1] - y) * (uz * vx - ux * vz) + (B[d + 2] - z) * (ux * vy - uy * vx);
}

/** Whether the intervals overlap in which the triangles, turned to canonical order, meet the line of both planes. */
function intervalsOverlap(
  A: Coordinates,
  ap: number,
  aq: number,
  ar: number,
  B: Coordinates,
  bp: number,
  bq: number,
  br: number,
): boolean {
  if (sideOfMixed(A, aq, ap, B, bp, bq) > 0) return false;
  return !(sideOfMixed(A, ap, ar, B, bp, br) > 0);
}

/** Turns B so that its first corner is alone on its side of A's plane; `dp`, `dq`, `dr` are the sides of its corners. */
function withBTurned(
  A: Coordinates,
  ap: number,
  aq: number,
  ar: number,
  B: Coordinates,
  bp: number,
  bq: number,
  br: number,
  dp: number,
  dq: number,
  dr: number,
): boolean {
  if (dp > 0) {
    if (dq > 0) return intervalsOverlap(A, ap, ar, aq, B, br, bp, bq);
    if (dr > 0) return intervalsOverlap(A, ap, ar, aq, B, bq, br, bp);
    return intervalsOverlap(A, ap, aq, ar, B, bp, bq, br);
  }
  if (dp < 0) {
    if (dq < 0) return intervalsOverlap(A, ap, aq, ar, B, br, bp, bq);
    if (dr < 0) return intervalsOverlap(A, ap, aq, ar, B, bq, br, bp);
    return intervalsOverlap(A, ap, ar, aq, B, bp, bq, br);
  }
  if (dq < 0) {
    if (dr >= 0) return intervalsOverlap(A, ap, ar, aq, B, bq, br, bp);
    return intervalsOverlap(A, ap, aq, ar, B, bp, bq, br);
  }
  if (dq > 0) {
    if (dr > 0) return intervalsOverlap(A, ap, ar, aq, B, bp, bq, br);
    return intervalsOverlap(A, ap, aq, ar, B, bq, br, bp);
  }
  if (dr > 0) return intervalsOverlap(A, ap, aq, ar, B, br, bp, bq);
  if (dr < 0) return intervalsOverlap(A, ap, ar, aq, B, br, bp, bq);
  return overlapInPlane(A, [ap, aq, ar], B, [bp, bq, br]);
}

type PlanePoint = readonly [number, number];

function turn(a: PlanePoint, b: PlanePoint, c: PlanePoint): number {
  return (a[0] - c[0]) * (b[1] - c[1]) - (a[1] - c[1]) * (b[0] - c[0]);
}

/** The two axes that are left when the one along which the triangle is seen largest is dropped. */
function keptAxes(A: Coordinates, [p, q, r]: readonly number[]): readonly [number, number] {
  const [ux, uy, uz] = [A[q] - A[p], A[q + 1] - A[p + 1], A[q + 2] - A[p + 2]];
  const [vx, vy, vz] = [A[r] - A[p], A[r + 1] - A[p + 1], A[r + 2] - A[p + 2]];
  const [nx, ny, nz] = [Math.abs(uy * vz - uz * vy), Math.abs(uz * vx - ux * vz), Math.abs(ux * vy - uy * vx)];
  if (nx >= ny && nx >= nz) return [1, 2];
  return ny >= nz ? [2, 0] : [0, 1];
}

/** Two triangles in one plane overlap unless a side of one has all of the other outside. */
function overlapInPlane(A: Coordinates, a: readonly number[], B: Coordinates, b: readonly number[]): boolean {
  const [i, j] = keptAxes(A, a);
  const inPlane = (from: Coordinates, corners: readonly number[]) => {
    const points = corners.map((at): PlanePoint => [from[at + i], from[at + j]]);
    return turn(points[0], points[1], points[2]) < 0 ? points.reverse() : points;
  };
  const [first, second] = [inPlane(A, a), inPlane(B, b)];
  return !sideSeparates(first, second) && !sideSeparates(second, first);
}

function sideSeparates(one: readonly PlanePoint[], other: readonly PlanePoint[]): boolean {
  return one.some((from, corner) => other.every((point) => turn(from, one[(corner + 1) % 3], point) < 0));
}

/** Whether triangle (ap, aq, ar) of A and triangle (bp, bq, br) of B have a point in common. */
export function trianglesMeet(
  A: Coordinates,
  ap: number,
  aq: number,
  ar: number,
  B: Coordinates,
  bp: number,
  bq: number,
  br: number,
): boolean {
  // The sides of A's corners to the plane of B. Written out twice, because the normal must not be computed per corner.
  const bx = B[br];
  const by = B[br + 1];
  const bz = B[br + 2];
  let ux = B[bp] - bx;
  let uy = B[bp + 1] - by;
  let uz = B[bp + 2] - bz;
  let vx = B[bq] - bx;
  let vy = B[bq + 1] - by;
  let vz = B[bq + 2] - bz;
  let nx = uy * vz - uz * vy;
  let ny = uz * vx - ux * vz;
  let nz = ux * vy - uy * vx;
  const p = (A[ap] - bx) * nx + (A[ap + 1] - by) * ny + (A[ap + 2] - bz) * nz;
  const q = (A[aq] - bx) * nx + (A[aq + 1] - by) * ny + (A[aq + 2] - bz) * nz;
  const r = (A[ar] - bx) * nx + (A[ar + 1] - by) * ny + (A[ar + 2] - bz) * nz;
  if ((p > 0 && q > 0 && r > 0) || (p < 0 && q < 0 && r < 0)) return false;
  const ax = A[ar];
  const ay = A[ar + 1];
  const az = A[ar + 2];
  ux = A[ap] - ax;
  uy = A[ap + 1] - ay;
  uz = A[ap + 2] - az;
  vx = A[aq] - ax;
  vy = A[aq + 1] - ay;
  vz = A[aq + 2] - az;
  nx = uy * vz - uz * vy;
  ny = uz * vx - ux * vz;
  nz = ux * vy - uy * vx;
  const d = (B[bp] - ax) * nx + (B[bp + 1] - ay) * ny + (B[bp + 2] - az) * nz;
  const e = (B[bq] - ax) * nx + (B[bq + 1] - ay) * ny + (B[bq + 2] - az) * nz;
  const f = (bx - ax) * nx + (by - ay) * ny + (bz - az) * nz;
  if ((d > 0 && e > 0 && f > 0) || (d < 0 && e < 0 && f < 0)) return false;
  return withATurned(A, ap, aq, ar, p, q, r, B, bp, bq, br, d, e, f);
}

/** Turns A so that its first corner is alone on its side of B's plane. */
function withATurned(
  A: Coordinates,
  ap: number,
  aq: number,
  ar: number,
  p: number,
  q: number,
  r: number,
  B: Coordinates,
  bp: number,
  bq: number,
  br: number,
  d: number,
  e: number,
  f: number,
): boolean {
  if (p > 0) {
    if (q > 0) return withBTurned(A, ar, ap, aq, B, bp, br, bq, d, f, e);
    if (r > 0) return withBTurned(A, aq, ar, ap, B, bp, br, bq, d, f, e);
    return withBTurned(A, ap, aq, ar, B, bp, bq, br, d, e, f);
  }
  if (p < 0) {
    if (q < 0) return withBTurned(A, ar, ap, aq, B, bp, bq, br, d, e, f);
    if (r < 0) return withBTurned(A, aq, ar, ap, B, bp, bq, br, d, e, f);
    return withBTurned(A, ap, aq, ar, B, bp, br, bq, d, f, e);
  }
  if (q < 0) {
    if (r >= 0) return withBTurned(A, aq, ar, ap, B, bp, br, bq, d, f, e);
    return withBTurned(A, ap, aq, ar, B, bp, bq, br, d, e, f);
  }
  if (q > 0) {
    if (r > 0) return withBTurned(A, ap, aq, ar, B, bp, br, bq, d, f, e);
    return withBTurned(A, aq, ar, ap, B, bp, bq, br, d, e, f);
  }
  if (r > 0) return withBTurned(A, ar, ap, aq, B, bp, bq, br, d, e, f);
  if (r < 0) return withBTurned(A, ar, ap, aq, B, bp, br, bq, d, f, e);
  return overlapInPlane(A, [ap, aq, ar], B, [bp, bq, br]);
}
