/** One layered depth image on the wasm engine: writes the view, runs the job, and adds up what the panes found. */

import type { JobOptions, WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, runSceneJob } from '../../backend/wasm/scene-job.ts';
import { queryNumber } from '../registry.ts';
import { PANE_PIXELS } from './constants.ts';
import { LAYERS_JOB, LAYERS_PANE } from './records.ts';
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

/** Sums over all panes, in view order: across, down, depth. */
export interface PaneSums {
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
  const panes = Math.ceil(job.resolution / PANE_PIXELS);
  const set = (field: number, value: number) => {
    u32[field >>> 2] = value;
  };
  set(LAYERS_JOB.at.mode, job.mode);
  set(LAYERS_JOB.at.across, job.resolution);
  set(LAYERS_JOB.at.down, job.resolution);
  set(LAYERS_JOB.at.stacks, Number(job.stacks));
  set(LAYERS_JOB.at.panesAcross, panes);
  set(LAYERS_JOB.at.panesDown, panes);
  u32.set(order, LAYERS_JOB.at.axes >>> 2);
  f64.set([...order.map((k) => box[k]), ...order.map((k) => box[k + 3])], LAYERS_JOB.at.box >>> 3);
  for (const [i, { object }] of list.entries())
    set(LAYERS_JOB.at.checkEdges + 4 * i, Number(object.edgesCancel === undefined));
  if (!job.unclosed) return;
  set(LAYERS_JOB.at.unclosed, tables);
  new Uint8Array(runtime.memory.buffer, tables, job.resolution ** 2).fill(0);
}

function readEdgeSums(runtime: WasmRuntime, list: readonly Participant[]): void {
  const { u32 } = runtime.memory;
  for (const [i, { object }] of list.entries()) {
    const at = (LAYERS_JOB.at.edgeSums >>> 2) + 2 * i;
    object.edgesCancel ??= u32[at] === 0 && u32[at + 1] === 0;
  }
}

/** Adds up the panes in their order, so that the sums do not depend on threads. */
function readSums(runtime: WasmRuntime, job: LayersJob, tables: number): PaneSums {
  const { u32, f64 } = runtime.memory;
  const records = u32[LAYERS_JOB.at.paneRecords >>> 2];
  const count = u32[LAYERS_JOB.at.panesAcross >>> 2] * u32[LAYERS_JOB.at.panesDown >>> 2];
  let [length, excess, shortfall, unsurePixels] = [0, 0, 0, 0];
  const moments: [number, number, number] = [0, 0, 0];
  const pixels: [number, number, number, number] = [Infinity, -1, Infinity, -1];
  const depths: [number, number] = [Infinity, -Infinity];
  for (let pane = 0; pane < count; pane++) {
    const record = records + pane * LAYERS_PANE.bytes;
    const word = (field: number) => u32[(record + field) >>> 2];
    const real = (field: number) => f64[(record + field) >>> 3];
    length += real(LAYERS_PANE.at.length);
    excess += real(LAYERS_PANE.at.excess);
    shortfall += real(LAYERS_PANE.at.shortfall);
    unsurePixels += word(LAYERS_PANE.at.unsurePixels);
    if (real(LAYERS_PANE.at.length) === 0) continue;
    for (let k = 0; k < 3; k++) moments[k] += real(LAYERS_PANE.at.moments + 8 * k);
    pixels[0] = Math.min(pixels[0], word(LAYERS_PANE.at.firstAcross));
    pixels[1] = Math.max(pixels[1], word(LAYERS_PANE.at.lastAcross));
    pixels[2] = Math.min(pixels[2], word(LAYERS_PANE.at.firstDown));
    pixels[3] = Math.max(pixels[3], word(LAYERS_PANE.at.lastDown));
    depths[0] = Math.min(depths[0], real(LAYERS_PANE.at.nearest));
    depths[1] = Math.max(depths[1], real(LAYERS_PANE.at.farthest));
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
): Promise<PaneSums> {
  let tables = 0;
  const write = (at: number) => {
    tables = at;
    writeView(runtime, list, job, at);
  };
  const tableBytes = job.unclosed ? job.resolution ** 2 : 0;
  await runSceneJob(runtime, list, { query: queryNumber('volume'), adjacency: false, tableBytes, write }, options);
  readEdgeSums(runtime, list);
  return readSums(runtime, job, tables);
}
