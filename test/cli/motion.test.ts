import { beforeAll, describe, expect, it } from 'vitest';
import { useCommandLine } from './command-line.ts';
import { box, write } from './files.ts';

const cli = useCommandLine();

// A cube of size 1 slides along x towards a wall 4 away, and away from it.
const slide = { name: 'slide', type: 'prismatic', parent: 'wall', child: 'cube', axis: [1, 0, 0], limits: [-2, 5] };
const joints = (...list: unknown[]) => JSON.stringify({ joints: list });

beforeAll(() => {
  write(cli.folder, 'model.obj', box('cube', [0, 0, 0], 1) + box('wall', [5, 0, 0], 1));
  write(cli.folder, 'jams.json', joints(slide));
  write(cli.folder, 'free.json', joints({ ...slide, limits: [-2, 3.9] }));
  write(cli.folder, 'reversed.json', joints({ ...slide, limits: [5, -2] }));
  write(cli.folder, 'without-0.json', joints({ ...slide, limits: [1, 2] }));
  write(cli.folder, 'axis.json', joints({ ...slide, axis: [0, 0, 0] }));
  write(cli.folder, 'unknown.json', joints({ ...slide, child: 'door' }));
  write(cli.folder, 'loop.json', joints(slide, { ...slide, name: 'back', parent: 'cube', child: 'wall' }));
  write(cli.folder, 'type.json', joints({ ...slide, type: 'ball' }));
  write(cli.folder, 'text.json', 'joints:');
});

describe('motion', () => {
  it('tells where a part jams, and fails', async () => {
    const { code, stdout } = await cli.run(['motion', 'model.obj', '--joints', 'jams.json', '--json']);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ command: 'motion', failed: true, canMeet: [{ a: 0, b: 1 }] });
    const [row] = report.motions;
    expect(row).toMatchObject({ name: 'slide', kind: 'joint', quantity: 'travel', from: -2, to: 5 });
    expect(row.free).toHaveLength(1);
    expect(row.free[0][0]).toBe(-2);
    expect(row.free[0][1]).toBeGreaterThan(4 - 1e-4);
    expect(row.free[0][1]).toBeLessThan(4);
    const [jam] = row.jams;
    expect(jam.from[0]).toBeLessThan(4);
    expect(jam.from[1]).toBeGreaterThanOrEqual(4);
    expect(jam.to).toBeNull();
    expect(jam.witness).toBeGreaterThanOrEqual(4);
    expect(jam.point[0]).toBeGreaterThanOrEqual(5);
    expect(code).toBe(1);
  });

  it('says so in a sentence', async () => {
    const { stdout } = await cli.run(['motion', 'model.obj', '--joints', 'jams.json']);
    expect(stdout).toMatch(
      /slide \(-2 to 5 \w+\): proven free -2 to 3\.9999 \w+\n {2}cube meets wall from (3\.9999|4) \w+ on/,
    );
  });

  it('passes when all is proven free', async () => {
    const { code, stdout } = await cli.run(['motion', 'model.obj', '--joints', 'free.json', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      failed: false,
      canMeet: [],
      motions: [{ free: [[-2, 3.9]], jams: [] }],
    });
    expect(code).toBe(0);
  });

  it.each(['reversed', 'axis', 'unknown', 'loop', 'type', 'text', 'missing'])('refuses %s', async (name) => {
    const { code, stderr } = await cli.run(['motion', 'model.obj', '--joints', `${name}.json`]);
    expect(stderr).toContain(`${name}.json`);
    expect(code).toBe(2);
  });

  it('begins at the limit next to 0 when limits leave it out', async () => {
    const { stdout } = await cli.run(['motion', 'model.obj', '--joints', 'without-0.json', '--json']);
    expect(JSON.parse(stdout).motions).toMatchObject([{ from: 1, to: 2, free: [[1, 2]] }]);
  });

  it('needs a file of joints', async () => {
    const { code, stderr } = await cli.run(['motion', 'model.obj']);
    expect(stderr).toContain('--joints');
    expect(code).toBe(2);
  });
});
