/**
 * Features of which all points move along one axis of coordinates, or stand still: boxes that slide along each other, parts that are dragged
 * in line. Vertices then hit vertices, and edges lie in common planes, which other steps leave to whole numbers. Here it is decided exactly.
 *
 * Seen along the axis nothing moves. Where a face is not seen edge-on, or two edges are not seen as parallel, they meet whenever their
 * points are in one plane, if they meet in that view, and else never: seen from outside a plane, no two of its points coincide.
 *
 * A plane that has the axis in it is seen as a line: a vertex meets a face only through one of the face's sides, and of two edges an end
 * of one meets the other first. So all depends on single points p and segments a b, for features that are apart at the start: p must lie
 * between a and b as seen along the axis, which is decided once and for all, and with x the coordinate along the axis and y one across,
 * in which a and b differ,
 *
 *   h(t) = (x_p − x_a)(y_b − y_a) − (x_b − x_a)(y_p − y_a)
 *
 * is linear in t, because no y changes. They meet when it is zero: at h(0) / (h(0) − h(1)). Its values at both ends are expansions, and
 * so is 2^52 h at a tick, whose sign tells whether the root comes before or after. A segment along the axis is seen as one point; p comes
 * to it when it comes to an end of it, and the difference of their x is linear, too.
 */
import {
  expansionDifference,
  expansionScale,
  expansionSign,
  expansionSum,
  expansionValue,
} from '../../../exact/kernels/expansion';
import { exactMinor, MINOR_LENGTH, setDifference } from '../../../exact/kernels/minors';
import { orient2d } from '../../../exact/kernels/predicates';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { TICKS, VERTEX_FACE } from '../constants';

/** They do not move along one axis, or it takes whole numbers. */
export const AXIS_UNKNOWN: f64 = -2;
/** They meet as soon as their points are in one plane. */
export const AXIS_IN_PLANE: f64 = -3;
const NEVER: f64 = -1;
/** By how many ticks the quotient in double precision may be off, at most. */
const STEPS_MAX: i32 = 8;

/** h at the start and at the end; their parts of its value at a tick, and that. */
const HALF: usize = MINOR_LENGTH * 8;
const work = reserveScratch(10 * HALF + 32);
const atStart = work;
const atEnd = work + HALF;
const partOfStart = work + 2 * HALF;
const partOfEnd = work + 4 * HALF;
const total = work + 6 * HALF;

/** Where a point (moving-point.ts) has the coordinate along the axis, and those across. */
// @unmanaged
class AxisMotionState {
  along: usize;
  across: usize;
  other: usize;
  /** Components of h at the start and at the end. */
  startLength: i32;
  endLength: i32;
}
const motion = changetype<AxisMotionState>(work + 10 * HALF);

// @inline
function isFixed(point: usize, at: usize): bool {
  return load<f64>(point + at) == load<f64>(point + at, 8);
}

// @inline
function areFixed(q0: usize, q1: usize, q2: usize, q3: usize, at: usize): bool {
  return isFixed(q0, at) && isFixed(q1, at) && isFixed(q2, at) && isFixed(q3, at);
}

/** Finds the axis along which all move; false when there is none. */
function setAxis(q0: usize, q1: usize, q2: usize, q3: usize): bool {
  const x = areFixed(q0, q1, q2, q3, 0);
  const y = areFixed(q0, q1, q2, q3, 16);
  const z = areFixed(q0, q1, q2, q3, 32);
  if (u32(x) + u32(y) + u32(z) < 2) return false;
  motion.along = !x ? 0 : !y ? 16 : 32;
  motion.across = !x ? 16 : 0;
  motion.other = x && y ? 16 : 32;
  return true;
}

/** The orientation of three points, seen along the axis. */
function orientation(p: usize, q: usize, r: usize): i32 {
  const u = motion.across;
  const v = motion.other;
  return orient2d(
    load<f64>(p + u),
    load<f64>(p + v),
    load<f64>(q + u),
    load<f64>(q + v),
    load<f64>(r + u),
    load<f64>(r + v),
  );
}

// @inline
function earlier(tick: f64, other: f64): f64 {
  if (tick == NEVER) return other;
  return other == NEVER ? tick : min(tick, other);
}

/** Whether the root of h does not come before a tick; `sign` is that of h at the start. */
function isReached(tick: f64, sign: i32): bool {
  const start = expansionScale(atStart, motion.startLength, TICKS - tick, partOfStart);
  const end = expansionScale(atEnd, motion.endLength, tick, partOfEnd);
  return expansionSign(total, expansionSum(partOfStart, start, partOfEnd, end, total)) * sign >= 0;
}

/** The tick in which h, whose values at both ends are set, has its root. */
function tickOfZero(): f64 {
  const sign = expansionSign(atStart, motion.startLength);
  const signAtEnd = expansionSign(atEnd, motion.endLength);
  if (sign == 0) return 0;
  if (signAtEnd == 0) return TICKS;
  if (sign == signAtEnd) return NEVER;
  const start = abs(expansionValue(atStart, motion.startLength));
  const end = abs(expansionValue(atEnd, motion.endLength));
  let tick = min(TICKS - 1, Math.floor((start / (start + end)) * TICKS));
  for (let step = 0; step < STEPS_MAX; step++) {
    if (!isReached(tick, sign)) tick -= 1;
    else if (isReached(tick + 1, sign)) tick += 1;
    else return tick;
  }
  return AXIS_UNKNOWN;
}

/** When a point comes to another, from which it differs only along the axis. */
function tickOfPoints(p: usize, q: usize): f64 {
  const x = motion.along;
  motion.startLength = expansionDifference(load<f64>(p + x), load<f64>(q + x), atStart);
  motion.endLength = expansionDifference(load<f64>(p + x, 8), load<f64>(q + x, 8), atEnd);
  return tickOfZero();
}

/** When a point comes to a segment that it does not touch at the start. */
function tickOnSegment(p: usize, a: usize, b: usize): f64 {
  const isAcross = load<f64>(a + motion.across) != load<f64>(b + motion.across);
  const y = isAcross ? motion.across : motion.other;
  const yA = load<f64>(a + y);
  const yB = load<f64>(b + y);
  const yP = load<f64>(p + y);
  if (yP < min(yA, yB) || yP > max(yA, yB)) return NEVER;
  if (yA == yB) {
    if (load<f64>(p + motion.across) != load<f64>(a + motion.across)) return NEVER;
    return earlierOrUnknown(tickOfPoints(p, a), tickOfPoints(p, b));
  }
  if (orientation(a, b, p) != 0) return NEVER;
  const x = motion.along;
  setDifference(0, yB, yA);
  setDifference(1, yP, yA);
  setDifference(2, load<f64>(p + x), load<f64>(a + x));
  setDifference(3, load<f64>(b + x), load<f64>(a + x));
  setDifference(4, load<f64>(p + x, 8), load<f64>(a + x, 8));
  setDifference(5, load<f64>(b + x, 8), load<f64>(a + x, 8));
  motion.startLength = exactMinor(2, 0, 3, 1, atStart);
  motion.endLength = exactMinor(4, 0, 5, 1, atEnd);
  return tickOfZero();
}

// @inline
function earlierOrUnknown(tick: f64, other: f64): f64 {
  return tick == AXIS_UNKNOWN || other == AXIS_UNKNOWN ? AXIS_UNKNOWN : earlier(tick, other);
}

function tickOfFace(p: usize, a: usize, b: usize, c: usize): f64 {
  const facing = orientation(a, b, c);
  if (facing != 0) {
    const isBeside =
      orientation(a, b, p) * facing < 0 || orientation(b, c, p) * facing < 0 || orientation(c, a, p) * facing < 0;
    return isBeside ? NEVER : AXIS_IN_PLANE;
  }
  const first = earlierOrUnknown(tickOnSegment(p, a, b), tickOnSegment(p, b, c));
  return earlierOrUnknown(first, tickOnSegment(p, c, a));
}

function tickOfEdges(p: usize, q: usize, a: usize, b: usize): f64 {
  const sideA = orientation(p, q, a);
  const sideB = orientation(p, q, b);
  const sideP = orientation(a, b, p);
  const sideQ = orientation(a, b, q);
  if (sideA * sideB > 0 || sideP * sideQ > 0) return NEVER;
  // Parallel ones that are not on one line have been left out: their orientations have one sign.
  if (sideA != 0 || sideB != 0 || sideP != 0 || sideQ != 0) return AXIS_IN_PLANE;
  const ends = earlierOrUnknown(tickOnSegment(p, a, b), tickOnSegment(q, a, b));
  const others = earlierOrUnknown(tickOnSegment(a, p, q), tickOnSegment(b, p, q));
  return earlierOrUnknown(ends, others);
}

/**
 * The tick in which features that are apart at the start first meet, −1 when they never do, AXIS_IN_PLANE or AXIS_UNKNOWN. Addresses of
 * moving points: the vertex and the corners of the face, or the ends of both edges.
 */
export function tickAlongAxis(kind: u32, q0: usize, q1: usize, q2: usize, q3: usize): f64 {
  if (!setAxis(q0, q1, q2, q3)) return AXIS_UNKNOWN;
  return kind == VERTEX_FACE ? tickOfFace(q0, q1, q2, q3) : tickOfEdges(q0, q1, q2, q3);
}
