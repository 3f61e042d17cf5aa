/** Reading the object table: which object a triangle belongs to, where its corners are, and what they are exactly. */
import {
  FORMAT_F32,
  JOB_OBJECT_COUNT,
  JOB_OBJECTS,
  OBJECT_EXACT,
  OBJECT_EXACT_FORMAT,
  OBJECT_STRIDE,
  OBJECT_TRIANGLE_COUNT,
  OBJECT_TRIANGLE_START,
} from '../layout';
import { control } from './memory';

// @ts-ignore: decorator
@inline
export function objectRecord(index: u32): usize {
  return control(JOB_OBJECTS) + <usize>index * OBJECT_STRIDE;
}

/** Index of the object that holds a triangle numbered through the scene. */
export function objectOfTriangle(triangle: u32): u32 {
  let low: u32 = 0;
  let high = control(JOB_OBJECT_COUNT) - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (load<u32>(objectRecord(middle), OBJECT_TRIANGLE_START) <= triangle) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** One past the last triangle of an object, numbered through the scene. */
// @ts-ignore: decorator
@inline
export function triangleEnd(object: usize): u32 {
  return load<u32>(object, OBJECT_TRIANGLE_START) + load<u32>(object, OBJECT_TRIANGLE_COUNT);
}

/** Copies the exact coordinates of a vertex to three f64 at `out`. */
// @ts-ignore: decorator
@inline
export function exactPoint(object: usize, vertex: u32, out: usize): void {
  const base = <usize>load<u32>(object, OBJECT_EXACT);
  if (load<u32>(object, OBJECT_EXACT_FORMAT) == FORMAT_F32) {
    const p = base + (<usize>vertex << 4);
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
