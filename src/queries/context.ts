/** What queries run on: the kernels with their memory and threads, and the GPU if the engine has one. */

import type { EngineGpu } from '../backend/choose.ts';
import type { Gpu } from '../backend/gpu/gpu.ts';
import type { WasmRuntime } from '../backend/wasm/runtime.ts';
import { EngineError } from '../errors.ts';

export interface EngineContext {
  readonly runtime: WasmRuntime;
  /** The current GPU. Do not keep it: it is replaced when its device is lost. */
  readonly gpu?: Gpu;
  /** Where it comes from: chosen by the size of the scene, opened again after a loss. None: all on wasm. */
  readonly gpus?: EngineGpu;
}

/** The GPU, for options that need one; `what` names the option in the error: 'cull: generator "hardware"'. */
export function requireGpu(context: EngineContext, what: string): Gpu {
  if (context.gpu) return context.gpu;
  throw new EngineError(
    'no-webgpu',
    `${what} needs the WebGPU engine, and this one is wasm. Use createEngine({ backend: 'webgpu' }).`,
  );
}
