/** What lies wholly inside what, as `clash` reports it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useCommandLine } from './command-line.ts';
import { box, write } from './files.ts';

const cli = useCommandLine();

/** A U of three boxes as one part: its box holds what stands between its arms. */
const U = ['left', 'floor', 'right']
  .map((_, i) =>
    box(
      'u',
      [
        [0, 0, 0],
        [4, 0, 0],
        [8, 0, 0],
      ][i],
      3.5,
    ),
  )
  .join('')
  .replaceAll(/^o u\n/gm, '');

beforeAll(() => {
  write(cli.folder, 'room.obj', box('room', [0, 0, 0], 10));
  write(cli.folder, 'lamp.obj', box('lamp', [4, 4, 4]));
  write(cli.folder, 'bulb.obj', box('bulb', [4.25, 4.25, 4.25], 0.5));
  write(cli.folder, 'rug.obj', box('rug', [1, 1, 0]));
  write(cli.folder, 'both.obj', `o both\n${(box('a', [1, 1, 1]) + box('b', [20, 1, 1])).replaceAll(/^o .\n/gm, '')}`);
  write(cli.folder, 'tray.obj', box('tray', [0, 0, 0], 10).split('\n').slice(0, -2).join('\n'));
  write(cli.folder, 'u.obj', `o u\n${U}`);
  write(cli.folder, 'between.obj', box('between', [3.6, 1, 1], 0.3));
});

async function contained(...words: string[]) {
  const { code, stdout, stderr } = await cli.run(['clash', ...words, '--json']);
  const report = JSON.parse(stdout);
  const name = (index: number) => report.objects[index].name;
  const pairs = report.contained.map(
    ({ inner, outer }: { inner: number; outer: number }) => `${name(inner)} in ${name(outer)}`,
  );
  // Clashes and this list say the same.
  const told = report.clashes
    .filter(({ kind }: { kind: string }) => kind === 'contained')
    .map(({ a, b, inner }: { a: number; b: number; inner: number }) => `${name(inner)} in ${name(a + b - inner)}`);
  expect(pairs.toSorted()).toEqual(told.toSorted());
  return { code, pairs, stderr };
}

describe('clash, containment', () => {
  it('finds what lies inside, at any depth, in either order', async () => {
    const found = { code: 1, pairs: ['lamp in room', 'bulb in room', 'bulb in lamp'], stderr: '' };
    expect(await contained('room.obj', 'lamp.obj', 'bulb.obj')).toEqual(found);
    const turned = await contained('bulb.obj', 'lamp.obj', 'room.obj');
    expect(turned.pairs.toSorted()).toEqual(found.pairs.toSorted());
  });

  it('has what touches from inside, and leaves out what is ignored and what stands between', async () => {
    write(cli.folder, 'ignore.txt', 'room lamp\n');
    expect((await contained('room.obj', 'rug.obj')).pairs).toEqual(['rug in room']);
    expect(await contained('room.obj', 'lamp.obj', '--ignore', 'ignore.txt')).toMatchObject({ code: 0, pairs: [] });
    const { stdout } = await cli.run(['clash', 'room.obj', 'lamp.obj', '--json']);
    write(cli.folder, 'id.txt', `${JSON.parse(stdout).clashes[0].id}\n`);
    expect(await contained('room.obj', 'lamp.obj', '--ignore', 'id.txt')).toMatchObject({ code: 0, pairs: [] });
    // One of its two shells lies inside, which is a clash of its own.
    expect(await contained('room.obj', 'both.obj')).toMatchObject({ code: 1, pairs: ['both in room'] });
    expect(await contained('u.obj', 'between.obj')).toMatchObject({ code: 0, pairs: [] });
  });

  it('asks for a closed outer object', async () => {
    expect(await contained('tray.obj', 'lamp.obj')).toEqual({ code: 0, pairs: [], stderr: '' });
  });

  it('is the same when touching does not count', async () => {
    const { code, pairs } = await contained('room.obj', 'rug.obj', '--penetrating');
    expect({ code, pairs }).toEqual({ code: 1, pairs: ['rug in room'] });
    write(cli.folder, 'drop.obj', 'o drop\nv 5 5 0\nv 6 5 1\nv 5 6 1\nv 4 4 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n');
    expect((await contained('room.obj', 'drop.obj')).pairs).toEqual(['drop in room']);
    expect((await contained('room.obj', 'drop.obj', '--penetrating')).pairs).toEqual(['drop in room']);
  });

  it('is said in the table, in the verdict and in Markdown, and fails', async () => {
    const { code, stdout } = await cli.run(['clash', 'room.obj', 'lamp.obj']);
    expect(stdout).toMatch(/contained +room\.obj:room \(0\) +lamp\.obj:lamp \(1\) +[45]/);
    expect(stdout).toContain('1 clash (1 contained)');
    expect(code).toBe(1);
    const markdown = await cli.run(['clash', 'room.obj', 'lamp.obj', '--markdown']);
    expect(markdown.stdout).toMatch(/❌[\s\S]*\| contained \|/);
    expect((await cli.run(['clash', 'room.obj', 'lamp.obj', '--fail-on', 'penetrating'])).code).toBe(0);
  });

  it('is no matter of check', async () => {
    const { code, stdout } = await cli.run(['check', 'room.obj', 'lamp.obj', '--json']);
    expect(JSON.parse(stdout)).not.toHaveProperty('contained');
    expect(code).toBe(0);
  });
});
