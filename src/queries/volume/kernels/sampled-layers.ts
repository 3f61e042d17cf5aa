/**
 * The layers that sampling finds. Each thread writes them to chunks of its own; the layers of a pixel are linked, so that the order
 * in which they were found does not matter, and are sorted at the end.
 *
 * Promise: nothing is cut off, a full chunk is followed by another; the order of layers does not depend on threads.
 */

import { sampledJob } from '../../../memory/generated/kernels/records';
import { bump, take } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { KEY_BYTES, keyLists, openLayersHits, reserveHits, sortKeys } from './keys';

/**
 * A layer: depth (f64), address of the pixel's layer before (u32), and its surface (u32): the triangle, with the upper bit set where
 * the ray leaves. In the order of surfaces, entering comes first.
 */
const LAYER_BYTES: usize = 16;
const CHUNK_LAYERS: u32 = 2048;
const LEAVES: u32 = 1 << 31;

/** Where this thread's next layer goes, and where its chunk ends. */
// @unmanaged
class ChunkState {
  next: usize;
  end: usize;
}
const chunk = changetype<ChunkState>(reserveScratch(offsetof<ChunkState>()));

export function openSampledLayers(): void {
  chunk.next = 0;
  chunk.end = 0;
  openLayersHits();
}

export function surfaceOf(triangle: u32, isEntered: bool): u32 {
  return isEntered ? triangle : triangle | LEAVES;
}

function nextChunk(): void {
  chunk.next = take(<u64>CHUNK_LAYERS * LAYER_BYTES);
  chunk.end = chunk.next + <usize>CHUNK_LAYERS * LAYER_BYTES;
}

/** Links a layer to a pixel, whose number of layers grows by one; gives the one that was linked to it before. */
// @inline
function link(pixel: usize, layer: u32): u32 {
  while (true) {
    const old = load<u64>(pixel);
    const next = (((old >> 32) + 1) << 32) | <u64>layer;
    if (!ASC_FEATURE_THREADS || sampledJob.alone != 0) store<u64>(pixel, next);
    else if (atomic.cmpxchg<u64>(pixel, old, next) != old) continue;
    return <u32>old;
  }
}

/** A layer of a pixel; one before the volume of interest only counts. */
// @inline
export function addLayer(pixel: u32, depth: f64, surface: u32, near: f64): void {
  if (depth < near) {
    bump(sampledJob.windings + ((<usize>pixel) << 2), (surface & LEAVES) != 0 ? <u32>-1 : 1);
    return;
  }
  if (chunk.next == chunk.end) nextChunk();
  const layer = chunk.next;
  chunk.next = layer + LAYER_BYTES;
  store<f64>(layer, depth);
  store<u32>(layer, surface, 12);
  store<u32>(layer, link(sampledJob.linked + ((<usize>pixel) << 3), <u32>layer), 8);
}

/** Turns the numbers of layers of the pixels from..to into places, from `sum` on; gives where the next pixel's begin. */
export function scanLayers(from: u32, to: u32, sum: u32): u32 {
  const starts = sampledJob.starts;
  const linked = sampledJob.linked;
  let next = sum;
  for (let pixel = from; pixel < to; pixel++) {
    store<u32>(starts + ((<usize>pixel) << 2), next);
    next += load<u32>(linked + ((<usize>pixel) << 3), 4);
  }
  return next;
}

/** Allocates memory for the layers that were found. */
export function openSorted(count: u32): void {
  sampledJob.depths = take((<u64>count) << 3);
  sampledJob.triangles = take((<u64>count) << 2);
  sampledJob.enters = take(count);
}

// @inline
function writeLayer(layer: usize, place: u32): void {
  const surface = load<u32>(layer, 12);
  store<f64>(sampledJob.depths + ((<usize>place) << 3), load<f64>(layer));
  store<u32>(sampledJob.triangles + ((<usize>place) << 2), surface & ~LEAVES);
  store<u8>(sampledJob.enters + place, <u8>((surface >> 31) ^ 1));
}

// @inline
function comesBefore(layer: usize, other: usize): bool {
  const depth = load<f64>(layer);
  const otherDepth = load<f64>(other);
  return depth < otherDepth || (depth == otherDepth && load<u32>(layer, 12) <= load<u32>(other, 12));
}

/** Puts the layers of the pixels from..to together, by depth; where depths are equal, entering comes first. */
export function sortLayers(from: u32, to: u32): void {
  for (let pixel = from; pixel < to; pixel++) {
    const at = sampledJob.linked + ((<usize>pixel) << 3);
    let layer = <usize>load<u32>(at);
    if (layer == 0) continue;
    const count = load<u32>(at, 4);
    const start = load<u32>(sampledJob.starts + ((<usize>pixel) << 2));
    if (count == 2) {
      // In and out again, as most are.
      const other = <usize>load<u32>(layer, 8);
      const isBefore = comesBefore(layer, other);
      writeLayer(isBefore ? layer : other, start);
      writeLayer(isBefore ? other : layer, start + 1);
      continue;
    }
    reserveHits(count);
    const keys = keyLists.hits;
    for (let key = keys; layer != 0; key += KEY_BYTES) {
      v128.store(key, v128.load(layer));
      layer = <usize>load<u32>(layer, 8);
    }
    sortKeys(keys, 0, count);
    for (let i: u32 = 0; i < count; i++) writeLayer(keys + ((<usize>i) << 4), start + i);
  }
}
