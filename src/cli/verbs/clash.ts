/** `collidescope clash`: which objects touch or cross. All objects of all files are in one scene. */
import type { ObjectPair } from '../../queries/options.ts';
import type { Mover, Question } from '../../report/ask.ts';
import type { ModelFile } from '../../report/model-file.ts';
import { type FileObject, objectsOf } from '../../report/objects.ts';
import type { Arguments } from '../input/arguments.ts';
import { clearanceSetting, resolveClearance } from '../input/clearance.ts';
import { type IgnoreRule, ignoredPairs, readIgnoreRules } from '../input/ignore-file.ts';
import { checkMotion } from '../input/read-files.ts';
import type { Terminal } from '../output/terminal.ts';
import { type ReadFile, search } from '../search.ts';

interface Assembly {
  readonly files: readonly ModelFile[];
  readonly objects: readonly FileObject[];
  readonly movers: readonly Mover[];
}

async function assemble(args: Arguments, read: ReadFile): Promise<Assembly> {
  const merge = args.has('merge');
  const files: ModelFile[] = [];
  const objects: FileObject[] = [];
  const movers: Mover[] = [];
  for (const file of args.files) {
    const source = await read(file);
    if (source.motion) movers.push({ file, motion: source.motion, firstObject: objects.length, merge });
    for (const object of objectsOf(source, { merge, weld: !args.has('no-weld') })) objects.push(object);
    files.push(source);
  }
  if (args.has('frames')) checkMotion(files);
  return { files, objects, movers };
}

function pairsToIgnore(rules: readonly IgnoreRule[], objects: readonly FileObject[], terminal: Terminal): ObjectPair[] {
  const { pairs, unused } = ignoredPairs(rules, objects);
  for (const { line, patterns } of unused) {
    terminal.note(`--ignore, line ${line}: "${patterns.join('" and "')}" match no pair of objects.`);
  }
  return pairs;
}

export async function clash(args: Arguments, terminal: Terminal): Promise<number> {
  const ignorePath = args.text('ignore');
  const setting = clearanceSetting(args);
  const rules = ignorePath === undefined ? [] : readIgnoreRules(ignorePath);
  return search('clash', args, terminal, async function* (read): AsyncGenerator<Question> {
    const { files, objects, movers } = await assemble(args, read);
    const clearance = setting && resolveClearance(setting, files);
    const self = args.has('self');
    const ignore = pairsToIgnore(rules, objects, terminal);
    if (objects.length === 1 && !self) {
      terminal.note('there is only one object, so nothing can clash. Use --self to search within it.');
    }
    const contacts = args.has('penetrating') ? 'penetrating' : 'all';
    const query = { self, between: true, contacts, ignore } as const;
    const continuous = args.has('continuous');
    yield { objects, movers, query, ...(clearance && { clearance }), continuous, label: 'searching for clashes' };
  });
}
