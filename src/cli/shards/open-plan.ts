/** Opens a plan: the file itself, the location of its input files, and the folder for its results. */
import { dirname, resolve } from 'node:path';
import { OptionError } from '../../errors.ts';
import { fileError } from '../../io/file-error.ts';
import { fingerprintOf } from '../../shards/file-fingerprint.ts';
import { type NamedPlan, parsePlan } from '../../shards/plan.ts';
import { readRegular } from '../../shards/regular-file.ts';
import { FolderStore, type ShardStore } from '../../shards/store.ts';
import { Arguments } from '../input/arguments.ts';

/** Options that name a file which an answer depends on. */
export const OPTION_FILES: readonly string[] = ['ignore', 'rules'];

export interface OpenPlan {
  readonly plan: NamedPlan;
  readonly path: string;
  readonly store: ShardStore;
  /** The options it was planned with, as if given now, and its files. */
  readonly args: Arguments;
  pathOf(file: string): string;
}

/** Default folder for results: beside the plan. */
export function dataFolder(path: string, given: string | undefined): string {
  return given ?? `${path.replace(/\.jsonl?$/i, '')}.shards`;
}

/** The plan that a verb was given. */
export function onePlan(verb: string, { files }: Arguments): string {
  if (files.length === 1) return files[0];
  throw new OptionError(
    files.length === 0 ? 'no-files' : 'too-many-files',
    `${verb} expects one plan, as in: collidescope ${verb} night.jsonl; found ${files.length} words. A plan is made with: collidescope plan`,
  );
}

async function readPlanText(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readRegular(path));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      throw fileError(
        'no-such-file',
        { name: path },
        { found: 'there is no such plan', advice: 'Make it with: collidescope plan' },
      );
    }
    throw fileError(
      'unreadable-file',
      { name: path },
      { found: `it could not be read (${message})`, advice: 'Check the path.' },
    );
  }
}

export async function openPlan(path: string, data: string | undefined): Promise<OpenPlan> {
  const plan = parsePlan(await readPlanText(path), path);
  return openParsed(plan, path, dataFolder(path, data));
}

/** A plan already in memory. `path` is where it lies, or would lie. */
export async function openParsed(plan: NamedPlan, path: string, folder: string): Promise<OpenPlan> {
  const base = resolve(dirname(path), plan.base);
  const pathOf = (file: string) => resolve(base, file);
  const options = new Map(Object.entries(plan.options));
  for (const { file, ...planned } of plan.optionFiles ?? []) {
    const bytes = await readRegular(pathOf(file)).catch(() => undefined);
    const found = bytes && fingerprintOf(bytes);
    if (found?.size !== planned.size || found.blocks.some((hash, i) => hash !== planned.blocks[i])) {
      throw new OptionError(
        'file-changed',
        `file "${file}", which an option names, was ${bytes ? 'changed' : 'removed'} after planning. Make the plan again with: collidescope plan`,
        { file },
      );
    }
    for (const name of OPTION_FILES) if (options.get(name) === file) options.set(name, pathOf(file));
  }
  const files = plan.kind === 'large' ? plan.files.map(({ file }) => file) : [];
  return { plan, path, store: new FolderStore(folder), args: new Arguments(files, options), pathOf };
}
