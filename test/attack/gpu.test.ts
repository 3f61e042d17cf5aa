/** The same scenes on WebGPU. COLLIDESCOPE_SLOW=1 runs 2 000 instead of 100. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../src/index.ts';
import { describeGpu } from '../support/gpu.ts';
import { engineOn } from '../support/gpu-engine.ts';
import { attack, attackWith } from './attack.ts';
import { seeds, TIMEOUT } from './engines.ts';
import { CROWDS, crowd } from './scenes/crowds.ts';
import { KINDS } from './scenes/kinds.ts';

describeGpu('collide on WebGPU = second oracle', (file) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await engineOn(file.device.handle);
  });
  afterAll(() => engine.dispose());

  it.each(Object.entries(KINDS))('on %s', { timeout: 2 * TIMEOUT }, async (name, generator) => {
    for (const seed of seeds(4, 20)) {
      const { found } = await attack([engine], name, generator, 7000 + seed);
      expect(found.collisions.stats.backend).toBe('webgpu');
    }
  });

  it.each(Object.entries(CROWDS))('on crowds: %s', { timeout: 2 * TIMEOUT }, async (name, generator) => {
    for (const seed of seeds(1, 20)) {
      const { found } = await attackWith([engine], `${name}, seed ${200 + seed}`, crowd(generator, 200 + seed));
      expect(found.collisions.stats.backend).toBe('webgpu');
    }
  });
});
