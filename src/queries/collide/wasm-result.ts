/** Reads the answer of a `collide` job out of the engine's memory. */
import {
  CTL_HIT_TOTAL,
  OUT_AXIS,
  OUT_DEGENERATE,
  OUT_DEGENERATE_COUNT,
  OUT_ENTRY_COUNT,
  OUT_HIT_COUNT,
  OUT_HITS,
  OUT_PHASE_CLOCK,
  OUT_SEGMENTS,
  OUT_TILES_ACROSS,
  OUT_TILES_DOWN,
  PHASE_COUNT_IMAGE,
  PHASE_PREPARE,
  PHASE_WALK,
  STOP_LIMIT,
  THREAD_CANDIDATES,
  THREAD_CERTIFIED,
  THREAD_EXACT_MS,
  THREAD_FALLBACKS,
  THREAD_NEIGHBOURS,
  THREAD_RECORDS,
  THREAD_STRIDE,
  THREAD_WALK_MS,
  THREADS_MAX,
} from '../../kernels/layout.ts';
import type { WasmRuntime } from '../../wasm/runtime.ts';
import type { Participant } from '../../wasm/scene-job.ts';
import type { CollideStats, CollideTimes, Collisions } from './collide.ts';
import type { CheckedCollideOptions } from './options.ts';

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

interface Pairs {
  readonly trianglePairs: Uint32Array;
  readonly kinds: Uint8Array;
  readonly objectPairs: Uint32Array;
}

function readPairs(words: Uint32Array, hits: number, count: number, list: readonly Participant[]): Pairs {
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

function readDegenerate(runtime: WasmRuntime, list: readonly Participant[]): Uint32Array {
  const words = runtime.memory.u32;
  const count = words[OUT_DEGENERATE_COUNT >>> 2];
  const at = words[OUT_DEGENERATE >>> 2] >>> 2;
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
    sum += runtime.memory.f64[(THREAD_RECORDS + slot * THREAD_STRIDE + field) >>> 3];
  return sum;
}

/** Stage times by the clock; the walk and the exact tests run mixed, so their time is shared out as the threads spent it. */
function readTimes(runtime: WasmRuntime, began: number): CollideTimes {
  const clock = (phase: number) => runtime.memory.f64[(OUT_PHASE_CLOCK >>> 3) + phase];
  const walking = sumOverThreads(runtime, THREAD_WALK_MS);
  const deciding = sumOverThreads(runtime, THREAD_EXACT_MS);
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

function readStats(runtime: WasmRuntime, list: readonly Participant[], outcome: JobOutcome): CollideStats {
  const words = runtime.memory.u32;
  const last = list[list.length - 1];
  return {
    backend: 'wasm',
    threads: runtime.threads,
    objects: list.length,
    triangles: last.triangleStart + last.object.triangleCount,
    milliseconds: readTimes(runtime, outcome.began),
    image: {
      axis: words[OUT_AXIS >>> 2] as 0 | 1 | 2,
      tilesAcross: words[OUT_TILES_ACROSS >>> 2],
      tilesDown: words[OUT_TILES_DOWN >>> 2],
      entries: words[OUT_ENTRY_COUNT >>> 2],
    },
    candidates: sumOverThreads(runtime, THREAD_CANDIDATES),
    certifiedFans: sumOverThreads(runtime, THREAD_CERTIFIED),
    neighbourTests: sumOverThreads(runtime, THREAD_NEIGHBOURS),
    exactFallbacks: sumOverThreads(runtime, THREAD_FALLBACKS),
    bytes: { scene: runtime.memory.blocks.usedBytes, query: outcome.queryBytes },
  };
}

/** What was found, without what it took; alike for every job that leaves its hits behind. */
export function readAnswer(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedCollideOptions,
  stopped: number,
): Omit<Collisions, 'stats'> {
  const words = runtime.memory.u32;
  const count = words[OUT_HIT_COUNT >>> 2];
  const pairs = readPairs(words, words[OUT_HITS >>> 2] >>> 2, count, list);
  const segmentsAt = words[OUT_SEGMENTS >>> 2] >>> 3;
  const segments = options.segments ? runtime.memory.f64.slice(segmentsAt, segmentsAt + 6 * count) : undefined;
  const limited = stopped === STOP_LIMIT || words[CTL_HIT_TOTAL >>> 2] >= options.limit;
  return {
    ...pairs,
    ...(segments && { segments }),
    degenerateTriangles: readDegenerate(runtime, list),
    limited,
  };
}

export function readCollisions(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedCollideOptions,
  outcome: JobOutcome,
): Collisions {
  return { ...readAnswer(runtime, list, options, outcome.stopped), stats: readStats(runtime, list, outcome) };
}

/** The answer for a scene without triangles. */
export function emptyCollisions(
  runtime: WasmRuntime,
  options: CheckedCollideOptions,
  total: number,
  backend: CollideStats['backend'] = 'wasm',
): Collisions {
  return {
    trianglePairs: new Uint32Array(0),
    kinds: new Uint8Array(0),
    ...(options.segments && { segments: new Float64Array(0) }),
    objectPairs: new Uint32Array(0),
    degenerateTriangles: new Uint32Array(0),
    limited: false,
    stats: {
      backend,
      threads: runtime.threads,
      objects: 0,
      triangles: 0,
      milliseconds: { bounds: 0, image: 0, walk: 0, exact: 0, total },
      image: { axis: 2, tilesAcross: 0, tilesDown: 0, entries: 0 },
      candidates: 0,
      certifiedFans: 0,
      neighbourTests: 0,
      exactFallbacks: 0,
      bytes: { scene: runtime.memory.blocks.usedBytes, query: 0 },
    },
  };
}
