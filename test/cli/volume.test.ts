import { beforeAll, describe, expect, it } from 'vitest';
import { useCommandLine } from './command-line.ts';
import { box, write } from './files.ts';

const cli = useCommandLine();

beforeAll(() => {
  write(cli.folder, 'a.obj', box('a', [0, 0, 0], 2));
  write(cli.folder, 'b.obj', box('b', [1, 1, 1], 2));
  write(cli.folder, 'far.obj', box('far', [9, 9, 9], 2));
  write(cli.folder, 'both.obj', box('a', [0, 0, 0], 2) + box('b', [1, 1, 1], 2));
  write(cli.folder, 'tray.obj', box('tray', [0, 0, 0], 2).split('\n').slice(0, -2).join('\n'));
});

async function json(...words: string[]) {
  const { code, stdout, stderr } = await cli.run(['volume', ...words, '--json']);
  return { code, stderr, report: JSON.parse(stdout) };
}

describe('volume', () => {
  it('measures what two meshes have in common', async () => {
    const { code, stderr, report } = await json('a.obj', 'b.obj', '--resolution', '32', '--axis', 'y');
    expect(stderr).toBe('');
    expect(report).toMatchObject({
      command: 'volume',
      kind: 'overlap',
      resolution: 32,
      axes: ['y'],
      generator: 'software',
    });
    expect(report.volume).toBeCloseTo(1, 9);
    expect(report.errorBound).toBeLessThan(1e-6);
    for (const [k, value] of [1.5, 1.5, 1.5].entries()) expect(report.centroid[k]).toBeCloseTo(value, 9);
    expect(report.bounds.min.map(Math.round)).toEqual([1, 1, 1]);
    expect(report.bounds.max.map(Math.round)).toEqual([2, 2, 2]);
    expect(code).toBe(0);
  });

  it('measures what one mesh overlaps itself in, its parts joined', async () => {
    const { code, report } = await json('both.obj', '--axis', 'all');
    expect(report).toMatchObject({ kind: 'self', axes: ['x', 'y', 'z'], resolution: 256 });
    expect(Math.abs(report.volume - 1)).toBeLessThanOrEqual(report.errorBound);
    expect(code).toBe(0);
  });

  it('refines to a tolerance', async () => {
    const { report } = await json('both.obj', '--resolution', '9', '--tolerance', '0.2');
    expect(report.errorBound).toBeLessThanOrEqual(0.2);
    expect(report).toMatchObject({ toleranceMet: true });
    expect(report.resolution).toBeGreaterThan(9);
  });

  it('says so in words', async () => {
    const exact = await cli.run(['volume', 'a.obj', 'b.obj']);
    expect(exact.stdout).toMatch(
      /a\.obj and b\.obj: overlap of 1 ± .*e-1\d\n {2}from 1 1 1 to 2 2 2, centroid 1\.5 1\.5 1\.5\n {2}to rounding/,
    );
    const { stdout } = await cli.run(['volume', 'a.obj', 'b.obj', '--resolution', '256']);
    expect(stdout).toMatch(
      /a\.obj and b\.obj: overlap of 1 ± .*\n {2}from 1 1 1 to 2 2 2, centroid 1\.5 1\.5 1\.5\n {2}256 × 256 pixels along z\n/,
    );
    const apart = await json('a.obj', 'far.obj');
    expect(apart.report).toMatchObject({ volume: 0, errorBound: 0, bounds: null, centroid: null, axes: [] });
  });

  it('refuses open meshes with the count of their open edges, or says what is not known', async () => {
    const refused = await cli.run(['volume', 'tray.obj', 'b.obj']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(
      /open-mesh: overlapVolume: object 0 \("tray.obj"\) is not closed: 4 edges of one triangle only\. Close it, .*On the command line: --allow-open, or --weld DISTANCE where corners nearly meet\n/,
    );
    const { code, report, stderr } = await json('tray.obj', 'b.obj', '--allow-open');
    expect(code).toBe(0);
    expect(report.openObjects).toMatchObject([{ object: 0, open: 4, boundary: 4 }]);
    expect(stderr).toMatch(/note: tray\.obj is not closed \(4 open edges\): .* of the volume is unknown/);
  });

  it.each([
    [['volume'], /volume expects one file or two/],
    [['volume', 'a.obj', 'b.obj', 'far.obj'], /found 3 files/],
    [['volume', 'a.obj', '--resolution', '0'], /--resolution is "0"; expected a whole number from 1/],
    [['volume', 'a.obj', '--resolution', '99999'], /resolution is number 99999/],
    [['volume', 'a.obj', '--axis', 'w'], /--axis is "w"; expected one of auto, x, y, z, all/],
    [['volume', 'a.obj', '--tolerance', '0'], /--tolerance is "0"/],
    [['volume', 'a.obj', '--generator', 'magic'], /--generator is "magic"/],
  ])('refuses %j', async (words, message) => {
    const { code, stdout, stderr } = await cli.run(words);
    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});
