/**
 * Bundles of long diagonal slivers, whose boxes overlap almost all others: answers equal the oracle's, and most candidates are
 * left out before they are decided one by one.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxesMeet, listTriangles, oracle } from '../../../oracle/oracle.ts';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { asRows } from '../../support/engine-answer.ts';
import { Random } from '../../support/random.ts';

type Point = [number, number, number];

const along = (from: Point, direction: Point, length: number): Point =>
  from.map((value, k) => value + direction[k] * length) as Point;
const near = (random: Random, size: number): Point => [0, 1, 2].map(() => size * (random.next() - 0.5)) as Point;
const lattice = (random: Random, size: number): Point => [0, 1, 2].map(() => random.integer(0, size)) as Point;

/** Corners of a sliver of a bundle. */
const BUNDLES: Readonly<Record<string, (random: Random) => Point[]>> = {
  parallel(random) {
    const start = near(random, 2);
    const end = along(start, [1, 2, 0.5], 40 + 20 * random.next());
    return [start, end, along(end, near(random, 1), 0.05)];
  },
  twisted(random) {
    const start = near(random, 2);
    const end = along(near(random, 2), [1, 2, 0.5], 40);
    return [start, end, along(end, near(random, 1), 0.001)];
  },
  'on a lattice, so that many touch'(random) {
    const start = lattice(random, 6);
    const end = along(start, [1, 2, 1], random.integer(20, 30));
    return [start, end, along(end, [random.integer(-1, 1), 1, 0], 1)];
  },
  'in one slanted plane'(random) {
    const start: Point = [random.integer(0, 40), random.integer(0, 40), 0];
    const end = along(start, [1, 2, 0], random.integer(10, 30));
    const corners: Point[] = [start, end, along(end, [0, 1, 0], 1)];
    return corners.map(([x, y]) => [x, y, x + y]);
  },
  'far from the origin'(random) {
    const start = along(near(random, 2), [1, 1, 1], 2 ** 30);
    const end = along(start, [1, -1, 1], 30);
    return [start, end, along(end, near(random, 1), 0.01)];
  },
  'of every direction through one place'(random) {
    const direction = near(random, 2);
    const middle = near(random, 0.5);
    const end = along(middle, direction, 30);
    return [along(middle, direction, -30), end, along(end, near(random, 1), 0.01)];
  },
};

/** A bundle with a few small triangles among it. */
function bundle(name: string, random: Random, count: number): MeshInput {
  const corners = Array.from({ length: count }, (_, i) => {
    const sliver = BUNDLES[name](random);
    return i % 8 === 0 ? [sliver[0], along(sliver[0], [1, 0, 0], 0.25), along(sliver[0], [0, 1, 1], 0.25)] : sliver;
  });
  return { positions: Float64Array.from(corners.flat(2)) };
}

const COUNT = 280;

describe.each([0, 2])('slivers, %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  async function ask(meshes: readonly MeshInput[], options: { self: boolean }) {
    const scene = engine.createScene();
    for (const mesh of meshes) scene.add(mesh);
    const found = await scene.collide(options);
    scene.dispose();
    return found;
  }

  it.each(Object.keys(BUNDLES))('equal the oracle when they are %s', { timeout: 120_000 }, async (name) => {
    for (const seed of threads === 0 ? [1, 2, 3] : [4]) {
      const random = new Random(seed);
      const one = [bundle(name, random, COUNT)];
      expect(asRows(await ask(one, { self: true })), `seed ${seed}`).toEqual(oracle.collide(one, { self: true }));
      const two = [bundle(name, random, COUNT / 2), bundle(name, random, COUNT / 2)];
      expect(asRows(await ask(two, { self: false })), `seed ${seed}`).toEqual(oracle.collide(two));
    }
  });

  it('are mostly told apart before they are decided one by one', async () => {
    const meshes = [bundle('parallel', new Random(9), 3000)];
    const { triangles } = listTriangles(meshes);
    let byBoxes = 0;
    for (let i = 0; i < triangles.length; i++)
      for (let j = i + 1; j < triangles.length; j++) byBoxes += Number(boxesMeet(triangles[i].box, triangles[j].box));
    const { candidates } = (await ask(meshes, { self: true })).stats;
    expect(byBoxes).toBeGreaterThan(2_000_000);
    expect(candidates).toBeLessThan(byBoxes / 10);
  });
});
