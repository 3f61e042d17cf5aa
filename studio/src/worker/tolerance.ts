/** The tolerance that the rounding of coordinates calls for, by the rule of the command line. */
import type { Model } from '../../../src/io/index.ts';
import { groupBy } from '../../../src/report/group-by.ts';
import { autoTolerance } from '../../../src/report/tolerance.ts';
import type { WorldObject } from './world.ts';

/** By list of objects; adding or removing objects makes a new list. */
const known = new WeakMap<readonly WorldObject[], number>();

/** `formatOf` a file tells how precise its numbers are; objects of no file are taken for single precision. */
export function toleranceOf(
  objects: readonly WorldObject[],
  formatOf: (file: string) => Model['format'] = () => 'gltf',
): number {
  const kept = known.get(objects);
  if (kept !== undefined) return kept;
  const files = groupBy(objects, ({ file }) => file);
  const models = [...files].map(([file, parts]) => ({ file, model: { format: formatOf(file), parts } }));
  const tolerance = models.length > 0 ? autoTolerance(models) : 0;
  known.set(objects, tolerance);
  return tolerance;
}
