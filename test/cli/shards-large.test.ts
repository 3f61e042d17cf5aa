/** A model in space tiles whose pairs are known from its generator: 2 million triangles; 20 million with COLLIDESCOPE_SLOW=1. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeTerrain } from '../../bench/support/terrain-files.ts';
import { isLong } from '../support/thoroughness.ts';
import { useCommandLine } from './command-line.ts';

const cli = useCommandLine();
const GIB = 2 ** 30;

async function expectPairs(rows: number, tiles: string): Promise<void> {
  const files = ['low.stl', 'high.stl'];
  const written = files.map((file, i) =>
    writeTerrain(join(cli.folder, file), { columns: 1000, rows, every: 1000, height: 20 * i }),
  );
  await cli.run(['plan', 'check', ...files, '--tiles', tiles, '--out', 'terrain.jsonl']);
  const { code, stdout } = await cli.run(['batch', 'terrain.jsonl', '--json', '--workers', '2']);
  expect(code).toBe(1);
  const { objects, pairs, contacts } = JSON.parse(stdout);
  expect(objects.map(({ triangles, selfPairs }: Record<string, number>) => [triangles, selfPairs])).toEqual(
    written.map((own) => [own.triangles, own.pairs]),
  );
  expect(contacts).toEqual({ touching: 0, crossing: pairs, coplanar: 0 });
  const status = JSON.parse((await cli.run(['status', 'terrain.jsonl', '--json'])).stdout);
  expect(status.bytes).toBeLessThan(2 * GIB);
}

it('finds exactly the pairs of 2 million triangles, in less than 2 GiB per worker', () => expectPairs(500, '9'));

it.runIf(isLong)('finds exactly the pairs of 20 million triangles, in less than 2 GiB per worker', () =>
  expectPairs(5000, 'auto'),
);
