/** Scenes that change between questions and while questions are being answered. */
import { describe, expect, it } from 'vitest';
import { complaint, foundIn } from './attack.ts';
import { seeds, wasmEngines } from './engines.ts';
import { play } from './sequence.ts';

const engines = wasmEngines();

describe.each([0, 1, 2])('collide after changes = second oracle, %i threads', (threads) => {
  it('on random lives of scenes', async () => {
    for (const seed of seeds(10)) {
      // Two scenes at a time share the memory of the engine.
      const scenes = [engines[threads].createScene(), engines[threads].createScene()];
      try {
        const lives = await Promise.all(scenes.map((scene, index) => play(scene, 2 * seed + index)));
        for (const { step, answer, expected } of lives.flat()) {
          expect(complaint(foundIn(await answer), expected), step).toBeUndefined();
        }
      } finally {
        for (const scene of scenes) scene.dispose();
      }
    }
  });
});
