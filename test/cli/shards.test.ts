import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeTerrain } from '../../bench/support/terrain-files.ts';
import { Random } from '../support/random.ts';
import { isLong } from '../support/thoroughness.ts';
import { outcomeOf, useCommandLine } from './command-line.ts';
import { ASSEMBLY, box, TANGLE, write } from './files.ts';

const TILES = isLong ? ['1', '8', '64'] : ['8'];
const cli = useCommandLine();
const path = (name: string) => join(cli.folder, name);

interface Document {
  pairs: number;
  unreadable?: { file: string; code: string }[];
  error?: { code: string; message: string };
  [field: string]: unknown;
}

/** All but what a run cost. */
function answerOf(text: string): Document {
  // Whether meshes are closed is not looked at where they are cut in space.
  const { milliseconds: _, threads: _t, engine: _e, surfaces: _s, ...answer } = JSON.parse(text);
  return answer;
}

/** Small triangles at random, so that some hundreds cross each other, some touch and some have no area. */
function writeSoup(name: string, count: number, seed: number): void {
  const source = new Random(seed);
  const random = () => source.next();
  const bytes = new Uint8Array(84 + 50 * count);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, count, true);
  for (let t = 0; t < count; t++) {
    const centre = [random(), random(), random()].map((value) => Math.round(value * 64) / 64);
    for (let k = 0; k < 9; k++) {
      const own = t % 50 === 0 ? 0 : Math.round((random() - 0.5) * 16) / 64;
      view.setFloat32(96 + 50 * t + 4 * k, centre[k % 3] + own, true);
    }
  }
  writeFileSync(path(name), bytes);
}

/** Boxes at random places of a small grid, so that faces lie on each other and boxes in each other. */
function writeBoxes(name: string, count: number, seed: number): void {
  const source = new Random(seed);
  const random = () => source.next();
  const whole = (most: number) => Math.floor(random() * most);
  const parts = Array.from({ length: count }, (_, i) =>
    box(`b${i % 5}`, [whole(9), whole(9), whole(9)], 1 + whole(3) / 2),
  );
  write(cli.folder, name, parts.join(''));
}

async function plan(words: readonly string[], out: string): Promise<void> {
  const { code, stderr } = await cli.run(['plan', ...words, '--out', out]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}

beforeAll(() => {
  write(cli.folder, 'tangle.obj', TANGLE);
  write(cli.folder, 'assembly.obj', ASSEMBLY);
  writeSoup('soup.stl', 1500, 1);
  writeSoup('more.stl', 300, 2);
  writeBoxes('boxes.obj', 60, 3);
});

describe('one large model', () => {
  const commands = [
    ['check', 'soup.stl', 'tangle.obj'],
    ['check', 'soup.stl', 'tangle.obj', '--parts', '--penetrating'],
    ['check', 'soup.stl', '--no-weld'],
    ['clash', 'boxes.obj', 'more.stl', 'assembly.obj', '--clearance', '0.3'],
    ['clash', 'boxes.obj', 'assembly.obj', '--self', '--penetrating', '--merge'],
  ];

  it.each(commands)(
    `has the answer of one process in ${TILES.join(', ')} tiles: %s %s %s %s`,
    async (verb, ...words) => {
      const whole = await cli.run([verb, ...words, '--json', '--pairs', 'whole.tsv']);
      for (const tiles of TILES) {
        const out = `${verb}-${tiles}.jsonl`;
        await plan([verb, ...words, '--tiles', tiles], out);
        const parts = await cli.run([
          'batch',
          out,
          '--json',
          '--pairs',
          'parts.tsv',
          '--workers',
          tiles === '8' ? '2' : '1',
        ]);
        expect(parts.code).toBe(whole.code);
        expect(answerOf(parts.stdout)).toEqual(answerOf(whole.stdout));
        expect(readFileSync(path('parts.tsv'), 'utf8')).toBe(readFileSync(path('whole.tsv'), 'utf8'));
      }
    },
  );

  it('has the same report bit for bit whatever the order of shards, and again', async () => {
    await plan(['check', 'soup.stl', '--tiles', '8'], 'order.jsonl');
    const first = await cli.run(['batch', 'order.jsonl', '--json']);
    rmSync(path('order.shards'), { recursive: true });
    const early = await cli.run(['shard', 'order.jsonl', '5']);
    expect(early.code).toBe(2);
    expect(early.stderr).toContain('shards-missing');
    for (const number of [0, 8, 3, 5, 1, 7, 2, 4, 6]) {
      expect((await cli.run(['shard', 'order.jsonl', String(number)])).code).toBe(0);
    }
    const again = await cli.run(['shard', 'order.jsonl', '3']);
    expect(again.stderr).toContain('done already');
    const second = await cli.run(['merge', 'order.jsonl', '--json']);
    expect(second.code).toBe(1);
    expect(answerOf(second.stdout)).toEqual(answerOf(first.stdout));
  });

  it('goes on where it was stopped: killed in the middle, then run again', async () => {
    const { pairs } = writeTerrain(path('terrain.stl'), { columns: 300, rows: 300, every: 100 });
    await plan(['check', 'terrain.stl', '--tiles', '24'], 'resume.jsonl');
    const child = cli.start(['batch', 'resume.jsonl', '--workers', '2', '--json']);
    const ended = outcomeOf(child);
    const folder = path('resume.shards');
    const doneCount = () => {
      const [id] = readdirSync(folder, { withFileTypes: true }).map(({ name }) => name);
      return readdirSync(join(folder, id, 'done')).filter((name) => name.endsWith('.json')).length;
    };
    await expect
      .poll(() => {
        try {
          return doneCount();
        } catch {
          return 0;
        }
      })
      .toBeGreaterThan(4);
    child.kill('SIGKILL');
    await ended;
    const before = doneCount();
    expect(before).toBeLessThan(25);
    const { code, stdout, stderr } = await cli.run(['batch', 'resume.jsonl', '--json']);
    expect(code).toBe(1);
    expect(stderr).toContain('were done already');
    expect(answerOf(stdout).pairs).toBe(pairs);
  });

  it('is cut up by check --tiles too, and nothing is left behind', async () => {
    const tmp = { TMPDIR: cli.folder };
    const whole = await cli.run(['check', 'soup.stl', '--json']);
    const tiled = await cli.run(['check', 'soup.stl', '--json', '--tiles', '5'], { env: tmp });
    expect(tiled.code).toBe(1);
    expect(answerOf(tiled.stdout)).toEqual(answerOf(whole.stdout));
    expect(readdirSync(cli.folder).filter((name) => name.startsWith('collidescope-tiles'))).toEqual([]);
    const refused = await cli.run(['check', 'soup.stl', '--tiles', '5', '--report', 'x.html']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('option-conflict');
  });
});

describe('many models', () => {
  beforeAll(() => {
    for (let i = 0; i < 40; i++) {
      if (i % 10 === 7) write(cli.folder, `many-${i}.obj`, 'v 1 2\nf 1 2 3\n');
      else if (i % 2 === 0) write(cli.folder, `many-${i}.obj`, TANGLE);
      else writeSoup(`many-${i}.stl`, 50, i);
    }
    write(
      cli.folder,
      'list.txt',
      `# models\n${readdirSync(cli.folder)
        .filter((name) => name.startsWith('many-'))
        .sort()
        .join('\n')}\n`,
    );
  });

  it('have the report of one process, the broken ones among them', async () => {
    const files = readFileSync(path('list.txt'), 'utf8').split('\n').slice(1, -1);
    const whole = await cli.run(['check', ...files, '--json']);
    await plan(['check', 'list.txt'], 'many.jsonl');
    const parts = await cli.run(['batch', 'many.jsonl', '--json', '--workers', '2']);
    expect(parts.code).toBe(2);
    expect(answerOf(parts.stdout)).toEqual(answerOf(whole.stdout));
    expect(answerOf(parts.stdout).unreadable).toHaveLength(4);
    expect(parts.stderr.match(/error: MeshError/g)).toHaveLength(4);
  });

  it('report one that changed after planning, and go on', async () => {
    write(cli.folder, 'changes-a.obj', TANGLE);
    write(cli.folder, 'changes-b.obj', TANGLE);
    await plan(['check', 'changes-a.obj', 'changes-b.obj', 'gone.obj'], 'changes.jsonl');
    write(cli.folder, 'changes-a.obj', TANGLE.replace('v 4 0 0', 'v 5 0 0'));
    const { code, stdout } = await cli.run(['batch', 'changes.jsonl', '--json']);
    expect(code).toBe(2);
    const { unreadable, pairs } = answerOf(stdout);
    expect(unreadable?.map(({ file, code: own }) => [file, own])).toEqual([
      ['changes-a.obj', 'file-changed'],
      ['gone.obj', 'no-such-file'],
    ]);
    expect(pairs).toBe(3);
  });
});

describe('bad input', () => {
  it.each([
    [['plan', 'volume', 'soup.stl', '--out', 'x.jsonl'], 'option-value'],
    [['plan'], 'option-value'],
    [['plan', 'check', 'soup.stl', '--clearance', '2', '--out', 'x.jsonl'], 'unknown-option'],
    [['plan', 'check', 'nothing-here.txt', '--out', 'x.jsonl'], 'no-such-file'],
    [['plan', 'clash', 'none.stl', '--out', 'x.jsonl'], 'no-such-file'],
    [['batch', 'none.jsonl'], 'no-such-file'],
    [['batch'], 'no-files'],
    [['merge', 'soup.stl'], 'bad-plan'],
    [['shard', 'bad.jsonl', '0'], 'plan-version'],
    [['batch', 'good.jsonl', '--memory', 'much'], 'option-value'],
    [['shard', 'good.jsonl', '99'], 'no-such-shard'],
    [['merge', 'good.jsonl'], 'shards-missing'],
  ])('%j: %s', async (words, code) => {
    await plan(['check', 'soup.stl', '--tiles', '2'], 'good.jsonl');
    writeFileSync(path('bad.jsonl'), readFileSync(path('good.jsonl'), 'utf8').replace('"version":2', '"version":9'));
    const outcome = await cli.run([...words, '--json']);
    expect(outcome.code).toBe(2);
    expect(answerOf(outcome.stdout).error?.code).toBe(code);
  });

  it('refuses a large model that changed after planning, and says which file', async () => {
    writeSoup('changing.stl', 100, 9);
    await plan(['check', 'changing.stl', '--tiles', '2'], 'changing.jsonl');
    writeSoup('changing.stl', 100, 10);
    const { code, stderr } = await cli.run(['batch', 'changing.jsonl']);
    expect(code).toBe(2);
    expect(stderr).toContain('file "changing.stl" was changed after planning');
  });

  it('refuses a second coordinator while the first lives, and takes over from one that is gone', async () => {
    await plan(['check', 'soup.stl', '--tiles', '2'], 'busy.jsonl');
    await cli.run(['batch', 'busy.jsonl', '--no-merge']);
    const [id] = readdirSync(path('busy.shards'));
    const lock = join(path('busy.shards'), id, 'coordinator.json');
    const { hostname } = await import('node:os');
    writeFileSync(lock, JSON.stringify({ pid: process.pid, host: hostname() }));
    const refused = await cli.run(['batch', 'busy.jsonl', '--json']);
    expect(refused.code).toBe(2);
    expect(answerOf(refused.stdout).error?.code).toBe('plan-busy');
    writeFileSync(lock, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() }));
    expect((await cli.run(['batch', 'busy.jsonl', '--json'])).code).toBe(1);
  });
});

/** A disk of 200 KiB; undefined where disks cannot be made. */
function smallDisk(): string | undefined {
  const disk = path('disk');
  mkdirSync(disk);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'tmpfs', disk]).status === 0 ? disk : undefined;
}

it('a full disk fails a shard with a clear error and leaves nothing half written', async (context) => {
  const disk = smallDisk();
  if (!disk) return context.skip('needs the right to mount a small disk');
  try {
    writeTerrain(path('full.stl'), { columns: 100, rows: 100, every: 100 });
    await plan(['check', 'full.stl', '--tiles', '2'], 'full.jsonl');
    const { code, stderr } = await cli.run(['batch', 'full.jsonl', '--data', 'disk', '--retries', '0']);
    expect(code).toBe(2);
    expect(stderr).toContain('could not be written: the disk is full. No incomplete file was left behind.');
    const left = readdirSync(disk, { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => /\.(part|tiles)$/.test(name))).toEqual([]);
  } finally {
    spawnSync('umount', [disk]);
  }
});

describe('workers that die', () => {
  /** The command line, whose workers kill themselves before some shards: always, or the first time. */
  function deadly(name: string, shards: readonly number[], always: boolean): string {
    const marks = JSON.stringify(path(`${name}-`));
    writeFileSync(
      path(name),
      `import { existsSync, writeFileSync } from 'node:fs';
process.prependListener('message', ({ run }) => {
  if (!${JSON.stringify(shards)}.includes(run) || (!${always} && existsSync(${marks} + run))) return;
  writeFileSync(${marks} + run, '');
  process.kill(process.pid, 'SIGKILL');
});
await import(${JSON.stringify(cli.script)});
`,
    );
    return path(name);
  }

  const run = (script: string, words: readonly string[]) =>
    outcomeOf(spawn(process.execPath, [script, ...words], { cwd: cli.folder, stdio: ['ignore', 'pipe', 'pipe'] }));

  it('lose nothing and do nothing twice', async () => {
    await plan(['check', 'soup.stl', 'more.stl', '--tiles', '9'], 'deaths.jsonl');
    const whole = await cli.run(['check', 'soup.stl', 'more.stl', '--json', '--pairs', 'whole.tsv']);
    const words = ['batch', 'deaths.jsonl', '--workers', '2', '--json', '--pairs', 'parts.tsv'];
    const { code, stdout, stderr } = await run(deadly('dies-once.mjs', [0, 2, 5, 6, 9], false), words);
    expect(code).toBe(1);
    expect(stderr.match(/failed and will be tried again/g)).toHaveLength(5);
    expect(answerOf(stdout)).toEqual(answerOf(whole.stdout));
    expect(readFileSync(path('parts.tsv'), 'utf8')).toBe(readFileSync(path('whole.tsv'), 'utf8'));
  });

  it('fail one shard for good: the others are done, and the error says what happened', async () => {
    await plan(['check', 'soup.stl', '--tiles', '4'], 'dead.jsonl');
    const always = deadly('dies-always.mjs', [3], true);
    const { code, stdout, stderr } = await run(always, ['batch', 'dead.jsonl', '--workers', '2', '--retries', '1']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('shard 3 failed: the process that did it ended with SIGKILL');
    expect(stderr).toContain('4 of 5 shards done, 1 failed');
    const status = await cli.run(['status', 'dead.jsonl', '--json']);
    const { done, failed, left, stages } = JSON.parse(status.stdout);
    expect({ done, stages: stages.length }).toEqual({ done: 4, stages: 2 });
    expect(failed).toMatchObject([{ shard: 3, code: 'shard-failed' }]);
    expect(left).toBeGreaterThan(0);
    expect((await cli.run(['status', 'dead.jsonl'])).stdout).toMatch(/4 of 5 shards done, 1 failed/);
    // With the cause gone, the same command does what is missing.
    const healed = await cli.run(['batch', 'dead.jsonl', '--json']);
    expect(healed.code).toBe(1);
    const after = await cli.run(['status', 'dead.jsonl', '--json']);
    expect(JSON.parse(after.stdout)).toMatchObject({ done: 5, failed: [], running: [], left: 0 });
  });

  it('report the models of a shard that always crashes, and check the others', async () => {
    for (let i = 0; i < 3; i++) writeTerrain(path(`heavy-${i}.stl`), { columns: 300, rows: 600, every: 1000 });
    await plan(['check', 'heavy-0.stl', 'heavy-1.stl', 'heavy-2.stl'], 'crash.jsonl');
    const always = deadly('dies-many.mjs', [1], true);
    const { code, stdout } = await run(always, ['batch', 'crash.jsonl', '--retries', '0', '--json']);
    expect(code).toBe(2);
    const { objects, unreadable } = answerOf(stdout);
    expect(objects).toHaveLength(2);
    expect(unreadable).toMatchObject([{ file: 'heavy-1.stl', code: 'shard-failed' }]);
  });
});
