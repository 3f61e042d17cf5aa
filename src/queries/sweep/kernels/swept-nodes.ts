/**
 * Nodes of two moving objects' trees, told apart for a whole interval of time.
 *
 * Promise: points of two nodes that are found apart stay more than `gap` apart on the interval.
 *
 * Throughout the motion a point is within s of the chord between its places at both ends (deviation.ts). Along a fixed direction n, the difference of two
 * points that go along chords in the same time is linear in time, so it is nowhere less than the lesser of its values at both ends. Where n tells the
 * boxes at the beginning and those at the end apart, on the same side and by more than s_A + s_B + gap, the points stay that far apart. Directions tried:
 * the axes of both objects in the middle of the interval, and the line between the boxes' middles.
 *
 * What is rounded: sums of products of at most the coordinates' magnitudes, fewer than 64 operations, and the poses themselves; `slack` covers
 * them (SWEEP_ITEM.rounding of the magnitudes).
 */
import { NODE_BYTES } from '../../../memory/constants';
import { ClustersRecord, SweepItemRecord, SweepSideRecord } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { magnitudeOf } from '../../closest/kernels/node-gap';
import { deviationOf } from './deviation';

/** A row per direction and end: n·columns of A, n·columns of B, n·(centre of B − centre of A). */
const ROW: usize = 56;
const DIRECTIONS: usize = 6;
const POINT: usize = 24;

let rows: usize = 0;
/** Where the centres of both objects are: of A at the beginning, in the middle and at the end, then of B. */
const centres = reserveScratch(6 * POINT);
const direction = reserveScratch(POINT);

export let sweptA: SweepSideRecord = changetype<SweepSideRecord>(0);
export let sweptB: SweepSideRecord = changetype<SweepSideRecord>(0);
export let rootA: usize = 0;
export let rootB: usize = 0;
/** The distance to keep, with what rounding may amount to. */
export let margin: f64 = 0;

/** Sums of the column lengths of both objects' matrices: upper bounds for the length of a unit of the object. */
const lengths = reserveScratch(6 << 3);

export function reserveNodes(): void {
  rows = take(2 * DIRECTIONS * ROW);
}

// @inline
export function product(a: usize, b: usize): f64 {
  return load<f64>(a) * load<f64>(b) + load<f64>(a, 8) * load<f64>(b, 8) + load<f64>(a, 16) * load<f64>(b, 16);
}

function writePlaced(matrix: usize, point: usize, out: usize): void {
  for (let k: usize = 0; k < POINT; k += 8) {
    store<f64>(
      out + k,
      load<f64>(matrix + k) * load<f64>(point) +
        load<f64>(matrix + k, 32) * load<f64>(point, 8) +
        load<f64>(matrix + k, 64) * load<f64>(point, 16) +
        load<f64>(matrix + k, 96),
    );
  }
}

function writeRow(row: usize, matrixA: usize, matrixB: usize, centreA: usize, centreB: usize): void {
  for (let k: usize = 0; k < 3; k++) {
    store<f64>(row + (k << 3), product(direction, matrixA + (k << 5)));
    store<f64>(row + (k << 3), product(direction, matrixB + (k << 5)), 24);
  }
  let t: f64 = 0;
  for (let k: usize = 0; k < POINT; k += 8) {
    t += load<f64>(direction + k) * (load<f64>(centreB + k) - load<f64>(centreA + k));
  }
  store<f64>(row, t, 48);
}

/** A unit vector along a column of a matrix; along an axis of the world where there is none. Returns the column's length. */
function readDirection(matrix: usize, k: usize): f64 {
  const column = matrix + (k << 5);
  const length = sqrt<f64>(product(column, column));
  const isGood = length > 1e-150 && length < 1e150;
  for (let i: usize = 0; i < 3; i++) {
    store<f64>(direction + (i << 3), isGood ? load<f64>(column + (i << 3)) / length : f64(i == k));
  }
  return length;
}

function largestMagnitude(side: SweepSideRecord, reach: usize): f64 {
  return max(magnitudeOf(side.start, reach), max(magnitudeOf(side.middle, reach), magnitudeOf(side.end, reach)));
}

/** Readies the comparison of nodes for an item. */
export function openSwept(item: SweepItemRecord, a: SweepSideRecord, b: SweepSideRecord): void {
  sweptA = a;
  sweptB = b;
  const clustersA = ClustersRecord.at(a.clusters, 0);
  const clustersB = ClustersRecord.at(b.clusters, 0);
  rootA = a.clusters + <usize>clustersA.nodes;
  rootB = b.clusters + <usize>clustersB.nodes;
  const magnitude = largestMagnitude(a, clustersA.reach) + largestMagnitude(b, clustersB.reach);
  margin = item.gap + magnitude * item.rounding + 1e-300;
  writePlaced(a.start, clustersA.centre, centres);
  writePlaced(a.middle, clustersA.centre, centres + POINT);
  writePlaced(a.end, clustersA.centre, centres + 2 * POINT);
  writePlaced(b.start, clustersB.centre, centres + 3 * POINT);
  writePlaced(b.middle, clustersB.centre, centres + 4 * POINT);
  writePlaced(b.end, clustersB.centre, centres + 5 * POINT);
  for (let i: usize = 0; i < DIRECTIONS; i++) {
    store<f64>(lengths + (i << 3), readDirection(i < 3 ? a.middle : b.middle, i < 3 ? i : i - 3));
    const row = rows + 2 * i * ROW;
    writeRow(row, a.start, b.start, centres, centres + 3 * POINT);
    writeRow(row + ROW, a.end, b.end, centres + 2 * POINT, centres + 5 * POINT);
  }
}

/** Along a row's direction: how far the boxes are apart, b beyond a; in `reverse`, a beyond b. */
let reverse: f64 = 0;
// @inline
function alongRow(row: usize, a: usize, b: usize): f64 {
  const a0 = load<f64>(row);
  const a1 = load<f64>(row, 8);
  const a2 = load<f64>(row, 16);
  const b0 = load<f64>(row, 24);
  const b1 = load<f64>(row, 32);
  const b2 = load<f64>(row, 40);
  const middle =
    load<f64>(row, 48) +
    (b0 * <f64>load<f32>(b) + b1 * <f64>load<f32>(b, 4) + b2 * <f64>load<f32>(b, 8)) -
    (a0 * <f64>load<f32>(a) + a1 * <f64>load<f32>(a, 4) + a2 * <f64>load<f32>(a, 8));
  const half =
    abs(a0) * <f64>load<f32>(a, 16) +
    abs(a1) * <f64>load<f32>(a, 20) +
    abs(a2) * <f64>load<f32>(a, 24) +
    (abs(b0) * <f64>load<f32>(b, 16) + abs(b1) * <f64>load<f32>(b, 20) + abs(b2) * <f64>load<f32>(b, 24));
  reverse = -middle - half;
  return middle - half;
}

const placeA = reserveScratch(POINT);
const placeB = reserveScratch(POINT);

/** Where the middle of a node's box is in the middle of the interval. */
// @inline
function writeMiddle(matrix: usize, centre: usize, node: usize, out: usize): void {
  const x = <f64>load<f32>(node);
  const y = <f64>load<f32>(node, 4);
  const z = <f64>load<f32>(node, 8);
  for (let k: usize = 0; k < POINT; k += 8) {
    store<f64>(
      out + k,
      load<f64>(centre + k) + load<f64>(matrix + k) * x + load<f64>(matrix + k, 32) * y + load<f64>(matrix + k, 64) * z,
    );
  }
}

// @inline
function radiusOf(node: usize, columns: usize): f64 {
  return (
    load<f64>(columns) * <f64>load<f32>(node, 16) +
    load<f64>(columns, 8) * <f64>load<f32>(node, 20) +
    load<f64>(columns, 16) * <f64>load<f32>(node, 24)
  );
}

/** The distance that the nodes' points must have at both ends; set by `areApart`. */
export let needed: f64 = 0;

/** Whether the points of two nodes certainly stay apart. */
export function areApart(a: usize, b: usize): bool {
  writeMiddle(sweptA.middle, centres + POINT, a, placeA);
  writeMiddle(sweptB.middle, centres + 4 * POINT, b, placeB);
  needed =
    margin +
    deviationOf(sweptA, load<f64>(placeA), load<f64>(placeA, 8), load<f64>(placeA, 16), radiusOf(a, lengths)) +
    deviationOf(sweptB, load<f64>(placeB), load<f64>(placeB, 8), load<f64>(placeB, 16), radiusOf(b, lengths + 24));
  for (let row = rows; row < rows + 2 * DIRECTIONS * ROW; row += 2 * ROW) {
    const forward = alongRow(row, a, b);
    const backward = reverse;
    if (forward > needed && alongRow(row + ROW, a, b) > needed) return true;
    if (backward > needed) {
      alongRow(row + ROW, a, b);
      if (reverse > needed) return true;
    }
  }
  return false;
}

// @inline
export function largerIsFirst(a: usize, b: usize): bool {
  if (<i32>load<u32>(a, 12) < 0) return false;
  if (<i32>load<u32>(b, 12) < 0) return true;
  return radiusOf(a, lengths) >= radiusOf(b, lengths + 24);
}

// @inline
export function leftChild(node: usize): usize {
  return node + <usize>NODE_BYTES;
}
