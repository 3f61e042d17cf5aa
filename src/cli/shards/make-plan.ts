/** Makes a plan of files and options. */
import { dirname, relative, resolve } from 'node:path';
import { version } from '../../../package.json';
import { OptionError } from '../../errors.ts';
import { fingerprintFile } from '../../shards/file-fingerprint.ts';
import { measureModel } from '../../shards/measure-model.ts';
import type { BatchedFile, Plan, PlanHead } from '../../shards/plan.ts';
import { planLarge } from '../../shards/plan-large.ts';
import { planMany } from '../../shards/plan-many.ts';
import type { Arguments } from '../input/arguments.ts';
import { needsProperties } from '../input/clash-question.ts';
import { clashSettings } from '../input/clash-settings.ts';
import { checkReadable, STANDARD_INPUT } from '../input/read-bytes.ts';
import type { Terminal } from '../output/terminal.ts';
import { openFileAccess } from './file-access.ts';
import { OPTION_FILES } from './open-plan.ts';
import { firstQuestion } from './plan-question.ts';
import { PLANNED_OPTIONS } from './planned-options.ts';

export interface PlanWish {
  readonly command: 'check' | 'clash';
  readonly kind: 'many' | 'large';
  readonly files: readonly string[];
  /** Path that the plan will have. */
  readonly path: string;
  readonly tiles: number | undefined;
  /** The report of the same run has the notes of the search. */
  readonly isQuiet?: boolean;
  /** For tests: maximum cost of a shard of several models. */
  readonly cost?: number;
}

async function refuseUnreadable(files: readonly string[]): Promise<void> {
  for (const file of files) {
    if (file !== STANDARD_INPUT) continue;
    throw new OptionError('option-value', 'a plan needs files; standard input can be read only once. Save it first.');
  }
}

async function optionFiles(args: Arguments): Promise<BatchedFile[]> {
  const found: BatchedFile[] = [];
  for (const name of OPTION_FILES) {
    const file = args.text(name);
    // Names of rule sets that come with the package are not files.
    if (file === undefined || (name === 'rules' && !/[./\\]/.test(file))) continue;
    await checkReadable(file);
    found.push({ file, ...(await fingerprintFile(file)) });
  }
  return found;
}

function headOf(wish: PlanWish, args: Arguments, named: readonly BatchedFile[]): PlanHead {
  const options = [...args.entries()].filter(([name]) => PLANNED_OPTIONS[wish.command].includes(name));
  return {
    kind: wish.kind,
    command: wish.command,
    program: version,
    options: Object.fromEntries(options.sort(([p], [q]) => (p < q ? -1 : 1))),
    base: relative(dirname(resolve(wish.path)), process.cwd()) || '.',
    ...(named.length > 0 && { optionFiles: named }),
  };
}

export async function makePlan(wish: PlanWish, args: Arguments, terminal: Terminal): Promise<Plan> {
  const { command, files } = wish;
  await refuseUnreadable(files);
  const head = headOf(wish, args, await optionFiles(args));
  if (wish.kind === 'many') return planMany(head, await fingerprints(files, terminal), wish.cost);
  const quiet = terminal.quietly();
  for (const file of files) await checkReadable(file);
  const withProperties = command === 'clash' && needsProperties(clashSettings(args));
  const access = await openFileAccess(
    { command, args, files, pathOf: (file) => file, ...(withProperties && { withProperties }) },
    terminal,
  );
  const model = await measureModel(files, access, (file, done) => terminal.progress(`measuring ${file}`, done));
  const { query, clearance } = await firstQuestion({ command, ...model }, args, wish.isQuiet ? quiet : terminal);
  const whole = {
    ...head,
    ...(access.heads && { heads: access.heads }),
    ...(clearance && { clearance: clearance.distance }),
  };
  return planLarge(whole, model, {
    ...(wish.tiles !== undefined && { tiles: wish.tiles }),
    ...(query.ignore && { ignore: query.ignore }),
  });
}

/** A file that is missing or unreadable is planned anyway: its shard will report it. */
async function fingerprints(files: readonly string[], terminal: Terminal): Promise<BatchedFile[]> {
  const found: BatchedFile[] = [];
  for (const [i, file] of files.entries()) {
    if (i % 100 === 0) terminal.progress('reading files', i / files.length);
    const own = await fingerprintFile(file).catch(() => ({ size: 0, blocks: [] }));
    found.push({ file, ...own });
  }
  terminal.clear();
  return found;
}
