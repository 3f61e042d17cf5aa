/**
 * What the passes of a visit query and draw, and how the answers change the labels.
 *
 * With the sets of Quick-CULLIDE (§4.1) an element that was fully visible in one direction is queried only in the other one, and
 * drawn only in its own; CULLIDE queries and draws all in both.
 */

import { CULL_LOG_BYTES, CullLogRecord, cullJob } from '../../../memory/generated/kernels/records';
import { now, take } from '../../../memory/kernels/memory';
import { LOG_PASSES, SET_BFV, SET_FFV, SET_NFV, SET_SFV } from '../constants';
import { elementOfRank } from './ranks';
import { isSucceeded } from './visits';

const NFV: u32 = 1 << SET_NFV;
const FFV: u32 = 1 << SET_FFV;
const SFV: u32 = 1 << SET_SFV;

/** Grows the log so that another pass fits. */
function growLog(): void {
  const capacity = max<u32>(LOG_PASSES, cullJob.logCapacity * 2);
  const log = take(<u64>capacity * <u64>CULL_LOG_BYTES);
  if (cullJob.logCount > 0) memory.copy(log, cullJob.log, <usize>cullJob.logCount * <usize>CULL_LOG_BYTES);
  cullJob.log = log;
  cullJob.logCapacity = capacity;
}

/** Prepares the next pass: which sets are queried, which are drawn. */
export function openPasses(): void {
  const pass = cullJob.pass;
  const second = (pass & 1) != 0;
  const count = cullJob.elementCount;
  const labels = cullJob.labels;
  if (!second) cullJob.changes = 0;
  if (cullJob.onePass != 0) {
    // Queries and draws are set already.
  } else if (cullJob.quick != 0) {
    cullJob.asked = second ? NFV | FFV : NFV | SFV;
    cullJob.queried = cullJob.asked;
    cullJob.drawn = second ? NFV | SFV : NFV | FFV;
  } else {
    if (!second) {
      for (let e: u32 = 0; e < count; e++) {
        if (load<u8>(labels + <usize>e) != SET_BFV) store<u8>(labels + <usize>e, SET_NFV);
      }
    }
    // Elements not fully visible in the first pass are queried for a label that the next visit drops.
    cullJob.asked = second && (cullJob.secondSaving != 0 || isSucceeded()) ? FFV : NFV | FFV;
    cullJob.queried = second && cullJob.secondSaving != 0 ? FFV : NFV | FFV;
    cullJob.drawn = NFV | FFV;
  }
  if (cullJob.kept != 0) memory.copy(cullJob.hidden, cullJob.kept, count);
  else memory.fill(cullJob.hidden, 0, count);
  cullJob.clock = now();
}

/** A byte for each label: all ones where its bit is set. */
// @inline
function bytesOf(sets: u32): v128 {
  const bytes = ((sets & 1) | ((sets & 2) << 7) | ((sets & 4) << 14) | ((sets & 8) << 21)) * 255;
  return i32x4(<i32>bytes, 0, 0, 0);
}

/** Number of bytes with the top bit set. */
// @inline
function countBytes(bytes: v128): u32 {
  return <u32>popcnt<i32>(i8x16.bitmask(bytes));
}

/** Labels the elements that were fully visible in the finished pass, writes its line of the log, and returns the number left. */
export function closePass(): u32 {
  const second = (cullJob.pass & 1) != 0;
  const count = cullJob.elementCount;
  const labels = cullJob.labels;
  const hidden = cullJob.hidden;
  const other: u32 = second ? SET_FFV : SET_SFV;
  const alone: u32 = second ? SET_SFV : SET_FFV;
  const asked = bytesOf(cullJob.asked);
  const queried = bytesOf(cullJob.queried);
  const drawn = bytesOf(cullJob.drawn);
  // Queried and fully visible elements get this label instead of their own.
  const others = bytesOf(1 << other);
  const next = v128.bitselect(i8x16.splat(<i8>SET_BFV), i8x16.splat(<i8>alone), others);
  const pruned = i8x16.splat(<i8>SET_BFV);
  const ofQuick = i8x16.splat(cullJob.quick != 0 ? -1 : 0);
  let before: u32 = 0;
  let after: u32 = 0;
  let queries: u32 = 0;
  let renders: u32 = 0;
  let changes = cullJob.changes;
  const drawnTriangles = cullJob.elementOf == 0 ? 0 : countDrawn(labels, cullJob.drawn);
  // Sixteen at a time; bytes past the last element are left as they are.
  for (let e: u32 = 0; e < count; e += 16) {
    const at = labels + <usize>e;
    const isOne = i8x16.lt_u(
      i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
      i8x16.splat(<i8>min<u32>(count - e, 16)),
    );
    const label = v128.load(at);
    const isLeft = v128.and(i8x16.ne(label, pruned), isOne);
    const isVisible = v128.and(i8x16.swizzle(asked, label), i8x16.eq(v128.load(hidden + <usize>e), i8x16.splat(0)));
    const isChanged = v128.and(isVisible, isLeft);
    const labelled = v128.bitselect(i8x16.swizzle(next, label), label, isChanged);
    v128.store(at, labelled);
    const isPruned = v128.and(isChanged, i8x16.eq(labelled, pruned));
    before += countBytes(isLeft);
    after += countBytes(v128.andnot(isLeft, isPruned));
    queries += countBytes(v128.and(i8x16.swizzle(queried, label), isLeft));
    renders += countBytes(v128.and(i8x16.swizzle(drawn, label), isLeft));
    changes += countBytes(v128.or(isPruned, v128.and(isChanged, ofQuick)));
  }
  cullJob.changes = changes;
  if (cullJob.logCount == cullJob.logCapacity) growLog();
  const log = CullLogRecord.at(cullJob.log, cullJob.logCount);
  log.visit = cullJob.visit;
  log.before = before;
  log.after = after;
  log.queries = queries;
  log.renders = renders;
  log.triangles = cullJob.elementOf == 0 ? renders : drawnTriangles;
  log.time = now() - cullJob.clock;
  if (cullJob.trace != 0) {
    const copy = take(count);
    memory.copy(copy, labels, count);
    log.labels = <u32>copy;
  }
  cullJob.logCount = cullJob.logCount + 1;
  return after;
}

/** Triangles of the elements whose label is among those drawn. */
function countDrawn(labels: usize, drawn: u32): u32 {
  const triangles = cullJob.triangleCount;
  let count: u32 = 0;
  for (let rank: u32 = 0; rank < triangles; rank++)
    count += (drawn >>> load<u8>(labels + <usize>elementOfRank(rank))) & 1;
  return count;
}

/** Whether a queried element is not known to be hidden. */
export function isOpenStill(): bool {
  const count = cullJob.elementCount;
  const labels = cullJob.labels;
  const hidden = cullJob.hidden;
  const asked = cullJob.asked;
  for (let e: u32 = 0; e < count; e++) {
    if (((asked >>> load<u8>(labels + <usize>e)) & 1) != 0 && load<u8>(hidden + <usize>e) == 0) return true;
  }
  return false;
}
