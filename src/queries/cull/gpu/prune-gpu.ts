/** Visits on WebGPU, for sampled coverage: pieces of triangles and their lists are made here, passes on the GPU (panes.ts). */

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
import { GpuPanes, type PaneImage } from './panes.ts';
import { piecesOf } from './pieces.ts';
import { squareLists } from './square-lists.ts';

const panes = new WeakMap<Gpu, Promise<GpuPanes>>();

function panesOf(gpu: Gpu): Promise<GpuPanes> {
  const made = panes.get(gpu) ?? GpuPanes.create(gpu);
  panes.set(gpu, made);
  made.catch(() => panes.delete(gpu));
  return made;
}

const ASKED = 1;
const DRAWN = 2;

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
  const { elements } = visit;
  const image: PaneImage = {
    pieces: words,
    lists: squareLists(words, resolution, entriesMost),
    elementOf: triangles.elementOf as Uint32Array<ArrayBuffer>,
    resolution,
    self,
  };
  await gpuPanes.upload(image);
  const outcome = await makePasses(visit, options, (plan) => {
    options.signal?.throwIfAborted();
    const flags = new Uint32Array(2 * elements.count);
    for (let element = 0; element < elements.count; element++) {
      flags[2 * element] = elements.object[element];
      flags[2 * element + 1] = (plan.isAsked(element) ? ASKED : 0) | (plan.isDrawn(element) ? DRAWN : 0);
    }
    return gpuPanes.pass(image, flags, plan.backward);
  });
  const fragments = image.lists.entries.length * 4 ** image.lists.bits;
  return { ...outcome, fragments, bytes: gpuPanes.bytes };
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
