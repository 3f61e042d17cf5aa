/**
 * Proof by exact queries that two closed objects have no volume in common.
 *
 * Where both wind round a place, the region of such places has a border, which belongs to one of the surfaces and, when
 * the surfaces do not meet, lies within the other object. So when no triangles meet and no piece of either surface lies
 * within the other object, there is no such region. A piece that meets nothing is inside or outside as a whole, so
 * testing one of its vertices decides.
 */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { vertexOfEachPiece } from '../../mesh/shells.ts';
import { COLLIDE_DEFAULTS } from '../collide/collide.ts';
import { collideWasm } from '../collide/wasm.ts';
import { POINT_PLACE } from '../inside/inside.ts';
import { checkPoints } from '../inside/options.ts';
import { insideWasm } from '../inside/wasm.ts';
import { cornersOf } from '../open-mesh.ts';
import type { CheckedRunningOptions } from '../options.ts';

/**
 * Whether no two triangles meet, in one object or between two; false when some have no area, because they are in no
 * pair.
 */
export async function meetNowhere(
  runtime: WasmRuntime,
  list: readonly Participant[],
  running: CheckedRunningOptions,
): Promise<boolean> {
  const self = list.length === 1;
  const objects = new Map(list.map(({ id, object }) => [id, object]));
  const options = { ...COLLIDE_DEFAULTS, self, between: !self, limit: 1, ignore: [], cull: undefined, ...running };
  const { trianglePairs, degenerateTriangles } = await collideWasm(runtime, objects, options);
  return trianglePairs.length === 0 && degenerateTriangles.length === 0;
}

/** Whether the object winds round none of the points, which do not lie on it. */
async function windsRoundNone(
  runtime: WasmRuntime,
  object: SceneObject,
  points: Float64Array,
  options: CheckedRunningOptions,
): Promise<boolean> {
  const places = await placesIn(runtime, object, points, options);
  return places.every((place) => place === POINT_PLACE.outside);
}

/** POINT_PLACE of each point. */
export function placesIn(
  runtime: WasmRuntime,
  object: SceneObject,
  points: Float64Array,
  options: CheckedRunningOptions,
): Promise<Uint8Array> {
  const asked = { id: 0, label: object.label };
  return insideWasm(runtime, new Map([[0, object]]), asked, checkPoints(points), { ...options, allowOpen: true });
}

/** One vertex of each piece of an object, where it stands. Placed vertices must be up to date. */
function pointOfEachPiece(runtime: WasmRuntime, object: SceneObject): Float64Array {
  const { f32, f64 } = runtime.memory;
  const { address } = object.exact;
  const [values, from, stride] = object.isSingle ? [f32, address >>> 2, 4] : [f64, address >>> 3, 3];
  const vertices = vertexOfEachPiece(cornersOf(runtime, object), object.vertexCount);
  return Float64Array.from(vertices.flatMap((vertex) => [0, 1, 2].map((k) => values[from + stride * vertex + k])));
}

export async function haveNothingInCommon(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedRunningOptions,
): Promise<boolean> {
  const [{ object: a }, { object: b }] = list;
  if (!(await meetNowhere(runtime, list, options))) return false;
  return (
    (await windsRoundNone(runtime, b, pointOfEachPiece(runtime, a), options)) &&
    (await windsRoundNone(runtime, a, pointOfEachPiece(runtime, b), options))
  );
}
