import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { useCommandLine } from './command-line.ts';
import { ASSEMBLY, TANGLE, write } from './files.ts';

const cli = useCommandLine();

beforeAll(() => {
  write(cli.folder, 'assembly.obj', ASSEMBLY);
  write(cli.folder, 'tangle.obj', TANGLE);
});

async function culled(...words: string[]) {
  const { code, stdout, stderr } = await cli.run(['cull', ...words, '--json']);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

describe('cull', () => {
  it('says what is left, and how each pass came to it', async () => {
    const report = await culled('assembly.obj', '--resolution', '64', '--hierarchy');
    expect(report).toMatchObject({ command: 'cull', method: 'quick passes, conservative coverage' });
    // Bolt goes through plate, washer lies on it, far stands alone.
    expect(report.survivors).toEqual([0, 1, 2]);
    expect(report.objectPairs).toEqual([
      { a: 0, b: 1 },
      { a: 0, b: 2 },
    ]);
    expect(report.survivorTriangles).toBeGreaterThan(0);
    for (const pass of report.passes) {
      const names = ['after', 'before', 'level', 'milliseconds', 'pass', 'queries', 'renders', 'triangles', 'view'];
      expect(Object.keys(pass).sort()).toEqual(names);
      expect(pass.after).toBeLessThanOrEqual(pass.before);
      expect(['object', 'triangle']).toContain(pass.level);
    }
    expect(report.passes[0]).toMatchObject({ view: 'x', pass: 1, level: 'object', before: 4, queries: 4, renders: 4 });
  });

  it('lists the survivors, as many as it counts', async () => {
    const report = await culled('tangle.obj', '--self', '--views', 'auto', '--survivors', 'left.tsv');
    expect(readFileSync(join(cli.folder, 'left.tsv'), 'utf8')).toBe('0\t0\n0\t1\n0\t2\n');
    expect(report).toMatchObject({ survivors: [0], survivorTriangles: 3 });
  });

  it('stops at objects when asked to', async () => {
    const report = await culled('assembly.obj', '--preset', 'far', '--level', 'object', '--resolution', '32');
    expect(report.method).toBe('far');
    expect(report.passes.map(({ level }: { level: string }) => level)).not.toContain('triangle');
    expect(report.survivorTriangles).toBe(36);
  });

  it('takes views from the other side and in any direction, rounds, a distance and an order', async () => {
    const words = [
      '--views',
      'x -x 1,1,0',
      '--rounds',
      '1',
      '--iterations',
      '1',
      '--order',
      'back-to-front',
      '--refit',
    ];
    const report = await culled('assembly.obj', ...words, '--resolution', '64', '--level', 'object');
    expect(report.passes.map(({ view }: { view: string }) => view)).toEqual(['x', 'x', '-x', '-x', '1,1,0', '1,1,0']);
    expect(report.survivors).toEqual([0, 1, 2]);
    // Far stands alone, but not farther than this from the rest.
    const near = await culled('assembly.obj', '--distance', '1000', '--resolution', '64', '--level', 'object');
    expect(near.survivors).toEqual([0, 1, 2, 3]);
    const refused = await cli.run(['cull', 'assembly.obj', '--distance', 'some', '--json']);
    expect(refused.code).toBe(2);
  });

  it('counts the triangles of each set, and writes the pairs that are left', async () => {
    const report = await culled('assembly.obj', '--resolution', '64', '--trace', '--pairs', 'candidates.tsv');
    const last = report.passes.at(-1).sets;
    expect(last.nfv + last.ffv + last.sfv).toBe(report.survivorTriangles);
    expect(last.nfv + last.ffv + last.sfv + last.bfv).toBe(48);
    const rows = readFileSync(join(cli.folder, 'candidates.tsv'), 'utf8').trimEnd().split('\n');
    expect(rows).toHaveLength(report.pairs);
    await cli.run(['clash', 'assembly.obj', '--pairs', 'true.tsv']);
    const truth = readFileSync(join(cli.folder, 'true.tsv'), 'utf8').trimEnd().split('\n');
    expect(truth.length).toBeGreaterThan(0);
    expect(truth.filter((row) => !rows.includes(row))).toEqual([]);
  });

  it('prints a table for people', async () => {
    const { stdout } = await cli.run(['cull', 'assembly.obj', '--resolution', '64', '--preset', 'cullide']);
    expect(stdout).toMatch(/level +view +pass +before +after +queries +renders/);

    expect(stdout).toMatch(/\d of 4 objects and \d+ of 48 triangles may collide/);
  });

  it('says when an answer is sampled, and engines may differ', async () => {
    const sampled = await cli.run(['cull', 'assembly.obj', '--resolution', '64', '--coverage', 'sampled']);
    expect(sampled.stdout).toMatch(/Sampled: .* engines may differ/);
    const reliable = await cli.run(['cull', 'assembly.obj', '--resolution', '64']);
    expect(reliable.stdout).not.toMatch(/Sampled/);
    expect(await culled('assembly.obj', '--preset', 'cullide')).toMatchObject({ coverage: 'sampled' });
  });

  it('compares boxes as it is told', async () => {
    const method = async (...words: string[]) => (await culled('assembly.obj', '--resolution', '32', ...words)).method;
    expect(await method('--no-boxes')).toBe('quick passes, conservative coverage, without boxes');
    expect(await method('--preset', 'far', '--boxes')).toBe('far, with boxes');
    const { code, stderr } = await cli.run(['cull', 'assembly.obj', '--preset', 'cullide', '--boxes']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('sampled coverage cannot compare boxes')]);
  });

  it.each([
    [['--resolution', '0'], /--resolution is "0"; expected a whole number from 1/],
    [['--resolution', '99999'], /resolution is number 99999; expected a whole number from 1 to 16384/],
    [['--preset', 'cullid'], /--preset is "cullid"; expected one of cullide, self-cullide, quick-cullide, far/],
    [['--views', 'xyw'], /views is the text "xyw"; expected one to nine letters of x, y and z/],
    [['--depth-bits', '17'], /depthBits is number 17; expected 16, 24 or 32/],
    [['--cluster-size', '1'], /clusterSize is number 1; expected a whole number from 2/],
    [['--level', 'pixel'], /--level is "pixel"; expected one of object, cluster, triangle/],
  ])('refuses %j', async (words, message) => {
    const { code, stdout, stderr } = await cli.run(['cull', 'assembly.obj', ...words]);
    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it('needs WebGPU for the hardware generator', async () => {
    const { code, stderr } = await cli.run(['cull', 'assembly.obj', '--generator', 'hardware', '--engine', 'wasm']);
    expect(stderr).toMatch(
      /no-webgpu: cull: generator "hardware" needs the WebGPU engine.*On the command line: --engine webgpu/,
    );
    expect(code).toBe(3);
  });
});
