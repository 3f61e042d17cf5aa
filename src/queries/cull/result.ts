/** Turns what is left into the answer of `cull`. */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import type { Culled, CullStats } from './cull.ts';
import { type Elements, type TriangleOrders, triangleTotal } from './elements.ts';
import type { Frame } from './frame.ts';
import type { Generator } from './generator.ts';
import { type CheckedCullOptions, methodName } from './options.ts';
import type { Progress } from './run.ts';
import { overlappingObjects } from './sweep-and-prune.ts';

export interface Left {
  readonly elements: Elements;
  readonly orders: TriangleOrders;
  readonly frame: Frame;
  readonly progress: Progress;
  readonly blind: CullStats['blind'];
  readonly trianglePairs: Uint32Array | undefined;
}

interface Survivors {
  readonly survivors: Uint32Array;
  readonly survivorTriangles: Uint32Array;
  readonly sets: Uint8Array;
}

/** The numbers in ascending order, which they mostly have. */
function ascending(numbers: Float64Array): Float64Array {
  for (let i = 1; i < numbers.length; i++) if (numbers[i - 1] > numbers[i]) return numbers.sort();
  return numbers;
}

/** The triangles that are left, by object and number. */
function readSurvivors(list: readonly Participant[], { elements, orders }: Left): Survivors {
  const counts = new Uint32Array(list.length);
  for (let i = 0; i < elements.count; i++) counts[elements.object[i]] += elements.to[i] - elements.from[i];
  // Triangle and set of each that is left in one number, the triangle first: four times the one, and the other.
  const left = Array.from(counts, (count) => new Float64Array(count));
  const ends = new Uint32Array(list.length);
  for (let element = 0; element < elements.count; element++) {
    const index = elements.object[element];
    const order = orders[index];
    for (let place = elements.from[element]; place < elements.to[element]; place++) {
      left[index][ends[index]++] = 4 * (order ? order[place] : place) + elements.sets[element];
    }
  }
  const count = triangleTotal(elements);
  const survivorTriangles = new Uint32Array(2 * count);
  const sets = new Uint8Array(count);
  const byId = [...list.keys()].sort((a, b) => list[a].id - list[b].id);
  let at = 0;
  for (const index of byId) {
    for (const numbered of ascending(left[index])) {
      survivorTriangles[2 * at] = list[index].id;
      survivorTriangles[2 * at + 1] = Math.floor(numbered / 4);
      sets[at++] = numbered % 4;
    }
  }
  const survivors = Uint32Array.from(
    byId.filter((index) => counts[index] > 0),
    (index) => list[index].id,
  );
  return { survivors, survivorTriangles, sets };
}

export function readCulled(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedCullOptions,
  left: Left,
  {
    backend,
    restartedAfter,
    leftToWasm,
    triangles,
    began,
  }: Pick<CullStats, 'backend' | 'triangles'> & Pick<Generator, 'restartedAfter' | 'leftToWasm'> & { began: number },
): Culled {
  const { passes, trace, levels, fragments, bytes, keptNeighbours, swept, milliseconds } = left.progress;
  const survivors = readSurvivors(list, left);
  const stats: CullStats = {
    backend,
    threads: runtime.threads,
    objects: list.length,
    triangles,
    levels,
    fragments,
    keptNeighbours,
    swept,
    blind: left.blind,
    milliseconds: { ...milliseconds, total: performance.now() - began },
    bytes: { scene: runtime.memory.blocks.usedBytes, query: bytes },
    ...(restartedAfter !== undefined && { restartedAfter }),
    ...(leftToWasm !== undefined && { leftToWasm }),
  };
  return {
    method: methodName(options),
    coverage: options.coverage,
    passes,
    ...survivors,
    objectPairs: overlappingObjects(runtime, list, left, options.distance),
    ...(left.trianglePairs && { trianglePairs: left.trianglePairs }),
    ...(options.trace && { trace }),
    stats,
  };
}

/** The answer for a scene without triangles. */
export function emptyCulled(runtime: WasmRuntime, options: CheckedCullOptions, total: number): Culled {
  return {
    method: methodName(options),
    coverage: options.coverage,
    passes: [],
    survivors: new Uint32Array(0),
    survivorTriangles: new Uint32Array(0),
    sets: new Uint8Array(0),
    objectPairs: new Uint32Array(0),
    ...(options.pairs && { trianglePairs: new Uint32Array(0) }),
    ...(options.trace && { trace: [] }),
    stats: {
      backend: 'wasm',
      threads: runtime.threads,
      objects: 0,
      triangles: 0,
      levels: [],
      fragments: 0,
      keptNeighbours: 0,
      swept: 0,
      blind: [],
      milliseconds: { clusters: 0, neighbours: 0, prune: 0, total },
      bytes: { scene: runtime.memory.blocks.usedBytes, query: 0 },
    },
  };
}
