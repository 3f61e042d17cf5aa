/**
 * Sampled culling on a WebGPU engine equals that on wasm, to the last bit: passes on the GPU compute in whole numbers. For coverages that
 * lose nothing see reliable.test.ts.
 *
 * COLLIDESCOPE_FUZZ_SCENES sets how many scenes.
 */

import { expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../../src/index.ts';
import type { MeshInput } from '../../../../src/mesh/mesh-input.ts';
import type { CullOptions } from '../../../../src/papers/index.ts';
import * as papers from '../../../../src/papers/index.ts';
import { ballMesh } from '../../../support/closed-meshes.ts';
import { cullEngines, cullOn } from '../../../support/cull-engines.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { watchTraffic } from '../../../support/gpu-traffic.ts';
import { Random } from '../../../support/random.ts';
import { randomScene, sceneNames } from '../../../support/random-scenes.ts';
import { isLong } from '../../../support/thoroughness.ts';
import { withWatchedGpu } from '../../../support/watched-gpu.ts';

const scenesPerName = Math.ceil(Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? (isLong ? 60 : 20)) / sceneNames.length);

describeGpu('culling on WebGPU', () => {
  const engines = cullEngines();

  async function answer(engine: Engine, meshes: readonly MeshInput[], options: CullOptions) {
    const { survivorTriangles, sets, passes, stats, objectPairs, coverage } = await cullOn(engine, meshes, options);
    const counts = passes.map(({ milliseconds: _milliseconds, ...pass }) => pass);
    return { backend: stats.backend, answer: { survivorTriangles, sets, objectPairs, coverage, counts } };
  }

  it.each([
    { preset: 'cullide' },
    { preset: 'quick-cullide' },
    { preset: 'quick-cullide', sweep: true, rounds: 2 },
    { preset: 'self-cullide' },
    { preset: 'quick-cullide', self: true, iterations: 3, rounds: 2 },
  ] as const)('equals that on wasm, sampled, on random triangles: %j', async (method) => {
    const seen = new Set<number>();
    for (let seed = 0; seed < (isLong ? 24 : 3); seed++) {
      const random = new Random(seed);
      const meshes = random.times(random.integer(2, 4), () => {
        const middle = random.times(3, () => random.real(-1, 1));
        const vertexCount = random.integer(3, 9);
        const positions = Float32Array.from(
          { length: 3 * vertexCount },
          (_, i) => middle[i % 3] + random.real(-0.7, 0.7),
        );
        const indices = Uint32Array.from({ length: 3 * (vertexCount - 2) }, (_, i) => Math.floor(i / 3) + (i % 3));
        return { positions, indices, weld: false };
      });
      const options: CullOptions = {
        ...method,
        views: random.pick(['x', 'yz', 'zxy', '-x z', '1,2,-1']),
        resolution: random.pick([7, 40, 128, 300]),
        depthBits: random.pick([16, 24, 32]),
        order: random.pick(['given', 'front-to-back', 'back-to-front']),
        hierarchy: random.chance(0.3),
        level: random.pick(['object', 'cluster', 'triangle']),
        refit: random.chance(0.2),
        clusterSize: 4,
      };
      const expected = await answer(engines.wasm(), meshes, options);
      const found = await answer(engines.webgpu(), meshes, options);
      expect([expected.backend, found.backend]).toEqual(['wasm', 'webgpu']);
      expect(found.answer, `seed ${seed}, ${JSON.stringify(options)}`).toEqual(expected.answer);
      for (const set of expected.answer.sets) seen.add(set);
    }
    expect(seen.size).toBeGreaterThan(0);
  });

  it.each(sceneNames)('equals that on wasm, sampled, on scenes of %s', async (name) => {
    for (let seed = 0; seed < scenesPerName; seed++) {
      const random = new Random(seed * 37 + sceneNames.indexOf(name));
      const meshes = randomScene(name, seed);
      const options: CullOptions = {
        coverage: 'sampled',
        self: random.chance(0.5),
        views: random.pick(['x', 'y', 'z', 'xyz']),
        resolution: random.pick([1, 8, 33, 200]),
        passes: random.pick(['quick', 'cullide']),
        depthBits: random.pick([16, 24, 32]),
        rounds: 2,
      };
      const expected = await answer(engines.wasm(), meshes, options);
      const found = await answer(engines.webgpu(), meshes, options);
      expect(found.answer, `${name}, seed ${seed}, ${JSON.stringify(options)}`).toEqual(expected.answer);
    }
  });

  it('equals that on wasm pass by pass, in a trace and over many iterations', async () => {
    let longest = 0;
    for (let seed = 0; seed < (isLong ? 4 : 2); seed++) {
      const random = new Random(seed + 50);
      const meshes = random.times(40, () => {
        const middle = random.times(3, () => random.real(-1, 1));
        return { positions: Float32Array.from({ length: 9 }, (_, i) => middle[i % 3] + random.real(-0.4, 0.4)) };
      });
      for (const passes of ['cullide', 'quick'] as const) {
        const options: CullOptions = {
          coverage: 'sampled',
          passes,
          iterations: 40,
          rounds: 1,
          resolution: 64,
          views: 'x',
        };
        const traced: unknown[] = [];
        for (const engine of [engines.wasm(), engines.webgpu()]) {
          using scene = engine.createScene();
          for (const mesh of meshes) scene.add(mesh);
          const { trace } = await papers.cull(scene, { ...options, trace: true });
          traced.push(trace);
          const found = await answer(engine, meshes, options);
          traced.push(found.answer);
          longest = Math.max(longest, found.answer.counts.length);
        }
        expect(traced.slice(2), `seed ${seed}, ${passes}`).toEqual(traced.slice(0, 2));
      }
    }
    // More than a run of eight passes.
    expect(longest).toBeGreaterThan(8);
  });

  it('all visits and their passes are one submission and one read-back', async () => {
    await withWatchedGpu(async ({ devices }) => {
      const engine = await createEngine({ backend: 'webgpu', threads: 0 });
      using scene = engine.createScene();
      for (let i = 0; i < 6; i++) scene.add(ballMesh(2, (x, y, z) => [x + 0.9 * i, y, z + 0.1 * i]));
      const options: CullOptions = { preset: 'quick-cullide', resolution: 100, views: 'xyz', rounds: 2, iterations: 4 };
      await papers.cull(scene, options);
      const traffic = watchTraffic(devices[0]);
      const { passes } = await papers.cull(scene, options);
      const visits = passes.filter(({ pass }) => pass === 1).length;
      expect(visits).toBeGreaterThan(1);
      expect(passes.length).toBeGreaterThan(2 * visits);
      expect(traffic).toMatchObject({ submits: 1, maps: 1 });
      engine.dispose();
    });
  });

  it('equals that on wasm for steep slivers, which both do pixel by pixel', async () => {
    // Thinner than a place of a corner and as deep as the image: no step from pixel to pixel fits into 64 bits.
    const blade = (x: number) => ({ positions: Float32Array.of(x, 0, 0, x + 0.0002, 1, 1, x + 0.004, 1, -1) });
    const wall = { positions: Float32Array.of(-1, 0.5, 0.1, 2, 0.5, 0.1, 0.5, 2, 0.1) };
    const meshes = [blade(0.1), wall, blade(0.3), blade(0.301), blade(0.302)];
    for (const depthBits of [16, 24, 32] as const) {
      const options: CullOptions = { preset: 'quick-cullide', views: 'zx', resolution: 333, depthBits };
      expect((await answer(engines.webgpu(), meshes, options)).answer).toEqual(
        (await answer(engines.wasm(), meshes, options)).answer,
      );
    }
  });

  it('looks along every view anew, however many passes the one before took', async () => {
    const balls = [0, 1, 2, 3].map((i) => ballMesh(3, (x, y, z) => [x + 0.9 * i, y + 0.1 * i, z + 0.3 * i * i]));
    const options: CullOptions = { coverage: 'sampled', passes: 'quick', resolution: 100, views: 'xyz', rounds: 2 };
    const expected = await answer(engines.wasm(), balls, options);
    expect(expected.answer.counts.length).toBeGreaterThan(12);
    expect((await answer(engines.webgpu(), balls, options)).answer).toEqual(expected.answer);
  });
});
