/** What was asked before, of this scene or another of the engine, does not show in an answer: not in arrays that are used again, nor in clusters that are kept. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { SELECTION } from '../../../src/queries/collide/keeper.ts';
import { randomTurn } from '../../support/cell-scenes.ts';
import { ballMesh, boxMesh, joinMeshes } from '../../support/closed-meshes.ts';
import { Random } from '../../support/random.ts';
import { seedsOf } from '../../support/thoroughness.ts';

const count = seedsOf(300);
const seeds = Array.from({ length: count }, (_, seed) => seed);
const usual = { ...SELECTION };

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => {
  Object.assign(SELECTION, usual);
  engine?.dispose();
});

/** Bricks that overlap and touch, with corners that are no whole numbers. */
function bricks(random: Random, side: number): MeshInput {
  const boxes = random.times(random.integer(1, 5), () => {
    const low = random.times(3, () => random.integer(0, 5));
    return boxMesh(
      low,
      low.map((value) => value + random.integer(1, 4)),
    );
  });
  const { positions, indices } = joinMeshes(...boxes);
  return { positions: positions.map((value) => side * value), indices, weld: false };
}

function matrixOf(random: Random): number[] {
  const columns = randomTurn(random).flatMap((column) => [...column, 0]);
  return [...columns, ...random.times(3, () => random.real(-0.5, 0.5)), 1];
}

async function answerOf(seed: number): Promise<string> {
  const random = new Random(seed);
  const side = random.pick([1 / 3, 0.7, 0.1, 1 / 7]);
  const meshes = random.times(2, () => bricks(random, side));
  const matrix = random.chance(0.3) ? matrixOf(random) : undefined;
  using scene = engine.createScene();
  for (const mesh of meshes) {
    const id = scene.add(mesh);
    if (matrix) scene.place(id, matrix);
  }
  const { clashes, pairOrder, offsets } = await scene.clashes({ area: true });
  return JSON.stringify([clashes, [...pairOrder], [...offsets]]);
}

it(`gives the same answers in another order, ${count} scenes`, async () => {
  const answers: string[] = [];
  for (const seed of seeds) answers.push(await answerOf(seed));
  for (const seed of seeds.toReversed()) expect(await answerOf(seed), `seed ${seed}`).toBe(answers[seed]);
});

it(`gives the same depths of small objects with clusters and without, ${4 * count} scenes`, async () => {
  Object.assign(SELECTION, { leastTriangles: 0, atOnce: 1 });
  for (let seed = 0; seed < 4 * count; seed++) {
    const random = new Random(seed);
    const [shift, lean] = [random.real(-0.1, 0.1), random.pick([0, random.real(0, 0.6)])];
    const ball = ballMesh(1, (x, y, z) => [x + shift, y + lean * z, z]);
    const thickness = random.real(0.01, 0.3);
    const box = boxMesh([-2, -2, -thickness], [2, 2, thickness]);
    using fresh = engine.createScene();
    for (const mesh of [ball, box]) fresh.add(mesh);
    using kept = engine.createScene();
    kept.add(ball);
    // Asked alone, it gets clusters.
    await kept.clashes();
    kept.add(box);
    expect((await kept.clashes()).clashes, `seed ${seed}`).toEqual((await fresh.clashes()).clashes);
  }
});
