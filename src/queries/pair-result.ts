/** Reads pairs of triangles, and how they were found, out of the engine's memory: what `collide` and `within` have in common. */

import type { WasmRuntime } from '../backend/wasm/runtime.ts';
import type { Participant } from '../backend/wasm/scene-job.ts';
import { PHASE_COUNT_IMAGE, PHASE_PREPARE, PHASE_WALK, THREAD_RECORDS, THREADS_MAX } from '../memory/constants.ts';
import { RESULTS, THREAD } from '../memory/records.ts';

/** The tile lists of a query: view axis (0 x, 1 y, 2 z), grid of tiles, entries of its lists. */
export interface ImageStats {
  readonly axis: 0 | 1 | 2;
  readonly tilesAcross: number;
  readonly tilesDown: number;
  readonly entries: number;
}

interface PairTimes {
  readonly bounds: number;
  readonly image: number;
  readonly walk: number;
  readonly exact: number;
  readonly total: number;
}

export interface JobOutcome {
  readonly stopped: number;
  readonly queryBytes: number;
  /** The clock when the query was taken up. */
  readonly began: number;
}

/** Finds the participant of a triangle numbered through the scene; calls tend to come in ascending order. */
class TriangleOwner {
  readonly #list: readonly Participant[];
  #index = 0;

  constructor(list: readonly Participant[]) {
    this.#list = list;
  }

  of(triangle: number): Participant {
    const list = this.#list;
    const here = list[this.#index];
    if (triangle >= here.triangleStart && triangle < here.triangleStart + here.object.triangleCount) return here;
    let low = 0;
    let high = list.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (list[middle].triangleStart <= triangle) low = middle;
      else high = middle - 1;
    }
    this.#index = low;
    return list[low];
  }
}

export interface Pairs {
  readonly trianglePairs: Uint32Array;
  /** The two lowest bits of each hit. */
  readonly kinds: Uint8Array;
  readonly objectPairs: Uint32Array;
}

/** The hits of a job, with triangles numbered within their objects. */
export function readPairs(runtime: WasmRuntime, list: readonly Participant[]): Pairs {
  const words = runtime.memory.u32;
  const hits = words[RESULTS.at.hits >>> 2] >>> 2;
  const count = words[RESULTS.at.hitCount >>> 2];
  const trianglePairs = new Uint32Array(4 * count);
  const kinds = new Uint8Array(count);
  const totals = new Map<number, number>();
  const ownerA = new TriangleOwner(list);
  const ownerB = new TriangleOwner(list);
  const ids = list[list.length - 1].id + 1;
  // Neighbouring pairs tend to be of the same objects: counted here, and noted when the objects change.
  let key = -1;
  let run = 0;
  const note = () => {
    if (run > 0) totals.set(key, (totals.get(key) ?? 0) + run);
  };
  for (let i = 0; i < count; i++) {
    const low = words[hits + 2 * i];
    const triangleA = words[hits + 2 * i + 1];
    const triangleB = low >>> 2;
    const a = ownerA.of(triangleA);
    const b = ownerB.of(triangleB);
    trianglePairs[4 * i] = a.id;
    trianglePairs[4 * i + 1] = triangleA - a.triangleStart;
    trianglePairs[4 * i + 2] = b.id;
    trianglePairs[4 * i + 3] = triangleB - b.triangleStart;
    kinds[i] = low & 3;
    const next = a.id * ids + b.id;
    if (next === key) {
      run++;
      continue;
    }
    note();
    key = next;
    run = 1;
  }
  note();
  const objectPairs = new Uint32Array(3 * totals.size);
  const sorted = [...totals].sort(([a], [b]) => a - b);
  for (const [i, [objects, total]] of sorted.entries()) {
    objectPairs.set([Math.floor(objects / ids), objects % ids, total], 3 * i);
  }
  return { trianglePairs, kinds, objectPairs };
}

/** The triangles without area. */
export function readDegenerate(runtime: WasmRuntime, list: readonly Participant[]): Uint32Array {
  const words = runtime.memory.u32;
  const count = words[RESULTS.at.degenerateCount >>> 2];
  const at = words[RESULTS.at.degenerate >>> 2] >>> 2;
  const degenerate = new Uint32Array(2 * count);
  const owner = new TriangleOwner(list);
  for (let i = 0; i < count; i++) {
    const { id, triangleStart } = owner.of(words[at + i]);
    degenerate[2 * i] = id;
    degenerate[2 * i + 1] = words[at + i] - triangleStart;
  }
  return degenerate;
}

export function sumOverThreads(runtime: WasmRuntime, field: number): number {
  let sum = 0;
  for (let slot = 0; slot < THREADS_MAX; slot++)
    sum += runtime.memory.f64[(THREAD_RECORDS + slot * THREAD.bytes + field) >>> 3];
  return sum;
}

/** Stage times by the clock; the walk and the exact tests run mixed, so their time is shared out as the threads spent it. */
export function readTimes(runtime: WasmRuntime, began: number): PairTimes {
  const clock = (phase: number) => runtime.memory.f64[(RESULTS.at.phaseClock >>> 3) + phase];
  // Clocks of browsers are coarse: a difference of two of them may come out below zero.
  const walking = Math.max(0, sumOverThreads(runtime, THREAD.at.walkMs));
  const deciding = sumOverThreads(runtime, THREAD.at.exactMs);
  const walk = clock(PHASE_WALK + 1) - clock(PHASE_WALK);
  const share = walking + deciding > 0 ? deciding / (walking + deciding) : 0;
  return {
    bounds: clock(PHASE_PREPARE + 1) - clock(PHASE_PREPARE),
    image: clock(PHASE_WALK) - clock(PHASE_COUNT_IMAGE),
    walk: walk * (1 - share),
    exact: walk * share,
    total: performance.now() - began,
  };
}

export function readImageStats(runtime: WasmRuntime): ImageStats {
  const words = runtime.memory.u32;
  return {
    axis: words[RESULTS.at.axis >>> 2] as 0 | 1 | 2,
    tilesAcross: words[RESULTS.at.tilesAcross >>> 2],
    tilesDown: words[RESULTS.at.tilesDown >>> 2],
    entries: words[RESULTS.at.entryCount >>> 2],
  };
}
