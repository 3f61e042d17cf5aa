/** Visits on WebGPU, for sampled coverage: pieces of triangles and their lists are made here, passes on the GPU (panes.ts). */

import { answerOn, type Backends } from '../../../backend/choose.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { WasmRuntime } from '../../../backend/wasm/runtime.ts';
import type { Participant } from '../../../backend/wasm/scene-job.ts';
import type { ErrorCode } from '../../../error-codes.ts';
import { CULL_SET } from '../cull.ts';
import type { Frame } from '../frame.ts';
import type { CheckedCullOptions } from '../options.ts';
import { PASSES_MOST, setsOfPass } from '../passes.ts';
import type { Prune, Visit, VisitOutcome, VisitPass } from '../prune.ts';
import { viewTriangles } from '../view-triangles.ts';
import { GpuPanes, type PaneImage, type PanePass } from './panes.ts';
import { piecesOf } from './pieces.ts';
import { squareLists } from './square-lists.ts';

const panes = new WeakMap<Gpu, Promise<GpuPanes>>();

function panesOf(gpu: Gpu): Promise<GpuPanes> {
  const made = panes.get(gpu) ?? GpuPanes.create(gpu);
  panes.set(gpu, made);
  made.catch(() => panes.delete(gpu));
  return made;
}

/** Passes that are submitted at once, an even number: those after the last that is needed find nothing to do. */
const PASSES_PER_RUN = 8;

/** One visit. Fewer entries, which make squares larger, are for tests. */
export async function visitOnGpu(
  gpu: Gpu,
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedCullOptions,
  frame: Frame,
  visit: Visit,
  entriesMost?: number,
): Promise<VisitOutcome> {
  const gpuPanes = await panesOf(gpu);
  const triangles = viewTriangles(runtime, list, visit, frame.map);
  const { words } = piecesOf(triangles, visit.view, options);
  const { resolution, self } = options;
  const image: PaneImage = {
    pieces: words,
    lists: squareLists(words, resolution, entriesMost),
    elementOf: triangles.elementOf as Uint32Array<ArrayBuffer>,
    elements: elementWords(visit),
    resolution,
    self,
    isQuick: options.passes === 'quick',
    pruned: CULL_SET.BFV,
    unknown: CULL_SET.NFV,
  };
  const outcome = await makeRuns(gpuPanes, image, visit, options);
  const fragments = image.lists.entries.length * 4 ** image.lists.bits;
  return { ...outcome, fragments, bytes: gpuPanes.bytes };
}

function elementWords({ elements, kept }: Visit): Uint32Array<ArrayBuffer> {
  const { count, object, from, to } = elements;
  const words = new Uint32Array(4 * count);
  for (let element = 0; element < count; element++) {
    words[4 * element] = object[element];
    words[4 * element + 1] = kept[element];
    words[4 * element + 2] = to[element] - from[element];
  }
  return words;
}

/** The pass with this number within a visit. */
function paneOf(options: CheckedCullOptions, pass: number): PanePass {
  const second = pass % 2 === 1;
  const { FFV, SFV } = CULL_SET;
  return {
    ...setsOfPass(options, second),
    backward: Number(second),
    visible: second ? SFV : FFV,
    visibleBefore: second ? FFV : SFV,
    forgets: Number(options.passes === 'cullide' && !second),
  };
}

/** Makes passes until nothing changes, nothing is left, or the limit is reached: as makePasses does, but for several at a time. */
async function makeRuns(
  gpuPanes: GpuPanes,
  image: PaneImage,
  { elements, iterations, onProgress }: Visit,
  options: CheckedCullOptions,
): Promise<Pick<VisitOutcome, 'passes' | 'stable'>> {
  const passes: VisitPass[] = [];
  const passesMost = Math.min(PASSES_MOST, 2 * iterations);
  let changes = 0;
  while (passes.length < passesMost) {
    options.signal?.throwIfAborted();
    const began = performance.now();
    // A trace wants to see the sets after each.
    const wanted = Math.min(passesMost - passes.length, options.trace ? 1 : PASSES_PER_RUN);
    const asked = Array.from({ length: wanted }, (_, i) => paneOf(options, passes.length + i));
    const found = await gpuPanes.passes(image, elements.sets, asked, passes.length === 0);
    elements.sets.set(found.sets);
    const milliseconds = (performance.now() - began) / found.counts.length;
    for (const { changes: ofPass, ...counts } of found.counts) {
      changes = passes.length % 2 === 0 ? ofPass : changes + ofPass;
      passes.push({ ...counts, milliseconds, ...(options.trace && { sets: elements.sets.slice() }) });
    }
    onProgress?.(1 - 0.5 ** passes.length);
    const isEven = passes.length % 2 === 0;
    if (passes.at(-1)!.after === 0 || (isEven && changes === 0)) return { passes, stable: true };
  }
  return { passes, stable: false };
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
