/**
 * The entries of a pane in the order of pixels, and between which depths each pixel can hold anything.
 *
 * Closed objects wind round nothing outside their surfaces. So two of them overlap in a pixel only between the depths that both
 * have there; what lies before only winds the ray, what lies behind is left out.
 */

import { take } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { PANE_PIXELS } from '../constants';
import { KEY_BYTES, setKey } from './keys';
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
  raster,
} from './raster';
import { view } from './view';

const PANE_AREA: u32 = PANE_PIXELS * PANE_PIXELS;
const EXTENT_CHANGE: usize = 16;
const EXTENT_BYTES: usize = 24;
const EXTENTS_BYTES: usize = 48;

/** The entries of a pane, grouped by pixel. */
// @unmanaged
export class GroupsState {
  /** Keys of entries, pixel by pixel, and where each pixel's begin. */
  keys: usize;
  keyCapacity: u32;
  pixelStarts: usize;
  /** Two f64 per pixel: between which depths something can be found there. */
  pixelDepths: usize;
  /** Per pixel and object: nearest and farthest depth as f64, and by how much the centre's winding number changes (i32). */
  pixelExtents: usize;
}
export const groups = changetype<GroupsState>(reserveScratch(offsetof<GroupsState>()));

export function openLayersGroups(): void {
  groups.keys = 0;
  groups.keyCapacity = 0;
  groups.pixelStarts = 0;
}

/** Widens the depths that an object has in a pixel, and follows what the centre's ray enters and leaves. */
// @inline
function widenPixel(entry: usize): void {
  const flags = load<u32>(entry, ENTRY_FLAGS);
  const extent =
    groups.pixelExtents +
    <usize>load<u32>(entry, ENTRY_PIXEL) * EXTENTS_BYTES +
    ((flags & FLAG_SECOND) != 0 ? EXTENT_BYTES : 0);
  const low = load<f64>(entry, ENTRY_LOW);
  const high = load<f64>(entry, ENTRY_HIGH);
  if (low < load<f64>(extent)) store<f64>(extent, low);
  if (high > load<f64>(extent, 8)) store<f64>(extent, high, 8);
  const hit = i32((flags & FLAG_HIT_ENTERS) != 0) - i32((flags & FLAG_HIT_LEAVES) != 0);
  store<i32>(extent, load<i32>(extent, EXTENT_CHANGE) + hit, EXTENT_CHANGE);
}

/** Where an object begins in a pixel, and where it ends: it winds round nothing outside its surfaces. */
// @inline
function beginOf(extent: usize, winding: i32): f64 {
  return winding != 0 ? raster.paneNear : load<f64>(extent);
}
// @inline
function endOf(extent: usize, winding: i32): f64 {
  return winding + load<i32>(extent, EXTENT_CHANGE) != 0 ? raster.paneFar : load<f64>(extent, 8);
}

/** Finds for each pixel the depths between which both objects can be. */
function boundPixels(): void {
  for (let pixel: u32 = 0; pixel < PANE_AREA; pixel++) {
    const extent = groups.pixelExtents + <usize>pixel * EXTENTS_BYTES;
    store<f64>(extent, f64.MAX_VALUE);
    store<f64>(extent, -f64.MAX_VALUE, 8);
    store<i32>(extent, 0, EXTENT_CHANGE);
    store<f64>(extent + EXTENT_BYTES, f64.MAX_VALUE);
    store<f64>(extent + EXTENT_BYTES, -f64.MAX_VALUE, 8);
    store<i32>(extent + EXTENT_BYTES, 0, EXTENT_CHANGE);
  }
  for (let i: u32 = 0; i < raster.entryCount; i++) widenPixel(raster.entries + <usize>i * ENTRY_BYTES);
  for (let pixel: u32 = 0; pixel < PANE_AREA; pixel++) {
    const first = groups.pixelExtents + <usize>pixel * EXTENTS_BYTES;
    const second = first + EXTENT_BYTES;
    const winding = raster.windings + ((<usize>pixel) << 3);
    const begin = max(beginOf(first, load<i32>(winding)), beginOf(second, load<i32>(winding, 4)));
    const end = min(endOf(first, load<i32>(winding)), endOf(second, load<i32>(winding, 4)));
    store<f64>(groups.pixelDepths + ((<usize>pixel) << 4), max(raster.paneNear, begin));
    store<f64>(groups.pixelDepths + ((<usize>pixel) << 4), min(raster.paneFar, end), 8);
  }
}

function openPixelDepths(): void {
  const nearest = max(view.near, raster.paneNear);
  const farthest = min(view.far, raster.paneFar);
  for (let pixel: u32 = 0; pixel < PANE_AREA; pixel++) {
    store<f64>(groups.pixelDepths + ((<usize>pixel) << 4), nearest);
    store<f64>(groups.pixelDepths + ((<usize>pixel) << 4), farthest, 8);
  }
}

/**
 * Whether an entry is needed: what lies before its pixel's depths only winds the ray, what lies behind them is left out.
 * What lies just at their ends is needed, or the walls beside it would seem to stand alone.
 */
// @inline
function isNeeded(entry: usize): bool {
  const depths = groups.pixelDepths + ((<usize>load<u32>(entry, ENTRY_PIXEL)) << 4);
  return load<f64>(entry, ENTRY_HIGH) >= load<f64>(depths) && load<f64>(entry, ENTRY_LOW) <= load<f64>(depths, 8);
}

function windBefore(entry: usize): void {
  const pixel = <usize>load<u32>(entry, ENTRY_PIXEL);
  if (load<f64>(entry, ENTRY_HIGH) >= load<f64>(groups.pixelDepths + (pixel << 4))) return;
  const flags = load<u32>(entry, ENTRY_FLAGS);
  const winding = raster.windings + (pixel << 3) + ((flags & FLAG_SECOND) != 0 ? 4 : 0);
  const hit = i32((flags & FLAG_HIT_ENTERS) != 0) - i32((flags & FLAG_HIT_LEAVES) != 0);
  store<i32>(winding, load<i32>(winding) + hit);
}

/** Orders the entries of the pane by pixel, by counting. */
export function groupByPixel(mayCull: bool): void {
  if (groups.pixelStarts == 0) {
    groups.pixelStarts = take((PANE_AREA + 2) * 4);
    groups.pixelDepths = take(PANE_AREA * 16);
    groups.pixelExtents = take(PANE_AREA * EXTENTS_BYTES);
  }
  if (raster.entryCount > groups.keyCapacity) {
    groups.keyCapacity = max(raster.entryCount, groups.keyCapacity * 2);
    groups.keys = take(<u64>groups.keyCapacity * KEY_BYTES);
  }
  if (mayCull) boundPixels();
  else openPixelDepths();
  memory.fill(groups.pixelStarts, 0, (PANE_AREA + 2) * 4);
  for (let i: u32 = 0; i < raster.entryCount; i++) {
    const entry = raster.entries + <usize>i * ENTRY_BYTES;
    if (!isNeeded(entry)) {
      windBefore(entry);
      continue;
    }
    const slot = groups.pixelStarts + ((<usize>(load<u32>(entry, ENTRY_PIXEL) + 1)) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  for (let pixel: u32 = 0; pixel < PANE_AREA; pixel++) {
    const slot = groups.pixelStarts + ((<usize>(pixel + 1)) << 2);
    store<u32>(slot, load<u32>(slot) + load<u32>(slot - 4));
  }
  // Each start moves up to its end, which is the next one's start; read as `slot - 4` below.
  for (let i: u32 = 0; i < raster.entryCount; i++) {
    const entry = raster.entries + <usize>i * ENTRY_BYTES;
    if (!isNeeded(entry)) continue;
    const slot = groups.pixelStarts + ((<usize>load<u32>(entry, ENTRY_PIXEL)) << 2);
    const place = load<u32>(slot);
    store<u32>(slot, place + 1);
    setKey(groups.keys, place, load<f64>(entry, ENTRY_LOW), entry, load<u32>(entry, ENTRY_TRIANGLE));
  }
}
