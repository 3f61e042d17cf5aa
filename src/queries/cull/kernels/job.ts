/**
 * `cull` after the first phase, for one view at one level:
 *
 *   count      which tiles each triangle shows in                          → scan
 *   fill       lists of triangles per tile                                 → open the first pass
 *   walk       lists of fragments per pixel, in the direction of the pass  → label the elements; next pass, or done
 *
 * Two passes are an iteration. With the sets of Quick-CULLIDE (§4.1) an element that was fully visible in one direction is
 * asked only in the other one, and drawn only in its own; CULLIDE asks for and draws all in both.
 */

import { PHASE_DONE, PHASE_PREPARE } from '../../../memory/constants';
import { CULL_LOG_BYTES, CullLogRecord, cullJob, ThreadRecord } from '../../../memory/generated/kernels/records';
import { now, setPieces, take } from '../../../memory/kernels/memory';
import {
  LOG_PASSES,
  PHASE_CULL_CLUSTER,
  PHASE_CULL_COUNT,
  PHASE_CULL_FILL,
  PHASE_CULL_WALK,
  SET_BFV,
  SET_FFV,
  SET_NFV,
  SET_SFV,
  TASK_CLUSTER,
  TASK_PREPARE,
  TASK_PRUNE,
} from '../constants';
import { countBins, fillBins, openBins, scanBins } from './bins';
import { clusterObject } from './clusters';
import { openRaster } from './raster';
import { openShape } from './shape';
import { openTile, takeRasterized, walkFragments } from './tile';
import { openPass } from './walk';

const NFV: u32 = 1 << SET_NFV;
const FFV: u32 = 1 << SET_FFV;
const SFV: u32 = 1 << SET_SFV;

let passOfThread: u32 = 0xffffffff;

export function openThread(): void {
  passOfThread = 0xffffffff;
  if (cullJob.task != TASK_PRUNE) return;
  openShape();
  openRaster();
  openTile();
}

export function doPiece(phase: i32, piece: u32): void {
  if (phase == PHASE_CULL_COUNT) countBins(piece);
  else if (phase == PHASE_CULL_FILL) fillBins(piece);
  else if (phase == PHASE_CULL_WALK) {
    if (passOfThread != cullJob.pass) {
      passOfThread = cullJob.pass;
      openPass();
    }
    walkFragments(piece);
  } else if (phase == PHASE_CULL_CLUSTER) clusterObject(piece);
}

/** Leaves in the thread's record what it has rasterized. */
export function noteThread(_phase: i32, record: ThreadRecord, _milliseconds: f64): void {
  record.candidates = record.candidates + takeRasterized();
}

/** Readies the next pass: which sets are asked for, which are drawn. */
function openWalk(): i32 {
  const pass = cullJob.pass;
  const second = (pass & 1) != 0;
  const count = cullJob.elementCount;
  const labels = cullJob.labels;
  if (!second) cullJob.changes = 0;
  if (cullJob.quick != 0) {
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
  // The number of passes is not known in advance: each takes half of what is left of the progress bar.
  const left = <f32>(0.9 / <f64>((<u32>1) << min<u32>(pass, 20)));
  setPieces(cullJob.tiles * cullJob.tiles, 1 - left, 1 - left / 2);
  return PHASE_CULL_WALK;
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

function closeWalk(): i32 {
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
  return openWalk();
}

export function closePhase(phase: i32): i32 {
  if (phase == PHASE_PREPARE) {
    if (cullJob.task == TASK_CLUSTER) {
      setPieces(cullJob.clusterCount, 0.03, 1);
      return PHASE_CULL_CLUSTER;
    }
    if (cullJob.task == TASK_PREPARE) return PHASE_DONE;
    cullJob.log = take(LOG_PASSES * CULL_LOG_BYTES);
    openBins();
    setPieces(cullJob.groupCount, 0.03, 0.06);
    return PHASE_CULL_COUNT;
  }
  if (phase == PHASE_CULL_COUNT) {
    scanBins();
    setPieces(cullJob.groupCount, 0.06, 0.1);
    return PHASE_CULL_FILL;
  }
  if (phase == PHASE_CULL_FILL) return openWalk();
  if (phase == PHASE_CULL_WALK) return closeWalk();
  return PHASE_DONE;
}
