/**
 * Lets one process at a time read a file, change it and write it again.
 *
 * The lock is a file beside it that names its holder. It is held only briefly, so a lock whose process is gone, or that is
 * a minute old, was left behind and is taken over.
 */
import { linkSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { OptionError } from '../../errors.ts';
import { isAlive } from '../is-alive.ts';
import { writeError } from './output-file.ts';

const LOST_MILLISECONDS = 60_000;
const WAIT_MILLISECONDS = 90_000;
const PAUSE_MILLISECONDS = 20;

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Distinguishes this lock from any other of the same process. */
  readonly mark: string;
}

/** Holds the lock while `work` runs. */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = lockOf(path);
  if (lock === undefined) return work();
  const own = JSON.stringify({ pid: process.pid, host: hostname(), mark: crypto.randomUUID() } satisfies Holder);
  await take(lock, own, path);
  try {
    return await work();
  } finally {
    if (read(lock) === own) rmSync(lock, { force: true });
  }
}

/** Where the lock of a file is; none for a pipe or a device. */
function lockOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) return undefined;
  const real = found ? realpathSync(path) : path;
  return join(dirname(real), `.${basename(real)}.lock`);
}

async function take(lock: string, own: string, path: string): Promise<void> {
  const end = Date.now() + WAIT_MILLISECONDS;
  while (!create(lock, own, path)) {
    const held = read(lock);
    if (held !== undefined && isLeft(lock, held)) removeLeft(lock, held);
    else if (Date.now() > end) throw busy(path, lock, held);
    else await pause(PAUSE_MILLISECONDS * (0.5 + Math.random()));
  }
}

/** Creates the lock with its content atomically; false if there already is one. */
function create(lock: string, own: string, path: string): boolean {
  const temporary = `${lock}.${crypto.randomUUID()}`;
  try {
    writeFileSync(temporary, own, { flag: 'wx' });
    linkSync(temporary, lock);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS') return createWithoutLinks(lock, own, path);
    throw writeError(path, error);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** For disks without links. */
function createWithoutLinks(lock: string, own: string, path: string): boolean {
  try {
    writeFileSync(lock, own, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw writeError(path, error);
  }
}

function read(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return undefined;
  }
}

function holderOf(held: string): Partial<Holder> {
  try {
    return JSON.parse(held) ?? {};
  } catch {
    return {};
  }
}

function isLeft(lock: string, held: string): boolean {
  const { pid, host } = holderOf(held);
  if (host === hostname() && typeof pid === 'number' && !isAlive(pid)) return true;
  const found = statSync(lock, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > LOST_MILLISECONDS;
}

/** Removes a lock that was left behind; if somebody has taken it meanwhile, it is put back. */
function removeLeft(lock: string, held: string): void {
  const aside = `${lock}.${crypto.randomUUID()}`;
  try {
    renameSync(lock, aside);
    if (read(aside) !== held) linkSync(aside, lock);
  } catch {
    // Another was faster.
  } finally {
    rmSync(aside, { force: true });
  }
}

function busy(path: string, lock: string, held: string | undefined): OptionError {
  const { pid, host } = holderOf(held ?? '');
  return new OptionError(
    'file-busy',
    `"${path}" is being changed by process ${pid ?? '?'} on ${host ?? '?'}, for longer than ${WAIT_MILLISECONDS / 1000} s. Run again when that has ended; if it has, remove "${lock}".`,
    { path, lock },
  );
}
