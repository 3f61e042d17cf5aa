/** `within` against exact distances, at distances that some pair has to the last digit. */
import { describe, expect, it } from 'vitest';
import type { Proximities } from '../../src/index.ts';
import { Random } from '../support/random.ts';
import { seeds, wasmEngines } from './engines.ts';
import { nearComplaint, nearPairs, summaryComplaint, telling } from './near.ts';
import { MAGNITUDES, TRIANGLES } from './scenes/kinds.ts';
import { attackScene, bakedMeshes, type Generator } from './scenes/scene.ts';

const engines = wasmEngines();
const TRIANGLES_MOST = 6;

/** Few triangles of each object: exact distances are slow. */
function few(generator: Generator): Generator {
  return (random) => generator(random).map((shape) => ({ ...shape, faces: shape.faces.slice(0, TRIANGLES_MOST) }));
}

function listsOf({ trianglePairs, distances, points, objectPairs, objectDistances, nearestPairs }: Proximities) {
  return { trianglePairs, distances, points, objectPairs, objectDistances, nearestPairs };
}

describe.each(Object.entries({ ...TRIANGLES, ...MAGNITUDES }))('within = exact distances on %s', (name, generator) => {
  it('at distances that occur', async () => {
    for (const seed of seeds(12)) {
      const scene = attackScene(few(generator), seed);
      const random = new Random(seed + 5);
      const distance = telling(bakedMeshes(scene), (count) => random.integer(0, count - 1));
      const about = `${name}, seed ${seed}, nearer than ${distance}`;
      const found = await nearPairs(engines[0], scene, distance);
      expect(nearComplaint(scene, distance, found), about).toBeUndefined();
      expect(summaryComplaint(found), about).toBeUndefined();
      for (const threads of [1, 2]) {
        expect(listsOf(await nearPairs(engines[threads], scene, distance)), about).toEqual(listsOf(found));
      }
    }
  });
});
