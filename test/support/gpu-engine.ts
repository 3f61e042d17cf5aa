/** Engines on a given `Gpu`, so that tests choose workgroups and limits. The device stays its owner's. */

import { EngineGpu } from '../../src/backend/choose.ts';
import { openDevice } from '../../src/backend/gpu/device.ts';
import { Gpu } from '../../src/backend/gpu/gpu.ts';
import type { WorkSizes } from '../../src/backend/gpu/work-sizes.ts';
import { WasmRuntime } from '../../src/backend/wasm/runtime.ts';
import { OpenEngine } from '../../src/engine.ts';
import type { Engine } from '../../src/index.ts';

export interface GpuEngineOptions {
  workSizes?: WorkSizes;
  /** Lower than those of the device. */
  limits?: Readonly<Record<string, number>>;
  threads?: number;
}

export async function engineOn(handle: GPUDevice, options: GpuEngineOptions = {}): Promise<Engine> {
  const device = await openDevice({ device: handle });
  Object.assign(device.limits, options.limits);
  const runtime = await WasmRuntime.open(options.threads ?? 0);
  return new OpenEngine(runtime, new EngineGpu(new Gpu(device, options.workSizes), false, true));
}
