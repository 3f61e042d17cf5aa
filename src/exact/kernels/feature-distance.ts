/**
 * Distance between a vertex and a face, or two edges, their nearest points, and whether it is below a distance.
 *
 * Promise: the distance is off by less than 2^-48 of the extent of the four points (docs/within.md derives it for the same
 * formulas); `isNearer` is exact: what lies within four times that of the distance asked for is decided in whole numbers.
 *
 * Four points of 24 bytes: the vertex and the corners of the face, or the ends of both edges.
 */
import { reserveScratch } from '../../memory/kernels/scratch';

const POINT: usize = 24;
// Beyond these extents products of four lengths might leave the range of a double.
const SMALL_EXTENT: f64 = 6.223015277861142e-61; // 2^-200
const LARGE_EXTENT: f64 = 1.6069380442589903e60; // 2^200
const ENLARGE: f64 = 2.5822498780869086e120; // 2^400
const REDUCE: f64 = 3.8725919148493183e-121; // 2^-400
/** Squares of cross products below this may have lost digits to underflow. */
const PARALLEL: f64 = 1.1830521861667747e-271; // 2^-900
const UNCERTAIN: f64 = 1.4210854715202004e-14; // 2^-46

// @external('env', 'wholeIsNearer')
declare function wholeIsNearer(kind: u32, points: usize, distance: f64): i32;

/** Differences to the first point. */
const local = reserveScratch(4 * POINT);

/** What was measured last. */
// @unmanaged
export class FeatureDistanceState {
  distance: f64;
  /** It is certainly off by less than this. */
  uncertain: f64;
  /** Parts of the corners or ends: of a face three, that add up to 1; of edges, of the second end of A and of B. */
  part0: f64;
  part1: f64;
  part2: f64;
  /** From B's nearest point to A's, times some power of two. */
  x: f64;
  y: f64;
  z: f64;
  squared: f64;
}
export const measured = changetype<FeatureDistanceState>(reserveScratch(offsetof<FeatureDistanceState>()));

/** Whole-number decisions by this thread since the job began. */
export let wholeDistances: u64 = 0;

export function openFeatureDistances(): void {
  wholeDistances = 0;
}

function rescale(factor: f64): void {
  for (let at: usize = 0; at < 4 * POINT; at += 8) store<f64>(local + at, load<f64>(local + at) * factor);
}

/** The extent along two axes, lanes of all four points; a third comes from one axis twice. Stores the differences. */
// @inline
function extentAlong(origin: v128, q: v128, r: v128, s: v128): v128 {
  const zero = f64x2.splat(0);
  const dq = f64x2.sub(q, origin);
  const dr = f64x2.sub(r, origin);
  const ds = f64x2.sub(s, origin);
  const high = f64x2.pmax(f64x2.pmax(dq, dr), f64x2.pmax(ds, zero));
  return f64x2.sub(high, f64x2.pmin(f64x2.pmin(dq, dr), f64x2.pmin(ds, zero)));
}

// @inline
function storeDifference(four: usize, point: usize): void {
  v128.store(local + point, f64x2.sub(v128.load(four + point), v128.load(four)));
  store<f64>(local + point, load<f64>(four + point, 16) - load<f64>(four, 16), 16);
}

/** Sets the differences, scaled by 2^400 as many times as the return value says: −1 to 3. */
function localize(four: usize): i32 {
  storeDifference(four, POINT);
  storeDifference(four, 2 * POINT);
  storeDifference(four, 3 * POINT);
  const across = extentAlong(
    v128.load(four),
    v128.load(four, POINT),
    v128.load(four, 2 * POINT),
    v128.load(four, 3 * POINT),
  );
  const deep = extentAlong(
    v128.load64_splat(four, 16),
    v128.load64_splat(four, POINT + 16),
    v128.load64_splat(four, 2 * POINT + 16),
    v128.load64_splat(four, 3 * POINT + 16),
  );
  const both = f64x2.pmax(across, deep);
  let extent = f64x2.extract_lane(f64x2.pmax(both, v128.shuffle<i64>(both, both, 1, 0)), 0);
  measured.uncertain = extent * UNCERTAIN + 4 * f64.MIN_VALUE;
  let times: i32 = 0;
  while (extent < SMALL_EXTENT && extent > 0) {
    rescale(ENLARGE);
    extent *= ENLARGE;
    times++;
  }
  if (extent > LARGE_EXTENT) {
    rescale(REDUCE);
    times = -1;
  }
  return times;
}

// @inline
function unit(x: f64): f64 {
  return x > 0 ? (x < 1 ? x : 1) : 0;
}

// @inline
function coordinate(point: usize, k: usize): f64 {
  return load<f64>(local + point * POINT + 8 * k);
}

/** Point 0 and the edge of the face from corner i to j, as points 1 to 3. Keeps it if it is the nearest so far. */
function measureFaceEdge(i: usize, j: usize): void {
  const ex = coordinate(j, 0) - coordinate(i, 0);
  const ey = coordinate(j, 1) - coordinate(i, 1);
  const ez = coordinate(j, 2) - coordinate(i, 2);
  const wx = -coordinate(i, 0);
  const wy = -coordinate(i, 1);
  const wz = -coordinate(i, 2);
  const ee = ex * ex + ey * ey + ez * ez;
  const t: f64 = ee > 0 ? unit((wx * ex + wy * ey + wz * ez) / ee) : 0;
  // From the end that is nearer, so that corners are where they are.
  const x = t == 1 ? -coordinate(j, 0) : wx - t * ex;
  const y = t == 1 ? -coordinate(j, 1) : wy - t * ey;
  const z = t == 1 ? -coordinate(j, 2) : wz - t * ez;
  const squared = x * x + y * y + z * z;
  if (!(squared < measured.squared)) return;
  measured.squared = squared;
  measured.x = x;
  measured.y = y;
  measured.z = z;
  measured.part0 = 0;
  measured.part1 = 0;
  measured.part2 = 0;
  setPart(i, 1 - t);
  setPart(j, t);
}

// @inline
function setPart(point: usize, part: f64): void {
  if (point == 1) measured.part0 = part;
  else if (point == 2) measured.part1 = part;
  else measured.part2 = part;
}

// @inline
function squaredLength(i: usize, j: usize): f64 {
  const x = coordinate(j, 0) - coordinate(i, 0);
  const y = coordinate(j, 1) - coordinate(i, 1);
  const z = coordinate(j, 2) - coordinate(i, 2);
  return x * x + y * y + z * z;
}

/** Whether point 0 lies above the face, whose plane is then measured: from its longest edge, and the height on that. */
function measurePlane(): bool {
  const length12 = squaredLength(1, 2);
  const length23 = squaredLength(2, 3);
  const length31 = squaredLength(3, 1);
  let from: usize = 1;
  if (length23 > length12 && length23 >= length31) from = 2;
  else if (length31 > length12) from = 3;
  const to: usize = from == 3 ? 1 : from + 1;
  const tip: usize = to == 3 ? 1 : to + 1;
  const ox = coordinate(from, 0);
  const oy = coordinate(from, 1);
  const oz = coordinate(from, 2);
  const fx = coordinate(to, 0) - ox;
  const fy = coordinate(to, 1) - oy;
  const fz = coordinate(to, 2) - oz;
  const gx = coordinate(tip, 0) - ox;
  const gy = coordinate(tip, 1) - oy;
  const gz = coordinate(tip, 2) - oz;
  const ff = fx * fx + fy * fy + fz * fz;
  if (!(ff > 0)) return false;
  const tipAlong = (gx * fx + gy * fy + gz * fz) / ff;
  const hx = gx - tipAlong * fx;
  const hy = gy - tipAlong * fy;
  const hz = gz - tipAlong * fz;
  const hh = hx * hx + hy * hy + hz * hz;
  if (!(hh > 0)) return false;
  const along = -(ox * fx + oy * fy + oz * fz) / ff;
  const wx = -ox;
  const wy = -oy;
  const wz = -oz;
  const tipPart = ((wx - along * fx) * hx + (wy - along * fy) * hy + (wz - along * fz) * hz) / hh;
  const part = along - tipPart * tipAlong;
  if (!(tipPart >= 0 && part >= 0 && part + tipPart <= 1)) return false;
  measured.x = wx - part * fx - tipPart * gx;
  measured.y = wy - part * fy - tipPart * gy;
  measured.z = wz - part * fz - tipPart * gz;
  measured.squared = measured.x * measured.x + measured.y * measured.y + measured.z * measured.z;
  setPart(from, 1 - part - tipPart);
  setPart(to, part);
  setPart(tip, tipPart);
  return true;
}

function measureFace(): void {
  if (measurePlane()) return;
  measured.squared = Infinity;
  measureFaceEdge(1, 2);
  measureFaceEdge(2, 3);
  measureFaceEdge(3, 1);
}

/** Edges 0 1 and 2 3. The parameters come from the cross product, which stays accurate for edges that are nearly parallel. */
function measureEdges(): void {
  const ux = coordinate(1, 0);
  const uy = coordinate(1, 1);
  const uz = coordinate(1, 2);
  const rx = coordinate(2, 0);
  const ry = coordinate(2, 1);
  const rz = coordinate(2, 2);
  const vx = coordinate(3, 0) - rx;
  const vy = coordinate(3, 1) - ry;
  const vz = coordinate(3, 2) - rz;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  const ru = rx * ux + ry * uy + rz * uz;
  const rv = rx * vx + ry * vy + rz * vz;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  // Edges that are parallel, or of which one is next to nothing beside the other: where the beginning of B is nearest.
  let s: f64 = uu > 0 ? unit(ru / uu) : 0;
  if (nn > PARALLEL) s = unit(((ry * vz - rz * vy) * nx + (rz * vx - rx * vz) * ny + (rx * vy - ry * vx) * nz) / nn);
  let t: f64 = vv > 0 ? (s * uv - rv) / vv : 0;
  if (!(t > 0)) {
    t = 0;
    s = uu > 0 ? unit(ru / uu) : 0;
  } else if (t >= 1) {
    t = 1;
    s = uu > 0 ? unit((ru + uv) / uu) : 0;
  }
  measured.part0 = s;
  measured.part1 = t;
  measured.x = s * ux - (rx + t * vx);
  measured.y = s * uy - (ry + t * vy);
  measured.z = s * uz - (rz + t * vz);
  measured.squared = measured.x * measured.x + measured.y * measured.y + measured.z * measured.z;
}

/** Measures a pair of features; kind 0 is a vertex and a face. */
export function measureFeatures(kind: u32, four: usize): f64 {
  const times = localize(four);
  if (kind == 0) measureFace();
  else measureEdges();
  let distance = Math.sqrt(measured.squared);
  for (let i = times; i > 0; i--) distance *= REDUCE;
  if (times < 0) distance *= ENLARGE;
  measured.distance = distance;
  return distance;
}

/** Whether features that have just been measured are strictly nearer than a distance, decided exactly. */
export function isNearer(kind: u32, four: usize, distance: f64): bool {
  const found = measured.distance;
  const uncertain = measured.uncertain;
  if (found + uncertain < distance) return true;
  if (found - uncertain > distance) return false;
  wholeDistances++;
  return wholeIsNearer(kind, four, distance) != 0;
}

/** Whether features that have just been measured may share a point. */
export function mayMeet(): bool {
  return measured.distance <= measured.uncertain;
}
