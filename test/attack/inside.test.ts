/** Points on, beside and level with the corners of closed solids, against exact winding numbers. */
import { describe, expect, it } from 'vitest';
import type { MeshInput } from '../../src/index.ts';
import { Random } from '../support/random.ts';
import { seeds, wasmEngines } from './engines.ts';
import { exactPlaces, hardPoints } from './places.ts';
import { SOLIDS } from './scenes/kinds.ts';
import { type AttackScene, attackScene, bakedMeshes } from './scenes/scene.ts';

const engines = wasmEngines();
const { gears: _tooLarge, ...small } = SOLIDS;

async function placesFrom(
  threads: number,
  { meshes, places }: AttackScene,
  object: number,
  points: Float32Array | Float64Array,
) {
  const scene = engines[threads].createScene();
  try {
    const id = scene.add(meshes[object]);
    const matrix = places[object];
    if (matrix) scene.place(id, matrix);
    return await scene.inside(id, points);
  } finally {
    scene.dispose();
  }
}

describe.each(Object.entries(small))('inside = exact winding number on %s', (name, generator) => {
  it('at hard points', async () => {
    for (const seed of seeds(12)) {
      const scene = attackScene(generator, seed);
      const random = new Random(seed);
      const object = random.integer(0, scene.meshes.length - 1);
      const mesh: MeshInput = bakedMeshes(scene)[object];
      const points = hardPoints(random, mesh, 24);
      const expected = exactPlaces(random, mesh, points);
      for (const threads of [0, 1, 2]) {
        const found = Array.from(await placesFrom(threads, scene, object, points));
        expect(found, `${name}, seed ${seed}, ${threads} threads`).toEqual(expected);
      }
    }
  });
});
