/**
 * `collide` on the backend that suits: on the GPU where there is one and the scene is large enough, or lies there already,
 * else on wasm. What happens when the GPU fails: src/backend/choose.ts. What is known without a search: kept.ts.
 */

import { answerOn } from '../../backend/choose.ts';
import type { EngineGpu } from '../../backend/gpu/engine-gpu.ts';
import type { Gpu } from '../../backend/gpu/gpu.ts';
import { withReason } from '../../backend/left-to-wasm.ts';
import { participants, totalTriangles } from '../../backend/wasm/scene-job.ts';
import { inTurns } from '../../backend/wasm/task.ts';
import { OptionError } from '../../errors.ts';
import type { EngineContext } from '../context.ts';
import { collideCulled } from '../on-demand.ts';
import { pairsToIgnore } from '../pair-selection.ts';
import { bringHere, residentPositions } from '../resident.ts';
import type { Collisions, GpuCollisions } from './collide.ts';
import type { SceneObjects } from './gpu/collide-gpu.ts';
import { collideOn } from './gpu/opened.ts';
import { betweenPlaced, collideOnWasm } from './kept.ts';
import type { KeptBetween } from './kept-between.ts';
import type { CheckedCollideOptions } from './options.ts';
import { collideWasm } from './wasm.ts';

/** `kept` is what the scene keeps between queries; without it, all pairs are those of the objects where they are placed. */
export async function collide(
  { runtime, gpus }: EngineContext,
  objects: SceneObjects,
  options: CheckedCollideOptions,
  kept?: KeptBetween,
): Promise<Collisions> {
  // A GPU finds pairs within all objects or none; kept.ts adds those of some.
  const isForWasm = hasPartsOfSelf(options) && !kept;
  const gpu = gpus?.isPossible && !isForWasm ? await chooseGpu(gpus, objects) : undefined;
  const outcome = await answerOn({ runtime, gpus }, gpu, {
    webgpu: async (gpu) => {
      const onGpu = await collideOn(gpu);
      const ignore = pairsToIgnore(objects, options);
      const run = (asked: CheckedCollideOptions) =>
        onGpu.collide(runtime, objects, { ...asked, ignore, pairs: undefined });
      return kept ? betweenPlaced(runtime, objects, options, run) : run(options);
    },
    wasm: async () => {
      // Where none can be taken from a GPU, all positions are here.
      if (gpus?.taker) await bringHere(objects.values());
      return kept ? inTurns(collideOnWasm(runtime, objects, options, kept)) : collideWasm(runtime, objects, options);
    },
  });
  const { answer, restartedAfter, leftToWasm } = outcome;
  if (isForWasm) return withReason({ gpus }, answer, 'some-within');
  if (restartedAfter === undefined && leftToWasm === undefined) return answer;
  const stats = { ...answer.stats, ...(restartedAfter && { restartedAfter }), ...(leftToWasm && { leftToWasm }) };
  return { ...answer, stats };
}

/** The same after visibility culling. */
export function collideAfterCulling(
  context: EngineContext,
  objects: SceneObjects,
  options: CheckedCollideOptions & { readonly cull: NonNullable<CheckedCollideOptions['cull']> },
): Promise<Collisions> {
  return betweenPlaced(context.runtime, objects, options, (changed) =>
    collideCulled(context, objects, { ...changed, cull: options.cull }),
  );
}

/** `collide` with its answer left on the caller's device. */
export async function collideInPlace(
  { runtime, gpus }: EngineContext,
  objects: SceneObjects,
  options: CheckedCollideOptions,
): Promise<GpuCollisions> {
  const gpu = gpus?.taker && gpus.current;
  if (hasPartsOfSelf(options)) {
    throw new OptionError(
      'option-conflict',
      'collide: output "gpu" finds pairs within all objects or within none. Leave [a, a] out of pairs, or use output "cpu".',
      { option: 'output' },
    );
  }
  const ignore = pairsToIgnore(objects, options);
  if (gpu) return (await collideOn(gpu)).leave(runtime, objects, { ...options, ignore, pairs: undefined });
  throw new OptionError(
    'needs-device',
    'collide: output "gpu" leaves the answer in buffers of your device. Use createEngine({ backend: \'webgpu\', device }).',
    { option: 'output' },
  );
}

/** Whether pairs are asked for within some objects and not within others. */
const hasPartsOfSelf = ({ self, selfOf }: CheckedCollideOptions): boolean => self && selfOf !== undefined;

async function chooseGpu(gpus: EngineGpu, objects: SceneObjects): Promise<Gpu | undefined> {
  if (gpus.taker && [...objects.values()].some(residentPositions)) return gpus.current;
  return gpus.forTriangles('collide', totalTriangles(participants(objects)));
}
