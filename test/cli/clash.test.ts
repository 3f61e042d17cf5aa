import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { boxMesh } from '../support/box-mesh.ts';
import { GltfBuilder } from '../support/gltf-files.ts';
import { useCommandLine } from './command-line.ts';
import { ASSEMBLY, box, movingTriangles, write } from './files.ts';

const cli = useCommandLine();

beforeAll(() => {
  write(cli.folder, 'assembly.obj', ASSEMBLY);
  write(cli.folder, 'near.obj', box('near', [19.5, 19.5, 19.5]));
  write(cli.folder, 'walk.gltf', movingTriangles());
});

interface Clash {
  readonly a: number;
  readonly b: number;
  readonly pairs: number;
}

async function clashes(...words: string[]): Promise<{ code: number | null; names: string[]; stderr: string }> {
  const { code, stdout, stderr } = await cli.run(['clash', ...words, '--json']);
  const { objects, objectPairs } = JSON.parse(stdout);
  const names = objectPairs.map(({ a, b }: Clash) => `${objects[a].name} ${objects[b].name}`);
  return { code, names, stderr };
}

describe('clash', () => {
  it('compares all parts of all files', async () => {
    expect(await clashes('assembly.obj', 'near.obj')).toEqual({
      code: 1,
      names: ['plate bolt', 'plate washer', 'far near'],
      stderr: '',
    });
  });

  it('counts in pairs what --pairs writes, with objects in the order of files and parts', async () => {
    const { stdout } = await cli.run(['clash', 'near.obj', 'assembly.obj', '--json', '--pairs', 'pairs.tsv']);
    const { pairs, objectPairs, objects } = JSON.parse(stdout);
    const lines = readFileSync(join(cli.folder, 'pairs.tsv'), 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(pairs);
    expect(objectPairs.reduce((sum: number, pair: Clash) => sum + pair.pairs, 0)).toBe(pairs);
    expect(objects.map((object: { name: string }) => object.name)).toEqual(['near', 'plate', 'bolt', 'washer', 'far']);
    const rows = lines.map((line) => line.split('\t').map(Number));
    const sorted = rows.toSorted((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2] || p[3] - q[3]);
    expect(rows).toEqual(sorted);
    expect([...new Set(rows.map(([a, , b]) => `${a} ${b}`))].sort()).toEqual(['0 4', '1 2', '1 3']);
  });

  it('reports the other files when a mesh of one is out of range, and says which', async () => {
    write(cli.folder, 'huge.obj', 'v 1e300 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    write(cli.folder, 'index.off', 'OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n');
    const { code, stdout } = await cli.run(['clash', 'huge.obj', 'assembly.obj', 'index.off', '--json']);
    expect(code).toBe(2);
    const { unreadable, objects } = JSON.parse(stdout);
    expect(unreadable).toMatchObject([
      { file: 'huge.obj', code: 'out-of-range' },
      { file: 'index.off', code: 'index-range' },
    ]);
    expect(objects.length).toBeGreaterThan(1);
  });

  it.each(['-1', '-0.5mm', 'nan', 'deep'])('refuses the tolerance %s', async (tolerance) => {
    const { code, stderr } = await cli.run(['clash', 'assembly.obj', '--tolerance', tolerance]);
    expect(code).toBe(2);
    expect(stderr).toContain(`--tolerance is "${tolerance}"; expected "auto" or a length from 0`);
  });

  it('takes each file as one object with --merge', async () => {
    expect((await clashes('assembly.obj', 'near.obj', '--merge')).names).toEqual(['assembly.obj near.obj']);
  });

  it('takes the shells of a part as objects with --split', async () => {
    const bodies = (box('a', [0, 0, 0], 4) + box('b', [3, 1, 1], 2)).replaceAll(/^o .\n/gm, '');
    write(cli.folder, 'bodies.obj', `o bodies\n${bodies}`);
    expect((await clashes('bodies.obj')).names).toEqual([]);
    expect(await clashes('bodies.obj', '--split')).toMatchObject({ code: 1, names: ['bodies/1 bodies/2'] });
  });

  it('says which unit lengths are in, and that files disagree or are absurdly large', async () => {
    write(
      cli.folder,
      'large.gltf',
      movingTriangles().replaceAll('"name":"moving"', '"name":"moving","scale":[100,100,100]'),
    );
    const { stderr, stdout } = await cli.run(['clash', 'large.gltf', '--json']);
    expect(JSON.parse(stdout).unit).toBe('meter');
    expect(stderr).toMatch(/note: "large.gltf": the largest part is 400 m across/);
    const told = await cli.run(['clash', 'large.gltf', '--unit', 'mm', '--json']);
    expect([JSON.parse(told.stdout).unit, told.stderr]).toEqual(['millimeter', '']);
  });

  it('also looks within with --self', async () => {
    const { stdout } = await cli.run(['clash', 'assembly.obj', 'near.obj', '--merge', '--self', '--json']);
    const { objects, objectPairs } = JSON.parse(stdout);
    expect(objects[0].selfPairs).toBeGreaterThan(0);
    expect(objects[1].selfPairs).toBe(0);
    expect(objectPairs.map(({ a, b }: Clash) => [a, b])).toEqual([
      [0, 0],
      [0, 1],
    ]);
  });

  it('leaves out touching objects with --penetrating', async () => {
    const { names } = await clashes('assembly.obj', '--penetrating', '--no-weld');
    expect(names).toContain('plate bolt');
  });

  it('puts the worst clashes first for people', async () => {
    const { stdout } = await cli.run(['clash', 'assembly.obj', 'near.obj', '--touching']);
    const rows = [...stdout.matchAll(/^ {2}([a-z2-9]{7}) +(\w+) +(\S+ \(\d\)) +(\S+ \(\d\)) +(\S+) /gm)];
    expect(rows.map(([, , kind, a, b, depth]) => `${kind} ${a} ${b} ${depth}`)).toEqual([
      'penetrating assembly.obj:plate (0) assembly.obj:bolt (1) 1',
      'penetrating assembly.obj:far (3) near.obj:near (4) 0.5',
      'touching assembly.obj:plate (0) assembly.obj:washer (2) –',
    ]);
  });

  it('shows the worst of many objects and counts the rest', async () => {
    const many = Array.from({ length: 60 }, (_, i) => box(`box ${i}`, [0.9 * i, 0, 0])).join('');
    write(cli.folder, 'many.obj', many);
    const { stdout } = await cli.run(['clash', 'many.obj', '--tolerance', '0']);
    expect(stdout).not.toContain('Objects');
    const withObjects = await cli.run(['clash', 'many.obj', '--tolerance', '0', '--objects']);
    expect(withObjects.stdout).toContain('… and 40 objects more');
    expect(stdout).toContain('… and 39 clashes more (--top)');
    const all = await cli.run(['clash', 'many.obj', '--all', '--top', '50']);
    expect(all.stdout).toContain('… and 9 clashes more');
  });

  it('says that one object alone cannot clash', async () => {
    const { code, stderr } = await cli.run(['clash', 'near.obj']);
    expect(code).toBe(0);
    expect(stderr).toContain('--self');
  });

  it('moves the animated file through the others', async () => {
    const { stdout } = await cli.run(['clash', 'walk.gltf', 'near.obj', '--frames', '3', '--json']);
    const { animations, objects } = JSON.parse(stdout);
    expect(objects).toHaveLength(3);
    expect(animations[0].frames.map((frame: { pairs: number }) => frame.pairs)).toEqual([1, 0, 0]);
    expect(animations[0].tracks).toMatchObject([
      { a: 0, b: 1, first: { frame: 0 }, worst: { frame: 0, kind: 'penetrating' }, last: { frame: 0 }, frames: 1 },
    ]);
  });

  it('prints Markdown', async () => {
    const { stdout } = await cli.run(['clash', 'assembly.obj', '--markdown']);
    expect(stdout).toMatch(
      /\| id \| kind \| object \| other \| depth \| at \| pairs \|\n(\| -.*)\n\| \w+ \| penetrating \| plate/,
    );
  });
});

describe('clash --ignore', () => {
  it.each([
    ['plate bolt', ['plate washer']],
    ['# what may touch\n\nbolt  plate # a comment\nplate washer\n', []],
    ['pl*\t[bw]*', []],
    ['"plate" "wash?r"', ['plate bolt']],
    ['assembly.obj:plate *', []],
  ])('%j leaves %j', async (rules, names) => {
    write(cli.folder, 'ignore.txt', rules);
    expect((await clashes('assembly.obj', '--ignore', 'ignore.txt')).names).toEqual(names);
  });

  it('says which lines fit nothing', async () => {
    write(cli.folder, 'ignore.txt', 'plate bolt\nplate nut\n');
    const { stderr } = await clashes('assembly.obj', '--ignore', 'ignore.txt');
    const note = 'note: --ignore, line 2: "plate" and "nut" match no pair of objects.\n';
    expect(stderr).toBe(note);
    // Once, though the plan and the report of tiles both ask.
    const tiled = await cli.run(['clash', 'assembly.obj', '--ignore', 'ignore.txt', '--tiles', '2']);
    expect(tiled.stderr.split(note)).toHaveLength(2);
  });

  it.each([
    ['plate\n', 'line 1: found 1 name, expected two'],
    ['a b\na b c\n', 'line 2: found 3 names, expected two'],
  ])('refuses %j', async (rules, message) => {
    write(cli.folder, 'ignore.txt', rules);
    const { code, stderr } = await cli.run(['clash', 'assembly.obj', '--ignore', 'ignore.txt']);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('refuses a file that is not there', async () => {
    const { code, stderr } = await cli.run(['clash', 'assembly.obj', '--ignore', 'nothing.txt']);
    expect(code).toBe(2);
    expect(stderr).toContain('"nothing.txt"');
  });
});

describe('clash --continuous', () => {
  // A thin wall in the way of the triangle that leaves, which is on neither side of it for long.
  const wall = 'o wall\nv 9 -9 -9\nv 9 9 -9\nv 9 0 9\nf 1 2 3\n';

  it('finds what passes through between two frames, and says when', async () => {
    write(cli.folder, 'wall.obj', wall);
    const words = ['clash', 'walk.gltf', 'wall.obj', '--frames', 'all'];
    const before = await cli.run([...words, '--json']);
    expect(JSON.parse(before.stdout).animations[0].frames.map(({ pairs }: { pairs: number }) => pairs)).toEqual([1, 0]);
    const { code, stdout } = await cli.run([...words, '--continuous', '--json']);
    expect(code).toBe(1);
    const [first, second] = JSON.parse(stdout).animations[0].frames;
    expect(first.impacts).toBeUndefined();
    expect(second.impacts).toBeGreaterThan(0);
    // Its foremost corner is at 5 and goes to 15; the wall stands at 9. What crosses at the start slides along from 0 on.
    expect(second.firstImpact).toBeGreaterThanOrEqual(0);
    expect(second.firstImpact).toBeLessThanOrEqual(0.4);
    expect(second.proven).toBe(false);
  });

  it('says that nothing meets only when that is proven, and names what is open', async () => {
    const { positions, indices } = boxMesh([0, 0, 0, 1, 0.25, 0.25]);
    const swing = async (name: string, lift: number) => {
      const builder = new GltfBuilder();
      const primitive = () => builder.primitive(Float32Array.from(positions), Uint32Array.from(indices));
      const arm = builder.node('arm', primitive()).setTranslation([0, 0, lift]);
      builder.node('base', primitive());
      const { document } = builder;
      const sampler = document
        .createAnimationSampler()
        .setInput(builder.accessor('SCALAR', Float32Array.of(0, 1)))
        .setOutput(builder.accessor('VEC4', Float32Array.of(0, 0, 0, 1, 0, 0, Math.SQRT1_2, Math.SQRT1_2)));
      const channel = document.createAnimationChannel().setTargetNode(arm).setTargetPath('rotation');
      document.createAnimation('swing').addSampler(sampler).addChannel(channel.setSampler(sampler));
      await writeFile(join(cli.folder, name), await builder.glb());
      return cli.run(['clash', name, '--frames', 'all', '--continuous']);
    };
    const free = await swing('free.glb', 0.5);
    expect(free.code).toBe(0);
    expect(free.stdout).toContain('0 of 2 frames collide; nothing meets between frames (proven)');
    // Nearer than the pieces can tell.
    const near = await swing('near.glb', 0.25 + 2 ** -13);
    expect(near.code).toBe(1);
    expect(near.stdout).toContain(
      'not proven: arm and base (0.00012 apart at 0.000000 s); collidescope motion looks closer',
    );
    const touching = await swing('touching.glb', 0.25);
    expect(touching.code).toBe(1);
    expect(touching.stdout).toContain('meeting: arm and base at 0.000000 s');
  });

  it('fails for an animation that collides in no frame, and tells it in words', async () => {
    const words = ['clash', 'apart.obj', 'walk.gltf', '--frames', '2'];
    write(
      cli.folder,
      'apart.obj',
      wall.replace('o wall', 'o apart').replaceAll('v 9', 'v 7').replace('v 7 0 9', 'v 7 0 0'),
    );
    const { stdout, code } = await cli.run([...words, '--continuous', '--merge']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/1 of 1 step between frames have impacts, the first at 0\.\d{6} s/);
    expect(stdout).toMatch(/\d+ impacts? between frames/);
  });

  it('needs frames', async () => {
    const { code, stderr } = await cli.run(['clash', 'walk.gltf', '--continuous']);
    expect(code).not.toBe(0);
    expect(stderr).toContain('add --frames all');
  });
});
