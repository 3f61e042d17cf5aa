/**
 * Pairs of triangles whose boxes overlap, found once per query, and which of two may hide the other in a view, found once per
 * view (kernels/pairs.ts, kernels/relate.ts).
 */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, runSceneJob } from '../../backend/wasm/scene-job.ts';
import { JOB, RESULTS } from '../../memory/records.ts';
import { queryNumber } from '../registry.ts';
import { TASK_PAIRS, TASK_RELATE } from './constants.ts';
import type { ViewFrame } from './frame.ts';
import type { CheckedCullOptions } from './options.ts';
import { CULL_JOB } from './records.ts';
import { writeSettings, writeView } from './visit-tables.ts';

/** Pairs with what a view shows of them. */
export interface RelatedPairs {
  /** Two per pair: triangles, numbered through the scene. */
  readonly triangles: Uint32Array;
  /** One per pair: HIDES_… */
  readonly relations: Uint8Array;
}

/** What a job that searches pairs of triangles needs to know. */
export function writePairSearch(
  { memory }: WasmRuntime,
  { self }: CheckedCullOptions,
  { between, reach }: { readonly between: boolean; readonly reach: number },
): void {
  const fields: [number, number][] = [
    [JOB.at.self, Number(self)],
    [JOB.at.between, Number(between)],
    [JOB.at.limit, 0],
    [JOB.at.ignoreCount, 0],
    [RESULTS.at.hitCount, 0],
    [RESULTS.at.degenerateCount, 0],
  ];
  for (const [field, value] of fields) memory.u32[field >>> 2] = value;
  memory.f64[CULL_JOB.at.reach >>> 3] = reach;
}

function leftPairs(all: Uint32Array, isLeft: (triangle: number) => boolean): Uint32Array {
  const left = new Uint32Array(all.length);
  let count = 0;
  for (let i = 0; i < all.length; i += 2) {
    if (!isLeft(all[i]) || !isLeft(all[i + 1])) continue;
    left[count++] = all[i];
    left[count++] = all[i + 1];
  }
  return left.subarray(0, count);
}

export class TrianglePairs {
  readonly #runtime: WasmRuntime;
  readonly #list: readonly Participant[];
  readonly #options: CheckedCullOptions;
  readonly #between: boolean;
  #pairs: Uint32Array | undefined;
  readonly #related = new Map<string, RelatedPairs>();
  /** The most that a job took. */
  bytes = 0;

  /** Pairs of different objects if `between`, and within objects if the options say so. */
  constructor(
    runtime: WasmRuntime,
    list: readonly Participant[],
    options: CheckedCullOptions,
    { between }: { readonly between: boolean },
  ) {
    this.#runtime = runtime;
    this.#list = list;
    this.#options = options;
    this.#between = between;
  }

  /** All pairs whose boxes lie no farther apart than the reach: two triangles each, numbered through the scene. */
  async all(reach: number): Promise<Uint32Array> {
    this.#pairs ??= await this.#find(reach);
    return this.#pairs;
  }

  /** The pairs whose triangles are both left, as a view shows them. What is left must only ever become less. */
  async inView(view: ViewFrame, isLeft: (triangle: number) => boolean): Promise<RelatedPairs> {
    const key = JSON.stringify(view);
    const known = this.#related.get(key);
    if (known) return known;
    const pairs = leftPairs(await this.all(view.reach), isLeft);
    const related = { triangles: pairs, relations: await this.#relate(pairs, view) };
    // A frame that is fitted to what is left is not seen again.
    if (!this.#options.refit) this.#related.set(key, related);
    return related;
  }

  async #run(tableBytes: number, write: (tables: number) => void): Promise<void> {
    const job = { query: queryNumber('cull'), adjacency: false, tableBytes, write };
    const { signal } = this.#options;
    const { queryBytes } = await runSceneJob(this.#runtime, this.#list, job, signal ? { signal } : {});
    this.bytes = Math.max(this.bytes, queryBytes);
  }

  async #find(reach: number): Promise<Uint32Array> {
    const { memory } = this.#runtime;
    await this.#run(0, () => {
      memory.u32[CULL_JOB.at.task >>> 2] = TASK_PAIRS;
      writePairSearch(this.#runtime, this.#options, { between: this.#between, reach });
    });
    const count = memory.u32[RESULTS.at.hitCount >>> 2];
    const hits = memory.u32[RESULTS.at.hits >>> 2] >>> 2;
    const pairs = new Uint32Array(2 * count);
    // A hit is lower triangle << 32 | higher triangle << 2 | kind.
    for (let i = 0; i < count; i++) {
      pairs[2 * i] = memory.u32[hits + 2 * i + 1];
      pairs[2 * i + 1] = memory.u32[hits + 2 * i] >>> 2;
    }
    return pairs;
  }

  async #relate(pairs: Uint32Array, view: ViewFrame): Promise<Uint8Array> {
    const count = pairs.length / 2;
    if (count === 0) return new Uint8Array(0);
    const { memory } = this.#runtime;
    let relationsAt = 0;
    await this.#run(pairs.byteLength + count, (tables) => {
      const { u32 } = memory;
      relationsAt = tables + pairs.byteLength;
      u32.set(pairs, tables >>> 2);
      writeSettings(this.#runtime, this.#options, view);
      writeView(this.#runtime, view);
      u32[CULL_JOB.at.task >>> 2] = TASK_RELATE;
      u32[CULL_JOB.at.pairs >>> 2] = tables;
      u32[CULL_JOB.at.pairCount >>> 2] = count;
      u32[CULL_JOB.at.relations >>> 2] = relationsAt;
    });
    return new Uint8Array(memory.buffer, relationsAt, count).slice();
  }
}
