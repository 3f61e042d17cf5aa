/**
 * `collide` on the engine that suits: on the GPU where there is one and the scene is large enough, or lies there already,
 * else on wasm.
 *
 * When a device of our own is lost in the middle of a query, the query is begun again on a new one, or on wasm, and says so
 * (`stats.restartedAfter`). A caller's own device that is gone rejects with `device-lost`. What a GPU that nobody asked for
 * by name has no room for goes to wasm.
 */

import type { EngineGpu } from '../../backend/gpu/engine-gpu.ts';
import type { Gpu } from '../../backend/gpu/gpu.ts';
import { disposedError, type WasmRuntime } from '../../backend/wasm/runtime.ts';
import { participants, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { ErrorCode } from '../../error-codes.ts';
import { EngineError, OptionError } from '../../errors.ts';
import type { EngineContext } from '../context.ts';
import { bringHere, residentPositions } from '../resident.ts';
import type { Collisions, GpuCollisions } from './collide.ts';
import { collideOn, type SceneObjects } from './gpu/collide-gpu.ts';
import type { CheckedCollideOptions } from './options.ts';
import { collideWasm } from './wasm.ts';

const WANT_OF_ROOM: readonly unknown[] = ['gpu-limit', 'out-of-memory'];

const codeOf = (error: unknown): ErrorCode | undefined => (error instanceof EngineError ? error.code : undefined);

export async function collide(
  { runtime, gpus }: EngineContext,
  objects: SceneObjects,
  options: CheckedCollideOptions,
): Promise<Collisions> {
  const gpu = gpus && (await chooseGpu(gpus, objects));
  if (runtime.disposed) throw disposedError();
  if (!gpus || !gpu) return onWasm(runtime, objects, options);
  try {
    return await (await collideOn(gpu)).collide(runtime, objects, options);
  } catch (error) {
    const code = codeOf(error);
    const isLost = code === 'device-lost' && gpus.isOwn;
    if (runtime.disposed || !(isLost || (WANT_OF_ROOM.includes(code) && !gpus.isAsked))) throw error;
    const again = isLost ? await onNewDevice(gpus, runtime, objects, options) : undefined;
    const answer = again ?? (await onWasm(runtime, objects, options));
    return { ...answer, stats: { ...answer.stats, restartedAfter: code } };
  }
}

/** `collide` with its answer left on the caller's device. */
export async function collideInPlace(
  { runtime, gpus }: EngineContext,
  objects: SceneObjects,
  options: CheckedCollideOptions,
): Promise<GpuCollisions> {
  const gpu = gpus?.taker && gpus.current;
  if (gpu) return (await collideOn(gpu)).leave(runtime, objects, options);
  throw new OptionError(
    'needs-device',
    'collide: output "gpu" leaves the answer in buffers of your device. Use createEngine({ backend: \'webgpu\', device }).',
    { option: 'output' },
  );
}

async function chooseGpu(gpus: EngineGpu, objects: SceneObjects): Promise<Gpu | undefined> {
  if ([...objects.values()].some(residentPositions)) return gpus.current;
  return gpus.forTriangles(totalTriangles(participants(objects)));
}

async function onWasm(
  runtime: WasmRuntime,
  objects: SceneObjects,
  options: CheckedCollideOptions,
): Promise<Collisions> {
  await bringHere(objects.values());
  return collideWasm(runtime, objects, options);
}

/** None where there is no other device, or that is lost as well. */
async function onNewDevice(
  gpus: EngineGpu,
  runtime: WasmRuntime,
  objects: SceneObjects,
  options: CheckedCollideOptions,
): Promise<Collisions | undefined> {
  const gpu = await gpus.replaceLost();
  try {
    return gpu && (await (await collideOn(gpu)).collide(runtime, objects, options));
  } catch (error) {
    if (codeOf(error) === 'device-lost') return undefined;
    throw error;
  }
}
