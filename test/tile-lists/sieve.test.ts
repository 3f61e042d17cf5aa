/**
 * A few objects of many triangles, most of which come near no other object: those are left out before they are listed (sieve.ts), and
 * none that collides. Each object has triangles of all sizes, and thousands of small ones in a place of its own that meet nothing.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oracle } from '../../oracle/oracle.ts';
import { createEngine, type Engine, type MeshInput } from '../../src/index.ts';
import { asRows } from '../support/engine-answer.ts';
import { Random } from '../support/random.ts';
import { seedsOf } from '../support/thoroughness.ts';

const OWN = 40;
/** More than TRIANGLES_MIN of sieve.ts in all. */
const FILLERS = 34_000;

interface Form {
  readonly name: string;
  /** Extent of the scene along each axis. */
  readonly extent: readonly number[];
  /** A stray far away, so that the grid leaves it out. */
  readonly strays: boolean;
}

/** A triangle somewhere in the scene, from a thousandth of it to all of it in size. */
function anywhere(random: Random, { extent, strays }: Form): number[] {
  const size = 10 ** random.real(-3, 0.3);
  const far = strays && random.chance(0.05) ? 1e4 : 1;
  const middle = extent.map((width) => far * random.real(0, width));
  return random.times(3, () => middle.map((x, k) => x + size * extent[k] * random.real(-0.5, 0.5))).flat();
}

/** A triangle that crosses another, or lies beside it: its corners moved by up to their distance from the next one. */
function nearTo(random: Random, corners: readonly number[]): number[] {
  const size = [0, 1, 2].map((k) =>
    Math.max(Math.abs(corners[k + 3] - corners[k]), Math.abs(corners[k + 6] - corners[k])),
  );
  return corners.map((x, i) => x + size[i % 3] * random.real(-1, 1));
}

/** Small triangles on a lattice, in a layer above the scene that belongs to this object alone. */
function fillers(object: number, count: number, extent: readonly number[]): number[] {
  const side = Math.ceil(Math.cbrt(count));
  const place = (i: number) => [i % side, Math.floor(i / side) % side, Math.floor(i / side / side)];
  const corner = (i: number, shift: readonly number[]) =>
    place(i).map((cell, k) => extent[k] * ((cell + 0.4 * shift[k]) / side + (k === 2 ? 3 + 2 * object : 0)));
  const corners = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 1],
  ];
  return Array.from({ length: count }, (_, i) => corners.flatMap((shift) => corner(i, shift))).flat();
}

function sceneOf(seed: number, objects: number, form: Form): { all: MeshInput[]; own: MeshInput[] } {
  const random = new Random(seed);
  const first = random.times(OWN, () => anywhere(random, form));
  const others = random.times(objects - 1, () => first.flatMap((triangle) => nearTo(random, triangle)));
  const positions = [first.flat(), ...others];
  return {
    own: positions.map((values) => ({ positions: Float64Array.from(values) })),
    all: positions.map((values, object) => ({
      positions: Float64Array.from([...values, ...fillers(object, Math.ceil(FILLERS / objects), form.extent)]),
    })),
  };
}

const FORMS: readonly Form[] = [
  { name: 'a cube', extent: [1, 1, 1], strays: false },
  { name: 'a thin slab', extent: [1, 1, 1e-4], strays: false },
  { name: 'far from square', extent: [1, 1e-3, 1e3], strays: false },
  { name: 'with strays', extent: [1, 1, 1], strays: true },
];

describe.each([0, 2])('objects of many triangles that seldom meet, %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  it.each(FORMS)('have the pairs of the oracle in $name', async (form) => {
    for (let seed = 0; seed < seedsOf(30); seed++) {
      const { all, own } = sceneOf(seed, 2 + (seed % 3), form);
      const expected = oracle.collide(own);
      const scene = engine.createScene();
      for (const mesh of all) scene.add(mesh);
      const answer = await scene.collide();
      scene.dispose();
      expect(asRows(answer).trianglePairs, `seed ${seed}`).toEqual(expected.trianglePairs);
      expect(expected.trianglePairs.length).toBeGreaterThan(0);
    }
  });

  it('lists few of their triangles', async () => {
    const { all } = sceneOf(1, 2, FORMS[0]);
    const scene = engine.createScene();
    for (const mesh of all) scene.add(mesh);
    const { stats } = await scene.collide();
    scene.dispose();
    expect(stats.triangles).toBeGreaterThan(FILLERS);
    expect(stats.image?.entries).toBeLessThan(FILLERS / 4);
  });
});
