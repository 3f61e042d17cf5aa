/**
 * Pairs of triangles whose boxes lie no farther apart than cullJob.reach: between objects and, if asked for, within them, but for
 * those that share a vertex. Found by the walk over tile lists; degenerate triangles, which those leave out, are compared
 * with all others one by one.
 *
 * Image coordinates are rounded monotonically, so boxes of triangles that collide overlap as they are.
 */

import { cullJob, grid, job, ObjectRecord, results } from '../../../memory/generated/kernels/records';
import { stopped } from '../../../memory/kernels/memory';
import { objectOfTriangle, objectRecord } from '../../../memory/kernels/objects';
import { addHit } from '../../../tile-lists/kernels/hits';
import { corners, triangles } from '../../../tile-lists/kernels/tile-members';

let lowA: v128 = i32x4.splat(0);
let highA: v128 = i32x4.splat(0);
let lowB: v128 = i32x4.splat(0);
let highB: v128 = i32x4.splat(0);

/** Grows the boxes of the tile lists by half of the reach, and those of the objects, which have just been found. */
export function growPairBoxes(): void {
  const growth = <f32>(cullJob.reach / 2);
  if (growth == 0) return;
  const more = f32x4(growth, growth, growth, 0);
  v128.store(grid.growth, more);
  grid.relativeGrowth = 0;
  const objects = job.objectCount;
  for (let i: u32 = 0; i < objects; i++) {
    const object = objectRecord(i);
    v128.store(object.low, f32x4.sub(v128.load(object.low), more));
    v128.store(object.high, f32x4.add(v128.load(object.high), more));
  }
}

// @inline
function areApart(reach: f32): bool {
  const gap = f32x4.pmax(f32x4.sub(lowB, highA), f32x4.sub(lowA, highB));
  return (i32x4.bitmask(f32x4.gt(gap, f32x4.splat(reach))) & 7) != 0;
}

// @inline
function readMemberA(rank: u32): void {
  const record = corners + ((<usize>rank) << 4);
  const p = v128.load(load<u32>(record));
  const q = v128.load(load<u32>(record, 4));
  const r = v128.load(load<u32>(record, 8));
  lowA = f32x4.pmin(f32x4.pmin(p, q), r);
  highA = f32x4.pmax(f32x4.pmax(p, q), r);
}

// @inline
function readMemberB(rank: u32): void {
  const record = corners + ((<usize>rank) << 4);
  const p = v128.load(load<u32>(record));
  const q = v128.load(load<u32>(record, 4));
  const r = v128.load(load<u32>(record, 8));
  lowB = f32x4.pmin(f32x4.pmin(p, q), r);
  highB = f32x4.pmax(f32x4.pmax(p, q), r);
}

/** Adds the pairs of members (ranks, two u32 each) whose boxes are near enough to the hits. None is passed over. */
export function keepBoxPairs(pairs: usize, count: u32): u32 {
  const reach = <f32>cullJob.reach;
  for (let i: u32 = 0; i < count; i++) {
    const a = load<u32>(pairs + ((<usize>i) << 3));
    const b = load<u32>(pairs + ((<usize>i) << 3), 4);
    readMemberA(a);
    readMemberB(b);
    if (areApart(reach)) continue;
    addHit(load<u32>(triangles + ((<usize>a) << 2)), load<u32>(triangles + ((<usize>b) << 2)), 0);
  }
  return 0;
}

/** Reads the box of a triangle of an object into B. */
// @inline
function readTriangleB(object: ObjectRecord, index: u32): void {
  const image = object.image;
  const i = object.indices + <usize>index * 12;
  const p = v128.load(image + ((<usize>load<u32>(i)) << 4));
  const q = v128.load(image + ((<usize>load<u32>(i, 4)) << 4));
  const r = v128.load(image + ((<usize>load<u32>(i, 8)) << 4));
  lowB = f32x4.pmin(f32x4.pmin(p, q), r);
  highB = f32x4.pmax(f32x4.pmax(p, q), r);
}

/** Whether two triangles of an object share a vertex. */
function shareVertex(object: ObjectRecord, a: u32, b: u32): bool {
  const p = object.indices + <usize>a * 12;
  const q = object.indices + <usize>b * 12;
  const q0 = load<u32>(q);
  const q1 = load<u32>(q, 4);
  const q2 = load<u32>(q, 8);
  for (let k: usize = 0; k < 12; k += 4) {
    const vertex = load<u32>(p + k);
    if (vertex == q0 || vertex == q1 || vertex == q2) return true;
  }
  return false;
}

/** Adds the pairs of the degenerate triangle that is listed at a place. */
export function pairFlatTriangle(place: u32): void {
  const triangle = load<u32>(results.degenerate + ((<usize>place) << 2));
  const own = objectOfTriangle(triangle);
  const record = objectRecord(own);
  const index = triangle - record.triangleStart;
  const reach = <f32>cullJob.reach;
  const self = job.self != 0;
  const objects = job.objectCount;
  readTriangleB(record, index);
  lowA = lowB;
  highA = highB;
  for (let o: u32 = 0; o < objects && !stopped(); o++) {
    if (o == own && !self) continue;
    const object = objectRecord(o);
    // Objects have been grown by half of the reach.
    lowB = v128.load(object.low);
    highB = v128.load(object.high);
    if (areApart(reach)) continue;
    const count = object.triangleCount;
    for (let other: u32 = 0; other < count; other++) {
      readTriangleB(object, other);
      if (areApart(reach)) continue;
      if (o == own && (other == index || shareVertex(record, index, other))) continue;
      addHit(triangle, object.triangleStart + other, 0);
    }
  }
}
