/** The answers do not depend on the size of a scene, from 2^-999 to 2^249. */
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random.ts';
import { attackWith } from './attack.ts';
import { wasmEngines } from './engines.ts';
import { exponents, sceneOfSize } from './extents.ts';
import { nearComplaint, nearPairs, telling } from './near.ts';
import { exactPlaces, hardPoints } from './places.ts';
import { dressed } from './scenes/dress.ts';
import { KINDS } from './scenes/kinds.ts';
import type { Generator } from './scenes/scene.ts';
import { box } from './scenes/shape.ts';

const engines = wasmEngines();
const few =
  (generator: Generator): Generator =>
  (random) =>
    generator(random).map((shape) => ({ ...shape, faces: shape.faces.slice(0, 4) }));

describe('scenes of every size', () => {
  it('collide = second oracle', async () => {
    for (const exponent of exponents(17)) {
      await attackWith(engines, `size 2^${exponent}`, sceneOfSize(KINDS.latticeTriangles, exponent));
    }
  });

  it('within = exact distances, however small or large the distance asked for', async () => {
    for (const exponent of exponents(61)) {
      const scene = sceneOfSize(few(KINDS.pointContacts), exponent);
      const random = new Random(exponent);
      const some = telling(scene.meshes, (count) => random.integer(0, count - 1));
      for (const distance of [some, Number.MIN_VALUE, 2 ** (exponent - 3), 2 ** 250, Number.POSITIVE_INFINITY]) {
        const found = await nearPairs(engines[0], scene, distance);
        expect(nearComplaint(scene, distance, found), `size 2^${exponent}, nearer than ${distance}`).toBeUndefined();
      }
    }
  });

  it('inside = exact winding number', async () => {
    for (const exponent of exponents(41)) {
      const random = new Random(exponent);
      const low = random.times(3, () => random.integer(-3, 3) * 2 ** (exponent - 4));
      const high = low.map((value) => value + random.integer(1, 4) * 2 ** (exponent - 4));
      const mesh = dressed(random, box(low, high), 'double');
      const points = hardPoints(random, mesh, 30);
      const scene = engines[2].createScene();
      try {
        const found = Array.from(await scene.inside(scene.add(mesh), points));
        expect(found, `size 2^${exponent}`).toEqual(exactPlaces(random, mesh, points));
      } finally {
        scene.dispose();
      }
    }
  });
});
