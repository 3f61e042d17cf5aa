/**
 * `inside` after the first phase:
 *
 *   (prepare)                                                    → choose the direction of the rays and the grid of points
 *   count      buckets of the points                               → scan
 *   fill       points in order of buckets
 *   cross      triangles, each over the points it may cover; whether the mesh's edges cancel
 *   answer     one byte per point
 */

import { PHASE_DONE, PHASE_PREPARE } from '../../../memory/constants';
import { insideJob, job, ThreadRecord } from '../../../memory/generated/kernels/records';
import { setPieces, take } from '../../../memory/kernels/memory';
import { PHASE_INSIDE_ANSWER, PHASE_INSIDE_COUNT, PHASE_INSIDE_CROSS, PHASE_INSIDE_FILL } from '../constants';
import { countPoints, fillPoints, planPointGrid, restoreStarts, scanPoints } from './grid';
import { crossTriangles } from './walk';

const POINTS_PER_PIECE: u32 = 16384;
const TRIANGLES_PER_PIECE: u32 = 4096;
/** Points per band: large triangles over many points are cut into bands, so that threads share them. */
const POINTS_PER_BAND: u32 = 262144;

/** Threads keep nothing from one piece to the next. */
export function openThread(): void {}

export function doPiece(phase: i32, piece: u32): void {
  if (phase == PHASE_INSIDE_CROSS) {
    const groups = insideJob.groups;
    const from = (piece % groups) * TRIANGLES_PER_PIECE;
    crossTriangles(from, min(job.triangleCount, from + TRIANGLES_PER_PIECE), piece / groups);
    return;
  }
  const from = piece * POINTS_PER_PIECE;
  if (phase == PHASE_INSIDE_COUNT) countPoints(from, min(insideJob.pointCount, from + POINTS_PER_PIECE));
  else if (phase == PHASE_INSIDE_FILL) fillPoints(from, min(insideJob.pointCount, from + POINTS_PER_PIECE));
  else if (phase == PHASE_INSIDE_ANSWER) answerPoints(from, min(insideJob.sortedCount, from + POINTS_PER_PIECE));
}

function pointPieces(count: u32): u32 {
  return (count + POINTS_PER_PIECE - 1) / POINTS_PER_PIECE;
}

export function closePhase(phase: i32): i32 {
  const points = insideJob.pointCount;
  if (phase == PHASE_PREPARE) {
    planPointGrid();
    setPieces(pointPieces(points), 0.03, 0.06);
    return PHASE_INSIDE_COUNT;
  }
  if (phase == PHASE_INSIDE_COUNT) {
    scanPoints();
    setPieces(pointPieces(points), 0.06, 0.1);
    return PHASE_INSIDE_FILL;
  }
  if (phase == PHASE_INSIDE_FILL) {
    restoreStarts();
    const bands = max<u32>(1, min(insideJob.down, insideJob.sortedCount / POINTS_PER_BAND));
    const groups = (job.triangleCount + TRIANGLES_PER_PIECE - 1) / TRIANGLES_PER_PIECE;
    insideJob.bands = bands;
    insideJob.groups = groups;
    setPieces(bands * groups, 0.1, 0.98);
    return PHASE_INSIDE_CROSS;
  }
  if (phase == PHASE_INSIDE_CROSS) {
    const answers = take(points);
    memory.fill(answers, 0, points);
    insideJob.answers = <u32>answers;
    setPieces(pointPieces(insideJob.sortedCount), 0.98, 1);
    return PHASE_INSIDE_ANSWER;
  }
  return PHASE_DONE;
}

function answerPoints(from: u32, to: u32): void {
  const numbers = insideJob.sortedNumbers;
  const windings = insideJob.windings;
  const on = insideJob.on;
  const answers = insideJob.answers;
  for (let i = from; i < to; i++) {
    const winding = load<i32>(windings + ((<usize>i) << 2));
    const answer: u8 = load<u8>(on + i) != 0 ? 2 : winding != 0 ? 1 : 0;
    store<u8>(answers + load<u32>(numbers + ((<usize>i) << 2)), answer);
  }
}

/** Counts nothing. */
export function noteThread(_phase: i32, _record: ThreadRecord, _milliseconds: f64): void {}
