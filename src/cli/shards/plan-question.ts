/** What the shards of a large model are to find: the verb itself says so, from what the plan knows of its objects. */
import type { Question } from '../../report/ask.ts';
import type { ModelFile } from '../../report/model-file.ts';
import type { FileObject } from '../../report/objects.ts';
import { emptyReport } from '../../report/report.ts';
import type { LargeQuestion } from '../../shards/do-shard.ts';
import type { Plan } from '../../shards/plan.ts';
import { fileObjectOf, modelFileOf, type PlannedFile } from '../../shards/planned-model.ts';
import type { Arguments } from '../input/arguments.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Searcher } from '../search.ts';
import { CheckSearch } from '../verbs/check.ts';
import { ClashSearch } from '../verbs/clash.ts';

export function searcherFor(command: 'check' | 'clash', args: Arguments, terminal: Terminal): Searcher {
  return command === 'check' ? new CheckSearch(args, terminal) : new ClashSearch(args, terminal);
}

/** The first question of the verb, with objects that have no triangles. */
export async function firstQuestion(
  { command, files, objects }: Pick<Plan, 'command' | 'files' | 'objects'>,
  args: Arguments,
  terminal: Terminal,
): Promise<Question> {
  const searcher = searcherFor(command, args.withFiles(files.map(({ file }) => file)), terminal);
  const bare = objects.map((object) => fileObjectOf(object));
  const read = plannedReader(files, bare);
  for await (const question of searcher.questions(read, emptyReport(command))) return question;
  throw new Error('a plan without files');
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
