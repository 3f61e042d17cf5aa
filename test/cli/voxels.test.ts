import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readModel } from '../../src/io/index.ts';
import { useCommandLine } from './command-line.ts';
import { box, write } from './files.ts';

const cli = useCommandLine();

beforeAll(() => {
  write(cli.folder, 'box.obj', box('box', [0, 0, 0], 8));
  write(cli.folder, 'small.obj', box('small', [3, 3, 3], 2));
  write(cli.folder, 'corner.obj', box('corner', [7, 7, 7], 4));
  write(cli.folder, 'far.obj', box('far', [50, 0, 0], 2));
  write(cli.folder, 'tray.obj', box('tray', [0, 0, 0], 8).split('\n').slice(0, -2).join('\n'));
});

describe('voxels', () => {
  it('counts the voxels of one object', async () => {
    const { code, stdout, stderr } = await cli.run(['voxels', 'box.obj', '--resolution', '8', '--json']);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      command: 'voxels',
      resolution: [8, 8, 8],
      voxelSize: 1,
      rule: 'conservative',
      objects: [{ file: 'box.obj', triangles: 12, voxels: 8 ** 3 - 6 ** 3 }],
    });
    expect(JSON.parse(stdout)).not.toHaveProperty('common');
    expect(code).toBe(0);
  });

  it('counts what two objects share', async () => {
    const words = ['voxels', 'box.obj', 'corner.obj', '--resolution', '4', '--json'];
    const { code, stdout } = await cli.run([...words, '--identify']);
    // Three faces of each are in the overlap: 4³ − 3³ voxels; 2³ of the 4³ have neither.
    expect(JSON.parse(stdout)).toMatchObject({
      voxelSize: 0.25,
      origin: [7, 7, 7],
      objects: [{ voxels: 37 }, { voxels: 37 }],
      common: 37 + 37 - (4 ** 3 - 2 ** 3),
    });
    expect(JSON.parse(stdout).pairs).toBeGreaterThan(0);
    expect(code).toBe(0);
  });

  it('finds an object inside another when filled, and nothing without', async () => {
    const words = ['voxels', 'box.obj', 'small.obj', '--resolution', '8', '--json'];
    expect(JSON.parse((await cli.run(words)).stdout).common).toBe(0);
    const solid = JSON.parse((await cli.run([...words, '--solid'])).stdout);
    expect(solid.common).toBe(512);
    expect(solid.solid).toBe(true);
  });

  it('has an answer for objects that are far apart', async () => {
    const { code, stdout } = await cli.run(['voxels', 'box.obj', 'far.obj', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ common: 0, objects: [{ voxels: 0 }, { voxels: 0 }] });
    expect(code).toBe(0);
  });

  it('prints for people', async () => {
    const { stdout } = await cli.run(['voxels', 'box.obj', 'corner.obj', '--resolution', '4x8x4', '--rule', 'paper']);
    expect(stdout).toMatch(
      /box\.obj: \d+ voxels of 12 triangles\n.*\n\d+ common voxels\n4 × 8 × 4 voxels of 0\.25, paper rule/,
    );
  });

  it('writes binvox and PLY', async () => {
    await cli.run(['voxels', 'box.obj', '--resolution', '4', '--out', 'box.binvox', '--quiet']);
    const binvox = readFileSync(join(cli.folder, 'box.binvox'));
    expect(binvox.toString('latin1')).toMatch(/^#binvox 1\ndim 4 4 4\ntranslate 0 0 0\nscale 8\ndata\n/);
    await cli.run(['voxels', 'box.obj', '--resolution', '4', '--out', 'points.ply', '--quiet']);
    expect(readFileSync(join(cli.folder, 'points.ply'), 'latin1')).toContain('element vertex 56\n');
    await cli.run(['voxels', 'box.obj', 'corner.obj', '--resolution', '4', '--out', 'cubes.ply', '--cubes', '--quiet']);
    const model = await readModel(readFileSync(join(cli.folder, 'cubes.ply')), { name: 'cubes.ply' });
    expect(model.parts[0].indices.length / 6).toBeGreaterThan(18);
  });

  it('counts at resolutions whose bits would not fit into memory', async () => {
    const { code, stdout } = await cli.run(['voxels', 'small.obj', '--resolution', '6000x6000x3', '--json']);
    expect(JSON.parse(stdout).resolution).toEqual([6000, 6000, 3]);
    expect(code).toBe(0);
  });

  it.each([
    [['voxels'], /voxels expects one file or two.*found 0 files/],
    [['voxels', 'box.obj', 'small.obj', 'far.obj'], /found 3 files/],
    [['voxels', 'box.obj', '--resolution', '0'], /resolution is number 0; expected a whole number from 1 to 65536/],
    [['voxels', 'box.obj', '--resolution', '4x4'], /--resolution is "4x4"; expected a whole number/],
    [['voxels', 'box.obj', '--resolution', '999999999'], /expected a whole number from 1 to 65536/],
    [['voxels', 'box.obj', '--rule', 'best'], /--rule is "best"; expected one of conservative, paper/],
    [
      ['voxels', 'tray.obj', '--solid'],
      /open-mesh: voxels: mesh "tray.obj" cannot be filled.*4 edges of one triangle only/,
    ],
    [['voxels', 'box.obj', '--identify'], /--identify compares two objects/],
    [['voxels', 'box.obj', 'small.obj', '--identify', '--rule', 'paper'], /identify promises every colliding pair/],
    [['voxels', 'box.obj', '--out', 'box.vox'], /--out is "box.vox"; expected a name that ends in .binvox or .ply/],
    [['voxels', 'box.obj', '--cubes'], /--cubes needs a PLY file/],
    [['voxels', 'box.obj', '--out', 'a.binvox', '--cubes'], /--cubes needs a PLY file/],
    [
      ['voxels', 'box.obj', '--resolution', '65536', '--out', 'huge.binvox'],
      /out-of-memory: voxels: 65536 × 65536 × 65536 voxels need/,
    ],
  ])('refuses %j', async (words, message) => {
    const { code, stdout, stderr } = await cli.run(words);
    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});
