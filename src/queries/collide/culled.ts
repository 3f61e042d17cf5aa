/**
 * `collide` after visibility culling: only what culling leaves is brought together, and pairs within FFV or within SFV are
 * not tested (Quick-CULLIDE, lemma 2). Triangles that share a vertex are decided by their fans in any case.
 *
 * Promise: the same pairs as without culling, if the coverage is `conservative` or `uobb`.
 */
import { withReason } from '../../backend/left-to-wasm.ts';
import { participants, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { EngineContext } from '../context.ts';
import { type CollideCulledStats, CULL_SET } from '../cull/cull.ts';
import { cull } from '../cull/run.ts';
import type { Collisions } from './collide.ts';
import type { CheckedCollideOptions } from './options.ts';
import { collideWasm } from './wasm.ts';

/** The part of the progress that culling is given. */
const CULL_SHARE = 0.7;

export async function collideCulled(
  context: EngineContext,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedCollideOptions & { readonly cull: NonNullable<CheckedCollideOptions['cull']> },
): Promise<Collisions> {
  const began = performance.now();
  const { signal, onProgress } = options;
  const part = (from: number, to: number) => onProgress && ((done: number) => onProgress(from + (to - from) * done));
  const culling = { ...options.cull, self: options.self, signal, onProgress: part(0, CULL_SHARE) };
  const culled = await cull(context, objects, culling, { neighbours: false });
  const list = participants(objects);
  const startOf = new Map(list.map(({ id, triangleStart }) => [id, triangleStart]));
  const survivors = new Uint8Array(totalTriangles(list));
  const { survivorTriangles, sets } = culled;
  // The second pass does not test an element against itself, so SFV says nothing of two triangles of one object or cluster.
  const untold = options.self && options.cull.level !== 'triangle' ? CULL_SET.SFV : undefined;
  for (const [i, set] of sets.entries()) {
    const triangle = startOf.get(survivorTriangles[2 * i])! + survivorTriangles[2 * i + 1];
    survivors[triangle] = 1 + (set === untold ? CULL_SET.NFV : set);
  }
  const cullStats: CollideCulledStats = {
    method: culled.method,
    passes: culled.passes,
    survivors: culled.survivors.length,
    survivorTriangles: sets.length,
    ...culled.stats,
  };
  const walking = { ...options, onProgress: part(CULL_SHARE, 1) };
  const { stats, ...collisions } = await collideWasm(context.runtime, objects, walking, survivors);
  const milliseconds = { cull: culled.stats.milliseconds.total, total: performance.now() - began };
  const answer = {
    ...collisions,
    stats: { ...stats, milliseconds: { ...stats.milliseconds, ...milliseconds }, cull: cullStats },
  };
  return withReason(context, answer, 'after-culling');
}
