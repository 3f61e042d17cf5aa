/** `--timeout` and `--memory` end a run, with an error, also while the main thread hears nothing. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { outcomeOf, useCommandLine } from './command-line.ts';
import { heap, TANGLE, write } from './files.ts';

const cli = useCommandLine();

it('ends a run that takes too long, with an error and no file', async () => {
  write(cli.folder, 'heap.obj', heap(12_000));
  const words = ['check', 'heap.obj', '--threads', '0', '--timeout', '0.5', '--pairs', 'pairs.tsv', '--json'];
  const { code, stdout, stderr } = await cli.run(words, { process: true });
  expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: 2, error: 'timed-out' });
  expect(stderr).toContain('--timeout 0.5 seconds');
}, 30_000);

it('ends a run that takes too much memory', async () => {
  const { code, stderr } = await cli.run(['info', 'heap.obj', '--memory', '20MiB'], { process: true });
  expect(code).toBe(2);
  expect(stderr).toContain('memory-limit');
}, 30_000);

it('ends a run whose main thread is busy', async () => {
  const busy = 'setTimeout(() => { for (;;); }, 400);';
  const words = 'process.argv = ["node", "cli", "check", "heap.obj", "--threads", "0", "--timeout", "0.6"];';
  write(cli.folder, 'busy.mjs', `${busy} ${words} await import(${JSON.stringify(pathToFileURL(cli.script).href)});`);
  const child = spawn(process.execPath, [join(cli.folder, 'busy.mjs')], {
    cwd: cli.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, stderr } = await outcomeOf(child);
  expect(code === 2 || child.signalCode === 'SIGKILL').toBe(true);
  expect(stderr).toContain('timed-out');
}, 30_000);

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
}, 30_000);
