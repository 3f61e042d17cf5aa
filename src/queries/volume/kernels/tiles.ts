/**
 * Triangles listed by the tiles of pixels that their boxes touch: counted, then filled in.
 *
 * Triangles outside the volume of interest, seen along the depth, are left out. Those before it count, for they say what a
 * ray is inside of when it enters the volume; those behind it tell how far an object reaches.
 */
import { addEdges } from '../../../exact/kernels/edge-sum';
import { bump, control, setControl, take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { JOB_OBJECT_COUNT, JOB_TRIANGLE_COUNT, OBJECT_INDICES, OBJECT_TRIANGLE_COUNT, OBJECT_TRIANGLE_START } from '../../../memory/layout';
import {
  LAYERS_BOX,
  LAYERS_CHECK_EDGES,
  LAYERS_DEPTHS,
  LAYERS_EDGE_SUMS,
  LAYERS_GROUP_VOLUMES,
  LAYERS_GROUPS,
  LAYERS_MEMBERS,
  LAYERS_MODE,
  LAYERS_RANGES,
  LAYERS_SELF,
  LAYERS_STARTS,
  LAYERS_TILE_RECORDS,
  LAYERS_TILES_ACROSS,
  LAYERS_TILES_DOWN,
  LAYERS_TURN,
  TILE_PIXELS,
  TILE_RECORD_BYTES,
} from '../layout';
import { a, b, c, firstPixels, highDepth, isBesideVolume, lastPixels, lowDepth, setCorners } from './view';

export const TRIANGLES_PER_GROUP: u32 = 4096;

/** Six times the volume of the tetrahedron of the triangle and the low corner of the box. */
function tetrahedronVolume(): f64 {
  const u = load<f64>(LAYERS_BOX);
  const v = load<f64>(LAYERS_BOX + 8);
  const w = load<f64>(LAYERS_BOX + 16);
  const au = load<f64>(a) - u;
  const av = load<f64>(a, 8) - v;
  const aw = load<f64>(a, 16) - w;
  const bu = load<f64>(b) - u;
  const bv = load<f64>(b, 8) - v;
  const bw = load<f64>(b, 16) - w;
  const cu = load<f64>(c) - u;
  const cv = load<f64>(c, 8) - v;
  const cw = load<f64>(c, 16) - w;
  return au * (bv * cw - bw * cv) + av * (bw * cu - bu * cw) + aw * (bu * cv - bv * cu);
}

/** A single-precision number that is smaller. */
// @ts-ignore: decorator
@inline
function roundedDown(value: f64): f32 {
  // Doubles beyond the range of single precision become the largest single, or minus infinity.
  if (value > <f64>f32.MAX_VALUE) return f32.MAX_VALUE;
  const near = <f32>value;
  return near == -f32.POSITIVE_INFINITY ? near : near - abs(near) * 1.2e-7 - 1.2e-38;
}

const NO_TILES: u64 = 1; // from tile 1 to tile 0

/** Finds and counts the tiles of the triangles of an object that are numbered from..to through the scene. */
function countTriangles(object: usize, from: u32, to: u32): f64 {
  const indices = <usize>load<u32>(object, OBJECT_INDICES);
  const first = load<u32>(object, OBJECT_TRIANGLE_START);
  const starts = <usize>control(LAYERS_STARTS);
  const ranges = <usize>control(LAYERS_RANGES);
  const depths = <usize>control(LAYERS_DEPTHS);
  const tilesAcross = control(LAYERS_TILES_ACROSS);
  const isSelf = control(LAYERS_MODE) == LAYERS_SELF;
  let volume: f64 = 0;
  for (let triangle = from; triangle < to; triangle++) {
    setCorners(object, indices + <usize>(triangle - first) * 12);
    if (isSelf) volume += tetrahedronVolume();
    const range = ranges + (<usize>triangle << 3);
    const pixelsLow = firstPixels();
    const pixelsHigh = lastPixels();
    const columnLow = i32x4.extract_lane(pixelsLow, 0);
    const columnHigh = i32x4.extract_lane(pixelsHigh, 0);
    const rowLow = i32x4.extract_lane(pixelsLow, 1);
    const rowHigh = i32x4.extract_lane(pixelsHigh, 1);
    if (columnLow > columnHigh || rowLow > rowHigh || isBesideVolume()) {
      store<u64>(range, NO_TILES);
      continue;
    }
    store<f32>(depths + (<usize>triangle << 3), roundedDown(lowDepth));
    store<f32>(depths + (<usize>triangle << 3), -roundedDown(-highDepth), 4);
    const tileLow = <u32>columnLow / TILE_PIXELS;
    const tileHigh = <u32>columnHigh / TILE_PIXELS;
    const tileTop = <u32>rowLow / TILE_PIXELS;
    const tileBottom = <u32>rowHigh / TILE_PIXELS;
    store<u64>(range, <u64>tileLow | (<u64>tileHigh << 16) | (<u64>tileTop << 32) | (<u64>tileBottom << 48));
    for (let row = tileTop; row <= tileBottom; row++) {
      for (let column = tileLow; column <= tileHigh; column++) bump(starts + (<usize>(row * tilesAcross + column) << 2), 1);
    }
  }
  return volume;
}

/** Lists triangles in the tiles that were found. */
function fillTriangles(from: u32, to: u32): void {
  const starts = <usize>control(LAYERS_STARTS);
  const members = <usize>control(LAYERS_MEMBERS);
  const ranges = <usize>control(LAYERS_RANGES);
  const tilesAcross = control(LAYERS_TILES_ACROSS);
  for (let triangle = from; triangle < to; triangle++) {
    const range = ranges + (<usize>triangle << 3);
    const tileLow = <u32>load<u16>(range);
    const tileHigh = <u32>load<u16>(range, 2);
    if (tileLow > tileHigh) continue;
    const tileBottom = <u32>load<u16>(range, 6);
    for (let row = <u32>load<u16>(range, 4); row <= tileBottom; row++) {
      for (let column = tileLow; column <= tileHigh; column++) {
        const place = bump(starts + (<usize>(row * tilesAcross + column) << 2), 1);
        store<u32>(members + (<usize>place << 2), triangle);
      }
    }
  }
}

/** One group of triangles; groups may span both objects. */
export function countTileGroup(group: u32): void {
  const from = group * TRIANGLES_PER_GROUP;
  const to = min(control(JOB_TRIANGLE_COUNT), from + TRIANGLES_PER_GROUP);
  let volume: f64 = 0;
  for (let index: u32 = 0; index < control(JOB_OBJECT_COUNT); index++) {
    const object = objectRecord(index);
    const start = load<u32>(object, OBJECT_TRIANGLE_START);
    const low = max(from, start);
    const high = min(to, start + load<u32>(object, OBJECT_TRIANGLE_COUNT));
    if (low >= high) continue;
    volume += countTriangles(object, low, high);
    if (control(LAYERS_CHECK_EDGES + (<usize>index << 2)) == 0) continue;
    addEdges(<usize>load<u32>(object, OBJECT_INDICES), low - start, high - start, LAYERS_EDGE_SUMS + (<usize>index << 3));
  }
  store<f64>(<usize>control(LAYERS_GROUP_VOLUMES) + (<usize>group << 3), volume);
}

export function fillTileGroup(group: u32): void {
  const from = group * TRIANGLES_PER_GROUP;
  fillTriangles(from, min(control(JOB_TRIANGLE_COUNT), from + TRIANGLES_PER_GROUP));
}

export function tileCount(): u32 {
  return control(LAYERS_TILES_ACROSS) * control(LAYERS_TILES_DOWN);
}

export function openTiles(): void {
  const tiles = tileCount();
  const starts = take((<u64>tiles + 2) << 2);
  memory.fill(starts, 0, (<usize>tiles + 2) << 2);
  setControl(LAYERS_STARTS, <u32>starts);
  const groups = (control(JOB_TRIANGLE_COUNT) + TRIANGLES_PER_GROUP - 1) / TRIANGLES_PER_GROUP;
  setControl(LAYERS_GROUPS, groups);
  setControl(LAYERS_GROUP_VOLUMES, <u32>take(<u64>groups << 3));
  setControl(LAYERS_RANGES, <u32>take(<u64>control(JOB_TRIANGLE_COUNT) << 3));
  setControl(LAYERS_DEPTHS, <u32>take(<u64>control(JOB_TRIANGLE_COUNT) << 3));
}

/** Turns counts into places, allocates the lists, and tells which way the surface is turned. */
export function scanTiles(): void {
  const tiles = tileCount();
  const starts = <usize>control(LAYERS_STARTS);
  let sum: u64 = 0;
  for (let tile: u32 = 0; tile < tiles; tile++) {
    const slot = starts + (<usize>tile << 2);
    const count = load<u32>(slot);
    store<u32>(slot, <u32>sum);
    sum += count;
  }
  store<u32>(starts + (<usize>tiles << 2), <u32>sum);
  setControl(LAYERS_MEMBERS, <u32>take(sum << 2));
  setControl(LAYERS_TILE_RECORDS, <u32>take(<u64>tiles * TILE_RECORD_BYTES));
  let volume: f64 = 0;
  const volumes = <usize>control(LAYERS_GROUP_VOLUMES);
  for (let group: u32 = 0; group < control(LAYERS_GROUPS); group++) volume += load<f64>(volumes + (<usize>group << 3));
  setControl(LAYERS_TURN, volume < 0 ? <u32>-1 : 1);
}

/** Filling has moved each start to the next tile's; moves them back by one place. */
export function restoreTileStarts(): void {
  const starts = <usize>control(LAYERS_STARTS);
  memory.copy(starts + 4, starts, <usize>tileCount() << 2);
  store<u32>(starts, 0);
}
