/**
 * FAR's boxes and conservative coverage in compute passes: made in single precision, so their sets need not be those of wasm, but nothing that collides, or is
 * near enough, may be lost.
 *
 * COLLIDESCOPE_FUZZ_SCENES sets how many scenes.
 */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { oracle } from '../../../../oracle/oracle.ts';
import { oracleWithin } from '../../../../oracle/within.ts';
import { createEngine, type Engine, type MeshInput } from '../../../../src/index.ts';
import type { CullOptions } from '../../../../src/papers/index.ts';
import * as papers from '../../../../src/papers/index.ts';
import { ballMesh } from '../../../support/closed-meshes.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { Random } from '../../../support/random.ts';
import { randomScene, sceneNames } from '../../../support/random-scenes.ts';
import { withWatchedGpu } from '../../../support/watched-gpu.ts';

const scenesPerName = Math.ceil(Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? 60) / sceneNames.length);

const names = (list: Uint32Array) =>
  Array.from({ length: list.length / 2 }, (_, i) => `${list[2 * i]}:${list[2 * i + 1]}`);

describeGpu('coverages that lose nothing, on WebGPU', () => {
  let wasm: Engine;
  let webgpu: Engine;
  beforeAll(async () => {
    wasm = await createEngine({ backend: 'wasm', threads: 0 });
    webgpu = await createEngine({ backend: 'webgpu', threads: 0 });
  });
  afterAll(() => {
    wasm?.dispose();
    webgpu?.dispose();
  });

  async function left(engine: Engine, meshes: readonly MeshInput[], options: CullOptions) {
    using scene = engine.createScene();
    for (const mesh of meshes) scene.add(mesh);
    const { survivorTriangles, stats, passes } = await papers.cull(scene, options);
    return { names: names(survivorTriangles), stats, passes };
  }

  const kinds = (['uobb', 'conservative'] as const).flatMap((coverage) =>
    sceneNames.map((name) => ({ coverage, name })),
  );

  it.each(kinds)('lose nothing of scenes of $name, $coverage', { timeout: 120_000 }, async ({ coverage, name }) => {
    for (let seed = 0; seed < scenesPerName; seed++) {
      const random = new Random(seed * 41 + sceneNames.indexOf(name));
      const meshes = randomScene(name, seed);
      const distance = random.chance(0.3) ? random.pick([1e-3, 0.1, 1, 50]) : 0;
      const options: CullOptions = {
        coverage,
        boxes: false,
        distance,
        views: random.pick(['x', 'y', 'z', 'xyz', '-y', '1,2,3']),
        resolution: random.pick([1, 16, 33, 128]),
        passes: random.pick(['quick', 'cullide']),
        depthBits: random.pick([16, 24, 32]),
        level: random.pick(['object', 'triangle', 'triangle']),
        order: random.pick(['given', 'back-to-front']),
        refit: random.chance(0.2),
        sweep: random.chance(0.2),
        rounds: 1,
        iterations: 2,
      };
      const found = await left(webgpu, meshes, options);
      expect(found.stats.backend).toBe('webgpu');
      const pairs =
        distance > 0
          ? oracleWithin(meshes, distance).pairs.map(({ pair }) => pair)
          : oracle.collide(meshes, { between: true }).trianglePairs;
      const needed = new Set(pairs.flatMap(([a, i, b, j]) => [`${a}:${i}`, `${b}:${j}`]));
      const lost = [...needed].filter((triangle) => !found.names.includes(triangle));
      expect(lost, `${name}, seed ${seed}, ${JSON.stringify(options)}`).toEqual([]);
    }
  });

  it.each(['uobb', 'conservative'] as const)(
    'leave about as much as on wasm, %s',
    { timeout: 120_000 },
    async (coverage) => {
      const meshes = [0, 1, 2, 3].map((i) =>
        ballMesh(3, (x, y, z) => [x + 1.7 * (i % 2), 0.3 * y + z, z + 1.6 * Math.floor(i / 2)]),
      );
      const triangles = meshes.reduce((sum, { indices }) => sum + indices!.length / 3, 0);
      for (const resolution of [32, 200]) {
        for (const depthBits of [16, 24, 32]) {
          const options: CullOptions = { preset: 'far', coverage, resolution, depthBits };
          const expected = await left(wasm, meshes, options);
          const found = await left(webgpu, meshes, options);
          expect(found.stats.backend).toBe('webgpu');
          expect(expected.names.length).toBeLessThan(0.8 * triangles);
          expect(found.passes.length).toBe(expected.passes.length);
          const more = found.names.length / expected.names.length;
          expect(more, `${resolution} ${depthBits}`).toBeGreaterThan(0.98);
          expect(more, `${resolution} ${depthBits}`).toBeLessThan(coverage === 'uobb' ? 1.05 : 1.25);
        }
      }
    },
  );

  it('are one submission and one read-back, without uploading what has not moved', async () => {
    await withWatchedGpu(async ({ devices }) => {
      const engine = await createEngine({ backend: 'webgpu', threads: 0 });
      using scene = engine.createScene();
      for (let i = 0; i < 3; i++) scene.add(ballMesh(3, (x, y, z) => [x + 0.9 * i, y, z + 0.1 * i]));
      const options: CullOptions = { preset: 'far', resolution: 60 };
      await papers.cull(scene, options);
      const { queue } = devices[0];
      const { submit, writeBuffer } = queue;
      let [submits, bytes] = [0, 0];
      queue.submit = (commands) => {
        submits++;
        return submit.call(queue, commands);
      };
      queue.writeBuffer = (...values: Parameters<typeof writeBuffer>) => {
        bytes += values[4] ?? (values[2] as ArrayBufferView).byteLength;
        return writeBuffer.apply(queue, values);
      };
      await papers.cull(scene, options);
      expect(submits).toBe(1);
      expect(bytes).toBeLessThan(4096);
      engine.dispose();
    });
  });
});
