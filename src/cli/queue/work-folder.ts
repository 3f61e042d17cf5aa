/**
 * The folder that a worker of a queue serves. Jobs come from Redis, and anyone who can reach it can put any path into one.
 *
 * Promise: only plans in or below the folder are opened, and results are written only below it, links resolved.
 */
import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OptionError } from '../../errors.ts';
import { isBelow } from '../input/is-below.ts';
import type { ShardJob } from './shard-jobs.ts';

export class WorkFolder {
  /** With links resolved. */
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async open(folder: string): Promise<WorkFolder> {
    const path = await realpath(folder).catch(() => undefined);
    if (path && (await stat(path)).isDirectory()) return new WorkFolder(path);
    throw new OptionError('no-such-file', `--folder: "${folder}" is not a folder; expected the one with the plans.`, {
      path: folder,
    });
  }

  /** Rejects unless the job stays within the folder. */
  async check({ plan, data }: ShardJob): Promise<void> {
    for (const path of [plan, data]) {
      if (isBelow(this.path, await resolved(path))) continue;
      throw new OptionError(
        'outside-folder',
        `outside-folder: "${path}" is not below "${this.path}", which this worker serves. Start it there, or with --folder, if the job is yours.`,
        { path },
      );
    }
  }
}

/** Resolves links in the part of a path that exists. */
async function resolved(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const above = dirname(path);
  return above === path ? path : (await resolved(above)) + path.slice(above.length === 1 ? 0 : above.length);
}
