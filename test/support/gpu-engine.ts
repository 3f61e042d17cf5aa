/** Engines on a given `Gpu`, so that tests choose workgroups and limits. The device stays its owner's. */
import { OpenEngine } from '../../src/engine.ts';
import { openDevice } from '../../src/gpu/device.ts';
import { EngineGpu } from '../../src/gpu/engine-gpu.ts';
import { Gpu } from '../../src/gpu/gpu.ts';
import type { WorkSizes } from '../../src/gpu/work-sizes.ts';
import type { Engine } from '../../src/index.ts';
import { WasmRuntime } from '../../src/wasm/runtime.ts';

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
  return new OpenEngine(runtime, new EngineGpu(new Gpu(device, options.workSizes), false, true, 0));
}
