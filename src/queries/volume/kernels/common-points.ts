/**
 * The points that terms are made of: where edges cross triangles, and the points near the common box that stand for a triangle's plane
 * and for the far end of an edge.
 */
import { heightAbove, planeCrossing, planeNormal, planeSpread, setPlane } from '../../../exact/kernels/edge-crossing';
import { FORMAT_F32 } from '../../../memory/constants';
import { CommonSideRecord, commonJob } from '../../../memory/generated/kernels/records';
import { RoundedPoint } from './common-sum';
import { Height, POINT } from './moved-signs';

const EPSILON: f64 = 1.1102230246251565e-16;
/** Heights in doubles do when they give the part of the edge with an error below this. */
const PART_ERROR: f64 = 7.105427357601002e-15; // 2^-47
/** `planeCrossing` is off by less than this. */
const ACCURATE_PART: f64 = 10 * EPSILON;
/** Squares of normals below this may have lost bits to underflow. */
const SMALL_SQUARE: f64 = 1e-200;
/** Largest ratio of the product of a triangle's sides to its area. */
const SPREAD_MOST: f64 = 1099511627776; // 2^40

/** Copies the exact coordinates of a vertex to three f64 at `out`. */
// @inline
export function readVertex(side: CommonSideRecord, vertex: u32, out: usize): void {
  if (side.exactFormat == FORMAT_F32) {
    const at = side.exact + ((<usize>vertex) << 4);
    store<f64>(out, <f64>load<f32>(at));
    store<f64>(out, <f64>load<f32>(at, 4), 8);
    store<f64>(out, <f64>load<f32>(at, 8), 16);
    return;
  }
  const at = side.exact + <usize>vertex * 24;
  store<f64>(out, load<f64>(at));
  store<f64>(out, load<f64>(at, 8), 8);
  store<f64>(out, load<f64>(at, 16), 16);
}

/** Copies the corners of a triangle to nine f64 at `out`. */
export function readCorners(side: CommonSideRecord, triangle: u32, out: usize): void {
  const corners = side.corners + <usize>triangle * 12;
  readVertex(side, load<u32>(corners), out);
  readVertex(side, load<u32>(corners, 4), out + POINT);
  readVertex(side, load<u32>(corners, 8), out + 2 * POINT);
}

/** Beyond which sides of a box, six f64, a point lies: a bit for each. A triangle whose corners share one does not meet the box. */
export function outcodeOf(point: usize, box: usize): u8 {
  let code: u32 = 0;
  for (let k: usize = 0; k < 3; k++) {
    const value = load<f64>(point + (k << 3));
    if (value < load<f64>(box + (k << 3))) code |= 1 << (<u32>k);
    if (value > load<f64>(box + (k << 3), 24)) code |= 8 << (<u32>k);
  }
  return <u8>code;
}

// @inline
export function setPoint(out: RoundedPoint, at: usize): void {
  out.x = load<f64>(at);
  out.y = load<f64>(at, 8);
  out.z = load<f64>(at, 16);
  out.errorX = 0;
  out.errorY = 0;
  out.errorZ = 0;
  out.offPlane = 0;
}

/** Whether a point is no farther from the centre than the sides of the common box are long. */
// @inline
function isNear(at: usize): bool {
  const c = commonJob.centre;
  const near = commonJob.near;
  return (
    abs(load<f64>(at) - load<f64>(c)) <= load<f64>(near) &&
    abs(load<f64>(at, 8) - load<f64>(c, 8)) <= load<f64>(near, 8) &&
    abs(load<f64>(at, 16) - load<f64>(c, 16)) <= load<f64>(near, 16)
  );
}

/** Error bound of a coordinate on an edge; one that is constant along the edge is not rounded. */
// @inline
function coordinateError(extent: f64, value: f64, partError: f64): f64 {
  return extent == 0 ? 0 : (1 + 4 * EPSILON) * (EPSILON * abs(value) + abs(extent) * partError);
}

/** out = the point at the fraction `part` from p to q, where `part` has an error of at most `partError`. */
function setBetween(out: RoundedPoint, p: usize, q: usize, part: f64, partError: f64): void {
  const dx = load<f64>(q) - load<f64>(p);
  const dy = load<f64>(q, 8) - load<f64>(p, 8);
  const dz = load<f64>(q, 16) - load<f64>(p, 16);
  out.x = load<f64>(p) + dx * part;
  out.y = load<f64>(p, 8) + dy * part;
  out.z = load<f64>(p, 16) + dz * part;
  const error = (partError + 3 * EPSILON * part) * (1 + 8 * EPSILON);
  out.errorX = coordinateError(dx, out.x, error);
  out.errorY = coordinateError(dy, out.y, error);
  out.errorZ = coordinateError(dz, out.z, error);
}

/** Where the edge s e crosses the plane of a triangle, of which the heights of its ends are known to have different sides. */
export function setCrossing(
  out: RoundedPoint,
  s: usize,
  e: usize,
  plane: usize,
  heightS: Height,
  heightE: Height,
): void {
  if (heightS.isOn) return setPoint(out, s);
  if (heightE.isOn) return setPoint(out, e);
  const whole = heightS.value - heightE.value;
  const error = heightS.error + heightE.error;
  let part = heightS.value / whole;
  let rest = -heightE.value / whole;
  let partError = (1.01 * error) / abs(whole) + 2 * EPSILON;
  if (!(partError <= PART_ERROR)) {
    setPlane(plane);
    part = planeCrossing(plane, s, e);
    rest = 1 - part;
    partError = ACCURATE_PART;
  }
  if (part <= rest) setBetween(out, s, e, part, partError);
  else setBetween(out, e, s, rest, partError);
}

/** A point near the box on the edge s e that stands for its end: the end itself when it is near. Returns whether it is. */
export function setEdgeEnd(out: RoundedPoint, s: usize, e: usize): bool {
  if (isNear(e)) {
    setPoint(out, e);
    return true;
  }
  const c = commonJob.centre;
  const dx = load<f64>(e) - load<f64>(s);
  const dy = load<f64>(e, 8) - load<f64>(s, 8);
  const dz = load<f64>(e, 16) - load<f64>(s, 16);
  const x = load<f64>(c) - load<f64>(s);
  const y = load<f64>(c, 8) - load<f64>(s, 8);
  const z = load<f64>(c, 16) - load<f64>(s, 16);
  // The point at exactly this fraction is as good as any, so the fraction has no error.
  const part = (x * dx + y * dy + z * dz) / (dx * dx + dy * dy + dz * dz);
  setBetween(out, s, e, part > 0 ? min<f64>(part, 1) : 0, 0);
  return false;
}

/**
 * A point in the plane of a triangle that is near the box: its first corner when that is, else the foot of the centre. Returns whether
 * it is the corner.
 */
export function setReference(out: RoundedPoint, t: usize): bool {
  setPoint(out, t);
  if (isNear(t)) return true;
  // With twice the bits: the corner may be so far away that a normal in doubles would tilt the plane too much.
  setPlane(t);
  const nx = planeNormal(0);
  const ny = planeNormal(1);
  const nz = planeNormal(2);
  const square = nx * nx + ny * ny + nz * nz;
  if (!(square > SMALL_SQUARE) || !(planeSpread() < sqrt(square) * SPREAD_MOST)) return true;
  const c = commonJob.centre;
  const part = -heightAbove(t, c) / square;
  const gx = part * nx;
  const gy = part * ny;
  const gz = part * nz;
  out.x = load<f64>(c) + gx;
  out.y = load<f64>(c, 8) + gy;
  out.z = load<f64>(c, 16) + gz;
  const away = abs(gx) + abs(gy) + abs(gz);
  out.offPlane = EPSILON * (10 * away + abs(out.x) + abs(out.y) + abs(out.z));
  return false;
}
