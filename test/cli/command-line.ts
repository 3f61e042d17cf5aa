/**
 * The command line as people run it: bundled like the published one, in a folder of its own.
 *
 * Verbs run in the test's process, one after the other, because starting another takes longer than most of them do. What is about
 * processes starts one: signals, pipes, the environment, verbs that start workers; `process: true` asks for it. Files must not write
 * into the folder of the bundle: it is the same for all.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { askWorkshop } from '../support/ask-workshop.ts';

export const projectRoot = resolve(import.meta.dirname, '../..');

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** File descriptor that standard output goes to instead. */
  readonly stdout?: number;
  /** Runs in a process of its own. */
  readonly process?: boolean;
}

export interface CommandLine {
  /** A folder for files, empty at first. */
  readonly folder: string;
  readonly script: string;
  run(words: readonly string[], options?: RunOptions): Promise<Outcome>;
  start(words: readonly string[], options?: RunOptions): ChildProcess;
}

/** Verbs that serve, or start the program again. */
const SERVING = new Set(['batch', 'bench', 'mcp', 'studio', 'work']);

function needsProcess([verb, ...words]: readonly string[], { cwd, env, stdout, process: own }: RunOptions): boolean {
  return (
    own === true ||
    cwd !== undefined ||
    env !== undefined ||
    stdout !== undefined ||
    SERVING.has(verb) ||
    words.includes('--tiles') ||
    words.includes('-')
  );
}

type InProcess = typeof import('./in-process.ts');

/** Runs a verb here, in its folder, as `main.ts` does. */
async function runHere(outdir: string, folder: string, words: readonly string[]): Promise<Outcome> {
  const { runCommandLine, Terminal }: InProcess = await import(pathToFileURL(join(outdir, 'in-process.js')).href);
  const written = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({ write: (text: string) => (written[name] += text) });
  const terminal = new Terminal({ stdout: stream('stdout'), stderr: stream('stderr'), env: process.env });
  const before = process.cwd();
  process.chdir(folder);
  try {
    return { code: await runCommandLine(words, terminal), ...written };
  } finally {
    process.chdir(before);
  }
}

/** Waits for a process and gathers what it writes. */
export function outcomeOf(child: ChildProcess): Promise<Outcome> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text) => (stderr += text));
  return new Promise((resolveOutcome, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolveOutcome({ code, stdout, stderr }));
  });
}

/** Opens a folder before the tests of a file and removes it after them. */
export function useCommandLine(): CommandLine {
  let outdir = '';
  let folder = '';
  beforeAll(async () => {
    outdir = (await askWorkshop('command-line')).folder;
    folder = mkdtempSync(join(tmpdir(), 'collidescope-cli-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const start = (words: readonly string[], { cwd = folder, env = {}, stdout }: RunOptions = {}) =>
    spawn(process.execPath, [join(outdir, 'cli.js'), ...words], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
    });
  let last: Promise<unknown> = Promise.resolve();
  const runInTurn = (words: readonly string[]): Promise<Outcome> => {
    const own = last.then(() => runHere(outdir, folder, words));
    last = own.catch(() => undefined);
    return own;
  };
  return {
    get folder() {
      return folder;
    },
    get script() {
      return join(outdir, 'cli.js');
    },
    start,
    run: (words, options = {}) => (needsProcess(words, options) ? outcomeOf(start(words, options)) : runInTurn(words)),
  };
}
