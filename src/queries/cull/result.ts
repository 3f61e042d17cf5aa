/** Turns what is left into the answer of `cull`. */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import type { Culled, CullStats } from './cull.ts';
import type { Elements, TriangleOrders } from './elements.ts';
import type { Frame } from './frame.ts';
import type { Generator } from './generator.ts';
import { type CheckedCullOptions, methodName } from './options.ts';
import type { Progress } from './run.ts';
import { overlappingObjects } from './sweep-and-prune.ts';

export interface Left {
  readonly elements: Elements;
  readonly orders: TriangleOrders;
  /** Of what is left of each object (prune.ts), if it is known. */
  readonly boxes: Float32Array | undefined;
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

/** Puts the triangles of an object, which lie from `low` to `high`, into ascending order, which they mostly have; their sets with them. */
function sortByTriangle(triangles: Uint32Array, sets: Uint8Array, low: number, high: number): void {
  let at = low + 1;
  while (at < high && triangles[2 * at - 1] < triangles[2 * at + 1]) at++;
  if (at >= high) return;
  // Triangle and set of each in one number, the triangle first: four times the one, and the other.
  const numbered = new Float64Array(high - low);
  for (let i = low; i < high; i++) numbered[i - low] = 4 * triangles[2 * i + 1] + sets[i];
  numbered.sort();
  for (let i = low; i < high; i++) {
    triangles[2 * i + 1] = Math.floor(numbered[i - low] / 4);
    sets[i] = numbered[i - low] % 4;
  }
}

/** The triangles that are left, by object and number. */
function readSurvivors(list: readonly Participant[], { elements, orders }: Left): Survivors {
  const { count, object, from, to, sets: given } = elements;
  const counts = new Uint32Array(list.length);
  for (let i = 0; i < count; i++) counts[object[i]] += to[i] - from[i];
  const byId = [...list.keys()].sort((a, b) => list[a].id - list[b].id);
  const places = new Uint32Array(list.length);
  let total = 0;
  for (const index of byId) {
    places[index] = total;
    total += counts[index];
  }
  const survivorTriangles = new Uint32Array(2 * total);
  const sets = new Uint8Array(total);
  const ids = Uint32Array.from(list, ({ id }) => id);
  for (let i = 0; i < count; i++) {
    const index = object[i];
    const order = orders[index];
    const end = to[i];
    for (let place = from[i]; place < end; place++) {
      const at = places[index]++;
      survivorTriangles[2 * at] = ids[index];
      survivorTriangles[2 * at + 1] = order ? order[place] : place;
      sets[at] = given[i];
    }
  }
  for (const index of byId) sortByTriangle(survivorTriangles, sets, places[index] - counts[index], places[index]);
  const survivors = Uint32Array.from(
    byId.filter((index) => counts[index] > 0),
    (index) => ids[index],
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
