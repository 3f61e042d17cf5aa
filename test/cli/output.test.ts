/** Where output goes, and what is left behind when something goes wrong. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { WRITTEN } from '../../src/cli/input/refuse-overwriting.ts';
import { VERBS } from '../../src/cli/verb-table.ts';
import { outcomeOf, useCommandLine } from './command-line.ts';
import { heap, TANGLE, TANGLE_PAIRS, write } from './files.ts';

const cli = useCommandLine();
const isRoot = process.getuid?.() === 0;
const hasDevFull = existsSync('/dev/full');
const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;
const read = (name: string) => readFileSync(join(cli.folder, name), 'utf8');
const leftovers = () => readdirSync(cli.folder).filter((name) => name.endsWith('.part'));

beforeAll(() => {
  write(cli.folder, 'tangle.obj', TANGLE);
  write(cli.folder, 'heap.obj', heap(12_000));
  write(cli.folder, 'small-heap.obj', heap(300));
});

describe('files that are read', () => {
  const two = ['--csv', 'same.txt', '--junit', './same.txt'];
  it.each([
    [['clash', 'tangle.obj', '--csv', './tangle.obj'], '--csv would overwrite "./tangle.obj", which is read'],
    [['check', 'tangle.obj', '--pairs', 'to-tangle.obj'], '--pairs would overwrite "to-tangle.obj", which is read'],
    [['voxels', 'tangle.obj', '--out', 'tangle.obj'], '--out would overwrite "tangle.obj", which is read'],
    [['clash', 'tangle.obj', '--ignore', 'may.txt', '--csv', 'may.txt'], '--ignore and --csv name the same file'],
    [['clash', 'tangle.obj', ...two], '--csv and --junit name the same file "./same.txt"; expected two'],
  ])('are not overwritten: %j', async (words, message) => {
    if (!existsSync(join(cli.folder, 'to-tangle.obj'))) symlinkSync('tangle.obj', join(cli.folder, 'to-tangle.obj'));
    write(cli.folder, 'may.txt', 'a b\n');
    const { code, stderr } = await cli.run(words);
    expect(stderr).toContain(`option-conflict: ${message}`);
    expect(code).toBe(2);
    expect([read('tangle.obj'), read('may.txt'), existsSync(join(cli.folder, 'same.txt'))]).toEqual([
      TANGLE,
      'a b\n',
      false,
    ]);
  });

  it('are all that options name but those that say that they write', () => {
    const named = VERBS.flatMap(({ options }) => options.filter(({ value }) => value === 'file'));
    const writing = named.filter(({ text }) => /\bwrite\b/.test(text)).map(({ name }) => name);
    expect([...new Set(writing)].sort()).toEqual([...WRITTEN].sort());
  });

  it.runIf(hasDevFull)('may share a device', async () => {
    const words = ['clash', 'tangle.obj', '--quiet', '--csv', '/dev/null', '--junit', '/dev/null'];
    expect(await cli.run(words)).toMatchObject({ code: 0, stderr: expect.not.stringContaining('error') });
  });
});

describe('--pairs', () => {
  it('keeps the rights of a file that was there, and follows links', async () => {
    write(cli.folder, 'kept.tsv', 'old');
    chmodSync(join(cli.folder, 'kept.tsv'), 0o640);
    symlinkSync('kept.tsv', join(cli.folder, 'link.tsv'));
    await cli.run(['check', 'tangle.obj', '--quiet', '--pairs', 'link.tsv']);
    expect(read('kept.tsv')).toBe(TANGLE_PAIRS);
    expect(statSync(join(cli.folder, 'kept.tsv')).mode & 0o777).toBe(0o640);
    expect(lstatSync(join(cli.folder, 'link.tsv')).isSymbolicLink()).toBe(true);
  });

  it.each([
    ['nowhere/pairs.tsv', 'its folder does not exist'],
    ['.', 'it is a folder'],
  ])('says why %s cannot be written', async (path, reason) => {
    const { code, stdout, stderr } = await cli.run(['check', 'tangle.obj', '--pairs', path]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`"${path}" could not be written: ${reason}`);
  });

  it.skipIf(isRoot || process.platform === 'win32')('does not touch what may not be written', async () => {
    mkdirSync(join(cli.folder, 'locked'));
    chmodSync(join(cli.folder, 'locked'), 0o555);
    write(cli.folder, 'readonly.tsv', 'old');
    chmodSync(join(cli.folder, 'readonly.tsv'), 0o444);
    for (const path of ['locked/pairs.tsv', 'readonly.tsv']) {
      const { code, stderr } = await cli.run(['check', 'tangle.obj', '--pairs', path]);
      expect(code).toBe(2);
      expect(stderr).toContain('permission denied');
    }
    expect(read('readonly.tsv')).toBe('old');
  });

  it('leaves what was there when a later file is bad', async () => {
    write(cli.folder, 'before.tsv', 'old');
    const { code } = await cli.run(['check', 'tangle.obj', 'missing.obj', '--pairs', 'before.tsv']);
    expect(code).toBe(2);
    expect(read('before.tsv')).toBe('old');
    expect(leftovers()).toEqual([]);
  });

  it.skipIf(!hasDevFull)('says when the disk is full', async () => {
    const { code, stderr } = await cli.run(['check', 'tangle.obj', '--pairs', '/dev/full']);
    expect(code).toBe(2);
    expect(stderr).toContain('the disk is full');
  });
});

describe('standard output', () => {
  it.skipIf(!hasDevFull)('says when it cannot be written', async () => {
    const { code, stderr } = await cli.run(['check', 'tangle.obj', '--json'], { stdout: openSync('/dev/full', 'w') });
    expect(code).toBe(2);
    expect(stderr).toContain('standard output could not be written');
  });

  it('has no colours and no progress bar in a pipe', async () => {
    const { stdout, stderr } = await cli.run(['check', 'small-heap.obj', '--threads', '2'], {
      env: { FORCE_COLOR: '1' },
    });
    expect(stdout + stderr).not.toContain('\x1b');
    expect(stderr).toBe('');
  });

  it('does not mind a reader that goes away', async () => {
    const child = cli.start(['check', 'tangle.obj', '--json']);
    child.stdout!.destroy();
    const { code, stderr } = await outcomeOf(child);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  });

  it.skipIf(!hasScript)('has colours on a terminal, unless NO_COLOR is set, and fits into 80 columns', async () => {
    const onTerminal = async (env: Record<string, string>) => {
      const command = `stty cols 80; ${process.execPath} ${cli.script} check tangle.obj`;
      const options = { cwd: cli.folder, env: { ...process.env, NO_COLOR: '', TERM: 'xterm', ...env } };
      return (await outcomeOf(spawn('script', ['-qec', command, '/dev/null'], options))).stdout;
    };
    const coloured = await onTerminal({});
    expect(coloured).toContain('\x1b[31m3 triangle pairs collide');
    expect(await onTerminal({ NO_COLOR: '1' })).not.toContain('\x1b[31m');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colours are
    const plain = coloured.replaceAll(/\x1b\[\d*m/g, '');
    // A slow machine shows a progress bar, drawn over and over in one line.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a line is drawn anew
    for (const line of plain.split(/\r\n|\r\x1b\[K/)) expect(line.length, line).toBeLessThanOrEqual(80);
  });
});

describe.skipIf(process.platform === 'win32')('an interrupt', () => {
  it.each([
    ['SIGINT', 130, '0', 100],
    ['SIGINT', 130, '2', 100],
    ['SIGTERM', 143, '2', 100],
    ['SIGTERM', 143, '0', 0],
  ] as const)('%s ends the process with %i and leaves no file, with %s threads, after %i ms', async (...row) => {
    const [signal, expected, threads, afterwards] = row;
    const child = cli.start(['check', 'heap.obj', '--threads', threads, '--pairs', 'interrupted.tsv']);
    const ended = outcomeOf(child);
    // From when its file is begun on, the search is on its way; it takes seconds.
    while (leftovers().length === 0 && child.exitCode === null) await sleep(5);
    expect(leftovers()).toHaveLength(1);
    await sleep(afterwards);
    child.kill(signal);
    const { code, stdout } = await ended;
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
    expect(existsSync(join(cli.folder, 'interrupted.tsv'))).toBe(false);
    expect(leftovers()).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('%s ends the process while it computes and hears nothing', async (signal) => {
    const busy = join(cli.folder, 'busy.mjs');
    // As busy as the command line can be: a turn of the event loop that never ends, once everything is loaded.
    const keepBusy = 'setTimeout(() => { console.error("busy"); for (;;); }, 300);';
    writeFileSync(
      busy,
      `${keepBusy} process.argv = ["node", "cli", "check", "heap.obj", "--threads", "0"]; await import(${JSON.stringify(pathToFileURL(cli.script).href)});`,
    );
    const child = spawn(process.execPath, [busy], { cwd: cli.folder, stdio: ['ignore', 'ignore', 'pipe'] });
    await new Promise<void>((resolve) => child.stderr.on('data', (text) => /busy/.test(text) && resolve()));
    const ended = new Promise((resolve) => child.once('exit', (_, by) => resolve(by)));
    child.kill(signal);
    expect(await ended).toBe(signal);
  });
});
