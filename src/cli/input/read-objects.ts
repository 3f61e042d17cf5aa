/** Reads the objects of all files on the command line. */

import { type FileObject, objectsOf } from '../../report/objects.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Arguments } from './arguments.ts';
import { readFileModel } from './read-files.ts';
import { readSettings, weldFor } from './settings.ts';

export async function readObjects(
  args: Arguments,
  choice: { readonly merge: boolean; readonly weld: boolean },
  terminal: Terminal,
): Promise<FileObject[]> {
  const objects: FileObject[] = [];
  for (const file of args.files) {
    const model = await readFileModel(file, readSettings(args), terminal);
    objects.push(...objectsOf(model, { ...choice, weld: weldFor(args, model, choice.weld) }));
  }
  return objects;
}
