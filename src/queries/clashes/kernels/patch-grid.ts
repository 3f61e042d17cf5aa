/**
 * The triangles of a surface that meet a patch of another, by a look at all of them.
 *
 * Over where they may meet lies a grid with a bit for each cell that a box of the patch reaches. The cell of a place is a monotone
 * function of its coordinates, however they are rounded, so boxes that have a place in common have a cell in common.
 */
import { setWide } from '../../../exact/kernels/predicates';
import { FORMAT_F32 } from '../../../memory/constants';
import { PatchSearchRecord } from '../../../memory/generated/kernels/records';
import { PATCH_CELLS } from '../constants';
import { ENTRY } from './box-tree';
import { meetTriangle } from './patch-search';

/** A little less than the cells along a side, so that the far end is in the last of them. */
const CELLS_WIDE: f64 = 63.99;
/** Cells are counted from 1; 0 and this are beyond the grid. */
const BEYOND: i32 = PATCH_CELLS + 1;

/** The cells of a place: a byte for each axis. */
// @inline
function cellsAt(xy: v128, z: f64, lowXY: v128, scaleXY: v128, lowZ: f64, scaleZ: f64): u32 {
  const wide = f64x2.mul(f64x2.sub(xy, lowXY), scaleXY);
  const far = f64x2.mul(f64x2.splat(z - lowZ), f64x2.splat(scaleZ));
  // What cannot be told, 0 times infinity, is in the first cell.
  const cells = i32x4.add(i32x4.trunc_sat_f64x2_s_zero(wide), i32x4.splat(1));
  const along = i32x4.extract_lane(i32x4.trunc_sat_f64x2_s_zero(far), 0) + 1;
  const kept = i32x4.min_s(i32x4.max_s(cells, i32x4.splat(0)), i32x4.splat(BEYOND));
  return i32x4.extract_lane(kept, 0) | (i32x4.extract_lane(kept, 1) << 8) | (min(max(along, 0), BEYOND) << 16);
}

// @inline
function scaleOf(low: f64, high: f64): f64 {
  return high > low ? CELLS_WIDE / (high - low) : 0;
}

/** Makes the grid of a patch that was opened, and notes the cells of all vertices of the other surface. */
export function openGrid(address: usize): void {
  const search = changetype<PatchSearchRecord>(address);
  markGrid(search, search.entryCount);
  noteCells(search);
}

/** Marks the cells that the boxes of the patch reach: a word for each row along x. */
function markGrid(search: PatchSearchRecord, count: u32): void {
  const region = search.region;
  const grid = search.grid;
  memory.fill(grid, 0, PATCH_CELLS * PATCH_CELLS * 8);
  const low = v128.load(region);
  const high = v128.load(region, 24);
  const lowZ = load<f64>(region, 16);
  const highZ = load<f64>(region, 40);
  const scale = f64x2(
    scaleOf(load<f64>(region), load<f64>(region, 24)),
    scaleOf(load<f64>(region, 8), load<f64>(region, 32)),
  );
  const scaleZ = scaleOf(lowZ, highZ);
  for (let at = search.entries; at < search.entries + <usize>count * ENTRY; at += ENTRY) {
    const from = f64x2.pmax(v128.load(at), low);
    const to = f64x2.pmin(v128.load(at, 24), high);
    const first = cellsAt(from, max(load<f64>(at, 16), lowZ), low, scale, lowZ, scaleZ);
    const last = cellsAt(to, min(load<f64>(at, 40), highZ), low, scale, lowZ, scaleZ);
    const mask = maskOf(first & 255, last & 255);
    for (let z = first >> 16; z <= last >> 16; z++) {
      for (let y = (first >> 8) & 255; y <= ((last >> 8) & 255); y++) {
        const row = rowAt(grid, y, z);
        store<u64>(row, load<u64>(row) | mask);
      }
    }
  }
}

/** The bits of the cells from..to, which are counted from 1. */
// @inline
function maskOf(from: u32, to: u32): u64 {
  return (u64.MAX_VALUE << (from - 1)) & (u64.MAX_VALUE >> (PATCH_CELLS - to));
}

// @inline
function rowAt(grid: usize, y: u32, z: u32): usize {
  return grid + ((<usize>((z - 1) * PATCH_CELLS + (y - 1))) << 3);
}

/** Notes the cells of all vertices of the other surface. */
function noteCells(search: PatchSearchRecord): void {
  const region = search.region;
  const isSingle = search.otherFormat == FORMAT_F32;
  const low = v128.load(region);
  const lowZ = load<f64>(region, 16);
  const scale = f64x2(
    scaleOf(load<f64>(region), load<f64>(region, 24)),
    scaleOf(load<f64>(region, 8), load<f64>(region, 32)),
  );
  const scaleZ = scaleOf(lowZ, load<f64>(region, 40));
  const stride: usize = isSingle ? 16 : 24;
  const count = <usize>search.vertexCount;
  let at = search.otherExact;
  for (let out = search.cells; out < search.cells + (count << 2); out += 4, at += stride) {
    const xy = isSingle ? f64x2.promote_low_f32x4(v128.load64_zero(at)) : v128.load(at);
    const z = isSingle ? <f64>load<f32>(at, 8) : load<f64>(at, 16);
    store<u32>(out, cellsAt(xy, z, low, scale, lowZ, scaleZ));
  }
}

// @inline
function isMarked(grid: usize, low: u32, high: u32): bool {
  const lastX = high & 255;
  const lastY = (high >> 8) & 255;
  const lastZ = high >> 16;
  const firstX = low & 255;
  if (lastX == 0 || lastY == 0 || lastZ == 0 || firstX == BEYOND) return false;
  const mask = maskOf(max(firstX, 1), min(lastX, PATCH_CELLS));
  const firstY = max((low >> 8) & 255, 1);
  for (let z = max(low >> 16, 1); z <= min(lastZ, PATCH_CELLS); z++) {
    for (let y = firstY; y <= min(lastY, PATCH_CELLS); y++) if (load<u64>(rowAt(grid, y, z)) & mask) return true;
  }
  return false;
}

/** Adds the pairs of the other surface's triangles from..to to the hits; false where there is no room for them. */
export function meetAll(address: usize, from: u32, to: u32): bool {
  const search = changetype<PatchSearchRecord>(address);
  setWide(false);
  const corners = search.otherCorners;
  const cells = search.cells;
  const grid = search.grid;
  for (let t = from; t < to; t++) {
    const at = corners + <usize>t * 12;
    const p = v128.load32_zero(cells + ((<usize>load<u32>(at)) << 2));
    const q = v128.load32_zero(cells + ((<usize>load<u32>(at, 4)) << 2));
    const r = v128.load32_zero(cells + ((<usize>load<u32>(at, 8)) << 2));
    const low = i32x4.extract_lane(i8x16.min_u(i8x16.min_u(p, q), r), 0);
    const high = i32x4.extract_lane(i8x16.max_u(i8x16.max_u(p, q), r), 0);
    if (isMarked(grid, low, high) && !meetTriangle(search, t)) return false;
  }
  return true;
}
