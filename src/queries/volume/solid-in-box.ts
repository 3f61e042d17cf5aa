/**
 * Whether closed objects are solids in the plain sense within a box: there, no two of an object's triangles meet that are not
 * neighbours, and it winds once round what is inside and not at all round what is outside.
 *
 * What an object does elsewhere does not matter: the winding number changes only across its surface, and every place in the box has the
 * winding number of one side of the surface there, or, where there is none, of the whole box.
 */
import type { JobOptions, WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { checkCollideOptions } from '../collide/options.ts';
import { collideWasm } from '../collide/wasm.ts';
import type { CommonSide, WindingRange } from './common-volume.ts';
import { findSamples } from './surface-samples.ts';
import type { Box } from './view.ts';

/** By which part of the longest side of a box the wide box is larger: enough that most triangles that meet one have a corner in the other. */
const WIDER = 1 / 16;

/** `meets`: two triangles meet that are not neighbours. `unclear`: surfaces are too near each other to tell. */
export type SolidFound = WindingRange | 'meets' | 'unclear';

interface Known {
  readonly version: number;
  readonly box: Box;
  readonly found: SolidFound;
}
const known = new WeakMap<SceneObject, Known>();

export function wideBox(box: Box): Box {
  const more = WIDER * Math.max(...[0, 1, 2].map((k) => box[k + 3] - box[k]));
  return box.map((value, k) => (k < 3 ? value - more : value + more));
}

/**
 * The least and the most of the winding numbers of each object on both sides of its surface in the box; what was found is remembered.
 * `survivors` are the triangles of each that meet the wide box.
 */
export async function solidsInBox(
  runtime: WasmRuntime,
  sides: readonly [CommonSide, CommonSide],
  survivors: readonly [Uint8Array, Uint8Array],
  box: Box,
  options: JobOptions,
): Promise<readonly [SolidFound, SolidFound]> {
  const isKnown = ({ object }: CommonSide) => {
    const before = known.get(object);
    return before?.version === object.version && holds(before.box, box);
  };
  const unknown = [0, 1].filter((i) => !isKnown(sides[i]));
  if (unknown.length > 0) {
    const meeting = await meetingThemselves(runtime, sides, survivors, unknown, options);
    for (const i of unknown) {
      const { object } = sides[i];
      const found = meeting.has(i) ? 'meets' : await windingsInBox(runtime, sides[i], box, options);
      known.set(object, { version: object.version, box, found });
    }
  }
  const foundOf = ({ object }: CommonSide) => known.get(object)!.found;
  return [foundOf(sides[0]), foundOf(sides[1])];
}

function holds(outer: Box, inner: Box): boolean {
  return [0, 1, 2].every((k) => outer[k] <= inner[k] && outer[k + 3] >= inner[k + 3]);
}

/** Which of some sides meet themselves in the wide box. */
async function meetingThemselves(
  runtime: WasmRuntime,
  sides: readonly [CommonSide, CommonSide],
  survivors: readonly [Uint8Array, Uint8Array],
  which: readonly number[],
  { signal }: JobOptions,
): Promise<Set<number>> {
  const left = new Uint8Array(which.reduce((sum, i) => sum + survivors[i].length, 0));
  let at = 0;
  for (const i of which) {
    left.set(survivors[i], at);
    at += survivors[i].length;
  }
  const objects = new Map(which.map((i) => [i, sides[i].object]));
  const options = { ...checkCollideOptions({ self: true, between: false }), signal };
  const { objectPairs } = await collideWasm(runtime, objects, options, left);
  return new Set(objectPairs.filter((_, place) => place % 3 === 0));
}

async function windingsInBox(
  runtime: WasmRuntime,
  side: CommonSide,
  box: Box,
  options: JobOptions,
): Promise<SolidFound> {
  const { samples, areClear } = await findSamples(runtime, { side, box, wide: wideBox(box) }, options);
  if (!areClear) return 'unclear';
  let [least, most] = [Infinity, -Infinity];
  for (const { above } of samples) {
    least = Math.min(least, above);
    // Just below a triangle it is one more than just above.
    most = Math.max(most, above + 1);
  }
  return { least, most };
}
