/**
 * How far points of a moving object can be from the chords between their places at both ends of an interval: linear in their distances
 * from the axes that the object turns about (deviation-bound.ts makes the factors).
 */
import { SweepSideRecord } from '../../../memory/generated/kernels/records';
import { LINE_NUMBERS } from '../constants';

/** Distances from lines are computed with fewer than 32 operations. */
const MORE: f64 = 1.000000000001;

/** The bound for all points within `radius` of x y z, which is where they are in the middle of the interval. */
export function deviationOf(side: SweepSideRecord, x: f64, y: f64, z: f64, radius: f64): f64 {
  let sum = side.constant;
  let line = side.lines;
  for (let i: u32 = 0; i < side.lineCount; i++) {
    const px = x - load<f64>(line);
    const py = y - load<f64>(line, 8);
    const pz = z - load<f64>(line, 16);
    const ux = load<f64>(line, 24);
    const uy = load<f64>(line, 32);
    const uz = load<f64>(line, 40);
    let squared = px * px + py * py + pz * pz;
    if (ux != 0 || uy != 0 || uz != 0) {
      const cx = py * uz - pz * uy;
      const cy = pz * ux - px * uz;
      const cz = px * uy - py * ux;
      squared = cx * cx + cy * cy + cz * cz;
    }
    sum += load<f64>(line, 48) * (sqrt<f64>(squared) + radius);
    line += (<usize>LINE_NUMBERS) << 3;
  }
  return sum * MORE;
}
