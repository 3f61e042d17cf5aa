/**
 * The query `sweep`: is an interval of two objects' motions free, and how deep do they meet in a place? A piece is an item.
 *
 *   (prepare)      nothing
 *   sweep          a walk over the trees of both objects
 */
import { PHASE_DONE, PHASE_PREPARE } from '../../../memory/constants';
import { SweepItemRecord, SweepSideRecord, sweepJob, ThreadRecord } from '../../../memory/generated/kernels/records';
import { setPieces } from '../../../memory/kernels/memory';
import { ITEM_PROVE, PHASE_SWEEP } from '../constants';
import { meet, reserveMeet } from './meet';
import { prove, reserveProof } from './prove';

export function openThread(): void {
  reserveProof();
  reserveMeet();
}

export function doPiece(phase: i32, piece: u32): void {
  if (phase != PHASE_SWEEP) return;
  const item = SweepItemRecord.at(sweepJob.items, piece);
  const a = SweepSideRecord.at(sweepJob.sides, 2 * piece);
  const b = SweepSideRecord.at(sweepJob.sides, 2 * piece + 1);
  if (item.kind == ITEM_PROVE) prove(item, a, b);
  else meet(item, a, b);
}

export function noteThread(_phase: i32, _record: ThreadRecord, _milliseconds: f64): void {}

export function closePhase(phase: i32): i32 {
  if (phase != PHASE_PREPARE) return PHASE_DONE;
  setPieces(sweepJob.itemCount, 0, 1);
  return PHASE_SWEEP;
}
