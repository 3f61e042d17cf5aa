/** `collide` on the wasm engine: writes its fields, runs the job, and reads the answer back. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, participants, runSceneJob } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { JOB, RESULTS } from '../../memory/records.ts';
import type { ImageMap } from '../../tile-lists/image-map.ts';
import type { ObjectPair } from '../options.ts';
import { queryNumber } from '../registry.ts';
import type { Selection } from './clusters-to-use.ts';
import type { Collisions } from './collide.ts';
import type { CheckedCollideOptions } from './options.ts';
import { emptyCollisions, readCollisions } from './wasm-result.ts';

/**
 * Below this, a query takes less time on the calling thread than waking others does; and should all of these triangles meet
 * all others, the calling thread is still not held up for more than some frames' time.
 */
export const SMALL_TRIANGLES = 512;

/** The same of a trial, which places the boxes of clusters and looks at a few of them: a millisecond for 400 000 triangles. */
const SMALL_TRIAL_TRIANGLES = 1 << 20;

const NONE_IGNORED = new BigUint64Array(0);

/** Pairs to ignore as indices into the object table, sorted for the kernel's search. */
export function ignoredKeys(ignore: readonly ObjectPair[], list: readonly Participant[]): BigUint64Array {
  if (ignore.length === 0) return NONE_IGNORED;
  const indexOf = new Map(list.map(({ id }, index) => [id, index]));
  const keys = new Set<bigint>();
  for (const [a, b] of ignore) {
    const i = indexOf.get(a);
    const j = indexOf.get(b);
    if (i === undefined || j === undefined || i === j) continue;
    keys.add((BigInt(Math.min(i, j)) << 32n) | BigInt(Math.max(i, j)));
  }
  return BigUint64Array.from([...keys]).sort();
}

/** What the job may use of what is kept (kept.ts); see SceneJob. */
export interface KeptUse {
  readonly selects?: Selection | undefined;
  readonly isTrial?: boolean;
  readonly selfOf?: ((object: SceneObject) => boolean) | undefined;
  readonly isStill?: ((id: number) => boolean) | undefined;
  readonly map?: ImageMap | undefined;
}

/**
 * Runs the query, with the pairs where objects are placed. Must not run at the same time as another job of the same engine. `survivors` is what culling has left:
 * one byte per triangle of all objects (see JOB.at.survivors); triangles that share a vertex are decided all the same.
 */
export async function collideWasm(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedCollideOptions,
  survivors?: Uint8Array,
): Promise<Collisions> {
  return collideListed(runtime, participants(objects), options, survivors);
}

/** The same of the objects of a list. */
export async function collideListed(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedCollideOptions,
  survivors?: Uint8Array,
  use: KeptUse = {},
): Promise<Collisions> {
  const began = performance.now();
  options.signal?.throwIfAborted();
  if (list.length === 0) return emptyCollisions(runtime, options, performance.now() - began);
  const ignored = ignoredKeys(options.ignore, list);
  const write = (tables: number) => {
    const { u32 } = runtime.memory;
    if (ignored.length > 0) new BigUint64Array(runtime.memory.buffer, tables, ignored.length).set(ignored);
    const survivorsAt = tables + ignored.byteLength;
    if (survivors) new Uint8Array(runtime.memory.buffer, survivorsAt, survivors.length).set(survivors);
    u32[JOB.at.self >>> 2] = Number(options.self);
    u32[JOB.at.between >>> 2] = Number(options.between);
    u32[JOB.at.penetrating >>> 2] = Number(options.contacts === 'penetrating');
    u32[JOB.at.segments >>> 2] = Number(options.segments);
    u32[JOB.at.limit >>> 2] = options.limit < 0xffffffff ? options.limit : 0;
    u32[JOB.at.ignore >>> 2] = tables;
    u32[JOB.at.ignoreCount >>> 2] = ignored.length;
    u32[JOB.at.survivors >>> 2] = survivors ? survivorsAt : 0;
    u32[RESULTS.at.hitCount >>> 2] = 0;
    u32[RESULTS.at.degenerateCount >>> 2] = 0;
    u32[RESULTS.at.segments >>> 2] = 0;
  };
  const tableBytes = ignored.byteLength + (survivors?.length ?? 0);
  const job = {
    query: queryNumber('collide'),
    adjacency: options.self,
    centreOnBulk: true,
    smallTriangles: use.isTrial ? SMALL_TRIAL_TRIANGLES : SMALL_TRIANGLES,
    tableBytes,
    write,
    ...use,
  };
  const outcome = await runSceneJob(runtime, list, job, options);
  return readCollisions(runtime, list, options, { ...outcome, began });
}
