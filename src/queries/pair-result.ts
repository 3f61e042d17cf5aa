/** Reads pairs of triangles, and how they were found, out of the engine's memory: what `collide`, `within` and `impacts` have in common. */

import { columnsOf, type Participant, totalTriangles } from '../backend/wasm/participants.ts';
import type { WasmRuntime } from '../backend/wasm/runtime.ts';
import { type Task, wait } from '../backend/wasm/task.ts';
import {
  PHASE_GATHER,
  PHASE_MEET,
  PHASE_PREPARE,
  PHASE_WALK,
  SELECTS_NONE,
  SELECTS_PAIRS,
  THREAD_RECORDS,
} from '../memory/constants.ts';
import { JOB, RESULTS, THREAD } from '../memory/records.ts';
import { AXES } from '../mesh/bounds.ts';
import type { ImageStats } from './image-stats.ts';

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
  /** The time at which the query started. */
  readonly began: number;
}

export interface Pairs {
  readonly trianglePairs: Uint32Array;
  /** The two lowest bits of each hit. */
  readonly kinds: Uint8Array;
  readonly objectPairs: Uint32Array;
}

/** Pairs that are read in one time slice of the calling thread. */
const PAIRS_PER_SLICE = 1 << 18;

/** The hits of a job, with triangles numbered within their objects. Read in time slices, within the job's `exclusive`. */
export function* readPairs(runtime: WasmRuntime, list: readonly Participant[]): Task<Pairs> {
  const words = runtime.memory.u32;
  const hits = words[RESULTS.at.hits >>> 2] >>> 2;
  const count = words[RESULTS.at.hitCount >>> 2];
  const trianglePairs = new Uint32Array(4 * count);
  const kinds = new Uint8Array(count);
  const totals = new Map<number, number>();
  const owners = triangleOwners(list);
  const ids = list[list.length - 1].id + 1;
  // Neighbouring pairs tend to be of the same objects: looked for, and their pairs noted, when the objects change.
  let a = list[0];
  let b = list[0];
  let [endA, endB] = [0, 0];
  let run = 0;
  const note = () => {
    const key = a.id * ids + b.id;
    if (run > 0) totals.set(key, (totals.get(key) ?? 0) + run);
    run = 0;
  };
  for (let i = 0; i < count; i++) {
    if (i > 0 && i % PAIRS_PER_SLICE === 0) yield* wait({ later: () => runtime.yieldThread(), now: () => {} });
    const low = words[hits + 2 * i];
    const triangleA = words[hits + 2 * i + 1];
    const triangleB = low >>> 2;
    if (triangleA < a.triangleStart || triangleA >= endA || triangleB < b.triangleStart || triangleB >= endB) {
      note();
      a = list[owners.indexOf(triangleA)];
      b = list[owners.indexOf(triangleB)];
      endA = a.triangleStart + a.object.triangleCount;
      endB = b.triangleStart + b.object.triangleCount;
    }
    trianglePairs[4 * i] = a.id;
    trianglePairs[4 * i + 1] = triangleA - a.triangleStart;
    trianglePairs[4 * i + 2] = b.id;
    trianglePairs[4 * i + 3] = triangleB - b.triangleStart;
    kinds[i] = low & 3;
    run++;
  }
  note();
  const objectPairs = new Uint32Array(3 * totals.size);
  const sorted = [...totals].sort(([a], [b]) => a - b);
  for (const [i, [objects, total]] of sorted.entries()) {
    objectPairs.set([Math.floor(objects / ids), objects % ids, total], 3 * i);
  }
  return { trianglePairs, kinds, objectPairs };
}

/** The degenerate triangles. */
export function readDegenerate(runtime: WasmRuntime, list: readonly Participant[]): Uint32Array {
  const words = runtime.memory.u32;
  const count = words[RESULTS.at.degenerateCount >>> 2];
  const at = words[RESULTS.at.degenerate >>> 2] >>> 2;
  const degenerate = new Uint32Array(2 * count);
  const owner = triangleOwners(list);
  for (let i = 0; i < count; i++) {
    const { id, triangleStart } = list[owner.indexOf(words[at + i])];
    degenerate[2 * i] = id;
    degenerate[2 * i + 1] = words[at + i] - triangleStart;
  }
  return degenerate;
}

export function sumOverThreads(runtime: WasmRuntime, field: number): number {
  const { f64 } = runtime.memory;
  let sum = 0;
  for (let slot = 0; slot <= runtime.threads; slot++) sum += f64[(THREAD_RECORDS + slot * THREAD.bytes + field) >>> 3];
  return sum;
}

/** From the beginning of one phase to the beginning of another, by the clock. */
export function phaseMilliseconds(runtime: WasmRuntime, from: number, to = from + 1): number {
  const clocks = RESULTS.at.phaseClock >>> 3;
  return runtime.memory.f64[clocks + to] - runtime.memory.f64[clocks + from];
}

/** Stage times by the clock; the walk and the exact tests run mixed, so their time is shared out as the threads spent it. */
export function readTimes(runtime: WasmRuntime, began: number): PairTimes {
  const { f64, u32 } = runtime.memory;
  const clock = (phase: number) => f64[(RESULTS.at.phaseClock >>> 3) + phase];
  // Clocks of browsers are coarse: a difference of two of them may come out below zero.
  const walking = Math.max(0, sumOverThreads(runtime, THREAD.at.walkMs));
  const deciding = sumOverThreads(runtime, THREAD.at.exactMs);
  const selects = u32[JOB.at.selects >>> 2];
  const bounded = clock((selects === SELECTS_NONE ? PHASE_PREPARE : PHASE_GATHER) + 1);
  // Pairs of clusters are walked without an image.
  const drawn = selects === SELECTS_PAIRS ? bounded : clock(PHASE_WALK);
  const walk = Math.max(0, clock((selects === SELECTS_PAIRS ? PHASE_MEET : PHASE_WALK) + 1) - drawn);
  const share = walking + deciding > 0 ? deciding / (walking + deciding) : 0;
  return {
    bounds: Math.max(0, bounded - clock(PHASE_PREPARE)),
    image: Math.max(0, drawn - bounded),
    walk: walk * (1 - share),
    exact: walk * share,
    total: performance.now() - began,
  };
}

/** Statistics that every query for pairs has. */
interface PairStats {
  readonly backend: 'wasm';
  readonly threads: number;
  readonly objects: number;
  readonly triangles: number;
  readonly image: ImageStats;
  readonly candidates: number;
  readonly bytes: { readonly scene: number; readonly query: number };
}

export function readPairStats(
  runtime: WasmRuntime,
  list: readonly Participant[],
  { queryBytes }: JobOutcome,
): PairStats {
  return {
    backend: 'wasm',
    threads: runtime.threads,
    objects: list.length,
    triangles: totalTriangles(list),
    image: readImageStats(runtime),
    candidates: sumOverThreads(runtime, THREAD.at.candidates),
    bytes: { scene: runtime.memory.blocks.usedBytes, query: queryBytes },
  };
}

/** The statistics of a scene without triangles, for which no job runs. */
export function emptyPairStats(runtime: WasmRuntime): PairStats {
  return {
    backend: 'wasm',
    threads: runtime.threads,
    objects: 0,
    triangles: 0,
    image: { axis: 'z', tilesAcross: 0, tilesDown: 0, entries: 0 },
    candidates: 0,
    bytes: { scene: runtime.memory.blocks.usedBytes, query: 0 },
  };
}

function readImageStats(runtime: WasmRuntime): ImageStats {
  const words = runtime.memory.u32;
  return {
    axis: AXES[words[RESULTS.at.axis >>> 2]],
    tilesAcross: words[RESULTS.at.tilesAcross >>> 2],
    tilesDown: words[RESULTS.at.tilesDown >>> 2],
    entries: words[RESULTS.at.entryCount >>> 2],
  };
}

// Finds the participant of a job that a triangle or vertex, numbered through the scene, belongs to.

export class OwnerFinder {
  /** The first number of each participant, then infinity. */
  readonly #starts: Float64Array;
  #index = 0;

  constructor(starts: Float64Array) {
    this.#starts = starts;
  }

  /** Index of the participant. Calls tend to come in ascending order, so the last answer is tried first. */
  indexOf(number: number): number {
    const starts = this.#starts;
    if (number >= starts[this.#index] && number < starts[this.#index + 1]) return this.#index;
    let low = 0;
    let high = starts.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (starts[middle] <= number) low = middle;
      else high = middle - 1;
    }
    this.#index = low;
    return low;
  }
}

export function triangleOwners(list: readonly Participant[]): OwnerFinder {
  return new OwnerFinder(columnsOf(list).triangleStarts);
}
