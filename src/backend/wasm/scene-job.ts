/**
 * A job on the objects of a scene: writes their table and the work of the first phase into memory, runs the job, and
 * notes what of the objects is now up to date.
 *
 * The job's tables and everything it allocates lie behind the scene's blocks and are released when the next one begins;
 * a query reads its results right after `runSceneJob`.
 */

import { NODE_BYTES_ALONE, SELECTS_NONE, SELECTS_PAIRS, SELECTS_SOME } from '../../memory/constants.ts';
import { CONTROL, JOB, OBJECT, PIECE, RESULTS } from '../../memory/records.ts';
import {
  type Box,
  chooseImageMap,
  IDENTITY_MAP,
  type ImageMap,
  mapsApart,
  unionBox,
} from '../../tile-lists/image-map.ts';
import { FirstPhase, needsOwnImage } from './first-phase.ts';
import type { KeptClusters } from './kept-parts.ts';
import type { KernelMemory } from './kernel-memory.ts';
import { clusteredView, givenView, type ObjectView, placedView, writeEnds, writeObject } from './object-table.ts';
import type { JobOptions, WasmRuntime } from './runtime.ts';
import { checkExtent, sceneBox, sceneBulk } from './scene-extent.ts';
import { ALL_MEET, type SceneObject } from './scene-object.ts';

/** An object that takes part, with its id and the numbers of its first triangle and vertex, counted through the scene. */
export interface Participant {
  readonly id: number;
  readonly object: SceneObject;
  readonly triangleStart: number;
  readonly vertexStart: number;
}

export interface SceneJob {
  /** QUERY_COLLIDE and so on. */
  readonly query: number;
  /** Whether the query needs to know which triangles a vertex has. */
  readonly adjacency: boolean;
  /** Whether objects move to where they have been aimed: each then has a second record in the table, for its end. */
  readonly moving?: boolean;
  /**
   * Whether objects are taken as they were given, not as they are placed: with image coordinates side by side, so that none
   * is near another, or without any (`bare`). Or placed, one vertex after the other when it is asked for, also without any.
   */
  readonly given?: 'apart' | 'bare' | 'bare placed';
  /** Where most of the only object lies as it was given, should strays lie far off. */
  readonly bulk?: Box;
  /** Of these objects, which have clusters, only those clusters are looked at that can meet another object. */
  readonly selects?: ReadonlySet<SceneObject>;
  /** Whether only some of the clusters are to be looked at that can meet: an answer that may be short. */
  readonly isTrial?: boolean;
  /** Of which objects pairs within them are asked for; of all when left out. */
  readonly selfOf?: (object: SceneObject) => boolean;
  /** Of which objects, by their ids, pairs with others of them are known and not to be found again; of none when left out. */
  readonly isStill?: (id: number) => boolean;
  /** The map to image coordinates, for a query that chooses its own. */
  readonly map?: ImageMap;
  /** Whether image coordinates are to be centred on where most triangles are, should strays lie far off. */
  readonly centreOnBulk?: boolean;
  /** Triangles up to which the calling thread does the job alone: waking threads would take longer. */
  readonly smallTriangles?: number;
  /** Bytes of the query's own tables, and what writes them and the query's fields; `tables` is aligned to 64. */
  readonly tableBytes?: number;
  readonly write?: (tables: number) => void;
}

export interface SceneJobOutcome {
  /** STOP_NO, or STOP_LIMIT when the query had found enough. */
  readonly stopped: number;
  /** Bytes that the query took beside the scene's own. */
  readonly queryBytes: number;
}

/** Bytes of a vertex in image coordinates, and of the mark of a cluster. */
const IMAGE_BYTES = 16;
const MARK_BYTES = 4;
const align = (address: number): number => Math.ceil(address / 64) * 64;

/** The objects that have triangles, numbered through the scene. Every query begins here, so here scenes are refused. */
export function participants(objects: Iterable<readonly [number, SceneObject]>): Participant[] {
  const list = numbered(objects);
  checkExtent(list);
  return list;
}

/** The objects that have triangles, numbered one behind the other. */
export function numbered(objects: Iterable<readonly [number, SceneObject]>): Participant[] {
  const list: Participant[] = [];
  let triangleStart = 0;
  let vertexStart = 0;
  for (const [id, object] of objects) {
    if (object.triangleCount === 0) continue;
    list.push({ id, object, triangleStart, vertexStart });
    triangleStart += object.triangleCount;
    vertexStart += object.vertexCount;
  }
  return list;
}

/** Where the objects end, in the order of the table: behind them, those that have been aimed. */
function endsOf(list: readonly Participant[], job: SceneJob): SceneObject[] {
  return job.moving ? list.flatMap(({ object }) => object.aimed ?? []) : [];
}

export function totalTriangles(list: readonly Participant[]): number {
  const last = list.at(-1);
  return last ? last.triangleStart + last.object.triangleCount : 0;
}

/**
 * How the objects, and behind them their ends, lie in the job. Allocates what they lack: before the job's own memory begins,
 * because blocks and arena must not mix.
 */
function viewsOf(
  list: readonly Participant[],
  ends: readonly SceneObject[],
  job: SceneJob,
  map: ImageMap,
): ObjectView[] {
  const given =
    job.given === 'apart'
      ? mapsApart(
          list.map(({ object }) => object),
          job.bulk,
        )
      : [];
  const views = list.map(({ object }, i) => {
    if (job.given === 'bare placed') return { ...clusteredView(object, map, undefined), isWide: true };
    if (job.given) return givenView(object, given[i] ?? IDENTITY_MAP, object.rest);
    const clusters = job.selects?.has(object) ? object.kept.clusters : undefined;
    return clusters ? clusteredView(object, map, clusters) : placedView(object, map);
  });
  for (const end of ends) views.push(placedView(end, map));
  return views;
}

/** Where the parts of a job lie in the arena. */
interface JobPlaces {
  readonly table: number;
  readonly pieces: number;
  /** Image coordinates of objects as they were given. */
  readonly images: number;
  /** Nodes of objects without clusters, and marks of clusters. */
  readonly leaves: number;
  readonly marks: number;
  readonly tables: number;
  readonly next: number;
}

/** Marks that an object has where clusters are selected; without clusters it is one leaf. */
const marksOf = (clusters: KeptClusters | undefined): number => clusters?.clusterCount ?? 1;

function placesOf(start: number, views: readonly ObjectView[], pieceCount: number, job: SceneJob): JobPlaces {
  let leaves = 0;
  let marks = 0;
  let vertices = 0;
  for (const view of views) {
    if (job.selects) {
      if (!view.clusters) leaves++;
      marks += marksOf(view.clusters);
    }
    if (needsOwnImage(view, job)) vertices += view.object.vertexCount;
  }
  const pieces = align(start + views.length * OBJECT.bytes);
  const images = align(pieces + pieceCount * PIECE.bytes);
  const leavesAt = align(images + IMAGE_BYTES * vertices);
  const marksAt = align(leavesAt + NODE_BYTES_ALONE * leaves);
  const tables = align(marksAt + MARK_BYTES * marks);
  const next = align(tables + (job.tableBytes ?? 0));
  return { table: start, pieces, images, leaves: leavesAt, marks: marksAt, tables, next };
}

function writeTable(
  memory: KernelMemory,
  list: readonly Participant[],
  views: readonly ObjectView[],
  places: JobPlaces,
  job: SceneJob,
): void {
  let { leaves, marks, images } = places;
  for (let index = 0; index < list.length; index++) {
    const { id, object, triangleStart, vertexStart } = list[index];
    const view = views[index];
    const { clusters } = view;
    const ownImage = needsOwnImage(view, job);
    writeObject(memory, ownImage ? { ...view, image: images } : view, {
      record: places.table + index * OBJECT.bytes,
      index,
      triangleStart,
      vertexStart,
      self: job.selfOf?.(object) ?? true,
      still: job.isStill?.(id) ?? false,
      clusters: clusters?.block ?? 0,
      leaf: leaves,
      marks,
    });
    if (ownImage) images += IMAGE_BYTES * object.vertexCount;
    if (!job.selects) continue;
    if (!clusters) leaves += NODE_BYTES_ALONE;
    marks += MARK_BYTES * marksOf(clusters);
  }
}

function selectionOf(views: readonly ObjectView[], job: SceneJob): number {
  if (!job.selects) return SELECTS_NONE;
  return views.every(({ clusters }) => clusters) ? SELECTS_PAIRS : SELECTS_SOME;
}

function writeJob(
  runtime: WasmRuntime,
  list: readonly Participant[],
  views: readonly ObjectView[],
  pieces: FirstPhase,
  map: ImageMap,
  job: SceneJob,
): JobPlaces {
  const { memory } = runtime;
  const places = placesOf(align(memory.blocks.top), views, pieces.count, job);
  memory.ensure(places.next, 'the query');
  runtime.resetJob(places.next);
  writeTable(memory, list, views, places, job);
  if (views.length > list.length) writeEnds(memory, places.table, list, map);
  const { u32, f64 } = memory;
  pieces.write(u32, places.pieces);
  const last = list[list.length - 1];
  const fields: [number, number][] = [
    [JOB.at.query, job.query],
    [JOB.at.trial, Number(job.isTrial ?? false)],
    [JOB.at.moves, Number(views.length > list.length)],
    [JOB.at.objects, places.table],
    [JOB.at.objectCount, list.length],
    [JOB.at.allObjects, places.table],
    [JOB.at.allObjectCount, list.length],
    [JOB.at.triangleCount, totalTriangles(list)],
    [JOB.at.vertexCount, last.vertexStart + last.object.vertexCount],
    [JOB.at.pieces, places.pieces],
    [JOB.at.pieceCount, pieces.count],
    [JOB.at.selects, selectionOf(views, job)],
    [JOB.at.sources, 0],
    [JOB.at.partlySelf, Number(job.selfOf !== undefined)],
    [JOB.at.masked, Number(list.some(({ object }) => object.filter !== ALL_MEET))],
    [JOB.at.hasStill, Number(job.isStill !== undefined)],
    [JOB.at.survivors, 0],
    [JOB.at.wide, Number(views.some(({ isWide }) => isWide))],
    [RESULTS.at.selectedClusters, 0],
    [RESULTS.at.selectedTriangles, totalTriangles(list)],
  ];
  for (const [field, value] of fields) u32[field >>> 2] = value;
  f64.set([...map.centre, map.scale], JOB.at.map >>> 3);
  job.write?.(places.tables);
  return places;
}

/**
 * Runs a job on at least one object. Must not run at the same time as another job of the same engine: call it within
 * `runtime.exclusive`.
 */
export async function runSceneJob(
  runtime: WasmRuntime,
  list: readonly Participant[],
  job: SceneJob,
  options: JobOptions,
): Promise<SceneJobOutcome> {
  if (!runtime.hasKernelsOf(job.query)) await runtime.loadAllKernels(options.signal);
  const ends = endsOf(list, job);
  const map = job.map ?? mapOf(runtime, list, ends, job);
  const pieces = new FirstPhase(job, Math.max(1, runtime.threads));
  const views = viewsOf(list, ends, job, map);
  let table = 0;
  try {
    pieces.gather(views, list.length);
    table = writeJob(runtime, list, views, pieces, map, job).table;
    const isSmall = totalTriangles(list) <= (job.smallTriangles ?? 0);
    await runtime.runJob({ ...options, isSmall });
  } catch (error) {
    // Linking may not have been finished, or not even begun.
    if (!runtime.disposed) for (const object of pieces.linked) object.dropAdjacency();
    throw error;
  }
  const { u32 } = runtime.memory;
  for (let i = 0; i < views.length && !job.given; i++) {
    if (views[i].clusters) continue;
    views[i].object.markCurrent(map, u32[(table + i * OBJECT.bytes + OBJECT.at.hasTiny) >>> 2] !== 0);
  }
  return {
    stopped: u32[CONTROL.at.stop >>> 2],
    queryBytes: u32[CONTROL.at.arenaNext >>> 2] - align(runtime.memory.blocks.top),
  };
}

/** The map of a query that looks at all objects of a list; for one that looks at some of them, so that images stay valid. */
export function mapOfAll(runtime: WasmRuntime, list: readonly Participant[]): ImageMap {
  return mapOf(runtime, list, [], { query: 0, adjacency: false, centreOnBulk: true });
}

/** The map for all objects of a job. Those that are taken as they were given have maps of their own. */
function mapOf(
  runtime: WasmRuntime,
  list: readonly Participant[],
  ends: readonly SceneObject[],
  job: SceneJob,
): ImageMap {
  if (job.given) return IDENTITY_MAP;
  const allSingle = list.every(({ object }) => object.isSingle) && ends.every((end) => end.isSingle);
  const bulk = () => (job.centreOnBulk ? sceneBulk(runtime.memory, list) : undefined);
  const box = ends.length > 0 ? unionBox([sceneBox(list), ...ends.map((end) => end.box)]) : sceneBox(list);
  return chooseImageMap(box, allSingle, bulk);
}
