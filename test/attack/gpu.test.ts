/** The same scenes on WebGPU. COLLIDESCOPE_SLOW=1 runs 2 000 instead of 100. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../src/index.ts';
import { describeGpu } from '../support/gpu.ts';
import { engineOn } from '../support/gpu-engine.ts';
import { attack, attackWith, complaint, foundIn } from './attack.ts';
import { seeds } from './engines.ts';
import { exponents, sceneOfSize } from './extents.ts';
import { CROWDS, crowd } from './scenes/crowds.ts';
import { KINDS } from './scenes/kinds.ts';
import { play } from './sequence.ts';

describeGpu('collide on WebGPU = second oracle', (file) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await engineOn(file.device.handle);
  });
  afterAll(() => engine.dispose());

  it.each(Object.entries(KINDS))('on %s', async (name, generator) => {
    for (const seed of seeds(4, 20)) {
      const { found } = await attack([engine], name, generator, 7000 + seed);
      expect(found.collisions.stats.backend).toBe('webgpu');
    }
  });

  it.each(Object.entries(CROWDS))('on crowds: %s', async (name, generator) => {
    for (const seed of seeds(1, 20)) {
      const { found } = await attackWith([engine], `${name}, seed ${200 + seed}`, crowd(generator, 200 + seed));
      expect(found.collisions.stats.backend).toBe('webgpu');
    }
  });

  it('on lives of scenes', async () => {
    for (const seed of seeds(10, 20)) {
      const scene = engine.createScene();
      try {
        for (const { step, answer, expected } of await play(scene, 9000 + seed)) {
          expect(complaint(foundIn(await answer), expected), step).toBeUndefined();
        }
      } finally {
        scene.dispose();
      }
    }
  });

  it('on scenes of every size', async () => {
    for (const exponent of exponents(61)) {
      await attackWith([engine], `size 2^${exponent}`, sceneOfSize(KINDS.latticeTriangles, exponent));
    }
  });
});
