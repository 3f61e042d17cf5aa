/**
 * Filling a closed mesh: a voxel is inside when the winding number of its centre is not 0.
 *
 * Each row of voxel centres along x is a line. Where the line passes through a triangle the winding number changes by one, up
 * or down with the side that faces it. Crossings are counted per row, then listed, then each row is walked.
 * Promise: right for every closed oriented mesh, also when lines pass through edges and corners: lines are moved by an
 * infinitely small step, the same for all triangles, so that each passes through one of two neighbours; and whether a centre
 * lies behind a triangle is decided exactly.
 */

import { orient2d } from '../../../exact/kernels/predicates';
import { ObjectRecord, voxelJob } from '../../../memory/generated/kernels/records';
import { bump, take } from '../../../memory/kernels/memory';
import { leavesAt } from '../../../memory/kernels/time-slice';
import { corners, orientInView } from './exact';
import { cellAlong, currentBits, firstColumn, lastColumn, loadTriangle } from './paper';

/** Rows with more crossings are summed up instead of sorted. */
const SORTED_CROSSINGS: u32 = 48;

/** i32 per voxel of a row and one more, of this thread; 0 until a row needs it. */
let sums: usize = 0;

export function openSolid(): void {
  sums = 0;
}

/**
 * Side of a row's line, moved by (ε, ε²), of the line through two corners as seen along x. Never 0 unless the corners are
 * at the same place in that view.
 */
// @inline
function movedSide(p: usize, q: usize, y: f64, z: f64): i32 {
  const py = load<f64>(corners + p + 8);
  const pz = load<f64>(corners + p + 16);
  const qy = load<f64>(corners + q + 8);
  const qz = load<f64>(corners + q + 16);
  const side = orient2d(py, pz, qy, qz, y, z);
  if (side != 0) return side;
  if (qz != pz) return qz < pz ? 1 : -1;
  return i32(qy > py) - i32(qy < py);
}

/** Counts (`list` false) or lists the rows that pass through triangles from..to of an object; may leave. */
export function crossRows(object: ObjectRecord, from: u32, to: u32, list: bool): void {
  const edge = load<f64>(voxelJob.grid + 24);
  const rows = voxelJob.layerRows;
  const across = <i32>voxelJob.across;
  const firstLayer = voxelJob.firstLayer;
  const counts = voxelJob.rowCounts;
  const crossings = voxelJob.crossings;
  for (let triangle = from; triangle < to; triangle++) {
    loadTriangle(object, triangle);
    const ay = load<f64>(corners, 8);
    const by = load<f64>(corners, 32);
    const cy = load<f64>(corners, 56);
    const az = load<f64>(corners, 16);
    const bz = load<f64>(corners, 40);
    const cz = load<f64>(corners, 64);
    const y0 = firstColumn(8, min(min(ay, by), cy));
    const y1 = lastColumn(8, max(max(ay, by), cy));
    const z0 = firstColumn(16, min(min(az, bz), cz));
    const z1 = lastColumn(16, max(max(az, bz), cz));
    if (y0 > y1 || z0 > z1) continue;
    const orientation = orientInView(8, 16);
    if (orientation == 0) continue;
    for (let z = z0; z <= z1; z++) {
      const pz = load<f64>(voxelJob.grid + 16) + (<f64>z + 0.5) * edge;
      for (let y = y0; y <= y1; y++) {
        const py = load<f64>(voxelJob.grid + 8) + (<f64>y + 0.5) * edge;
        if (
          movedSide(0, 24, py, pz) != orientation ||
          movedSide(24, 48, py, pz) != orientation ||
          movedSide(48, 0, py, pz) != orientation
        )
          continue;
        // Counted in centres: the last centre that the triangle is at or behind, so the next is the first one beyond.
        const first = max(0, cellAlong(0, 8, 16, py, pz, 0.5 * edge, orientation) + 1);
        if (first >= across) continue;
        const row = counts + ((<usize>((<u32>z - firstLayer) * rows + <u32>y)) << 2);
        const place = bump(row, 1);
        if (list) store<u32>(crossings + ((<usize>place) << 2), ((<u32>first) << 1) | u32(orientation > 0));
      }
    }
    if (leavesAt(triangle + 1, <u64>(y1 - y0 + 1) * (z1 - z0 + 1))) return;
  }
}

/** Turns counts into places; gives the number of all crossings. */
export function scanRows(rowCount: u32): u32 {
  const counts = voxelJob.rowCounts;
  const starts = voxelJob.rowStarts;
  let sum: u32 = 0;
  for (let row: usize = 0; row < <usize>rowCount; row++) {
    const count = load<u32>(counts + (row << 2));
    store<u32>(starts + (row << 2), sum);
    store<u32>(counts + (row << 2), sum);
    sum += count;
  }
  store<u32>(starts + ((<usize>rowCount) << 2), sum);
  return sum;
}

/** Sets the bits from..to (excluded) of a row. */
function setSpan(row: usize, from: u32, to: u32): void {
  if (from >= to) return;
  const first = from >> 5;
  const last = (to - 1) >> 5;
  for (let word = first; word <= last; word++) {
    let mask = u32.MAX_VALUE;
    if (word == first) mask <<= from & 31;
    if (word == last) mask &= u32.MAX_VALUE >> (31 - ((to - 1) & 31));
    const at = row + ((<usize>word) << 2);
    store<u32>(at, load<u32>(at) | mask);
  }
}

function sortCrossings(list: usize, count: u32): void {
  for (let i: u32 = 1; i < count; i++) {
    const key = load<u32>(list + ((<usize>i) << 2));
    let j = i;
    while (j > 0 && load<u32>(list + ((<usize>(j - 1)) << 2)) > key) {
      store<u32>(list + ((<usize>j) << 2), load<u32>(list + ((<usize>(j - 1)) << 2)));
      j--;
    }
    store<u32>(list + ((<usize>j) << 2), key);
  }
}

function fillFewCrossings(row: usize, list: usize, count: u32, across: u32): void {
  sortCrossings(list, count);
  let winding: i32 = 0;
  let from: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const crossing = load<u32>(list + ((<usize>i) << 2));
    const first = crossing >> 1;
    if (winding != 0) setSpan(row, from, first);
    winding += crossing & 1 ? 1 : -1;
    from = first;
  }
  if (winding != 0) setSpan(row, from, across);
}

function fillManyCrossings(row: usize, list: usize, count: u32, across: u32): void {
  if (sums == 0) sums = take((<u64>(across + 1)) << 2);
  memory.fill(sums, 0, (<usize>(across + 1)) << 2);
  for (let i: u32 = 0; i < count; i++) {
    const crossing = load<u32>(list + ((<usize>i) << 2));
    const at = sums + ((<usize>(crossing >> 1)) << 2);
    store<i32>(at, load<i32>(at) + (crossing & 1 ? 1 : -1));
  }
  let winding: i32 = 0;
  for (let x: u32 = 0; x < across; x++) {
    winding += load<i32>(sums + ((<usize>x) << 2));
    if (winding != 0) setSpan(row, x, x + 1);
  }
}

/** Sets the voxels of the rows from..to of the slab whose centres are inside. */
export function fillRows(from: u32, to: u32): void {
  const starts = voxelJob.rowStarts;
  const crossings = voxelJob.crossings;
  const across = voxelJob.across;
  const rowBytes = (<usize>voxelJob.rowWords) << 2;
  const bits = currentBits();
  for (let row = from; row < to; row++) {
    const start = load<u32>(starts + ((<usize>row) << 2));
    const count = load<u32>(starts + ((<usize>(row + 1)) << 2)) - start;
    if (count == 0) continue;
    const list = crossings + ((<usize>start) << 2);
    if (count <= SORTED_CROSSINGS) fillFewCrossings(bits + <usize>row * rowBytes, list, count, across);
    else fillManyCrossings(bits + <usize>row * rowBytes, list, count, across);
    if (leavesAt(row + 1, count)) return;
  }
}
