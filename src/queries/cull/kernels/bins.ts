/**
 * Which triangles each tile of the image has to look at: count, scan, fill, in ascending order of ranks.
 *
 * Each group of ranks has its own counters, so the lists are the same whatever thread does what (as in image.ts).
 */

import { control, cullJob } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { SET_BFV } from '../constants';
import { firstX, firstY, lastX, lastY, readShape } from './shape';

const GROUPS_MAX: u32 = 64;
const GROUP_SIZE_MIN: u32 = 512;
/** Tiles of 32 pixels a side, of 64 where there would be more than so many a side. */
const TILE_BITS: u32 = 5;
const TILES_OF_32_MOST: u32 = 64;
const NOWHERE: u64 = 0xffffffffffffffff;
/** Lists are kept from pass to pass while they take less than this, and less than half of the memory that is left. */
const STORE_BYTES_MOST: u32 = 0x40000000;

export function openBins(): void {
  const resolution = cullJob.resolution;
  const bits = resolution > TILES_OF_32_MOST << TILE_BITS ? TILE_BITS + 1 : TILE_BITS;
  const tiles = ((resolution - 1) >>> bits) + 1;
  const cells = tiles * tiles;
  const triangles = cullJob.triangleCount;
  const size = max<u32>(GROUP_SIZE_MIN, (triangles + GROUPS_MAX - 1) / GROUPS_MAX);
  const groups = (triangles + size - 1) / size;
  cullJob.tileBits = bits;
  cullJob.tiles = tiles;
  cullJob.groupSize = size;
  cullJob.groupCount = groups;
  const counterBytes = (<u64>groups * <u64>cells) << 2;
  const counters = take(counterBytes);
  memory.fill(counters, 0, <usize>counterBytes);
  cullJob.counters = <u32>counters;
  cullJob.ranges = take((<u64>triangles) << 3);
  const stored = take((<u64>cells) << 2);
  memory.fill(stored, 0, (<usize>cells) << 2);
  cullJob.stored = <u32>stored;
}

/** Counts the tiles of a group of ranks. */
export function countBins(group: u32): void {
  const size = cullJob.groupSize;
  const end = min(cullJob.triangleCount, (group + 1) * size);
  const tiles = cullJob.tiles;
  const bits = cullJob.tileBits;
  const triangles = cullJob.triangles;
  const elementOf = cullJob.elementOf;
  const objectOf = cullJob.objectOf;
  const labels = cullJob.labels;
  const ranges = cullJob.ranges;
  const counters = cullJob.counters + ((<usize>group * <usize>(tiles * tiles)) << 2);
  for (let rank = group * size; rank < end; rank++) {
    const element = load<u32>(elementOf + ((<usize>rank) << 2));
    const range = ranges + ((<usize>rank) << 3);
    store<u64>(range, NOWHERE);
    if (load<u8>(labels + <usize>element) == SET_BFV) continue;
    readShape(objectRecord(load<u32>(objectOf + ((<usize>element) << 2))), load<u32>(triangles + ((<usize>rank) << 2)));
    if (firstX > lastX || firstY > lastY) continue;
    const x0 = <u32>firstX >>> bits;
    const y0 = <u32>firstY >>> bits;
    const x1 = <u32>lastX >>> bits;
    const y1 = <u32>lastY >>> bits;
    store<u64>(range, <u64>(x0 | (y0 << 16)) | ((<u64>(x1 | (y1 << 16))) << 32));
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const slot = counters + ((<usize>(y * tiles + x)) << 2);
        store<u32>(slot, load<u32>(slot) + 1);
      }
    }
  }
}

/** Turns counts into places: tile by tile, within a tile group by group. */
export function scanBins(): void {
  const tiles = cullJob.tiles;
  const cells = tiles * tiles;
  const groups = cullJob.groupCount;
  const counters = cullJob.counters;
  const starts = take((<u64>cells + 1) << 2);
  cullJob.tileStarts = <u32>starts;
  const step = (<usize>cells) << 2;
  let sum: u64 = 0;
  for (let cell: u32 = 0; cell < cells; cell++) {
    store<u32>(starts + ((<usize>cell) << 2), <u32>sum);
    let slot = counters + ((<usize>cell) << 2);
    for (let group: u32 = 0; group < groups; group++) {
      const n = load<u32>(slot);
      store<u32>(slot, <u32>sum);
      sum += n;
      slot += step;
    }
  }
  store<u32>(starts + ((<usize>cells) << 2), <u32>sum);
  // Taken in 64 bits: more entries than can be numbered are also more than there is memory for.
  cullJob.entries = take(sum << 2);
  const left = 0xffff0000 - load<u32>(control.arenaNext);
  cullJob.storeMost = min<u32>(STORE_BYTES_MOST, left / 2) >>> 6;
}

export function fillBins(group: u32): void {
  const size = cullJob.groupSize;
  const end = min(cullJob.triangleCount, (group + 1) * size);
  const tiles = cullJob.tiles;
  const ranges = cullJob.ranges;
  const entries = cullJob.entries;
  const counters = cullJob.counters + ((<usize>group * <usize>(tiles * tiles)) << 2);
  for (let rank = group * size; rank < end; rank++) {
    const range = load<u64>(ranges + ((<usize>rank) << 3));
    if (range == NOWHERE) continue;
    const x0 = <u32>range & 0xffff;
    const y0 = <u32>(range >>> 16) & 0xffff;
    const x1 = <u32>(range >>> 32) & 0xffff;
    const y1 = <u32>(range >>> 48);
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const slot = counters + ((<usize>(y * tiles + x)) << 2);
        const place = load<u32>(slot);
        store<u32>(slot, place + 1);
        store<u32>(entries + ((<usize>place) << 2), rank);
      }
    }
  }
}
