/**
 * Files that were opened in the studio by name, in a small file of the user's state folder: paths and times, nothing else.
 *
 * Promise: problems with that file never stop the studio; only its user can read it. `--no-recent` neither reads nor writes it.
 */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';

export interface RecentlyOpened {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Milliseconds since 1970. */
  readonly opened: number;
}

const FORMAT = 'collidescope-recent';
const VERSION = 1;
const MOST = 6;

/** As XDG specifies; on Windows beside other programs' local data. */
export function recentPath(environment: NodeJS.ProcessEnv = process.env): string {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: local } = environment;
  if (state && isAbsolute(state)) return join(state, 'collidescope/recent.json');
  if (process.platform === 'win32' && local) return join(local, 'collidescope/recent.json');
  return join(homedir(), '.local/state/collidescope/recent.json');
}

function isRecent(value: unknown): value is RecentlyOpened {
  const { files, opened } = (value ?? {}) as Partial<RecentlyOpened>;
  const arePaths = Array.isArray(files) && files.every((file) => typeof file === 'string' && isAbsolute(file));
  return arePaths && files.length > 0 && Number.isFinite(opened);
}

function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

/** Most recent first; without entries whose files are gone. Empty if the list cannot be read. */
export function readRecent(path: string): readonly RecentlyOpened[] {
  try {
    const { format, version, recent } = JSON.parse(readFileSync(path, 'utf8'));
    if (format !== FORMAT || version !== VERSION || !Array.isArray(recent)) return [];
    return recent.filter((each) => isRecent(each) && each.files.every(isThere)).slice(0, MOST);
  } catch {
    return [];
  }
}

/** Moves files to the front. Failing to write the list is no reason to stop. */
export function rememberOpened(path: string, files: readonly string[], now: number): void {
  if (files.length === 0) return;
  const opened = { files: files.map((file) => resolve(file)), opened: now };
  const key = (each: RecentlyOpened) => each.files.join('\n');
  const others = readRecent(path).filter((each) => key(each) !== key(opened));
  const text = JSON.stringify(
    { format: FORMAT, version: VERSION, recent: [opened, ...others].slice(0, MOST) },
    null,
    2,
  );
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const beside = `${path}.${process.pid}`;
    writeFileSync(beside, `${text}\n`, { mode: 0o600 });
    renameSync(beside, path);
  } catch {
    // A read-only home has no list.
  }
}
