/** The coordinates that the exact tests use, brought into the kernels' memory. */
import type { Participant } from '../../backend/wasm/scene-job.ts';
import { chooseImageMap, unionBox } from '../../tile-lists/image-map.ts';
import { prepareObjects } from '../collide/gpu/settle.ts';
import type { EngineContext } from '../context.ts';
import { bringToCpu } from '../resident.ts';

/** Makes sure that the coordinates that the exact tests use are in the kernels' memory. */
export async function bringExactCoordinates(
  { runtime }: EngineContext,
  list: readonly Participant[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const objects = list.map(({ object }) => object);
  await bringToCpu(objects);
  if (!objects.some((object) => object.needsPlacing())) return;
  const map = chooseImageMap(
    unionBox(objects.map(({ box }) => box)),
    objects.every(({ isSingle }) => isSingle),
  );
  await prepareObjects(runtime, list, map, { signal });
}
