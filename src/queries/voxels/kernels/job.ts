/**
 * `voxels` after the first phase, for one object or for two, in one slab of the grid:
 *
 *   (prepare)          coordinates of the grid                             → memory for the worksheets
 *   clear
 *   surface            triangles of an object, by either rule
 *   synthesize         the paper's sheets into one                          (paper's rule)
 *   count crossings, fill crossings, columns                                (solid)
 *                                                                           → the same for the second object
 *   count voxels       of each object, and of both                          → rank the common ones
 *   count lists, fill lists, pairs                                          (identify) → join and sort the hits
 */

import { PHASE_AGAIN, PHASE_DONE, PHASE_PREPARE, STOP_NO } from '../../../memory/constants';
import { control, job, ThreadRecord, voxelJob } from '../../../memory/generated/kernels/records';
import { peek, setPieces, take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { beginsAt } from '../../../memory/kernels/time-slice';
import { gatherHits } from '../../../tile-lists/kernels/hits';
import {
  PHASE_VOXELS_CLEAR,
  PHASE_VOXELS_COLUMNS,
  PHASE_VOXELS_COUNT_CROSSINGS,
  PHASE_VOXELS_COUNT_LISTS,
  PHASE_VOXELS_COUNT_VOXELS,
  PHASE_VOXELS_FILL_CROSSINGS,
  PHASE_VOXELS_FILL_LISTS,
  PHASE_VOXELS_PAIRS,
  PHASE_VOXELS_SURFACE,
  PHASE_VOXELS_SYNTHESIZE,
  VOXEL_PAPER,
} from '../constants';
import { countPieces, countVoxels, rankCommon } from './common';
import { EMIT_COMPARE, EMIT_COUNT, EMIT_LIST, EMIT_SET, openEmit } from './emit';
import { openIdentify, pairPieces, scanLists, testPairs } from './identify';
import { currentBits, voxelizeByPaper } from './paper';
import { synthesisPieces, synthesize } from './sheets';
import { crossRows, fillRows, openSolid, scanRows } from './solid';
import { voxelizeSurface } from './surface';

const PIECE_TRIANGLES: u32 = 2048;
const PIECE_ROWS: u32 = 1024;
const CLEAR_BYTES: u32 = 1 << 20;

export function openThread(): void {
  openSolid();
  openIdentify();
}

// @inline
function rowCount(): u32 {
  return (voxelJob.endLayer - voxelJob.firstLayer) * voxelJob.layerRows;
}

// @inline
function isSolid(object: u32): bool {
  return ((voxelJob.solid >> object) & 1) != 0;
}

/** Whether the second object's voxels are only compared with the first's, and never kept. */
function comparesOnly(): bool {
  return voxelJob.early != 0 && voxelJob.rule != VOXEL_PAPER && !isSolid(1);
}

// --- pieces ------------------------------------------------------------------------------------------------------------

function surfacePiece(piece: u32): void {
  const current = voxelJob.current;
  const object = objectRecord(current);
  const from = piece * PIECE_TRIANGLES;
  const to = min(object.triangleCount, from + PIECE_TRIANGLES);
  if (voxelJob.rule == VOXEL_PAPER) {
    voxelizeByPaper(object, beginsAt(from), to);
    return;
  }
  if (current == 1 && comparesOnly()) openEmit(EMIT_COMPARE, voxelJob.bitsA, 1);
  else openEmit(EMIT_SET, currentBits(), current);
  voxelizeSurface(object, beginsAt(from), to);
}

/** Triangles of both objects, the first one's pieces first. */
function listPiece(piece: u32, how: u32): void {
  const pieces = trianglePieces(0);
  const index: u32 = piece < pieces ? 0 : 1;
  const object = objectRecord(index);
  const from = (piece - index * pieces) * PIECE_TRIANGLES;
  const to = min(object.triangleCount, from + PIECE_TRIANGLES);
  openEmit(how, voxelJob.bitsA, index);
  voxelizeSurface(object, beginsAt(from), to);
}

function crossingPiece(piece: u32, list: bool): void {
  const object = objectRecord(voxelJob.current);
  const from = piece * PIECE_TRIANGLES;
  crossRows(object, beginsAt(from), min(object.triangleCount, from + PIECE_TRIANGLES), list);
}

function clearPiece(piece: u32): void {
  const from = <usize>piece * CLEAR_BYTES;
  memory.fill(voxelJob.clearFrom + from, 0, min<usize>(CLEAR_BYTES, <usize>voxelJob.clearBytes - from));
}

export function doPiece(phase: i32, piece: u32): void {
  if (phase == PHASE_VOXELS_CLEAR) clearPiece(piece);
  else if (phase == PHASE_VOXELS_SURFACE) surfacePiece(piece);
  else if (phase == PHASE_VOXELS_SYNTHESIZE) synthesize(piece);
  else if (phase == PHASE_VOXELS_COUNT_CROSSINGS) crossingPiece(piece, false);
  else if (phase == PHASE_VOXELS_FILL_CROSSINGS) crossingPiece(piece, true);
  else if (phase == PHASE_VOXELS_COLUMNS)
    fillRows(beginsAt(piece * PIECE_ROWS), min(rowCount(), (piece + 1) * PIECE_ROWS));
  else if (phase == PHASE_VOXELS_COUNT_VOXELS) countVoxels(piece);
  else if (phase == PHASE_VOXELS_COUNT_LISTS) listPiece(piece, EMIT_COUNT);
  else if (phase == PHASE_VOXELS_FILL_LISTS) listPiece(piece, EMIT_LIST);
  else if (phase == PHASE_VOXELS_PAIRS) testPairs(piece);
}

// --- closing steps -----------------------------------------------------------------------------------------------------

function trianglePieces(object: u32): u32 {
  return (objectRecord(object).triangleCount + PIECE_TRIANGLES - 1) / PIECE_TRIANGLES;
}

function sheetYBytes(): u64 {
  const layers = <u64>(voxelJob.endLayer - voxelJob.firstLayer);
  return layers * voxelJob.rowWords * 32 * voxelJob.sheetYWords * 4;
}

function sheetZBytes(): u64 {
  return <u64>voxelJob.layerRows * voxelJob.rowWords * 32 * voxelJob.sheetZWords * 4;
}

function openWorksheets(): i32 {
  const slab = <u64>voxelJob.slabBytes;
  // Asked only to place the objects.
  if (slab == 0) return PHASE_DONE;
  const two = job.objectCount > 1;
  const hasSheets = voxelJob.rule == VOXEL_PAPER;
  const bitsB = two && !comparesOnly();
  const bitBytes = slab + (bitsB ? slab : 0);
  const bytes = bitBytes + (hasSheets ? sheetYBytes() + sheetZBytes() : 0);
  const from = take(bytes);
  voxelJob.bitsA = <u32>from;
  if (bitsB) voxelJob.bitsB = <u32>(<u64>from + slab);
  if (hasSheets) {
    const sheets = <u64>from + bitBytes;
    voxelJob.sheetY = <u32>sheets;
    voxelJob.sheetZ = <u32>(sheets + sheetYBytes());
  }
  if (voxelJob.solid != 0) {
    voxelJob.rowCounts = take((<u64>rowCount()) << 2);
    voxelJob.rowStarts = take((<u64>rowCount() + 1) << 2);
  }
  voxelJob.clearFrom = <u32>from;
  voxelJob.clearBytes = <u32>bytes;
  setPieces(<u32>((bytes + CLEAR_BYTES - 1) / CLEAR_BYTES), 0.03, 0.06);
  return PHASE_VOXELS_CLEAR;
}

/** Each object has half of the progress up to the counting. */
function partOf(object: u32, part: f32): f32 {
  const objects = <f32>job.objectCount;
  return 0.06 + (voxelJob.identify != 0 ? <f32>0.5 : <f32>0.9) * ((<f32>object + part) / objects);
}

function openObject(object: u32): i32 {
  voxelJob.current = object;
  if (voxelJob.centresOnly != 0) return afterSurface();
  setPieces(trianglePieces(object), partOf(object, 0), partOf(object, isSolid(object) ? 0.5 : 1));
  return PHASE_VOXELS_SURFACE;
}

function afterSurface(): i32 {
  const object = voxelJob.current;
  if (!isSolid(object)) return afterObject();
  memory.fill(voxelJob.rowCounts, 0, (<usize>rowCount()) << 2);
  setPieces(trianglePieces(object), partOf(object, 0.5), partOf(object, 0.7));
  return PHASE_VOXELS_COUNT_CROSSINGS;
}

function afterObject(): i32 {
  if (voxelJob.current == 0 && job.objectCount > 1) {
    if (voxelJob.rule == VOXEL_PAPER) memory.fill(voxelJob.sheetY, 0, <usize>(sheetYBytes() + sheetZBytes()));
    return openObject(1);
  }
  if (job.objectCount > 1 && comparesOnly()) return PHASE_DONE;
  setPieces(countPieces(), partOf(job.objectCount, 0), partOf(job.objectCount, 0) + 0.02);
  return PHASE_VOXELS_COUNT_VOXELS;
}

function closeCountCrossings(): i32 {
  voxelJob.crossings = take((<u64>scanRows(rowCount())) << 2);
  const object = voxelJob.current;
  setPieces(trianglePieces(object), partOf(object, 0.7), partOf(object, 0.9));
  return PHASE_VOXELS_FILL_CROSSINGS;
}

function closeFillCrossings(): i32 {
  const object = voxelJob.current;
  setPieces((rowCount() + PIECE_ROWS - 1) / PIECE_ROWS, partOf(object, 0.9), partOf(object, 1));
  return PHASE_VOXELS_COLUMNS;
}

function closeCountVoxels(): i32 {
  const common = load<u32>(voxelJob.countCommon);
  if (voxelJob.identify == 0 || common == 0) return PHASE_DONE;
  voxelJob.ranks = take(voxelJob.slabBytes);
  rankCommon();
  const lists = (<u64>common * 2 + 1) << 2;
  voxelJob.listStarts = take(lists);
  voxelJob.listNext = take(lists);
  memory.fill(voxelJob.listStarts, 0, <usize>lists);
  const triangles = job.triangleCount;
  voxelJob.listed = take(triangles);
  memory.fill(voxelJob.listed, 0, triangles);
  setPieces(trianglePieces(0) + trianglePieces(1), 0.58, 0.68);
  return PHASE_VOXELS_COUNT_LISTS;
}

function closeCountLists(): i32 {
  const entries = scanLists();
  voxelJob.entryCount = entries;
  voxelJob.lists = take((<u64>entries) << 2);
  setPieces(trianglePieces(0) + trianglePieces(1), 0.68, 0.78);
  return PHASE_VOXELS_FILL_LISTS;
}

function closeFillLists(): i32 {
  setPieces(pairPieces(), 0.78, 1);
  return PHASE_VOXELS_PAIRS;
}

export function closePhase(phase: i32): i32 {
  if (phase == PHASE_PREPARE) return openWorksheets();
  if (phase == PHASE_VOXELS_PAIRS) {
    return gatherHits() ? PHASE_DONE : PHASE_AGAIN;
  }
  if (peek(control.stop) != STOP_NO) return PHASE_DONE;
  if (phase == PHASE_VOXELS_CLEAR) return openObject(0);
  if (phase == PHASE_VOXELS_SURFACE && voxelJob.rule == VOXEL_PAPER) {
    const object = voxelJob.current;
    setPieces(synthesisPieces(), partOf(object, 0.5), partOf(object, 0.5));
    return PHASE_VOXELS_SYNTHESIZE;
  }
  if (phase == PHASE_VOXELS_SURFACE || phase == PHASE_VOXELS_SYNTHESIZE) return afterSurface();
  if (phase == PHASE_VOXELS_COUNT_CROSSINGS) return closeCountCrossings();
  if (phase == PHASE_VOXELS_FILL_CROSSINGS) return closeFillCrossings();
  if (phase == PHASE_VOXELS_COLUMNS) return afterObject();
  if (phase == PHASE_VOXELS_COUNT_VOXELS) return closeCountVoxels();
  if (phase == PHASE_VOXELS_COUNT_LISTS) return closeCountLists();
  return closeFillLists();
}

/** Counts nothing. */
export function noteThread(_phase: i32, _record: ThreadRecord, _milliseconds: f64): void {}
