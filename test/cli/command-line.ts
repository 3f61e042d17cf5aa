/**
 * The command line as people run it: bundled like the published one, in a process of its own, in a folder of its own.
 *
 * The bundle lies in the project's build folder, because npm packages are found from there.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { bundleCommandLine } from '../../scripts/bundle-command-line.mjs';

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
}

export interface CommandLine {
  /** A folder for files, empty at first. */
  readonly folder: string;
  readonly script: string;
  run(words: readonly string[], options?: RunOptions): Promise<Outcome>;
  start(words: readonly string[], options?: RunOptions): ChildProcess;
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

/** Bundles before the tests of a file and cleans up after them. */
export function useCommandLine(): CommandLine {
  let outdir = '';
  let folder = '';
  beforeAll(async () => {
    mkdirSync(join(projectRoot, 'build'), { recursive: true });
    outdir = mkdtempSync(join(projectRoot, 'build/cli-test-'));
    folder = mkdtempSync(join(tmpdir(), 'collidescope-cli-'));
    await bundleCommandLine(outdir);
  });
  afterAll(() => {
    for (const used of [outdir, folder]) rmSync(used, { recursive: true, force: true });
  });
  const start = (words: readonly string[], { cwd = folder, env = {}, stdout }: RunOptions = {}) =>
    spawn(process.execPath, [join(outdir, 'cli.js'), ...words], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
    });
  return {
    get folder() {
      return folder;
    },
    get script() {
      return join(outdir, 'cli.js');
    },
    start,
    run: (words, options) => outcomeOf(start(words, options)),
  };
}
