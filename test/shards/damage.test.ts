/**
 * Damage at random: bits are flipped, ends cut off and files exchanged in what a plan leaves on disk. Each time the answer is
 * the right one, or an error says what is damaged.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTerrain } from '../../bench/support/terrain-files.ts';
import { runCommandLine } from '../../src/cli/dispatch.ts';
import { Terminal } from '../../src/cli/output/terminal.ts';
import { openSealed, readSealed, sealed, sealedJson, unsealedJson } from '../../src/shards/sealed.ts';
import { FolderStore } from '../../src/shards/store.ts';
import { Random } from '../support/random.ts';

/** Cases of each kind; a hundred times as many find what these may miss. */
const RUNS = Number(process.env.COLLIDESCOPE_DAMAGE_RUNS ?? 12);

const folder = mkdtempSync(join(tmpdir(), 'collidescope-damage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...words: string[]) {
  let [stdout, stderr] = ['', ''];
  const terminal = new Terminal({
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    env: {},
  });
  return { code: await runCommandLine(words, terminal), stdout, stderr };
}

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((name) => statSync(name).isFile())
    .sort();
}

/** A whole number from 0 on. */
const below = (random: Random, end: number) => random.integer(0, end - 1);

/** Flips a bit, cuts the end off, or adds to it. */
function damage(bytes: Buffer, random: Random): Buffer {
  const kind = below(random, 4);
  if (kind === 0 && bytes.length > 0) return bytes.subarray(0, below(random, bytes.length));
  if (kind === 1) return Buffer.concat([bytes, bytes.subarray(0, 1 + below(random, 40))]);
  const own = Buffer.from(bytes);
  own[below(random, own.length)] ^= 1 << below(random, 8);
  return own;
}

describe('a sealed file', () => {
  const store = new FolderStore(join(folder, 'sealed'));

  it('is read in parts as it was written, and every changed bit is noticed', async () => {
    for (let seed = 0; seed < 10 * RUNS; seed++) {
      const random = new Random(seed);
      const size = random.pick([0, 1, 65_535, 65_536, 65_537, below(random, 300_000)]);
      const bytes = Buffer.from(Uint8Array.from({ length: size }, () => below(random, 256)));
      const cut = below(random, size + 1);
      await store.write('file', sealed([bytes.subarray(0, cut), bytes.subarray(cut)]));
      const file = (await openSealed(store, 'file'))!;
      const from = below(random, size + 1);
      const to = from + below(random, size - from + 1);
      expect(Buffer.from(await file.read(from, to)).equals(bytes.subarray(from, to))).toBe(true);
      await file.close();
      const path = join(store.place, 'file');
      writeFileSync(path, damage(readFileSync(path), random));
      await expect(readSealed(store, 'file'), `seed ${seed}`).rejects.toMatchObject({ code: 'bad-shard-result' });
    }
  });

  it('is JSON with a checksum, of which every changed bit is noticed', () => {
    const value = { name: 'x"}\n', number: 0.1, list: [1, { a: null }] };
    const bytes = Buffer.from(sealedJson(value));
    expect(JSON.parse(bytes.toString())).toMatchObject(value);
    expect(unsealedJson(bytes)).toEqual(value);
    expect(unsealedJson(sealedJson({}))).toEqual({});
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] ^= 1 << (bit & 7);
      expect(unsealedJson(changed), `bit ${bit}`).toBeUndefined();
    }
  });
});

describe.each(['check', 'clash'] as const)('a plan of %s whose files are damaged', (command) => {
  const sound = join(folder, command);
  let expected = '';
  /** Numbers of shards by stage, in their order. */
  let shardCount = 0;

  beforeAll(async () => {
    const mesh = `${sound}.stl`;
    writeTerrain(mesh, { columns: 24, rows: 20, every: 6 });
    const again = `${sound}-2.stl`;
    cpSync(mesh, again);
    const plan = join(folder, `${command}-plan.jsonl`);
    const made = await run('plan', command, mesh, again, '--tiles', '3', '--out', plan, '--json');
    shardCount = JSON.parse(made.stdout).shards;
    for (let shard = 0; shard < shardCount; shard++) expect((await run('shard', plan, `${shard}`)).code).toBe(0);
    expected = answerOf(await run('merge', plan, '--json'));
    expect(expected).toContain('"pairs":');
  });

  /** What is told, without what it cost. */
  function answerOf({ code, stdout }: { code: number; stdout: string }): string {
    const { milliseconds: _, stats: __, ...told } = JSON.parse(stdout);
    return JSON.stringify({ code, ...told });
  }

  it('gives the right answer or says what is damaged', async () => {
    const outcomes = new Set<string>();
    for (let seed = 0; seed < RUNS; seed++) {
      const random = new Random(1000 + seed);
      const own = join(folder, `${command}-${seed}`);
      const plan = join(folder, `${command}-${seed}.jsonl`);
      cpSync(join(folder, `${command}-plan.jsonl`), plan);
      cpSync(join(folder, `${command}-plan.shards`), own, { recursive: true });
      const files = [...filesBelow(own), plan];
      const victim = files[below(random, files.length)];
      writeFileSync(victim, damage(readFileSync(victim), random));
      // Some shards are to be done again, perhaps from what is damaged.
      const isAgain = (path: string) => /done[/\\]\d+\.json$/.test(path) && path !== victim && below(random, 2) === 0;
      const again = files.filter(isAgain);
      for (const path of again) rmSync(path);
      const answers = [];
      for (const path of again) {
        answers.push(await run('shard', plan, `${Number(/(\d+)\.json$/.exec(path)![1])}`, '--data', own, '--json'));
      }
      answers.push(await run('merge', plan, '--data', own, '--json'));
      const failed = answers.find(({ code }) => code === 2);
      if (failed) {
        const { error } = JSON.parse(failed.stdout);
        expect(['bad-shard-result', 'bad-plan', 'plan-version', 'shards-missing'], `seed ${seed}`).toContain(
          error.code,
        );
        outcomes.add('told');
      } else {
        expect(answerOf(answers.at(-1)!), `seed ${seed}, ${victim}`).toBe(expected);
        outcomes.add('right');
      }
      rmSync(own, { recursive: true });
    }
    // Both must happen, else nothing was tried.
    expect([...outcomes].sort()).toEqual(['right', 'told']);
  });
});
