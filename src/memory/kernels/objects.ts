/** Reading the object table: which object a triangle or vertex belongs to, and the exact coordinates of a vertex. */

import { FORMAT_F32 } from '../constants';
import { job, ObjectRecord } from '../generated/kernels/records';

// @inline
export function objectRecord(index: u32): ObjectRecord {
  return ObjectRecord.at(job.objects, index);
}

/** Index of the object that holds a triangle, or a vertex, numbered through the scene. */
// @inline
function objectHolding(number: u32, isVertex: bool): u32 {
  let low: u32 = 0;
  let high = job.objectCount - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    const object = objectRecord(middle);
    if ((isVertex ? object.vertexStart : object.triangleStart) <= number) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function objectOfTriangle(triangle: u32): u32 {
  return objectHolding(triangle, false);
}

export function objectOfVertex(vertex: u32): u32 {
  return objectHolding(vertex, true);
}

/** One past the last triangle of an object, numbered through the scene. */
// @inline
export function triangleEnd(object: ObjectRecord): u32 {
  return object.triangleStart + object.triangleCount;
}

/** Copies the exact coordinates of a vertex to three f64 at `out`. */
// @inline
export function exactPoint(object: ObjectRecord, vertex: u32, out: usize): void {
  const base = object.exact;
  if (object.exactFormat == FORMAT_F32) {
    const p = base + ((<usize>vertex) << 4);
    store<f64>(out, <f64>load<f32>(p));
    store<f64>(out, <f64>load<f32>(p, 4), 8);
    store<f64>(out, <f64>load<f32>(p, 8), 16);
  } else {
    const p = base + <usize>vertex * 24;
    store<f64>(out, load<f64>(p));
    store<f64>(out, load<f64>(p, 8), 8);
    store<f64>(out, load<f64>(p, 16), 16);
  }
}
