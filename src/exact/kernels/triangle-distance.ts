/**
 * Distance between two triangles that share no point, and the two closest points, in double precision.
 *
 * Promise: above 0, with an error below 2^-48 of the extent of the two triangles together (derived in docs/within.md);
 * the same bits in whatever order the two triangles and their corners are given; coordinates of any size and place. The
 * least distance is that of two edges, or of a corner and a face it lies above. Each is computed from differences to
 * one corner. The parameters of two edges come from the cross product of their directions, those of a point above a
 * face from its longest edge and the height on that: both stay accurate for edges that are nearly parallel and for
 * slivers, where the usual determinants and barycentric quotients lose half of all digits.
 * Twin: oracle/triangle-distance.ts, which must be changed in the same way.
 *
 * A triangle is the address of nine f64: three points of 24 bytes.
 */
import { reserveScratch } from '../../memory/kernels/scratch';

const POINT: usize = 24;
const TRIANGLE: usize = 72;

// Beyond these extents products of four lengths might leave the range of a double.
const SMALL_EXTENT: f64 = 6.223015277861142e-61; // 2^-200
const LARGE_EXTENT: f64 = 1.6069380442589903e60; // 2^200
const ENLARGE: f64 = 2.5822498780869086e120; // 2^400
const REDUCE: f64 = 3.8725919148493183e-121; // 2^-400
const ALMOST_ONE: f64 = 0.9999999999999982; // 1 − 2^-49

/** Both triangles with their corners in order, the lower triangle first: as given, and as differences to the first corner. */
const ordered = reserveScratch(2 * TRIANGLE);
const local = reserveScratch(2 * TRIANGLE);

/** The closest points so far. */
// @unmanaged
class ClosestState {
  /** The least squared distance so far, and where: of each triangle a corner, and how far towards which others. */
  least: f64;
  lowerFrom: usize;
  lowerTo: usize;
  lowerPart: f64;
  lowerTip: usize;
  lowerTipPart: f64;
  upperFrom: usize;
  upperTo: usize;
  upperPart: f64;
  upperTip: usize;
  upperTipPart: f64;
}
const closest = changetype<ClosestState>(reserveScratch(offsetof<ClosestState>()));

/** Does point p come before q, by x, then y, then z? */
// @inline
function precedes(p: usize, q: usize): bool {
  for (let k: usize = 0; k < POINT; k += 8) {
    const a = load<f64>(p + k);
    const b = load<f64>(q + k);
    if (a != b) return a < b;
  }
  return false;
}

// @inline
function copyPoint(from: usize, to: usize): void {
  // Adding zero turns -0 into 0, so that equal coordinates are equal bits.
  store<f64>(to, load<f64>(from) + 0);
  store<f64>(to, load<f64>(from, 8) + 0, 8);
  store<f64>(to, load<f64>(from, 16) + 0, 16);
}

function copyInOrder(from: usize, to: usize): void {
  let p = from;
  let q = from + POINT;
  let r = from + 2 * POINT;
  if (precedes(q, p)) {
    const swap = p;
    p = q;
    q = swap;
  }
  if (precedes(r, q)) {
    const swap = q;
    q = r;
    r = swap;
    if (precedes(q, p)) {
      const other = p;
      p = q;
      q = other;
    }
  }
  copyPoint(p, to);
  copyPoint(q, to + POINT);
  copyPoint(r, to + 2 * POINT);
}

/** Does the second triangle come before the first? Both have their corners in order. */
function isSwapped(a: usize, b: usize): bool {
  for (let k: usize = 0; k < TRIANGLE; k += 8) {
    const x = load<f64>(a + k);
    const y = load<f64>(b + k);
    if (x != y) return y < x;
  }
  return false;
}

/** Brings both triangles into order. Returns whether the second is now the lower one. */
function order(a: usize, b: usize): bool {
  copyInOrder(a, ordered);
  copyInOrder(b, ordered + TRIANGLE);
  if (!isSwapped(ordered, ordered + TRIANGLE)) return false;
  copyInOrder(b, ordered);
  copyInOrder(a, ordered + TRIANGLE);
  return true;
}

function rescale(factor: f64): void {
  for (let at = local; at < local + 2 * TRIANGLE; at += 8) store<f64>(at, load<f64>(at) * factor);
}

/** Computes the differences to the first corner, scaled by 2^400 as many times as the return value says: −1 to 3. */
function localize(): i32 {
  let extent: f64 = 0;
  for (let at: usize = 0; at < 2 * TRIANGLE; at += 8) {
    const difference = load<f64>(ordered + at) - load<f64>(ordered + (at % POINT));
    store<f64>(local + at, difference);
    extent = max(extent, abs(difference));
  }
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

/** A length scaled by 2^400 `times` times, one step at a time because the whole factor may be too large for a double. */
// @inline
function enlarged(length: f64, times: i32): f64 {
  let result = length;
  for (let i = times; i > 0; i--) result *= ENLARGE;
  for (let i = times; i < 0; i++) result *= REDUCE;
  return result;
}

// @inline
function unit(x: f64): f64 {
  return min<f64>(1, max<f64>(0, x));
}

/** Two edges: p0 p1 of the lower triangle, q0 q1 of the upper one, as offsets of corners. */
function measureEdges(p0: usize, p1: usize, q0: usize, q1: usize): void {
  const p = local + p0;
  const q = local + TRIANGLE + q0;
  const px = load<f64>(p);
  const py = load<f64>(p, 8);
  const pz = load<f64>(p, 16);
  const qx = load<f64>(q);
  const qy = load<f64>(q, 8);
  const qz = load<f64>(q, 16);
  const ux = load<f64>(local + p1) - px;
  const uy = load<f64>(local + p1, 8) - py;
  const uz = load<f64>(local + p1, 16) - pz;
  const vx = load<f64>(local + TRIANGLE + q1) - qx;
  const vy = load<f64>(local + TRIANGLE + q1, 8) - qy;
  const vz = load<f64>(local + TRIANGLE + q1, 16) - qz;
  const rx = qx - px;
  const ry = qy - py;
  const rz = qz - pz;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  const ru = rx * ux + ry * uy + rz * uz;
  const rv = rx * vx + ry * vy + rz * vz;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  let s: f64 = 0;
  if (nn > 0) s = unit(((ry * vz - rz * vy) * nx + (rz * vx - rx * vz) * ny + (rx * vy - ry * vx) * nz) / nn);
  let t: f64 = vv > 0 ? (s * uv - rv) / vv : 0;
  if (!(t > 0)) {
    t = 0;
    s = uu > 0 ? unit(ru / uu) : 0;
  } else if (t >= 1) {
    t = 1;
    s = uu > 0 ? unit((ru + uv) / uu) : 0;
  }
  const dx = rx + t * vx - s * ux;
  const dy = ry + t * vy - s * uy;
  const dz = rz + t * vz - s * uz;
  const squared = dx * dx + dy * dy + dz * dz;
  if (!(squared < closest.least)) return;
  closest.least = squared;
  closest.lowerFrom = p0;
  closest.lowerTo = p1;
  closest.lowerPart = s;
  closest.lowerTip = p0;
  closest.lowerTipPart = 0;
  closest.upperFrom = q0;
  closest.upperTo = q1;
  closest.upperPart = t;
  closest.upperTip = q0;
  closest.upperTipPart = 0;
}

// @inline
function squaredLength(p: usize, q: usize): f64 {
  const x = load<f64>(q) - load<f64>(p);
  const y = load<f64>(q, 8) - load<f64>(p, 8);
  const z = load<f64>(q, 16) - load<f64>(p, 16);
  return x * x + y * y + z * z;
}

/** The corners of one triangle against the face of the other; `face` and `other` are offsets, 0 or TRIANGLE. */
function measureFace(face: usize, other: usize): void {
  const at = local + face;
  const length01 = squaredLength(at, at + POINT);
  const length12 = squaredLength(at + POINT, at + 2 * POINT);
  const length20 = squaredLength(at + 2 * POINT, at);
  let from: usize = 0;
  let to: usize = POINT;
  let tip: usize = 2 * POINT;
  if (length12 > length01 && length12 >= length20) {
    from = POINT;
    to = 2 * POINT;
    tip = 0;
  } else if (length20 > length01) {
    from = 2 * POINT;
    to = 0;
    tip = POINT;
  }
  const ox = load<f64>(at + from);
  const oy = load<f64>(at + from, 8);
  const oz = load<f64>(at + from, 16);
  const fx = load<f64>(at + to) - ox;
  const fy = load<f64>(at + to, 8) - oy;
  const fz = load<f64>(at + to, 16) - oz;
  const gx = load<f64>(at + tip) - ox;
  const gy = load<f64>(at + tip, 8) - oy;
  const gz = load<f64>(at + tip, 16) - oz;
  const ff = fx * fx + fy * fy + fz * fz;
  if (!(ff > 0)) return;
  const tipAlong = (gx * fx + gy * fy + gz * fz) / ff;
  const hx = gx - tipAlong * fx;
  const hy = gy - tipAlong * fy;
  const hz = gz - tipAlong * fz;
  const hh = hx * hx + hy * hy + hz * hz;
  if (!(hh > 0)) return;
  for (let corner: usize = 0; corner < TRIANGLE; corner += POINT) {
    const c = local + other + corner;
    const wx = load<f64>(c) - ox;
    const wy = load<f64>(c, 8) - oy;
    const wz = load<f64>(c, 16) - oz;
    const along = (wx * fx + wy * fy + wz * fz) / ff;
    const tipPart = ((wx - along * fx) * hx + (wy - along * fy) * hy + (wz - along * fz) * hz) / hh;
    const part = along - tipPart * tipAlong;
    // Beyond the face, an edge of it is nearer.
    if (!(tipPart >= 0 && part >= 0 && part + tipPart <= 1)) continue;
    const dx = wx - part * fx - tipPart * gx;
    const dy = wy - part * fy - tipPart * gy;
    const dz = wz - part * fz - tipPart * gz;
    const squared = dx * dx + dy * dy + dz * dz;
    if (!(squared < closest.least)) continue;
    closest.least = squared;
    const isLower = face == 0;
    closest.lowerFrom = isLower ? from : corner;
    closest.lowerTo = isLower ? to : corner;
    closest.lowerPart = isLower ? part : 0;
    closest.lowerTip = isLower ? tip : corner;
    closest.lowerTipPart = isLower ? tipPart : 0;
    closest.upperFrom = isLower ? corner : from;
    closest.upperTo = isLower ? corner : to;
    closest.upperPart = isLower ? 0 : part;
    closest.upperTip = isLower ? corner : tip;
    closest.upperTipPart = isLower ? 0 : tipPart;
  }
}

/** A point of a triangle in the coordinates given; corners as they are, others rounded. */
function writePoint(triangle: usize, from: usize, to: usize, part: f64, tip: usize, tipPart: f64, out: usize): void {
  for (let k: usize = 0; k < POINT; k += 8) {
    const origin = load<f64>(triangle + from + k);
    const end = load<f64>(triangle + to + k);
    let x = part == 1 ? end : origin + part * (end - origin);
    if (tipPart != 0) x += tipPart * (load<f64>(triangle + tip + k) - origin);
    store<f64>(out + k, x);
  }
}

/** Measures edges against edges, then corners against faces; stops when something is nearer than `enough`, squared. */
function measure(enough: f64): void {
  closest.least = Infinity;
  for (let i: usize = 0; i < TRIANGLE; i += POINT) {
    const i1: usize = i == 2 * POINT ? 0 : i + POINT;
    measureEdges(i, i1, 0, POINT);
    measureEdges(i, i1, POINT, 2 * POINT);
    measureEdges(i, i1, 2 * POINT, 0);
    if (closest.least < enough) return;
  }
  measureFace(0, TRIANGLE);
  if (closest.least < enough) return;
  measureFace(TRIANGLE, 0);
}

/** The distance of two triangles; their nearest points, that of `a` first, go to six f64 at `points`. */
export function triangleDistance(a: usize, b: usize, points: usize): f64 {
  const swapped = order(a, b);
  const times = localize();
  measure(0);
  const lower = swapped ? points + POINT : points;
  const upper = swapped ? points : points + POINT;
  writePoint(
    ordered,
    closest.lowerFrom,
    closest.lowerTo,
    closest.lowerPart,
    closest.lowerTip,
    closest.lowerTipPart,
    lower,
  );
  writePoint(
    ordered + TRIANGLE,
    closest.upperFrom,
    closest.upperTo,
    closest.upperPart,
    closest.upperTip,
    closest.upperTipPart,
    upper,
  );
  return max<f64>(enlarged(Math.sqrt(closest.least), -times), f64.MIN_VALUE);
}

/** Whether `triangleDistance` gives less than a distance. */
export function isNearer(a: usize, b: usize, distance: f64): bool {
  order(a, b);
  const times = localize();
  // Anything below this is also below the distance once its root has been taken.
  const enough = enlarged(distance, times) * ALMOST_ONE;
  measure(enough * enough);
  return max<f64>(enlarged(Math.sqrt(closest.least), -times), f64.MIN_VALUE) < distance;
}
