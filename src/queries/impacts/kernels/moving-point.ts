/**
 * A point that moves, in 48 bytes: x at both ends, then y, then z, as three f64x2. Lane 0 is the start, lane 1 the end, so
 * that one instruction serves both.
 */

import { ObjectRecord } from '../../../memory/generated/kernels/records';
import { exactPoint } from '../../../memory/kernels/objects';

export const MOVING_POINT: usize = 48;

/** Reads a vertex of an object; `work` is scratch for six f64. */
export function readMovingPoint(object: ObjectRecord, vertex: u32, out: usize, work: usize): void {
  const end = object.end;
  exactPoint(object, vertex, work);
  if (end != 0) exactPoint(ObjectRecord.at(end, 0), vertex, work + 24);
  else memory.copy(work + 24, work, 24);
  for (let k: usize = 0; k < 3; k++) {
    store<f64>(out + 16 * k, load<f64>(work + 8 * k));
    store<f64>(out + 16 * k, load<f64>(work + 8 * k, 24), 8);
  }
}
