/**
 * Layered depth images and volumes after the first phase:
 *
 *   (prepare)                                              → tiles
 *   count      tiles of the triangles; do edges cancel?    → scan, and which way the surface is turned
 *   fill       triangles tile by tile
 *   walk       tiles: entries per pixel, then each pixel's walk
 */
import {
  LAYERS_ACROSS,
  LAYERS_DEPTHS,
  LAYERS_DOWN,
  LAYERS_GROUPS,
  LAYERS_IMAGE,
  LAYERS_MEMBERS,
  LAYERS_MODE,
  LAYERS_OVERLAP,
  LAYERS_STARTS,
  LAYERS_TILES_ACROSS,
  LAYERS_UNCLOSED,
  PHASE_LAYERS_COUNT,
  PHASE_LAYERS_FILL,
  PHASE_LAYERS_WALK,
  TILE_PIXELS,
} from './layers-layout';
import { KEY_BYTES, listLayers, openLayersHits, openLayersPixels, setKey, walkPixel } from './layers-pixel';
import {
  ENTRY_BYTES,
  ENTRY_FLAGS,
  ENTRY_HIGH,
  ENTRY_LOW,
  ENTRY_PIXEL,
  ENTRY_TRIANGLE,
  FLAG_HIT_ENTERS,
  FLAG_HIT_LEAVES,
  FLAG_SECOND,
  entries,
  entryCount,
  openLayersRaster,
  openTileEntries,
  rasterTriangle,
  tileFar,
  tileNear,
  changes,
  windings,
} from './layers-raster';
import { closePixel, closeTileRecord, openLayersSegments, openPixel, openTileRecord } from './layers-segments';
import { countTileGroup, fillTileGroup, openTiles, restoreTileStarts, scanTiles, tileCount } from './layers-tiles';
import { far, near, openLayersView } from './layers-view';
import { JOB_OBJECT_COUNT, OBJECT_TRIANGLE_START, PHASE_DONE, PHASE_PREPARE } from './layout';
import { control, setPieces, take } from './memory';
import { objectRecord } from './objects';

const TILE_AREA: u32 = TILE_PIXELS * TILE_PIXELS;

/** Keys of entries, pixel by pixel, and where each pixel's begin. */
let keys: usize = 0;
let keyCapacity: u32 = 0;
let pixelStarts: usize = 0;
/** Two f64 per pixel: between which depths something can be found there. */
let pixelDepths: usize = 0;
/** Per pixel and object: nearest and farthest depth as f64, and by how much the centre's winding number changes (i32). */
let pixelExtents: usize = 0;
const EXTENT_CHANGE: usize = 16;
const EXTENT_BYTES: usize = 24;
const EXTENTS_BYTES: usize = 48;

export function openLayersThread(): void {
  openLayersView();
  openLayersRaster();
  openLayersSegments();
  openLayersHits();
  keys = 0;
  keyCapacity = 0;
  pixelStarts = 0;
}

export function layersPiece(phase: i32, piece: u32): void {
  if (phase == PHASE_LAYERS_COUNT) countTileGroup(piece);
  else if (phase == PHASE_LAYERS_FILL) fillTileGroup(piece);
  else if (phase == PHASE_LAYERS_WALK) walkTile(piece);
}

export function closeLayersPhase(phase: i32): i32 {
  if (phase == PHASE_PREPARE) {
    openTiles();
    setPieces(control(LAYERS_GROUPS), 0.03, 0.1);
    return PHASE_LAYERS_COUNT;
  }
  if (phase == PHASE_LAYERS_COUNT) {
    scanTiles();
    setPieces(control(LAYERS_GROUPS), 0.1, 0.15);
    return PHASE_LAYERS_FILL;
  }
  if (phase == PHASE_LAYERS_FILL) {
    restoreTileStarts();
    setPieces(tileCount(), 0.15, 1);
    return PHASE_LAYERS_WALK;
  }
  return PHASE_DONE;
}

/** Widens the depths that an object has in a pixel, and follows what the centre's ray enters and leaves. */
// @ts-ignore: decorator
@inline
function widenPixel(entry: usize): void {
  const flags = load<u32>(entry, ENTRY_FLAGS);
  const extent = pixelExtents + <usize>load<u32>(entry, ENTRY_PIXEL) * EXTENTS_BYTES + ((flags & FLAG_SECOND) != 0 ? EXTENT_BYTES : 0);
  const low = load<f64>(entry, ENTRY_LOW);
  const high = load<f64>(entry, ENTRY_HIGH);
  if (low < load<f64>(extent)) store<f64>(extent, low);
  if (high > load<f64>(extent, 8)) store<f64>(extent, high, 8);
  const hit = i32((flags & FLAG_HIT_ENTERS) != 0) - i32((flags & FLAG_HIT_LEAVES) != 0);
  store<i32>(extent, load<i32>(extent, EXTENT_CHANGE) + hit, EXTENT_CHANGE);
}

/** Where an object begins in a pixel, and where it ends: it winds round nothing outside its surfaces. */
// @ts-ignore: decorator
@inline
function beginOf(extent: usize, winding: i32): f64 {
  return winding != 0 ? tileNear : load<f64>(extent);
}
// @ts-ignore: decorator
@inline
function endOf(extent: usize, winding: i32): f64 {
  return winding + load<i32>(extent, EXTENT_CHANGE) != 0 ? tileFar : load<f64>(extent, 8);
}

/** Finds for each pixel the depths between which both objects can be. */
function boundPixels(): void {
  for (let pixel: u32 = 0; pixel < TILE_AREA; pixel++) {
    const extent = pixelExtents + <usize>pixel * EXTENTS_BYTES;
    store<f64>(extent, f64.MAX_VALUE);
    store<f64>(extent, -f64.MAX_VALUE, 8);
    store<i32>(extent, 0, EXTENT_CHANGE);
    store<f64>(extent + EXTENT_BYTES, f64.MAX_VALUE);
    store<f64>(extent + EXTENT_BYTES, -f64.MAX_VALUE, 8);
    store<i32>(extent + EXTENT_BYTES, 0, EXTENT_CHANGE);
  }
  for (let i: u32 = 0; i < entryCount; i++) widenPixel(entries + <usize>i * ENTRY_BYTES);
  for (let pixel: u32 = 0; pixel < TILE_AREA; pixel++) {
    const first = pixelExtents + <usize>pixel * EXTENTS_BYTES;
    const second = first + EXTENT_BYTES;
    const winding = windings + (<usize>pixel << 3);
    const begin = max(beginOf(first, load<i32>(winding)), beginOf(second, load<i32>(winding, 4)));
    const end = min(endOf(first, load<i32>(winding)), endOf(second, load<i32>(winding, 4)));
    store<f64>(pixelDepths + (<usize>pixel << 4), max(tileNear, begin));
    store<f64>(pixelDepths + (<usize>pixel << 4), min(tileFar, end), 8);
  }
}

function openPixelDepths(): void {
  for (let pixel: u32 = 0; pixel < TILE_AREA; pixel++) {
    store<f64>(pixelDepths + (<usize>pixel << 4), tileNear);
    store<f64>(pixelDepths + (<usize>pixel << 4), tileFar, 8);
  }
}

/** Whether an entry is needed: what lies before its pixel's depths only winds the ray, what lies behind them is left out. */
// @ts-ignore: decorator
@inline
function isNeeded(entry: usize): bool {
  const depths = pixelDepths + (<usize>load<u32>(entry, ENTRY_PIXEL) << 4);
  return load<f64>(entry, ENTRY_HIGH) > load<f64>(depths) && load<f64>(entry, ENTRY_LOW) < load<f64>(depths, 8);
}

function windBefore(entry: usize): void {
  const pixel = <usize>load<u32>(entry, ENTRY_PIXEL);
  if (load<f64>(entry, ENTRY_HIGH) > load<f64>(pixelDepths + (pixel << 4))) return;
  const flags = load<u32>(entry, ENTRY_FLAGS);
  const winding = windings + (pixel << 3) + ((flags & FLAG_SECOND) != 0 ? 4 : 0);
  const hit = i32((flags & FLAG_HIT_ENTERS) != 0) - i32((flags & FLAG_HIT_LEAVES) != 0);
  store<i32>(winding, load<i32>(winding) + hit);
}

/** Orders the entries of the tile by pixel, by counting. */
function groupByPixel(mayCull: bool): void {
  if (pixelStarts == 0) {
    pixelStarts = take((TILE_AREA + 2) * 4);
    pixelDepths = take(TILE_AREA * 16);
    pixelExtents = take(TILE_AREA * EXTENTS_BYTES);
  }
  if (entryCount > keyCapacity) {
    keyCapacity = max(entryCount, keyCapacity * 2);
    keys = take(<u64>keyCapacity * KEY_BYTES);
  }
  if (mayCull) boundPixels();
  else openPixelDepths();
  memory.fill(pixelStarts, 0, (TILE_AREA + 2) * 4);
  for (let i: u32 = 0; i < entryCount; i++) {
    const entry = entries + <usize>i * ENTRY_BYTES;
    if (!isNeeded(entry)) {
      windBefore(entry);
      continue;
    }
    const slot = pixelStarts + (<usize>(load<u32>(entry, ENTRY_PIXEL) + 1) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  for (let pixel: u32 = 0; pixel < TILE_AREA; pixel++) {
    const slot = pixelStarts + (<usize>(pixel + 1) << 2);
    store<u32>(slot, load<u32>(slot) + load<u32>(slot - 4));
  }
  // Each start moves up to its end, which is the next one's start; read as `slot - 4` below.
  for (let i: u32 = 0; i < entryCount; i++) {
    const entry = entries + <usize>i * ENTRY_BYTES;
    if (!isNeeded(entry)) continue;
    const slot = pixelStarts + (<usize>load<u32>(entry, ENTRY_PIXEL) << 2);
    const place = load<u32>(slot);
    store<u32>(slot, place + 1);
    setKey(keys, place, load<f64>(entry, ENTRY_LOW), entry, load<u32>(entry, ENTRY_TRIANGLE));
  }
}

function walkTile(tile: u32): void {
  const tilesAcross = control(LAYERS_TILES_ACROSS);
  const firstColumn = <i32>((tile % tilesAcross) * TILE_PIXELS);
  const firstRow = <i32>((tile / tilesAcross) * TILE_PIXELS);
  const starts = <usize>control(LAYERS_STARTS) + (<usize>tile << 2);
  const from = load<u32>(starts);
  const to = load<u32>(starts, 4);
  openTileRecord();
  if (from < to) {
    // Images list everything, and open objects may reach beyond their surfaces.
    const mayCull = control(LAYERS_UNCLOSED) == 0 && control(LAYERS_MODE) != LAYERS_IMAGE;
    rasterTile(from, to, firstColumn, firstRow, mayCull);
    groupByPixel(mayCull && control(LAYERS_MODE) == LAYERS_OVERLAP);
    walkPixels(firstColumn, firstRow);
  }
  closeTileRecord(tile);
}

/**
 * Closed objects wind round nothing before their first and behind their last surface: in this tile, what is looked for lies
 * between the depths that both objects have there.
 */
function findTileDepths(from: u32, to: u32, secondStart: u32, hasSecond: bool): void {
  const members = <usize>control(LAYERS_MEMBERS);
  const depths = <usize>control(LAYERS_DEPTHS);
  let firstLow = f32.MAX_VALUE;
  let firstHigh = -f32.MAX_VALUE;
  let secondLow = f32.MAX_VALUE;
  let secondHigh = -f32.MAX_VALUE;
  for (let i = from; i < to; i++) {
    const triangle = load<u32>(members + (<usize>i << 2));
    const low = load<f32>(depths + (<usize>triangle << 3));
    const high = load<f32>(depths + (<usize>triangle << 3), 4);
    if (triangle < secondStart) {
      if (low < firstLow) firstLow = low;
      if (high > firstHigh) firstHigh = high;
    } else {
      if (low < secondLow) secondLow = low;
      if (high > secondHigh) secondHigh = high;
    }
  }
  let nearest = max(near, <f64>firstLow);
  let farthest = min(far, <f64>firstHigh);
  if (hasSecond) {
    nearest = max(nearest, <f64>secondLow);
    farthest = min(farthest, <f64>secondHigh);
  }
  openTileEntries(nearest, farthest);
}

function rasterTile(from: u32, to: u32, firstColumn: i32, firstRow: i32, mayCull: bool): void {
  const members = <usize>control(LAYERS_MEMBERS);
  const hasSecond = control(JOB_OBJECT_COUNT) > 1;
  const firstObject = objectRecord(0);
  const secondObject = hasSecond ? objectRecord(1) : 0;
  const secondStart = hasSecond ? load<u32>(secondObject, OBJECT_TRIANGLE_START) : u32.MAX_VALUE;
  const depths = <usize>control(LAYERS_DEPTHS);
  if (mayCull) findTileDepths(from, to, secondStart, hasSecond);
  else openTileEntries(near, far);
  if (tileNear >= tileFar) return;
  for (let i = from; i < to; i++) {
    const triangle = load<u32>(members + (<usize>i << 2));
    if (mayCull && <f64>load<f32>(depths + (<usize>triangle << 3)) >= tileFar) continue;
    const isSecond = triangle >= secondStart;
    rasterTriangle(isSecond ? secondObject : firstObject, isSecond, triangle, firstColumn, firstRow);
  }
}

function walkPixels(firstColumn: i32, firstRow: i32): void {
  const mode = control(LAYERS_MODE);
  const across = <i32>control(LAYERS_ACROSS);
  const down = <i32>control(LAYERS_DOWN);
  const unclosed = <usize>control(LAYERS_UNCLOSED);
  openLayersPixels();
  for (let pixel: u32 = 0; pixel < TILE_AREA; pixel++) {
    const column = firstColumn + <i32>(pixel % TILE_PIXELS);
    const row = firstRow + <i32>(pixel / TILE_PIXELS);
    if (column >= across || row >= down) continue;
    const from = pixel == 0 ? 0 : load<u32>(pixelStarts + (<usize>(pixel - 1) << 2));
    const to = load<u32>(pixelStarts + (<usize>pixel << 2));
    if (unclosed != 0 && load<u64>(changes + (<usize>pixel << 3)) != 0) store<u8>(unclosed + <usize>row * across + column, 1);
    const windingFirst = load<i32>(windings + (<usize>pixel << 3));
    const windingSecond = load<i32>(windings + (<usize>pixel << 3), 4);
    const nearest = load<f64>(pixelDepths + (<usize>pixel << 4));
    const farthest = load<f64>(pixelDepths + (<usize>pixel << 4), 8);
    if (nearest >= farthest || (from == to && windingFirst == 0)) continue;
    openPixel(column, row, <u32>row * <u32>across + <u32>column);
    if (mode == LAYERS_IMAGE) listLayers(keys, from, to);
    else walkPixel(keys, from, to, windingFirst, windingSecond, nearest, farthest);
    closePixel();
  }
}
