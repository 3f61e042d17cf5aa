/** The door for the papers: functions of a scene, and what they say to something else. */
import { expect, it } from 'vitest';
import { createEngine, type Scene } from '../src/index.ts';
import * as papers from '../src/papers/index.ts';

const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
const indices = Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3);

const QUERIES: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  cull: (scene) => papers.cull(scene),
  cullCollide: (scene) => papers.cullCollide(scene),
  layers: (scene) => papers.layers(scene, 0),
  voxels: (scene) => papers.voxels(scene, 0),
  voxelCollide: (scene) => papers.voxelCollide(scene, 0, 1),
};

it.each(Object.keys(QUERIES))('%s refuses what is no scene, and a scene that is disposed', async (name) => {
  const ask = QUERIES[name];
  for (const wrong of [undefined, null, {}, 3, 'scene']) {
    await expect(ask(wrong as never)).rejects.toMatchObject({
      code: 'option-type',
      message: expect.stringContaining(name),
    });
  }
  using engine = await createEngine({ backend: 'wasm', threads: 0 });
  const scene = engine.createScene();
  for (let i = 0; i < 2; i++) scene.add({ positions: positions.map((x) => x + i / 4), indices });
  await ask(scene);
  scene.dispose();
  await expect(ask(scene)).rejects.toMatchObject({ code: 'disposed' });
});

it('culls and tests: the pairs of collide with reliable coverage, some of them with sampled', async () => {
  using engine = await createEngine({ backend: 'wasm', threads: 0 });
  using scene = engine.createScene();
  for (let i = 0; i < 2; i++) scene.add({ positions: positions.map((x) => x + i / 4), indices });
  const { trianglePairs } = await scene.collide();
  const far = await papers.cullCollide(scene, { preset: 'far', resolution: 16 });
  expect(far.coverage).toBe('uobb');
  expect(far.trianglePairs).toEqual(trianglePairs);
  expect(far.stats.cull.method).toBe('far');
  const sampled = await papers.cullCollide(scene, { preset: 'quick-cullide', resolution: 1 });
  expect(sampled.coverage).toBe('sampled');
  expect(sampled.trianglePairs.length).toBeLessThanOrEqual(trianglePairs.length);
});
