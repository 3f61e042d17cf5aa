/**
 * What a pane's rays find: lengths, moments and bounds added up, and the segments or layers themselves if they are wanted.
 *
 * A thread collects them in its own memory and copies those of each pane to a block of exactly their size.
 */

import { LayersPaneRecord, layersJob } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { SEGMENT_BYTES } from '../constants';
import { centreAcross, centreDown } from './view';

/** Sums over a pane and over the current pixel. */
// @unmanaged
class SegmentsState {
  isKept: bool;
  list: usize;
  count: u32;
  capacity: u32;
  length: f64;
  excess: f64;
  shortfall: f64;
  unsurePixels: u32;
  momentAcross: f64;
  momentDown: f64;
  momentDepth: f64;
  nearest: f64;
  farthest: f64;
  firstColumn: i32;
  lastColumn: i32;
  firstRow: i32;
  lastRow: i32;

  // The current pixel.
  column: i32;
  row: i32;
  pixelNumber: u32;
  pixelLength: f64;
  pixelExcess: f64;
  pixelShortfall: f64;
  pixelFirst: u32;
}
const segments = changetype<SegmentsState>(reserveScratch(offsetof<SegmentsState>()));

export function openLayersSegments(): void {
  segments.list = 0;
  segments.capacity = 0;
}

export function openPaneRecord(): void {
  segments.isKept = layersJob.stacks != 0;
  segments.count = 0;
  segments.length = 0;
  segments.excess = 0;
  segments.shortfall = 0;
  segments.unsurePixels = 0;
  segments.momentAcross = 0;
  segments.momentDown = 0;
  segments.momentDepth = 0;
  segments.nearest = f64.MAX_VALUE;
  segments.farthest = -f64.MAX_VALUE;
  segments.firstColumn = i32.MAX_VALUE;
  segments.lastColumn = -1;
  segments.firstRow = i32.MAX_VALUE;
  segments.lastRow = -1;
}

export function openPixel(atColumn: i32, atRow: i32, number: u32): void {
  segments.column = atColumn;
  segments.row = atRow;
  segments.pixelNumber = number;
  segments.pixelLength = 0;
  segments.pixelExcess = 0;
  segments.pixelShortfall = 0;
  segments.pixelFirst = segments.count;
}

function nextRecord(): usize {
  if (segments.count == segments.capacity) {
    const grown = max<u32>(1024, segments.capacity * 2);
    const memoryOfMore = take(<u64>grown * SEGMENT_BYTES);
    memory.copy(memoryOfMore, segments.list, <usize>segments.count * SEGMENT_BYTES);
    segments.list = memoryOfMore;
    segments.capacity = grown;
  }
  segments.count++;
  return segments.list + <usize>(segments.count - 1) * SEGMENT_BYTES;
}

/** The ray is inside `times` over, from one depth to another. Pieces that follow each other become one segment. */
export function addSegment(from: f64, to: f64, times: u32): void {
  if (!(to > from) || times == 0) return;
  const weighted = (to - from) * <f64>times;
  segments.pixelLength += weighted;
  segments.momentDepth += weighted * (0.5 * from + 0.5 * to);
  segments.nearest = min(segments.nearest, from);
  segments.farthest = max(segments.farthest, to);
  if (!segments.isKept) return;
  if (segments.count > segments.pixelFirst) {
    const last = segments.list + <usize>(segments.count - 1) * SEGMENT_BYTES;
    if (load<f64>(last, 8) == from && load<u32>(last, 20) == times) {
      store<f64>(last, to, 8);
      return;
    }
  }
  const segment = nextRecord();
  store<f64>(segment, from);
  store<f64>(segment, to, 8);
  store<u32>(segment, segments.pixelNumber, 16);
  store<u32>(segment, times, 20);
}

/** By how much the length in this pixel may be too long and too short, at most. */
// @inline
export function addUnsure(tooLong: f64, tooShort: f64): void {
  segments.pixelExcess += tooLong;
  segments.pixelShortfall += tooShort;
}

export function addLayer(depth: f64, direction: i32, triangle: u32): void {
  const layer = nextRecord();
  store<f64>(layer, depth);
  store<u32>(layer, segments.pixelNumber, 8);
  store<i32>(layer, direction, 12);
  store<u32>(layer, triangle, 16);
}

export function closePixel(): void {
  segments.length += segments.pixelLength;
  segments.excess += segments.pixelExcess;
  segments.shortfall += segments.pixelShortfall;
  if (segments.pixelExcess + segments.pixelShortfall > 0) segments.unsurePixels++;
  if (segments.pixelLength == 0) return;
  segments.momentAcross += segments.pixelLength * centreAcross(segments.column);
  segments.momentDown += segments.pixelLength * centreDown(segments.row);
  segments.firstColumn = min(segments.firstColumn, segments.column);
  segments.lastColumn = max(segments.lastColumn, segments.column);
  segments.firstRow = min(segments.firstRow, segments.row);
  segments.lastRow = max(segments.lastRow, segments.row);
}

export function closePaneRecord(pane: u32): void {
  const record = LayersPaneRecord.at(layersJob.paneRecords, pane);
  record.length = segments.length;
  record.excess = segments.excess;
  record.shortfall = segments.shortfall;
  store<f64>(record.moments, segments.momentAcross);
  store<f64>(record.moments, segments.momentDown, 8);
  store<f64>(record.moments, segments.momentDepth, 16);
  record.nearest = segments.nearest;
  record.farthest = segments.farthest;
  record.firstAcross = segments.firstColumn;
  record.lastAcross = segments.lastColumn;
  record.firstDown = segments.firstRow;
  record.lastDown = segments.lastRow;
  record.unsurePixels = segments.unsurePixels;
  record.listCount = segments.count;
  if (segments.count == 0) return;
  const kept = take(<u64>segments.count * SEGMENT_BYTES);
  memory.copy(kept, segments.list, <usize>segments.count * SEGMENT_BYTES);
  record.list = <u32>kept;
}
