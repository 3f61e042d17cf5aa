/**
 * The objects of a scene as queries take them: those that have triangles, numbered consecutively; and a survey of all of them by
 * the kernels: their box, and what they have in common.
 */

import { STATE, SURVEY } from '../../memory/scene-records.ts';
import type { Box } from '../../tile-lists/image-map.ts';
import { SceneTally } from './kept-parts.ts';
import type { KernelMemory } from './kernel-memory.ts';
import { latestStamp } from './object-state.ts';
import type { SceneObject } from './scene-object.ts';

/** An object that takes part, with its id and the numbers of its first triangle and vertex, counted through the scene. */
export interface Participant {
  readonly id: number;
  readonly object: SceneObject;
  readonly triangleStart: number;
  readonly vertexStart: number;
}

/** The objects that have triangles, numbered consecutively. */
export function numbered(objects: Iterable<readonly [number, SceneObject]>): readonly Participant[] {
  return objects instanceof ListedObjects ? objects.list : numberedAnew(objects);
}

function numberedAnew(objects: Iterable<readonly [number, SceneObject]>): Participant[] {
  const list: Participant[] = [];
  let triangleStart = 0;
  let vertexStart = 0;
  for (const [id, object] of objects) {
    const { triangleCount } = object;
    if (triangleCount === 0) continue;
    list.push({ id, object, triangleStart, vertexStart });
    triangleStart += triangleCount;
    vertexStart += object.vertexCount;
  }
  return list;
}

export function totalTriangles(list: readonly Participant[]): number {
  const last = list[list.length - 1];
  return last ? last.triangleStart + last.object.triangleCount : 0;
}

/** Numbers of a list of objects in arrays, made once: reading these is cheaper than visiting every object. */
export interface Columns {
  readonly ids: Uint32Array;
  /** Addresses of STATE records. */
  readonly states: Uint32Array;
  /** The first triangle of each, then infinity. */
  readonly triangleStarts: Float64Array;
}

const columns = new WeakMap<readonly Participant[], Columns>();

export function columnsOf(list: readonly Participant[]): Columns {
  let found = columns.get(list);
  if (found) return found;
  const ids = new Uint32Array(list.length);
  const states = new Uint32Array(list.length);
  const triangleStarts = new Float64Array(list.length + 1);
  for (let i = 0; i < list.length; i++) {
    const { id, object, triangleStart } = list[i];
    ids[i] = id;
    states[i] = object.state.record;
    triangleStarts[i] = triangleStart;
  }
  triangleStarts[list.length] = Number.POSITIVE_INFINITY;
  found = { ids, states, triangleStarts };
  columns.set(list, found);
  return found;
}

/** All objects of a scene by their ids, in ascending order; their list is rebuilt when one was added, removed or replaced. */
export class ListedObjects extends Map<number, SceneObject> {
  readonly tally = new SceneTally();
  #list: readonly Participant[] | undefined;

  override set(id: number, object: SceneObject): this {
    this.#list = undefined;
    return super.set(id, object);
  }

  override delete(id: number): boolean {
    this.#list = undefined;
    return super.delete(id);
  }

  override clear(): void {
    this.#list = undefined;
    super.clear();
  }

  /** Those that have triangles. */
  get list(): readonly Participant[] {
    this.#list ??= numberedAnew(this);
    return this.#list;
  }

  /** Whether `list` is up to date. */
  get isListed(): boolean {
    return this.#list !== undefined;
  }
}

/** The fields of a SURVEY record. */
export interface Survey {
  readonly box: Box;
  readonly clusterCount: number;
  readonly unclustered: number;
  readonly thin: number;
  readonly notSingle: number;
  readonly masked: number;
  readonly tiny: number;
}

const known = new WeakMap<readonly Participant[], { readonly stamp: number; readonly survey: Survey }>();

/** Where memory behind the blocks begins, which only queries use. */
export const arenaStart = ({ blocks }: KernelMemory): number => Math.ceil(blocks.top / 64) * 64;

/** The survey of a list of at least one object. Writes behind the blocks, where no job may have left results that are needed. */
export function surveyOf(list: readonly Participant[]): Survey {
  const before = known.get(list);
  if (before && before.stamp === latestStamp()) return before.survey;
  const { memory, kernels } = list[0].object.runtime;
  const { states } = columnsOf(list);
  const at = arenaStart(memory);
  const record = Math.ceil((at + states.byteLength) / 64) * 64;
  memory.ensure(record + SURVEY.bytes, 'the query');
  memory.u32.set(states, at >>> 2);
  kernels.surveyObjects(at, states.length, record);
  const survey = readSurvey(memory, record);
  known.set(list, { stamp: latestStamp(), survey });
  return survey;
}

function readSurvey({ u32, f64 }: KernelMemory, record: number): Survey {
  const box = (record + SURVEY.at.box) >>> 3;
  const word = (field: number) => u32[(record + field) >>> 2];
  return {
    box: [f64[box], f64[box + 1], f64[box + 2], f64[box + 3], f64[box + 4], f64[box + 5]],
    clusterCount: word(SURVEY.at.clusterCount),
    unclustered: word(SURVEY.at.unclustered),
    thin: word(SURVEY.at.thin),
    notSingle: word(SURVEY.at.notSingle),
    masked: word(SURVEY.at.masked),
    tiny: word(SURVEY.at.tiny),
  };
}

// Which objects of a scene can meet one that has changed, by their boxes.

/** One byte per object of the list: 1 for the `changed` ones, by index, and for those whose box overlaps the box of one of these. */
export function nearObjects(list: readonly Participant[], changed: readonly number[]): Uint8Array {
  const isNear = new Uint8Array(list.length);
  // With this many changed, hardly any object is far from all of them.
  if (2 * changed.length > list.length) return isNear.fill(1);
  const { f64 } = list[0].object.runtime.memory;
  const { states } = columnsOf(list);
  const boxes = changed.map((index) => list[index].object.box).sort((a, b) => a[0] - b[0]);
  // Running maximum of the upper ends of the boxes.
  const reach = new Float64Array(boxes.length);
  for (let i = 0, farthest = -Infinity; i < boxes.length; i++) reach[i] = farthest = Math.max(farthest, boxes[i][3]);
  for (let i = 0; i < states.length; i++) {
    const at = (states[i] + STATE.at.box) >>> 3;
    for (let k = countUpTo(boxes, f64[at + 3]) - 1; k >= 0 && reach[k] >= f64[at]; k--) {
      if (!overlap(f64, at, boxes[k])) continue;
      isNear[i] = 1;
      break;
    }
  }
  for (const index of changed) isNear[index] = 1;
  return isNear;
}

/** How many boxes begin at x or before. */
function countUpTo(boxes: readonly (readonly number[])[], x: number): number {
  let low = 0;
  let high = boxes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (boxes[middle][0] <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether the box of six numbers from `at` on overlaps another. */
function overlap(f64: Float64Array, at: number, b: readonly number[]): boolean {
  return (
    f64[at] <= b[3] &&
    b[0] <= f64[at + 3] &&
    f64[at + 1] <= b[4] &&
    b[1] <= f64[at + 4] &&
    f64[at + 2] <= b[5] &&
    b[2] <= f64[at + 5]
  );
}
