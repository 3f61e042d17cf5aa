/**
 * What can be kept of objects that do not change: the degenerate triangles, and clusters. Works on coordinates as they
 * were given, wherever the object is placed. A piece is an object.
 *
 *   (prepare)      nothing
 *   keep           degenerate triangles, clusters
 */

import { PHASE_DONE, PHASE_PREPARE } from '../../../memory/constants';
import {
  ClusterWorkRecord,
  job,
  KeepItemRecord,
  keepJob,
  ObjectRecord,
  ThreadRecord,
} from '../../../memory/generated/kernels/records';
import { setPieces, take } from '../../../memory/kernels/memory';
import { givenPoint, objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { makeClusters } from '../../../mesh/kernels/cluster-build';
import { normalSignsExact } from '../../../tile-lists/kernels/normal-signs';
import { FRAGILE_PART, PHASE_KEEP } from '../constants';

export function openThread(): void {}

/**
 * Lists the degenerate triangles: of the `most` in a list, or of all when `asked` is 0. The list has capacity for all, which costs address
 * space but no memory that is touched.
 */
function listDegenerate(object: ObjectRecord, item: KeepItemRecord, asked: usize, most: u32): void {
  const list = take((<u64>most) << 2);
  const indices = object.indices;
  let count: u32 = 0;
  for (let k: u32 = 0; k < most; k++) {
    const t = asked != 0 ? load<u32>(asked + ((<usize>k) << 2)) : k;
    const i = indices + <usize>t * 12;
    store<u32>(list + ((<usize>count) << 2), t);
    count += u32(normalSignsExact(object, load<u32>(i), load<u32>(i, 4), load<u32>(i, 8)) == 0);
  }
  item.degenerate = list;
  item.degenerateCount = count;
}

const a = reserveScratch(24);
const b = reserveScratch(24);
const c = reserveScratch(24);

/** The part of the largest magnitude that a triangle must be high, so to speak, not to be fragile: see placed-degenerate.ts. */
const FRAGILE: f64 = FRAGILE_PART;
/** Error bound of the length of a normal, relative to the product of two sides. */
const ROUNDING: f64 = 2.842170943040401e-14; // 2^-45
/** Cost of a triangle that may be fragile, in the units of cluster-build.ts. */
const COST_OF_FRAGILE: i64 = 10;
/** Bytes that are copied in that unit; half of those that clusters are made in. */
const BYTES_COPIED: i64 = 8;

/** Whether a triangle's normal, over the sum of two sides, is certainly above `least`; false where squares underflow. */
function isFirm(object: ObjectRecord, index: usize, least: f64): bool {
  givenPoint(object, load<u32>(index), a);
  givenPoint(object, load<u32>(index, 4), b);
  givenPoint(object, load<u32>(index, 8), c);
  const ux = load<f64>(b) - load<f64>(a);
  const uy = load<f64>(b, 8) - load<f64>(a, 8);
  const uz = load<f64>(b, 16) - load<f64>(a, 16);
  const vx = load<f64>(c) - load<f64>(a);
  const vy = load<f64>(c, 8) - load<f64>(a, 8);
  const vz = load<f64>(c, 16) - load<f64>(a, 16);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const u = sqrt<f64>(ux * ux + uy * uy + uz * uz);
  const v = sqrt<f64>(vx * vx + vy * vy + vz * vz);
  return sqrt<f64>(nx * nx + ny * ny + nz * nz) - ROUNDING * u * v > least * (u + v);
}

/** Continues to list fragile triangles, in place of the boxes that cuts were chosen by. Returns what is left of the budget. */
function listFragile(object: ObjectRecord, box: usize, work: ClusterWorkRecord, budget: i64): i64 {
  const list = changetype<usize>(work) + <usize>work.boxes;
  let reach: f64 = 0;
  for (let k: usize = 0; k < 48; k += 8) reach = max(reach, abs(load<f64>(box + k)));
  let count = work.fragileCount;
  const from = work.next;
  const to = <u32>min<i64>(object.triangleCount, <i64>from + budget / COST_OF_FRAGILE + 1);
  for (let t = from; t < to; t++) {
    store<u32>(list + ((<usize>count) << 2), t);
    count += u32(!isFirm(object, object.indices + <usize>t * 12, reach * FRAGILE));
  }
  work.fragileCount = count;
  work.next = to;
  return budget - COST_OF_FRAGILE * <i64>(to - from);
}

/** Clusters and the list of fragile triangles, as far as the budget goes. Copying them into a block of their own is paid for as well. */
function makeParts(object: ObjectRecord, item: KeepItemRecord): void {
  if (item.work == 0) {
    item.work = take(item.workBytes);
    store<u32>(item.work, 0);
  }
  const work = ClusterWorkRecord.at(item.work, 0);
  const budget: i64 = item.budget == 0xffffffff ? i64.MAX_VALUE : <i64>item.budget;
  let left = makeClusters(object, item.work, item.box, budget);
  if (left > 0) left = listFragile(object, item.box, work, left);
  // With the whole budget left there will never be more.
  if (left < budget && left < <i64>item.workBytes / BYTES_COPIED) return;
  item.fragile = item.work + <usize>work.boxes;
  item.fragileCount = work.fragileCount;
  // Those that are not fragile certainly have a normal.
  listDegenerate(object, item, item.fragile, item.fragileCount);
  item.isDone = 1;
}

export function doPiece(phase: i32, piece: u32): void {
  if (phase != PHASE_KEEP) return;
  const object = objectRecord(piece);
  const item = KeepItemRecord.at(keepJob.items, piece);
  const asked = item.asked;
  if (item.wantsClusters != 0) makeParts(object, item);
  else listDegenerate(object, item, asked, asked != 0 ? item.askedCount : object.triangleCount);
}

export function noteThread(_phase: i32, _record: ThreadRecord, _milliseconds: f64): void {}

export function closePhase(phase: i32): i32 {
  if (phase != PHASE_PREPARE) return PHASE_DONE;
  setPieces(job.objectCount, 0, 1);
  return PHASE_KEEP;
}
