/** The common volume of two solids by cutting each surface along the other: for what `sumVolume` leaves undecided. */
import type { Participant } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Collisions } from '../collide/collide.ts';
import type { EngineContext } from '../context.ts';
import type { MeasuredVolume } from '../volume/sum-volume.ts';
import { AreaKernels } from './area-kernels.ts';
import { ClashFinder } from './clash-finder.ts';
import { Box } from './measures.ts';
import { checkClashesOptions } from './options.ts';
import { objectsMeetingThemselves } from './self-meetings.ts';
import { solidWindings } from './solid-windings.ts';
import { Surfaces } from './surfaces.ts';
import type { RegionVolume } from './volume.ts';

/** Null when the two are no solids in the plain sense; `areSolids` says that they are known to be where they may meet. */
export async function cutVolume(
  { runtime }: EngineContext,
  objects: ReadonlyMap<number, SceneObject>,
  list: readonly Participant[],
  collisions: Collisions,
  areSolids: boolean,
  signal: AbortSignal | undefined,
): Promise<MeasuredVolume | null> {
  if ((await objectsMeetingThemselves(runtime, objects, signal)).size > 0) return null;
  const surfaces = new Surfaces(runtime, objects, collisions);
  const both = list.map(({ id }) => surfaces.of(id));
  if (both.some((surface) => solidWindings(surface) === null)) return null;
  // One sample of a shell tells its winding numbers if it is connected across edges, not only at a vertex.
  const all = await runtime.loadKernels('all', signal);
  const kernels = new AreaKernels(runtime, all);
  if (!areSolids && !both.every(({ topology }) => kernels.isRegular(topology, undefined))) return null;
  signal?.throwIfAborted();
  const finder = new ClashFinder(runtime, all, surfaces, checkClashesOptions({ depth: false, volume: true }));
  const pairs = Uint32Array.from(collisions.kinds, (_, i) => i);
  try {
    await finder.look({ a: list[0].id, b: list[1].id, pairs });
  } finally {
    finder.close();
  }
  return total(finder.volumes);
}

function total(volumes: readonly RegionVolume[]): MeasuredVolume {
  const sum = (of: (one: RegionVolume) => number) => volumes.reduce((before, one) => before + of(one), 0);
  const volume = sum((one) => one.volume);
  const errorBound = sum((one) => one.errorBound);
  if (!(volume > 0))
    return { volume: 0, errorBound: errorBound + Math.abs(volume), bounds: undefined, centroid: undefined };
  const box = new Box();
  for (const { bounds } of volumes) {
    box.add(...bounds.min);
    box.add(...bounds.max);
  }
  const at = (k: 0 | 1 | 2) => sum(({ moment }) => moment[k]) / volume;
  return { volume, errorBound, bounds: { min: box.min, max: box.max }, centroid: [at(0), at(1), at(2)] };
}
