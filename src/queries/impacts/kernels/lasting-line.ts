/**
 * Are three points on one line, as seen along an axis, all the time? Exactly: the area is a quadratic in time, and all three
 * of its Bernstein coefficients must be zero.
 *
 * So it is for what falls straight onto an edge that it stands above: grids on grids, boxes on boxes.
 */
import {
  expansionDifference,
  expansionNegate,
  expansionProduct,
  expansionSign,
  expansionSum,
} from '../../../exact/kernels/expansion';
import { reserveScratch } from '../../../memory/kernels/scratch';

const PAIR: usize = 16;

/** Differences q − p and r − p, in two coordinates, at both ends: two components each, and their numbers. */
const differences = reserveScratch(8 * PAIR);
const lengths = reserveScratch(8 * 4);
// A product of two differences has 8 components at most, a sum of two of those 16, of four 32.
const productA = reserveScratch(8 * 8);
const productB = reserveScratch(8 * 8);
const minorA = reserveScratch(16 * 8);
const minorB = reserveScratch(16 * 8);
const total = reserveScratch(32 * 8);
const scratch = reserveScratch(16 * 8);

function setDifference(slot: usize, from: usize, to: usize): void {
  store<i32>(lengths + 4 * slot, expansionDifference(load<f64>(to), load<f64>(from), differences + slot * PAIR));
}

function product(i: usize, j: usize, out: usize): i32 {
  const lengthI = load<i32>(lengths + 4 * i);
  const lengthJ = load<i32>(lengths + 4 * j);
  return expansionProduct(differences + i * PAIR, lengthI, differences + j * PAIR, lengthJ, out, scratch);
}

/** out = i · j − k · l. */
function minor(i: usize, j: usize, k: usize, l: usize, out: usize): i32 {
  const a = product(i, j, productA);
  const b = product(k, l, productB);
  expansionNegate(productB, b);
  return expansionSum(productA, a, productB, b, out);
}

/** Slots: q first, q second, r first, r second; 0 to 3 at the start, 4 to 7 at the end. */
export function stayOnLine(p: usize, q: usize, r: usize, axis: usize): bool {
  const first: usize = 16 * (axis == 2 ? 0 : axis + 1);
  const second: usize = 16 * (axis == 0 ? 2 : axis - 1);
  for (let end: usize = 0; end < 2; end++) {
    setDifference(4 * end, p + first + 8 * end, q + first + 8 * end);
    setDifference(4 * end + 1, p + second + 8 * end, q + second + 8 * end);
    setDifference(4 * end + 2, p + first + 8 * end, r + first + 8 * end);
    setDifference(4 * end + 3, p + second + 8 * end, r + second + 8 * end);
  }
  if (expansionSign(minorA, minor(0, 3, 1, 2, minorA)) != 0) return false;
  if (expansionSign(minorA, minor(4, 7, 5, 6, minorA)) != 0) return false;
  const a = minor(0, 7, 1, 6, minorA);
  const b = minor(4, 3, 5, 2, minorB);
  return expansionSign(total, expansionSum(minorA, a, minorB, b, total)) == 0;
}
