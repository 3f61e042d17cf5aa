/**
 * A query as a sequence of phases: pieces of work that threads take one by one, and a closing step that one thread does
 * when all have arrived.
 *
 *   prepare        place, centre and bound the objects; link corners     → choose the view and the grid
 *   count image    signs of normals, ranges of tiles, counters            → scan
 *   fill image     lists of triangles per tile; certify vertex fans       → list the triangles without area
 *   walk           tiles, and fans that were not certified                → join and sort the hits
 *   segments       where each pair meets, if asked for
 */
import { decidedPairs, exactMilliseconds, openCandidates } from './candidates';
import { certifiedFans, certifyFans, openFans } from './fans';
import { closeHits, gatherHits, openHits } from './hits';
import { countGroup, fillGroup, listDegenerate, openImage, scanImage } from './image';
import {
  CTL_DONE_PIECES,
  CTL_NEXT_PIECE,
  CTL_PIECE_COUNT,
  CTL_SPLITTING,
  CTL_STOP,
  GRID_ACROSS,
  GRID_CELL_COUNT,
  GRID_CERTIFIED,
  GRID_DOWN,
  GRID_FAN_PIECES,
  GRID_FIRST,
  GRID_FIXED_PIECES,
  GRID_GROUP_COUNT,
  GRID_LEVELS,
  GRID_LEVEL_STARTS,
  GRID_SCALE,
  GRID_SPLIT_CAPACITY,
  GRID_SPLIT_COUNT,
  GRID_SPLIT_LOCK,
  GRID_SPLIT_TILES,
  JOB_OBJECT_COUNT,
  JOB_PIECE_COUNT,
  JOB_SEGMENTS,
  JOB_SELF,
  JOB_TRIANGLE_COUNT,
  JOB_VERTEX_COUNT,
  JOB_WIDE,
  OBJECT_VERTEX_COUNT,
  OBJECT_VERTEX_START,
  OUT_HIT_COUNT,
  OUT_PHASE_CLOCK,
  OUT_SEGMENTS,
  PHASE_COUNT_IMAGE,
  PHASE_DONE,
  PHASE_FILL_IMAGE,
  PHASE_PREPARE,
  PHASE_SEGMENTS,
  PHASE_WALK,
  PIECE_NONE,
  SPLIT_STRIDE,
  STOP_LIMIT,
  STOP_NO,
  THREAD_CANDIDATES,
  THREAD_CERTIFIED,
  THREAD_EXACT_MS,
  THREAD_FALLBACKS,
  THREAD_NEIGHBOURS,
  THREAD_RECORDS,
  THREAD_STRIDE,
  THREAD_WALK_MS,
} from './layout';
import { control, nextPiece, now, peek, pieceDone, setControl, stopped, take } from './memory';
import { neighbourTests, openNeighbours, testNeighbours } from './neighbours';
import { objectRecord } from './objects';
import { planImage } from './plan';
import { setWide, takeExactFallbacks } from './predicates';
import { joinBoxes, preparePiece } from './prepare';
import { findRegions } from './regions';
import { findSegments } from './segments';
import { openSplit } from './split';
import { openSweep } from './sweep';
import { forgetMembers } from './tile-members';
import { openWalk, walkPart, walkTile } from './walk';

const FAN_VERTICES: u32 = 4096;
const SEGMENT_HITS: u32 = 1024;
/** Triangles of the scene for each place in the queue of split tiles. */
const TRIANGLES_PER_SPLIT: u32 = 256;

/** Walk time of this thread, exact tests taken off. */
let walkMilliseconds: f64 = 0;

function setPieces(count: u32): void {
  setControl(CTL_NEXT_PIECE, 0);
  setControl(CTL_DONE_PIECES, 0);
  setControl(CTL_PIECE_COUNT, count);
}

/** Readies this thread for a new job. Called once per thread before its first piece. */
export function openThread(): void {
  setWide(control(JOB_WIDE) != 0);
  forgetMembers();
  openSweep();
  openFans();
  openNeighbours();
  openCandidates();
  openSplit();
  openWalk();
  takeExactFallbacks();
  walkMilliseconds = 0;
}

/** Vertices are numbered through the scene; a piece is a range of them and may span several objects. */
function forVertexRange(piece: u32, certify: bool): void {
  const from = piece * FAN_VERTICES;
  const to = min(control(JOB_VERTEX_COUNT), from + FAN_VERTICES);
  const objects = control(JOB_OBJECT_COUNT);
  for (let o: u32 = firstObjectWithVertex(from); o < objects; o++) {
    const object = objectRecord(o);
    const start = load<u32>(object, OBJECT_VERTEX_START);
    const end = start + load<u32>(object, OBJECT_VERTEX_COUNT);
    if (start >= to) break;
    const low = max(from, start);
    const high = min(to, end);
    if (low >= high) continue;
    if (certify) certifyFans(object, low - start, high - start);
    else testNeighbours(object, low - start, high - start);
  }
}

function firstObjectWithVertex(vertex: u32): u32 {
  let low: u32 = 0;
  let high = control(JOB_OBJECT_COUNT) - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (load<u32>(objectRecord(middle), OBJECT_VERTEX_START) <= vertex) low = middle;
    else high = middle - 1;
  }
  return low;
}

function doPiece(phase: i32, piece: u32): void {
  const fans = control(GRID_FAN_PIECES);
  if (phase == PHASE_PREPARE) preparePiece(piece);
  else if (phase == PHASE_COUNT_IMAGE) countGroup(piece);
  else if (phase == PHASE_FILL_IMAGE) {
    if (piece < fans) forVertexRange(piece, true);
    else fillGroup(piece - fans);
  } else if (phase == PHASE_WALK) {
    const fixed = control(GRID_FIXED_PIECES);
    if (piece < fans) forVertexRange(piece, false);
    else if (piece < fixed) walkTile(piece - fans);
    else walkPart(<usize>control(GRID_SPLIT_TILES) + <usize>(piece - fixed) * SPLIT_STRIDE);
  } else if (phase == PHASE_SEGMENTS) {
    findSegments(piece * SEGMENT_HITS, min(control(OUT_HIT_COUNT), (piece + 1) * SEGMENT_HITS));
  }
}

/** Takes at most `most` pieces of the phase. Returns true when there may be more. */
export function runPhase(phase: i32, thread: u32, most: u32): bool {
  openHits(thread);
  const walking = phase == PHASE_WALK;
  const began = walking ? now() : 0;
  const exactBefore = exactMilliseconds;
  let done: u32 = 0;
  let more = true;
  while (done < most) {
    if (stopped()) {
      more = false;
      break;
    }
    // Read first: when it was zero and no piece was left, none can be added any more.
    const splitting = peek(CTL_SPLITTING);
    const piece = nextPiece();
    if (piece == PIECE_NONE) {
      if (splitting != 0) continue;
      more = false;
      break;
    }
    doPiece(phase, piece);
    pieceDone();
    done++;
  }
  closeHits(thread);
  if (walking) walkMilliseconds += now() - began - (exactMilliseconds - exactBefore);
  const record = THREAD_RECORDS + <usize>thread * THREAD_STRIDE;
  store<f64>(record, <f64>decidedPairs, THREAD_CANDIDATES);
  store<f64>(record, <f64>certifiedFans, THREAD_CERTIFIED);
  store<f64>(record, <f64>neighbourTests, THREAD_NEIGHBOURS);
  store<f64>(record, load<f64>(record, THREAD_FALLBACKS) + <f64>takeExactFallbacks(), THREAD_FALLBACKS);
  store<f64>(record, walkMilliseconds, THREAD_WALK_MS);
  store<f64>(record, exactMilliseconds, THREAD_EXACT_MS);
  return more;
}

function closePrepare(): i32 {
  joinBoxes(control(JOB_PIECE_COUNT), control(JOB_OBJECT_COUNT));
  findRegions();
  if (!planImage()) setEmptyGrid();
  openImage();
  setPieces(control(GRID_GROUP_COUNT));
  return PHASE_COUNT_IMAGE;
}

/** No two objects come near each other: an image of one cell in which nothing is listed. */
function setEmptyGrid(): void {
  memory.fill(GRID_SCALE, 0, 16);
  memory.fill(GRID_FIRST, 0, 16);
  setControl(GRID_ACROSS, 1);
  setControl(GRID_DOWN, 1);
  memory.fill(GRID_LEVEL_STARTS, 0, 16);
  setControl(GRID_CELL_COUNT, 4);
  for (let level: u32 = 0; level < <u32>GRID_LEVELS; level++) setControl(GRID_LEVEL_STARTS + (<usize>level << 2), level);
}

function closeCount(): i32 {
  scanImage();
  const self = control(JOB_SELF) != 0;
  const vertices = control(JOB_VERTEX_COUNT);
  setControl(GRID_FAN_PIECES, self ? (vertices + FAN_VERTICES - 1) / FAN_VERTICES : 0);
  if (self) setControl(GRID_CERTIFIED, <u32>take(vertices));
  setPieces(control(GRID_FAN_PIECES) + control(GRID_GROUP_COUNT));
  return PHASE_FILL_IMAGE;
}

function closeFill(): i32 {
  listDegenerate();
  const fixed = control(GRID_FAN_PIECES) + control(GRID_ACROSS) * control(GRID_DOWN);
  setControl(GRID_FIXED_PIECES, fixed);
  const capacity = control(JOB_TRIANGLE_COUNT) / TRIANGLES_PER_SPLIT;
  setControl(GRID_SPLIT_TILES, <u32>take(<u64>capacity * SPLIT_STRIDE));
  setControl(GRID_SPLIT_CAPACITY, capacity);
  setControl(GRID_SPLIT_COUNT, 0);
  setControl(GRID_SPLIT_LOCK, 0);
  setControl(CTL_SPLITTING, 0);
  setPieces(fixed);
  return PHASE_WALK;
}

function closeWalk(): i32 {
  gatherHits();
  const hits = control(OUT_HIT_COUNT);
  if (control(JOB_SEGMENTS) == 0 || hits == 0) return PHASE_DONE;
  // The limit has done its work; the segments of what was found are still wanted.
  if (peek(CTL_STOP) == STOP_LIMIT) setControl(CTL_STOP, STOP_NO);
  setControl(OUT_SEGMENTS, <u32>take(<u64>hits * 48));
  setPieces((hits + SEGMENT_HITS - 1) / SEGMENT_HITS);
  return PHASE_SEGMENTS;
}

/** Starts the clock and the first phase. Called once per job, before any thread runs. */
export function openJob(): i32 {
  setPieces(control(JOB_PIECE_COUNT));
  store<f64>(OUT_PHASE_CLOCK, now());
  return PHASE_PREPARE;
}

/** Closes a phase that all threads have left, and names the next. */
export function closePhase(phase: i32): i32 {
  store<f64>(OUT_PHASE_CLOCK + (<usize>(phase + 1) << 3), now());
  const reason = peek(CTL_STOP);
  if (reason != STOP_NO && reason != STOP_LIMIT) return PHASE_DONE;
  if (phase == PHASE_PREPARE) return closePrepare();
  if (phase == PHASE_COUNT_IMAGE) return closeCount();
  if (phase == PHASE_FILL_IMAGE) return closeFill();
  if (phase == PHASE_WALK) return closeWalk();
  return PHASE_DONE;
}
