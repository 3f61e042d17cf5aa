/**
 * The query `closest`: how far two objects are apart. A piece is an item, so that many can be asked at once.
 *
 *   (prepare)      nothing
 *   closest        branch and bound over the trees of both objects
 */
import { PHASE_DONE, PHASE_PREPARE } from '../../../memory/constants';
import { ClosestItemRecord, closestJob, ThreadRecord } from '../../../memory/generated/kernels/records';
import { setPieces } from '../../../memory/kernels/memory';
import { PHASE_CLOSEST } from '../constants';
import { findClosest, openSearch } from './closest-search';

export function openThread(): void {
  openSearch();
}

export function doPiece(phase: i32, piece: u32): void {
  if (phase == PHASE_CLOSEST) findClosest(ClosestItemRecord.at(closestJob.items, piece));
}

export function noteThread(_phase: i32, _record: ThreadRecord, _milliseconds: f64): void {}

export function closePhase(phase: i32): i32 {
  if (phase != PHASE_PREPARE) return PHASE_DONE;
  setPieces(closestJob.itemCount, 0, 1);
  return PHASE_CLOSEST;
}
