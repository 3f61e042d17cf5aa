/** Options that must not change the pairs, or only leave some out: limit, culling first, one question after another. */
import { describe, expect, it } from 'vitest';
import type { Scene } from '../../src/index.ts';
import { Random } from '../support/random.ts';
import { foundIn } from './attack.ts';
import { seeds, wasmEngines } from './engines.ts';
import { KINDS } from './scenes/kinds.ts';
import { type AttackScene, attackScene, expectedAnswer } from './scenes/scene.ts';

const engines = wasmEngines();

async function withScene(threads: number, { meshes, places }: AttackScene, use: (scene: Scene) => Promise<void>) {
  const scene = engines[threads].createScene();
  try {
    for (const [object, mesh] of meshes.entries()) {
      scene.add(mesh);
      const matrix = places[object];
      if (matrix) scene.place(object, matrix);
    }
    await use(scene);
  } finally {
    scene.dispose();
  }
}

describe.each(Object.entries(KINDS))('options of collide on %s', (name, generator) => {
  it('a limit leaves pairs out and says so', async () => {
    for (const seed of seeds(2)) {
      const random = new Random(seed + 99);
      const attacked = attackScene(generator, 300 + seed);
      const expected = expectedAnswer(attacked).pairs.map(String);
      const limit = random.pick([1, 2, 7, Math.max(1, expected.length)]);
      await withScene(random.integer(0, 2), attacked, async (scene) => {
        const found = foundIn(await scene.collide({ ...attacked.options, limit }));
        const about = `${name}, seed ${300 + seed}, limit ${limit} of ${expected.length}`;
        expect(found.pairs.length, about).toBe(Math.min(limit, expected.length));
        expect(expected, about).toEqual(expect.arrayContaining(found.pairs.map(String)));
        if (expected.length !== limit) expect(found.collisions.limited, about).toBe(expected.length > limit);
      });
    }
  });

  it('culling first gives the same pairs', async () => {
    for (const seed of seeds(2)) {
      const attacked = attackScene(generator, 600 + seed);
      const expected = expectedAnswer(attacked);
      await withScene(seed % 3, attacked, async (scene) => {
        const { pairs, degenerate } = foundIn(await scene.collide({ ...attacked.options, cull: { resolution: 64 } }));
        expect({ pairs, degenerate }, `${name}, seed ${600 + seed}`).toEqual(expected);
      });
    }
  });
});
