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

import { control, now, setControl, setPieces, take } from '../../../memory/kernels/memory';
import { PHASE_DONE, PHASE_PREPARE, THREAD_CANDIDATES } from '../../../memory/layout';
import {
  CULL_ASKED,
  CULL_CHANGES,
  CULL_CLOCK,
  CULL_CLUSTER_COUNT,
  CULL_DRAWN,
  CULL_ELEMENT_COUNT,
  CULL_ELEMENT_OF,
  CULL_GROUP_COUNT,
  CULL_HIDDEN,
  CULL_ITERATIONS,
  CULL_KEPT,
  CULL_LABELS,
  CULL_LOG,
  CULL_LOG_COUNT,
  CULL_PASS,
  CULL_QUICK,
  CULL_SECOND_SAVING,
  CULL_STABLE,
  CULL_TASK,
  CULL_TILES,
  CULL_TRACE,
  CULL_TRIANGLE_COUNT,
  LOG_AFTER,
  LOG_BEFORE,
  LOG_LABELS,
  LOG_PASSES,
  LOG_QUERIES,
  LOG_RENDERS,
  LOG_STRIDE,
  LOG_TIME,
  LOG_TRIANGLES,
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
} from '../layout';
import { countBins, fillBins, openBins, scanBins } from './bins';
import { clusterObject } from './clusters';
import { openRaster } from './raster';
import { openShape } from './shape';
import { openTile, takeRasterized, walkTile } from './tile';
import { openPass } from './walk';

const NFV: u32 = 1 << SET_NFV;
const FFV: u32 = 1 << SET_FFV;
const SFV: u32 = 1 << SET_SFV;

let passOfThread: u32 = 0xffffffff;

export function openCullThread(): void {
  passOfThread = 0xffffffff;
  if (control(CULL_TASK) != TASK_PRUNE) return;
  openShape();
  openRaster();
  openTile();
}

export function cullPiece(phase: i32, piece: u32): void {
  if (phase == PHASE_CULL_COUNT) countBins(piece);
  else if (phase == PHASE_CULL_FILL) fillBins(piece);
  else if (phase == PHASE_CULL_WALK) {
    if (passOfThread != control(CULL_PASS)) {
      passOfThread = control(CULL_PASS);
      openPass();
    }
    walkTile(piece);
  } else if (phase == PHASE_CULL_CLUSTER) clusterObject(piece);
}

/** Leaves in the thread's record what it has rasterized. */
export function noteCullThread(record: usize): void {
  store<f64>(record, load<f64>(record, THREAD_CANDIDATES) + takeRasterized(), THREAD_CANDIDATES);
}

/** Readies the next pass: which sets are asked for, which are drawn. */
function openWalk(): i32 {
  const pass = control(CULL_PASS);
  const second = (pass & 1) != 0;
  const count = control(CULL_ELEMENT_COUNT);
  const labels = <usize>control(CULL_LABELS);
  if (!second) setControl(CULL_CHANGES, 0);
  if (control(CULL_QUICK) != 0) {
    setControl(CULL_ASKED, second ? NFV | FFV : NFV | SFV);
    setControl(CULL_DRAWN, second ? NFV | SFV : NFV | FFV);
  } else {
    if (!second) {
      for (let e: u32 = 0; e < count; e++) {
        if (load<u8>(labels + <usize>e) != SET_BFV) store<u8>(labels + <usize>e, SET_NFV);
      }
    }
    setControl(CULL_ASKED, second && control(CULL_SECOND_SAVING) != 0 ? FFV : NFV | FFV);
    setControl(CULL_DRAWN, NFV | FFV);
  }
  memory.copy(control(CULL_HIDDEN), control(CULL_KEPT), count);
  store<f64>(CULL_CLOCK, now());
  // How many passes there will be is not known: each takes half of what is left of the bar.
  const left = <f32>(0.9 / <f64>((<u32>1) << min<u32>(pass, 20)));
  setPieces(control(CULL_TILES) * control(CULL_TILES), 1 - left, 1 - left / 2);
  return PHASE_CULL_WALK;
}

/** Labels what was fully visible in the pass that has ended, writes its line of the log, and tells how many are left. */
function closePass(): u32 {
  const second = (control(CULL_PASS) & 1) != 0;
  const count = control(CULL_ELEMENT_COUNT);
  const labels = <usize>control(CULL_LABELS);
  const hidden = <usize>control(CULL_HIDDEN);
  const asked = control(CULL_ASKED);
  const drawn = control(CULL_DRAWN);
  const quick = control(CULL_QUICK) != 0;
  const other: u32 = second ? SET_FFV : SET_SFV;
  const alone: u32 = second ? SET_SFV : SET_FFV;
  let before: u32 = 0;
  let after: u32 = 0;
  let queries: u32 = 0;
  let renders: u32 = 0;
  let changes = control(CULL_CHANGES);
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
  setControl(CULL_CHANGES, changes);
  const log = <usize>control(CULL_LOG) + <usize>control(CULL_LOG_COUNT) * LOG_STRIDE;
  store<u32>(log, before, LOG_BEFORE);
  store<u32>(log, after, LOG_AFTER);
  store<u32>(log, queries, LOG_QUERIES);
  store<u32>(log, renders, LOG_RENDERS);
  store<u32>(log, drawnTriangles, LOG_TRIANGLES);
  store<f64>(log, now() - load<f64>(CULL_CLOCK), LOG_TIME);
  if (control(CULL_TRACE) != 0) {
    const copy = take(count);
    memory.copy(copy, labels, count);
    store<u32>(log, <u32>copy, LOG_LABELS);
  }
  setControl(CULL_LOG_COUNT, control(CULL_LOG_COUNT) + 1);
  return after;
}

/** Triangles of the elements whose label is among those drawn. */
function countDrawn(labels: usize, drawn: u32): u32 {
  const triangles = control(CULL_TRIANGLE_COUNT);
  const elementOf = <usize>control(CULL_ELEMENT_OF);
  let count: u32 = 0;
  for (let rank: u32 = 0; rank < triangles; rank++) {
    count += (drawn >>> load<u8>(labels + <usize>load<u32>(elementOf + ((<usize>rank) << 2)))) & 1;
  }
  return count;
}

function closeWalk(): i32 {
  const left = closePass();
  const pass = control(CULL_PASS) + 1;
  setControl(CULL_PASS, pass);
  if ((pass & 1) == 0 || left == 0) {
    if (control(CULL_CHANGES) == 0 || left == 0) {
      setControl(CULL_STABLE, 1);
      return PHASE_DONE;
    }
    if (pass >= <u32>LOG_PASSES || pass >>> 1 >= control(CULL_ITERATIONS)) return PHASE_DONE;
  }
  return openWalk();
}

export function closeCullPhase(phase: i32): i32 {
  if (phase == PHASE_PREPARE) {
    if (control(CULL_TASK) == TASK_CLUSTER) {
      setPieces(control(CULL_CLUSTER_COUNT), 0.03, 1);
      return PHASE_CULL_CLUSTER;
    }
    if (control(CULL_TASK) == TASK_PREPARE) return PHASE_DONE;
    setControl(CULL_LOG, <u32>take(LOG_PASSES * LOG_STRIDE));
    openBins();
    setPieces(control(CULL_GROUP_COUNT), 0.03, 0.06);
    return PHASE_CULL_COUNT;
  }
  if (phase == PHASE_CULL_COUNT) {
    scanBins();
    setPieces(control(CULL_GROUP_COUNT), 0.06, 0.1);
    return PHASE_CULL_FILL;
  }
  if (phase == PHASE_CULL_FILL) return openWalk();
  if (phase == PHASE_CULL_WALK) return closeWalk();
  return PHASE_DONE;
}
