/**
 * A job on the objects of a scene: writes their table and the work of the first phase into memory, runs the job, and
 * notes what of the objects is now up to date.
 *
 * The job's tables and everything it allocates lie behind the scene's blocks and are released when the next one begins;
 * a query reads its results right after `runSceneJob`.
 */

import { PIECE_ADJACENCY, PIECE_BOUND, PIECE_IMAGE, PIECE_PLACE } from '../../memory/constants.ts';
import { CONTROL, JOB, OBJECT, PIECE } from '../../memory/records.ts';
import { chooseImageMap, IDENTITY_MAP, type ImageMap, unionBox } from '../../tile-lists/image-map.ts';
import type { JobOptions, WasmRuntime } from './runtime.ts';
import { checkExtent, sceneBox, sceneBulk } from './scene-extent.ts';
import type { SceneObject } from './scene-object.ts';

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

interface Piece {
  readonly kind: number;
  readonly object: number;
  readonly from: number;
  readonly to: number;
}

const VERTICES_PER_PIECE = 32768;
/** Triangles from which adjacency is linked by several threads at once. */
const TRIANGLES_PER_LINKING = 16384;

const align = (address: number): number => Math.ceil(address / 64) * 64;

/** The objects that have triangles, numbered through the scene. Every query begins here, so here scenes are refused. */
export function participants(objects: Iterable<readonly [number, SceneObject]>): Participant[] {
  const list: Participant[] = [];
  let triangleStart = 0;
  let vertexStart = 0;
  for (const [id, object] of objects) {
    if (object.triangleCount === 0) continue;
    list.push({ id, object, triangleStart, vertexStart });
    triangleStart += object.triangleCount;
    vertexStart += object.vertexCount;
  }
  checkExtent(list);
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

function coordinatePieces(index: number, object: SceneObject, map: ImageMap, pieces: Piece[]): void {
  const isOwnImage = object.imageFor(map, IDENTITY_MAP) === object.rest;
  let kind = PIECE_BOUND;
  if (!isOwnImage && object.needsImage(map)) {
    kind = object.needsPlacing() ? PIECE_PLACE : PIECE_IMAGE;
    if (kind === PIECE_PLACE) object.forgetTiny();
    object.markStale();
  }
  for (let from = 0; from < object.vertexCount; from += VERTICES_PER_PIECE) {
    pieces.push({ kind, object: index, from, to: Math.min(object.vertexCount, from + VERTICES_PER_PIECE) });
  }
}

function adjacencyPieces(index: number, object: SceneObject, threads: number, pieces: Piece[]): void {
  const parts = Math.max(1, Math.min(threads, Math.floor(object.triangleCount / TRIANGLES_PER_LINKING)));
  const step = Math.ceil(object.vertexCount / parts);
  for (let from = 0; from < object.vertexCount; from += step) {
    pieces.push({ kind: PIECE_ADJACENCY, object: index, from, to: Math.min(object.vertexCount, from + step) });
  }
}

/**
 * Lists the work of the first phase, and allocates what the objects lack: before the job's own memory begins, because
 * blocks and arena must not mix. Objects whose adjacency is to be linked are noted in `linked`.
 */
function gatherPieces(
  list: readonly Participant[],
  ends: readonly SceneObject[],
  map: ImageMap,
  adjacency: boolean,
  threads: number,
  linked: SceneObject[],
): Piece[] {
  const pieces: Piece[] = [];
  for (const [i, end] of ends.entries()) {
    end.reserveWorld();
    coordinatePieces(list.length + i, end, map, pieces);
  }
  for (const [index, { object }] of list.entries()) {
    if (adjacency && !object.adjacency) {
      linked.push(object);
      object.reserveAdjacency();
      adjacencyPieces(index, object, threads, pieces);
    }
    object.reserveWorld();
    coordinatePieces(index, object, map, pieces);
  }
  return pieces;
}

function writeObject(
  runtime: WasmRuntime,
  record: number,
  { object, triangleStart, vertexStart }: Omit<Participant, 'id'>,
  map: ImageMap,
): void {
  const { u32, f64 } = runtime.memory;
  const set = (field: number, value: number) => {
    u32[(record + field) >>> 2] = value;
  };
  const exact = object.exact;
  set(OBJECT.at.vertexCount, object.vertexCount);
  set(OBJECT.at.triangleCount, object.triangleCount);
  set(OBJECT.at.triangleStart, triangleStart);
  set(OBJECT.at.vertexStart, vertexStart);
  set(OBJECT.at.image, object.imageFor(map, IDENTITY_MAP));
  set(OBJECT.at.rest, object.rest);
  set(OBJECT.at.restFormat, object.format);
  set(OBJECT.at.world, object.world);
  set(OBJECT.at.indices, object.indices);
  set(OBJECT.at.firstCorner, object.adjacency?.firstCorner ?? 0);
  set(OBJECT.at.nextCorner, object.adjacency?.nextCorner ?? 0);
  set(OBJECT.at.fans, object.adjacency?.fans ?? 0);
  set(OBJECT.at.exact, exact.address);
  set(OBJECT.at.exactFormat, exact.format);
  set(OBJECT.at.hasTiny, Number(object.isWide));
  set(OBJECT.at.end, 0);
  set(OBJECT.at.swept, 0);
  if (object.matrix) f64.set(object.matrix, (record + OBJECT.at.matrix) >>> 3);
}

/** Writes the records of the end positions behind those of the objects, and links each object to its own. */
function writeEnds(runtime: WasmRuntime, table: number, list: readonly Participant[], map: ImageMap): void {
  const { u32, f32 } = runtime.memory;
  let record = table + list.length * OBJECT.bytes;
  for (const [i, { object, triangleStart, vertexStart }] of list.entries()) {
    if (!object.aimed) continue;
    const start = table + i * OBJECT.bytes;
    writeObject(runtime, record, { object: object.aimed, triangleStart, vertexStart }, map);
    // Boxes are joined to what is there.
    f32.fill(3.4e38, (record + OBJECT.at.low) >>> 2, (record + OBJECT.at.low + 16) >>> 2);
    f32.fill(-3.4e38, (record + OBJECT.at.high) >>> 2, (record + OBJECT.at.high + 16) >>> 2);
    u32[(start + OBJECT.at.end) >>> 2] = record;
    const swept = object.aimed.imageFor(map, IDENTITY_MAP) - object.imageFor(map, IDENTITY_MAP);
    u32[(start + OBJECT.at.swept) >>> 2] = swept;
    u32[(record + OBJECT.at.swept) >>> 2] = swept;
    record += OBJECT.bytes;
  }
}

function writeJob(
  runtime: WasmRuntime,
  list: readonly Participant[],
  ends: readonly SceneObject[],
  pieces: readonly Piece[],
  map: ImageMap,
  job: SceneJob,
): void {
  const arenaStart = align(runtime.memory.blocks.top);
  const piecesAt = align(arenaStart + (list.length + ends.length) * OBJECT.bytes);
  const tables = align(piecesAt + pieces.length * PIECE.bytes);
  const arenaNext = align(tables + (job.tableBytes ?? 0));
  runtime.memory.ensure(arenaNext, 'the query');
  runtime.resetJob(arenaNext);
  for (const [i, participant] of list.entries()) {
    writeObject(runtime, arenaStart + i * OBJECT.bytes, participant, map);
  }
  if (ends.length > 0) writeEnds(runtime, arenaStart, list, map);
  const { u32, f64 } = runtime.memory;
  for (const [i, piece] of pieces.entries()) {
    u32.set([piece.kind, piece.object, piece.from, piece.to], (piecesAt + i * PIECE.bytes) >>> 2);
  }
  const last = list[list.length - 1];
  const fields: [number, number][] = [
    [JOB.at.query, job.query],
    [JOB.at.objects, arenaStart],
    [JOB.at.objectCount, list.length],
    [JOB.at.triangleCount, totalTriangles(list)],
    [JOB.at.vertexCount, last.vertexStart + last.object.vertexCount],
    [JOB.at.pieces, piecesAt],
    [JOB.at.pieceCount, pieces.length],
    [JOB.at.survivors, 0],
    [JOB.at.wide, Number([...list.map(({ object }) => object), ...ends].some((object) => object.isWide))],
  ];
  for (const [field, value] of fields) u32[field >>> 2] = value;
  f64.set([...map.centre, map.scale], JOB.at.map >>> 3);
  job.write?.(tables);
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
  const ends = endsOf(list, job);
  const placed = [...list.map(({ object }) => object), ...ends];
  const allSingle = placed.every((object) => object.isSingle);
  const bulk = () => (job.centreOnBulk ? sceneBulk(runtime.memory, list) : undefined);
  const box = ends.length > 0 ? unionBox(placed.map((object) => object.box)) : sceneBox(list);
  const map = job.map ?? chooseImageMap(box, allSingle, bulk);
  const linked: SceneObject[] = [];
  try {
    const pieces = gatherPieces(list, ends, map, job.adjacency, Math.max(1, runtime.threads), linked);
    writeJob(runtime, list, ends, pieces, map, job);
    const isSmall = totalTriangles(list) <= (job.smallTriangles ?? 0);
    await runtime.runJob({ ...options, isSmall });
  } catch (error) {
    // Linking may not have been finished, or not even begun.
    if (!runtime.disposed) for (const object of linked) object.dropAdjacency();
    throw error;
  }
  const { u32 } = runtime.memory;
  const objectsAt = u32[JOB.at.objects >>> 2];
  for (const [i, object] of placed.entries()) {
    object.markCurrent(map, u32[(objectsAt + i * OBJECT.bytes + OBJECT.at.hasTiny) >>> 2] !== 0);
  }
  return {
    stopped: u32[CONTROL.at.stop >>> 2],
    queryBytes: u32[CONTROL.at.arenaNext >>> 2] - align(runtime.memory.blocks.top),
  };
}
