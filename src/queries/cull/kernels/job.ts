/**
 * `cull` after the first phase. For one view at one level:
 *
 *   count      bounds of each triangle, and which panes it shows in       → scan
 *   fill       lists of triangles per pane                                → open the first pass
 *   pass       panes, in the direction of the pass                        → label the elements; next pass, or done
 *
 * Two passes are an iteration. With the sets of Quick-CULLIDE (§4.1) an element that was fully visible in one direction is
 * asked only in the other one, and drawn only in its own; CULLIDE asks for and draws all in both.
 *
 * For pairs of triangles whose boxes overlap, as `collide` finds them (count, fill, walk), and then those without area.
 */

import { PHASE_AGAIN, PHASE_DONE, PHASE_PREPARE } from '../../../memory/constants';
import {
  CULL_LOG_BYTES,
  CullLogRecord,
  cullJob,
  grid,
  results,
  ThreadRecord,
} from '../../../memory/generated/kernels/records';
import { now, setPieces, take } from '../../../memory/kernels/memory';
import { openCandidates } from '../../../tile-lists/kernels/candidates';
import { gatherHits } from '../../../tile-lists/kernels/hits';
import { countGroup, fillGroup, listDegenerate, scanImage } from '../../../tile-lists/kernels/image';
import { openGrid, openTiles } from '../../../tile-lists/kernels/image-phases';
import { openSplit } from '../../../tile-lists/kernels/split';
import { openSweep } from '../../../tile-lists/kernels/sweep';
import { forgetMembers } from '../../../tile-lists/kernels/tile-members';
import { openWalk, walkPart, walkTile } from '../../../tile-lists/kernels/walk';
import {
  LOG_PASSES,
  PAIRS_PER_PIECE,
  PHASE_CULL_CLUSTER,
  PHASE_CULL_COUNT,
  PHASE_CULL_FILL,
  PHASE_CULL_PASS,
  PHASE_PAIRS_COUNT,
  PHASE_PAIRS_FILL,
  PHASE_PAIRS_FLAT,
  PHASE_PAIRS_WALK,
  PHASE_RELATE,
  SET_BFV,
  SET_FFV,
  SET_NFV,
  SET_SFV,
  TASK_CLUSTER,
  TASK_PAIRS,
  TASK_PREPARE,
  TASK_RELATE,
} from '../constants';
import { countBins, fillBins, openBins, openBounds, openStride, scanBins } from './bins';
import { clusterObject } from './clusters';
import { openDepthSteps } from './depth-steps';
import { growPairBoxes, keepBoxPairs, pairFlatTriangle } from './pairs';
import { forgetPanes, openPass, passPane } from './pane';
import { takePixels } from './raster';
import { openRelate, relatePairs } from './relate';
import { openShape } from './shape';

const NFV: u32 = 1 << SET_NFV;
const FFV: u32 = 1 << SET_FFV;
const SFV: u32 = 1 << SET_SFV;

const NO_PASS: u32 = 0xffffffff;
let passOfThread: u32 = NO_PASS;

export function openThread(): void {
  passOfThread = NO_PASS;
  forgetPanes();
  const task = cullJob.task;
  if (task == TASK_CLUSTER || task == TASK_PREPARE) return;
  if (task == TASK_PAIRS) {
    forgetMembers();
    openSweep(true);
    openCandidates(keepBoxPairs);
    openSplit();
    openWalk();
    return;
  }
  openShape();
  openDepthSteps();
  if (task == TASK_RELATE) openRelate();
}

export function doPiece(phase: i32, piece: u32): void {
  if (phase == PHASE_CULL_COUNT) {
    openBounds();
    countBins(piece);
  } else if (phase == PHASE_CULL_FILL) {
    openBounds();
    fillBins(piece);
  } else if (phase == PHASE_CULL_PASS) {
    const run = (cullJob.pass << 1) | u32(cullJob.stride > 1);
    if (passOfThread != run) {
      passOfThread = run;
      openBounds();
      openPass();
    }
    passPane(piece);
  } else if (phase == PHASE_CULL_CLUSTER) clusterObject(piece);
  else if (phase == PHASE_PAIRS_COUNT) countGroup(piece);
  else if (phase == PHASE_PAIRS_FILL) fillGroup(piece);
  else if (phase == PHASE_PAIRS_WALK) {
    const tiles = grid.fixedPieces;
    if (piece < tiles) walkTile(piece);
    else walkPart(piece - tiles);
  } else if (phase == PHASE_PAIRS_FLAT) pairFlatTriangle(piece);
  else if (phase == PHASE_RELATE) relatePairs(piece);
}

/** Leaves in the thread's record how many pixels it has drawn to or asked at. */
export function noteThread(_phase: i32, record: ThreadRecord, _milliseconds: f64): void {
  record.candidates = record.candidates + takePixels();
}

/** Readies the next pass: which sets are asked for, which are drawn. */
function openPasses(): void {
  const pass = cullJob.pass;
  const second = (pass & 1) != 0;
  const count = cullJob.elementCount;
  const labels = cullJob.labels;
  if (!second) cullJob.changes = 0;
  if (cullJob.onePass != 0) {
    // What is asked for and drawn has been said.
  } else if (cullJob.quick != 0) {
    cullJob.asked = second ? NFV | FFV : NFV | SFV;
    cullJob.drawn = second ? NFV | SFV : NFV | FFV;
  } else {
    if (!second) {
      for (let e: u32 = 0; e < count; e++) {
        if (load<u8>(labels + <usize>e) != SET_BFV) store<u8>(labels + <usize>e, SET_NFV);
      }
    }
    cullJob.asked = second && cullJob.secondSaving != 0 ? FFV : NFV | FFV;
    cullJob.drawn = NFV | FFV;
  }
  memory.copy(cullJob.hidden, cullJob.kept, count);
  cullJob.clock = now();
}

/** Where the running pass begins in the progress: passes are not counted in advance, each takes half of what is left. */
function progressLeft(): f32 {
  return <f32>(0.9 / <f64>((<u32>1) << min<u32>(cullJob.pass, 20)));
}

/** Has threads make the pass that is ready. */
function runPass(): i32 {
  const left = progressLeft();
  setPieces(cullJob.panes * cullJob.panes, 1 - left, cullJob.stride > 1 ? 1 - left : 1 - left / 2);
  return PHASE_CULL_PASS;
}

/** Labels what was fully visible in the pass that has ended, writes its line of the log, and returns the number left. */
function closePass(): u32 {
  const second = (cullJob.pass & 1) != 0;
  const count = cullJob.elementCount;
  const labels = cullJob.labels;
  const hidden = cullJob.hidden;
  const asked = cullJob.asked;
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
    if (((asked >>> label) & 1) == 0) continue;
    queries++;
    if (load<u8>(hidden + <usize>e) != 0) continue;
    const next: u32 = label == other ? SET_BFV : alone;
    store<u8>(labels + <usize>e, <u8>next);
    if (next == SET_BFV) after--;
    if (quick || next == SET_BFV) changes++;
  }
  cullJob.changes = changes;
  const log = CullLogRecord.at(cullJob.log, cullJob.logCount);
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
  const elementOf = cullJob.elementOf;
  let count: u32 = 0;
  for (let rank: u32 = 0; rank < triangles; rank++) {
    count += (drawn >>> load<u8>(labels + <usize>load<u32>(elementOf + ((<usize>rank) << 2)))) & 1;
  }
  return count;
}

/** Whether an element that was asked is not known to be hidden. */
function isOpenStill(): bool {
  const count = cullJob.elementCount;
  const labels = cullJob.labels;
  const hidden = cullJob.hidden;
  const asked = cullJob.asked;
  for (let e: u32 = 0; e < count; e++) {
    if (((asked >>> load<u8>(labels + <usize>e)) & 1) != 0 && load<u8>(hidden + <usize>e) == 0) return true;
  }
  return false;
}

/** Lists the ranks of each pane, for the passes that follow. */
function listRanks(from: f32, to: f32): i32 {
  openBins();
  setPieces(cullJob.groupCount, from, to);
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
      return PHASE_DONE;
    }
    if (pass >= <u32>LOG_PASSES || pass >>> 1 >= cullJob.iterations) return PHASE_DONE;
  }
  openPasses();
  return runPass();
}

function closePrepare(): i32 {
  const task = cullJob.task;
  if (task == TASK_CLUSTER) {
    setPieces(cullJob.clusterCount, 0.03, 1);
    return PHASE_CULL_CLUSTER;
  }
  if (task == TASK_PREPARE) return PHASE_DONE;
  if (task == TASK_PAIRS) {
    growPairBoxes();
    openGrid();
    setPieces(grid.groupCount, 0.03, 0.05);
    return PHASE_PAIRS_COUNT;
  }
  if (task == TASK_RELATE) {
    setPieces((cullJob.pairCount + PAIRS_PER_PIECE - 1) / PAIRS_PER_PIECE, 0.03, 1);
    return PHASE_RELATE;
  }
  cullJob.log = take(LOG_PASSES * CULL_LOG_BYTES);
  openStride();
  openPasses();
  return listRanks(0.03, 0.06);
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
  return gatherHits() ? PHASE_DONE : PHASE_AGAIN;
}

export function closePhase(phase: i32): i32 {
  if (phase == PHASE_PREPARE) return closePrepare();
  if (phase == PHASE_CULL_COUNT) {
    scanBins();
    setPieces(cullJob.groupCount, 0.06, 0.1);
    return PHASE_CULL_FILL;
  }
  if (phase == PHASE_CULL_FILL) return runPass();
  if (phase == PHASE_CULL_PASS) return closePasses();
  if (phase >= <i32>PHASE_PAIRS_COUNT && phase <= <i32>PHASE_PAIRS_FLAT) return closePairs(phase);
  return PHASE_DONE;
}
