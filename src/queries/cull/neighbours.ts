/**
 * Triangles that collide with a neighbour, one with which they share a vertex. Pictures cannot tell those: neighbours
 * overlap wherever they meet. So they are decided exactly, by the vertex fans of `collide`, and what collides is kept.
 */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { checkCollideOptions } from '../collide/options.ts';
import { collideWasm } from '../collide/wasm.ts';
import type { CheckedRunningOptions } from '../options.ts';

/** For each participant, the triangles that collide with a neighbour of theirs. */
export async function collidingNeighbours(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  list: readonly Participant[],
  { signal }: CheckedRunningOptions,
): Promise<readonly ReadonlySet<number>[]> {
  const nothingWalked = new Uint8Array(totalTriangles(list));
  const options = checkCollideOptions({ self: true, between: false, ...(signal && { signal }) });
  const { trianglePairs } = await collideWasm(runtime, objects, options, nothingWalked);
  const indexOf = new Map(list.map(({ id }, index) => [id, index]));
  const found = list.map(() => new Set<number>());
  for (let at = 0; at < trianglePairs.length; at += 4) {
    const set = found[indexOf.get(trianglePairs[at])!];
    set.add(trianglePairs[at + 1]);
    set.add(trianglePairs[at + 3]);
  }
  return found;
}
