/** `closest` on the kernels: makes the trees that are missing, writes the items, runs the job, and reads the answers back. */
import type { JobOptions, WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, participants, runSceneJob } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Triple } from '../../mesh/bounds.ts';
import { queryNumber } from '../registry.ts';
import type { Closest } from './closest.ts';
import { NO_TRIANGLE } from './constants.ts';
import type { CheckedClosestOptions } from './options.ts';
import { CLOSEST_ITEM, CLOSEST_JOB } from './records.ts';
import { makeTrees, matrixOf } from './trees.ts';

/** Two objects of a list, by their places in it, where they are to be compared, and below which distance. */
export interface ClosestQuestion {
  readonly a: number;
  readonly b: number;
  readonly matrixA: ArrayLike<number>;
  readonly matrixB: ArrayLike<number>;
  readonly below: number;
}

export interface ClosestFound {
  readonly distance: number;
  readonly triangleA: number;
  readonly triangleB: number;
  readonly pointA: Triple | undefined;
  readonly pointB: Triple | undefined;
  readonly nodePairs: number;
  readonly trianglePairs: number;
}

function writeItems(
  { memory }: WasmRuntime,
  list: readonly Participant[],
  questions: readonly ClosestQuestion[],
  items: number,
): void {
  const { u32, f64 } = memory;
  u32[CLOSEST_JOB.at.items >>> 2] = items;
  u32[CLOSEST_JOB.at.itemCount >>> 2] = questions.length;
  for (const [i, { a, b, matrixA, matrixB, below }] of questions.entries()) {
    const item = items + i * CLOSEST_ITEM.bytes;
    u32[(item + CLOSEST_ITEM.at.objectA) >>> 2] = a;
    u32[(item + CLOSEST_ITEM.at.objectB) >>> 2] = b;
    u32[(item + CLOSEST_ITEM.at.clustersA) >>> 2] = list[a].object.kept.clusters!.block;
    u32[(item + CLOSEST_ITEM.at.clustersB) >>> 2] = list[b].object.kept.clusters!.block;
    f64[(item + CLOSEST_ITEM.at.below) >>> 3] = below;
    f64.set(matrixA, (item + CLOSEST_ITEM.at.matrixA) >>> 3);
    f64.set(matrixB, (item + CLOSEST_ITEM.at.matrixB) >>> 3);
  }
}

function readItem({ memory }: WasmRuntime, item: number): ClosestFound {
  const { u32, f64 } = memory;
  const double = (field: number) => f64[(item + field) >>> 3];
  const triangle = (field: number) => {
    const number = u32[(item + field) >>> 2];
    return number === NO_TRIANGLE ? -1 : number;
  };
  const point = (k: number): Triple => [
    double(CLOSEST_ITEM.at.points + 24 * k),
    double(CLOSEST_ITEM.at.points + 24 * k + 8),
    double(CLOSEST_ITEM.at.points + 24 * k + 16),
  ];
  const distance = double(CLOSEST_ITEM.at.distance);
  const isFound = distance < Number.POSITIVE_INFINITY;
  return {
    distance,
    triangleA: triangle(CLOSEST_ITEM.at.triangleA),
    triangleB: triangle(CLOSEST_ITEM.at.triangleB),
    pointA: isFound ? point(0) : undefined,
    pointB: isFound ? point(1) : undefined,
    nodePairs: double(CLOSEST_ITEM.at.nodePairs),
    trianglePairs: double(CLOSEST_ITEM.at.trianglePairs),
  };
}

/** Answers questions about objects that have trees. Must not run at the same time as another job of the same engine. */
export async function askClosest(
  runtime: WasmRuntime,
  list: readonly Participant[],
  questions: readonly ClosestQuestion[],
  options: JobOptions,
): Promise<ClosestFound[]> {
  let items = 0;
  const write = (tables: number) => {
    items = tables;
    writeItems(runtime, list, questions, tables);
  };
  const job = {
    query: queryNumber('closest'),
    adjacency: false,
    given: 'bare placed',
    // One piece needs one thread.
    smallTriangles: questions.length > 1 ? 0 : Number.POSITIVE_INFINITY,
    tableBytes: questions.length * CLOSEST_ITEM.bytes,
    write,
  } as const;
  await runSceneJob(runtime, list, job, options);
  return questions.map((_, i) => readItem(runtime, items + i * CLOSEST_ITEM.bytes));
}

const NOTHING: ClosestFound = {
  distance: Number.POSITIVE_INFINITY,
  triangleA: -1,
  triangleB: -1,
  pointA: undefined,
  pointB: undefined,
  nodePairs: 0,
  trianglePairs: 0,
};

/** Runs the query. Must not run at the same time as another job of the same engine. */
export async function closestWasm(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  ids: readonly [number, number],
  options: CheckedClosestOptions,
): Promise<Closest> {
  const began = performance.now();
  options.signal?.throwIfAborted();
  const list = participants(ids.flatMap((id): [number, SceneObject][] => [[id, objects.get(id)!]]));
  const places = ids.map((id) => list.findIndex((entry) => entry.id === id));
  const [a, b] = places;
  let trees = 0;
  let found = NOTHING;
  if (a >= 0 && b >= 0) {
    await makeTrees(
      runtime,
      'closest',
      list.map(({ object }) => object),
      options,
    );
    trees = performance.now() - began;
    const [matrixA, matrixB] = places.map((place) => matrixOf(list[place].object));
    [found] = await askClosest(runtime, list, [{ a, b, matrixA, matrixB, below: options.below }], options);
  }
  const { nodePairs, trianglePairs, ...answer } = found;
  const triangles = list.reduce((sum, { object }) => sum + object.triangleCount, 0);
  const milliseconds = { trees, total: performance.now() - began };
  return { ...answer, stats: { triangles, nodePairs, trianglePairs, milliseconds } };
}
