/** Scenes of thousands of triangles: `collide` equals the second oracle, with threads that have something to share. */
import { describe, expect, it } from 'vitest';
import { attackWith } from './attack.ts';
import { seeds, wasmEngines } from './engines.ts';
import { nearPairs } from './near.ts';
import { CROWDS, crowd } from './scenes/crowds.ts';
import { expectedAnswer } from './scenes/scene.ts';

const engines = wasmEngines();

describe.each(Object.entries(CROWDS))(
  'collide with 0, 1 and 2 threads = second oracle on crowds: %s',
  (name, generator) => {
    it('pairs, kinds, objects, triangles without area', async () => {
      for (const seed of seeds(2)) {
        const { found } = await attackWith(engines, `${name}, seed ${seed}`, crowd(generator, seed));
        expect(found.collisions.stats.triangles).toBeGreaterThan(30);
      }
    });

    it('those at no distance from each other are those that collide', async () => {
      for (const seed of seeds(1)) {
        const scene = { ...crowd(generator, 50 + seed), options: {} };
        const expected = expectedAnswer(scene).pairs.map((pair) => pair.slice(0, 4).join(' '));
        for (const engine of engines) {
          const { distances, trianglePairs } = await nearPairs(engine, scene, 0.01);
          const touching = Array.from(distances.keys()).filter((row) => distances[row] === 0);
          const found = touching.map((row) => trianglePairs.subarray(4 * row, 4 * row + 4).join(' '));
          expect(found, `${name}, seed ${50 + seed}`).toEqual(expected);
        }
      }
    });
  },
);
