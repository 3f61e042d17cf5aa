import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { useCommandLine } from './command-line.ts';
import { box, write } from './files.ts';

const cli = useCommandLine();

beforeAll(() => {
  write(cli.folder, 'box.obj', box('box', [0, 0, 0], 2));
  write(cli.folder, 'two.obj', box('one', [0, 0, 0], 2) + box('two', [5, 0, 0], 2));
  write(cli.folder, 'tray.obj', box('tray', [0, 0, 0], 2).split('\n').slice(0, -2).join('\n'));
  write(cli.folder, 'points.xyz', '# x y z label\n1 1 1 a 7\n\n 6 1 1\t9\r\n2 1 1 # on it\n-1e-9 1 1\n');
  write(cli.folder, 'short.xyz', '1 1 1\n1 2\n3 4 5\n');
  write(cli.folder, 'none.xyz', '# nothing\n');
});

describe('inside', () => {
  it('counts points inside and on the surface', async () => {
    const { code, stdout, stderr } = await cli.run(['inside', 'box.obj', 'points.xyz', '--json']);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ command: 'inside', triangles: 12, points: 4, inside: 1, on: 1 });
    expect(code).toBe(0);
  });

  it('takes all parts of the file for one mesh, and writes one digit per line', async () => {
    const { code, stdout } = await cli.run(['inside', 'two.obj', 'points.xyz', '--out', 'places.txt']);
    expect(readFileSync(join(cli.folder, 'places.txt'), 'utf8')).toBe('1\n1\n2\n0\n');
    expect(stdout).toContain('4 points, 24 triangles: 2 inside, 1 on the surface, 1 outside');
    expect(code).toBe(0);
  });

  it('has an answer for no points', async () => {
    const { code, stdout } = await cli.run(['inside', 'box.obj', 'none.xyz', '--json', '--out', 'empty.txt']);
    expect(JSON.parse(stdout)).toMatchObject({ points: 0, inside: 0, on: 0 });
    expect(readFileSync(join(cli.folder, 'empty.txt'), 'utf8')).toBe('');
    expect(code).toBe(0);
  });

  it('refuses an open mesh with the count of its open edges, unless told', async () => {
    const refused = await cli.run(['inside', 'tray.obj', 'points.xyz', '--out', 'never.txt']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(
      /open-mesh: inside: object 0 \("tray.obj"\) is not closed: 4 edges of one triangle only\. Close it, .*On the command line: --allow-open, or --weld DISTANCE where corners nearly meet\n/,
    );
    expect(() => readFileSync(join(cli.folder, 'never.txt'))).toThrow();
    const answered = await cli.run(['inside', 'tray.obj', 'points.xyz', '--allow-open']);
    expect(answered).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The mesh is not closed (4 open edges)'),
    });
  });

  it.each([
    [['inside', 'box.obj'], /inside expects a mesh and a file of points.*found 1 file/],
    [['inside', 'box.obj', 'points.xyz', 'more.xyz'], /found 3 files/],
    [['inside', 'box.obj', 'short.xyz'], /short.xyz", line 2.*expected a finite number/s],
    [['inside', 'box.obj', 'box.obj'], /line 1.*expected a finite number/s],
    [['inside', 'box.obj', 'nowhere.xyz'], /no-such-file/],
  ])('refuses %j', async (words, message) => {
    const { code, stdout, stderr } = await cli.run(words);
    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});
