/** What the shards of a large model must find: the verb itself decides, from what the plan knows about its objects. */
import type { Question } from '../../report/ask.ts';
import type { ModelFile } from '../../report/model-file.ts';
import type { FileObject } from '../../report/objects.ts';
import type { LargeQuestion } from '../../shards/do-shard.ts';
import type { Plan } from '../../shards/plan.ts';
import { fileObjectOf, modelFileOf, type PlannedFile } from '../../shards/planned-model.ts';
import type { Arguments } from '../input/arguments.ts';
import { clashQuestion } from '../input/clash-question.ts';
import { clashSettings } from '../input/clash-settings.ts';
import type { Terminal } from '../output/terminal.ts';
import { checkQuestion, checkSettings } from '../verbs/check.ts';

/** The first question of the verb, with objects that have no triangles. */
export async function firstQuestion(
  { command, files, objects }: Pick<Plan, 'command' | 'files' | 'objects'>,
  args: Arguments,
  terminal: Terminal,
): Promise<Question> {
  const own = args.withFiles(files.map(({ file }) => file));
  const bare = objects.map((object) => fileObjectOf(object));
  const read = plannedReader(files, bare);
  if (command === 'clash') return (await clashQuestion(own, clashSettings(own), read, terminal)).question;
  checkSettings(own);
  return checkQuestion(own, await read(own.files[0]));
}

/** Gives the files of a plan in their order, as verbs ask for them. A file that is named twice is there twice. */
export function plannedReader(
  files: readonly PlannedFile[],
  objects: readonly FileObject[],
): (file: string) => Promise<ModelFile> {
  let next = 0;
  return async () => {
    const planned = files[next++];
    return modelFileOf(planned, objects.slice(planned.firstObject, planned.firstObject + planned.objectCount));
  };
}

export function largeQuestionOf({ query, clashes }: Question): LargeQuestion {
  const { self = false, between = true, contacts = 'all', ignore = [] } = query;
  const { tolerance = 0, volume = false, area = false } = clashes ?? {};
  return {
    query: { self, between, contacts },
    ignore,
    toleranceOf: typeof tolerance === 'function' ? tolerance : () => tolerance,
    volume,
    area,
  };
}
