/** Reads the segments or layers of a job from memory and puts them in the order of pixels. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { boundsOfBox } from '../../mesh/bounds.ts';
import { SEGMENT_BYTES, WINDING_BEFORE } from './constants.ts';
import type { LayeredImage } from './layers.ts';
import { LAYERS_JOB, LAYERS_PANE } from './records.ts';
import type { View } from './view.ts';
import type { VolumeStacks } from './volume.ts';

/** Calls `visit` with the address of every record, pane by pane, within a pane by pixel and depth. */
function forEachRecord({ memory }: WasmRuntime, visit: (address: number) => void): void {
  const { u32 } = memory;
  const records = u32[LAYERS_JOB.at.paneRecords >>> 2];
  const panes = u32[LAYERS_JOB.at.panesAcross >>> 2] * u32[LAYERS_JOB.at.panesDown >>> 2];
  for (let pane = 0; pane < panes; pane++) {
    const record = records + pane * LAYERS_PANE.bytes;
    const count = u32[(record + LAYERS_PANE.at.listCount) >>> 2];
    const list = u32[(record + LAYERS_PANE.at.list) >>> 2];
    for (let i = 0; i < count; i++) visit(list + i * SEGMENT_BYTES);
  }
}

/** Where the segments of each pixel begin, by counting. */
function pixelStarts(runtime: WasmRuntime, pixelCount: number): Uint32Array {
  const { u32 } = runtime.memory;
  const starts = new Uint32Array(pixelCount + 1);
  forEachRecord(runtime, (record) => {
    starts[u32[(record + 16) >>> 2] + 1]++;
  });
  for (let pixel = 0; pixel < pixelCount; pixel++) starts[pixel + 1] += starts[pixel];
  return starts;
}

export function readStacks(runtime: WasmRuntime, view: View, resolution: number): VolumeStacks {
  const { u32, f64 } = runtime.memory;
  const places = pixelStarts(runtime, resolution ** 2);
  const count = places[resolution ** 2];
  const pixels = new Uint32Array(count);
  const from = new Float64Array(count);
  const to = new Float64Array(count);
  const times = new Uint32Array(count);
  forEachRecord(runtime, (record) => {
    const pixel = u32[(record + 16) >>> 2];
    const place = places[pixel]++;
    pixels[place] = pixel;
    from[place] = f64[record >>> 3];
    to[place] = f64[(record + 8) >>> 3];
    times[place] = u32[(record + 20) >>> 2];
  });
  return { axis: view.axis, across: resolution, down: resolution, box: boundsOfBox(view.box), pixels, from, to, times };
}

export function readLayers(runtime: WasmRuntime, view: View, resolution: number): LayeredImage {
  const { u32, f64 } = runtime.memory;
  const starts = new Uint32Array(resolution ** 2 + 1);
  const windings = new Int32Array(resolution ** 2);
  forEachRecord(runtime, (record) => {
    const pixel = u32[(record + 8) >>> 2];
    if (u32[(record + 16) >>> 2] === WINDING_BEFORE) windings[pixel] = u32[(record + 12) >>> 2];
    else starts[pixel + 1]++;
  });
  for (let pixel = 0; pixel < windings.length; pixel++) starts[pixel + 1] += starts[pixel];
  const places = starts.slice();
  const count = starts[resolution ** 2];
  const depths = new Float64Array(count);
  const enters = new Uint8Array(count);
  const triangles = new Uint32Array(count);
  forEachRecord(runtime, (record) => {
    if (u32[(record + 16) >>> 2] === WINDING_BEFORE) return;
    const place = places[u32[(record + 8) >>> 2]]++;
    depths[place] = f64[record >>> 3];
    enters[place] = u32[(record + 12) >>> 2] === 1 ? 1 : 0;
    triangles[place] = u32[(record + 16) >>> 2];
  });
  const box = boundsOfBox(view.box);
  return {
    axis: view.axis,
    across: resolution,
    down: resolution,
    box,
    starts,
    depths,
    enters,
    triangles,
    windings,
    generator: 'software',
  };
}
