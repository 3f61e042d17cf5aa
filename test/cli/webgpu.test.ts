/** `--engine webgpu` gives what wasm gives, and `info` says what there is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeGpu } from '../support/gpu.ts';
import { useCommandLine } from './command-line.ts';
import { box, write } from './files.ts';

describeGpu('the command line on WebGPU', () => {
  const cli = useCommandLine();
  // `describeGpu` has chosen a driver.
  const env = () => ({ VK_DRIVER_FILES: process.env.VK_DRIVER_FILES ?? '' });

  async function pairsOf(words: readonly string[], engine: string) {
    const file = `${words[0]}-${engine}.tsv`;
    const run = await cli.run([...words, '--engine', engine, '--pairs', file, '--json'], { env: env() });
    const { pairs, engine: used } = JSON.parse(run.stdout);
    return { code: run.code, pairs, used, text: readFileSync(join(cli.folder, file), 'utf8') };
  }

  it.each([
    ['check', 1],
    ['clash', 1],
  ])('finds with %s what wasm finds', async (verb, code) => {
    const parts = [box('a', [0, 0, 0]), box('b', [0.5, 0.5, 0.5]), box('c', [0.25, 0.5, 0.75], 0.1)];
    write(cli.folder, 'boxes.obj', parts.join(''));
    const wasm = await pairsOf([verb, 'boxes.obj'], 'wasm');
    expect(wasm.text.split('\n').length).toBeGreaterThan(5);
    expect(await pairsOf([verb, 'boxes.obj'], 'webgpu')).toEqual({ ...wasm, code, used: 'webgpu' });
  });

  it('lists adapters with their limits', async () => {
    const { stdout } = await cli.run(['info', '--json'], { env: env() });
    const { adapters } = JSON.parse(stdout).webgpu;
    expect(adapters).toHaveLength(1);
    expect(adapters[0]).toMatchObject({ isSoftware: true, limits: { maxBufferSize: expect.any(Number) } });
    const { stdout: text } = await cli.run(['info'], { env: env() });
    expect(text).toMatch(
      /webgpu +\S.*\(software, correct but slow, timings\)\n +buffers of \d+ MiB, bindings of \d+ MiB/,
    );
  });

  it('says why there are none', async () => {
    const { stdout, code } = await cli.run(['info', '--json'], { env: { VK_DRIVER_FILES: '/no/such/driver.json' } });
    expect(code).toBe(0);
    expect(JSON.parse(stdout).webgpu).toEqual({ adapters: [], reason: expect.stringContaining('no graphics card') });
  });
});
