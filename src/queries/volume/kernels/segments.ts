/**
 * What a tile's rays find: lengths, moments and bounds added up, and the segments or layers themselves if they are wanted.
 *
 * A thread collects them in memory of its own and copies each tile's to a place of just their size.
 */

import { LayersTileRecord, layersJob } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { SEGMENT_BYTES } from '../constants';
import { centreAcross, centreDown } from './view';

let isKept: bool = false;
let list: usize = 0;
let count: u32 = 0;
let capacity: u32 = 0;

let length: f64 = 0;
let excess: f64 = 0;
let shortfall: f64 = 0;
let unsurePixels: u32 = 0;
let momentAcross: f64 = 0;
let momentDown: f64 = 0;
let momentDepth: f64 = 0;
let nearest: f64 = 0;
let farthest: f64 = 0;
let firstColumn: i32 = 0;
let lastColumn: i32 = 0;
let firstRow: i32 = 0;
let lastRow: i32 = 0;

// The pixel at hand.
let column: i32 = 0;
let row: i32 = 0;
let pixelNumber: u32 = 0;
let pixelLength: f64 = 0;
let pixelExcess: f64 = 0;
let pixelShortfall: f64 = 0;
let pixelFirst: u32 = 0;

export function openLayersSegments(): void {
  list = 0;
  capacity = 0;
}

export function openTileRecord(): void {
  isKept = layersJob.stacks != 0;
  count = 0;
  length = 0;
  excess = 0;
  shortfall = 0;
  unsurePixels = 0;
  momentAcross = 0;
  momentDown = 0;
  momentDepth = 0;
  nearest = f64.MAX_VALUE;
  farthest = -f64.MAX_VALUE;
  firstColumn = i32.MAX_VALUE;
  lastColumn = -1;
  firstRow = i32.MAX_VALUE;
  lastRow = -1;
}

export function openPixel(atColumn: i32, atRow: i32, number: u32): void {
  column = atColumn;
  row = atRow;
  pixelNumber = number;
  pixelLength = 0;
  pixelExcess = 0;
  pixelShortfall = 0;
  pixelFirst = count;
}

function nextRecord(): usize {
  if (count == capacity) {
    const grown = max<u32>(1024, capacity * 2);
    const memoryOfMore = take(<u64>grown * SEGMENT_BYTES);
    memory.copy(memoryOfMore, list, <usize>count * SEGMENT_BYTES);
    list = memoryOfMore;
    capacity = grown;
  }
  count++;
  return list + <usize>(count - 1) * SEGMENT_BYTES;
}

/** The ray is inside `times` over, from one depth to another. Pieces that follow each other become one segment. */
export function addSegment(from: f64, to: f64, times: u32): void {
  if (!(to > from) || times == 0) return;
  const weighted = (to - from) * <f64>times;
  pixelLength += weighted;
  momentDepth += weighted * (0.5 * from + 0.5 * to);
  nearest = min(nearest, from);
  farthest = max(farthest, to);
  if (!isKept) return;
  if (count > pixelFirst) {
    const last = list + <usize>(count - 1) * SEGMENT_BYTES;
    if (load<f64>(last, 8) == from && load<u32>(last, 20) == times) {
      store<f64>(last, to, 8);
      return;
    }
  }
  const segment = nextRecord();
  store<f64>(segment, from);
  store<f64>(segment, to, 8);
  store<u32>(segment, pixelNumber, 16);
  store<u32>(segment, times, 20);
}

/** By how much the length in this pixel may be too long and too short, at most. */
// @inline
export function addUnsure(tooLong: f64, tooShort: f64): void {
  pixelExcess += tooLong;
  pixelShortfall += tooShort;
}

export function addLayer(depth: f64, direction: i32, triangle: u32): void {
  const layer = nextRecord();
  store<f64>(layer, depth);
  store<u32>(layer, pixelNumber, 8);
  store<i32>(layer, direction, 12);
  store<u32>(layer, triangle, 16);
}

export function closePixel(): void {
  length += pixelLength;
  excess += pixelExcess;
  shortfall += pixelShortfall;
  if (pixelExcess + pixelShortfall > 0) unsurePixels++;
  if (pixelLength == 0) return;
  momentAcross += pixelLength * centreAcross(column);
  momentDown += pixelLength * centreDown(row);
  firstColumn = min(firstColumn, column);
  lastColumn = max(lastColumn, column);
  firstRow = min(firstRow, row);
  lastRow = max(lastRow, row);
}

export function closeTileRecord(tile: u32): void {
  const record = LayersTileRecord.at(layersJob.tileRecords, tile);
  record.length = length;
  record.excess = excess;
  record.shortfall = shortfall;
  store<f64>(record.moments, momentAcross);
  store<f64>(record.moments, momentDown, 8);
  store<f64>(record.moments, momentDepth, 16);
  record.nearest = nearest;
  record.farthest = farthest;
  record.firstAcross = firstColumn;
  record.lastAcross = lastColumn;
  record.firstDown = firstRow;
  record.lastDown = lastRow;
  record.unsurePixels = unsurePixels;
  record.listCount = count;
  if (count == 0) return;
  const kept = take(<u64>count * SEGMENT_BYTES);
  memory.copy(kept, list, <usize>count * SEGMENT_BYTES);
  record.list = <u32>kept;
}
