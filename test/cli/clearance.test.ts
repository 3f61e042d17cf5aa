import { beforeAll, describe, expect, it } from 'vitest';
import { modelXml, packModel, TETRAHEDRON } from '../support/three-mf-files.ts';
import { useCommandLine } from './command-line.ts';
import { ASSEMBLY, box, movingTriangles, write } from './files.ts';

const cli = useCommandLine();

/** Two tetrahedra side by side, the second moved along x. */
function tetrahedra(unit: string, along: number): Uint8Array {
  const objects = `<object id="1" name="t">${TETRAHEDRON}</object>`;
  const items = `<item objectid="1"/><item objectid="1" transform="1 0 0 0 1 0 0 0 1 ${along} 0 0"/>`;
  return packModel(modelXml(objects, `<build>${items}</build>`, `unit="${unit}"`));
}

beforeAll(() => {
  write(cli.folder, 'assembly.obj', ASSEMBLY);
  write(cli.folder, 'row.obj', [0, 1.5, 4].map((x) => box(`box ${x}`, [x, 0, 0])).join(''));
  write(cli.folder, 'inches.3mf', tetrahedra('inch', 1.5));
  write(cli.folder, 'meters.3mf', tetrahedra('meter', 1.5));
  write(cli.folder, 'walk.gltf', movingTriangles());
});

interface Near {
  readonly a: number;
  readonly b: number;
  readonly distance: number;
}

async function near(...words: string[]) {
  const { code, stdout, stderr } = await cli.run(['clash', ...words, '--json']);
  return { code, stderr, report: JSON.parse(stdout) };
}

describe('clash --clearance', () => {
  it('lists pairs of objects that are nearer, with their least distance and where it is', async () => {
    const { code, report } = await near('row.obj', '--clearance', '0.6', '--pairs', 'pairs.tsv');
    expect(code).toBe(1);
    expect(report.pairs).toBe(0);
    expect(report.clearance).toMatchObject({ distance: 0.6, given: '0.6' });
    expect(report.clearance.objectPairs).toHaveLength(1);
    const [{ a, b, distance, from, to }] = report.clearance.objectPairs;
    expect({ a, b, distance }).toEqual({ a: 0, b: 1, distance: 0.5 });
    const [clash] = report.clashes;
    expect(clash).toMatchObject({ kind: 'near', a: 0, b: 1, pairs: 0, depth: null, distance: 0.5, normal: [1, 0, 0] });
    expect([from[0], to[0]]).toEqual([1, 1.5]);
    expect(from.slice(1)).toEqual(to.slice(1));
  });

  it('finds nothing nearer than the very distance, and says so', async () => {
    const { code, stdout } = await cli.run(['clash', 'row.obj', '--clearance', '0.5']);
    expect(code).toBe(0);
    expect(stdout).toContain('No clashes: 3 objects, 36 triangles; no objects are closer than 0.5');
  });

  it('gives objects that touch the distance 0, whatever --penetrating leaves out', async () => {
    const { report } = await near('assembly.obj', '--clearance', '1', '--penetrating');
    const touching = report.clearance.objectPairs.filter(({ distance }: Near) => distance === 0);
    expect(touching.map(({ a, b }: Near) => [a, b])).toEqual([
      [0, 1],
      [0, 2],
    ]);
  });

  it('shows people the nearest first', async () => {
    const { stdout } = await cli.run(['clash', 'row.obj', '--clearance', '2']);
    const rows = [...stdout.matchAll(/near +(box \S+) \(\d\) +(box \S+) \(\d\) +(\S+) apart/g)];
    expect(rows.map(([, a, b, distance]) => [a, b, distance])).toEqual([
      ['box 0', 'box 1.5', '0.5'],
      ['box 1.5', 'box 4', '1.5'],
    ]);
    expect(stdout).toContain('2 pairs of objects are closer than 2');
    const markdown = (await cli.run(['clash', 'row.obj', '--clearance', '2', '--markdown'])).stdout;
    expect(markdown).toContain('| near | box 0 (0) | box 1.5 (1) | 0.5 apart |');
  });

  it('leaves out what --ignore names', async () => {
    write(cli.folder, 'ignore.txt', '"box 0" "box 1.5"');
    const { code, report } = await near('row.obj', '--clearance', '1', '--ignore', 'ignore.txt');
    expect(code).toBe(0);
    expect(report.clearance.objectPairs).toEqual([]);
  });

  it('measures every frame of an animation, and reports the worst', async () => {
    const { report } = await near('walk.gltf', '--frames', '3', '--clearance', '3m');
    expect(report.animations[0].frames.map(({ nearest }: { nearest?: number }) => nearest)).toEqual([
      0,
      Math.sqrt(5),
      undefined,
    ]);
    expect(report.clearance.objectPairs[0].distance).toBe(0);
  });
});

describe('units of --clearance', () => {
  it.each([
    [['inches.3mf', '--clearance', '13mm'], 13 / 25.4, 'inch', 1],
    [['inches.3mf', '--clearance', '12.7 mm'], 0.5, 'inch', 0],
    [['inches.3mf', '--clearance', '0.51in'], 0.51, 'inch', 1],
    [['meters.3mf', '--clearance', '49cm'], 0.49, 'meter', 0],
    [['meters.3mf', '--clearance', '2ft'], 0.6096, 'meter', 1],
    [['meters.3mf', '--clearance', '0.6'], 0.6, 'meter', 1],
    [['meters.3mf', '--clearance', '0.6mm', '--unit', 'mm'], 0.6, 'millimeter', 1],
    [['row.obj', '--clearance', '600um', '--unit', 'millimetre'], 0.6, 'millimeter', 1],
    [['walk.gltf', '--clearance', '5mm'], 0.005, 'meter', 1],
  ])('%j', async (words, distance, unit, code) => {
    const found = await near(...words);
    expect(found.code).toBe(code);
    expect(found.report.clearance).toMatchObject({ distance, unit });
  });

  it.each([
    [['row.obj', '--clearance', '5mm'], /"row.obj" does not state its unit. Add --unit \(um, mm/],
    [['inches.3mf', 'meters.3mf', '--clearance', '5mm'], /"inches.3mf" is in inch and "meters.3mf" in meter/],
    [['row.obj', '--clearance', '5parsec'], /there is no unit "parsec"; expected um, mm, cm, m, in or ft/],
    [['row.obj', '--clearance', '1', '--unit', 'milimeter'], /there is no unit "milimeter".*Did you mean millimeter\?/],
    [['row.obj', '--clearance', '0'], /--clearance is "0"; expected a distance above 0/],
    [['row.obj', '--clearance=-2'], /--clearance is "-2"; expected a distance above 0/],
    [['row.obj', '--clearance', 'NaN'], /--clearance is "NaN"/],
    [['row.obj', '--clearance', '1e999'], /--clearance is "1e999"/],
    [['row.obj', '--clearance', '0.5', '--tolerance', '0.5'], /--clearance 0.5 is not above the tolerance of 0.5/],
    [['row.obj', '--tolerance=-1'], /--tolerance is "-1"; expected "auto" or a length from 0/],
    [['row.obj', '--tolerance', 'NaN'], /--tolerance is "NaN"/],
    [['row.obj', '--tolerance', '1um'], /"row.obj" does not state its unit/],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await cli.run(['clash', ...words]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe('clearances of rules', () => {
  const rules = (test: object) =>
    write(
      cli.folder,
      'rules.json',
      JSON.stringify({ format: 'collidescope-rules', version: 1, tests: [{ name: 'all', ...test }] }, null, 1),
    );
  const run = (...words: string[]) => cli.run(['clash', 'row.obj', '--rules', 'rules.json', ...words]);

  it.each([
    [{ tolerance: 0.6, clearance: 0.6 }, [], 'is not above its tolerance of 0.6'],
    [{ clearance: 0.6 }, ['--tolerance', '0.7'], 'is not above its tolerance of 0.7'],
    [{ clearance: '600um' }, ['--tolerance', '1', '--unit', 'mm'], '(0.6 in the unit of the coordinates)'],
  ])('are refused where they are not above the tolerance: %j %j', async (test, words, message) => {
    rules(test);
    const { code, stderr } = await run(...words);
    const line =
      1 +
      JSON.stringify({ a: 0, b: 0, tests: [{ c: 0, ...test }] }, null, 1)
        .split('"clearance"')[0]
        .split('\n').length -
      1;
    expect([code, stderr.includes(`rules file "rules.json", line ${line}: `)]).toEqual([2, true]);
    expect(stderr).toContain(message);
  });

  it('count where they are above it, whatever the tolerance of everything else is', async () => {
    rules({ tolerance: 0.1, clearance: 0.6 });
    const { code, stdout } = await run('--tolerance', '0.7', '--json');
    expect([code, JSON.parse(stdout).clashes.map(({ kind }: { kind: string }) => kind)]).toEqual([1, ['near']]);
  });

  it('that come from the command line and cannot count are told', async () => {
    rules({ tolerance: 0.7 });
    const { code, stderr } = await run('--clearance', '0.6');
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('the tolerance of the test "all" is not below --clearance'),
    ]);
  });
});
