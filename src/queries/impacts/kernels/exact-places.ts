/**
 * The sign of the coplanarity cubic at a time at which the places of all four points are doubles, without any rounding.
 *
 * So it is when coordinates have few bits and the time has, too: grids that fall onto grids, boxes onto boxes, where thousands of
 * features meet at a time such as 0.5. Points, differences and products of single precision leave enough of the 53 bits unused.
 */
import { differenceTail, productTail, sumTail } from '../../../exact/kernels/expansion';
import { orient3d } from '../../../exact/kernels/predicates';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { VERTEX_FACE } from '../constants';

const POINT: usize = 24;
const places = reserveScratch(4 * POINT);

/** What `planeSignAtPlaces` returns when some place is not a double. */
export const SIGN_UNKNOWN: i32 = 2;

/** Stores where a moving point is, and returns whether that is exact. */
function setPlace(point: usize, time: f64, out: usize): bool {
  for (let axis: usize = 0; axis < 3; axis++) {
    const start = load<f64>(point + 16 * axis);
    const end = load<f64>(point + 16 * axis, 8);
    const difference = end - start;
    const part = time * difference;
    const place = start + part;
    if (differenceTail(end, start, difference) != 0) return false;
    if (productTail(time, difference, part) != 0 || sumTail(start, part, place) != 0) return false;
    store<f64>(out + 8 * axis, place);
  }
  return true;
}

export function planeSignAtPlaces(kind: u32, q0: usize, q1: usize, q2: usize, q3: usize, time: f64): i32 {
  const p0 = places;
  const p1 = places + POINT;
  const p2 = places + 2 * POINT;
  const p3 = places + 3 * POINT;
  if (!setPlace(q0, time, p0) || !setPlace(q1, time, p1) || !setPlace(q2, time, p2) || !setPlace(q3, time, p3)) {
    return SIGN_UNKNOWN;
  }
  return kind == VERTEX_FACE ? orient3d(p2, p3, p0, p1) : orient3d(p1, p3, p2, p0);
}
