/**
 * What a pair of triangles adds to the volume that two objects have in common: the segment in which they cross, and for each of their
 * edges that crosses the other triangle, the rest of that edge. And how the winding number changes along these edges.
 *
 * Which edges cross is decided exactly, b being moved by an infinitely small amount (moved-signs.ts). Two triangles in general
 * position cross in no point or in a segment, so there are no crossings or two: one begins the segment, the other ends it.
 */
import { CommonSideRecord, commonJob } from '../../../memory/generated/kernels/records';
import { bump } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { PLACE_MAYBE_ON } from '../constants';
import { readCorners, setCrossing, setEdgeEnd, setReference } from './common-points';
import { addTerm, newRoundedPoint, noteCorner, noteTie, RoundedPoint } from './common-sum';
import { areOnOneSide, edgeSide, edgesMeet, HEIGHT, Height, POINT, setHeights } from './moved-signs';

const cornersA = reserveScratch(72);
const cornersB = reserveScratch(72);
/** Heights of the corners of each above the plane of the other. */
const heightsA = reserveScratch(3 * HEIGHT);
const heightsB = reserveScratch(3 * HEIGHT);
const referenceA = newRoundedPoint();
const referenceB = newRoundedPoint();
/** Where the segment begins and ends, seen as a part of the border on the triangle of a. */
const begin = newRoundedPoint();
const end = newRoundedPoint();
const edgeEnd = newRoundedPoint();

/** On which side the edges of the two pass each other: three i32 for each edge of a; UNKNOWN until asked for. */
const passings = reserveScratch(36);
const UNKNOWN: i32 = 2;

// @unmanaged
class PairState {
  triangleA: u32;
  triangleB: u32;
  /** Whether the references are first corners. */
  isCornerA: bool;
  isCornerB: bool;
  /** Whether some sign that decided on the crossing was zero before b was moved. */
  isTie: bool;
}
const pair = changetype<PairState>(reserveScratch(offsetof<PairState>()));

// @inline
function next(k: usize): usize {
  return k == 2 ? 0 : k + 1;
}

/** On which side edge j of b passes edge i of a. */
function passing(i: usize, j: usize): i32 {
  const at = passings + 12 * i + 4 * j;
  const known = load<i32>(at);
  if (known != UNKNOWN) return known;
  const side = edgeSide(
    cornersA + i * POINT,
    cornersA + next(i) * POINT,
    cornersB + j * POINT,
    cornersB + next(j) * POINT,
  );
  if (edgesMeet) pair.isTie = true;
  store<i32>(at, side);
  return side;
}

/** Whether edge k of one triangle, which crosses the plane of the other, crosses the other itself. */
function crosses(k: usize, isOfA: bool): bool {
  const first = isOfA ? passing(k, 0) : passing(0, k);
  const second = isOfA ? passing(k, 1) : passing(1, k);
  if (first != second) return false;
  return first == (isOfA ? passing(k, 2) : passing(2, k));
}

/** Adds `change` to the jump of an edge. */
function noteJump(side: CommonSideRecord, triangle: u32, edge: usize, change: i32): void {
  const place = <usize>triangle * 12 + (edge << 2);
  bump(side.jumps + place, <u32>change);
  if (change > 0 && commonJob.self != 0) bump(side.rises + place, 1);
}

/** The crossings of the edges of one triangle with the other. */
function addCrossings(
  side: CommonSideRecord,
  triangle: u32,
  corners: usize,
  heights: usize,
  plane: usize,
  reference: RoundedPoint,
  isCorner: bool,
  isOfA: bool,
): void {
  for (let k: usize = 0; k < 3; k++) {
    const heightS = changetype<Height>(heights + k * HEIGHT);
    const heightE = changetype<Height>(heights + next(k) * HEIGHT);
    if (heightS.side == heightE.side || !crosses(k, isOfA)) continue;
    const s = corners + k * POINT;
    const e = corners + next(k) * POINT;
    // Going in, from above the plane, the rest of the edge counts, and the border comes along the segment.
    const change = heightS.side;
    const crossing = change > 0 == isOfA ? end : begin;
    setCrossing(crossing, s, e, plane, heightS, heightE);
    noteCorner(crossing.x, crossing.y, crossing.z, !pair.isTie);
    noteJump(side, triangle, k, change);
    // Edges that end in the reference point span nothing with it.
    if (isCorner && k != 1) continue;
    setEdgeEnd(edgeEnd, s, e);
    addTerm(<f64>change, reference, crossing, edgeEnd);
  }
}

/** Corners that lie in the plane of the other may lie on the other. */
function notePlaces(side: CommonSideRecord, triangle: u32, heights: usize): void {
  for (let k: usize = 0; k < 3; k++) {
    if (!changetype<Height>(heights + k * HEIGHT).isOn) continue;
    pair.isTie = true;
    const vertex = load<u32>(side.corners + <usize>triangle * 12 + (k << 2));
    // Concurrent threads write the same value.
    store<u8>(side.places + <usize>vertex, load<u8>(side.places + <usize>vertex) | <u8>PLACE_MAYBE_ON);
  }
}

function addPair(a: CommonSideRecord, b: CommonSideRecord): void {
  readCorners(a, pair.triangleA, cornersA);
  readCorners(b, pair.triangleB, cornersB);
  setHeights(cornersB, cornersA, -1, heightsA);
  setHeights(cornersA, cornersB, 1, heightsB);
  pair.isTie = false;
  notePlaces(a, pair.triangleA, heightsA);
  notePlaces(b, pair.triangleB, heightsB);
  if (areOnOneSide(heightsA) || areOnOneSide(heightsB)) return;
  for (let at = passings; at < passings + 36; at += 4) store<i32>(at, UNKNOWN);
  pair.isCornerA = setReference(referenceA, cornersA);
  pair.isCornerB = setReference(referenceB, cornersB);
  begin.errorX = -1;
  addCrossings(a, pair.triangleA, cornersA, heightsA, cornersB, referenceA, pair.isCornerA, true);
  addCrossings(b, pair.triangleB, cornersB, heightsB, cornersA, referenceB, pair.isCornerB, false);
  if (begin.errorX < 0) return;
  addTerm(1, referenceA, begin, end);
  addTerm(1, referenceB, end, begin);
}

/** Adds the pairs from..to to the sum. */
export function addPairs(from: u32, to: u32): void {
  const a = CommonSideRecord.at(commonJob.sides, 0);
  const b = CommonSideRecord.at(commonJob.sides, 1);
  for (let i = from; i < to; i++) {
    const at = commonJob.pairs + ((<usize>i) << 3);
    pair.triangleA = load<u32>(at);
    pair.triangleB = load<u32>(at, 4);
    addPair(a, b);
    if (pair.isTie) noteTie();
  }
}
