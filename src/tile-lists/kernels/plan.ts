/**
 * Chooses the view and the grid of the tile lists, from a sample of the triangles.
 *
 * The axis is the one along which the fewest rectangles are expected to overlap: occupancy is measured on a coarse grid
 * of the sampled triangles' middles, for each axis, and weighed by the triangles' own extents.
 * Tiles are powers of two wide and begin at whole multiples of their width, so a coordinate's tile is the same however
 * it is computed: floor(x · 2^k) − first. The grid covers all triangles except strays (plan-sample.ts), which
 * count as part of the tiles at its border.
 */

import { GRID_LEVEL_SHIFT, GRID_LEVELS, GRID_TILES_MAX } from '../../memory/constants';
import { grid, job, results } from '../../memory/generated/kernels/records';
import { objectRecord } from '../../memory/kernels/objects';
import {
  COARSE,
  coarseCount,
  rootX,
  rootY,
  rootZ,
  sampleCount,
  sampleHigh,
  sampleLow,
  sampleStride,
  sampleTriangles,
} from './plan-sample';

/**
 * Triangles per tile to aim at, as if they were spread evenly over the view. When only pairs between objects are asked
 * for, most members of a tile are left out before they are sorted, so tiles may be larger.
 */
const TILE_TRIANGLES: f64 = 130;
const TILE_TRIANGLES_BETWEEN: f64 = 500;
/** Tiles are at least this many times as wide as a typical triangle. */
const TILE_WIDTHS: f64 = 3;

/** Tiles are not finer than 2^-80: steps of a tile that was split eight times must not overflow single precision. */
const TILE_EXPONENT_MAX: i32 = 80;

/** Overlapping rectangles to expect when looking along an axis, up to a factor common to all axes. */
function expectedOverlaps(axis: u32, shareU: f64, shareV: f64): f64 {
  let squares: f64 = 0;
  for (let a: u32 = 0; a < COARSE; a++) {
    for (let b: u32 = 0; b < COARSE; b++) {
      const n = <f64>coarseCount(axis, a, b);
      squares += n * n;
    }
  }
  // A share is a typical extent over the whole; the floor keeps flat scenes from seeming to cost nothing.
  return squares * (shareU + 1.0 / 512) * (shareV + 1.0 / 512);
}

// @inline
function share(rootSum: f64, extent: f64): f64 {
  const root = rootSum / max<f64>(1, <f64>sampleCount);
  return extent > 0 ? min<f64>(1, (root * root) / extent) : 1;
}

/** The exponent k of the tile width 2^-k nearest to a width, not finer than what the coordinates can tell apart. */
function tileExponent(width: f64, largest: f64): i32 {
  let k = -(<i32>Math.round(Math.log2(width)));
  // |x| · 2^k stays below 2^22: tiles and their parts are then exact in single precision.
  const most = 21 - <i32>Math.ceil(Math.log2(max<f64>(largest, f64.MIN_NORMAL_VALUE)));
  return min(min(k, most), TILE_EXPONENT_MAX);
}

// @inline
function power(k: i32): f32 {
  return reinterpret<f32>((max<i32>(-126, min<i32>(127, k)) + 127) << 23);
}

function setLevels(across: u32, down: u32): void {
  let cells: u32 = 0;
  for (let level: u32 = 0; level < <u32>GRID_LEVELS; level++) {
    store<u32>(grid.levelStarts + ((<usize>level) << 2), cells);
    const shift = level * GRID_LEVEL_SHIFT;
    cells += (((across - 1) >>> shift) + 1) * (((down - 1) >>> shift) + 1);
  }
  grid.cellCount = cells;
}

function setGrid(axis: u32, lowU: f64, highU: f64, lowV: f64, highV: f64, widthU: f64, widthV: f64): void {
  let kU = tileExponent(widthU, max(abs(lowU), abs(highU)));
  let kV = tileExponent(widthV, max(abs(lowV), abs(highV)));
  while (Math.floor(highU * <f64>power(kU)) - Math.floor(lowU * <f64>power(kU)) >= GRID_TILES_MAX) kU--;
  while (Math.floor(highV * <f64>power(kV)) - Math.floor(lowV * <f64>power(kV)) >= GRID_TILES_MAX) kV--;
  const firstU = <i32>Math.floor(lowU * <f64>power(kU));
  const firstV = <i32>Math.floor(lowV * <f64>power(kV));
  const across = <i32>Math.floor(highU * <f64>power(kU)) - firstU + 1;
  const down = <i32>Math.floor(highV * <f64>power(kV)) - firstV + 1;
  const u: u8 = <u8>((axis + 1) % 3) * 4;
  const v: u8 = <u8>((axis + 2) % 3) * 4;
  const w: u8 = <u8>axis * 4;
  for (let i: u8 = 0; i < 4; i++) {
    store<u8>(grid.swizzle + <usize>i, u + i);
    store<u8>(grid.swizzle + 4 + <usize>i, v + i);
    store<u8>(grid.swizzle + 8 + <usize>i, w + i);
    store<u8>(grid.swizzle + 12 + <usize>i, 255);
  }
  store<f32>(grid.scale, power(kU));
  store<f32>(grid.scale + 4, power(kV));
  store<u64>(grid.scale + 8, 0);
  store<i32>(grid.first, firstU);
  store<i32>(grid.first + 4, firstV);
  store<u64>(grid.first + 8, 0);
  for (let i: usize = 0; i < 16; i += 8) {
    store<f32>(grid.scales + i, power(kU));
    store<f32>(grid.scales + i, power(kV), 4);
    store<f32>(grid.firstTiles + i, <f32>firstU);
    store<f32>(grid.firstTiles + i, <f32>firstV, 4);
    store<f32>(grid.lastTiles + i, <f32>(firstU + across - 1));
    store<f32>(grid.lastTiles + i, <f32>(firstV + down - 1), 4);
  }
  grid.across = across;
  grid.down = down;
  setLevels(across, down);
  results.axis = axis;
  results.tilesAcross = across;
  results.tilesDown = down;
}

/** Plans the image. Returns false when no two triangles can meet. */
export function planImage(): bool {
  const objects = job.objectCount;
  let low = f32x4.splat(f32.MAX_VALUE);
  let high = f32x4.splat(-f32.MAX_VALUE);
  for (let i: u32 = 0; i < objects; i++) {
    const object = objectRecord(i);
    low = f32x4.pmin(low, f32x4.pmax(v128.load(object.low), v128.load(object.regionLow)));
    high = f32x4.pmax(high, f32x4.pmin(v128.load(object.high), v128.load(object.regionHigh)));
  }
  if (i32x4.bitmask(f32x4.gt(low, high)) & 7) return false;
  sampleTriangles(low, high);
  const extent = f32x4.sub(sampleHigh, sampleLow);
  const extentX = <f64>f32x4.extract_lane(extent, 0);
  const extentY = <f64>f32x4.extract_lane(extent, 1);
  const extentZ = <f64>f32x4.extract_lane(extent, 2);
  const shareX = share(rootX, extentX);
  const shareY = share(rootY, extentY);
  const shareZ = share(rootZ, extentZ);
  const alongX = expectedOverlaps(0, shareY, shareZ);
  const alongY = expectedOverlaps(1, shareZ, shareX);
  const alongZ = expectedOverlaps(2, shareX, shareY);
  const axis: u32 = alongZ <= alongX && alongZ <= alongY ? 2 : alongY <= alongX ? 1 : 0;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const extentU = u == 0 ? extentX : u == 1 ? extentY : extentZ;
  const extentV = v == 0 ? extentX : v == 1 ? extentY : extentZ;
  const typicalU = (u == 0 ? shareX : u == 1 ? shareY : shareZ) * extentU;
  const typicalV = (v == 0 ? shareX : v == 1 ? shareY : shareZ) * extentV;
  const perTile = job.self != 0 ? TILE_TRIANGLES : TILE_TRIANGLES_BETWEEN;
  const tiles = max<f64>(1, (<f64>sampleCount * <f64>sampleStride) / perTile);
  const floorU = max<f64>(extentU, 1e-30) / GRID_TILES_MAX;
  const floorV = max<f64>(extentV, 1e-30) / GRID_TILES_MAX;
  const square = Math.sqrt((max(extentU, floorU) * max(extentV, floorV)) / tiles);
  const widthU = max(max(square, TILE_WIDTHS * typicalU), floorU);
  const widthV = max(max(square, TILE_WIDTHS * typicalV), floorV);
  const lowU = <f64>lane(sampleLow, u);
  const lowV = <f64>lane(sampleLow, v);
  setGrid(axis, lowU, <f64>lane(sampleHigh, u), lowV, <f64>lane(sampleHigh, v), widthU, widthV);
  return true;
}

// @inline
function lane(vector: v128, index: u32): f32 {
  if (index == 0) return f32x4.extract_lane(vector, 0);
  return index == 1 ? f32x4.extract_lane(vector, 1) : f32x4.extract_lane(vector, 2);
}
