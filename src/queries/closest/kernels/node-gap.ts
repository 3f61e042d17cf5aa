/**
 * How far two nodes of two objects' trees are apart at least, in double precision.
 *
 * Promise: no vertex of one node's triangles, placed and rounded as `place` does it, is nearer to one of the other's than `nodeGap`
 * says, up to `slack`, which is to be subtracted.
 *
 * Boxes of nodes are in the objects' own coordinates, counted from their centres. With N a matrix whose rows are unit vectors at right
 * angles, |N·d| = |d|, and the components of N·(q − p) for p and q in two boxes are within N·M_B·b + t − N·M_A·a ± (|N·M_A|·g + |N·M_B|·h). N is made
 * of one object's axes, where these are at right angles, so that its boxes stay boxes; else it is that of the world.
 *
 * What is rounded: everything is a sum of products of at most the coordinates' magnitudes in the world, with fewer than 64 operations, each
 * off by 2^-53 of itself: 2^-44 of the magnitudes of both objects covers that, the rounding of placed vertices, and that of distances
 * between triangles (2^-48 of their extent). Axes off a right angle by less than 2^-40 make |N·d| larger by 2^-39 of itself at most.
 */

import { NODE_BYTES, NODE_NUMBER } from '../../../memory/constants';
import { ClustersRecord } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';

export const SLACK: f64 = 5.684341886080802e-14; // 2^-44
const SQUARE_ANGLE: f64 = 9.094947017729282e-13; // 2^-40
export const LESS: f64 = 0.999999999996362; // 1 − 2^-38
export const SMALLEST: f64 = 1e-300;

/** N·M_A, N·M_B (row by row), t: 21 f64. */
const alongA = reserveScratch(21 * 8);
const alongB = reserveScratch(21 * 8);
/** The rows that `readAxes` and `worldAxes` write. */
export const axes = reserveScratch(9 * 8);
const between = reserveScratch(24);
let usesB: bool = false;

export let rootA: usize = 0;
export let rootB: usize = 0;
/** Bounds of the rounding error of a gap, and of the distance of two triangles. */
export let slack: f64 = 0;
let unitA: f64 = 0;
let unitB: f64 = 0;

/** Unit vectors along the columns of a matrix, as rows; false when they are not at right angles. */
export function readAxes(matrix: usize): bool {
  for (let k: usize = 0; k < 3; k++) {
    const m = matrix + (k << 5);
    const x = load<f64>(m);
    const y = load<f64>(m, 8);
    const z = load<f64>(m, 16);
    const length = sqrt<f64>(x * x + y * y + z * z);
    if (!(length > SMALLEST && length < 1e150)) return false;
    const row = axes + k * 24;
    store<f64>(row, x / length);
    store<f64>(row, y / length, 8);
    store<f64>(row, z / length, 16);
  }
  return (
    abs(rowProduct(axes, axes + 24)) < SQUARE_ANGLE &&
    abs(rowProduct(axes, axes + 48)) < SQUARE_ANGLE &&
    abs(rowProduct(axes + 24, axes + 48)) < SQUARE_ANGLE
  );
}

export function worldAxes(): void {
  memory.fill(axes, 0, 72);
  for (let k: usize = 0; k < 3; k++) store<f64>(axes + (k << 5), 1);
}

// @inline
export function rowProduct(a: usize, b: usize): f64 {
  return load<f64>(a) * load<f64>(b) + load<f64>(a, 8) * load<f64>(b, 8) + load<f64>(a, 16) * load<f64>(b, 16);
}

function writeTable(table: usize, matrixA: usize, matrixB: usize): void {
  for (let row: usize = 0; row < 3; row++) {
    const axis = axes + row * 24;
    for (let column: usize = 0; column < 3; column++) {
      const at = table + (row * 3 + column) * 8;
      store<f64>(at, rowProduct(axis, matrixA + (column << 5)));
      store<f64>(at, rowProduct(axis, matrixB + (column << 5)), 72);
    }
    store<f64>(table + 144 + (row << 3), rowProduct(axis, between));
  }
}

// @inline
export function placedAt(matrix: usize, point: usize, row: usize): f64 {
  const m = matrix + (row << 3);
  return (
    load<f64>(m) * load<f64>(point) +
    load<f64>(m, 32) * load<f64>(point, 8) +
    load<f64>(m, 64) * load<f64>(point, 16) +
    load<f64>(m, 96)
  );
}

/** The largest magnitude that takes part in placing a vertex. */
export function magnitudeOf(matrix: usize, reach: usize): f64 {
  let most: f64 = 0;
  for (let row: usize = 0; row < 3; row++) {
    const m = matrix + (row << 3);
    most = max(
      most,
      abs(load<f64>(m)) * load<f64>(reach) +
        abs(load<f64>(m, 32)) * load<f64>(reach, 8) +
        abs(load<f64>(m, 64)) * load<f64>(reach, 16) +
        abs(load<f64>(m, 96)),
    );
  }
  return most;
}

export function unitOf(matrix: usize): f64 {
  let most: f64 = 0;
  for (let k: usize = 0; k < 3; k++) {
    const m = matrix + (k << 5);
    most = max(most, abs(load<f64>(m)) + abs(load<f64>(m, 8)) + abs(load<f64>(m, 16)));
  }
  return most;
}

/** Readies the comparison of nodes of two objects, whose clusters and places these are. */
export function openNodes(blockA: usize, matrixA: usize, blockB: usize, matrixB: usize): void {
  const a = ClustersRecord.at(blockA, 0);
  const b = ClustersRecord.at(blockB, 0);
  rootA = blockA + <usize>a.nodes;
  rootB = blockB + <usize>b.nodes;
  slack = (magnitudeOf(matrixA, a.reach) + magnitudeOf(matrixB, b.reach)) * SLACK + SMALLEST;
  unitA = unitOf(matrixA);
  unitB = unitOf(matrixB);
  for (let k: usize = 0; k < 3; k++) {
    store<f64>(between + (k << 3), placedAt(matrixB, b.centre, k) - placedAt(matrixA, a.centre, k));
  }
  const hasA = readAxes(matrixA);
  if (!hasA) worldAxes();
  writeTable(alongA, matrixA, matrixB);
  usesB = readAxes(matrixB);
  if (!usesB && hasA) {
    worldAxes();
    usesB = true as bool;
  }
  if (usesB) writeTable(alongB, matrixA, matrixB);
}

/** The gap in one coordinate of a table. */
// @inline
function gapAlong(row: usize, t: f64, a: usize, b: usize): f64 {
  const a0 = load<f64>(row);
  const a1 = load<f64>(row, 8);
  const a2 = load<f64>(row, 16);
  const b0 = load<f64>(row, 72);
  const b1 = load<f64>(row, 80);
  const b2 = load<f64>(row, 88);
  const middle =
    t +
    (b0 * <f64>load<f32>(b) + b1 * <f64>load<f32>(b, 4) + b2 * <f64>load<f32>(b, 8)) -
    (a0 * <f64>load<f32>(a) + a1 * <f64>load<f32>(a, 4) + a2 * <f64>load<f32>(a, 8));
  const half =
    abs(a0) * <f64>load<f32>(a, 16) +
    abs(a1) * <f64>load<f32>(a, 20) +
    abs(a2) * <f64>load<f32>(a, 24) +
    (abs(b0) * <f64>load<f32>(b, 16) + abs(b1) * <f64>load<f32>(b, 20) + abs(b2) * <f64>load<f32>(b, 24));
  return max<f64>(0, abs(middle) - half);
}

// @inline
function gapIn(table: usize, a: usize, b: usize): f64 {
  const x = gapAlong(table, load<f64>(table, 144), a, b);
  const y = gapAlong(table + 24, load<f64>(table, 152), a, b);
  const z = gapAlong(table + 48, load<f64>(table, 160), a, b);
  return sqrt<f64>(x * x + y * y + z * z) * LESS;
}

/** How far two nodes are apart at least, before `slack` is subtracted. Looks no further when it is `enough`. */
export function nodeGap(a: usize, b: usize, enough: f64): f64 {
  const gap = gapIn(alongA, a, b);
  if (!usesB || gap >= enough) return gap;
  return max(gap, gapIn(alongB, a, b));
}

// @inline
function sizeOf(node: usize): f64 {
  return <f64>load<f32>(node, 16) + <f64>load<f32>(node, 20) + <f64>load<f32>(node, 24);
}

/** Whether to step down in the first of two nodes that are not both leaves: in the larger one. */
// @inline
export function stepsInFirst(a: usize, b: usize): bool {
  const isLeafA = <i32>load<u32>(a, 12) < 0;
  const isLeafB = <i32>load<u32>(b, 12) < 0;
  if (isLeafA) return false;
  return isLeafB || sizeOf(a) * unitA >= sizeOf(b) * unitB;
}

// @inline
export function rightChild(root: usize, node: usize): usize {
  return root + <usize>(load<u32>(node, 12) & <u32>NODE_NUMBER) * <usize>NODE_BYTES;
}
