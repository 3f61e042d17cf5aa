/** `collidescope plan`: turns models into a plan of shards that any number of processes and machines can do. */
import { existsSync } from 'node:fs';
import { OptionError } from '../../errors.ts';
import { counted, grouped } from '../../report/text.ts';
import { type Plan, planText, shardsByStage } from '../../shards/plan.ts';
import type { Arguments } from '../input/arguments.ts';
import { countSetting } from '../input/settings.ts';
import { EXIT } from '../output/exit-codes.ts';
import { OutputFile } from '../output/output-file.ts';
import type { Terminal } from '../output/terminal.ts';
import { listedFiles } from '../shards/listed-files.ts';
import { makePlan } from '../shards/make-plan.ts';
import { DEFAULT_PLAN, PLANNED_OPTIONS } from '../shards/planned-options.ts';

const COMMANDS = ['check', 'clash'] as const;
type Command = (typeof COMMANDS)[number];

/** The verb to plan (`check`, unless `clash` is requested) and its files. */
function planned(words: readonly string[]): { command: Command; files: readonly string[] } {
  const [first] = words;
  const command = COMMANDS.find((name) => name === first);
  if (command) return { command, files: words.slice(1) };
  // A word that is no file was probably meant as a command.
  if (first !== undefined && (!/^\w+$/.test(first) || existsSync(first))) return { command: 'check', files: words };
  throw new OptionError(
    'option-value',
    `plan expects ${COMMANDS.join(' or ')} and files, as in: collidescope plan check models; found ${first === undefined ? 'nothing' : `"${first}"`}.`,
    { found: first },
  );
}

function refuseOther(command: Command, args: Arguments): void {
  const other = command === 'check' ? 'clash' : 'check';
  for (const [name] of args.entries()) {
    if (!PLANNED_OPTIONS[other].includes(name) || PLANNED_OPTIONS[command].includes(name)) continue;
    throw new OptionError('unknown-option', `${command} has no option --${name}; ${other} has. Leave it out.`, {
      option: name,
    });
  }
}

function describe({ shards, kind, objects, ...plan }: Plan): string {
  const stages = shardsByStage({ shards, kind, objects, ...plan }).map(
    ({ stage, numbers }) => `${numbers.length} ${stage}`,
  );
  const triangles = objects.reduce((sum, object) => sum + object.triangles, 0);
  const what =
    kind === 'large'
      ? `${counted(objects.length, 'object')}, ${grouped(triangles)} triangles`
      : counted(
          shards.reduce((sum, shard) => sum + (shard.stage === 'files' ? shard.files.length : 0), 0),
          'model',
        );
  return `${what}: ${counted(shards.length, 'shard')} (${stages.join(', ')})`;
}

export async function plan(args: Arguments, terminal: Terminal): Promise<number> {
  const { command, files: words } = planned(args.files);
  refuseOther(command, args);
  const out = args.text('out') ?? DEFAULT_PLAN;
  const files = await listedFiles(words, args.has('allow-outside'));
  const tiles = args.text('tiles') === 'auto' ? undefined : countSetting(args, 'tiles');
  const kind = command === 'clash' || args.has('tiles') ? 'large' : 'many';
  const output = OutputFile.open(out);
  try {
    const made = await makePlan({ command, kind, files, path: out, tiles }, args.withFiles(files), terminal);
    await output.write(planText(made));
    output.commit();
    terminal.clear();
    if (args.has('json')) terminal.printJson({ command: 'plan', plan: out, kind, shards: made.shards.length });
    else if (!args.has('quiet')) terminal.print(`${describe(made)}\nDo it with: collidescope batch ${out}\n`);
    return EXIT.done;
  } finally {
    output.discard();
  }
}
