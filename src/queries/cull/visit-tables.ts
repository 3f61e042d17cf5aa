/** Writes what a culling job works on: the view, the settings, and the triangles and labels of the elements. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import { COVER_BOXES, COVER_CONSERVATIVE, COVER_SAMPLED, FREE_VIEW } from './constants.ts';
import { type Elements, triangleTotal } from './elements.ts';
import type { ViewFrame } from './frame.ts';
import type { CheckedCullOptions } from './options.ts';
import type { Visit } from './prune.ts';
import { CULL_JOB, CULL_VIEW } from './records.ts';

const COVER = { sampled: COVER_SAMPLED, uobb: COVER_BOXES, conservative: COVER_CONSERVATIVE };

export function writeView(runtime: WasmRuntime, view: ViewFrame): void {
  const { f64 } = runtime.memory;
  f64.set(view.view.rows.flat(), CULL_JOB.at.rows >>> 3);
  f64[CULL_JOB.at.sign >>> 3] = view.view.sign;
  f64.set(view.low, CULL_JOB.at.low >>> 3);
  f64.set(view.scale, CULL_JOB.at.scale >>> 3);
  f64.set(view.pixel, CULL_JOB.at.pixel >>> 3);
  f64.set(view.grow, CULL_JOB.at.grow >>> 3);
  f64[CULL_JOB.at.radius >>> 3] = view.radius;
  f64[CULL_JOB.at.reach >>> 3] = view.reach;
}

/** Writes a view into a table of views. */
export function writeViewRecord(runtime: WasmRuntime, view: ViewFrame, at: number): void {
  const { f64, u32 } = runtime.memory;
  f64.set(view.view.rows.flat(), (at + CULL_VIEW.at.rows) >>> 3);
  f64[(at + CULL_VIEW.at.sign) >>> 3] = view.view.sign;
  f64.set(view.low, (at + CULL_VIEW.at.low) >>> 3);
  f64.set(view.scale, (at + CULL_VIEW.at.scale) >>> 3);
  f64.set(view.pixel, (at + CULL_VIEW.at.pixel) >>> 3);
  f64.set(view.grow, (at + CULL_VIEW.at.grow) >>> 3);
  f64[(at + CULL_VIEW.at.radius) >>> 3] = view.radius;
  u32[(at + CULL_VIEW.at.axis) >>> 2] = view.view.axis ?? FREE_VIEW;
}

/** What every job on a view needs to know. */
export function writeSettings(runtime: WasmRuntime, options: CheckedCullOptions, view: ViewFrame): void {
  const { u32 } = runtime.memory;
  const fields: [number, number][] = [
    [CULL_JOB.at.axis, view.view.axis ?? FREE_VIEW],
    [CULL_JOB.at.resolution, options.resolution],
    [CULL_JOB.at.coverage, COVER[options.coverage]],
    [CULL_JOB.at.depthBits, options.depthBits],
  ];
  for (const [field, value] of fields) u32[field >>> 2] = value;
}

/** What tables are written of. */
type Tabled = Pick<Visit, 'elements' | 'orders' | 'kept'>;

/** Whether each triangle is an element of its own, so that no table has to say which it belongs to. */
const areTriangles = (elements: Elements, triangles: number) => triangles === elements.count;

/** What objects are numbered in: half of the memory while there are not too many. */
export function objectNumbers(list: readonly Participant[]): typeof Uint16Array | typeof Uint32Array {
  return list.length <= 1 << 16 ? Uint16Array : Uint32Array;
}

/** Whether an element is kept whatever is seen of it; else there is no table of those. */
const keepsSome = (kept: Uint8Array) => kept.includes(1);

/** Bytes of the tables: of each triangle and, where elements have several, its element; of each element its object, and two or three more. */
export function visitTableBytes(
  list: readonly Participant[],
  { elements, kept }: Pick<Visit, 'elements' | 'kept'>,
): number {
  const triangles = triangleTotal(elements);
  const perElement = objectNumbers(list).BYTES_PER_ELEMENT + (keepsSome(kept) ? 3 : 2);
  return 4 * triangles + (areTriangles(elements, triangles) ? 0 : 4 * triangles) + perElement * elements.count;
}

/** The tables of all triangles of the scene, for which nothing has to be looked up. */
function writeWholeScene(
  { memory }: WasmRuntime,
  list: readonly Participant[],
  trianglesAt: number,
  objects: Uint16Array | Uint32Array,
): void {
  const { u32 } = memory;
  let place = 0;
  for (const [index, { object }] of list.entries()) {
    const end = place + object.triangleCount;
    objects.fill(index, place, end);
    for (let indices = object.indices; place < end; indices += 12) u32[(trianglesAt >>> 2) + place++] = indices;
  }
}

/** Where the numbers of the triangles' vertices lie, in the order of drawing. */
function writeTriangles(
  u32: Uint32Array,
  list: readonly Participant[],
  { elements, orders }: Tabled,
  tables: number,
): void {
  const { count, object, from, to } = elements;
  let at = tables >>> 2;
  if (elements.areTriangles && orders.length === 0) {
    const starts = Uint32Array.from(list, (participant) => participant.object.indices);
    for (let i = 0; i < count; i++) u32[at++] = starts[object[i]] + 12 * from[i];
    return;
  }
  for (let i = 0; i < count; i++) {
    const order = orders[object[i]];
    const { indices } = list[object[i]].object;
    const end = to[i];
    for (let place = from[i]; place < end; place++) u32[at++] = indices + 12 * (order ? order[place] : place);
  }
}

function writeElements(u32: Uint32Array, { count, from, to }: Elements, tables: number): void {
  let at = tables >>> 2;
  for (let i = 0; i < count; i++) {
    const next = at + to[i] - from[i];
    u32.fill(i, at, next);
    at = next;
  }
}

export function writeVisitTables(
  runtime: WasmRuntime,
  list: readonly Participant[],
  visit: Tabled,
  tables: number,
): void {
  const { elements, kept } = visit;
  const { count } = elements;
  const triangles = triangleTotal(elements);
  const { u32, buffer } = runtime.memory;
  const u8 = new Uint8Array(buffer);
  const isPlain = areTriangles(elements, triangles);
  const elementsAt = tables + 4 * triangles;
  if (!isPlain) writeElements(u32, elements, elementsAt);
  const objectsAt = elementsAt + (isPlain ? 0 : 4 * triangles);
  const Objects = objectNumbers(list);
  const labelsAt = objectsAt + Objects.BYTES_PER_ELEMENT * count;
  const keptAt = keepsSome(kept) ? labelsAt + 2 * count : 0;
  const objects = new Objects(buffer as ArrayBuffer, objectsAt, count);
  if (elements.isWhole) writeWholeScene(runtime, list, tables, objects);
  else {
    writeTriangles(u32, list, visit, tables);
    objects.set(elements.object);
  }
  u8.set(elements.sets, labelsAt);
  if (keptAt !== 0) u8.set(kept, keptAt);
  const fields: [number, number][] = [
    [CULL_JOB.at.triangles, tables],
    [CULL_JOB.at.triangleCount, triangles],
    [CULL_JOB.at.elementOf, isPlain ? 0 : elementsAt],
    [CULL_JOB.at.elementCount, count],
    [CULL_JOB.at.objectOf, objectsAt],
    [CULL_JOB.at.labels, labelsAt],
    [CULL_JOB.at.objectBytes, Objects.BYTES_PER_ELEMENT],
    [CULL_JOB.at.kept, keptAt],
    [CULL_JOB.at.hidden, labelsAt + count],
  ];
  for (const [field, value] of fields) u32[field >>> 2] = value;
}
