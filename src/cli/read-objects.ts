/** The objects of all files that were named, one after the other. */
import type { Arguments } from './arguments.ts';
import { objectsOf, type SceneObject } from './objects.ts';
import { readFileModel } from './read-files.ts';
import { readSettings } from './settings.ts';
import type { Terminal } from './terminal.ts';

export async function readObjects(
  args: Arguments,
  choice: Parameters<typeof objectsOf>[1],
  terminal: Terminal,
): Promise<SceneObject[]> {
  const objects: SceneObject[] = [];
  for (const file of args.files) {
    const model = await readFileModel(file, readSettings(args), terminal);
    objects.push(...objectsOf(model, choice));
  }
  return objects;
}
