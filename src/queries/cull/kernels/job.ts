/**
 * `cull` after the first phase. For one view at one level:
 *
 *   project    vertices as the view samples them (sampled coverage only)
 *   count      bounds of each triangle, and which panes it shows in       → scan
 *   fill       lists of triangles per pane                                → open the first pass
 *   pass       panes, in the direction of the pass                        → label the elements; next pass, or done
 *
 * Two passes are an iteration. After the last of a visit another view may follow (visits.ts).
 *
 * Where boxes of triangles are compared, pairs whose boxes overlap are found first, and passes go over those (pair-passes.ts).
 *
 * For pairs of triangles whose boxes overlap, as `collide` finds them (count, fill, walk), and then those without area.
 * For what reaches into another object's box, one phase over all triangles (reach.ts).
 */

import { PHASE_AGAIN, PHASE_DONE, PHASE_PREPARE } from '../../../memory/constants';
import { cullJob, grid, results, ThreadRecord } from '../../../memory/generated/kernels/records';
import { setPieces } from '../../../memory/kernels/memory';
import { beginsAt } from '../../../memory/kernels/time-slice';
import { openCandidates } from '../../../tile-lists/kernels/candidates';
import { gatherHits } from '../../../tile-lists/kernels/hits';
import { countGroup, fillGroup, listDegenerate, scanImage } from '../../../tile-lists/kernels/image';
import { openGrid, openTiles } from '../../../tile-lists/kernels/image-phases';
import { openSplit } from '../../../tile-lists/kernels/split';
import { openSweep } from '../../../tile-lists/kernels/sweep';
import { forgetMembers } from '../../../tile-lists/kernels/tile-members';
import { openWalk, walkPart, walkTile } from '../../../tile-lists/kernels/walk';
import {
  COVER_SAMPLED,
  PAIRS_PER_PIECE,
  PHASE_CULL_CLUSTER,
  PHASE_CULL_COUNT,
  PHASE_CULL_FILL,
  PHASE_CULL_PASS,
  PHASE_CULL_PROJECT,
  PHASE_CULL_REACH,
  PHASE_PAIR_PASS,
  PHASE_PAIRS_COUNT,
  PHASE_PAIRS_FILL,
  PHASE_PAIRS_FLAT,
  PHASE_PAIRS_WALK,
  PHASE_RELATE,
  TASK_CLUSTER,
  TASK_PAIR_ROUNDS,
  TASK_PAIRS,
  TASK_PREPARE,
  TASK_PRUNE,
  TASK_REACH,
  TASK_RELATE,
} from '../constants';
import { forgetWaiting } from './ask-and-draw';
import { countBins, fillBins, openBins, openStride, scanBins } from './bins';
import { openBoxes } from './box';
import { clusterObject } from './clusters';
import { openDepthSteps } from './depth-steps';
import { openEntries } from './entry';
import { boxWhatIsLeft } from './left-boxes';
import { forgetShown, openPairPasses, openPairs, passPairs, piecesOfPairs } from './pair-passes';
import { growPairBoxes, keepBoxPairs, pairFlatTriangle } from './pairs';
import { forgetPanes, openPane, openPass } from './pane';
import { passBetween, passBetweenInTurn } from './pane-between';
import { forgetOwnBuffer, passWithin } from './pane-within';
import { closePass, isOpenStill, openPasses } from './passes';
import { openProjection, projectVertices } from './project';
import { openRanks } from './ranks';
import { takePixels } from './raster';
import { keepReaching, markReaching, openReach } from './reach';
import { openRelate, relatePairs } from './relate';
import { openShape } from './shape';
import { closeVisit } from './visits';

const NO_PASS: u32 = 0xffffffff;
/** The part of what is left of the progress that a visit takes. */
const SHARE_OF_VISIT: f64 = 0.4;
/** The part of the progress that finding pairs takes. */
const SHARE_OF_PAIRS: f64 = 0.9;
/** The pass and the visit that this thread is ready for. */
let passOfThread: u32 = NO_PASS;
let visitOfThread: u32 = 0;

export function openThread(): void {
  passOfThread = NO_PASS;
  forgetPanes();
  forgetWaiting();
  forgetOwnBuffer();
  const task = cullJob.task;
  if (task == TASK_CLUSTER || task == TASK_PREPARE) return;
  if (task == TASK_PAIRS || task == TASK_PAIR_ROUNDS) {
    forgetMembers();
    openSweep(true);
    openCandidates(keepBoxPairs);
    openSplit();
    openWalk(false);
    if (task == TASK_PAIRS) return;
    openPairPasses();
  }
  if (task == TASK_REACH) {
    openRanks();
    return;
  }
  openDepthSteps();
  openEntries();
  openVisit();
  if (task == TASK_RELATE) openRelate();
}

/** Readies this thread for the running visit. */
function openVisit(): void {
  visitOfThread = cullJob.visit;
  passOfThread = NO_PASS;
  openShape();
  openBoxes();
  openRanks();
  forgetShown();
}

/** Does a pane, in the direction of the running pass. */
function passPane(pane: u32): void {
  if (!openPane(pane)) {
    // A pane that was left may have become one that nothing is to be learned from.
    beginsAt(0);
    return;
  }
  if (cullJob.within != 0) passWithin();
  else if (cullJob.inTurn != 0) passBetweenInTurn();
  else passBetween();
}

export function doPiece(phase: i32, piece: u32): void {
  if (visitOfThread != cullJob.visit) openVisit();
  if (phase == PHASE_CULL_PROJECT) projectVertices(piece);
  else if (phase == PHASE_CULL_COUNT) countBins(piece);
  else if (phase == PHASE_CULL_FILL) fillBins(piece);
  else if (phase == PHASE_CULL_PASS) {
    const run = (cullJob.pass << 1) | u32(cullJob.stride > 1);
    if (passOfThread != run) {
      passOfThread = run;
      openPass();
    }
    passPane(piece);
  } else if (phase == PHASE_CULL_CLUSTER) clusterObject(piece);
  else if (phase == PHASE_CULL_REACH) markReaching(piece);
  else if (phase == PHASE_PAIRS_COUNT) countGroup(piece);
  else if (phase == PHASE_PAIRS_FILL) fillGroup(piece);
  else if (phase == PHASE_PAIRS_WALK) {
    const tiles = grid.fixedPieces;
    if (piece < tiles) walkTile(piece);
    else walkPart(piece - tiles);
  } else if (phase == PHASE_PAIR_PASS) passPairs(piece);
  else if (phase == PHASE_PAIRS_FLAT) pairFlatTriangle(piece);
  else if (phase == PHASE_RELATE) relatePairs(piece);
}

/** Leaves in the thread's record how many pixels it has drawn to or asked at. */
export function noteThread(_phase: i32, record: ThreadRecord, _milliseconds: f64): void {
  record.candidates = record.candidates + takePixels();
}

/** Sets the pieces of a phase, and the part of the visit's progress that they cover; a visit covers a part of what is left. */
function setVisitPieces(count: u32, from: f64, to: f64): void {
  let share: f64 = 1;
  const isOfPairs = cullJob.task == TASK_PAIR_ROUNDS;
  let begun: f64 = 0;
  for (let i: u32 = 0; i <= cullJob.visit && cullJob.viewCount > 0; i++) {
    begun += i > 0 ? share : 0;
    share = (1 - begun) * SHARE_OF_VISIT;
  }
  const before = isOfPairs ? SHARE_OF_PAIRS : 0;
  setPieces(
    count,
    <f32>(before + (1 - before) * (begun + share * from)),
    <f32>(before + (1 - before) * (begun + share * to)),
  );
}

/** What is left of the progress when the running pass begins: passes are not counted in advance, each takes half of it. */
function progressLeft(): f64 {
  return 0.9 / <f64>((<u32>1) << min<u32>(cullJob.pass, 20));
}

/** Has threads make the pass that is ready. */
function runPass(): i32 {
  const left = progressLeft();
  if (cullJob.task == TASK_PAIR_ROUNDS) {
    setVisitPieces(piecesOfPairs(), 1 - left, 1 - left / 2);
    return PHASE_PAIR_PASS;
  }
  setVisitPieces(cullJob.panes * cullJob.panes, 1 - left, cullJob.stride > 1 ? 1 - left : 1 - left / 2);
  return PHASE_CULL_PASS;
}

/** Lists the ranks of each pane, for the passes that follow. */
function listRanks(from: f64, to: f64): i32 {
  openBins();
  setVisitPieces(cullJob.groupCount, from, to);
  return PHASE_CULL_COUNT;
}

function closePasses(): i32 {
  // What a part of the triangles hides is hidden. What it does not hide is looked at again, with all of them.
  if (cullJob.stride > 1 && isOpenStill()) {
    cullJob.stride = 1;
    return listRanks(1 - progressLeft(), 1 - progressLeft());
  }
  if (cullJob.onePass != 0) return PHASE_DONE;
  const left = closePass();
  const pass = cullJob.pass + 1;
  cullJob.pass = pass;
  if ((pass & 1) == 0 || left == 0) {
    if (cullJob.changes == 0 || left == 0) {
      cullJob.stable = 1;
      return closeVisit() ? beginVisit() : PHASE_DONE;
    }
    if (pass >>> 1 >= cullJob.iterations) return closeVisit() ? beginVisit() : PHASE_DONE;
  }
  openPasses();
  return runPass();
}

function beginVisit(): i32 {
  openStride();
  openPasses();
  if (cullJob.task == TASK_PAIR_ROUNDS) return runPass();
  if (cullJob.coverage != COVER_SAMPLED) return listRanks(0.03, 0.06);
  setVisitPieces(openProjection(), 0.03, 0.04);
  return PHASE_CULL_PROJECT;
}

function closePrepare(): i32 {
  const task = cullJob.task;
  if (task == TASK_CLUSTER) {
    setPieces(cullJob.clusterCount, 0.03, 1);
    return PHASE_CULL_CLUSTER;
  }
  if (task == TASK_PREPARE) return PHASE_DONE;
  if (task == TASK_PAIRS || task == TASK_PAIR_ROUNDS) {
    growPairBoxes();
    openGrid();
    setPieces(grid.groupCount, 0.03, 0.05);
    return PHASE_PAIRS_COUNT;
  }
  if (task == TASK_RELATE) {
    setPieces((cullJob.pairCount + PAIRS_PER_PIECE - 1) / PAIRS_PER_PIECE, 0.03, 1);
    return PHASE_RELATE;
  }
  if (task == TASK_PRUNE && cullJob.sweeps == 0) return beginVisit();
  setPieces(openReach(), 0.02, 0.03);
  return PHASE_CULL_REACH;
}

function closePairs(phase: i32): i32 {
  if (phase == PHASE_PAIRS_COUNT) {
    scanImage();
    setPieces(grid.groupCount, 0.05, 0.07);
    return PHASE_PAIRS_FILL;
  }
  if (phase == PHASE_PAIRS_FILL) {
    listDegenerate();
    setPieces(openTiles(0, 0, 0), 0.07, 0.8);
    return PHASE_PAIRS_WALK;
  }
  if (phase == PHASE_PAIRS_WALK && results.degenerateCount > 0) {
    setPieces(results.degenerateCount, 0.8, 0.9);
    return PHASE_PAIRS_FLAT;
  }
  if (!gatherHits()) return PHASE_AGAIN;
  if (cullJob.task == TASK_PAIRS) return PHASE_DONE;
  openRanks();
  openPairs();
  return beginVisit();
}

export function closePhase(phase: i32): i32 {
  const next = phaseAfter(phase);
  if (next == PHASE_DONE && cullJob.viewCount > 0) boxWhatIsLeft();
  return next;
}

function phaseAfter(phase: i32): i32 {
  if (phase == PHASE_PREPARE) return closePrepare();
  if (phase == PHASE_CULL_REACH) return cullJob.task == TASK_PRUNE && keepReaching() ? beginVisit() : PHASE_DONE;
  if (phase == PHASE_CULL_PROJECT) return listRanks(0.04, 0.06);
  if (phase == PHASE_CULL_COUNT) {
    scanBins();
    setVisitPieces(cullJob.groupCount, 0.06, 0.1);
    return PHASE_CULL_FILL;
  }
  if (phase == PHASE_CULL_FILL) return runPass();
  if (phase == PHASE_CULL_PASS || phase == PHASE_PAIR_PASS) return closePasses();
  if (phase >= <i32>PHASE_PAIRS_COUNT && phase <= <i32>PHASE_PAIRS_FLAT) return closePairs(phase);
  return PHASE_DONE;
}
