/**
 * What the passes of a visit ask for and draw, and what becomes of the answers.
 *
 * With the sets of Quick-CULLIDE (§4.1) an element that was fully visible in one direction is asked only in the other one, and
 * drawn only in its own; CULLIDE asks for and draws all in both.
 */

import { CullLogRecord, cullJob } from '../../../memory/generated/kernels/records';
import { now, take } from '../../../memory/kernels/memory';
import { SET_BFV, SET_FFV, SET_NFV, SET_SFV } from '../constants';
import { elementOfRank } from './ranks';
import { isSucceeded } from './visits';

const NFV: u32 = 1 << SET_NFV;
const FFV: u32 = 1 << SET_FFV;
const SFV: u32 = 1 << SET_SFV;

/** Readies the next pass: which sets are asked for, which are drawn. */
export function openPasses(): void {
  const pass = cullJob.pass;
  const second = (pass & 1) != 0;
  const count = cullJob.elementCount;
  const labels = cullJob.labels;
  if (!second) cullJob.changes = 0;
  if (cullJob.onePass != 0) {
    // What is asked for and drawn has been said.
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
    // What was not fully visible in the first pass is asked for a label that the next visit forgets.
    cullJob.asked = second && (cullJob.secondSaving != 0 || isSucceeded()) ? FFV : NFV | FFV;
    cullJob.queried = second && cullJob.secondSaving != 0 ? FFV : NFV | FFV;
    cullJob.drawn = NFV | FFV;
  }
  memory.copy(cullJob.hidden, cullJob.kept, count);
  cullJob.clock = now();
}

/** Labels what was fully visible in the pass that has ended, writes its line of the log, and returns the number left. */
export function closePass(): u32 {
  const second = (cullJob.pass & 1) != 0;
  const count = cullJob.elementCount;
  const labels = cullJob.labels;
  const hidden = cullJob.hidden;
  const asked = cullJob.asked;
  const queried = cullJob.queried;
  const drawn = cullJob.drawn;
  const quick = cullJob.quick != 0;
  const other: u32 = second ? SET_FFV : SET_SFV;
  const alone: u32 = second ? SET_SFV : SET_FFV;
  let before: u32 = 0;
  let after: u32 = 0;
  let queries: u32 = 0;
  let renders: u32 = 0;
  let changes = cullJob.changes;
  const drawnTriangles = countDrawn(labels, drawn);
  for (let e: u32 = 0; e < count; e++) {
    const label = <u32>load<u8>(labels + <usize>e);
    if (label == SET_BFV) continue;
    before++;
    renders += (drawn >>> label) & 1;
    after++;
    queries += (queried >>> label) & 1;
    if (((asked >>> label) & 1) == 0) continue;
    if (load<u8>(hidden + <usize>e) != 0) continue;
    const next: u32 = label == other ? SET_BFV : alone;
    store<u8>(labels + <usize>e, <u8>next);
    if (next == SET_BFV) after--;
    if (quick || next == SET_BFV) changes++;
  }
  cullJob.changes = changes;
  const log = CullLogRecord.at(cullJob.log, cullJob.logCount);
  log.visit = cullJob.visit;
  log.before = before;
  log.after = after;
  log.queries = queries;
  log.renders = renders;
  log.triangles = drawnTriangles;
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

/** Whether an element that was asked is not known to be hidden. */
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
