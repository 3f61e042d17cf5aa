/** One layered depth image on the wasm engine: writes the view, runs the job, and adds up what the tiles found. */

import type { JobOptions, WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, runSceneJob } from '../../backend/wasm/scene-job.ts';
import { QUERY_LAYERS } from '../../memory/layout.ts';
import {
  LAYERS_ACROSS,
  LAYERS_AXES,
  LAYERS_BOX,
  LAYERS_CHECK_EDGES,
  LAYERS_DOWN,
  LAYERS_EDGE_SUMS,
  LAYERS_MODE,
  LAYERS_STACKS,
  LAYERS_TILE_RECORDS,
  LAYERS_TILES_ACROSS,
  LAYERS_TILES_DOWN,
  LAYERS_UNCLOSED,
  TILE_EXCESS,
  TILE_FARTHEST,
  TILE_FIRST_ACROSS,
  TILE_FIRST_DOWN,
  TILE_LAST_ACROSS,
  TILE_LAST_DOWN,
  TILE_LENGTH,
  TILE_MOMENTS,
  TILE_NEAREST,
  TILE_PIXELS,
  TILE_RECORD_BYTES,
  TILE_SHORTFALL,
  TILE_UNSURE_PIXELS,
} from './layout.ts';
import type { View } from './view.ts';

export interface LayersJob {
  /** LAYERS_OVERLAP, LAYERS_SELF or LAYERS_IMAGE. */
  readonly mode: number;
  readonly view: View;
  readonly resolution: number;
  readonly stacks: boolean;
  /** Also note the pixels whose rays do not leave an object as often as they enter. */
  readonly unclosed: boolean;
}

/** Sums over all tiles, in view order: across, down, depth. */
export interface TileSums {
  readonly length: number;
  /** By how much the length may be too long, and too short. */
  readonly excess: number;
  readonly shortfall: number;
  readonly unsurePixels: number;
  readonly moments: readonly [number, number, number];
  /** Low and high of what was found, in pixels across and down and in depth; undefined when nothing was. */
  readonly found:
    | { readonly pixels: readonly [number, number, number, number]; readonly depths: readonly [number, number] }
    | undefined;
  /** One byte per pixel, when asked for: not 0 where the ray does not close. */
  readonly unclosed: Uint8Array | undefined;
}

function writeView(runtime: WasmRuntime, list: readonly Participant[], job: LayersJob, tables: number): void {
  const { u32, f64 } = runtime.memory;
  const { order, box } = job.view;
  const tiles = Math.ceil(job.resolution / TILE_PIXELS);
  const set = (field: number, value: number) => {
    u32[field >>> 2] = value;
  };
  set(LAYERS_MODE, job.mode);
  set(LAYERS_ACROSS, job.resolution);
  set(LAYERS_DOWN, job.resolution);
  set(LAYERS_STACKS, Number(job.stacks));
  set(LAYERS_TILES_ACROSS, tiles);
  set(LAYERS_TILES_DOWN, tiles);
  u32.set(order, LAYERS_AXES >>> 2);
  f64.set([...order.map((k) => box[k]), ...order.map((k) => box[k + 3])], LAYERS_BOX >>> 3);
  for (const [i, { object }] of list.entries())
    set(LAYERS_CHECK_EDGES + 4 * i, Number(object.edgesCancel === undefined));
  if (!job.unclosed) return;
  set(LAYERS_UNCLOSED, tables);
  new Uint8Array(runtime.memory.buffer, tables, job.resolution ** 2).fill(0);
}

function readEdgeSums(runtime: WasmRuntime, list: readonly Participant[]): void {
  const { u32 } = runtime.memory;
  for (const [i, { object }] of list.entries()) {
    const at = (LAYERS_EDGE_SUMS >>> 2) + 2 * i;
    object.edgesCancel ??= u32[at] === 0 && u32[at + 1] === 0;
  }
}

/** Adds up the tiles in their order, so that the sums do not depend on threads. */
function readSums(runtime: WasmRuntime, job: LayersJob, tables: number): TileSums {
  const { u32, f64 } = runtime.memory;
  const records = u32[LAYERS_TILE_RECORDS >>> 2];
  const count = u32[LAYERS_TILES_ACROSS >>> 2] * u32[LAYERS_TILES_DOWN >>> 2];
  let [length, excess, shortfall, unsurePixels] = [0, 0, 0, 0];
  const moments: [number, number, number] = [0, 0, 0];
  const pixels: [number, number, number, number] = [Infinity, -1, Infinity, -1];
  const depths: [number, number] = [Infinity, -Infinity];
  for (let tile = 0; tile < count; tile++) {
    const record = records + tile * TILE_RECORD_BYTES;
    const word = (field: number) => u32[(record + field) >>> 2];
    const real = (field: number) => f64[(record + field) >>> 3];
    length += real(TILE_LENGTH);
    excess += real(TILE_EXCESS);
    shortfall += real(TILE_SHORTFALL);
    unsurePixels += word(TILE_UNSURE_PIXELS);
    if (real(TILE_LENGTH) === 0) continue;
    for (let k = 0; k < 3; k++) moments[k] += real(TILE_MOMENTS + 8 * k);
    pixels[0] = Math.min(pixels[0], word(TILE_FIRST_ACROSS));
    pixels[1] = Math.max(pixels[1], word(TILE_LAST_ACROSS));
    pixels[2] = Math.min(pixels[2], word(TILE_FIRST_DOWN));
    pixels[3] = Math.max(pixels[3], word(TILE_LAST_DOWN));
    depths[0] = Math.min(depths[0], real(TILE_NEAREST));
    depths[1] = Math.max(depths[1], real(TILE_FARTHEST));
  }
  const found = length > 0 ? { pixels, depths } : undefined;
  const unclosed = job.unclosed
    ? new Uint8Array(runtime.memory.buffer, tables, job.resolution ** 2).slice()
    : undefined;
  return { length, excess, shortfall, unsurePixels, moments, found, unclosed };
}

/** Runs the job; lists of segments or layers can be read from memory right after. Also settles `edgesCancel`. */
export async function runLayersJob(
  runtime: WasmRuntime,
  list: readonly Participant[],
  job: LayersJob,
  options: JobOptions,
): Promise<TileSums> {
  let tables = 0;
  const write = (at: number) => {
    tables = at;
    writeView(runtime, list, job, at);
  };
  const tableBytes = job.unclosed ? job.resolution ** 2 : 0;
  await runSceneJob(runtime, list, { query: QUERY_LAYERS, adjacency: false, tableBytes, write }, options);
  readEdgeSums(runtime, list);
  return readSums(runtime, job, tables);
}
