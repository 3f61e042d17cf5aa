/** Reads all files as `clash` compares them: in one unit, upright along one axis, and where they are on the map. */
import { federate } from '../../report/federate.ts';
import type { ModelFile } from '../../report/model-file.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Arguments } from './arguments.ts';
import { readFileModel } from './read-files.ts';
import { readSettings } from './settings.ts';

/** `said` is the unit given by --unit, which overrides what the files state. */
export async function readTogether(
  args: Arguments,
  said: string | undefined,
  terminal: Terminal,
): Promise<readonly ModelFile[]> {
  const read: ModelFile[] = [];
  for (const file of args.files) read.push(await readFileModel(file, readSettings(args), terminal));
  const { files, notes } = federate(read, said);
  for (const note of notes) terminal.note(note);
  return files;
}
