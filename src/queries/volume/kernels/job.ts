/**
 * Layered depth images and volumes after the first phase:
 *
 *   (prepare)                                              → panes
 *   count      panes of the triangles; do edges cancel?    → scan, and the orientation of the surface
 *   fill       triangles pane by pane
 *   walk       panes: entries per pixel, then each pixel's walk
 */

import { PHASE_DONE, PHASE_PREPARE } from '../../../memory/constants';
import { job, layersJob, ThreadRecord } from '../../../memory/generated/kernels/records';
import { setPieces } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { beginsAt, leavesAt, pieceIsLeft } from '../../../memory/kernels/time-slice';
import {
  LAYERS_IMAGE,
  LAYERS_OVERLAP,
  PANE_PIXELS,
  PHASE_LAYERS_COUNT,
  PHASE_LAYERS_FILL,
  PHASE_LAYERS_WALK,
} from '../constants';
import { forgetPieces } from './cluster';
import { groupByPixel, groups, openLayersGroups } from './groups';
import { openLayersHits } from './keys';
import { openLayersLimits } from './limits';
import { countPaneGroup, fillPaneGroup, openPanes, paneCount, restorePaneStarts, scanPanes } from './panes';
import { listLayers, walkPixel } from './pixel';
import { openLayersRaster, openPaneEntries, raster, rasterTriangle } from './raster';
import { closePaneRecord, closePixel, openLayersSegments, openPaneRecord, openPixel } from './segments';
import { openLayersView } from './view';

const PANE_AREA: u32 = PANE_PIXELS * PANE_PIXELS;
/** Work of an entry, for time slices: it is sorted twice, and walked in both directions. */
const WORK_PER_ENTRY: u64 = 8;

export function openThread(): void {
  openLayersView();
  openLayersRaster();
  openLayersSegments();
  openLayersHits();
  forgetPieces();
  openLayersGroups();
}

export function doPiece(phase: i32, piece: u32): void {
  if (phase == PHASE_LAYERS_COUNT) countPaneGroup(piece);
  else if (phase == PHASE_LAYERS_FILL) fillPaneGroup(piece);
  else if (phase == PHASE_LAYERS_WALK) walkRays(piece);
}

export function closePhase(phase: i32): i32 {
  if (phase == PHASE_PREPARE) {
    openPanes();
    setPieces(layersJob.groups, 0.03, 0.1);
    return PHASE_LAYERS_COUNT;
  }
  if (phase == PHASE_LAYERS_COUNT) {
    scanPanes();
    setPieces(layersJob.groups, 0.1, 0.15);
    return PHASE_LAYERS_FILL;
  }
  if (phase == PHASE_LAYERS_FILL) {
    restorePaneStarts();
    setPieces(paneCount(), 0.15, 1);
    return PHASE_LAYERS_WALK;
  }
  return PHASE_DONE;
}

/** Steps of a pane's walk, for time slices: first its triangles one by one, then, with this bit, its pixels. */
const IN_PIXELS: u32 = 1 << 31;

/** Walks a pane; may be suspended. */
function walkRays(pane: u32): void {
  const panesAcross = layersJob.panesAcross;
  const firstColumn = <i32>((pane % panesAcross) * PANE_PIXELS);
  const firstRow = <i32>((pane / panesAcross) * PANE_PIXELS);
  const starts = layersJob.starts + ((<usize>pane) << 2);
  const from = load<u32>(starts);
  const to = load<u32>(starts, 4);
  const step = beginsAt(from);
  if (step == from) openPaneRecord();
  if (from < to) {
    // Images list everything, and open objects may reach beyond their surfaces.
    const mayCull = layersJob.unclosed == 0 && layersJob.mode != LAYERS_IMAGE;
    if ((step & IN_PIXELS) == 0) {
      if (step == from) openRasterPane(from, to, mayCull);
      rasterPane(step, to, firstColumn, firstRow, mayCull);
      if (!ASC_FEATURE_THREADS && pieceIsLeft) return;
      groupByPixel(mayCull && layersJob.mode == LAYERS_OVERLAP);
    }
    walkPixels(firstColumn, firstRow, (step & IN_PIXELS) != 0 ? step & ~IN_PIXELS : 0);
    if (!ASC_FEATURE_THREADS && pieceIsLeft) return;
  }
  closePaneRecord(pane);
}

/**
 * Closed objects wind round nothing before their first and behind their last surface: in this pane, what is looked for lies
 * between the depths that both objects have there. Those are rounded outwards, so that all of an object lies strictly
 * behind the one and before the other that it sets.
 */
function findPaneDepths(from: u32, to: u32, secondStart: u32, hasSecond: bool): void {
  const members = layersJob.members;
  const depths = layersJob.depths;
  let firstLow = f32.MAX_VALUE;
  let firstHigh = -f32.MAX_VALUE;
  let secondLow = f32.MAX_VALUE;
  let secondHigh = -f32.MAX_VALUE;
  for (let i = from; i < to; i++) {
    const triangle = load<u32>(members + ((<usize>i) << 2));
    const low = load<f32>(depths + ((<usize>triangle) << 3));
    const high = load<f32>(depths + ((<usize>triangle) << 3), 4);
    if (triangle < secondStart) {
      if (low < firstLow) firstLow = low;
      if (high > firstHigh) firstHigh = high;
    } else {
      if (low < secondLow) secondLow = low;
      if (high > secondHigh) secondHigh = high;
    }
  }
  let nearest = <f64>firstLow;
  let farthest = <f64>firstHigh;
  if (hasSecond) {
    nearest = max(nearest, <f64>secondLow);
    farthest = min(farthest, <f64>secondHigh);
  }
  openPaneEntries(nearest, farthest);
}

/** Where the second object's triangles begin, if there are two objects. */
// @inline
function startOfSecond(): u32 {
  return job.objectCount > 1 ? objectRecord(1).triangleStart : u32.MAX_VALUE;
}

function openRasterPane(from: u32, to: u32, mayCull: bool): void {
  if (mayCull) findPaneDepths(from, to, startOfSecond(), job.objectCount > 1);
  else openPaneEntries(-f64.MAX_VALUE, f64.MAX_VALUE);
}

/** Lists the triangles of a pane, from one on, in its pixels; may leave. */
function rasterPane(from: u32, to: u32, firstColumn: i32, firstRow: i32, mayCull: bool): void {
  if (raster.paneNear >= raster.paneFar) return;
  const members = layersJob.members;
  const firstObject = objectRecord(0);
  const secondObject = job.objectCount > 1 ? objectRecord(1) : firstObject;
  const secondStart = startOfSecond();
  const depths = layersJob.depths;
  for (let i = from; i < to; i++) {
    const triangle = load<u32>(members + ((<usize>i) << 2));
    if (mayCull && <f64>load<f32>(depths + ((<usize>triangle) << 3)) >= raster.paneFar) continue;
    const isSecond = triangle >= secondStart;
    const before = raster.entryCount;
    rasterTriangle(isSecond ? secondObject : firstObject, isSecond, triangle, firstColumn, firstRow);
    if (leavesAt(i + 1, raster.entryCount - before)) return;
  }
}

/** Walks the pixels of a pane, from one on; may leave. */
function walkPixels(firstColumn: i32, firstRow: i32, firstPixel: u32): void {
  const mode = layersJob.mode;
  const across = <i32>layersJob.across;
  const down = <i32>layersJob.down;
  const unclosed = layersJob.unclosed;
  openLayersLimits();
  for (let pixel = firstPixel; pixel < PANE_AREA; pixel++) {
    const column = firstColumn + <i32>(pixel % PANE_PIXELS);
    const row = firstRow + <i32>(pixel / PANE_PIXELS);
    if (column >= across || row >= down) continue;
    const from = pixel == 0 ? 0 : load<u32>(groups.pixelStarts + ((<usize>(pixel - 1)) << 2));
    const to = load<u32>(groups.pixelStarts + ((<usize>pixel) << 2));
    if (unclosed != 0 && load<u64>(raster.changes + ((<usize>pixel) << 3)) != 0)
      store<u8>(unclosed + <usize>row * across + column, 1);
    const windingFirst = load<i32>(raster.windings + ((<usize>pixel) << 3));
    const windingSecond = load<i32>(raster.windings + ((<usize>pixel) << 3), 4);
    const nearest = load<f64>(groups.pixelDepths + ((<usize>pixel) << 4));
    const farthest = load<f64>(groups.pixelDepths + ((<usize>pixel) << 4), 8);
    if (nearest >= farthest || (from == to && windingFirst == 0)) continue;
    openPixel(column, row, <u32>row * <u32>across + <u32>column);
    if (mode == LAYERS_IMAGE) listLayers(groups.keys, from, to, windingFirst);
    else walkPixel(groups.keys, from, to, windingFirst, windingSecond, nearest, farthest);
    closePixel();
    if (leavesAt((pixel + 1) | IN_PIXELS, <u64>(to - from) * WORK_PER_ENTRY)) return;
  }
}

/** Counts nothing. */
export function noteThread(_phase: i32, _record: ThreadRecord, _milliseconds: f64): void {}
