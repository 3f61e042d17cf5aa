/** Reads the objects of all files on the command line. */

import { type FileObject, objectsOf } from '../../report/objects.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Arguments } from './arguments.ts';
import { noteConflict, readTogether } from './read-files.ts';
import { weldFor } from './settings.ts';

export async function readObjects(
  args: Arguments,
  choice: { readonly merge: boolean; readonly weld: boolean },
  terminal: Terminal,
): Promise<FileObject[]> {
  const files = await readTogether(args, undefined, terminal);
  const objects = files.flatMap((model) => objectsOf(model, { ...choice, weld: weldFor(args, model, choice.weld) }));
  noteConflict(files, 'Convert one of the files.', terminal);
  return objects;
}
