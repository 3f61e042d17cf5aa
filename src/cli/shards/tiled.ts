/**
 * `check` and `clash` in space tiles: requested with `--tiles`, or because a scene does not fit into one process. Makes a
 * plan in a temporary folder, has worker processes of this machine do it, and prints the same report.
 */
import { rmSync } from 'node:fs';
import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineError, MeshError, OptionError } from '../../errors.ts';
import { hasBinaryStlHead } from '../../io/recognise.ts';
import { counted } from '../../report/text.ts';
import { parsePlan, planText } from '../../shards/plan.ts';
import { openRegular } from '../../shards/regular-file.ts';
import type { Arguments } from '../input/arguments.ts';
import { hasLargeFile, LARGE_BYTES } from '../input/large-files.ts';
import { checkFilesGiven, checkOutput, countSetting } from '../input/settings.ts';
import type { Terminal } from '../output/terminal.ts';
import { cleanUpOnSignal } from '../signals.ts';
import { makePlan } from './make-plan.ts';
import { mergePlan } from './merge.ts';
import { openParsed } from './open-plan.ts';
import { runBatch, summaryOf } from './run-batch.ts';
import { workerCount } from './worker-count.ts';

/** Triangles of a binary STL that are assumed to fit into one process; measured: 35 to 85 million do. */
const FITTING_TRIANGLES = 35_000_000;
/** Files of this size or more cannot be read at once. */
const WHOLE_BYTES = 2 ** 31;

/** Options that need the model in memory. */
const NOT_TILED = ['frames', 'continuous', 'animation', 'volume', 'report', 'pictures', 'bcf', 'read-bcf'];

function refuseOptions(args: Arguments): void {
  const option = NOT_TILED.find((name) => args.has(name));
  if (option === undefined) return;
  throw new OptionError(
    'option-conflict',
    `--${option} needs the whole model in one process, and --tiles cuts it up. Leave one of them out.`,
    { option },
  );
}

export async function tiledSearch(command: 'check' | 'clash', args: Arguments, terminal: Terminal): Promise<number> {
  checkFilesGiven(command, args);
  checkOutput(args);
  refuseOptions(args);
  const tiles = args.text('tiles') === 'auto' ? undefined : countSetting(args, 'tiles');
  const folder = await mkdtemp(join(tmpdir(), 'collidescope-tiles-'));
  const clean = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', clean);
  const release = cleanUpOnSignal(clean);
  try {
    const path = join(folder, 'plan.jsonl');
    const wish = { command, kind: 'large', files: args.files, path, tiles, isQuiet: true } as const;
    const text = planText(await makePlan(wish, args, terminal));
    await writeFile(path, text);
    const open = await openParsed(parsePlan(text, path), path, join(folder, 'shards'));
    const { workers, threads } = workerCount(args, 'large');
    const outcome = await runBatch(open, { workers, threads, retries: 2, script: process.argv[1] }, terminal);
    if (outcome.failed.length > 0) {
      const { shard, problem } = outcome.failed[0];
      throw new EngineError(
        'shard-failed',
        `${counted(outcome.failed.length, 'shard')} failed, the first of them shard ${shard}: ${problem.message}`,
      );
    }
    terminal.note(summaryOf(outcome, open.plan.shards.length));
    return await mergePlan(open, args, terminal);
  } finally {
    process.off('exit', clean);
    release();
    clean();
  }
}

/** Whether the files' sizes show that one process cannot hold them. */
export async function wouldNotFit(command: 'check' | 'clash', files: readonly string[]): Promise<boolean> {
  let together = 0;
  for (const file of files) {
    const size = (await stat(file).catch(() => undefined))?.size ?? 0;
    if (size < LARGE_BYTES) continue;
    if (size >= WHOLE_BYTES) return true;
    const triangles = (await isBinaryStl(file, size)) ? (size - 84) / 50 : 0;
    together = command === 'clash' ? together + triangles : triangles;
    if (together > FITTING_TRIANGLES) return true;
  }
  return false;
}

async function isBinaryStl(file: string, size: number): Promise<boolean> {
  const handle = await openRegular(file).catch(() => undefined);
  if (!handle) return false;
  try {
    const head = new Uint8Array(84);
    await handle.read(head, 0, 84, 0);
    return hasBinaryStlHead(head, size);
  } finally {
    await handle.close();
  }
}

/** Whether an error says that a large scene did not fit, in a process that may use all memory. */
async function isForTiles(error: unknown, files: readonly string[]): Promise<boolean> {
  const isFull = error instanceof EngineError && error.code === 'out-of-memory' && !('limit' in error.details);
  const isLong = error instanceof MeshError && error.code === 'too-large';
  if (!isFull && !isLong) return false;
  return hasLargeFile(files);
}

/** Runs in one process if possible, otherwise in tiles, and says so. */
export async function searchOrTile(
  command: 'check' | 'clash',
  args: Arguments,
  terminal: Terminal,
  searchWhole: () => Promise<number>,
): Promise<number> {
  const canTile = !NOT_TILED.some((name) => args.has(name));
  if (canTile && (await wouldNotFit(command, args.files))) {
    terminal.note('the model is too large for one process, so it is cut into space tiles.');
    return tiledSearch(command, args, terminal);
  }
  try {
    return await searchWhole();
  } catch (error) {
    if (!canTile || !(await isForTiles(error, args.files))) throw error;
    terminal.note('the model did not fit into one process, so it is searched again, cut into space tiles.');
    return tiledSearch(command, args, terminal);
  }
}
