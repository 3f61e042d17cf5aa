/**
 * Reliable culling keeps every triangle of every true pair of real meshes (shared/truth, whose pairs `collide` gives; see
 * truth.test.ts): at resolutions from 16 to 4096 and with one to three views, on wasm and on WebGPU.
 *
 * By default a share of the smaller meshes at small resolutions; COLLIDESCOPE_TRUTH=all takes all meshes, each at one
 * resolution in turn; on WebGPU, which is a software driver in tests, those of fewer than 20 000 triangles, and COLLIDESCOPE_TRUTH_SHARE=1/4
 * a fourth of them. Shown as skipped where the shared folder is not there.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { readModel } from '../../src/io/read-model.ts';
import type { MeshInput } from '../../src/mesh/mesh-input.ts';
import type { CullOptions } from '../../src/papers/index.ts';
import * as papers from '../../src/papers/index.ts';
import { describeGpu } from '../support/gpu.ts';
import { Random } from '../support/random.ts';
import { readShared, sharedFolder, sharedTable } from '../support/shared.ts';

const everything = process.env.COLLIDESCOPE_TRUTH === 'all';
const timeoutMilliseconds = everything ? 600_000 : 60_000;
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

/** The ways of culling that a GPU has: pairs of near triangles at any resolution; pictures at those that a software driver can fill. */
function optionsOnGpu(row: number, self: boolean): CullOptions {
  const asked = options(row, self);
  const random = new Random(row + 1000);
  if (random.chance(0.6)) return asked;
  const resolution = Math.min(everything ? 256 : 64, asked.resolution!);
  return { ...asked, resolution, ...(random.chance(0.5) ? { generator: 'hardware' } : { boxes: false }) };
}

async function expectNothingLost(
  engine: Engine,
  backend: 'wasm' | 'webgpu',
  meshes: readonly MeshInput[],
  asked: CullOptions,
): Promise<void> {
  using scene = engine.createScene();
  for (const mesh of meshes) scene.add(mesh);
  const { survivorTriangles, stats } = await papers.cull(scene, asked);
  // Long slivers are left to wasm, and say so; without triangles there is nothing to do.
  if (stats.leftToWasm === undefined && stats.triangles > 0) expect(stats.backend).toBe(backend);
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
const [sharePart, shareOf] = (process.env.COLLIDESCOPE_TRUTH_SHARE ?? '1/1').split('/').map(Number);

describe.skipIf(sharedFolder === undefined)('culling of real meshes loses nothing', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads: 2 });
  });
  afterAll(() => engine?.dispose());

  const meshes = selfRows.filter(({ triangles, i }) => everything || (i % 29 === 0 && Number(triangles) < 5000));
  it.each(meshes)(
    'within $file',
    async ({ file, i }) => expectNothingLost(engine, 'wasm', await readParts(file), options(i, true)),
    timeoutMilliseconds,
  );

  const pairs = pairRows.filter(({ i }) => everything || i % 16 === 0);
  it.each(pairs)(
    'between $fileA and $fileB',
    async ({ fileA, fileB, i }) =>
      expectNothingLost(engine, 'wasm', [...(await readParts(fileA)), ...(await readParts(fileB))], options(i, false)),
    timeoutMilliseconds,
  );
});

(sharedFolder === undefined ? describe.skip : describeGpu)('culling of real meshes on WebGPU loses nothing', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'webgpu', threads: 0 });
  });
  afterAll(() => engine?.dispose());
  const isShared = (i: number) => i % shareOf === sharePart - 1;

  const meshes = selfRows.filter(({ triangles, i }) =>
    everything ? isShared(i) && Number(triangles) < 20_000 : i % 87 === 0 && Number(triangles) < 2000,
  );
  it.each(meshes)(
    'within $file',
    async ({ file, i }) => expectNothingLost(engine, 'webgpu', await readParts(file), optionsOnGpu(i, true)),
    timeoutMilliseconds,
  );

  const pairs = pairRows.filter(({ i }) => (everything ? isShared(i) : i % 48 === 0));
  it.each(pairs)(
    'between $fileA and $fileB',
    async ({ fileA, fileB, i }) => {
      const parts = [...(await readParts(fileA)), ...(await readParts(fileB))];
      await expectNothingLost(engine, 'webgpu', parts, optionsOnGpu(i, false));
    },
    timeoutMilliseconds,
  );
});
