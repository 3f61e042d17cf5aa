/** Remarks on files that state different units, or one in which they are absurdly large. */
import { boxOf } from '../../report/box.ts';
import { unitConflict } from '../../report/lengths.ts';
import type { ModelFile } from '../../report/model-file.ts';
import type { FileObject } from '../../report/objects.ts';
import { absurdSize } from '../../report/units.ts';
import type { Terminal } from '../output/terminal.ts';

function largestSide(objects: readonly FileObject[]): number {
  const sides = objects.flatMap((object) => {
    const bounds = boxOf(object);
    return bounds ? bounds.max.map((most, axis) => most - bounds.min[axis]) : [];
  });
  return sides.reduce((largest, side) => Math.max(largest, side), 0);
}

/** Whether two files state different units; what is left of that after `federate` is not converted. */
export function noteConflict(files: readonly ModelFile[], advice: string, terminal: Terminal): boolean {
  const conflict = unitConflict(files);
  if (!conflict) return false;
  const [p, q] = conflict;
  terminal.note(
    `"${p.file}" is in ${p.model.unit} and "${q.file}" in ${q.model.unit}; coordinates are not converted. ${advice}`,
  );
  return true;
}

/** `said` is the unit given by --unit, which overrides what the files state. */
export function noteUnits(
  files: readonly ModelFile[],
  objects: readonly FileObject[],
  said: string | undefined,
  terminal: Terminal,
): void {
  if (said !== undefined) return;
  if (noteConflict(files, 'Convert one of the files, or state the unit of all coordinates with --unit.', terminal))
    return;
  for (const { file, model } of files) {
    const hint = absurdSize(largestSide(objects.filter((object) => object.file === file)), model.unit);
    if (hint) terminal.note(`"${file}": ${hint}`);
  }
}
