/**
 * What is known of single objects: their self pairs, decided once in their own coordinates and kept until these change, and their
 * degenerate triangles.
 *
 * Why own coordinates: an invertible matrix neither makes triangles meet nor parts them; rounding placed coordinates might.
 */
import type { JobOptions, WasmRuntime } from '../../backend/wasm/runtime.ts';
import { givenBulk, numbered, type Participant, participants, sceneJob } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Task } from '../../backend/wasm/task.ts';
import { JOB, RESULTS } from '../../memory/records.ts';
import type { Box } from '../../tile-lists/image-map.ts';
import { keepParts } from '../keep/keep.ts';
import { findPlacedDegenerate } from '../keep/placed-degenerate.ts';
import { queryNumber } from '../registry.ts';
import { countWanted, type OwnPairs } from './join.ts';
import { type CheckedCollideOptions, checkCollideOptions } from './options.ts';
import { collideListed, SMALL_TRIANGLES } from './wasm.ts';

const QUERY = queryNumber('collide');

/** Self pairs of objects. */
export interface OwnAnswers {
  readonly pairs: ReadonlyMap<SceneObject, OwnPairs>;
  /** The same in ascending order of ids. */
  readonly inOrder: readonly OwnPairs[];
  /** Degenerate triangles of objects that were searched as placed, because their matrix is singular. */
  readonly degenerate: ReadonlyMap<SceneObject, Uint32Array>;
  /** Number of pairs of the kinds asked for. */
  readonly count: number;
  /** Number of objects whose pairs had been kept before the query. */
  readonly keptBefore: number;
}

export const NO_PAIRS: OwnAnswers = { pairs: new Map(), inOrder: [], degenerate: new Map(), count: 0, keptBefore: 0 };

export const running = ({ signal }: Pick<CheckedCollideOptions, 'signal'>) => (signal ? { signal } : {});

/**
 * Self pairs of the objects that are asked for and that `isOwn` selects: kept ones, and those found now, which are kept. Objects with a
 * singular matrix are searched as placed, and nothing of that is kept.
 */
export function* findOwn(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedCollideOptions,
  isOwn: (object: SceneObject) => boolean,
): Task<OwnAnswers> {
  const isKnown = ({ kept }: SceneObject) => kept.pairs && (!options.segments || kept.pairs.segments);
  const wanted = options.selfOf ? list.filter(({ object, id }) => options.selfOf!(object, id)) : list;
  const asked = wanted.filter(({ object }) => isOwn(object));
  const singular = wanted.filter(({ object }) => isSingular(object));
  const unknown = asked.map(({ object }) => object).filter((object) => !isKnown(object));
  yield* findOwnPairs(runtime, oneOfEach(unknown), options.segments, running(options));
  const pairs = new Map<SceneObject, OwnPairs>();
  const degenerate = new Map<SceneObject, Uint32Array>();
  for (const { id, object } of singular) {
    const found = yield* findWhereItIs(runtime, id, object, options);
    pairs.set(object, found.own);
    degenerate.set(object, found.degenerate);
  }
  for (const { id, object } of asked) {
    if (object.kept.pairs) pairs.set(object, { id, matrix: object.matrix, ...object.kept.pairs });
  }
  const inOrder = [...pairs.values()].sort((a, b) => a.id - b.id);
  const count = inOrder.reduce((sum, own) => sum + countWanted(own.pairs, options), 0);
  return { pairs, inOrder, degenerate, count, keptBefore: asked.length - unknown.length };
}

/** Self pairs and degenerate triangles of an object as placed. */
function* findWhereItIs(
  runtime: WasmRuntime,
  id: number,
  object: SceneObject,
  { segments, signal }: CheckedCollideOptions,
): Task<{ own: OwnPairs; degenerate: Uint32Array }> {
  const options = checkCollideOptions({ self: true, between: false, segments, ...(signal && { signal }) });
  const found = yield* collideListed(runtime, participants([[id, object]]), options);
  const pairs = Uint32Array.from({ length: 3 * found.kinds.length }, (_, i) => {
    const pair = Math.floor(i / 3);
    return i % 3 === 2 ? found.kinds[pair] : found.trianglePairs[4 * pair + 1 + 2 * (i % 3)];
  });
  const degenerate = found.degenerateTriangles.filter((_, i) => i % 2 === 1);
  return { own: { id, matrix: undefined, pairs, segments: found.segments }, degenerate };
}

/** Whether an object is placed by a singular matrix. */
export const isSingular = ({ state }: SceneObject): boolean => state.isSingular;

/** One of the instances of each mesh. */
export function oneOfEach(objects: readonly SceneObject[]): SceneObject[] {
  return [...new Map(objects.map((object) => [object.kept, object])).values()];
}

/** Objects with more triangles get a job of their own, in which image coordinates have full precision. */
const LARGE_TRIANGLES = 20_000;
/** Objects with fewer triangles do not suffer from outliers: they have few pairs in all. */
const FEW_TRIANGLES = 1000;
/** Triangles of smaller objects that share one job. */
const TRIANGLES_AT_ONCE = 4_000_000;

/** Must not run at the same time as another job of the same engine. */
export function* findOwnPairs(
  runtime: WasmRuntime,
  objects: readonly SceneObject[],
  segments: boolean,
  options: JobOptions,
): Task<void> {
  let batch: SceneObject[] = [];
  let triangles = 0;
  const flush = function* (): Task<void> {
    if (batch.length > 0) yield* findInBatch(runtime, batch, segments, options);
    batch = [];
    triangles = 0;
  };
  for (const object of objects) {
    const bulk = object.triangleCount > FEW_TRIANGLES ? givenBulk(runtime.memory, object) : undefined;
    if (bulk || object.triangleCount > LARGE_TRIANGLES) yield* findInBatch(runtime, [object], segments, options, bulk);
    else {
      if (triangles + object.triangleCount > TRIANGLES_AT_ONCE) yield* flush();
      batch.push(object);
      triangles += object.triangleCount;
    }
  }
  yield* flush();
}

function* findInBatch(
  runtime: WasmRuntime,
  objects: readonly SceneObject[],
  segments: boolean,
  { signal }: JobOptions,
  bulk?: Box,
): Task<void> {
  const list = numbered(objects.map((object, id) => [id, object]));
  const write = () => {
    const { u32 } = runtime.memory;
    const fields: [number, number][] = [
      [JOB.at.self, 1],
      [JOB.at.between, 0],
      [JOB.at.penetrating, 0],
      [JOB.at.segments, Number(segments)],
      [JOB.at.limit, 0],
      [JOB.at.ignoreCount, 0],
      [RESULTS.at.hitCount, 0],
      [RESULTS.at.degenerateCount, 0],
      [RESULTS.at.segments, 0],
    ];
    for (const [field, value] of fields) u32[field >>> 2] = value;
  };
  const job = {
    query: QUERY,
    adjacency: true,
    given: 'apart',
    smallTriangles: SMALL_TRIANGLES,
    ...(bulk && { bulk }),
    write,
  } as const;
  yield* sceneJob(runtime, list, job, signal ? { signal } : {});
  for (const participant of list) keepPairs(runtime, participant, segments);
}

/** The first index from `from` on at which `isBehind` holds; it holds from there to the end. */
function firstWhere(count: number, isBehind: (i: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Extracts an object's part of the answer: hits and triangles are sorted, so it is contiguous. */
function keepPairs(runtime: WasmRuntime, { object, triangleStart }: Participant, segments: boolean): void {
  const { u32, f64 } = runtime.memory;
  const hits = u32[RESULTS.at.hits >>> 2] >>> 2;
  const hitCount = u32[RESULTS.at.hitCount >>> 2];
  const end = triangleStart + object.triangleCount;
  const from = firstWhere(hitCount, (i) => u32[hits + 2 * i + 1] >= triangleStart);
  const to = firstWhere(hitCount, (i) => u32[hits + 2 * i + 1] >= end);
  const pairs = new Uint32Array(3 * (to - from));
  for (let i = from; i < to; i++) {
    const low = u32[hits + 2 * i];
    pairs[3 * (i - from)] = u32[hits + 2 * i + 1] - triangleStart;
    pairs[3 * (i - from) + 1] = (low >>> 2) - triangleStart;
    pairs[3 * (i - from) + 2] = low & 3;
  }
  const segmentsAt = (u32[RESULTS.at.segments >>> 2] >>> 3) + 6 * from;
  const found = segments && to > from ? f64.slice(segmentsAt, segmentsAt + 6 * (to - from)) : undefined;
  object.kept.pairs = { pairs, segments: found ?? (segments || to === from ? new Float64Array(0) : undefined) };
  const degenerateAt = u32[RESULTS.at.degenerate >>> 2] >>> 2;
  const degenerateCount = u32[RESULTS.at.degenerateCount >>> 2];
  const first = firstWhere(degenerateCount, (i) => u32[degenerateAt + i] >= triangleStart);
  const last = firstWhere(degenerateCount, (i) => u32[degenerateAt + i] >= end);
  object.kept.degenerate = Uint32Array.from(
    u32.subarray(degenerateAt + first, degenerateAt + last),
    (triangle) => triangle - triangleStart,
  );
}

/** Degenerate triangles by object, for objects where the job's own list is not used. */
export type KnownDegenerate = ReadonlyMap<SceneObject, Uint32Array>;

/** For no object. */
export const NONE_DEGENERATE: KnownDegenerate = new Map();

function hasNone(degenerate: KnownDegenerate): boolean {
  for (const { length } of degenerate.values()) if (length > 0) return false;
  return true;
}

/** Degenerate triangles of all objects: known ones where there are any, the job's for the others. */
export function joinDegenerate(
  found: Uint32Array,
  list: readonly Participant[],
  degenerate: KnownDegenerate,
): Uint32Array {
  if (degenerate.size === 0 || (found.length === 0 && hasNone(degenerate))) return found;
  const rows: number[] = [];
  let at = 0;
  for (const { id, object } of list) {
    const known = degenerate.get(object);
    if (known) for (const triangle of known) rows.push(id, triangle);
    for (; at < found.length && found[at] === id; at += 2) if (!known) rows.push(id, found[at + 1]);
  }
  return Uint32Array.from(rows);
}

/** Degenerate triangles of objects with known self pairs: in own coordinates, or as placed where the matrix is singular. */
export function ownDegenerate(own: OwnAnswers): KnownDegenerate {
  const degenerate = new Map<SceneObject, Uint32Array>();
  for (const object of own.pairs.keys())
    degenerate.set(object, own.degenerate.get(object) ?? object.kept.degenerate ?? new Uint32Array(0));
  return degenerate;
}

/**
 * Degenerate triangles of all objects for an answer that needs no job: as placed when pairs between objects are asked for, else in
 * own coordinates.
 */
export function* allDegenerate(
  runtime: WasmRuntime,
  list: readonly Participant[],
  own: OwnAnswers,
  options: CheckedCollideOptions,
): Task<KnownDegenerate> {
  const objects = list.map(({ object }) => object);
  const lacking = objects.filter((object) => !isSingular(object) && object.kept.degenerate === undefined);
  yield* keepParts(runtime, oneOfEach(lacking), new Set(), running(options));
  if (options.between) return yield* findPlacedDegenerate(runtime, objects, running(options));
  return ownDegenerate(own);
}
