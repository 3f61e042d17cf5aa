/** Queries that name two objects answer about them, whatever the masks of the objects say. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type Scene } from '../../src/index.ts';
import * as papers from '../../src/papers/index.ts';
import { boxMesh } from '../support/closed-meshes.ts';

const QUERIES: Record<string, (scene: Scene, a: number, b: number) => Promise<unknown>> = {
  closest: async (scene, a, b) => (await scene.closest(a, b)).distance,
  separate: async (scene, a, b) => (await scene.separate(a, b)).move,
  'overlapVolume, exact': async (scene, a, b) => (await scene.overlapVolume(a, b)).volume,
  'overlapVolume by images': async (scene, a, b) => {
    const { volume, errorBound } = await scene.overlapVolume(a, b, { resolution: 32 });
    return { volume, errorBound };
  },
  voxelCollide: async (scene, a, b) => (await papers.voxelCollide(scene, a, b, { resolution: 8 })).counts,
  'voxelCollide to triangles': async (scene, a, b) => [
    ...((await papers.voxelCollide(scene, a, b, { resolution: 8, identify: true })).trianglePairs ?? []),
  ],
};

/** Two bars that cross, no vertex of either within the other; and one that holds the other. */
const SCENES = {
  'bars that cross': [boxMesh([-3, -1, -1], [3, 1, 1]), boxMesh([-1, -3, -0.5], [1, 3, 0.5])],
  'a box in a box': [boxMesh([-3, -3, -3], [3, 3, 3]), boxMesh([-1, -1, -1], [1, 1, 1])],
};

describe.each([0, 2])('two objects that are named, on %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  const cases = Object.keys(SCENES).flatMap((scene) => Object.keys(QUERIES).map((query) => [query, scene] as const));
  it.each(cases)('%s: %s', async (query, name) => {
    const answers = [];
    for (const mask of [0xffffffff, 2]) {
      using scene = engine.createScene();
      const [a, b] = SCENES[name as keyof typeof SCENES].map((mesh) => scene.add(mesh));
      scene.filter(a, { category: 1, mask });
      scene.filter(b, { category: 1, mask });
      const isAsked = mask !== 2;
      expect((await scene.collide()).trianglePairs.length > 0).toBe(isAsked && name === 'bars that cross');
      answers.push(await QUERIES[query](scene, a, b));
    }
    expect(answers[1]).toEqual(answers[0]);
  });

  it('have a volume in common', async () => {
    using scene = engine.createScene();
    const [a, b] = SCENES['bars that cross'].map((mesh) => scene.add(mesh));
    for (const id of [a, b]) scene.filter(id, { category: 1, mask: 2 });
    expect((await scene.overlapVolume(a, b)).volume).toBe(4);
  });
});
