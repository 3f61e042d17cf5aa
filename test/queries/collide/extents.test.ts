/** Scenes of any size: the answer does not change with a power of two, from an extent of 2^-1000 to magnitudes of 2^250. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oracle } from '../../../oracle/oracle.ts';
import { createEngine, type Engine, MeshError, type MeshInput, type Scene } from '../../../src/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { boxMesh } from '../../support/closed-meshes.ts';
import { engineAnswer } from '../../support/engine-answer.ts';
import { Random } from '../../support/random.ts';
import { triangle } from '../../support/shapes.ts';

/** Triangles with whole coordinates from −8 to 8, so that scaling is exact. */
function wholeScene(seed: number): MeshInput[] {
  const random = new Random(seed);
  return random.times(2, () => ({
    positions: Float64Array.from(random.times(9 * random.integer(3, 12), () => random.integer(-8, 8))),
    weld: true,
  }));
}

const scaled = ({ positions, ...mesh }: MeshInput, factor: number): MeshInput => ({
  ...mesh,
  positions: Float64Array.from(positions, (x) => x * factor),
});

const exponents = [-1003, -1000, -900, -700, -600, -400, -260, -250, -149, -60, 0, 60, 128, 200, 247];

describe.each([0, 1, 2])('scenes of any size, %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  it.each(exponents)('collide = oracle at 2^%i', async (exponent) => {
    for (let seed = 0; seed < 8; seed++) {
      const meshes = wholeScene(seed);
      const answer = await engineAnswer(
        engine,
        meshes.map((mesh) => scaled(mesh, 2 ** exponent)),
        { self: true },
      );
      expect(answer, `seed ${seed}`).toEqual(oracle.collide(meshes, { self: true }));
    }
  });

  it.each(exponents)('within scales along to 2^%i, and so do segments', async (exponent) => {
    const meshes = wholeScene(1);
    const ask = async (factor: number) => {
      const scene = engine.createScene();
      for (const mesh of meshes) scene.add(scaled(mesh, factor));
      const near = await scene.within(2.5 * factor, { points: true });
      const { segments } = await scene.collide({ segments: true });
      scene.dispose();
      return { pairs: [...near.trianglePairs], distances: near.distances, segments: segments! };
    };
    const [plain, tiny] = [await ask(1), await ask(2 ** exponent)];
    expect(plain.pairs.length).toBeGreaterThan(0);
    expect(tiny.pairs).toEqual(plain.pairs);
    const back = (x: number) => x * 2 ** -Math.ceil(exponent / 2) * 2 ** -Math.floor(exponent / 2);
    for (const [i, distance] of plain.distances.entries()) expect(back(tiny.distances[i])).toBeCloseTo(distance, 12);
    for (const [i, x] of plain.segments.entries()) expect(back(tiny.segments[i])).toBeCloseTo(x, 12);
  });

  it.each([-1000, -600, 0, 240])('inside tells points from each other at 2^%i', async (exponent) => {
    const scene = engine.createScene();
    const box = scene.add(scaled(boxMesh([-1, -1, -1], [1, 1, 1]), 2 ** exponent));
    const points = Float64Array.of(0, 0, 0, 2, 0, 0, 1, 0, 0, 0.5, -0.5, 0.75).map((x) => x * 2 ** exponent);
    expect([...(await scene.inside(box, points))]).toEqual([1, 0, 2, 1]);
    scene.dispose();
  });
});

describe('the least extent', () => {
  let engine: Engine;
  let scene: Scene;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads: 1 });
  });
  afterAll(() => engine.dispose());

  const questions: Record<string, (scene: Scene) => Promise<unknown>> = {
    collide: (scene) => scene.collide({ self: true }),
    within: (scene) => scene.within(1),
    inside: (scene) => scene.inside(0, Float64Array.of(0, 0, 0)),
    cull: (scene) => papers.cull(scene),
    voxels: (scene) => papers.voxels(scene, 0, { resolution: 4 }),
    selfOverlapVolume: (scene) => scene.selfOverlapVolume(0),
  };

  it.each(Object.keys(questions))('%s refuses a scene below 2^-1000 and says what to do', async (name) => {
    for (const factor of [2 ** -1002, 2 ** -1040, 2 ** -1074]) {
      scene = engine.createScene();
      scene.add(scaled(boxMesh([0, 0, 0], [1, 1, 1]), factor));
      const refused = questions[name](scene);
      await expect(refused).rejects.toThrow(MeshError);
      await expect(refused).rejects.toMatchObject({ code: 'extent-too-small', details: { extent: factor } });
      await expect(refused).rejects.toThrow(/expected at least 2\^-1000.*Scale/);
      scene.dispose();
    }
  });

  it('answers a tiny mesh beside one of ordinary size', async () => {
    const meshes = [triangle(0, 0, 0, 4, 0, 0, 0, 4, 0), scaled(triangle(1, 1, -1, 1, 1, 1, 2, 3, 0), 2 ** -1070)];
    expect(await engineAnswer(engine, meshes)).toEqual(oracle.collide(meshes));
  });

  it.each([0, 1, 2 ** -1074])('takes a scene whose points all are at %d for triangles without area', async (x) => {
    scene = engine.createScene();
    scene.add({ positions: new Float64Array(9).fill(x), indices: Uint32Array.of(0, 1, 2) });
    const { kinds, degenerateTriangles } = await scene.collide({ self: true });
    expect([...kinds, ...degenerateTriangles]).toEqual([0, 0]);
    expect((await scene.within(1, { self: true })).distances).toHaveLength(0);
    scene.dispose();
  });
});
