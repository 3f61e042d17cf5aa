/** Reading the object table: which object a triangle or vertex belongs to, and the exact coordinates of a vertex. */

import { FORMAT_F32, FORMAT_F64 } from '../constants';
import { job, ObjectRecord } from '../generated/kernels/records';

// @inline
export function objectRecord(index: u32): ObjectRecord {
  return ObjectRecord.at(job.objects, index);
}

/** Index, in a table of objects, of the one that holds a triangle, or a vertex, numbered through them. */
// @inline
function objectHolding(table: usize, count: u32, number: u32, isVertex: bool): u32 {
  let low: u32 = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    const object = ObjectRecord.at(table, middle);
    if ((isVertex ? object.vertexStart : object.triangleStart) <= number) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function objectOfTriangle(triangle: u32): u32 {
  return objectHolding(job.objects, job.objectCount, triangle, false);
}

export function objectOfVertex(vertex: u32): u32 {
  return objectHolding(job.objects, job.objectCount, vertex, true);
}

/** The record of the object that holds a triangle of the answer: one of all objects. */
export function objectOfAnswer(triangle: u32): ObjectRecord {
  const table = job.allObjects;
  return ObjectRecord.at(table, objectHolding(table, job.allObjectCount, triangle, false));
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
  } else if (object.exactFormat == FORMAT_F64) {
    const p = base + <usize>vertex * 24;
    store<f64>(out, load<f64>(p));
    store<f64>(out, load<f64>(p, 8), 8);
    store<f64>(out, load<f64>(p, 16), 16);
  } else placedPoint(object, vertex, out);
}

/** Copies the coordinates of a vertex, as they were given, to three f64 at `out`. */
export function givenPoint(object: ObjectRecord, vertex: u32, out: usize): void {
  if (object.restFormat == FORMAT_F32) {
    const p = object.rest + ((<usize>vertex) << 4);
    store<f64>(out, <f64>load<f32>(p));
    store<f64>(out, <f64>load<f32>(p, 4), 8);
    store<f64>(out, <f64>load<f32>(p, 8), 16);
    return;
  }
  const p = object.rest + <usize>vertex * 24;
  store<f64>(out, load<f64>(p));
  store<f64>(out, load<f64>(p, 8), 8);
  store<f64>(out, load<f64>(p, 16), 16);
}

/** Places a vertex: the same sums in the same order wherever that is done, so the same numbers. */
// @inline
export function placedCoordinate(matrix: usize, row: usize, x: f64, y: f64, z: f64): f64 {
  const m = matrix + (row << 3);
  return load<f64>(m) * x + load<f64>(m, 32) * y + load<f64>(m, 64) * z + load<f64>(m, 96);
}

/** Copies the coordinates of a vertex, placed by the object's matrix, to three f64 at `out`. */
export function placedPoint(object: ObjectRecord, vertex: u32, out: usize): void {
  givenPoint(object, vertex, out);
  const x = load<f64>(out);
  const y = load<f64>(out, 8);
  const z = load<f64>(out, 16);
  const matrix = object.matrix;
  store<f64>(out, placedCoordinate(matrix, 0, x, y, z));
  store<f64>(out, placedCoordinate(matrix, 1, x, y, z), 8);
  store<f64>(out, placedCoordinate(matrix, 2, x, y, z), 16);
}
