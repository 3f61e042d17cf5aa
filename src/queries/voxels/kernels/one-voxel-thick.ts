/**
 * Triangles whose box is one voxel thick along an axis: seen along it, they touch a voxel exactly when their outline touches
 * its square, for whatever they are there lies within the thickness. So one view with three axes is enough of the thirteen.
 */

import { ObjectRecord } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { decideExactly, edgeBound, readyExactTest } from './axes';
import { emit, isWanted, rowAddress } from './emit';

/** The current triangle, seen along its thinnest axis. */
// @unmanaged
class ThinState {
  // What the loop below needs of the view: edges along its two axes, middle and radius.
  edgesU: v128;
  edgesV: v128;
  middle: v128;
  miss: v128;
  sure: v128;
}
const thin = changetype<ThinState>(reserveScratch(offsetof<ThinState>()));

/** 0 the triangle misses the square, 1 it touches it, 2 it may. `qu`, `qv` lead from the first corner to its middle. */
// @inline
function verdict(qu: f32, qv: f32): i32 {
  const value = f32x4.sub(f32x4.mul(thin.edgesU, f32x4.splat(qv)), f32x4.mul(thin.edgesV, f32x4.splat(qu)));
  const apart = f32x4.abs(f32x4.sub(value, thin.middle));
  if (v128.any_true(f32x4.gt(apart, thin.miss))) return 0;
  return i32x4.all_true(f32x4.le(apart, thin.sure)) ? 1 : 2;
}

// @inline
function settle(row: usize, x: i32, y: i32, z: i32, found: i32): void {
  if (found == 1) emit(row, x);
  else if (found == 2) decideExactly(row, x, y, z);
}

/**
 * Emits what a triangle touches of the voxels from x0, y0, z0 to x1, y1, z1; its box is surely that, and spans two axes.
 * `spans` says which: bit 0 x, 1 y, 2 z. `delta` and `extent` are as in axes.ts, and the bound is the same.
 */
export function emitOneVoxelThick(
  object: ObjectRecord,
  triangle: u32,
  spans: i32,
  a: v128,
  b: v128,
  c: v128,
  delta: f32,
  extent: f32,
  x0: i32,
  y0: i32,
  z0: i32,
  x1: i32,
  y1: i32,
  z1: i32,
): void {
  readyExactTest(object, triangle);
  const e0 = f32x4.sub(b, a);
  const e1 = f32x4.sub(c, b);
  const e2 = f32x4.sub(c, a);
  const xy = v128.shuffle<f32>(e0, e1, 0, 4, 1, 5);
  if (spans == 3) {
    thin.edgesU = v128.shuffle<f32>(xy, e2, 0, 1, 4, 4);
    thin.edgesV = v128.shuffle<f32>(xy, e2, 2, 3, 5, 5);
  } else {
    const zz = v128.shuffle<f32>(v128.shuffle<f32>(e0, e1, 2, 6, 2, 6), e2, 0, 1, 6, 6);
    if (spans == 6) {
      thin.edgesU = v128.shuffle<f32>(xy, e2, 2, 3, 5, 5);
      thin.edgesV = zz;
    } else {
      thin.edgesU = zz;
      thin.edgesV = v128.shuffle<f32>(xy, e2, 0, 1, 4, 4);
    }
  }
  // Across e0 the outline lies between 0 and its area, across the other two between 0 and the area negated.
  const area =
    f32x4.extract_lane(thin.edgesU, 0) * f32x4.extract_lane(thin.edgesV, 2) -
    f32x4.extract_lane(thin.edgesV, 0) * f32x4.extract_lane(thin.edgesU, 2);
  thin.middle = f32x4.mul(f32x4(0.5, -0.5, -0.5, -0.5), f32x4.splat(area));
  const size = f32x4.add(f32x4.add(f32x4.abs(thin.edgesU), f32x4.abs(thin.edgesV)), f32x4.splat(abs(area)));
  const radius = f32x4.mul(f32x4.splat(0.5), size);
  const error = f32x4.splat(edgeBound(delta, extent));
  thin.miss = f32x4.add(radius, error);
  thin.sure = f32x4.sub(radius, error);
  const ax = f32x4.extract_lane(a, 0);
  const ay = f32x4.extract_lane(a, 1);
  const az = f32x4.extract_lane(a, 2);
  for (let z = z0; z <= z1; z++) {
    const qz = <f32>z + 0.5 - az;
    for (let y = y0; y <= y1; y++) {
      const qy = <f32>y + 0.5 - ay;
      const row = rowAddress(y, z);
      for (let x = x0; x <= x1; x++) {
        if (!isWanted(row, x)) continue;
        const qx = <f32>x + 0.5 - ax;
        if (spans == 3) settle(row, x, y, z, verdict(qx, qy));
        else if (spans == 6) settle(row, x, y, z, verdict(qy, qz));
        else settle(row, x, y, z, verdict(qz, qx));
      }
    }
  }
}
