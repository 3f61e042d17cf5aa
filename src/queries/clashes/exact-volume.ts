/**
 * `overlapVolume` without images: the common volume of two solids, from the pieces of each surface inside the other.
 *
 * Promise: that of volume.ts. It answers for closed objects that do not meet themselves and wind once round their inside;
 * for others there is no answer here.
 */
import { participants, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { checkCollideOptions } from '../collide/options.ts';
import { collide } from '../collide/run.ts';
import type { EngineContext } from '../context.ts';
import { isClosed } from '../open-mesh.ts';
import type { CheckedVolumeOptions } from '../volume/options.ts';
import type { Volume } from '../volume/volume.ts';
import { ClashFinder } from './clash-finder.ts';
import { bringExactCoordinates } from './exact-coordinates.ts';
import { Box } from './measures.ts';
import { checkClashesOptions } from './options.ts';
import { objectsMeetingThemselves } from './self-meetings.ts';
import { solidWindings } from './solid-windings.ts';
import { Surfaces } from './surfaces.ts';
import type { RegionVolume } from './volume.ts';

/** Null when images have to tell. `objects` are the two. */
export async function exactOverlapVolume(
  context: EngineContext,
  objects: ReadonlyMap<number, SceneObject>,
  { signal, tolerance, resolution, generator }: CheckedVolumeOptions,
): Promise<Volume | null> {
  const began = performance.now();
  const { runtime } = context;
  const list = participants(objects);
  if (list.length !== 2 || !list.every(({ object }) => isClosed(runtime, object))) return null;
  const collisions = await collide(context, objects, { ...checkCollideOptions({}), signal });
  await bringExactCoordinates(context, list, signal);
  if ((await objectsMeetingThemselves(runtime, objects, signal)).size > 0) return null;
  const surfaces = new Surfaces(runtime, objects, collisions);
  if (list.some(({ id }) => solidWindings(surfaces.of(id)) === null)) return null;
  signal?.throwIfAborted();
  const finder = new ClashFinder(runtime, surfaces, checkClashesOptions({ depth: false, volume: true }));
  const pairs = Uint32Array.from(collisions.kinds, (_, i) => i);
  await finder.look({ a: list[0].id, b: list[1].id, pairs });
  const { volume, errorBound, bounds, centroid } = total(finder.volumes);
  return {
    method: 'exact',
    volume,
    errorBound,
    bounds,
    centroid,
    resolution,
    axes: [],
    generator,
    toleranceMet: tolerance === undefined || errorBound <= tolerance,
    stacks: [],
    openObjects: [],
    unknownVolume: 0,
    stats: {
      backend: collisions.stats.backend,
      threads: runtime.threads,
      triangles: totalTriangles(list),
      pixels: 0,
      unsurePixels: 0,
      images: 0,
      milliseconds: { total: performance.now() - began },
    },
  };
}

function total(volumes: readonly RegionVolume[]): Pick<Volume, 'volume' | 'errorBound' | 'bounds' | 'centroid'> {
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
