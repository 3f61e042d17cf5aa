/**
 * The object table of a job: one record for each object that takes part, behind them one for each end of a motion.
 *
 * Objects are listed as placed or in own coordinates. Where clusters are selected, objects with clusters need no placed coordinates:
 * selected clusters are placed during the job.
 */
import {
  FORMAT_F32,
  FORMAT_PLACED,
  NODE_BYTES_ALONE,
  PIECE_ADJACENCY,
  PIECE_BOUND,
  PIECE_IMAGE,
  PIECE_PLACE,
  SELECTS_NONE,
  SELECTS_SOME,
} from '../../memory/constants.ts';
import { OBJECT, PIECE } from '../../memory/records.ts';
import { IDENTITY_MAP, type ImageMap, mapsApart, sameMap } from '../../tile-lists/image-map.ts';
import type { KeptClusters } from './kept-parts.ts';
import type { KernelMemory } from './kernel-memory.ts';
import { ALL_MEET } from './object-state.ts';
import { arenaStart, type Participant } from './participants.ts';
import type { WasmRuntime } from './runtime.ts';
import type { JobTable, SceneJob } from './scene-job.ts';
import type { SceneObject } from './scene-object.ts';

/** An object's coordinates in a job. */
export interface ObjectView {
  readonly object: SceneObject;
  readonly map: ImageMap;
  readonly image: number;
  readonly world: number;
  readonly exact: { readonly address: number; readonly format: number };
  readonly isWide: boolean;
  /** Whether its matrix applies; otherwise coordinates are its own. */
  readonly isPlaced: boolean;
  /** Clusters to be selected from, if any are. */
  readonly clusters: KeptClusters | undefined;
}

/** As placed; memory for placed and image coordinates is reserved if there is none yet. */
export function placedView(object: SceneObject, map: ImageMap): ObjectView {
  object.reserveWorld();
  const { exact, world, isWide, isPlaced } = object;
  const image = object.imageFor(map, IDENTITY_MAP);
  return { object, map, image, world, exact, isWide, isPlaced, clusters: undefined };
}

/** As placed, by its clusters: these are placed when they are selected. */
export function clusteredView(object: SceneObject, map: ImageMap, clusters: KeptClusters | undefined): ObjectView {
  const { isPlaced, rest, format } = object;
  const image = object.isSingle && sameMap(map, IDENTITY_MAP) ? rest : 0;
  const exact = { address: rest, format: isPlaced ? FORMAT_PLACED : format };
  return { object, map, image, world: 0, exact, isWide: object.isGivenWide, isPlaced, clusters };
}

/** In own coordinates, with its image coordinates at `image`. */
export function givenView(object: SceneObject, map: ImageMap, image: number): ObjectView {
  const { rest, format, isGivenWide } = object;
  const exact = { address: rest, format };
  return { object, map, image, world: 0, exact, isWide: isGivenWide, isPlaced: false, clusters: undefined };
}

/** The record's fields other than the coordinates. */
export interface RecordPlace {
  readonly record: number;
  /** Its number in the table. */
  readonly index: number;
  readonly triangleStart: number;
  readonly vertexStart: number;
  /** Whether pairs within it are asked for. */
  readonly self: boolean;
  /** Whether its pairs with other unchanged objects are known. */
  readonly isUnchanged: boolean;
  /** Its clusters, where some are to be selected, else 0; the node of an object without any, and where the marks are to be. */
  readonly clusters: number;
  readonly leaf: number;
  readonly marks: number;
}

export function writeObject({ u32, f64 }: KernelMemory, view: ObjectView, place: RecordPlace): void {
  const { object, exact, map } = view;
  const at = place.record >>> 2;
  const { adjacency } = object;
  u32[at + (OBJECT.at.vertexCount >>> 2)] = object.vertexCount;
  u32[at + (OBJECT.at.triangleCount >>> 2)] = object.triangleCount;
  u32[at + (OBJECT.at.triangleStart >>> 2)] = place.triangleStart;
  u32[at + (OBJECT.at.vertexStart >>> 2)] = place.vertexStart;
  u32[at + (OBJECT.at.image >>> 2)] = view.image;
  u32[at + (OBJECT.at.rest >>> 2)] = object.rest;
  u32[at + (OBJECT.at.restFormat >>> 2)] = object.format;
  u32[at + (OBJECT.at.world >>> 2)] = view.world;
  u32[at + (OBJECT.at.indices >>> 2)] = object.indices;
  u32[at + (OBJECT.at.firstCorner >>> 2)] = adjacency ? adjacency.firstCorner : 0;
  u32[at + (OBJECT.at.nextCorner >>> 2)] = adjacency ? adjacency.nextCorner : 0;
  u32[at + (OBJECT.at.fans >>> 2)] = adjacency ? adjacency.fans : 0;
  u32[at + (OBJECT.at.exact >>> 2)] = exact.address;
  u32[at + (OBJECT.at.exactFormat >>> 2)] = exact.format;
  u32[at + (OBJECT.at.hasTiny >>> 2)] = view.isWide ? 1 : 0;
  u32[at + (OBJECT.at.end >>> 2)] = 0;
  u32[at + (OBJECT.at.swept >>> 2)] = 0;
  u32[at + (OBJECT.at.original >>> 2)] = place.index;
  u32[at + (OBJECT.at.self >>> 2)] = place.self ? 1 : 0;
  u32[at + (OBJECT.at.category >>> 2)] = object.filter.category;
  u32[at + (OBJECT.at.mask >>> 2)] = object.filter.mask;
  u32[at + (OBJECT.at.unchanged >>> 2)] = place.isUnchanged ? 1 : 0;
  u32[at + (OBJECT.at.clusters >>> 2)] = place.clusters;
  u32[at + (OBJECT.at.leaf >>> 2)] = place.leaf;
  u32[at + (OBJECT.at.marks >>> 2)] = place.marks;
  const matrixAt = (place.record + OBJECT.at.matrix) >>> 3;
  const from = object.state.matrixAt >>> 3;
  if (view.isPlaced) for (let i = 0; i < 16; i++) f64[matrixAt + i] = f64[from + i];
  else for (let i = 0; i < 16; i++) f64[matrixAt + i] = i % 5 === 0 ? 1 : 0;
  const mapAt = (place.record + OBJECT.at.map) >>> 3;
  f64[mapAt] = map.centre[0];
  f64[mapAt + 1] = map.centre[1];
  f64[mapAt + 2] = map.centre[2];
  f64[mapAt + 3] = map.scale;
}

/** Writes the records of the ends, `views` in the order of their objects, behind those of the objects, and tells each object of its own. */
function writeEnds(
  memory: KernelMemory,
  table: number,
  list: readonly Participant[],
  views: readonly ObjectView[],
  map: ImageMap,
): void {
  const { u32, f32 } = memory;
  const common = { self: true, isUnchanged: false, leaf: 0 };
  let record = table + list.length * OBJECT.bytes;
  let next = 0;
  for (const [index, { object, triangleStart, vertexStart }] of list.entries()) {
    if (!object.aimed) continue;
    const start = table + index * OBJECT.bytes;
    const view = views[next++];
    const clusters = view.clusters?.block ?? 0;
    const marks = u32[(start + OBJECT.at.marks) >>> 2];
    writeObject(memory, view, { ...common, record, index, triangleStart, vertexStart, clusters, marks });
    // Boxes are joined to what is there.
    f32.fill(3.4e38, (record + OBJECT.at.low) >>> 2, (record + OBJECT.at.low + 16) >>> 2);
    f32.fill(-3.4e38, (record + OBJECT.at.high) >>> 2, (record + OBJECT.at.high + 16) >>> 2);
    u32[(start + OBJECT.at.end) >>> 2] = record;
    // What is gathered of clusters gets image coordinates of its own.
    const swept = clusters ? 0 : object.aimed.imageFor(map, IDENTITY_MAP) - object.imageFor(map, IDENTITY_MAP);
    u32[(start + OBJECT.at.swept) >>> 2] = swept;
    u32[(record + OBJECT.at.swept) >>> 2] = swept;
    record += OBJECT.bytes;
  }
}

// The table and the pieces of the first phase, made object by object.

/** Bytes of a vertex in image coordinates, and of the mark of a cluster. */
const IMAGE_BYTES = 16;
export const MARK_BYTES = 4;
const align = (address: number): number => Math.ceil(address / 64) * 64;

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
  const selected = job.selects === 'all' ? undefined : job.selects;
  const views = list.map(({ object }, i) => {
    if (job.given === 'bare placed') return { ...clusteredView(object, map, undefined), isWide: true };
    if (job.given) return givenView(object, given[i] ?? IDENTITY_MAP, object.rest);
    const clusters = selected?.has(object) ? object.kept.clusters : undefined;
    return clusters ? clusteredView(object, map, clusters) : placedView(object, map);
  });
  if (ends.length === 0) return views;
  // An end has the vertices of its object: where clusters of that are searched, so are those of the end.
  for (const [i, { object }] of list.entries()) {
    if (!object.aimed) continue;
    const { clusters } = views[i];
    views.push(clusters ? clusteredView(object.aimed, map, clusters) : placedView(object.aimed, map));
  }
  return views;
}

export class TableOfViews {
  readonly #runtime: WasmRuntime;
  readonly #list: readonly Participant[];
  readonly #job: SceneJob;
  readonly #map: ImageMap;
  readonly #views: readonly ObjectView[];
  readonly #pieces: FirstPhase;
  #table = 0;

  constructor(
    runtime: WasmRuntime,
    list: readonly Participant[],
    ends: readonly SceneObject[],
    job: SceneJob,
    map: ImageMap,
  ) {
    this.#runtime = runtime;
    this.#list = list;
    this.#job = job;
    this.#map = map;
    this.#pieces = new FirstPhase(job, Math.max(1, runtime.threads));
    this.#views = viewsOf(list, ends, job, map);
  }

  write(): JobTable {
    const list = this.#list;
    const views = this.#views;
    const { memory } = this.#runtime;
    this.#pieces.gather(views, list.length);
    const places = this.#places(arenaStart(memory));
    memory.ensure(places.next, 'the query');
    this.#runtime.resetJob(places.next);
    this.#table = places.table;
    this.#writeObjects(places);
    const moves = views.length > list.length;
    if (moves) writeEnds(memory, places.table, list, views.slice(list.length), this.#map);
    this.#pieces.write(memory.u32, places.pieces);
    return {
      table: places.table,
      pieces: places.pieces,
      pieceCount: this.#pieces.count,
      moves,
      selects: this.#job.selects ? SELECTS_SOME : SELECTS_NONE,
      masked: list.some(({ object }) => object.filter !== ALL_MEET),
      wide: views.some(({ isWide }) => isWide),
      tables: places.tables,
    };
  }

  #places(start: number): JobPlaces {
    const job = this.#job;
    let leaves = 0;
    let marks = 0;
    let vertices = 0;
    for (const [i, view] of this.#views.entries()) {
      if (job.selects && i < this.#list.length) {
        if (!view.clusters) leaves++;
        marks += marksOf(view.clusters);
      }
      if (needsOwnImage(view, job)) vertices += view.object.vertexCount;
    }
    const pieces = align(start + this.#views.length * OBJECT.bytes);
    const images = align(pieces + this.#pieces.count * PIECE.bytes);
    const leavesAt = align(images + IMAGE_BYTES * vertices);
    const marksAt = align(leavesAt + NODE_BYTES_ALONE * leaves);
    const tables = align(marksAt + MARK_BYTES * marks);
    const next = align(tables + (job.tableBytes ?? 0));
    return { table: start, pieces, images, leaves: leavesAt, marks: marksAt, tables, next };
  }

  #writeObjects(places: JobPlaces): void {
    const job = this.#job;
    const { memory } = this.#runtime;
    let { leaves, marks, images } = places;
    memory.u32.fill(0, places.marks >>> 2, places.tables >>> 2);
    for (let index = 0; index < this.#list.length; index++) {
      const { id, object, triangleStart, vertexStart } = this.#list[index];
      const view = this.#views[index];
      const { clusters } = view;
      const ownImage = needsOwnImage(view, job);
      writeObject(memory, ownImage ? { ...view, image: images } : view, {
        record: places.table + index * OBJECT.bytes,
        index,
        triangleStart,
        vertexStart,
        self: job.selfOf?.(object, id) ?? true,
        isUnchanged: job.unchanged?.[id] === 1,
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

  /** The job has failed: linking may not have been finished, or not even begun. */
  giveUp(): void {
    for (const object of this.#pieces.linked) object.dropAdjacency();
  }

  /** The job is done. */
  noteDone(): void {
    if (this.#job.given) return;
    const { u32 } = this.#runtime.memory;
    for (const [i, view] of this.#views.entries()) {
      if (view.clusters) continue;
      const tiny = (this.#table + i * OBJECT.bytes + OBJECT.at.hasTiny) >>> 2;
      view.object.markCurrent(this.#map, u32[tiny] !== 0);
    }
  }
}

// The work of a job's first phase: which vertices are placed and bounded, which corners linked.

const VERTICES_PER_PIECE = 32768;
/** Triangles from which adjacency is linked by several threads at once. */
const TRIANGLES_PER_LINKING = 16384;

/** Whether an object that is taken as it was given needs image coordinates beside those. */
export function needsOwnImage({ object, map }: ObjectView, job: SceneJob): boolean {
  return job.given === 'apart' && !(object.format === FORMAT_F32 && sameMap(map, IDENTITY_MAP));
}

export class FirstPhase {
  /** Objects whose adjacency is to be linked. */
  readonly linked: SceneObject[] = [];
  /** Four numbers a piece: the first fields of its record. */
  readonly #words: number[] = [];
  readonly #job: SceneJob;
  readonly #threads: number;

  constructor(job: SceneJob, threads: number) {
    this.#job = job;
    this.#threads = threads;
  }

  /** Number of pieces. */
  get count(): number {
    return this.#words.length / 4;
  }

  /** Lists the work on the first `count` views, which are objects, and on those behind, which are their ends. */
  gather(views: readonly ObjectView[], count: number): void {
    const job = this.#job;
    for (let i = count; i < views.length; i++) if (!views[i].clusters) this.#addCoordinates(i, views[i]);
    for (let i = 0; i < count; i++) {
      const { object, clusters } = views[i];
      if (job.adjacency && !object.adjacency && !(clusters && job.adjacency === 'whole')) {
        this.linked.push(object);
        object.reserveAdjacency();
        this.#addAdjacency(i, object);
      }
      if (!clusters && (job.given === undefined || job.given === 'apart')) this.#addCoordinates(i, views[i]);
    }
  }

  #add(kind: number, index: number, count: number, step: number): void {
    for (let from = 0; from < count; from += step) this.#words.push(kind, index, from, Math.min(count, from + step));
  }

  #addCoordinates(index: number, view: ObjectView): void {
    const { object, image, map } = view;
    let kind = PIECE_BOUND;
    if (this.#job.given) kind = needsOwnImage(view, this.#job) ? PIECE_IMAGE : PIECE_BOUND;
    else if (image !== object.rest && object.needsImage(map)) {
      kind = object.needsPlacing() ? PIECE_PLACE : PIECE_IMAGE;
      object.markStale();
    }
    this.#add(kind, index, object.vertexCount, VERTICES_PER_PIECE);
  }

  #addAdjacency(index: number, { triangleCount, vertexCount }: SceneObject): void {
    const parts = Math.max(1, Math.min(this.#threads, Math.floor(triangleCount / TRIANGLES_PER_LINKING)));
    this.#add(PIECE_ADJACENCY, index, vertexCount, Math.ceil(vertexCount / parts));
  }

  /** Writes the records of the pieces contiguously. */
  write(u32: Uint32Array, records: number): void {
    const words = this.#words;
    const step = PIECE.bytes >>> 2;
    for (let i = 0, at = records >>> 2; i < words.length; i += 4, at += step) {
      u32[at] = words[i];
      u32[at + 1] = words[i + 1];
      u32[at + 2] = words[i + 2];
      u32[at + 3] = words[i + 3];
    }
  }
}
