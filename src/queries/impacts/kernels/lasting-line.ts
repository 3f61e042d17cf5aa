/**
 * Are three points collinear throughout the motion, as seen along an axis? Decided exactly: the area is quadratic in
 * time, and all three of its Bernstein coefficients must be zero.
 *
 * This happens when something falls straight onto an edge below it: grids on grids, boxes on boxes.
 */
import { expansionSign, expansionSum } from '../../../exact/kernels/expansion';
import { exactMinor, MINOR_LENGTH, setDifference } from '../../../exact/kernels/minors';
import { reserveScratch } from '../../../memory/kernels/scratch';

const minorA = reserveScratch(MINOR_LENGTH * 8);
const minorB = reserveScratch(MINOR_LENGTH * 8);
const total = reserveScratch(2 * MINOR_LENGTH * 8);

/** Slots: q first, q second, r first, r second; 0 to 3 at the start, 4 to 7 at the end. */
export function stayOnLine(p: usize, q: usize, r: usize, axis: usize): bool {
  const first: usize = 16 * (axis == 2 ? 0 : axis + 1);
  const second: usize = 16 * (axis == 0 ? 2 : axis - 1);
  for (let end = 0; end < 2; end++) {
    const u = first + 8 * <usize>end;
    const v = second + 8 * <usize>end;
    setDifference(4 * end, load<f64>(q + u), load<f64>(p + u));
    setDifference(4 * end + 1, load<f64>(q + v), load<f64>(p + v));
    setDifference(4 * end + 2, load<f64>(r + u), load<f64>(p + u));
    setDifference(4 * end + 3, load<f64>(r + v), load<f64>(p + v));
  }
  if (expansionSign(minorA, exactMinor(0, 3, 1, 2, minorA)) != 0) return false;
  if (expansionSign(minorA, exactMinor(4, 7, 5, 6, minorA)) != 0) return false;
  const a = exactMinor(0, 7, 1, 6, minorA);
  const b = exactMinor(4, 3, 5, 2, minorB);
  return expansionSign(total, expansionSum(minorA, a, minorB, b, total)) == 0;
}
