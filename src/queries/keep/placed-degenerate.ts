/**
 * Which triangles of objects are degenerate as placed. Of objects with clusters few need a test: rounding placed coordinates can make only
 * thin triangles degenerate, and those are kept in a list.
 *
 * Let a matrix A with A's first three rows and columns, determinant d and norm F (the root of the sum of squares) place points
 * off by δ at most. Sides u, v with normal n = u × v become A·u and A·v, off by 2δ; their normal is at least |n|·|d|/F long
 * and off by 2δ·F·(|u| + |v|) + 4δ². With ρ = |n|/(|u| + |v|), so that |u| + |v| ≥ 4ρ, it is not 0 if ρ·|d|/F > 2δ·F + δ²/ρ.
 * The left side grows with ρ; triangles that are not fragile have ρ > ρ₀, so the condition is tested for ρ₀ only.
 */

import type { JobOptions, WasmRuntime } from '../../backend/wasm/runtime.ts';
import { numbered, sceneJob } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Task } from '../../backend/wasm/task.ts';
import { FORMAT_PLACED } from '../../memory/constants.ts';
import { JOB, OBJECT } from '../../memory/records.ts';
import { determinantOf } from '../../mesh/placement.ts';
import { queryNumber } from '../registry.ts';
import { FRAGILE_PART } from './constants.ts';
import { KEEP_ITEM, KEEP_JOB } from './records.ts';

const QUERY = queryNumber('keep');

/** Bound for the error of placing, relative to the terms added: more than six operations, each off by 2^-53 of its result. */
const ROUNDING = 2 ** -49;
/** The same for the terms of the determinant. */
const DETERMINANT_ROUNDING = 2 ** -48;
/** Covers rounding in this file. */
const SAFETY = 4;
const SMALL_TRIANGLES = 2048;

/**
 * Of a matrix that places what reaches as far as `reach` as given: its norm, a lower bound for the size of its determinant, how far rounding
 * may move a point, and whether nothing underflows or overflows.
 */
export function placingOf(m: Float64Array, reach: number): readonly [number, number, number, boolean] {
  let squares = 0;
  for (let column = 0; column < 12; column += 4) {
    squares += m[column] * m[column] + m[column + 1] * m[column + 1] + m[column + 2] * m[column + 2];
  }
  const norm = Math.sqrt(squares);
  const [sum, size] = determinantOf(m);
  const determinant = Math.abs(sum) - DETERMINANT_ROUNDING * size;
  const farthest = Math.max(Math.abs(m[12]), Math.abs(m[13]), Math.abs(m[14])) + 3 * norm * reach;
  const off = 2 * ROUNDING * farthest;
  const isInRange = size > 1e-250 && off > 1e-250 && off < 1e250 && Number.isFinite(norm * norm * off);
  return [norm, determinant, off, isInRange];
}

/** Whether every triangle of an object that is not fragile keeps its area where it is placed. */
export function keepsAreas(matrix: Float64Array, restBox: readonly number[]): boolean {
  const reach = reachOf(restBox);
  const [norm, determinant, off, isInRange] = placingOf(matrix, reach);
  const least = FRAGILE_PART * reach;
  // Where anything underflows or overflows, the triangles are tested.
  return isInRange && (least * determinant) / norm > SAFETY * (2 * off * norm + (off * off) / least);
}

/** The largest coordinate of a box. */
export function reachOf(box: readonly number[]): number {
  return box.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** The degenerate triangles of each object where it is placed. Must not run at the same time as another job. */
export function* findPlacedDegenerate(
  runtime: WasmRuntime,
  objects: readonly SceneObject[],
  options: JobOptions,
): Task<Map<SceneObject, Uint32Array>> {
  const degenerate = new Map<SceneObject, Uint32Array>();
  const asked: Asked[] = [];
  for (const object of objects) {
    const { matrix, kept, restBox } = object;
    if (!matrix) {
      if (kept.degenerate) degenerate.set(object, kept.degenerate);
    } else if (!kept.clusters || !keepsAreas(matrix, restBox)) asked.push({ object, triangles: undefined });
    else if (kept.fragile.length > 0) asked.push({ object, triangles: kept.fragile });
    else degenerate.set(object, NONE);
  }
  if (asked.length > 0) yield* lookAt(runtime, asked, degenerate, options);
  return degenerate;
}

/** Which of some triangles of objects would be degenerate where matrices place them. Must not run at the same time as another job. */
export function* findDegenerateAt(
  runtime: WasmRuntime,
  asked: readonly Required<Asked>[],
  options: JobOptions,
): Task<Map<SceneObject, Uint32Array>> {
  const degenerate = new Map<SceneObject, Uint32Array>();
  if (asked.length > 0) yield* lookAt(runtime, asked, degenerate, options);
  return degenerate;
}

const NONE = new Uint32Array(0);

interface Asked {
  readonly object: SceneObject;
  /** All, if undefined. */
  readonly triangles: Uint32Array | undefined;
  /** Where they are placed, if not where the object is. */
  readonly matrix?: Float64Array;
}

function* lookAt(
  runtime: WasmRuntime,
  asked: readonly Asked[],
  degenerate: Map<SceneObject, Uint32Array>,
  options: JobOptions,
): Task<void> {
  let items = 0;
  const lists = asked.reduce((sum, { triangles }) => sum + (triangles?.length ?? 0), 0);
  const write = (tables: number) => {
    items = tables;
    const { u32, f64 } = runtime.memory;
    const table = u32[JOB.at.objects >>> 2];
    const end = tables + asked.length * KEEP_ITEM.bytes;
    u32.fill(0, tables >>> 2, end >>> 2);
    u32[KEEP_JOB.at.items >>> 2] = tables;
    let list = end;
    for (const [i, { triangles, matrix }] of asked.entries()) {
      if (matrix) {
        f64.set(matrix, (table + i * OBJECT.bytes + OBJECT.at.matrix) >>> 3);
        u32[(table + i * OBJECT.bytes + OBJECT.at.exactFormat) >>> 2] = FORMAT_PLACED;
      }
      if (!triangles) continue;
      const item = tables + i * KEEP_ITEM.bytes;
      u32[(item + KEEP_ITEM.at.asked) >>> 2] = list;
      u32[(item + KEEP_ITEM.at.askedCount) >>> 2] = triangles.length;
      u32.set(triangles, list >>> 2);
      list += 4 * triangles.length;
    }
  };
  const job = {
    query: QUERY,
    adjacency: false,
    given: 'bare placed',
    // Only listed triangles are tested, however many their objects have.
    smallTriangles: asked.every(({ triangles }) => triangles) && lists <= SMALL_TRIANGLES ? Infinity : SMALL_TRIANGLES,
    tableBytes: asked.length * KEEP_ITEM.bytes + 4 * lists,
    write,
  } as const;
  yield* sceneJob(runtime, numbered(asked.map(({ object }, id) => [id, object])), job, options);
  for (const [i, { object }] of asked.entries()) {
    const word = (field: number) => runtime.memory.u32[(items + i * KEEP_ITEM.bytes + field) >>> 2];
    const at = word(KEEP_ITEM.at.degenerate) >>> 2;
    degenerate.set(object, runtime.memory.u32.slice(at, at + word(KEEP_ITEM.at.degenerateCount)));
  }
}
