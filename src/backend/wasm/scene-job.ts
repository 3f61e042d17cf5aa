/**
 * Runs a job on the objects of a scene: writes the object table and the pieces of the first phase into memory, runs the job, and
 * records which objects are up to date afterwards.
 *
 * The job's tables and everything it allocates lie behind the scene's blocks and are released when the next job begins, so a
 * query reads its results right after `runSceneJob`.
 */
import { EngineError, MeshError } from '../../errors.ts';
import { FORMAT_F32, OBJECTS_PER_PIECE, SELECTS_PAIRS } from '../../memory/constants.ts';
import { CONTROL, JOB, OBJECT, PIECE, RESULTS } from '../../memory/records.ts';
import {
  type Box,
  chooseImageMap,
  extentOf,
  findBulk,
  IDENTITY_MAP,
  type ImageMap,
  unionBox,
} from '../../tile-lists/image-map.ts';
import type { KernelMemory } from './kernel-memory.ts';
import { smallestSet } from './kernels.ts';
import { MARK_BYTES, TableOfViews } from './object-table.ts';
import { arenaStart, columnsOf, numbered, type Participant, surveyOf, totalTriangles } from './participants.ts';
import type { JobOptions, WasmRuntime } from './runtime.ts';
import type { SceneObject } from './scene-object.ts';
import { runAsync, type Task, wait } from './task.ts';

export { numbered, type Participant, totalTriangles } from './participants.ts';

export interface SceneJob {
  /** QUERY_COLLIDE and so on. */
  readonly query: number;
  /** Whether the query needs the adjacency of vertices and triangles; `whole`: of objects that are not searched by their clusters. */
  readonly adjacency: boolean | 'whole';
  /** Whether aimed objects move: each then has a second record in the table, for the end of its motion. */
  readonly moving?: boolean;
  /**
   * Coordinates of the objects. In their own coordinates, unplaced: with image coordinates side by side, so that no object is near
   * another, or without image coordinates (`bare`). Or placed lazily, vertex by vertex, also without image coordinates.
   */
  readonly given?: 'apart' | 'bare' | 'bare placed';
  /** Box of most of the only object in its own coordinates, for objects with a few far outliers. */
  readonly bulk?: Box;
  /**
   * Objects of which only the clusters that can meet another object are searched. `all`: every object has clusters, and only pairs
   * between placed objects are asked for.
   */
  readonly selects?: ReadonlySet<SceneObject> | 'all' | undefined;
  /** Whether to search only some of the clusters that can meet; the answer may then be incomplete. */
  readonly isTrial?: boolean;
  /** Which objects are searched for pairs within them; all by default. */
  readonly selfOf?: ((object: SceneObject, id: number) => boolean) | undefined;
  /** By id, 1 for unchanged objects: pairs among them are already known. */
  readonly unchanged?: Uint8Array | undefined;
  /** The map to image coordinates, for a query that chooses its own. */
  readonly map?: ImageMap | undefined;
  /** Whether image coordinates are centred on most of the triangles, for scenes with a few far outliers. */
  readonly centreOnBulk?: boolean;
  /** Up to this many triangles the calling thread does the job alone, because waking threads would take longer. */
  readonly smallTriangles?: number;
  /** Size in bytes of the query's own tables, and the function that writes them and the query's fields; `tables` is 64-byte aligned. */
  readonly tableBytes?: number;
  readonly write?: (tables: number) => void;
}

export interface SceneJobOutcome {
  /** STOP_NO, or STOP_LIMIT when the query had found enough. */
  readonly stopped: number;
  /** Bytes the query allocated, without the scene's own. */
  readonly queryBytes: number;
}

/** Where a job's table and pieces lie, and the survey of its objects. */
export interface JobTable {
  readonly table: number;
  readonly pieces: number;
  readonly pieceCount: number;
  /** Whether some objects are aimed. */
  readonly moves: boolean;
  /** SELECTS_NONE and so on. */
  readonly selects: number;
  readonly masked: boolean;
  readonly wide: boolean;
  /** The query's own tables. */
  readonly tables: number;
}

/** The objects that have triangles, numbered consecutively. Every query starts here, so unusable scenes are refused here. */
export function participants(objects: Iterable<readonly [number, SceneObject]>): readonly Participant[] {
  const list = numbered(objects);
  checkExtent(list);
  return list;
}

function notReady(): never {
  throw new EngineError(
    'not-ready',
    "the kernels of this query are not loaded. Wait for engine.prepare(['contacts', 'impacts']) before the first call without a promise.",
  );
}

/** Ends of motion in the order of the table; the records of aimed objects follow the others. */
function endsOf(list: readonly Participant[], job: SceneJob): SceneObject[] {
  return job.moving ? list.flatMap(({ object }) => object.aimed ?? []) : [];
}

/** Writes the fields of the job, except its map. */
function writeFields({ memory }: WasmRuntime, list: readonly Participant[], at: JobTable, job: SceneJob): void {
  const last = list[list.length - 1];
  const triangles = totalTriangles(list);
  const { u32 } = memory;
  const set = (field: number, value: number) => {
    u32[field >>> 2] = value;
  };
  set(JOB.at.query, job.query);
  set(JOB.at.trial, Number(job.isTrial ?? false));
  set(JOB.at.moves, Number(at.moves));
  set(JOB.at.objects, at.table);
  set(JOB.at.objectCount, list.length);
  set(JOB.at.allObjects, at.table);
  set(JOB.at.allObjectCount, list.length);
  set(JOB.at.triangleCount, triangles);
  set(JOB.at.vertexCount, last.vertexStart + last.object.vertexCount);
  set(JOB.at.pieces, at.pieces);
  set(JOB.at.pieceCount, at.pieceCount);
  set(JOB.at.selects, at.selects);
  set(JOB.at.sources, 0);
  set(JOB.at.partlySelf, Number(job.selfOf !== undefined));
  set(JOB.at.masked, Number(at.masked));
  set(JOB.at.hasUnchanged, Number(job.unchanged !== undefined));
  set(JOB.at.listed, 0);
  set(JOB.at.survivors, 0);
  set(JOB.at.wide, Number(at.wide));
  set(RESULTS.at.selectedClusters, 0);
  set(RESULTS.at.selectedTriangles, triangles);
  job.write?.(at.tables);
}

function writeMap({ f64 }: WasmRuntime['memory'], { centre, scale }: ImageMap): void {
  const at = JOB.at.map >>> 3;
  f64[at] = centre[0];
  f64[at + 1] = centre[1];
  f64[at + 2] = centre[2];
  f64[at + 3] = scale;
}

/**
 * Runs a job on at least one object. Must not run at the same time as another job of the same engine: call it within
 * `runtime.exclusive`.
 */
export function runSceneJob(
  runtime: WasmRuntime,
  list: readonly Participant[],
  job: SceneJob,
  options: JobOptions,
): Promise<SceneJobOutcome> {
  return runAsync(sceneJob(runtime, list, job, options));
}

/** The same as a task. */
export function* sceneJob(
  runtime: WasmRuntime,
  list: readonly Participant[],
  job: SceneJob,
  options: JobOptions,
): Task<SceneJobOutcome> {
  if (!runtime.hasKernelsOf(job.query)) {
    yield* wait<unknown>({ later: () => runtime.loadKernels(smallestSet(job.query), options.signal), now: notReady });
  }
  const ends = endsOf(list, job);
  const map = job.map ?? mapOf(runtime, list, ends, job);
  const views = job.selects === 'all' ? undefined : new TableOfViews(runtime, list, ends, job, map);
  try {
    writeMap(runtime.memory, map);
    writeFields(runtime, list, views ? views.write() : writeClusteredTable(runtime, list, job), job);
    const isSmall = totalTriangles(list) <= (job.smallTriangles ?? 0);
    const { signal, onProgress } = options;
    const asked = { isSmall, signal, onProgress };
    yield* wait({ later: () => runtime.runJob(asked), now: () => runtime.runJobNow(asked) });
  } catch (error) {
    if (!runtime.disposed) views?.giveUp();
    throw error;
  }
  views?.noteDone();
  const { u32 } = runtime.memory;
  return {
    stopped: u32[CONTROL.at.stop >>> 2],
    queryBytes: u32[CONTROL.at.arenaNext >>> 2] - arenaStart(runtime.memory),
  };
}

/** The map for all objects of a list. A query about some of them uses it too, so that images stay valid. */
export function mapOfAll(runtime: WasmRuntime, list: readonly Participant[]): ImageMap {
  return mapOf(runtime, list, [], { query: 0, adjacency: false, centreOnBulk: true });
}

/** The map for all objects of a job. Objects in their own coordinates have maps of their own. */
function mapOf(
  runtime: WasmRuntime,
  list: readonly Participant[],
  ends: readonly SceneObject[],
  job: SceneJob,
): ImageMap {
  if (job.given) return IDENTITY_MAP;
  const allSingle = surveyOf(list).notSingle === 0 && ends.every((end) => end.isSingle);
  const bulk = () => (job.centreOnBulk ? sceneBulk(runtime.memory, list) : undefined);
  const box = ends.length > 0 ? unionBox([sceneBox(list), ...ends.map((end) => end.box)]) : sceneBox(list);
  return chooseImageMap(box, allSingle, bulk);
}

// How large a scene is: its box, which must not be too small, and where most of it lies.

/** Below this the map to image coordinates would need a scale that is no double. */
const EXTENT_MIN = 2 ** -1000;
const SAMPLES = 1024;

/** The box around all objects of a list, of which there is one at least. */
export function sceneBox(list: readonly Participant[]): Box {
  return surveyOf(list).box;
}

/**
 * Refuses a scene whose extent, the longest side of its box, is below 2^-1000. One whose points all coincide has no extent;
 * no triangle of it has area, which is an answer.
 */
export function checkExtent(list: readonly Participant[]): void {
  if (list.length === 0) return;
  const extent = extentOf(sceneBox(list));
  if (extent > 0 && extent < EXTENT_MIN) {
    throw new MeshError(
      'extent-too-small',
      `the scene: its longest side is ${extent}; expected at least 2^-1000 (about 9.3e-302), or 0. Scale the meshes up, by a power of two to keep them exact.`,
      { extent },
    );
  }
}

/** First corners of an object's triangles as given, every `stride`th from `from` on. Kept, because most objects stay as they are. */
function sampleCorners(
  { u32, f32, f64 }: KernelMemory,
  object: SceneObject,
  from: number,
  stride: number,
): Float64Array {
  const { kept, triangleCount } = object;
  if (kept.sample?.from === from && kept.sample.stride === stride) return kept.sample.points;
  const single = object.format === FORMAT_F32;
  const values = single ? f32 : f64;
  const start = single ? object.rest >>> 2 : object.rest >>> 3;
  const step = single ? 4 : 3;
  const indices = object.indices >>> 2;
  const points = new Float64Array(3 * Math.max(0, Math.ceil((triangleCount - from) / stride)));
  for (let t = from, i = 0; t < triangleCount; t += stride, i += 3) {
    const at = start + step * u32[indices + 3 * t];
    points[i] = values[at];
    points[i + 1] = values[at + 1];
    points[i + 2] = values[at + 2];
  }
  kept.sample = { from, stride, points };
  return points;
}

/** The matrix that an object is placed by, where it lies in memory. */
function placeOf({ f64 }: KernelMemory, { isPlaced, state }: SceneObject): Float64Array | undefined {
  const at = state.matrixAt >>> 3;
  return isPlaced ? f64.subarray(at, at + 16) : undefined;
}

/** Writes points, placed by a matrix up to rounding, at `at` of a list. Returns where they end. */
function placePoints(points: Float64Array, m: Float64Array | undefined, list: Float64Array, at: number): number {
  if (!m) {
    list.set(points, at);
    return at + points.length;
  }
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i];
    const y = points[i + 1];
    const z = points[i + 2];
    list[at + i] = m[0] * x + m[4] * y + m[8] * z + m[12];
    list[at + i + 1] = m[1] * x + m[5] * y + m[9] * z + m[13];
    list[at + i + 2] = m[2] * x + m[6] * y + m[10] * z + m[14];
  }
  return at + points.length;
}

/** Where most of the scene lies, when that is a small part of its box. */
export function sceneBulk(memory: KernelMemory, list: readonly Participant[]): Box | undefined {
  const last = list[list.length - 1];
  const total = last.triangleStart + last.object.triangleCount;
  const stride = Math.max(1, Math.floor(total / SAMPLES)) | 1;
  const points = new Float64Array(3 * Math.ceil(total / stride));
  const { triangleStarts } = columnsOf(list);
  let at = 0;
  for (let i = 0; i < list.length; i++) {
    const start = triangleStarts[i];
    const from = (stride - (start % stride)) % stride;
    if (start + from >= triangleStarts[i + 1]) continue;
    const { object } = list[i];
    if (from >= object.triangleCount) continue;
    at = placePoints(sampleCorners(memory, object, from, stride), placeOf(memory, object), points, at);
  }
  return findBulk(points, sceneBox(list));
}

/** The same for one object in its own coordinates. */
export function givenBulk(memory: KernelMemory, object: SceneObject): Box | undefined {
  const stride = Math.max(1, Math.floor(object.triangleCount / SAMPLES)) | 1;
  return findBulk(sampleCorners(memory, object, 0, stride), object.restBox);
}

// The table of a job that searches all objects by their clusters: the kernels make it, and the pieces of the first phase, from what they
// know of the objects between queries. TypeScript visits no object.

const align = (address: number): number => Math.ceil(address / 64) * 64;

/** The map of the job must have been written. */
export function writeClusteredTable(runtime: WasmRuntime, list: readonly Participant[], job: SceneJob): JobTable {
  const { memory, kernels } = runtime;
  const { ids, states } = columnsOf(list);
  const { clusterCount, masked, tiny } = surveyOf(list);
  const pieceCount = Math.ceil(list.length / OBJECTS_PER_PIECE);
  const table = arenaStart(memory);
  const pieces = align(table + list.length * OBJECT.bytes);
  const marks = align(pieces + pieceCount * PIECE.bytes);
  const tables = align(marks + MARK_BYTES * clusterCount);
  const next = align(tables + (job.tableBytes ?? 0));
  // The list is needed only now, so it lies where the job's own memory begins.
  memory.ensure(next + states.byteLength, 'the query');
  runtime.resetJob(next);
  const { u32 } = memory;
  u32.set(states, next >>> 2);
  u32.fill(0, marks >>> 2, (marks + MARK_BYTES * clusterCount) >>> 2);
  kernels.writeClusteredTable(next, list.length, table, pieces, marks, JOB.at.map);
  const { unchanged } = job;
  if (unchanged) {
    const at = (table + OBJECT.at.unchanged) >>> 2;
    const step = OBJECT.bytes >>> 2;
    for (let i = 0; i < ids.length; i++) u32[at + i * step] = unchanged[ids[i]];
  }
  return {
    table,
    pieces,
    pieceCount,
    moves: false,
    selects: SELECTS_PAIRS,
    masked: masked > 0,
    wide: tiny > 0,
    tables,
  };
}
