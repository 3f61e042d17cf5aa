/**
 * Depths of clashes. Works on coordinates that are up to date already, and on tables of its own.
 *
 *   (prepare)      nothing
 *   surfaces       what distances to each surface need besides the tree of its object; a piece is a surface
 *   search         a piece is a depth
 */
import { PHASE_DONE, PHASE_PREPARE } from '../../../memory/constants';
import { DepthItemRecord, DepthSurfaceRecord, depthJob, ThreadRecord } from '../../../memory/generated/kernels/records';
import { setPieces, stopped } from '../../../memory/kernels/memory';
import { beginsAt, leavesAt } from '../../../memory/kernels/time-slice';
import { PHASE_DEPTH_SEARCH, PHASE_DEPTH_SURFACES } from '../constants';
import { forgetCandidates } from './depth-candidates';
import { forgetCorners } from './depth-corners';
import { closeInterval } from './depth-interval';
import { openSearch, stepSearch } from './depth-search';
import { forgetSources } from './depth-sources';
import { openSurface } from './depth-surfaces';
import { openGroups, openNearest } from './nearest-triangle';

/** Work of a step, in the units of `leavesAt`. */
const WORK_PER_STEP: u64 = 16;

export function openThread(): void {
  openNearest();
  forgetCorners();
  forgetCandidates();
  forgetSources();
}

function searchDepth(number: u32): void {
  const item = DepthItemRecord.at(depthJob.items, number);
  if (beginsAt(0) == 0) openSearch(item, number);
  while (stepSearch()) {
    if (stopped() || leavesAt(1, WORK_PER_STEP)) return;
  }
  closeInterval(item);
}

export function doPiece(phase: i32, piece: u32): void {
  if (phase == PHASE_DEPTH_SURFACES) {
    const surface = DepthSurfaceRecord.at(depthJob.surfaces, piece);
    openSurface(surface);
    openGroups(surface);
  } else if (phase == PHASE_DEPTH_SEARCH) searchDepth(piece);
}

export function noteThread(_phase: i32, _record: ThreadRecord, _milliseconds: f64): void {}

export function closePhase(phase: i32): i32 {
  if (phase == PHASE_PREPARE) {
    setPieces(depthJob.surfaceCount, 0, 0.1);
    return PHASE_DEPTH_SURFACES;
  }
  if (phase == PHASE_DEPTH_SURFACES) {
    setPieces(depthJob.itemCount, 0.1, 1);
    return PHASE_DEPTH_SEARCH;
  }
  return PHASE_DONE;
}
