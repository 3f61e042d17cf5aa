/** `--timeout` and `--memory` end a run, with an error, also while the main thread hears nothing. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { outcomeOf, useCommandLine } from './command-line.ts';
import { heap, TANGLE, write } from './files.ts';

const cli = useCommandLine();

/** A run that waits for a model on its standard input for ever, whatever the machine is doing; `script` is what it begins with. */
function waiting(words: readonly string[], script = cli.script): ChildProcess {
  return spawn(process.execPath, [script, ...words], { cwd: cli.folder, stdio: ['pipe', 'pipe', 'pipe'] });
}

it('ends a run that takes too long, with an error and no file', async () => {
  const words = ['check', '-', '--timeout', '0.2', '--pairs', 'pairs.tsv', '--json'];
  const { code, stdout, stderr } = await outcomeOf(waiting(words));
  expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: 2, error: 'timed-out' });
  expect(stderr).toContain('--timeout 0.2 seconds');
  expect(readdirSync(cli.folder)).toEqual([]);
});

it('ends a run that computes for too long', async () => {
  write(cli.folder, 'heap.obj', heap(12_000));
  const child = cli.start(['check', 'heap.obj', '--threads', '0', '--timeout', '0.2']);
  const { code, stderr } = await outcomeOf(child);
  expect(code === 2 || child.signalCode === 'SIGKILL').toBe(true);
  expect(stderr).toContain('timed-out');
});

it('ends a run that takes too much memory', async () => {
  const { code, stderr } = await outcomeOf(waiting(['info', '-', '--memory', '20MiB']));
  expect(code).toBe(2);
  expect(stderr).toContain('memory-limit');
});

it('ends a run whose main thread is busy', async () => {
  // From when the thread that watches is there.
  const busy = 'process.once("worker", (watcher) => watcher.once("online", () => { for (;;); }));';
  write(cli.folder, 'busy.mjs', `${busy} await import(${JSON.stringify(pathToFileURL(cli.script).href)});`);
  const child = waiting(['check', '-', '--timeout', '0.2'], join(cli.folder, 'busy.mjs'));
  const { stderr } = await outcomeOf(child);
  expect(child.signalCode).toBe('SIGKILL');
  expect(stderr).toContain('timed-out');
});

it('is not in the way of a run that keeps to them, and refuses what is no limit', async () => {
  write(cli.folder, 'tangle.obj', TANGLE);
  expect((await cli.run(['check', 'tangle.obj', '--timeout', '60', '--memory', '8GiB'], { process: true })).code).toBe(
    1,
  );
  for (const words of [
    ['--timeout', 'soon'],
    ['--timeout', '0'],
    ['--memory', 'much'],
  ]) {
    const { code, stderr } = await cli.run(['check', 'tangle.obj', ...words]);
    expect(code).toBe(2);
    expect(stderr).toContain('option-value');
  }
});
