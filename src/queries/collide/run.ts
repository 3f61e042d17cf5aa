/**
 * `collide` on the engine that suits: on the GPU where there is one and the scene is large enough, else on wasm.
 *
 * When a device of our own is lost in the middle of a query, the query is begun again on a new one, or on wasm, and says so
 * (`stats.restartedAfter`). A caller's own device that is gone rejects with `device-lost`. What a GPU that nobody asked for
 * by name has no room for goes to wasm.
 */
import { EngineError } from '../../errors.ts';
import type { EngineGpu } from '../../gpu/engine-gpu.ts';
import { disposedError } from '../../wasm/runtime.ts';
import { participants, totalTriangles } from '../../wasm/scene-job.ts';
import type { EngineContext } from '../context.ts';
import type { Collisions } from './collide.ts';
import { collideOn, type SceneObjects } from './gpu.ts';
import type { CheckedCollideOptions } from './options.ts';
import { collideWasm } from './wasm.ts';

const WANT_OF_ROOM: readonly unknown[] = ['gpu-limit', 'out-of-memory'];

export async function collide(
  { runtime, gpus }: EngineContext,
  objects: SceneObjects,
  options: CheckedCollideOptions,
): Promise<Collisions> {
  const gpu = await gpus?.forTriangles(totalTriangles(participants(objects)));
  if (runtime.disposed) throw disposedError();
  if (!gpus || !gpu) return collideWasm(runtime, objects, options);
  try {
    return await (await collideOn(gpu)).collide(runtime, objects, options);
  } catch (error) {
    const code = error instanceof EngineError ? error.code : undefined;
    const isLost = code === 'device-lost' && gpus.isOwn;
    if (runtime.disposed || !(isLost || (WANT_OF_ROOM.includes(code) && !gpus.isAsked))) throw error;
    const answer = (isLost && (await onNewDevice(gpus))) || (await collideWasm(runtime, objects, options));
    return { ...answer, stats: { ...answer.stats, restartedAfter: code } };
  }

  async function onNewDevice(gpus: EngineGpu): Promise<Collisions | undefined> {
    const other = await gpus.replaceLost();
    try {
      return other && (await (await collideOn(other)).collide(runtime, objects, options));
    } catch (error) {
      if (error instanceof EngineError && error.code === 'device-lost') return undefined;
      throw error;
    }
  }
}
