import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { foundBytes, parseFound } from '../../src/shards/found-pairs.ts';
import { renumberPairs } from '../../src/shards/join-reports.ts';
import { mergeSorted } from '../../src/shards/merge-sorted.ts';
import { type Plan, parsePlan, planText, shardsByStage } from '../../src/shards/plan.ts';
import { planMany } from '../../src/shards/plan-many.ts';
import { SpaceTiles } from '../../src/shards/space-tiles.ts';
import { readRuns, spillBytes } from '../../src/shards/spill.ts';
import { FolderStore } from '../../src/shards/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'collidescope-records-'));
const store = new FolderStore(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const head = { kind: 'many', command: 'check', program: '0', options: { parts: '' }, base: '.' } as const;
const files = Array.from({ length: 9 }, (_, i) => ({ file: `${i}.stl`, size: 1000 * i, blocks: ['00'] }));
const plan: Plan = planMany(head, files, 250_000);

describe('a plan', () => {
  it('comes back from its text, with an id that is of the text alone', () => {
    const { id, ...read } = parsePlan(planText(plan), 'p.jsonl');
    expect(read).toEqual(plan);
    expect(parsePlan(planText(plan), 'elsewhere').id).toBe(id);
    expect(parsePlan(planText({ ...plan, base: '..' }), 'p.jsonl').id).not.toBe(id);
  });

  it('has batches of similar cost, each file once and in order', () => {
    const batches = plan.shards.map((shard) => (shard.stage === 'files' ? shard.files : []));
    expect(batches.flat()).toEqual(files);
    expect(batches.map((own) => own.length)).toEqual([2, 2, 2, 2, 1]);
    expect(shardsByStage(plan)).toEqual([{ stage: 'files', numbers: [0, 1, 2, 3, 4] }]);
  });

  it('is refused when it is of another version, cut off, or none', () => {
    const text = planText(plan);
    const code = (changed: string) => {
      try {
        parsePlan(changed, 'p.jsonl');
      } catch (error) {
        return (error as { code: string }).code;
      }
      return 'none';
    };
    expect(code(text.replace('"version":2', '"version":1'))).toBe('plan-version');
    expect(code(text.split('\n').slice(0, -2).join('\n'))).toBe('bad-plan');
    expect(code(text.slice(0, -30))).toBe('bad-plan');
    expect(code('{}')).toBe('bad-plan');
    expect(code('solid')).toBe('bad-plan');
    expect(code('')).toBe('bad-plan');
  });
});

describe('merging sorted lists', () => {
  it('is sorting them together', () => {
    const rows = fc.array(fc.array(fc.nat(6), { minLength: 2, maxLength: 2 }), { maxLength: 20 });
    const compare = (p: number[], q: number[]) => p[0] - q[0] || p[1] - q[1];
    fc.assert(
      fc.property(fc.array(rows, { maxLength: 9 }), (lists) => {
        const sorted = lists.map((own) => Uint32Array.from([...own].sort(compare).flat()));
        const { list, row } = mergeSorted(sorted, 2);
        const merged = Array.from(list, (l, i) => Array.from(sorted[l].subarray(2 * row[i], 2 * row[i] + 2)));
        expect(merged).toEqual(lists.flat().sort(compare));
      }),
    );
  });
});

describe('what shards leave behind', () => {
  it('gives pairs back as they were, and tells when bytes are missing', () => {
    const found = {
      trianglePairs: Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
      kinds: Uint8Array.of(0, 1, 2),
      triangles: Uint32Array.of(0, 1, 2, 3),
      corners: Float64Array.from({ length: 18 }, (_, i) => i / 3),
      vertices: Uint32Array.from({ length: 6 }, (_, i) => i),
    };
    const bytes = Buffer.concat(foundBytes(found));
    expect(parseFound(bytes)).toEqual(found);
    expect(parseFound(bytes.subarray(0, -1))).toBeUndefined();
    expect(parseFound(new Uint8Array(3))).toBeUndefined();
  });

  it('gives each tile its triangles, in order, in their precision, with vertices where they count', async () => {
    const tiles = new SpaceTiles({ tileCount: 3, axes: [0, 0], planes: [1, 2], low: [-1, -2], high: [1, -3] });
    const at = (...xs: number[]) => xs.flatMap((x) => [x, 0, 0, x + 0.5, 0, 0, x, 1, 0]);
    const pieces = [
      {
        object: 4,
        firstTriangle: 10,
        corners: Float32Array.from(at(0, 1, 0.75, 2)),
        vertices: Uint32Array.from({ length: 12 }, (_, i) => i),
        withVertices: false,
      },
      {
        object: 5,
        firstTriangle: 0,
        corners: Float64Array.from(at(0.1)),
        vertices: Uint32Array.of(7, 8, 9),
        withVertices: true,
      },
    ];
    await store.write('spill', spillBytes(pieces, tiles, 0));
    const file = (await store.open('spill'))!;
    const numbers = async (tile: number) => (await readRuns(file, tile)).map((run) => [run.object, ...run.numbers]);
    expect(await numbers(0)).toEqual([
      [4, 10, 12],
      [5, 0],
    ]);
    expect(await numbers(1)).toEqual([[4, 11, 12]]);
    expect(await numbers(2)).toEqual([[4, 13]]);
    const [, second] = await readRuns(file, 0);
    expect(second.corners).toEqual(Float64Array.from(at(0.1)));
    expect(second.vertices).toEqual(Uint32Array.of(7, 8, 9));
    await file.close();
  });

  it('numbers pairs on from the models before', () => {
    expect(renumberPairs('0\t5\t0\t7\n1\t2\t1\t3\n', 40)).toBe('40\t5\t40\t7\n41\t2\t41\t3\n');
  });
});

describe('a folder as store', () => {
  it('keeps names with all their bytes, and nothing unfinished', async () => {
    await store.write('a/b', [Uint8Array.of(1, 2), Uint8Array.of(3)]);
    await store.write('a/b', [Uint8Array.of(4)]);
    expect(await store.read('a/b')).toEqual(Buffer.from([4]));
    expect(await store.read('a/c')).toBeUndefined();
    writeFileSync(join(folder, 'a/x.part'), 'half');
    expect(await store.list('a')).toEqual(['b']);
    expect(await store.list('none')).toEqual([]);
    expect(await store.claim('a/lock', Uint8Array.of(1))).toBe(true);
    expect(await store.claim('a/lock', Uint8Array.of(2))).toBe(false);
    await store.remove('a/lock');
    expect(readdirSync(join(folder, 'a')).sort()).toEqual(['b', 'x.part']);
  });

  it('says what could not be written, and what to do', async () => {
    writeFileSync(join(folder, 'plain'), 'a file, not a folder');
    const failing = new FolderStore(join(folder, 'plain')).write('x', [Uint8Array.of(1)]);
    await expect(failing).rejects.toMatchObject({ code: 'cannot-write' });
    await expect(failing).rejects.toThrow(/Make room or choose another folder with --data/);
  });
});
