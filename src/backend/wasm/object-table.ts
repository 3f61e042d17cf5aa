/**
 * The object table of a job: one record for each object that takes part, behind them one for each end of a motion.
 *
 * Objects are there as they are placed, or as they were given; where clusters are selected, those that have some need no
 * placed coordinates, because what is selected is placed on the way.
 */
import { FORMAT_PLACED } from '../../memory/constants.ts';
import { OBJECT } from '../../memory/records.ts';
import { IDENTITY_MAP, type ImageMap, sameMap } from '../../tile-lists/image-map.ts';
import type { KeptClusters } from './kept-parts.ts';
import type { KernelMemory } from './kernel-memory.ts';
import type { Participant } from './participants.ts';
import type { SceneObject } from './scene-object.ts';

/** An object's coordinates in a job. */
export interface ObjectView {
  readonly object: SceneObject;
  readonly map: ImageMap;
  readonly image: number;
  readonly world: number;
  readonly exact: { readonly address: number; readonly format: number };
  readonly isWide: boolean;
  /** Whether its matrix counts; otherwise it is where it was given. */
  readonly isPlaced: boolean;
  /** Clusters to be selected from, if any are. */
  readonly clusters: KeptClusters | undefined;
}

/** As it is placed; memory for placed and image coordinates is reserved if there is none yet. */
export function placedView(object: SceneObject, map: ImageMap): ObjectView {
  object.reserveWorld();
  const { exact, world, isWide, isPlaced } = object;
  const image = object.imageFor(map, IDENTITY_MAP);
  return { object, map, image, world, exact, isWide, isPlaced, clusters: undefined };
}

/** As it is placed, by its clusters: they are placed when they are selected. */
export function clusteredView(object: SceneObject, map: ImageMap, clusters: KeptClusters | undefined): ObjectView {
  const { isPlaced, rest, format } = object;
  const image = object.isSingle && sameMap(map, IDENTITY_MAP) ? rest : 0;
  const exact = { address: rest, format: isPlaced ? FORMAT_PLACED : format };
  return { object, map, image, world: 0, exact, isWide: object.isGivenWide, isPlaced, clusters };
}

/** As it was given, with its image coordinates at `image`. */
export function givenView(object: SceneObject, map: ImageMap, image: number): ObjectView {
  const { rest, format, isGivenWide } = object;
  const exact = { address: rest, format };
  return { object, map, image, world: 0, exact, isWide: isGivenWide, isPlaced: false, clusters: undefined };
}

/** What the record says beside the coordinates. */
export interface RecordPlace {
  readonly record: number;
  /** Its number in the table. */
  readonly index: number;
  readonly triangleStart: number;
  readonly vertexStart: number;
  /** Whether pairs within it are asked for. */
  readonly self: boolean;
  /** Whether its pairs with others that are still are known. */
  readonly still: boolean;
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
  u32[at + (OBJECT.at.still >>> 2)] = place.still ? 1 : 0;
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

/** Writes the records of the ends behind those of the objects, and tells each object of its own. */
export function writeEnds(memory: KernelMemory, table: number, list: readonly Participant[], map: ImageMap): void {
  const { u32, f32 } = memory;
  let record = table + list.length * OBJECT.bytes;
  for (const [index, { object, triangleStart, vertexStart }] of list.entries()) {
    if (!object.aimed) continue;
    const start = table + index * OBJECT.bytes;
    const place = {
      record,
      index,
      triangleStart,
      vertexStart,
      self: true,
      still: false,
      clusters: 0,
      leaf: 0,
      marks: 0,
    };
    writeObject(memory, placedView(object.aimed, map), place);
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
