/**
 * The triangles of a surface that may meet some of a few boxes, by one look at all of them.
 *
 * Over a region lies a grid with a bit for each cell that one of the boxes reaches. The cell of a place is a monotone function of its
 * coordinates, however they are rounded, so boxes that have a place of the region in common have a cell in common.
 */
import { GRID_CELLS } from '../../memory/constants';
import { triangleAt } from './surface';

/** A little less than the cells along a side, so that the far end is in the last of them. */
const CELLS_WIDE: f64 = 63.99;
/** So many cells to a unit where the region has no width: what is beside it is beyond. Finite, because 0 times infinity is nothing. */
const CELLS_MOST: f64 = 1e308;
/** Cells are counted from 1; 0 and this are beyond the grid. */
const BEYOND: i32 = GRID_CELLS + 1;

// @inline
function scaleOf(low: f64, high: f64): f64 {
  return high > low ? min(CELLS_WIDE / (high - low), CELLS_MOST) : CELLS_MOST;
}

/** The cells of a place: a byte for each axis. */
// @inline
function cellsAt(xy: v128, z: f64, lowXY: v128, scaleXY: v128, lowZ: f64, scaleZ: f64): u32 {
  const wide = f64x2.mul(f64x2.sub(xy, lowXY), scaleXY);
  const far = f64x2.mul(f64x2.splat(z - lowZ), f64x2.splat(scaleZ));
  // What is far beyond is brought near before it is counted from 1.
  const last = i32x4.splat(BEYOND - 1);
  const first = i32x4.splat(-1);
  const one = i32x4.splat(1);
  const across = i32x4.add(i32x4.max_s(i32x4.min_s(cellFloor(wide), last), first), one);
  const along = i32x4.add(i32x4.max_s(i32x4.min_s(cellFloor(far), last), first), one);
  return i32x4.extract_lane(across, 0) | (i32x4.extract_lane(across, 1) << 8) | (i32x4.extract_lane(along, 0) << 16);
}

/** Rounded down; numbers that no word holds become the nearest that one does. */
// @inline
function cellFloor(numbers: v128): v128 {
  return i32x4.trunc_sat_f64x2_s_zero(f64x2.floor(numbers));
}

/** The cells of places in a region: low x y z, high x y z. */
// @unmanaged
class Region {
  lowX: f64 = 0;
  lowY: f64 = 0;
  lowZ: f64 = 0;
  highX: f64 = 0;
  highY: f64 = 0;
  highZ: f64 = 0;

  // @inline
  get low(): v128 {
    return v128.load(changetype<usize>(this));
  }

  // @inline
  get high(): v128 {
    return v128.load(changetype<usize>(this), 24);
  }

  // @inline
  get scale(): v128 {
    return f64x2(scaleOf(this.lowX, this.highX), scaleOf(this.lowY, this.highY));
  }

  // @inline
  get scaleZ(): f64 {
    return scaleOf(this.lowZ, this.highZ);
  }
}

/** Marks the cells that boxes reach, one every `stride` bytes, in a word of 64 bits for each row along x. All boxes meet the region. */
export function markBoxes(grid: usize, region: usize, boxes: usize, count: u32, stride: usize): void {
  const within = changetype<Region>(region);
  memory.fill(grid, 0, GRID_CELLS * GRID_CELLS * 8);
  const low = within.low;
  const high = within.high;
  const lowZ = within.lowZ;
  const scale = within.scale;
  const scaleZ = within.scaleZ;
  for (let at = boxes; at < boxes + <usize>count * stride; at += stride) {
    const from = f64x2.pmax(v128.load(at), low);
    const to = f64x2.pmin(v128.load(at, 24), high);
    const first = cellsAt(from, max(load<f64>(at, 16), lowZ), low, scale, lowZ, scaleZ);
    const last = cellsAt(to, min(load<f64>(at, 40), within.highZ), low, scale, lowZ, scaleZ);
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
  return (u64.MAX_VALUE << (from - 1)) & (u64.MAX_VALUE >> (GRID_CELLS - to));
}

// @inline
function rowAt(grid: usize, y: u32, z: u32): usize {
  return grid + ((<usize>((z - 1) * GRID_CELLS + (y - 1))) << 3);
}

/** Notes the cells of vertices, three f64 each or four f32, in a word each. */
export function noteCells(vertices: usize, isSingle: bool, count: u32, region: usize, cells: usize): void {
  const within = changetype<Region>(region);
  const low = within.low;
  const lowZ = within.lowZ;
  const scale = within.scale;
  const scaleZ = within.scaleZ;
  const stride: usize = isSingle ? 16 : 24;
  let at = vertices;
  for (let out = cells; out < cells + ((<usize>count) << 2); out += 4, at += stride) {
    const xy = isSingle ? f64x2.promote_low_f32x4(v128.load64_zero(at)) : v128.load(at);
    const z = isSingle ? <f64>load<f32>(at, 8) : load<f64>(at, 16);
    store<u32>(out, cellsAt(xy, z, low, scale, lowZ, scaleZ));
  }
}

/** Whether a triangle, given by where its three vertices are, reaches a cell that is marked. */
// @inline
export function reachesMark(grid: usize, cells: usize, corners: usize): bool {
  const p = v128.load32_zero(cells + ((<usize>load<u32>(corners)) << 2));
  const q = v128.load32_zero(cells + ((<usize>load<u32>(corners, 4)) << 2));
  const r = v128.load32_zero(cells + ((<usize>load<u32>(corners, 8)) << 2));
  const low = i32x4.extract_lane(i8x16.min_u(i8x16.min_u(p, q), r), 0);
  const high = i32x4.extract_lane(i8x16.max_u(i8x16.max_u(p, q), r), 0);
  return isMarked(grid, low, high);
}

// @inline
function isMarked(grid: usize, low: u32, high: u32): bool {
  const lastX = high & 255;
  const lastY = (high >> 8) & 255;
  const lastZ = high >> 16;
  const firstX = low & 255;
  if (lastX == 0 || lastY == 0 || lastZ == 0 || firstX == BEYOND) return false;
  const mask = maskOf(max(firstX, 1), min(lastX, GRID_CELLS));
  const firstY = max((low >> 8) & 255, 1);
  for (let z = max(low >> 16, 1); z <= min(lastZ, GRID_CELLS); z++) {
    for (let y = firstY; y <= min(lastY, GRID_CELLS); y++) if (load<u64>(rowAt(grid, y, z)) & mask) return true;
  }
  return false;
}

/**
 * Lists the triangles of a surface that may meet some of the boxes, low x y z and high x y z as f64; returns how many. `region` is a box,
 * finite, that all of them meet, and whatever of the surface is of interest lies in. `grid` has room for marks, `cells` for a word for
 * each vertex, `out` for all triangles.
 */
export function trianglesNear(
  vertices: usize,
  isSingle: bool,
  vertexCount: u32,
  corners: usize,
  triangles: usize,
  count: u32,
  region: usize,
  boxes: usize,
  boxCount: u32,
  grid: usize,
  cells: usize,
  out: usize,
): u32 {
  markBoxes(grid, region, boxes, boxCount, 48);
  noteCells(vertices, isSingle, vertexCount, region, cells);
  let found = out;
  for (let i: u32 = 0; i < count; i++) {
    const triangle = triangleAt(triangles, i);
    if (!reachesMark(grid, cells, corners + <usize>triangle * 12)) continue;
    store<u32>(found, triangle);
    found += 4;
  }
  return <u32>((found - out) >> 2);
}
