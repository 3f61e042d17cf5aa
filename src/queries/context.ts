/** What a query works with: the kernels with their memory and threads, and the GPU if the engine has one. */

import type { EngineGpu } from '../backend/gpu/engine-gpu.ts';
import type { Gpu } from '../backend/gpu/gpu.ts';
import type { WasmRuntime } from '../backend/wasm/runtime.ts';
import { EngineError } from '../errors.ts';

export interface EngineContext {
  readonly runtime: WasmRuntime;
  /** The GPU at hand; another one after a device was lost, so not to be kept. */
  readonly gpu?: Gpu;
  /** Where it comes from: chosen by the size of the scene, opened again after a loss. None: all on wasm. */
  readonly gpus?: EngineGpu;
}

/** The GPU, for a query that was asked for what only a GPU can do; `what` is told in the error: 'cull: generator "hardware"'. */
export function requireGpu(context: EngineContext, what: string): Gpu {
  if (context.gpu) return context.gpu;
  throw new EngineError(
    'no-webgpu',
    `${what} needs the WebGPU engine, and this one is wasm. Use createEngine({ backend: 'webgpu' }).`,
  );
}
