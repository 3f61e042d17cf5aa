/**
 * ∫ w_a · w_b over space, the product of the winding numbers of two closed objects, to rounding: summed up by the kernels
 * (kernels/common-job.ts) from the pairs of triangles that meet, without cutting any.
 *
 * Promise: `volume` is off by no more than `errorBound`, whatever the two closed surfaces. It is the volume that they have in common
 * where each winds once or not at all round every place in the box that they share.
 */
import type { JobOptions, WasmRuntime } from '../../backend/wasm/runtime.ts';
import { numbered, runSceneJob } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { queryNumber } from '../registry.ts';
import { COMMON_JOB, COMMON_SIDE, COMMON_SUM } from './common-records.ts';
import type { Box } from './view.ts';

/** One of the two objects; its exact coordinates must be up to date, and its edges cancel by the numbers of their vertices. */
export interface CommonSide {
  readonly object: SceneObject;
  /** Numbers of degenerate triangles. */
  readonly degenerate: Uint32Array;
}

export interface CommonVolume {
  readonly volume: number;
  readonly errorBound: number;
  /** The integral of the place, times the same. Rounded. */
  readonly moment: readonly [number, number, number];
  /** Around the points that certainly belong to what is common, and around those that may: they may only touch. */
  readonly certain: Box;
  readonly possible: Box;
  /** The least and the most of the winding numbers of a round vertices of b, and of b round those of a; of one object, the second. */
  readonly windings: readonly [WindingRange, WindingRange];
  /** Connected classes of vertices of the first object, not counting those outside the box. */
  readonly classes: number;
  /** Pairs of triangles in which some sign was zero. */
  readonly ties: number;
  /** For each object, one byte per triangle: 1 when its box meets the wide box. */
  readonly survivors: readonly [Uint8Array, Uint8Array];
}

export interface WindingRange {
  readonly least: number;
  readonly most: number;
}

/** Pairs up to which, and triangles of both up to which, the calling thread sums alone: waking threads would take longer. */
const SMALL_PAIRS = 100;
const SMALL_TRIANGLES = 4000;
const EPSILON = 2 ** -53;

export interface CommonQuestion {
  /** The two objects; one twice for ∫ w (w − 1) / 2 of its own winding number. */
  readonly sides: readonly [CommonSide, CommonSide];
  /** Two numbers per pair: the triangle of the first object, and that of the second. */
  readonly trianglePairs: Uint32Array;
  /** What the boxes of the two have in common, and a larger box. */
  readonly box: Box;
  readonly wide: Box;
  /** For one object: alternately a vertex of each shell, and the winding number just above its triangles. */
  readonly known?: Int32Array;
}

/** Must not run at the same time as another job of the same engine. */
export async function commonVolume(
  runtime: WasmRuntime,
  question: CommonQuestion,
  options: JobOptions,
): Promise<CommonVolume> {
  const { sides, trianglePairs, known } = question;
  const pairCount = trianglePairs.length / 2;
  const triangles = sides.reduce((sum, { object }) => sum + object.triangleCount, 0);
  const bytes = trianglePairs.byteLength + (known?.byteLength ?? 0);
  const job = {
    query: queryNumber('common'),
    adjacency: false,
    given: 'bare',
    smallTriangles: pairCount <= SMALL_PAIRS && triangles <= SMALL_TRIANGLES ? Infinity : 0,
    tableBytes: sides.reduce((sum, side) => sum + sideBytes(side), bytes),
    write: (tables: number) => writeQuestion(runtime, question, tables),
  } as const;
  const objects = [...new Set(sides.map(({ object }) => object))];
  await runSceneJob(runtime, numbered(objects.map((object, id) => [id, object] as const)), job, options);
  return readSums(runtime);
}

function writeQuestion(
  { memory: { u32, f64 } }: WasmRuntime,
  { sides, trianglePairs, box, wide, known }: CommonQuestion,
  tables: number,
): void {
  let next = tables + 2 * COMMON_SIDE.bytes;
  for (const [i, side] of sides.entries()) next = writeSide(u32, tables + i * COMMON_SIDE.bytes, side, next);
  const set = (field: number, value: number) => {
    u32[field >>> 2] = value;
  };
  u32.set(trianglePairs, next >>> 2);
  set(COMMON_JOB.at.sides, tables);
  set(COMMON_JOB.at.pairs, next);
  set(COMMON_JOB.at.pairCount, trianglePairs.length / 2);
  next += trianglePairs.byteLength;
  if (known) u32.set(known, next >>> 2);
  set(COMMON_JOB.at.self, Number(known !== undefined));
  set(COMMON_JOB.at.known, next);
  set(COMMON_JOB.at.knownCount, (known?.length ?? 0) / 2);
  f64.set(box, COMMON_JOB.at.box >>> 3);
  f64.set(wide, COMMON_JOB.at.wide >>> 3);
  for (let k = 0; k < 3; k++) {
    f64[(COMMON_JOB.at.centre >>> 3) + k] = box[k] / 2 + box[k + 3] / 2;
    f64[(COMMON_JOB.at.near >>> 3) + k] = box[k + 3] - box[k];
  }
}

/** Bytes of an object's record, and of the numbers of its degenerate triangles. */
export function sideBytes({ degenerate }: CommonSide): number {
  return COMMON_SIDE.bytes + degenerate.byteLength;
}

/** Writes an object's record, and at `next` the numbers of its degenerate triangles. Returns where these end. */
export function writeSide(u32: Uint32Array, record: number, { object, degenerate }: CommonSide, next: number): number {
  const { at, bytes } = COMMON_SIDE;
  u32.fill(0, record >>> 2, (record + bytes) >>> 2);
  u32[(record + at.exact) >>> 2] = object.exact.address;
  u32[(record + at.exactFormat) >>> 2] = object.exact.format;
  u32[(record + at.vertexCount) >>> 2] = object.vertexCount;
  u32[(record + at.triangleCount) >>> 2] = object.triangleCount;
  u32[(record + at.corners) >>> 2] = object.indices;
  u32[(record + at.degenerate) >>> 2] = next;
  u32[(record + at.degenerateCount) >>> 2] = degenerate.length;
  u32.set(degenerate, next >>> 2);
  return next + degenerate.byteLength;
}

/** Adds up the pieces, in their order, so that the answer does not depend on threads. */
function readSums({ memory }: WasmRuntime): CommonVolume {
  const { u32, f64 } = memory;
  const count = u32[COMMON_JOB.at.sumCount >>> 2];
  const first = u32[COMMON_JOB.at.sums >>> 2];
  const centre = f64.subarray(COMMON_JOB.at.centre >>> 3, (COMMON_JOB.at.centre >>> 3) + 3);
  const total = { sum: 0, carry: 0, bound: 0, ties: 0 };
  const moments = [0, 0, 0];
  // Winding numbers at vertices of a are those of b, and vice versa.
  const ranges = [
    { least: 0, most: 0 },
    { least: 0, most: 0 },
  ];
  const boxes = [COMMON_SUM.at.certain, COMMON_SUM.at.possible].map((field) => ({ field, box: emptyBox() }));
  for (let i = 0; i < count; i++) {
    const at = (first + i * COMMON_SUM.bytes) >>> 3;
    const part = f64[at + (COMMON_SUM.at.sum >>> 3)];
    const next = total.sum + part;
    total.carry += Math.abs(total.sum) >= Math.abs(part) ? total.sum - next + part : part - next + total.sum;
    total.carry += f64[at + (COMMON_SUM.at.carry >>> 3)];
    total.sum = next;
    total.bound += f64[at + (COMMON_SUM.at.bound >>> 3)];
    total.ties += u32[2 * at + (COMMON_SUM.at.ties >>> 2)];
    for (let k = 0; k < 3; k++) moments[k] += f64[at + (COMMON_SUM.at.moments >>> 3) + k];
    const range = ranges[1 - u32[2 * at + (COMMON_SUM.at.side >>> 2)]];
    range.least = Math.min(range.least, u32[2 * at + (COMMON_SUM.at.least >>> 2)] | 0);
    range.most = Math.max(range.most, u32[2 * at + (COMMON_SUM.at.most >>> 2)] | 0);
    for (const { field, box } of boxes) {
      for (let k = 0; k < 3; k++) {
        box[k] = Math.min(box[k], f64[at + (field >>> 3) + k]);
        box[k + 3] = Math.max(box[k + 3], f64[at + (field >>> 3) + k + 3]);
      }
    }
  }
  const volume = (total.sum + total.carry) / 6;
  const moment = (k: 0 | 1 | 2) => moments[k] / 24 + volume * centre[k];
  return {
    volume,
    // The last factor pays for the rounding of the bound itself, and for products of two errors.
    errorBound: (total.bound / 6 + 4 * EPSILON * Math.abs(volume)) * (1 + 2 ** -20),
    moment: [moment(0), moment(1), moment(2)],
    certain: boxes[0].box,
    possible: boxes[1].box,
    windings: [ranges[0], ranges[1]],
    classes: u32[(u32[COMMON_JOB.at.sides >>> 2] + COMMON_SIDE.at.sampleCount) >>> 2],
    ties: total.ties,
    survivors: [survivorsOf(memory, 0), survivorsOf(memory, 1)],
  };
}

function survivorsOf({ u32, buffer }: WasmRuntime['memory'], number: number): Uint8Array {
  const record = u32[COMMON_JOB.at.sides >>> 2] + number * COMMON_SIDE.bytes;
  const { survivors, triangleCount } = COMMON_SIDE.at;
  return new Uint8Array(buffer, u32[(record + survivors) >>> 2], u32[(record + triangleCount) >>> 2]).slice();
}

const emptyBox = () => [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
