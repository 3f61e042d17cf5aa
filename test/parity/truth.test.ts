/**
 * The engine equals shared/truth, computed with CGAL: 873 meshes, 80 pairs of meshes, the npm models, 6200 single
 * pairs of triangles, four assemblies and every frame of the sequences; contents by hash, degenerate triangles too.
 *
 * On the calling thread everything; with one and two threads every tenth and the largest, or everything with
 * COLLIDESCOPE_TRUTH=all. Shown as skipped where the shared folder is not there.
 */

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OracleAnswer, oracle } from '../../oracle/oracle.ts';
import { type Collisions, createEngine, type Engine } from '../../src/index.ts';
import type { MeshInput } from '../../src/mesh/mesh-input.ts';
import { CONTACT_KIND } from '../../src/queries/collide/collide.ts';
import { asRows } from '../support/engine-answer.ts';
import { readShared, sharedFolder, sharedTable } from '../support/shared.ts';
import { readSharedMesh } from '../support/shared-mesh.ts';
import { readTriParts } from '../support/tri-parts.ts';

const ALL_THREADS = [0, 1, 2];
const everything = process.env.COLLIDESCOPE_TRUTH === 'all';

const engines: Engine[] = [];
beforeAll(async () => {
  for (const threads of ALL_THREADS) engines.push(await createEngine({ backend: 'wasm', threads }));
});
afterAll(() => {
  for (const engine of engines) engine.dispose();
});

/** Thread counts a row is tried with; the largest scenes and every tenth one with all of them. */
function threadsFor(row: number, isLarge: boolean): number[] {
  return everything || isLarge || row % 10 === 0 ? ALL_THREADS : [0];
}

async function collide(threads: number, meshes: readonly MeshInput[], self: boolean): Promise<Collisions> {
  const scene = engines[threads].createScene();
  try {
    for (const mesh of meshes) scene.add(mesh);
    return await scene.collide({ self });
  } finally {
    scene.dispose();
  }
}

/** What `--pairs FILE` writes, hashed. */
function pairsHash({ trianglePairs }: Collisions): string {
  const hash = createHash('sha256');
  for (let at = 0; at < trianglePairs.length; at += 4)
    hash.update(`${trianglePairs.subarray(at, at + 4).join('\t')}\n`);
  return hash.digest('hex');
}

function summary(collisions: Collisions) {
  return {
    pairs: collisions.trianglePairs.length / 4,
    degenerate: collisions.degenerateTriangles.length / 2,
    sha256: pairsHash(collisions),
  };
}

describe.skipIf(sharedFolder === undefined)('collide = truth', () => {
  const selfRows = sharedTable('truth/self.tsv').map((row, index) => {
    return { file: row.file, threads: threadsFor(index, Number(row.triangles) > 30_000), row };
  });
  it.each(selfRows)('within $file, threads $threads', async ({ file, threads, row }) => {
    const mesh = await readSharedMesh(file);
    expect(mesh.indices!.length / 3).toBe(Number(row.triangles));
    const expected = { pairs: Number(row.pairs), degenerate: Number(row.degenerate), sha256: row.sha256 };
    for (const count of threads) expect(summary(await collide(count, [mesh], true))).toEqual(expected);
  });

  const pairRows = sharedTable('truth/pair.tsv').map((row, index) => {
    return { fileA: row.fileA, fileB: row.fileB, threads: threadsFor(index, Number(row.pairs) > 20_000), row };
  });
  it.each(pairRows)('between $fileA and $fileB, threads $threads', async ({ fileA, fileB, threads, row }) => {
    const meshes = [await readSharedMesh(fileA), await readSharedMesh(fileB)];
    for (const count of threads) {
      const { pairs, sha256 } = summary(await collide(count, meshes, false));
      expect({ pairs, sha256 }).toEqual({ pairs: Number(row.pairs), sha256: row.sha256 });
    }
  });

  it.each(sharedTable('truth/npm.tsv'))('within the npm model $model', async (row) => {
    const { positions, cells } = createRequire(import.meta.url)(row.model) as Record<string, number[][]>;
    const mesh = {
      positions: Float32Array.from(positions.flat()),
      indices: Uint32Array.from(cells.flat()),
      weld: true,
    };
    const expected = { pairs: Number(row.pairs), degenerate: Number(row.degenerate), sha256: row.sha256 };
    for (const count of ALL_THREADS) expect(summary(await collide(count, [mesh], true))).toEqual(expected);
  });
});

describe.skipIf(sharedFolder === undefined)('collide = truth, single pairs of triangles', () => {
  it.each(ALL_THREADS)('with %i threads', async (threads) => {
    const rows = sharedTable('truth/tritri.tsv').filter((_, row) => threadsFor(row, false).includes(threads));
    const wrong: Record<string, string>[] = [];
    for (const row of rows) {
      const meshes = [row['t1(9)'], row['t2(9)']].map((text) => ({
        positions: Float64Array.from(text.split(' '), Number),
      }));
      const { kinds } = await collide(threads, meshes, false);
      const hasArea = ['triangle', 'polygon'].includes(row.cgal_intersection_type);
      const kindFits = row.cgal_intersection_type === '' || hasArea === (kinds[0] === CONTACT_KIND.coplanar);
      if (kinds.length !== Number(row['intersects(closed)']) || !kindFits) wrong.push(row);
    }
    expect(wrong).toEqual([]);
  });
});

/**
 * `triPairs_proper` counts pairs in which a side of one triangle passes strictly through the inside of the other.
 * Such pairs cross; in two places of all four assemblies, 1 and 2 pairs more cross from corner to corner or side.
 */
const CROSSING_BUT_NOT_PROPER: Readonly<Record<string, number>> = {
  'pcert_infra 189 203': 1,
  'pcert_infra 194 200': 2,
};

describe.skipIf(sharedFolder === undefined)('collide = truth, parts of assemblies', () => {
  it.each(['ifc/pcert_building', 'ifc/pcert_infra', 'asm/Robonaut2', 'asm/ToyCar'])('of %s', async (path) => {
    const name = path.slice(4);
    const expected = sharedTable(`truth/clash/${name}.tsv`).map((row) => {
      const more = CROSSING_BUT_NOT_PROPER[`${name} ${row.elementA} ${row.elementB}`] ?? 0;
      return [row.elementA, row.elementB, row.triPairs_closed, Number(row.triPairs_proper) + more].map(Number);
    });
    const parts = readTriParts(`meshes/derived/${path}.tri.gz`);
    for (const threads of ALL_THREADS) {
      const { trianglePairs, kinds, objectPairs } = await collide(threads, parts, false);
      const crossing = new Map<string, number>();
      kinds.forEach((kind, pair) => {
        const key = `${trianglePairs[4 * pair]} ${trianglePairs[4 * pair + 2]}`;
        if (kind === CONTACT_KIND.crossing) crossing.set(key, (crossing.get(key) ?? 0) + 1);
      });
      const found = Array.from({ length: objectPairs.length / 3 }, (_, index) => {
        const [a, b, pairs] = objectPairs.subarray(3 * index, 3 * index + 3);
        return [a, b, pairs, crossing.get(`${a} ${b}`) ?? 0];
      });
      expect(found).toEqual(expected.sort((p, q) => p[0] - q[0] || p[1] - q[1]));
    }
  });
});

/** Pairs by what the triangles share, and of all of them those that overlap in area and those that cross. */
type FrameCounts = Readonly<Record<'deg' | 'dup' | 'edge' | 'vert' | 'disj' | 'cop' | 'proper', number>>;

interface Sequence {
  readonly verts: number;
  readonly perFrame: readonly FrameCounts[];
}

describe.skipIf(sharedFolder === undefined)('collide = truth, frames of sequences', () => {
  it.each(['fox_run', 'morphstress', 'recursiveskeletons', 'riggedfigure', 'robot_dance'])('of %s', async (name) => {
    const file = (extension: string) => Uint8Array.from(readShared(`meshes/derived/seq/${name}.${extension}`));
    const { verts, perFrame }: Sequence = JSON.parse(new TextDecoder().decode(file('json')));
    const frames = new Float32Array(file('pos.f32').buffer);
    const indices = new Uint32Array(file('idx.u32').buffer);
    const positionsAt = (frame: number) => frames.subarray(3 * verts * frame, 3 * verts * (frame + 1));
    const scenes = engines.map((engine) => engine.createScene());
    for (const scene of scenes) scene.add({ positions: positionsAt(0), indices, weld: true });
    for (const [frame, counts] of perFrame.entries()) {
      const mesh = { positions: positionsAt(frame), indices, weld: true };
      // The files hold counts only; the oracle knows the pairs, but takes its time.
      const answer = everything || frame % 5 === 0 ? oracle.collide([mesh], { self: true }) : undefined;
      for (const scene of scenes) {
        scene.move(0, mesh.positions);
        const rows = asRows(await scene.collide({ self: true }));
        expect(countsOf(rows), `frame ${frame}`).toEqual(expectedCounts(counts));
        if (answer) expect(rows, `frame ${frame}`).toEqual(answer);
      }
    }
    for (const scene of scenes) scene.dispose();
  });
});

function countsOf({ trianglePairs, degenerate }: OracleAnswer) {
  return {
    pairs: trianglePairs.length,
    degenerate: degenerate.length,
    crossing: trianglePairs.filter((row) => row[4] === CONTACT_KIND.crossing).length,
    coplanar: trianglePairs.filter((row) => row[4] === CONTACT_KIND.coplanar).length,
  };
}

function expectedCounts({ deg, dup, edge, vert, disj, cop, proper }: FrameCounts) {
  return { pairs: dup + edge + vert + disj, degenerate: deg, crossing: proper, coplanar: dup + edge + cop };
}
