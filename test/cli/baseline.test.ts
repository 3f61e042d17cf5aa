/** `clash --baseline`: what is known, what is new, what fails, and what is refused. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useCommandLine } from './command-line.ts';
import { ASSEMBLY, box, write } from './files.ts';

const cli = useCommandLine();

interface Clash {
  readonly id: string;
  readonly kind: string;
  readonly status?: string;
  readonly decision?: { readonly state: string; readonly comment?: string; readonly date?: string };
}

async function clash(...words: string[]): Promise<{ code: number | null; clashes: Clash[]; gone?: Clash[] }> {
  const { code, stdout } = await cli.run(['clash', ...words, '--json']);
  const { clashes, gone } = JSON.parse(stdout);
  return { code, clashes, gone };
}

const baseline = ['--baseline', 'accepted.json'];
const readBaseline = () => JSON.parse(readFileSync(join(cli.folder, 'accepted.json'), 'utf8'));

/** The assembly with the bolt so much farther in the plate, and one part more. */
const changed = (deeper: number, more = '') =>
  [box('plate', [0, 0, 0], 4), box('bolt', [3 - deeper, 1, 1], 2), box('far', [20, 20, 20]), more].join('');

beforeAll(() => {
  write(cli.folder, 'assembly.obj', ASSEMBLY);
});

beforeEach(() => {
  rmSync(join(cli.folder, 'accepted.json'), { force: true });
});

describe('clash --baseline', () => {
  it('accepts what is there with --update-baseline, and fails only for what is new', async () => {
    const first = await clash('assembly.obj', ...baseline, '--update-baseline');
    expect(first.code).toBe(0);
    expect(
      readBaseline()
        .clashes.map(({ id }: Clash) => id)
        .sort(),
    ).toEqual(first.clashes.map(({ id }) => id).sort());
    const again = await clash('assembly.obj', ...baseline);
    expect(again).toMatchObject({ code: 0, gone: [] });
    expect(again.clashes.map(({ status }) => status)).toEqual(['known', 'known']);
    write(cli.folder, 'more.obj', changed(0, box('pin', [3, 3, 3], 2)));
    const more = await clash('more.obj', ...baseline);
    expect(more.code).toBe(1);
    expect(more.clashes.filter(({ status }) => status === 'new').length).toBeGreaterThan(0);
    expect(more.gone!.map(({ kind }) => kind)).toEqual(['touching']);
  });

  it('keeps the id of a clash that has moved a little, and fails when it got deeper', async () => {
    const [{ id }] = (await clash('assembly.obj', ...baseline, '--update-baseline')).clashes;
    write(cli.folder, 'shallow.obj', changed(-0.1));
    const shallow = await clash('shallow.obj', ...baseline);
    expect(shallow).toMatchObject({ code: 0, clashes: [{ id, status: 'known' }] });
    write(cli.folder, 'deep.obj', changed(0.1));
    expect(await clash('deep.obj', ...baseline)).toMatchObject({ code: 1, clashes: [{ id, status: 'known' }] });
    expect((await clash('deep.obj', ...baseline, '--tolerance', '0.2')).code).toBe(0);
  });

  it('says why a run without new clashes fails, and only then', async () => {
    await clash('assembly.obj', ...baseline, '--update-baseline');
    write(cli.folder, 'deep.obj', changed(0.1));
    const text = async (...words: string[]) => (await cli.run(['clash', ...words, ...baseline])).stdout;
    const deep = await text('deep.obj');
    expect(deep).toContain(', 0 new, 1 worse than known\n');
    expect(deep).toMatch(/known, deeper/);
    const tolerant = await text('deep.obj', '--tolerance', '0.2');
    expect(tolerant).not.toMatch(/worse than known|deeper/);
    const document = readBaseline();
    for (const entry of document.clashes) entry.decision = { state: 'resolved' };
    write(cli.folder, 'accepted.json', JSON.stringify(document));
    expect(await text('assembly.obj')).toMatch(/, 0 new, \d called resolved\n/);
  });

  it('notes approvals with comment and date, and only those', async () => {
    const [{ id }] = (await clash('assembly.obj')).clashes;
    const approved = await clash('assembly.obj', ...baseline, '--approve', id, '--comment', 'pressed in');
    expect(approved.code).toBe(0);
    const { clashes } = readBaseline();
    expect(clashes).toHaveLength(1);
    expect(clashes[0]).toMatchObject({ id, decision: { state: 'approved', comment: 'pressed in' } });
    expect(Date.parse(clashes[0].decision.date)).not.toBeNaN();
    const later = await clash('assembly.obj', ...baseline);
    expect(later.clashes.map(({ status }) => status).sort()).toEqual(['known', 'new']);
    expect(later.clashes.find((found) => found.id === id)!.decision!.comment).toBe('pressed in');
  });

  it('fails for what was said to be resolved and is not', async () => {
    await clash('assembly.obj', ...baseline, '--update-baseline');
    const document = readBaseline();
    for (const entry of document.clashes) entry.decision = { state: 'resolved' };
    write(cli.folder, 'accepted.json', JSON.stringify(document));
    expect((await clash('assembly.obj', ...baseline)).code).toBe(1);
  });

  it('is not written when a file cannot be read, which is told by exit code 2', async () => {
    write(cli.folder, 'broken.obj', 'v 0 0 nan\n');
    const { code, stdout } = await cli.run([
      'clash',
      'assembly.obj',
      'broken.obj',
      ...baseline,
      '--update-baseline',
      '--json',
    ]);
    expect(code).toBe(2);
    expect(JSON.parse(stdout).unreadable).toMatchObject([{ file: 'broken.obj' }]);
    expect(JSON.parse(stdout).clashes).toHaveLength(2);
    expect(existsSync(join(cli.folder, 'accepted.json'))).toBe(false);
    expect(readdirSync(cli.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it.each([
    ['no JSON', '{"format": ', 'it is not JSON'],
    ['a report', '{"command":"clash","clashes":[]}', 'it is not a baseline'],
    ['another version', '{"format":"collidescope-baseline","version":9,"clashes":[]}', 'its version is 9'],
    [
      'a damaged clash',
      '{"format":"collidescope-baseline","version":1,"clashes":[{"id":"x","kind":"odd"}]}',
      'clash 0 is damaged: its kind is "odd"',
    ],
    [
      'another model',
      '{"format":"collidescope-baseline","version":1,"clashes":[{"id":"x","kind":"near","a":"wing","b":"tail","depth":0,"distance":1,"place":[0,0,0],"decision":{"state":"open"}}]}',
      'it names none of these objects',
    ],
  ])('refuses %s', async (_what, text, message) => {
    write(cli.folder, 'accepted.json', text);
    const { code, stderr } = await cli.run(['clash', 'assembly.obj', ...baseline]);
    expect(code).toBe(2);
    expect(stderr).toContain(`baseline "accepted.json": ${message}`);
  });

  it.each([
    [['--baseline', 'none.json'], 'To create one, add --update-baseline'],
    [['--update-baseline'], '--update-baseline applies to --baseline only'],
    [['--approve', 'bcdfghj'], '--approve applies to --baseline only'],
    [[...baseline, '--approve', 'bcdfghj'], 'there is no clash "bcdfghj"'],
    [[...baseline, '--update-baseline', '--comment', 'x'], 'add --decide, or --approve'],
    [['--fail-on', 'penetratin'], 'Did you mean penetrating?'],
    [['--fail-on', 'near'], 'needs a --clearance'],
    [['--sort', 'size'], '--sort is "size"'],
    [['--split', '--merge'], 'exclude each other'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await cli.run(['clash', 'assembly.obj', ...words]);
    expect({ code, stderr: stderr.includes(message) ? message : stderr }).toEqual({ code: 2, stderr: message });
    expect(existsSync(join(cli.folder, 'accepted.json'))).toBe(false);
  });
});

describe('--fail-on and --ignore', () => {
  it('fails for the kinds named, and for none', async () => {
    const codes = await Promise.all(
      [[], ['--fail-on', 'touching'], ['--fail-on', 'contained,duplicate'], ['--fail-on', 'none']].map(
        async (words) => (await clash('assembly.obj', ...words)).code,
      ),
    );
    expect(codes).toEqual([1, 1, 0, 0]);
  });

  it('leaves out clashes by id, and says when there is none', async () => {
    const [{ id }] = (await clash('assembly.obj')).clashes;
    write(cli.folder, 'ids.txt', `${id} # pressed in\nbcdfghj\n`);
    const { code, stdout, stderr } = await cli.run(['clash', 'assembly.obj', '--ignore', 'ids.txt', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).clashes.map(({ kind }: Clash) => kind)).toEqual(['touching']);
    expect(stderr).toBe('note: --ignore: there is no clash with the id "bcdfghj".\n');
  });

  it('writes a table, and keeps names from being formulas', async () => {
    write(cli.folder, 'formula.obj', box('=cmd|x', [0, 0, 0], 2) + box('a,"b"', [1, 1, 1], 2));
    await clash('formula.obj', '--csv', 'clashes.csv');
    const [head, line, end] = readFileSync(join(cli.folder, 'clashes.csv'), 'utf8').split('\r\n');
    expect(head).toMatch(/^\ufeffid,kind,severity,test,status,decision,assignee,due,comment,byDesign,nameA,classA,/);
    expect(line).toMatch(/^[a-z2-9]{7},penetrating,,,,,,,,,"'=cmd\|x",.*,0,"a,""b""",/);
    expect(end).toBe('');
  });
});

/** As version 0.1 wrote it for the model below, with twins called `screw`, and after one clash was approved. */
const VERSION_1 = {
  format: 'collidescope-baseline',
  version: 1,
  unit: null,
  clashes: [
    ['c7wr3kz', 'plate', 'screw#1', 0.25000000000046985, [4, 1, 1.25], { state: 'open' }],
    ['t4cdzzd', 'bolt', 'plate', 0.500000000000446, [-0.5, 0, 0], { state: 'approved', comment: 'pressed in' }],
    ['w56rnmc', 'plate', 'screw#2', 0.5000000000004318, [4, -3, -2.5], { state: 'open' }],
  ].map(([id, a, b, depth, place, decision]) => ({
    ...{ id, kind: 'penetrating', a, b, depth, distance: null, place, decision },
  })),
};

it('a baseline of version 1 is read, and written again as version 2 with its ids and decisions', async () => {
  const parts = [
    box('plate', [0, 0, 0], 8),
    box('screw', [7.5, 1, 1]),
    box('screw', [7.75, 5, 5]),
    box('bolt', [3, 7.5, 3]),
    box('far', [20, 20, 20]),
  ];
  write(cli.folder, 'former.obj', parts.join(''));
  write(cli.folder, 'accepted.json', JSON.stringify(VERSION_1));
  const { code, clashes, gone } = await clash('former.obj', ...baseline);
  expect([code, gone]).toEqual([0, []]);
  const told = (list: readonly Clash[]) => list.map(({ id, status, decision }) => [id, status, decision?.state]).sort();
  const expected = [
    ['c7wr3kz', 'known', 'open'],
    ['t4cdzzd', 'known', 'approved'],
    ['w56rnmc', 'known', 'open'],
  ];
  expect(told(clashes)).toEqual(expected);
  expect(readBaseline().version).toBe(1);
  await clash('former.obj', ...baseline, '--update-baseline');
  expect(readBaseline()).toMatchObject({
    version: 2,
    clashes: [{ id: 'c7wr3kz' }, { id: 't4cdzzd' }, { id: 'w56rnmc' }],
  });
  const again = await clash('former.obj', ...baseline);
  expect([again.code, told(again.clashes)]).toEqual([0, expected]);
  expect(again.clashes.find(({ id }) => id === 't4cdzzd')!.decision!.comment).toBe('pressed in');
});
