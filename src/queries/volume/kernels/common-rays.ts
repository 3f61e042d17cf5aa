/** Rays from the first vertices of classes: what each triangle of the other object adds to the winding numbers round them. */
import { CommonSideRecord, commonJob } from '../../../memory/generated/kernels/records';
import { bump } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { NO_AREA } from '../constants';
import { acrossOf } from './common-classes';
import { readCorners, readVertex } from './common-points';
import { POINT, windingOf } from './moved-signs';

const corners = reserveScratch(72);
const sample = reserveScratch(24);

// @inline
function leastOf(k: usize): f64 {
  return min(load<f64>(corners + k), min(load<f64>(corners + POINT + k), load<f64>(corners + 2 * POINT + k)));
}

// @inline
function mostOf(k: usize): f64 {
  return max(load<f64>(corners + k), max(load<f64>(corners + POINT + k), load<f64>(corners + 2 * POINT + k)));
}

/** The first sample whose x is at least this. */
function firstFrom(side: CommonSideRecord, x: f64): u32 {
  let low: u32 = 0;
  let high = side.sampleCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (acrossOf(side, load<u32>(side.samples + ((<usize>middle) << 2))) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The triangles from..to of the other object over the samples of side `number`. */
export function castRays(number: u32, from: u32, to: u32): void {
  const side = CommonSideRecord.at(commonJob.sides, number);
  const other = CommonSideRecord.at(commonJob.sides, 1 - number);
  const moved = number == 0 ? -1 : 1;
  for (let triangle = from; triangle < to; triangle++) {
    if (load<i32>(other.jumps + <usize>triangle * 12) == NO_AREA) continue;
    readCorners(other, triangle, corners);
    const highX = mostOf(0);
    const lowY = leastOf(8);
    const highY = mostOf(8);
    const highZ = mostOf(16);
    for (let i = firstFrom(side, leastOf(0)); i < side.sampleCount; i++) {
      const vertex = load<u32>(side.samples + ((<usize>i) << 2));
      readVertex(side, vertex, sample);
      if (load<f64>(sample) > highX) break;
      const y = load<f64>(sample, 8);
      if (y < lowY || y > highY || load<f64>(sample, 16) > highZ) continue;
      const winding = windingOf(corners, sample, moved);
      if (winding != 0) bump(side.windings + ((<usize>vertex) << 2), <u32>winding);
    }
  }
}
