/** `motion` with several joints, paths of joint values, and robots; answers are known from how the parts were made. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { useCommandLine } from './command-line.ts';
import { box, write } from './files.ts';

const cli = useCommandLine();

const json = (value: unknown) => JSON.stringify(value);
// A cart slides along x; a cube on it slides along y. A post stands where both have gone 4.
const cart = { name: 'x', type: 'prismatic', child: 'cart', axis: [1, 0, 0], limits: [0, 8] };
const cube = { name: 'y', type: 'prismatic', parent: 'cart', child: 'cube', axis: [0, 1, 0], limits: [0, 8] };

/** A robot of boxes: an arm of length 2 turns about z, and a finger that follows it slides along the arm. */
const robot = (more = '', arm = '<box size="2 0.2 0.2"/>') => `<robot name="r">
<link name="base"><collision><origin xyz="0 0 -1"/><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
<link name="arm"><collision><origin xyz="1 0 0"/><geometry>${arm}</geometry></collision></link>
<link name="post"><collision><origin xyz="0 1.8 0"/><geometry><cylinder radius="0.1" length="1"/></geometry></collision></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/><limit lower="-0.5" upper="3"/></joint>
<joint name="stand" type="fixed"><parent link="base"/><child link="post"/></joint>${more}</robot>`;

beforeAll(() => {
  const f = cli.folder;
  write(f, 'model.obj', box('cart', [0, 0, -3], 1) + box('cube', [0, 0, 0], 1) + box('post', [4.25, 4.25, 0], 0.5));
  write(f, 'joints.json', json({ joints: [cube, cart] }));
  write(f, 'ignore.json', json({ joints: [cube, cart], ignore: [['cube', 'post']] }));
  write(f, 'mimic.json', json({ joints: [cart, { ...cube, mimic: { joint: 'x', factor: 1 } }] }));
  write(
    f,
    'follow.json',
    json({
      joints: [
        { ...cart, mimic: { joint: 'y' } },
        { ...cube, mimic: { joint: 'x' } },
      ],
    }),
  );
  write(f, 'twice.json', json({ joints: [cart, { ...cart, name: 'again' }] }));
  write(
    f,
    'path.json',
    json({
      joints: ['x', 'y'],
      values: [
        [0, 0],
        [8, 0],
        [8, 8],
        [0, 0],
      ],
    }),
  );
  write(f, 'around.csv', 'time,x,y\n1,0,0\n2,8,0\n4,8,8\n6,0,8\n');
  write(f, 'beyond.csv', 'x,y\n0,0\n9,0\n');
  write(f, 'letters.csv', 'x,y\n0,0\n1,a\n');
  write(f, 'back.csv', 'time,x\n1,0\n0,1\n');
  write(f, 'unknown.csv', 'z\n1\n2\n');
  write(f, 'one.csv', 'x\n1\n');
  write(f, 'robot.urdf', robot());
  write(f, 'robot.srdf', '<robot name="r"><disable_collisions link1="arm" link2="post" reason="Never"/></robot>');
  write(f, 'other.srdf', '<robot name="r"><disable_collisions link1="arm" link2="leg"/></robot>');
  write(f, 'arm.obj', box('arm', [0, 0, 0], 1));
  write(f, 'mesh.urdf', robot('', '<mesh filename="arm.obj" scale="2 0.2 0.2"/>').replace('"1 0 0"', '"0 -0.1 -0.1"'));
  write(f, 'missing.urdf', robot('', '<mesh filename="package://r/leg.stl"/>'));
  write(f, 'collada.urdf', robot('', '<mesh filename="arm.dae"/>'));
  write(f, 'outside.urdf', robot('', '<mesh filename="../arm.stl"/>'));
  write(f, 'reversed.urdf', robot().replace('lower="-0.5"', 'lower="4"'));
  write(f, 'unlimited.urdf', robot().replace(/<limit[^>]*>/, ''));
  write(f, 'loop.urdf', robot('<joint name="b" type="fixed"><parent link="arm"/><child link="base"/></joint>'));
  write(f, 'lost.urdf', robot('<joint name="b" type="fixed"><parent link="arm"/><child link="hand"/></joint>'));
  write(f, 'axis.urdf', robot().replace('xyz="0 0 1"/><limit', 'xyz="0 0 0"/><limit'));
  write(f, 'model.urdf', '<sdf/>');
});

const motions = async (...words: string[]) =>
  JSON.parse((await cli.run(['motion', ...words, '--json'])).stdout).motions;

describe('motion of joints', () => {
  it('moves each alone, the others at rest or where they are said to be', async () => {
    const rest = await motions('model.obj', '--joints', 'joints.json');
    expect(rest.map(({ name, jams }: { name: string; jams: unknown[] }) => [name, jams.length])).toEqual([
      ['x', 0],
      ['y', 0],
    ]);
    const [x, y] = await motions('model.obj', '--joints', 'joints.json', '--at', 'x=4');
    expect(x.jams).toEqual([]);
    expect(y.jams).toHaveLength(1);
    const [{ from, to }] = y.jams;
    // The cube reaches the post when its far side is at 4.25, and leaves it when its near side is at 4.75.
    expect(from[0]).toBeLessThanOrEqual(3.25);
    expect(from[1]).toBeGreaterThanOrEqual(3.25);
    expect(to[0]).toBeLessThanOrEqual(4.75);
    expect(to[1]).toBeGreaterThanOrEqual(4.75);
    expect(from[1] - from[0]).toBeLessThan(1e-4);
  });

  it('follows joints that follow others, and leaves out ignored pairs', async () => {
    const [row, ...others] = await motions('model.obj', '--joints', 'mimic.json');
    expect(others).toEqual([]);
    expect(row.jams).toHaveLength(1);
    expect(row.jams[0].from[0]).toBeLessThanOrEqual(3.25);
    expect(row.jams[0].from[1]).toBeGreaterThanOrEqual(3.25);
    const ignored = await motions('model.obj', '--joints', 'ignore.json', '--at', 'x=4');
    expect(ignored.flatMap(({ jams }: { jams: unknown[] }) => jams)).toEqual([]);
  });

  it('follows a path, and one with times', async () => {
    const [row] = await motions('model.obj', '--joints', 'joints.json', '--path', 'path.json');
    expect(row).toMatchObject({ kind: 'path', quantity: 'time', unit: 'waypoints', from: 0, to: 3 });
    expect(row.jams).toHaveLength(1);
    // On the way back from 8, 8 to 0, 0 the cube meets the post from 4.75 to 3.25.
    expect(row.jams[0].from[0]).toBeLessThanOrEqual(2 + 3.25 / 8);
    expect(row.jams[0].from[1]).toBeGreaterThanOrEqual(2 + 3.25 / 8);
    const [free] = await motions('model.obj', '--joints', 'joints.json', '--path', 'around.csv');
    expect(free).toMatchObject({ unit: 's', from: 1, to: 6, free: [[1, 6]], jams: [] });
  });

  it.each(['beyond', 'letters', 'back', 'unknown', 'one', 'missing'])('refuses the path %s', async (name) => {
    const run = await cli.run(['motion', 'model.obj', '--joints', 'joints.json', '--path', `${name}.csv`]);
    expect(run.stderr).toContain('bad-path');
    expect(run.code).toBe(2);
  });

  it.each([
    ['--at', 'x=9'],
    ['--at', 'z=1'],
    ['--at', 'x'],
    ['--clip', 'a'],
    ['--srdf', 'robot.srdf'],
  ])('refuses %s %s', async (...words) => {
    expect(await cli.run(['motion', 'model.obj', '--joints', 'joints.json', ...words])).toMatchObject({ code: 2 });
  });

  it.each(['follow', 'twice'])('refuses the joints %s', async (name) => {
    const run = await cli.run(['motion', 'model.obj', '--joints', `${name}.json`]);
    expect(run).toMatchObject({ code: 2 });
    expect(run.stderr).toContain('bad-joints');
  });

  it('draws what jams, and writes a page', async () => {
    const words = ['--joints', 'joints.json', '--at', 'x=4', '--report', 'motion.html', '--png', '.'];
    expect(await cli.run(['motion', 'model.obj', ...words, '--quiet'])).toMatchObject({ code: 1, stdout: '' });
    const page = readFileSync(join(cli.folder, 'motion.html'), 'utf8');
    expect(page).toContain('cube meets post from 3.25');
    expect(page.match(/<img src="data:image\/png;base64,/g)).toHaveLength(1);
    expect(readdirSync(cli.folder).filter((name) => name.endsWith('.png'))).toEqual(['jam-1.png']);
  });

  it('makes the folder of the pictures, and says at once when it cannot', async () => {
    const words = ['motion', 'model.obj', '--joints', 'joints.json', '--at', 'x=4', '--quiet'];
    expect((await cli.run([...words, '--png', 'pictures/of/jams'])).code).toBe(1);
    expect(readdirSync(join(cli.folder, 'pictures/of/jams'))).toEqual(['jam-1.png']);
    const { code, stderr } = await cli.run([...words, '--png', 'model.obj']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('"model.obj" could not be written')]);
  });
});

describe('motion of a robot', () => {
  // Arm half as wide as 0.1 on both sides, post of radius 0.1 at 1.8 from the axis, drawn as a polygon around it.
  const half = (Math.asin(0.2 / 1.8) * 180) / Math.PI;
  const outer = (Math.asin((0.1 + 0.1 / Math.cos(Math.PI / 128)) / 1.8) * 180) / Math.PI;

  it.each(['robot.urdf', 'mesh.urdf'])('finds where %s jams, in degrees', async (name) => {
    const [row, ...others] = await motions(name);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ name: 'turn', unit: 'degrees' });
    expect(row.from).toBeCloseTo((-0.5 * 180) / Math.PI, 9);
    const [{ from, to }] = row.jams;
    expect(from[1]).toBeGreaterThanOrEqual(90 - outer);
    expect(from[0]).toBeLessThanOrEqual(90 - half + 1e-9);
    expect(to[1]).toBeGreaterThanOrEqual(90 + half - 1e-9);
    expect(to[0]).toBeLessThanOrEqual(90 + outer);
    expect(from[1] - from[0]).toBeLessThanOrEqual(0.001);
  });

  it('leaves out what the SRDF disables', async () => {
    expect(await motions('robot.urdf', '--srdf', 'robot.srdf')).toMatchObject([{ jams: [] }]);
  });

  it.each([
    ['missing', 'is missing'],
    ['collada', 'Convert it to STL or OBJ'],
    ['outside', '--allow-outside'],
    ['reversed', 'above upper'],
    ['unlimited', 'no <limit>'],
    ['loop', 'in a loop'],
    ['lost', 'no link "hand"'],
    ['axis', 'the axis is 0 0 0'],
    ['model', 'there is no <robot>'],
  ])('refuses %s', async (name, why) => {
    const { code, stderr } = await cli.run(['motion', `${name}.urdf`]);
    expect(stderr).toContain(why);
    expect(code).toBe(2);
  });

  it('refuses an SRDF of another robot', async () => {
    const { code, stderr } = await cli.run(['motion', 'robot.urdf', '--srdf', 'other.srdf']);
    expect(stderr).toContain('no link "leg"');
    expect(code).toBe(2);
  });
});
