/** What a coordinator sees of several IFC files: what is compared, what is listed, how it is named, found, grouped and decided. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { child, parseXml, point, unzip } from '../support/bcf-reader.ts';
import { type IfcBox, ifcText } from '../support/ifc-files.ts';
import { useCommandLine } from './command-line.ts';

const BUILDING = {
  elevations: { 'Level 1': 0, 'Level 2': 3 },
  grid: { x: { A: 0, B: 4 }, y: { '1': 0, '2': 6 } },
} as const;

/** Two walls that run into each other by 10 mm, and a beam on the second floor that overlaps one by half a millimetre. */
const HOUSE: readonly IfcBox[] = [
  { id: '0wall', name: 'Wall', class: 'IFCWALL', at: [0, 0, 0], size: [4, 0.3, 3], storey: 'Level 1', type: 'Brick' },
  {
    id: '0end',
    name: 'Gable',
    class: 'IFCWALL',
    at: [3.99, 0, 0],
    size: [0.3, 6, 3],
    storey: 'Level 1',
    type: 'Brick',
  },
  { id: '0beam', name: 'Girder', class: 'IFCBEAM', at: [0, 2, 3.5], size: [4, 0.2, 0.4], storey: 'Level 2' },
];
const PIPES: readonly IfcBox[] = [
  {
    id: '1pipe',
    name: 'Pipe 1',
    class: 'IFCPIPESEGMENT',
    at: [1, -1, 1],
    size: [0.1, 3, 0.1],
    storey: 'Level 1',
    system: 'Cold water',
  },
  {
    id: '1duct',
    name: 'Duct 1',
    class: 'IFCDUCTSEGMENT',
    at: [3, 1.5, 3.6],
    size: [0.2, 1, 0.2],
    storey: 'Level 2',
    system: 'Supply air',
  },
  {
    id: '1rest',
    name: 'Pipe 2',
    class: 'IFCPIPESEGMENT',
    at: [2, 0.2995, 1],
    size: [0.1, 1, 0.1],
    storey: 'Level 1',
    system: 'Cold water',
  },
];

interface Listed {
  readonly id: string;
  readonly kind: string;
  readonly a: number;
  readonly b: number;
  readonly point: readonly number[];
  readonly status?: string;
  readonly decision?: {
    readonly state: string;
    readonly assignee?: string;
    readonly due?: string;
    readonly comment?: string;
  };
}

describe('clash of several IFC files', () => {
  const cli = useCommandLine();
  const files = ['Tower_Arch.ifc', 'Tower_Pipes.ifc'];
  const run = (...words: string[]) => cli.run(['clash', ...files, ...words]);
  const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).stdout);
  const namesOf = ({ objects, clashes }: { objects: { name: string }[]; clashes: Listed[] }, kind = 'penetrating') =>
    clashes.filter((clash) => clash.kind === kind).map(({ a, b }) => `${objects[a].name} / ${objects[b].name}`);

  beforeAll(() => {
    writeFileSync(join(cli.folder, files[0]), ifcText(HOUSE, BUILDING));
    writeFileSync(join(cli.folder, files[1]), ifcText(PIPES, BUILDING));
  });

  it('compares the files, and says what was not looked at within them', async () => {
    const report = await json();
    expect(namesOf(report).sort()).toEqual(['Girder / Duct 1', 'Wall / Pipe 1']);
    expect(report.withinFiles).toBe(1);
    const { stdout } = await run();
    expect(stdout).toContain('Compared between files: 1 near pair within one file was not looked at (--within-files)');
    const within = await json('--within-files');
    expect(namesOf(within).sort()).toEqual(['Girder / Duct 1', 'Wall / Gable', 'Wall / Pipe 1']);
    expect(within).not.toHaveProperty('withinFiles');
  });

  it('takes a millimetre as tolerance and counts what only touches in a line', async () => {
    const { stdout } = await run();
    expect(stdout).toContain('2 clashes (2 penetrating)');
    expect(stdout).toContain('1 contact only touches (--touching lists it)');
    expect(stdout).toContain('Tolerance: 1 mm (for IFC, unless --tolerance says otherwise)');
    expect(stdout).not.toMatch(/Pipe 2|^Objects|triangle pair/m);
    expect((await run('--touching')).stdout).toContain('Pipe 2');
    const exact = await json('--tolerance', '0');
    expect(namesOf(exact)).toContain('Wall / Pipe 2');
    expect(exact.tolerance).toEqual({ value: 0, given: '0' });
    expect(namesOf(await json(), 'touching')).toEqual(['Wall / Pipe 2']);
  });

  it('names elements by name, class, file, storey and grid, in coordinates of the file', async () => {
    const { stdout } = await run('--sort', 'name');
    const lines = stdout.split('\n');
    const at = lines.findIndex((line) => line.includes('Girder'));
    expect(lines[at]).toMatch(/^ {2}[a-z2-9]{7} +penetrating +0\.\d+ +Arch +Girder +IfcBeam +Level 2, B\/1 +3\.?\d* /);
    expect(lines[at + 1]).toMatch(/^ +Pipes +Duct 1 +IfcDuctSegment$/);
    const { clashes, objects, up, models } = await json();
    const duct = (clashes as Listed[]).find(({ b }) => objects[b].name === 'Duct 1')!;
    expect(duct.point[1]).toBeGreaterThan(1.9);
    expect(duct.point[2]).toBeGreaterThan(3.4);
    expect([
      up,
      ...models.map(({ badge, project }: { badge: string; project: string }) => `${badge} ${project}`),
    ]).toEqual(['z', 'Arch Project', 'Pipes Project']);
    expect(objects[duct.b]).toMatchObject({ system: 'Supply air', storey: 'Level 2', discipline: 'ventilation' });
    expect(objects[duct.b].guid).toMatch(/^1duct0+$/);
  });

  it.each([
    ['beam', ['Girder / Duct 1']],
    ['IfcBeam', ['Girder / Duct 1']],
    ['"Level 1"', ['Wall / Pipe 1']],
    ['"cold water" wall', ['Wall / Pipe 1']],
    ['chimney', []],
  ])('finds %s', async (words, expected) => {
    const { stdout } = await run('--find', words);
    for (const name of ['Girder / Duct 1', 'Wall / Pipe 1']) {
      const isThere = name.split(' / ').every((part) => stdout.includes(part));
      expect([name, isThere]).toEqual([name, (expected as string[]).includes(name)]);
    }
  });

  it.each([
    ['storey', ['Level 1', 'Level 2']],
    ['system', ['Cold water', 'Supply air']],
    ['types', ['Brick / IfcPipeSegment', 'IfcBeam / IfcDuctSegment']],
  ])('groups by %s, and a group is decided at once', async (by, titles) => {
    const { stdout } = await run('--group-by', by);
    const groups = [...stdout.matchAll(/^(.+): (\d+) clash(?:es)? \((g-[a-z2-9]+)\)$/gm)];
    expect(groups.map(([, title]) => title).sort()).toEqual(titles);
    const [, , , id] = groups.find(([, title]) => title === titles[0])!;
    const baseline = ['--baseline', `by-${by}.json`];
    const decision = ['--state', 'reviewed', '--assignee', 'Ann', '--due', '2027-03-01', '--comment', 'move it'];
    expect((await run(...baseline, '--decide', id, ...decision)).stderr).toBe('');
    const { clashes, objects } = await json(...baseline);
    const decided = (clashes as Listed[]).filter(({ decision }) => decision?.state === 'reviewed');
    expect(decided.map(({ b }) => objects[b].name)).toEqual(['Pipe 1']);
    expect(decided[0].decision).toMatchObject({ assignee: 'Ann', due: '2027-03-01', comment: 'move it' });
  });

  it('hands decisions over in BCF and takes them back', async () => {
    const baseline = ['--baseline', 'handed.json'];
    const words = ['--decide', 'found', '--find', 'duct', '--assignee', 'Bo', '--due', '2027-01-31', '--state', 'open'];
    await run(...baseline, '--update-baseline');
    await run(...baseline, ...words, '--rules', 'building', '--bcf', 'handed.bcf', '--pictures', '0');
    const content = unzip(readFileSync(join(cli.folder, 'handed.bcf')));
    const markups = [...content].filter(([path]) => path.endsWith('markup.bcf')).map(([, bytes]) => bytes.toString());
    const duct = markups.find((text) => text.includes('Duct 1'))!;
    expect(duct).toContain('<Priority>Critical</Priority>');
    expect(duct).toContain('<DueDate>2027-01-31T00:00:00Z</DueDate><AssignedTo>Bo</AssignedTo>');
    expect(content.get('project.bcfp')!.toString()).toContain('<Name>Project</Name>');
    expect([...content.values()].map(String).join('')).not.toContain(cli.folder);
    await run('--baseline', 'taken.json', '--read-bcf', 'handed.bcf', '--rules', 'building');
    const { clashes } = JSON.parse(readFileSync(join(cli.folder, 'taken.json'), 'utf8'));
    expect((clashes as Listed[]).flatMap(({ decision }) => (decision?.assignee ? [decision] : []))).toMatchObject([
      { assignee: 'Bo', due: '2027-01-31' },
    ]);
  });

  it('says in a topic where its viewpoint looks', async () => {
    await run('--bcf', 'place.bcf', '--pictures', '0');
    const content = unzip(readFileSync(join(cli.folder, 'place.bcf')));
    const [path, markup] = [...content].find(([name, text]) => name.endsWith('markup.bcf') && text.includes('Duct 1'))!;
    const said = /At: ([-\d.]+), ([-\d.]+), ([-\d.]+) m/.exec(markup.toString())!.slice(1).map(Number);
    const view = parseXml(content.get(path.replace('markup.bcf', 'viewpoint.bcfv'))!.toString());
    const camera = child(view, 'PerspectiveCamera');
    const [eye, along] = [point(child(camera, 'CameraViewPoint')), point(child(camera, 'CameraDirection'))];
    const towards = said.map((value, axis) => value - eye[axis]);
    const length = Math.hypot(...towards);
    const cosine = towards.reduce((sum, value, axis) => sum + value * along[axis], 0) / length;
    expect(cosine).toBeGreaterThan(0.9);
    expect(said[2]).toBeGreaterThan(3.4);
  });

  it('writes a table that opens rightly', async () => {
    await run('--csv', 'list.csv');
    const text = readFileSync(join(cli.folder, 'list.csv'), 'utf8');
    expect(text.startsWith('\ufeffid,')).toBe(true);
    const [head, ...lines] = text.slice(1).trimEnd().split('\r\n');
    const rows = lines.map((line) =>
      Object.fromEntries(head.split(',').map((title, i) => [title, line.split(',')[i]])),
    );
    expect(rows.find(({ nameB }) => nameB === 'Duct 1')).toMatchObject({
      ...{ nameA: 'Girder', classA: 'IfcBeam', storeyA: 'Level 2', disciplineA: 'structure', badgeA: 'Arch' },
      ...{ systemB: 'Supply air', fileB: 'Tower_Pipes.ifc', storey: 'Level 2', grid: 'B/1', unit: 'meter' },
    });
    expect(rows).toHaveLength(2);
    for (const { x, depthMost } of rows)
      for (const value of [x, depthMost]) expect(value).toMatch(/^-?\d+(\.\d{1,3})?$/);
  });

  it('does not take for gone what an older baseline has and is no longer looked at', async () => {
    const baseline = ['--baseline', 'older.json'];
    await run('--within-files', ...baseline, '--update-baseline');
    const before = JSON.parse(readFileSync(join(cli.folder, 'older.json'), 'utf8')).clashes.length;
    const { gone, clashes } = await json(...baseline);
    expect(gone).toEqual([]);
    expect((clashes as Listed[]).map(({ status }) => status)).not.toContain('new');
    await run(...baseline, '--update-baseline');
    expect(JSON.parse(readFileSync(join(cli.folder, 'older.json'), 'utf8')).clashes).toHaveLength(before);
  });

  it.each([
    [['--baseline', 'x.json', '--decide', 'g-bcdfghj', '--state', 'open'], 'there is no clash "g-bcdfghj"'],
    [['--baseline', 'x.json', '--decide', 'found', '--state', 'open'], 'add that'],
    [['--baseline', 'x.json', '--decide', 'bcdfghj'], '--decide needs to know what'],
    [['--baseline', 'x.json', '--decide', 'bcdfghj', '--due', 'soon'], '--due is "soon"; expected a day'],
    [['--baseline', 'x.json', '--decide', 'bcdfghj', '--due', '2026-02-30'], 'expected a day'],
    [['--group-by', 'colour'], '--group-by is "colour"'],
    [['--up', 'x'], '--up is "x"'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await run(...words);
    expect({ code, stderr: stderr.includes(message) ? message : stderr }).toEqual({ code: 2, stderr: message });
  });

  it('keeps apart elements of two files with the same GlobalIds, and names storeys without elevation', async () => {
    const same = PIPES.map((pipe, i) => ({ ...pipe, id: HOUSE[i].id, storey: 'Somewhere' }));
    const loose = { elevations: { Somewhere: null } };
    writeFileSync(join(cli.folder, 'Tower_Same.ifc'), ifcText(same, loose));
    const { stdout } = await cli.run(['clash', files[0], 'Tower_Same.ifc', '--json']);
    const report = JSON.parse(stdout);
    expect(namesOf(report).sort()).toEqual(['Girder / Duct 1', 'Wall / Pipe 1']);
    expect(new Set(report.objects.map(({ key }: { key: string }) => key)).size).toBe(6);
    const told = await cli.run(['clash', files[0], 'Tower_Same.ifc']);
    expect(told.stdout).toContain('Level 2');
  });
});
