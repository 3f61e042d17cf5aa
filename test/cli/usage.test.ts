import { describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import { renderMarkdownTable, renderTable } from '../../src/cli/output/text-table.ts';
import { globTest } from '../../src/report/glob.ts';
import { nearest } from '../../src/report/nearest.ts';
import { coordinate, duration, fitText, grouped, plainText } from '../../src/report/text.ts';
import { useCommandLine } from './command-line.ts';
import { box, write } from './files.ts';

const cli = useCommandLine();

const VERBS = [
  'check',
  'clash',
  'volume',
  'inside',
  'closest',
  'motion',
  'cull',
  'voxels',
  'studio',
  'info',
  'bench',
  'mcp',
  'plan',
  'shard',
  'merge',
  'batch',
  'work',
  'status',
];

describe('usage', () => {
  it.each([['help'], ['--help'], ['-h']])('%s lists the verbs that there are', async (word) => {
    const { code, stdout } = await cli.run([word]);
    expect(code).toBe(0);
    expect([...stdout.matchAll(/^ {2}collidescope (\w+)/gm)].map(([, verb]) => verb)).toEqual([...VERBS, 'help']);
  });

  it.each(VERBS)('explains %s, within 80 columns', async (verb) => {
    const { code, stdout } = await cli.run(['help', verb]);
    expect(code).toBe(0);
    expect(await cli.run([verb, '--help'])).toMatchObject({ code: 0, stdout });
    for (const line of stdout.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(80);
  });

  it('says where to begin when it is called without a word, in a dozen lines', async () => {
    const { code, stderr } = await cli.run([]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: no verb was given\./);
    const shown = [...stderr.matchAll(/collidescope (\w+)/g)].map(([, verb]) => verb);
    expect(shown).toEqual(['check', 'clash', 'motion', 'studio', 'help']);
    expect(stderr.split('\n').length).toBeLessThanOrEqual(13);
  });

  it.each([['--version'], ['-v']])('%s prints the version', async (word) => {
    expect(await cli.run([word])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([
    [['chek', 'x.obj'], `there is no verb "chek". Did you mean check? The verbs are ${VERBS.join(', ')}, help.`],
    [['volum'], `there is no verb "volum". Did you mean volume? The verbs are ${VERBS.join(', ')}, help.`],
    [['--jsn'], 'there is no option "--jsn"'],
    [['help', 'chekc'], 'there is no verb "chekc". Did you mean check?'],
    [['check'], 'check expects at least one file'],
    [['check', 'x.obj', '--trheads', '2'], 'check has no option --trheads. Did you mean --threads?'],
    [['check', 'x.obj', '-q'], 'check has no option -q.'],
    [['check', 'x.obj', '--merge'], 'check has no option --merge. Its options are --parts,'],
    [['clash', 'x.obj', '--thickness', '2'], 'clash has no option --thickness. Its options are --merge,'],
    [['check', 'x.obj', '--pairs'], '--pairs expects a value <file>; found nothing'],
    [['check', 'x.obj', '--pairs', '--quiet'], '--pairs expects a value <file>; found the option --quiet'],
    [['check', 'x.obj', '--quiet=yes'], '--quiet is a switch and takes no value; found "yes"'],
    [['check', 'x.obj', '--quiet', '--quiet'], '--quiet was given twice'],
    [['check', 'x.obj', '--threads', 'two'], '--threads is "two"; expected a whole number from 0'],
    [['check', 'x.obj', '--threads', '65'], 'threads is number 65; expected a whole number from 0 to 64'],
    [['check', 'x.obj', '--engine', 'cuda'], '--engine is "cuda"; expected one of auto, wasm, webgpu'],
    [
      ['check', 'x.obj', '--format', 'fbx'],
      '--format is "fbx"; expected one of obj, stl, ply, off, gltf, 3mf, ifc, step',
    ],
    [['studio', 'no-such.obj', '--no-open'], 'no-such-file: file "no-such.obj"'],
    [['studio', '--port', '70000'], '--port is "70000"; expected a whole number from 0 to 65535'],
    [['check', 'x.obj', '--markdown', '--json'], '--json and --markdown exclude each other'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await cli.run(words);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it('exits with 3 when the engine that was asked for is not there', async () => {
    const env = { VK_DRIVER_FILES: '/no/such/driver.json' };
    const { code, stdout, stderr } = await cli.run(['check', 'x.obj', '--engine', 'webgpu'], { env });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('EngineError no-webgpu');
  });

  it('gives errors as a JSON document too', async () => {
    const { code, stdout, stderr } = await cli.run(['check', 'x.obj', '--json']);
    expect(code).toBe(2);
    const { command, error } = JSON.parse(stdout);
    expect([command, error.name, error.code]).toEqual(['check', 'MeshError', 'no-such-file']);
    expect(stderr).toContain('no-such-file');
  });
});

describe('info', () => {
  it('describes the machine', async () => {
    const { code, stdout } = await cli.run(['info']);
    expect(code).toBe(0);
    for (const word of [version, 'wasm', process.version, 'GiB']) expect(stdout).toContain(word);
  });

  it('describes files, part by part', async () => {
    write(cli.folder, 'boxes.obj', `${box('first', [0, 0, 0])}${box('second', [5, 6, 7], 2)}`);
    const { code, stdout } = await cli.run(['info', 'boxes.obj', '--json']);
    expect(code).toBe(0);
    const { objects, command, engine } = JSON.parse(stdout);
    expect([command, engine]).toEqual(['info', 'wasm']);
    const common = { file: 'boxes.obj', format: 'obj', vertices: 8, triangles: 12, degenerate: 0 };
    const health = {
      closed: true,
      edges: { boundary: 0, misoriented: 0, nonManifold: 0 },
      manifold: true,
      orientation: 'outward',
      shells: 1,
      voids: 0,
      duplicates: 0,
    };
    expect(objects).toEqual([
      { ...common, ...health, name: 'first', bounds: { min: [0, 0, 0], max: [1, 1, 1] }, volume: 1, area: 6 },
      { ...common, ...health, name: 'second', bounds: { min: [5, 6, 7], max: [7, 8, 9] }, volume: 8, area: 24 },
    ]);
    const { stdout: text } = await cli.run(['info', 'boxes.obj']);
    expect(text).toContain('boxes.obj: obj, 2 parts, 24 triangles\n  from 0 0 0 to 7 8 9\n');
  });
});

describe('words and tables', () => {
  it('finds what was meant, and nothing for what is far', () => {
    expect(nearest('clsh', ['check', 'clash', 'info'])).toBe('clash');
    expect(nearest('merg', ['merge', 'self'])).toBe('merge');
    expect(nearest('volume', ['check', 'clash', 'info'])).toBeUndefined();
  });

  it.each([
    ['bolt*', 'bolt 7', true],
    ['bolt?', 'bolt', false],
    ['[ab]1', 'b1', true],
    ['[!ab]1', 'b1', false],
    ['a.b', 'axb', false],
    ['a(1)', 'a(1)', true],
    ['*', '', true],
  ])('the glob %j fits %j: %s', (pattern, name, fits) => {
    expect(globTest(pattern)(name)).toBe(fits);
  });

  it('shortens names in the middle, never numbers', () => {
    const columns = [
      { title: 'object', align: 'left', shortens: true } as const,
      { title: 'count', align: 'right' } as const,
    ];
    const table = { columns, rows: [['a-very-long-name-of-a-part.obj', '1,234']] };
    expect(renderTable(table, 24, (_style, text) => text)).toBe('  object           count\n  a-very-…art.obj  1,234\n');
    expect(renderMarkdownTable({ columns, rows: [['a|b', '1']] })).toBe(
      '| object | count |\n| --- | ---: |\n| a\\|b | 1 |\n',
    );
  });

  it('writes numbers for people', () => {
    expect([grouped(0), grouped(999), grouped(1000), grouped(1234567)]).toEqual(['0', '999', '1,000', '1,234,567']);
    expect([duration(3.14), duration(42.4), duration(1234)]).toEqual(['3.1 ms', '42 ms', '1.23 s']);
    expect([coordinate(1.23456789, 4), coordinate(-0.00001, 4)]).toEqual(['1.235', '-0.00001']);
    expect(fitText('abcdefgh', 5)).toBe('ab…gh');
    expect(plainText('a\x1b[31mb\nc')).toBe('a�[31mb�c');
  });
});
