/** The tolerance that the rounding of a scene's coordinates calls for, by the rule of the command line. */
import { autoTolerance } from '../../../src/report/tolerance.ts';
import type { WorldObject } from './world.ts';

/** By list of objects; adding or removing objects makes a new list. */
const known = new WeakMap<readonly WorldObject[], number>();

/** Objects of no file are taken for single precision. */
export function toleranceOf(objects: readonly WorldObject[]): number {
  const kept = known.get(objects);
  if (kept !== undefined) return kept;
  const tolerance = objects.length > 0 ? autoTolerance([{ file: '', model: { format: 'gltf', parts: objects } }]) : 0;
  known.set(objects, tolerance);
  return tolerance;
}
