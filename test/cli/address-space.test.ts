/** The command line where the system limits its address space: an answer, or a message that says what to do; never a crash. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Outcome, outcomeOf, useCommandLine } from './command-line.ts';
import { box } from './files.ts';

const cli = useCommandLine();
const WITHOUT_GUARDS = '--disable-wasm-trap-handler';

/** Limits in GiB: Node itself starts with 0.75. With guards an engine needs 10 more, and a thread 0.9. */
async function clashWithin(gib: number, words: string, nodeOptions = ''): Promise<Outcome> {
  const [one, two] = ['one.obj', 'two.obj'].map((name) => join(cli.folder, name));
  writeFileSync(one, box('one', [0, 0, 0]));
  writeFileSync(two, box('two', [0.5, 0.5, 0.5]));
  const command = `ulimit -v ${Math.round(gib * 2 ** 20)}; exec "${process.execPath}" "${cli.script}" clash "${one}" "${two}" ${words}`;
  return outcomeOf(spawn('bash', ['-c', command], { env: { ...process.env, NODE_OPTIONS: nodeOptions } }));
}

describe.runIf(process.platform === 'linux')('under ulimit -v', () => {
  it.each([
    [0.9, '', ''],
    [2, '--threads 0', ''],
    [8, '--threads 2', ''],
    [11.4, '--threads 2', ''],
    [1.2, '--threads 1', WITHOUT_GUARDS],
    [2.2, '--threads 4', WITHOUT_GUARDS],
  ])('%f GiB %s %s: says that there is no room and what to do', async (gib, words, nodeOptions) => {
    const { code, stderr } = await clashWithin(gib, words, nodeOptions);
    expect(stderr).toMatch(/EngineError out-of-memory: .*ulimit -v.* GiB are left.*Raise the limit.*--threads 0/s);
    expect(stderr).not.toMatch(/bug/);
    expect(code).toBe(2);
  });

  it.each([
    [11.8, '', ''],
    [14, '--threads 2', ''],
    [1.6, '', WITHOUT_GUARDS],
    [4, '--threads 2', WITHOUT_GUARDS],
  ])('%f GiB %s %s: answers', async (gib, words, nodeOptions) => {
    const { code, stderr } = await clashWithin(gib, words, nodeOptions);
    expect(stderr).toBe('');
    expect(code).toBe(1);
  });
});
