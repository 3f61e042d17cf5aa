/** Fragment lists on WebGPU, for sampled coverage: shapes on the CPU, lists and walks on the GPU (layers.ts). */

import { answerOn, type Backends } from '../../../backend/choose.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { WasmRuntime } from '../../../backend/wasm/runtime.ts';
import type { Participant } from '../../../backend/wasm/scene-job.ts';
import type { ErrorCode } from '../../../error-codes.ts';
import type { Frame } from '../frame.ts';
import type { CheckedCullOptions } from '../options.ts';
import { makePasses } from '../passes.ts';
import type { Prune, Visit, VisitOutcome } from '../prune.ts';
import { viewTriangles } from '../view-triangles.ts';
import { GpuLayers, type ImageSettings, type Slab } from './layers.ts';
import { gpuShapes } from './shapes.ts';

/** Pixels that one thread goes through at most; larger triangles are done in several pieces. */
const PIECE_PIXELS = 2048;
/** Pixels whose lists are made at a time, at most. */
const SLAB_PIXELS = 1 << 24;
/** Of numbers in single precision, the last below the one that says "nothing". */
const DEEPEST_SINGLE = 4294967040;

const layers = new WeakMap<Gpu, Promise<GpuLayers>>();

function layersOf(gpu: Gpu): Promise<GpuLayers> {
  const made = layers.get(gpu) ?? GpuLayers.create(gpu);
  layers.set(gpu, made);
  made.catch(() => layers.delete(gpu));
  return made;
}

/** Pieces of all triangles that show in the rows. */
function slabOf(rects: Int32Array, firstRow: number, rows: number): Slab {
  const pieces: number[] = [];
  for (let rank = 0; 4 * rank < rects.length; rank++) {
    const [x0, y0, x1, y1] = rects.subarray(4 * rank, 4 * rank + 4);
    if (x0 > x1) continue;
    const first = Math.max(y0, firstRow);
    const last = Math.min(y1, firstRow + rows - 1);
    const step = Math.max(1, Math.floor(PIECE_PIXELS / (x1 - x0 + 1)));
    for (let row = first; row <= last; row += step) pieces.push(rank, row, Math.min(step, last - row + 1), 0);
  }
  return { firstRow, rows, pieces: Uint32Array.from(pieces), total: 0 };
}

/** Slabs whose lists fit: as few as can be, counted. */
async function planSlabs(
  gpuLayers: GpuLayers,
  rects: Int32Array,
  settings: ImageSettings,
  slabPixels: number,
): Promise<Slab[]> {
  const { resolution } = settings;
  const slabs: Slab[] = [];
  let rows = Math.max(1, Math.min(resolution, Math.floor(slabPixels / resolution)));
  for (let firstRow = 0; firstRow < resolution; ) {
    const slab = slabOf(rects, firstRow, Math.min(rows, resolution - firstRow));
    slab.total = await gpuLayers.count(slab, settings);
    if (slab.total > gpuLayers.fragmentsMost && slab.rows > 1) {
      rows = Math.ceil(slab.rows / 2);
      continue;
    }
    slabs.push(slab);
    firstRow += slab.rows;
  }
  return slabs;
}

const ASKED = 1;
const DRAWN = 2;

/** One visit. Fewer pixels to a slab are for tests. */
export async function visitOnGpu(
  gpu: Gpu,
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedCullOptions,
  frame: Frame,
  visit: Visit,
  slabPixels = SLAB_PIXELS,
): Promise<VisitOutcome> {
  const gpuLayers = await layersOf(gpu);
  const triangles = viewTriangles(runtime, list, visit, frame.map);
  const { functions, rects } = gpuShapes(triangles, visit.view, options);
  const { elements } = visit;
  const settings: ImageSettings = {
    resolution: options.resolution,
    self: options.self,
    deepest: Math.min(2 ** options.depthBits, DEEPEST_SINGLE),
  };
  await gpuLayers.upload(functions, rects, triangles.elementOf as Uint32Array<ArrayBuffer>);
  const slabs = await planSlabs(gpuLayers, rects, settings, slabPixels);
  const isKept = slabs.length === 1;
  if (isKept) await gpuLayers.fill(slabs[0], settings);
  const outcome = await makePasses(visit, options, async (plan) => {
    const flags = new Uint32Array(2 * elements.count);
    for (let element = 0; element < elements.count; element++) {
      flags[2 * element] = elements.object[element];
      flags[2 * element + 1] = (plan.isAsked(element) ? ASKED : 0) | (plan.isDrawn(element) ? DRAWN : 0);
    }
    await gpuLayers.openPass(flags);
    for (const slab of slabs) {
      options.signal?.throwIfAborted();
      if (!isKept) {
        await gpuLayers.count(slab, settings);
        await gpuLayers.fill(slab, settings);
      }
      await gpuLayers.walk(slab, settings, plan.backward, isKept && plan.pass > 0);
    }
    return gpuLayers.readHidden(elements.count);
  });
  const fragments = slabs.reduce((sum, { total }) => sum + total, 0);
  return { ...outcome, fragments, bytes: gpuLayers.bytes };
}

/**
 * Visits on the GPU. Where src/backend/choose.ts has one begun again, it goes on from the sets as they are then, and all
 * that follow are made where that one was. `onRestart` hears of it.
 */
export function pruneOnGpu(
  { runtime, gpus }: { runtime: WasmRuntime; gpus: Backends['gpus'] },
  first: Gpu,
  list: readonly Participant[],
  options: CheckedCullOptions,
  frame: Frame,
  onWasm: Prune,
  onRestart: (backend: 'wasm' | 'webgpu', reason: ErrorCode) => void,
): Prune {
  let current: Gpu | undefined = first;
  return async (visit) => {
    const { answer, gpu, restartedAfter } = await answerOn({ runtime, gpus }, current, {
      webgpu: (on) => visitOnGpu(on, runtime, list, options, frame, visit),
      wasm: () => onWasm(visit),
    });
    current = gpu;
    if (restartedAfter !== undefined) onRestart(gpu ? 'webgpu' : 'wasm', restartedAfter);
    return answer;
  };
}
