import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { useCommandLine } from './command-line.ts';
import { box, movingTriangles, TANGLE, TANGLE_PAIRS, write } from './files.ts';

const cli = useCommandLine();
const read = (name: string) => readFileSync(join(cli.folder, name), 'utf8');

beforeAll(() => {
  write(cli.folder, 'tangle.obj', TANGLE);
  write(cli.folder, 'box.obj', box('box', [0, 0, 0]));
  write(cli.folder, 'walk.gltf', movingTriangles());
});

describe('check', () => {
  it('exits with 0 for a mesh that does not meet itself, and says so', async () => {
    const { code, stdout, stderr } = await cli.run(['check', 'box.obj']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('No collisions: 1 object, 12 triangles');
  });

  it('exits with 1 for one that does, with a table, the places and the totals', async () => {
    const { code, stdout } = await cli.run(['check', 'tangle.obj', 'box.obj']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/# +object +vertices +triangles +degenerate +self pairs\n +0 +tangle.obj +9 +4 +1 +3\n/);
    expect(stdout).toMatch(/0:0 +0:1 +crossing +1 1 0 +3 1 0\n/);
    expect(stdout).toContain('3 triangle pairs collide within 1 object\n');
    expect(stdout).toContain('Contacts: 2 crossing, 0 touching, 1 coplanar\n');
    expect(stdout).toContain('Self pairs share: no vertex 2, a vertex 0, an edge 0, all three 1\n');
    expect(stdout).toContain('1 degenerate triangle, in no pair\n');
  });

  it('gives one JSON document', async () => {
    const { code, stdout, stderr } = await cli.run(['check', 'tangle.obj', 'box.obj', '--json']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const { version, threads, milliseconds, places, ...rest } = JSON.parse(stdout);
    expect(rest).toEqual({
      schema: 'collidescope-report/1',
      command: 'check',
      engine: 'wasm',
      objects: [
        {
          file: 'tangle.obj',
          name: 'tangle.obj',
          label: 'tangle.obj',
          key: 'tangle',
          vertices: 9,
          triangles: 4,
          degenerate: 1,
          selfPairs: 3,
          sharing: { none: 2, vertex: 0, edge: 0, duplicate: 1 },
        },
        {
          file: 'box.obj',
          name: 'box.obj',
          label: 'box.obj',
          key: 'box',
          vertices: 8,
          triangles: 12,
          degenerate: 0,
          selfPairs: 0,
          sharing: { none: 0, vertex: 0, edge: 0, duplicate: 0 },
        },
      ],
      pairs: 3,
      contacts: { touching: 0, crossing: 2, coplanar: 1 },
      objectPairs: [{ a: 0, b: 0, pairs: 3 }],
      regions: [
        {
          id: expect.stringMatching(/^[a-z][a-z2-9]{6}$/),
          object: 0,
          kind: 'penetrating',
          pairs: 2,
          point: [2, 1, 0],
          bounds: { min: [0, 0, -1], max: [5, 4, 1] },
        },
        {
          id: expect.stringMatching(/^[a-z][a-z2-9]{6}$/),
          object: 0,
          kind: 'penetrating',
          pairs: 1,
          point: [expect.closeTo(4 / 3), expect.closeTo(4 / 3), 0],
          bounds: { min: [0, 0, 0], max: [4, 4, 0] },
        },
      ],
    });
    expect(places[0]).toMatchObject({ a: 0, triangleA: 0, b: 0, triangleB: 1, contact: 'crossing' });
    expect([places[0].from, places[0].to]).toEqual([
      [1, 1, 0],
      [3, 1, 0],
    ]);
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(threads).toBe(0);
    expect(milliseconds).toEqual({ read: expect.any(Number), query: expect.any(Number) });
  });

  it('looks at parts one by one with --parts, numbered from 0', async () => {
    const { stdout } = await cli.run(['check', 'box.obj', 'tangle.obj', '--parts', '--json', '--pairs', 'parts.tsv']);
    const { objects, objectPairs } = JSON.parse(stdout);
    expect(objects.map((object: { name: string }) => object.name)).toEqual(['box', 'cross', 'line']);
    expect(objectPairs).toEqual([{ a: 1, b: 1, pairs: 3 }]);
    expect(read('parts.tsv')).toBe(TANGLE_PAIRS.replaceAll(/^0|0(?=\t\d+\n)/gm, '1'));
  });

  it('writes the pairs, byte for byte, and an empty file for none', async () => {
    await cli.run(['check', 'tangle.obj', '--pairs', 'some.tsv', '--quiet']);
    expect(read('some.tsv')).toBe(TANGLE_PAIRS);
    await cli.run(['check', 'box.obj', '--pairs', 'some.tsv', '--quiet']);
    expect(read('some.tsv')).toBe('');
  });

  it('prints nothing with --quiet', async () => {
    expect(await cli.run(['check', 'tangle.obj', '--quiet'])).toEqual({ code: 1, stdout: '', stderr: '' });
  });

  it('leaves vertices apart with --no-weld: seams then count', async () => {
    const seam = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nv 0 1 0\nv 1 1 1\nf 1 2 3\nf 4 6 5\n';
    write(cli.folder, 'seam.obj', seam);
    expect((await cli.run(['check', 'seam.obj', '--quiet'])).code).toBe(0);
    const { stdout } = await cli.run(['check', 'seam.obj', '--no-weld', '--json']);
    expect(JSON.parse(stdout).objects[0].sharing).toEqual({ none: 1, vertex: 0, edge: 0, duplicate: 0 });
  });

  it('leaves out touching pairs with --penetrating', async () => {
    write(cli.folder, 'touch.obj', 'v 0 0 0\nv 4 0 0\nv 0 4 0\nv 1 1 0\nv 1 1 1\nv 2 1 1\nf 1 2 3\nf 4 5 6\n');
    expect((await cli.run(['check', 'touch.obj', '--quiet'])).code).toBe(1);
    expect((await cli.run(['check', 'touch.obj', '--quiet', '--penetrating'])).code).toBe(0);
  });

  it('prints Markdown', async () => {
    const { code, stdout } = await cli.run(['check', 'tangle.obj', '--markdown']);
    expect(code).toBe(1);
    expect(stdout).toContain('### ❌ collidescope check\n');
    expect(stdout).toContain('| # | object | vertices | triangles | degenerate | self pairs |\n| ---: | --- | ---: |');
    expect(stdout).toContain('| 0 | tangle.obj | 9 | 4 | 1 | 3 |\n');
  });

  it.each([
    ['tangle.obj.gz', 'tangle.obj.gz'],
    ['packed', 'packed'],
  ])('reads gzipped files, named %s', async (name) => {
    write(cli.folder, name, gzipSync(TANGLE));
    const { code, stdout } = await cli.run(['check', name, '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).objects[0]).toMatchObject({ file: name, triangles: 4, selfPairs: 3 });
  });

  it.each(['0', '1', '2'])('gives the same with --threads %s', async (threads) => {
    const words = ['check', 'tangle.obj', '--json', '--threads', threads, '--pairs', 'threads.tsv', '--engine', 'wasm'];
    const { stdout } = await cli.run(words);
    expect(JSON.parse(stdout).threads).toBe(Number(threads));
    expect(read('threads.tsv')).toBe(TANGLE_PAIRS);
  });

  it('tells files of one name apart by their folders', async () => {
    for (const folder of ['left', 'right']) {
      mkdirSync(join(cli.folder, folder));
      write(cli.folder, `${folder}/part.obj`, TANGLE);
    }
    const { stdout } = await cli.run(['check', 'left/part.obj', 'right/part.obj', 'left/part.obj']);
    expect(stdout).toMatch(/0 +left\/part\.obj.*\n.*1 +right\/part\.obj.*\n.*2 +left\/part\.obj/);
  });

  it('reads a file as the format that is given', async () => {
    write(cli.folder, 'text.txt', `hello 1 2 3\n${TANGLE}`);
    expect((await cli.run(['check', 'text.txt', '--quiet'])).code).toBe(2);
    expect((await cli.run(['check', 'text.txt', '--quiet', '--format', 'obj'])).code).not.toBe(3);
  });
});

describe('check --frames', () => {
  it('plays the keyframes and reports the worst frame', async () => {
    const { code, stdout } = await cli.run(['check', 'walk.gltf', '--frames', 'all', '--json', '--pairs', 'walk.tsv']);
    expect(code).toBe(1);
    const { pairs, animations } = JSON.parse(stdout);
    expect(pairs).toBe(1);
    expect(animations).toEqual([
      {
        moving: [{ file: 'walk.gltf', animation: 'leave' }],
        worstFrame: 0,
        frames: [
          { time: 0, pairs: 1 },
          { time: 1, pairs: 0 },
        ],
      },
    ]);
    expect(read('walk.tsv')).toBe('0\t0\t0\t1\n');
  });

  it('takes as many frames as asked for, of the animation named', async () => {
    const { stdout } = await cli.run(['check', 'walk.gltf', '--frames', '9', '--animation', 'leave', '--json']);
    const [{ frames }] = JSON.parse(stdout).animations;
    expect(frames.map((frame: { time: number }) => frame.time)).toEqual([
      0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1,
    ]);
    expect(frames.map((frame: { pairs: number }) => frame.pairs)).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('says which frame is the worst', async () => {
    const { stdout } = await cli.run(['check', 'walk.gltf', '--frames', '9']);
    expect(stdout).toContain(
      'Animation "leave" of walk.gltf: 2 of 9 frames collide, the worst is frame 0 at 0.000 s (1 pair)',
    );
  });

  it.each([
    [['check', 'box.obj', '--frames', 'all'], 'no-animation'],
    [['check', 'walk.gltf', '--frames', '0'], 'option-value'],
    [['check', 'walk.gltf', '--frames', 'some'], 'option-value'],
    [['check', 'walk.gltf', '--frames', 'all', '--animation', 'run'], 'option-value'],
    [['check', 'walk.gltf', '--animation', 'leave'], 'option-alone'],
  ])('refuses %s', async (words, problem) => {
    const { code, stderr } = await cli.run([...words, '--pairs', 'never.tsv']);
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
    expect(existsSync(join(cli.folder, 'never.tsv'))).toBe(false);
  });
});
