/** Notes about the units of files. */
import { boxOf } from '../../report/box.ts';
import { unitConflict } from '../../report/lengths.ts';
import type { ModelFile } from '../../report/model-file.ts';
import type { FileObject } from '../../report/objects.ts';
import { absurdSize } from '../../report/units.ts';
import type { Terminal } from './terminal.ts';

function largestSide(objects: readonly FileObject[]): number {
  const sides = objects.flatMap((object) => {
    const bounds = boxOf(object);
    return bounds ? bounds.max.map((most, axis) => most - bounds.min[axis]) : [];
  });
  return sides.reduce((largest, side) => Math.max(largest, side), 0);
}

/** `said` is the unit that --unit names; then the files' own word does not count. */
export function noteUnits(
  files: readonly ModelFile[],
  objects: readonly FileObject[],
  said: string | undefined,
  terminal: Terminal,
): void {
  if (said !== undefined) return;
  const conflict = unitConflict(files);
  if (conflict) {
    const [p, q] = conflict;
    terminal.note(
      `"${p.file}" is in ${p.model.unit} and "${q.file}" in ${q.model.unit}; coordinates are not converted. Convert one of the files, or state the unit of all coordinates with --unit.`,
    );
    return;
  }
  for (const { file, model } of files) {
    const hint = absurdSize(largestSide(objects.filter((object) => object.file === file)), model.unit);
    if (hint) terminal.note(`"${file}": ${hint}`);
  }
}
