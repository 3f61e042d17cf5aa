/** Chooses what makes the pictures: panes on wasm or on WebGPU, or the hardware's rasterizer. */

import type { LeftToWasm } from '../../backend/left-to-wasm.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, runSceneJob, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { ErrorCode } from '../../error-codes.ts';
import { type EngineContext, requireGpu } from '../context.ts';
import { queryNumber } from '../registry.ts';
import { TASK_PREPARE } from './constants.ts';
import { frameOf } from './frame.ts';
import { checkHardware } from './gpu/hardware.ts';
import { type Moved, pruneOnGpu } from './gpu/prune-gpu.ts';
import type { CheckedCullOptions } from './options.ts';
import type { Prune, PruneRounds } from './prune.ts';
import { pruneOnWasm, pruneRoundsOnWasm } from './prune-wasm.ts';
import { CULL_JOB } from './records.ts';

const HARDWARE = 'cull: generator "hardware"';

/** Refuses options that the requested generator does not support. */
export function checkGenerator(context: EngineContext, options: CheckedCullOptions): void {
  if (options.generator === 'hardware') checkHardware(options, requireGpu(context, HARDWARE));
}

/** Brings image coordinates up to date, for what reads them outside of the kernels. */
export async function prepareImages(
  runtime: WasmRuntime,
  list: readonly Participant[],
  { signal }: CheckedCullOptions,
): Promise<void> {
  const write = () => {
    runtime.memory.u32[CULL_JOB.at.task >>> 2] = TASK_PREPARE;
  };
  await runSceneJob(runtime, list, { query: queryNumber('cull'), adjacency: false, write }, signal ? { signal } : {});
}

/** The functions that make the pictures, and the backend that was used. */
export interface Generator {
  readonly prune: Prune;
  /** All visits at once, where that is possible. */
  readonly pruneRounds?: PruneRounds | undefined;
  backend: 'wasm' | 'webgpu';
  restartedAfter?: ErrorCode | undefined;
  leftToWasm?: LeftToWasm | undefined;
}

export async function chooseGenerator(
  context: EngineContext,
  objects: ReadonlyMap<number, SceneObject>,
  list: readonly Participant[],
  options: CheckedCullOptions,
): Promise<Generator> {
  const { runtime, gpus } = context;
  const onWasm = pruneOnWasm(runtime, list, options);
  const pruneRounds = pruneRoundsOnWasm(runtime, list, options);
  const isHardware = options.generator === 'hardware';
  const gpu = isHardware ? requireGpu(context, HARDWARE) : await gpus?.forTriangles('cull', totalTriangles(list));
  if (!gpus || !gpu) return { backend: 'wasm', prune: onWasm, pruneRounds };
  await prepareImages(runtime, list, options);
  const moved = ({ backend, restartedAfter, leftToWasm }: Moved) => {
    generator.backend = backend;
    generator.restartedAfter ??= restartedAfter;
    generator.leftToWasm ??= leftToWasm;
  };
  const tools = { runtime, objects, list, options, frame: frameOf(list) };
  const generator: Generator = {
    backend: 'webgpu',
    ...pruneOnGpu({ runtime, gpus }, gpu, tools, { prune: onWasm, pruneRounds }, moved),
  };
  return generator;
}
