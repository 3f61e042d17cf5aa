/**
 * `overlapVolume` and `selfOverlapVolume` without images: from the surfaces.
 *
 * Promise: that of volume.ts. It answers for closed objects that, in the box that they share, do not meet themselves and wind once round
 * their inside; for others there is no answer.
 */
import { type Participant, participants, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Collisions } from '../collide/collide.ts';
import { checkCollideOptions } from '../collide/options.ts';
import { collide } from '../collide/run.ts';
import type { EngineContext } from '../context.ts';
import { isClosed } from '../open-mesh.ts';
import type { CheckedVolumeOptions } from '../volume/options.ts';
import { selfSumVolume } from '../volume/self-sum-volume.ts';
import { type MeasuredVolume, sumVolume } from '../volume/sum-volume.ts';
import type { Volume } from '../volume/volume.ts';
import { cutVolume } from './cut-volume.ts';
import { bringExactCoordinates } from './surfaces.ts';

/** Error bounds up to this part of the volume are small. */
const ACCURATE = 1e-9;

/** Null when images have to tell. `objects` are the two. */
export async function exactOverlapVolume(
  context: EngineContext,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedVolumeOptions,
): Promise<Volume | null> {
  const began = performance.now();
  const { runtime } = context;
  const { signal } = options;
  const list = participants(objects);
  if (list.length !== 2 || !list.every(({ object }) => isClosed(runtime, object))) return null;
  const collisions = await collide(context, objects, { ...checkCollideOptions({}), signal });
  await bringExactCoordinates(context, list, signal);
  const measured = await measure(context, objects, list, collisions, signal);
  if (!measured) return null;
  return answerOf(measured, options, {
    backend: collisions.stats.backend,
    threads: runtime.threads,
    triangles: totalTriangles(list),
    began,
  });
}

/** `selfOverlapVolume` without images. Null when images have to tell. `objects` is the one. */
export async function exactSelfOverlapVolume(
  context: EngineContext,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedVolumeOptions,
): Promise<Volume | null> {
  const began = performance.now();
  const { runtime } = context;
  const list = participants(objects);
  if (list.length !== 1 || !isClosed(runtime, list[0].object)) return null;
  await bringExactCoordinates(context, list, options.signal);
  const measured = await selfSumVolume(runtime, list[0], options.signal);
  if (!measured) return null;
  const { threads } = runtime;
  return answerOf(measured, options, { backend: 'wasm', threads, triangles: totalTriangles(list), began });
}

function answerOf(
  measured: MeasuredVolume,
  { tolerance, resolution, generator }: CheckedVolumeOptions,
  { began, ...stats }: Pick<Volume['stats'], 'backend' | 'threads' | 'triangles'> & { readonly began: number },
): Volume {
  return {
    method: 'exact',
    ...measured,
    resolution,
    axes: [],
    generator,
    toleranceMet: tolerance === undefined || measured.errorBound <= tolerance,
    stacks: [],
    openObjects: [],
    unknownVolume: 0,
    stats: {
      ...stats,
      pixels: 0,
      unsurePixels: 0,
      images: 0,
      milliseconds: { total: performance.now() - began },
    },
  };
}

/** By sums; and by cutting where these leave something open, which takes longer. */
async function measure(
  context: EngineContext,
  objects: ReadonlyMap<number, SceneObject>,
  list: readonly Participant[],
  collisions: Collisions,
  signal: AbortSignal | undefined,
): Promise<MeasuredVolume | null> {
  const summed = await sumVolume(context.runtime, list, collisions, signal);
  if (summed === null) return null;
  if (summed && !summed.mayOnlyTouch && isAccurate(summed.measured)) return summed.measured;
  const cut = await cutVolume(context, objects, list, collisions, summed !== undefined, signal);
  if (!cut?.bounds || !summed?.measured.bounds || summed.measured.errorBound > cut.errorBound) return cut;
  return { ...summed.measured, bounds: cut.bounds };
}

/** For regions that are very thin compared with their triangles, cutting may give a tighter bound of the volume. */
function isAccurate({ volume, errorBound }: MeasuredVolume): boolean {
  return errorBound <= ACCURATE * volume || errorBound === 0;
}
