/** What an object was before must not show: answers are those of a fresh scene, to the last bit. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type Scene } from '../src/index.ts';
import { boxMesh } from './support/box-mesh.ts';
import { Random } from './support/random.ts';

const SEEDS = Number(process.env.COLLIDESCOPE_SEEDS ?? 6);
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine.dispose());

function soup(random: Random, triangles: number): { positions: Float64Array } {
  const positions = new Float64Array(9 * triangles);
  for (let i = 0; i < triangles; i++) {
    const middle = [0, 1, 2].map(() => 2 * random.next());
    for (let k = 0; k < 9; k++) positions[9 * i + k] = middle[k % 3] + random.next() - 0.5;
  }
  return { positions };
}

function box(random: Random): ReturnType<typeof boxMesh> {
  const low = [0, 1, 2].map(() => random.next());
  return boxMesh([...low, ...low.map((value) => value + 1 + random.next())]);
}

/** A matrix of any scale, from such as underflow to large ones, turned and moved. */
function place(random: Random): number[] {
  const scale = 2 ** (random.next() < 0.5 ? -900 * random.next() : 3 * random.next());
  const [c, s] = [Math.cos(6 * random.next()), Math.sin(6 * random.next())];
  const moved = [0, 1, 2].map(() => (random.next() - 0.5) * scale);
  return [c * scale, s * scale, 0, 0, -s * scale, c * scale, 0, 0, 0, 0, scale, 0, ...moved, 1];
}

async function numbersOf(scene: Scene): Promise<number[]> {
  const near = await scene.within(0.05, { self: true });
  const met = await scene.collide({ self: true, segments: true });
  const { clashes } = await scene.clashes();
  const measured = clashes.flatMap(({ depth, point, bounds }) => [
    depth?.least ?? -1,
    depth?.most ?? -1,
    ...point,
    ...bounds.min,
    ...bounds.max,
  ]);
  return [...near.points!, ...near.distances, ...met.trianglePairs, ...met.segments!, ...measured];
}

describe('former places', () => {
  it('do not show in an answer, however small they were', async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = new Random(seed);
      const meshes = [soup(random, 30), soup(random, 30), box(random), box(random)];
      const last = meshes.map(() => (random.next() < 0.4 ? IDENTITY : place(new Random(seed + 100))));
      const fresh = engine.createScene();
      for (const [i, mesh] of meshes.entries()) fresh.place(fresh.add(mesh), last[i]);
      const old = engine.createScene();
      for (const mesh of meshes) old.add(mesh);
      for (let round = 0; round < 3; round++) {
        for (const id of meshes.keys()) if (random.next() < 0.7) old.place(id, place(random));
        await [
          () => old.collide({ self: true }),
          () => old.within(0.1),
          () => old.clashes(),
          () => old.inside(2, new Float64Array([0.5, 0.5, 0.5])),
        ][Math.floor(4 * random.next())]();
      }
      for (const [id, matrix] of last.entries()) old.place(id, matrix);
      expect(await numbersOf(old), `seed ${seed}`).toEqual(await numbersOf(fresh));
      old.dispose();
      fresh.dispose();
    }
  });
});

describe('moveMany', () => {
  const BAD = [Number.NaN, Number.POSITIVE_INFINITY, 2 ** 251];

  it('moves all objects or none, also while a query runs', async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = new Random(seed);
      const scene = engine.createScene();
      const ids = Array.from({ length: 5 }, () => scene.add(box(random)));
      ids.push(scene.addInstance(ids[0]), scene.addInstance(ids[0]));
      // One whose place takes it out of range when its vertices are far away.
      scene.place(
        ids[1],
        IDENTITY.map((value, i) => (i < 11 && i % 5 === 0 ? 2 ** 20 : value)),
      );
      const before = (await scene.collide()).trianglePairs;
      for (const isBusy of [false, true]) {
        const moved = ids.map(() => box(random).positions as Float64Array | Float32Array);
        const bad = Math.floor(random.next() * ids.length);
        const kind = Math.floor(random.next() * 5);
        if (kind < 3) moved[bad][Math.floor(random.next() * 24)] = BAD[kind];
        else if (kind === 3) moved[bad] = moved[bad].slice(3);
        else moved[1] = moved[1].map((value) => value * 2 ** 240);
        const order = ids.toSorted(() => random.next() - 0.5);
        const running = isBusy ? scene.collide() : undefined;
        const all = order.map((id) => moved[ids.indexOf(id)]);
        expect(() => scene.moveMany(order, all), `seed ${seed}, kind ${kind}`).toThrow();
        await running;
        expect((await scene.collide()).trianglePairs, `seed ${seed}, kind ${kind}`).toEqual(before);
      }
      scene.dispose();
    }
  });
});
