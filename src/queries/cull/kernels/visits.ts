/**
 * Visits of several views in one job, at the level of triangles: what a visit has pruned is left out of the tables, and the next
 * view begins, until there were enough visits or as many in a row as there are views have changed nothing.
 */

import { CullViewRecord, cullJob } from '../../../memory/generated/kernels/records';
import { SET_BFV, TASK_PAIR_ROUNDS } from '../constants';
import { keepOpenPairs } from './pair-passes';

/** Makes a view the one that is looked along. */
export function openView(): void {
  const view = CullViewRecord.at(cullJob.views, cullJob.visit % cullJob.viewCount);
  cullJob.axis = view.axis;
  memory.copy(cullJob.rows, view.rows, 72);
  cullJob.sign = view.sign;
  memory.copy(cullJob.low, view.low, 24);
  memory.copy(cullJob.scale, view.scale, 24);
  memory.copy(cullJob.pixel, view.pixel, 24);
  memory.copy(cullJob.grow, view.grow, 24);
  cullJob.radius = view.radius;
}

/** Whether the running visit is not the last, unless nothing is left. */
export function isSucceeded(): bool {
  if (cullJob.viewCount == 0 || cullJob.unchanged + 1 >= cullJob.viewCount) return false;
  return cullJob.visit + 1 < cullJob.visitCount;
}

/** Leaves out pruned elements; each rank is an element. */
export function compact(): void {
  const count = cullJob.elementCount;
  const triangles = cullJob.triangles;
  const objectOf = cullJob.objectOf;
  const labels = cullJob.labels;
  const kept = <usize>cullJob.kept;
  const hasFew = cullJob.objectBytes == 2;
  let left: usize = 0;
  for (let rank: usize = 0; rank < <usize>count; rank++) {
    // Written in any case: what is pruned is soon overwritten, and nothing depends on a branch that cannot be foretold.
    const label = load<u8>(labels + rank);
    store<u32>(triangles + (left << 2), load<u32>(triangles + (rank << 2)));
    if (hasFew) store<u16>(objectOf + (left << 1), load<u16>(objectOf + (rank << 1)));
    else store<u32>(objectOf + (left << 2), load<u32>(objectOf + (rank << 2)));
    store<u8>(labels + left, label);
    if (kept != 0) store<u8>(kept + left, load<u8>(kept + rank));
    left += usize(label != SET_BFV);
  }
  cullJob.elementCount = <u32>left;
  cullJob.triangleCount = <u32>left;
}

/** Ends a visit; false when it was the last. */
export function closeVisit(): bool {
  if (cullJob.viewCount == 0) return false;
  if (cullJob.task == TASK_PAIR_ROUNDS) keepOpenPairs();
  compact();
  cullJob.unchanged = cullJob.stable == 0 ? 0 : cullJob.pass > 2 ? 1 : cullJob.unchanged + 1;
  cullJob.visit = cullJob.visit + 1;
  if (cullJob.elementCount == 0 || cullJob.unchanged >= cullJob.viewCount) return false;
  if (cullJob.visit >= cullJob.visitCount) return false;
  cullJob.pass = 0;
  cullJob.stable = 0;
  openView();
  return true;
}
