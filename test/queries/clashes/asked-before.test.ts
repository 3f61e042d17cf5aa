/** What was asked before, of this scene or another of the engine, does not show in an answer: not in arrays that are used again, nor in clusters that are kept. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { returnWorkspace, takeWorkspace } from '../../../src/queries/clashes/workspace.ts';
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

/** A box whose sides are divided into rectangles, each cut along either diagonal. */
function dividedBox(random: Random, low: readonly number[], high: readonly number[]): MeshInput {
  const parts = random.times(3, () => random.integer(1, 3));
  const numbers = new Map<string, number>();
  const positions: number[] = [];
  const indices: number[] = [];
  const vertexAt = (place: readonly number[]) => {
    const known = numbers.get(place.join());
    if (known !== undefined) return known;
    numbers.set(place.join(), numbers.size);
    positions.push(...place.map((value, k) => low[k] + ((high[k] - low[k]) * value) / parts[k]));
    return numbers.size - 1;
  };
  for (const [k, u, v] of [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
  ]) {
    for (const isHigh of [false, true]) {
      for (let cell = 0; cell < parts[u] * parts[v]; cell++) {
        const [i, j] = [cell % parts[u], Math.floor(cell / parts[u])];
        const corner = (across: number, along: number) => {
          const place = [0, 0, 0];
          place[k] = isHigh ? parts[k] : 0;
          place[u] = i + across;
          place[v] = j + along;
          return vertexAt(place);
        };
        const around = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        if (!isHigh) around.reverse();
        const [p, q, r, s] = random.chance(0.5) ? around : [...around.slice(1), around[0]];
        indices.push(p, q, r, p, r, s);
      }
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

/** Bricks that overlap and touch, with corners that are no whole numbers. */
function bricks(random: Random, side: number): MeshInput {
  const boxes = random.times(random.integer(1, 5), () => {
    const low = random.times(3, () => random.integer(0, 5));
    const high = low.map((value) => value + random.integer(1, 4));
    return dividedBox(random, low, high);
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

/** Leaves arrays that the next query uses again, with numbers up to 2^14 in them, each a set by itself. */
function leaveSets(): void {
  const workspace = takeWorkspace();
  const alone = Int32Array.from({ length: 2 ** 14 }, (_, i) => i);
  for (const sets of [workspace.components, workspace.sides[0].groups, workspace.sides[1].groups]) sets.assign(alone);
  returnWorkspace(workspace);
}

it(`gives the same answers in another order, whatever is left in arrays, ${count} scenes`, async () => {
  const answers: string[] = [];
  for (const seed of seeds) answers.push(await answerOf(seed));
  for (const seed of seeds.toReversed()) {
    leaveSets();
    expect(await answerOf(seed), `seed ${seed}`).toBe(answers[seed]);
  }
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
