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
import { findPlacedFlat } from '../keep/placed-flat.ts';
import { queryNumber } from '../registry.ts';
import { countWanted, type OwnPairs } from './join.ts';
import { type CheckedCollideOptions, checkCollideOptions } from './options.ts';
import { collideListed, SMALL_TRIANGLES } from './wasm.ts';

const QUERY = queryNumber('collide');

/** Pairs of objects with themselves. */
export interface OwnAnswers {
  readonly pairs: ReadonlyMap<SceneObject, OwnPairs>;
  /** The same in ascending order of ids. */
  readonly inOrder: readonly OwnPairs[];
  /** Triangles without area of objects that were looked at where they are. */
  readonly flat: ReadonlyMap<SceneObject, Uint32Array>;
  /** How many pairs there are of the kinds that are asked for. */
  readonly count: number;
  /** Objects whose pairs had been kept before the query. */
  readonly keptBefore: number;
}

export const NO_PAIRS: OwnAnswers = { pairs: new Map(), inOrder: [], flat: new Map(), count: 0, keptBefore: 0 };

export const running = ({ signal }: Pick<CheckedCollideOptions, 'signal'>) => (signal ? { signal } : {});

/**
 * The pairs of those objects with themselves that are asked for and `isOwn` says: kept ones, and what is not yet kept is found. Objects in a
 * place that cannot be undone are looked at where they are, and nothing is kept of that.
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
  const flat = new Map<SceneObject, Uint32Array>();
  for (const { id, object } of singular) {
    const found = yield* findWhereItIs(runtime, id, object, options);
    pairs.set(object, found.own);
    flat.set(object, found.flat);
  }
  for (const { id, object } of asked) {
    if (object.kept.pairs) pairs.set(object, { id, matrix: object.matrix, ...object.kept.pairs });
  }
  const inOrder = [...pairs.values()].sort((a, b) => a.id - b.id);
  const count = inOrder.reduce((sum, own) => sum + countWanted(own.pairs, options), 0);
  return { pairs, inOrder, flat, count, keptBefore: asked.length - unknown.length };
}

/** The pairs of an object with itself, and its triangles without area, where it is placed. */
function* findWhereItIs(
  runtime: WasmRuntime,
  id: number,
  object: SceneObject,
  { segments, signal }: CheckedCollideOptions,
): Task<{ own: OwnPairs; flat: Uint32Array }> {
  const options = checkCollideOptions({ self: true, between: false, segments, ...(signal && { signal }) });
  const found = yield* collideListed(runtime, participants([[id, object]]), options);
  const pairs = Uint32Array.from({ length: 3 * found.kinds.length }, (_, i) => {
    const pair = Math.floor(i / 3);
    return i % 3 === 2 ? found.kinds[pair] : found.trianglePairs[4 * pair + 1 + 2 * (i % 3)];
  });
  const flat = found.degenerateTriangles.filter((_, i) => i % 2 === 1);
  return { own: { id, matrix: undefined, pairs, segments: found.segments }, flat };
}

/** Whether an object lies in a place that cannot be undone. */
export const isSingular = ({ state }: SceneObject): boolean => state.isSingular;

/** One of the instances of each mesh. */
export function oneOfEach(objects: readonly SceneObject[]): SceneObject[] {
  return [...new Map(objects.map((object) => [object.kept, object])).values()];
}

/** Objects with more triangles get a job of their own, in which image coordinates have full precision. */
const LARGE_TRIANGLES = 20_000;
/** Objects with fewer triangles do not suffer from outliers: the number of all their pairs is small. */
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
  const flatAt = u32[RESULTS.at.degenerate >>> 2] >>> 2;
  const flatCount = u32[RESULTS.at.degenerateCount >>> 2];
  const first = firstWhere(flatCount, (i) => u32[flatAt + i] >= triangleStart);
  const last = firstWhere(flatCount, (i) => u32[flatAt + i] >= end);
  object.kept.flat = Uint32Array.from(
    u32.subarray(flatAt + first, flatAt + last),
    (triangle) => triangle - triangleStart,
  );
}

/** Degenerate triangles by object, for objects where the job's own list is not used. */
export type KnownFlat = ReadonlyMap<SceneObject, Uint32Array>;

/** For no object. */
export const NO_FLAT: KnownFlat = new Map();

function hasNone(flat: KnownFlat): boolean {
  for (const { length } of flat.values()) if (length > 0) return false;
  return true;
}

/** Degenerate triangles of all objects: known ones where there are any, the job's for the others. */
export function joinFlat(found: Uint32Array, list: readonly Participant[], flat: KnownFlat): Uint32Array {
  if (flat.size === 0 || (found.length === 0 && hasNone(flat))) return found;
  const rows: number[] = [];
  let at = 0;
  for (const { id, object } of list) {
    const known = flat.get(object);
    if (known) for (const triangle of known) rows.push(id, triangle);
    for (; at < found.length && found[at] === id; at += 2) if (!known) rows.push(id, found[at + 1]);
  }
  return Uint32Array.from(rows);
}

/** Degenerate triangles of objects with kept self pairs: in own coordinates, or as placed where the matrix is singular. */
export function givenFlat(own: OwnAnswers): KnownFlat {
  const flat = new Map<SceneObject, Uint32Array>();
  for (const object of own.pairs.keys())
    flat.set(object, own.flat.get(object) ?? object.kept.flat ?? new Uint32Array(0));
  return flat;
}

/**
 * Degenerate triangles of all objects for an answer that needs no job: as placed when pairs between objects are asked for, else in
 * own coordinates.
 */
export function* allFlat(
  runtime: WasmRuntime,
  list: readonly Participant[],
  own: OwnAnswers,
  options: CheckedCollideOptions,
): Task<KnownFlat> {
  const objects = list.map(({ object }) => object);
  const lacking = objects.filter((object) => !isSingular(object) && object.kept.flat === undefined);
  yield* keepParts(runtime, oneOfEach(lacking), new Set(), running(options));
  if (options.between) return yield* findPlacedFlat(runtime, objects, running(options));
  return givenFlat(own);
}
