/**
 * Triangles of the common voxels, and which of them collide: "using our method as an on-line pre-processing step before
 * accurate intersection tests" (section 5 of the paper).
 *
 * Two triangles that collide share a point, and both touch the voxel that holds it, so every colliding pair meets in the list
 * of some common voxel. Pairs met again are dropped when hits are joined.
 */

import { orient2dIn } from '../../../exact/kernels/predicates';
import { pairKind } from '../../../exact/kernels/triangle-pair';
import { ObjectRecord, voxelJob } from '../../../memory/generated/kernels/records';
import { bump, stopped, take } from '../../../memory/kernels/memory';
import { exactPoint, objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { beginsAt, leavesAt, pieceIsLeft } from '../../../memory/kernels/time-slice';
import { addHit } from '../../../tile-lists/kernels/hits';

/** Common voxels that a piece looks at. */
const PIECE_VOXELS: u32 = 64;
/** Pairs that this thread remembers having tested; a power of two. */
const REMEMBERED: u32 = 8192;

const first = reserveScratch(72);
const second = reserveScratch(72);
let remembered: usize = 0;

export function openIdentify(): void {
  remembered = 0;
}

export function pairPieces(): u32 {
  return (load<u32>(voxelJob.countCommon) + PIECE_VOXELS - 1) / PIECE_VOXELS;
}

/** Turns the lengths of the lists into places; gives the number of all entries. */
export function scanLists(): u32 {
  const starts = voxelJob.listStarts;
  const next = voxelJob.listNext;
  const lists = (<usize>load<u32>(voxelJob.countCommon)) << 1;
  let sum: u32 = 0;
  for (let list: usize = 0; list < lists; list++) {
    const count = load<u32>(starts + (list << 2));
    store<u32>(starts + (list << 2), sum);
    store<u32>(next + (list << 2), sum);
    sum += count;
  }
  store<u32>(starts + (lists << 2), sum);
  return sum;
}

// @inline
function imageOf(object: ObjectRecord, triangle: u32, corner: usize): v128 {
  const vertex = load<u32>(object.indices + <usize>triangle * 12 + corner);
  return v128.load(object.image + ((<usize>vertex) << 4));
}

function readCorners(object: ObjectRecord, triangle: u32, out: usize): void {
  const indices = object.indices + <usize>triangle * 12;
  exactPoint(object, load<u32>(indices), out);
  exactPoint(object, load<u32>(indices, 4), out + 24);
  exactPoint(object, load<u32>(indices, 8), out + 48);
}

function isCollinearIn(at: usize, u: usize, v: usize): bool {
  return orient2dIn(at, at + 24, at + 48, u, v) == 0;
}

/** Whether the triangle has no area; such triangles are in no pair. */
function isDegenerate(at: usize): bool {
  return isCollinearIn(at, 0, 8) && isCollinearIn(at, 8, 16) && isCollinearIn(at, 16, 0);
}

/** Whether this thread has tested the pair lately; if not, it now has. */
function isRemembered(a: u32, b: u32): bool {
  const key = ((<u64>a) << 32) | <u64>b;
  const slot = remembered + ((<usize>((a * 0x9e3779b1) ^ (b * 0x85ebca6b)) >> 19) << 3);
  if (load<u64>(slot) == key) return true;
  store<u64>(slot, key);
  return false;
}

/** Tests the pairs of a common voxel whose first is listed at `begin` or later; may leave. */
function testVoxel(voxel: u32, begin: u32): u32 {
  const starts = voxelJob.listStarts + ((<usize>voxel) << 3);
  const lists = voxelJob.lists;
  const startA = load<u32>(starts);
  const startB = load<u32>(starts, 4);
  const endB = load<u32>(starts, 8);
  const objectA = objectRecord(0);
  const objectB = objectRecord(1);
  const firstOfB = objectB.triangleStart;
  let tested: u32 = 0;
  for (let i = max(startA, begin); i < startB; i++) {
    const a = load<u32>(lists + ((<usize>i) << 2));
    const a0 = imageOf(objectA, a, 0);
    const a1 = imageOf(objectA, a, 4);
    const a2 = imageOf(objectA, a, 8);
    const lowA = f32x4.pmin(f32x4.pmin(a0, a1), a2);
    const highA = f32x4.pmax(f32x4.pmax(a0, a1), a2);
    let isRead = false;
    for (let j = startB; j < endB; j++) {
      const b = load<u32>(lists + ((<usize>j) << 2));
      const local = b - firstOfB;
      const b0 = imageOf(objectB, local, 0);
      const b1 = imageOf(objectB, local, 4);
      const b2 = imageOf(objectB, local, 8);
      // Rounding keeps order, so boxes that share a point still do.
      const apart = v128.or(
        f32x4.gt(lowA, f32x4.pmax(f32x4.pmax(b0, b1), b2)),
        f32x4.gt(f32x4.pmin(f32x4.pmin(b0, b1), b2), highA),
      );
      if ((i32x4.bitmask(apart) & 7) != 0 || isRemembered(a, b)) continue;
      if (!isRead) readCorners(objectA, a, first);
      isRead = true;
      readCorners(objectB, local, second);
      tested++;
      const kind = pairKind(first, second);
      if (kind < 0 || isDegenerate(first) || isDegenerate(second)) continue;
      addHit(a, b, kind);
    }
    if (leavesAt(i + 1, endB - startB)) break;
  }
  return tested;
}

export function testPairs(piece: u32): void {
  if (remembered == 0) {
    remembered = take((<u64>REMEMBERED) << 3);
    memory.fill(remembered, 0xff, (<usize>REMEMBERED) << 3);
  }
  const from = piece * PIECE_VOXELS;
  const to = min(load<u32>(voxelJob.countCommon), from + PIECE_VOXELS);
  // Lists lie in the order of voxels, so that a place in them tells the voxel too.
  const begin = beginsAt(0);
  let tested: u32 = 0;
  for (let voxel = from; voxel < to && !stopped(); voxel++) {
    tested += testVoxel(voxel, begin);
    if (!ASC_FEATURE_THREADS && pieceIsLeft) break;
  }
  bump(voxelJob.candidates, tested);
}
