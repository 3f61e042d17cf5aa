/**
 * Reliable culling keeps every triangle of every true pair of real meshes (shared/truth, whose pairs `collide` gives; see
 * truth.test.ts): at resolutions from 16 to 4096 and with one to three views. On WebGPU: test/queries/cull/gpu/reliable-truth.test.ts.
 *
 * By default a share of the smaller meshes at small resolutions; COLLIDESCOPE_TRUTH=all takes all meshes, each at one
 * resolution in turn. Shown as skipped where the shared folder is not there.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { readModel } from '../../src/io/read-model.ts';
import type { MeshInput } from '../../src/mesh/mesh-input.ts';
import type { CullOptions } from '../../src/papers/index.ts';
import * as papers from '../../src/papers/index.ts';
import { Random } from '../support/random.ts';
import { readShared, sharedFolder, sharedTable } from '../support/shared.ts';

const everything = process.env.COLLIDESCOPE_TRUTH === 'all';
const RESOLUTIONS = everything ? [16, 64, 256, 1024, 1400, 4096] : [16, 64, 256];

async function readParts(file: string): Promise<MeshInput[]> {
  const { parts } = await readModel(readShared(`meshes/${file}`), { name: file });
  return parts.map(({ positions, indices }) => ({ positions, indices, weld: true }));
}

function options(row: number, self: boolean): CullOptions {
  const random = new Random(row);
  return {
    self,
    resolution: RESOLUTIONS[row % RESOLUTIONS.length],
    views: random.pick(['x', 'y', 'z', 'xy', 'yz', 'zx', 'xyz']),
    coverage: random.pick(['conservative', 'conservative', 'uobb']),
    passes: random.pick(['quick', 'cullide']),
    rounds: random.pick([1, 2]),
    iterations: random.pick([1, 3]),
  };
}

async function expectNothingLost(engine: Engine, meshes: readonly MeshInput[], asked: CullOptions): Promise<void> {
  using scene = engine.createScene();
  for (const mesh of meshes) scene.add(mesh);
  const { survivorTriangles } = await papers.cull(scene, asked);
  const { trianglePairs } = await scene.collide({ self: asked.self });
  const left = new Set<string>();
  for (let at = 0; at < survivorTriangles.length; at += 2) {
    left.add(`${survivorTriangles[at]}:${survivorTriangles[at + 1]}`);
  }
  const lost: string[] = [];
  for (let at = 0; at < trianglePairs.length; at += 2) {
    const name = `${trianglePairs[at]}:${trianglePairs[at + 1]}`;
    if (!left.has(name)) lost.push(name);
  }
  expect(lost, JSON.stringify(asked)).toEqual([]);
}

const selfRows = sharedTable('truth/self.tsv').map(({ file, triangles }, i) => ({ file, triangles, i }));
const pairRows = sharedTable('truth/pair.tsv').map(({ fileA, fileB }, i) => ({ fileA, fileB, i }));

describe.skipIf(sharedFolder === undefined)('culling of real meshes loses nothing', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads: 2 });
  });
  afterAll(() => engine?.dispose());

  const meshes = selfRows.filter(({ triangles, i }) => everything || (i % 29 === 0 && Number(triangles) < 5000));
  it.each(meshes)('within $file', async ({ file, i }) =>
    expectNothingLost(engine, await readParts(file), options(i, true)),
  );

  const pairs = pairRows.filter(({ i }) => everything || i % 16 === 0);
  it.each(pairs)('between $fileA and $fileB', async ({ fileA, fileB, i }) =>
    expectNothingLost(engine, [...(await readParts(fileA)), ...(await readParts(fileB))], options(i, false)),
  );
});
