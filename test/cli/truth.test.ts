/**
 * The command line equals shared/truth: what `--pairs` writes, by hash, and every count of `--json`.
 *
 * Every 40th mesh and every 10th pair of meshes; all of them with COLLIDESCOPE_TRUTH=all. Shown as skipped where the
 * shared folder is not there.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder, sharedTable } from '../support/shared.ts';
import { useCommandLine } from './command-line.ts';

const cli = useCommandLine();
const everything = process.env.COLLIDESCOPE_TRUTH === 'all';
const meshFile = (name: string) => join(sharedFolder ?? '', 'meshes', name);
const every = (step: number) => (_row: unknown, index: number) => everything || index % step === 0;

async function ask(...words: string[]) {
  const { code, stdout, stderr } = await cli.run([...words, '--json', '--pairs', 'pairs.tsv']);
  expect(stderr).toBe('');
  const report = JSON.parse(stdout);
  // Of clashes, those that only touch do not fail.
  const fails = report.clashes?.some(({ kind }: { kind: string }) => kind !== 'touching') ?? report.pairs > 0;
  expect(code).toBe(Number(fails));
  const sha256 = createHash('sha256')
    .update(readFileSync(join(cli.folder, 'pairs.tsv')))
    .digest('hex');
  return { report, sha256 };
}

describe.skipIf(sharedFolder === undefined)('command line = truth', () => {
  it.each(sharedTable('truth/self.tsv').filter(every(40)))('check $file', async (row) => {
    const { report, sha256 } = await ask('check', meshFile(row.file));
    const [{ triangles, degenerate, selfPairs, sharing }] = report.objects;
    expect({ triangles, degenerate, selfPairs, sharing, sha256 }).toEqual({
      triangles: Number(row.triangles),
      degenerate: Number(row.degenerate),
      selfPairs: Number(row.pairs),
      sharing: {
        none: Number(row.shareNone),
        vertex: Number(row.shareVertex),
        edge: Number(row.shareEdge),
        duplicate: Number(row.duplicate),
      },
      sha256: row.sha256,
    });
  });

  it.each(sharedTable('truth/pair.tsv').filter(every(10)))('clash $fileA $fileB', async (row) => {
    const { report, sha256 } = await ask('clash', '--merge', meshFile(row.fileA), meshFile(row.fileB));
    expect({ pairs: report.pairs, sha256 }).toEqual({ pairs: Number(row.pairs), sha256: row.sha256 });
  });
});
