/**
 * `voxels` after the first phase, for one object or for two, in one slab of the grid:
 *
 *   (prepare)          coordinates of the grid                             → room for the worksheets
 *   clear
 *   surface            triangles of an object, by either rule
 *   synthesize         the paper's sheets into one                          (paper's rule)
 *   count crossings, fill crossings, columns                                (solid)
 *                                                                           → the same for the second object
 *   count voxels       of each object, and of both                          → rank the common ones
 *   count lists, fill lists, pairs                                          (identify) → join and sort the hits
 */

import { control, peek, setControl, setPieces, take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import {
  CTL_STOP,
  JOB_OBJECT_COUNT,
  JOB_TRIANGLE_COUNT,
  OBJECT_TRIANGLE_COUNT,
  PHASE_AGAIN,
  PHASE_DONE,
  PHASE_PREPARE,
  QUERY_VOXELS,
  STEP_BITS,
  STEP_MASK,
  STOP_NO,
} from '../../../memory/layout';
import { gatherHits } from '../../../tile-lists/kernels/hits';
import {
  STEP_CLEAR,
  STEP_COLUMNS,
  STEP_COUNT_CROSSINGS,
  STEP_COUNT_LISTS,
  STEP_COUNT_VOXELS,
  STEP_FILL_CROSSINGS,
  STEP_FILL_LISTS,
  STEP_PAIRS,
  STEP_SURFACE,
  STEP_SYNTHESIZE,
  VOXEL_BITS_A,
  VOXEL_BITS_B,
  VOXEL_CLEAR_BYTES,
  VOXEL_CLEAR_FROM,
  VOXEL_COUNT_COMMON,
  VOXEL_CROSSINGS,
  VOXEL_CURRENT,
  VOXEL_EARLY,
  VOXEL_END_LAYER,
  VOXEL_ENTRY_COUNT,
  VOXEL_FIRST_LAYER,
  VOXEL_GIVEN_BITS,
  VOXEL_IDENTIFY,
  VOXEL_LAYER_ROWS,
  VOXEL_LIST_NEXT,
  VOXEL_LIST_STARTS,
  VOXEL_LISTED,
  VOXEL_LISTS,
  VOXEL_PAPER,
  VOXEL_RANKS,
  VOXEL_ROW_COUNTS,
  VOXEL_ROW_STARTS,
  VOXEL_ROW_WORDS,
  VOXEL_RULE,
  VOXEL_SHEET_Y,
  VOXEL_SHEET_Y_WORDS,
  VOXEL_SHEET_Z,
  VOXEL_SHEET_Z_WORDS,
  VOXEL_SLAB_BYTES,
  VOXEL_SOLID,
} from '../layout';
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

export function openVoxelThread(): void {
  openSolid();
  openIdentify();
}

// @ts-ignore: decorator
@inline
function phaseOf(step: i32): i32 {
  return (QUERY_VOXELS << STEP_BITS) | step;
}

// @ts-ignore: decorator
@inline
function rowCount(): u32 {
  return (control(VOXEL_END_LAYER) - control(VOXEL_FIRST_LAYER)) * control(VOXEL_LAYER_ROWS);
}

// @ts-ignore: decorator
@inline
function isSolid(object: u32): bool {
  return ((control(VOXEL_SOLID) >> object) & 1) != 0;
}

/** Whether the second object's voxels are only compared with the first's, and never kept. */
function comparesOnly(): bool {
  return control(VOXEL_EARLY) != 0 && control(VOXEL_RULE) != VOXEL_PAPER && !isSolid(1) && control(VOXEL_GIVEN_BITS) == 0;
}

// --- pieces ------------------------------------------------------------------------------------------------------------

function surfacePiece(piece: u32): void {
  const current = control(VOXEL_CURRENT);
  const object = objectRecord(current);
  const from = piece * PIECE_TRIANGLES;
  const to = min(load<u32>(object, OBJECT_TRIANGLE_COUNT), from + PIECE_TRIANGLES);
  if (control(VOXEL_RULE) == VOXEL_PAPER) {
    voxelizeByPaper(object, from, to);
    return;
  }
  if (current == 1 && comparesOnly()) openEmit(EMIT_COMPARE, control(VOXEL_BITS_A), 1);
  else openEmit(EMIT_SET, currentBits(), current);
  voxelizeSurface(object, from, to);
}

/** Triangles of both objects, the first one's pieces first. */
function listPiece(piece: u32, how: u32): void {
  const pieces = trianglePieces(0);
  const index: u32 = piece < pieces ? 0 : 1;
  const object = objectRecord(index);
  const from = (piece - index * pieces) * PIECE_TRIANGLES;
  const to = min(load<u32>(object, OBJECT_TRIANGLE_COUNT), from + PIECE_TRIANGLES);
  openEmit(how, control(VOXEL_BITS_A), index);
  voxelizeSurface(object, from, to);
}

function crossingPiece(piece: u32, list: bool): void {
  const object = objectRecord(control(VOXEL_CURRENT));
  const from = piece * PIECE_TRIANGLES;
  crossRows(object, from, min(load<u32>(object, OBJECT_TRIANGLE_COUNT), from + PIECE_TRIANGLES), list);
}

function clearPiece(piece: u32): void {
  const from = <usize>piece * CLEAR_BYTES;
  memory.fill(<usize>control(VOXEL_CLEAR_FROM) + from, 0, min<usize>(CLEAR_BYTES, <usize>control(VOXEL_CLEAR_BYTES) - from));
}

export function voxelPiece(phase: i32, piece: u32): void {
  const step = phase & STEP_MASK;
  if (step == STEP_CLEAR) clearPiece(piece);
  else if (step == STEP_SURFACE) surfacePiece(piece);
  else if (step == STEP_SYNTHESIZE) synthesize(piece);
  else if (step == STEP_COUNT_CROSSINGS) crossingPiece(piece, false);
  else if (step == STEP_FILL_CROSSINGS) crossingPiece(piece, true);
  else if (step == STEP_COLUMNS) fillRows(piece * PIECE_ROWS, min(rowCount(), (piece + 1) * PIECE_ROWS));
  else if (step == STEP_COUNT_VOXELS) countVoxels(piece);
  else if (step == STEP_COUNT_LISTS) listPiece(piece, EMIT_COUNT);
  else if (step == STEP_FILL_LISTS) listPiece(piece, EMIT_LIST);
  else if (step == STEP_PAIRS) testPairs(piece);
}

// --- closing steps -----------------------------------------------------------------------------------------------------

function trianglePieces(object: u32): u32 {
  return (load<u32>(objectRecord(object), OBJECT_TRIANGLE_COUNT) + PIECE_TRIANGLES - 1) / PIECE_TRIANGLES;
}

function sheetYBytes(): u64 {
  const layers = <u64>(control(VOXEL_END_LAYER) - control(VOXEL_FIRST_LAYER));
  return layers * control(VOXEL_ROW_WORDS) * 32 * control(VOXEL_SHEET_Y_WORDS) * 4;
}

function sheetZBytes(): u64 {
  return <u64>control(VOXEL_LAYER_ROWS) * control(VOXEL_ROW_WORDS) * 32 * control(VOXEL_SHEET_Z_WORDS) * 4;
}

function openWorksheets(): i32 {
  const slab = <u64>control(VOXEL_SLAB_BYTES);
  // Asked only to place the objects.
  if (slab == 0) return PHASE_DONE;
  const two = control(JOB_OBJECT_COUNT) > 1;
  const hasSheets = control(VOXEL_RULE) == VOXEL_PAPER;
  const bitsB = two && !comparesOnly();
  const given = control(VOXEL_GIVEN_BITS);
  const bitBytes = slab + (bitsB ? slab : 0);
  const bytes = (given == 0 ? bitBytes : 0) + (hasSheets ? sheetYBytes() + sheetZBytes() : 0);
  const from = take(bytes);
  const bits = given == 0 ? <u32>from : given;
  setControl(VOXEL_BITS_A, bits);
  if (bitsB) setControl(VOXEL_BITS_B, bits + <u32>slab);
  if (hasSheets) {
    const sheets = <u64>from + (given == 0 ? bitBytes : 0);
    setControl(VOXEL_SHEET_Y, <u32>sheets);
    setControl(VOXEL_SHEET_Z, <u32>(sheets + sheetYBytes()));
  }
  if (control(VOXEL_SOLID) != 0) {
    setControl(VOXEL_ROW_COUNTS, <u32>take(<u64>rowCount() << 2));
    setControl(VOXEL_ROW_STARTS, <u32>take((<u64>rowCount() + 1) << 2));
  }
  setControl(VOXEL_CLEAR_FROM, <u32>from);
  setControl(VOXEL_CLEAR_BYTES, <u32>bytes);
  setPieces(<u32>((bytes + CLEAR_BYTES - 1) / CLEAR_BYTES), 0.03, 0.06);
  return phaseOf(STEP_CLEAR);
}

/** Each object has half of the progress up to the counting. */
function partOf(object: u32, part: f32): f32 {
  const objects = <f32>control(JOB_OBJECT_COUNT);
  return 0.06 + (control(VOXEL_IDENTIFY) != 0 ? <f32>0.5 : <f32>0.9) * ((<f32>object + part) / objects);
}

function openObject(object: u32): i32 {
  setControl(VOXEL_CURRENT, object);
  setPieces(trianglePieces(object), partOf(object, 0), partOf(object, isSolid(object) ? 0.5 : 1));
  return phaseOf(STEP_SURFACE);
}

function afterSurface(): i32 {
  const object = control(VOXEL_CURRENT);
  if (!isSolid(object)) return afterObject();
  memory.fill(control(VOXEL_ROW_COUNTS), 0, <usize>rowCount() << 2);
  setPieces(trianglePieces(object), partOf(object, 0.5), partOf(object, 0.7));
  return phaseOf(STEP_COUNT_CROSSINGS);
}

function afterObject(): i32 {
  if (control(VOXEL_CURRENT) == 0 && control(JOB_OBJECT_COUNT) > 1) {
    if (control(VOXEL_RULE) == VOXEL_PAPER) memory.fill(control(VOXEL_SHEET_Y), 0, <usize>(sheetYBytes() + sheetZBytes()));
    return openObject(1);
  }
  if (control(JOB_OBJECT_COUNT) > 1 && comparesOnly()) return PHASE_DONE;
  setPieces(countPieces(), partOf(control(JOB_OBJECT_COUNT), 0), partOf(control(JOB_OBJECT_COUNT), 0) + 0.02);
  return phaseOf(STEP_COUNT_VOXELS);
}

function closeCountCrossings(): i32 {
  setControl(VOXEL_CROSSINGS, <u32>take(<u64>scanRows(rowCount()) << 2));
  const object = control(VOXEL_CURRENT);
  setPieces(trianglePieces(object), partOf(object, 0.7), partOf(object, 0.9));
  return phaseOf(STEP_FILL_CROSSINGS);
}

function closeFillCrossings(): i32 {
  const object = control(VOXEL_CURRENT);
  setPieces((rowCount() + PIECE_ROWS - 1) / PIECE_ROWS, partOf(object, 0.9), partOf(object, 1));
  return phaseOf(STEP_COLUMNS);
}

function closeCountVoxels(): i32 {
  const common = control(VOXEL_COUNT_COMMON);
  if (control(VOXEL_IDENTIFY) == 0 || common == 0) return PHASE_DONE;
  setControl(VOXEL_RANKS, <u32>take(control(VOXEL_SLAB_BYTES)));
  rankCommon();
  const lists = (<u64>common * 2 + 1) << 2;
  setControl(VOXEL_LIST_STARTS, <u32>take(lists));
  setControl(VOXEL_LIST_NEXT, <u32>take(lists));
  memory.fill(control(VOXEL_LIST_STARTS), 0, <usize>lists);
  const triangles = control(JOB_TRIANGLE_COUNT);
  setControl(VOXEL_LISTED, <u32>take(triangles));
  memory.fill(control(VOXEL_LISTED), 0, triangles);
  setPieces(trianglePieces(0) + trianglePieces(1), 0.58, 0.68);
  return phaseOf(STEP_COUNT_LISTS);
}

function closeCountLists(): i32 {
  const entries = scanLists();
  setControl(VOXEL_ENTRY_COUNT, entries);
  setControl(VOXEL_LISTS, <u32>take(<u64>entries << 2));
  setPieces(trianglePieces(0) + trianglePieces(1), 0.68, 0.78);
  return phaseOf(STEP_FILL_LISTS);
}

function closeFillLists(): i32 {
  setPieces(pairPieces(), 0.78, 1);
  return phaseOf(STEP_PAIRS);
}

export function closeVoxelPhase(phase: i32): i32 {
  if (phase == PHASE_PREPARE) return openWorksheets();
  const step = phase & STEP_MASK;
  if (step == STEP_PAIRS) {
    return gatherHits() ? PHASE_DONE : PHASE_AGAIN;
  }
  if (peek(CTL_STOP) != STOP_NO) return PHASE_DONE;
  if (step == STEP_CLEAR) return openObject(0);
  if (step == STEP_SURFACE && control(VOXEL_RULE) == VOXEL_PAPER) {
    const object = control(VOXEL_CURRENT);
    setPieces(synthesisPieces(), partOf(object, 0.5), partOf(object, 0.5));
    return phaseOf(STEP_SYNTHESIZE);
  }
  if (step == STEP_SURFACE || step == STEP_SYNTHESIZE) return afterSurface();
  if (step == STEP_COUNT_CROSSINGS) return closeCountCrossings();
  if (step == STEP_FILL_CROSSINGS) return closeFillCrossings();
  if (step == STEP_COLUMNS) return afterObject();
  if (step == STEP_COUNT_VOXELS) return closeCountVoxels();
  if (step == STEP_COUNT_LISTS) return closeCountLists();
  return closeFillLists();
}

