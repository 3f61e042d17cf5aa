/**
 * Objects placed by matrices that leave little of them, or so that rounding folds thin parts: what is said of them as placed holds for the
 * rounded coordinates, which layered depth images see as they are; and nothing of it is taken for granted at another place.
 *
 * COLLIDESCOPE_FUZZ_SCENES sets how many scenes of each kind (60 with COLLIDESCOPE_SLOW), COLLIDESCOPE_FUZZ_SEED where the seeds begin.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clashes, createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { determinantSign } from '../../../src/mesh/placement.ts';
import { bumpyBall, randomTurn, torus } from '../../support/cell-scenes.ts';
import { boxMesh } from '../../support/closed-meshes.ts';
import { box, mapped, meshOf, prism, type Solid } from '../../support/prisms.ts';
import { Random } from '../../support/random.ts';
import { PATIENCE, seedsOf } from '../../support/thoroughness.ts';

const count = Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? seedsOf(60));
const firstSeed = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);
const seeds = (many: number) => Array.from({ length: many }, (_, i) => firstSeed + i);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

const SHAPES: Readonly<Record<string, (random: Random) => Solid>> = {
  box: (random) => box([-1, -random.real(0.2, 1), -0.5], [1, random.real(0.2, 1), 0.5]),
  ball: (random) => bumpyBall(random, random.integer(0, 1)),
  torus: (random) => torus(random.integer(3, 9), random.integer(3, 6), 1, random.real(0.15, 0.45)),
  prism: (random) =>
    prism(
      [
        [-1, -1],
        [1, -1],
        [random.real(-0.5, 0.5), 1],
      ],
      -0.5,
      0.5,
    ),
  tetrahedron: (random) => ({
    vertices: [
      [-1, -1, -0.5],
      [1, -1, -0.5],
      [0, 1, -0.5],
      [random.real(-1, 1), random.real(-1, 1), 0.5],
    ],
    triangles: [
      [0, 2, 1],
      [0, 1, 3],
      [1, 2, 3],
      [2, 0, 3],
    ],
  }),
  'tapered bar': (random) => {
    const end = random.real(0.05, 0.9);
    return mapped(box([-1, -0.3, -0.3], [1, 0.3, 0.3]), ([x, y, z]) => [x, x > 0 ? end * y : y, x > 0 ? end * z : z]);
  },
};

const matrixOf = (columns: readonly (readonly number[])[], shift: readonly number[]) => [
  ...columns.flatMap((column) => [...column, 0]),
  ...shift,
  1,
];

/** Turned, with one axis so short that rounding matters, or nearly in the plane of the others. */
function flattening(random: Random): number[] {
  const columns = randomTurn(random).map((column) => [...column]);
  const size = (random.chance(0.8) ? 2 ** -random.real(50, 56) : 10 ** -random.integer(8, 20)) * random.pick([1, -1]);
  if (random.chance(0.2)) {
    const [p, q] = random.times(2, () => random.real(-1, 1));
    columns[2] = columns[0].map((value, k) => p * value + q * columns[1][k] + (random.chance(0.5) ? size : 0));
  } else columns[2] = columns[2].map((value) => size * value);
  const far = random.pick([0, 1, 3]);
  return matrixOf(
    columns,
    random.times(3, () => far * random.real(-1, 1)),
  );
}

interface Placed {
  readonly mesh: MeshInput;
  readonly matrix: readonly number[];
}

function flatAndOther(random: Random): [Placed, Placed] {
  const any = (): MeshInput => meshOf(SHAPES[random.pick(Object.keys(SHAPES))](random));
  const few = meshOf(SHAPES[random.pick(['prism', 'tetrahedron', 'box'])](random));
  const flat = { mesh: random.chance(0.7) ? few : any(), matrix: flattening(random) };
  const columns = random.pick([randomTurn(random), randomTurn(new Random(0))]);
  const shift = flat.matrix.slice(12, 15).map((value) => value + random.real(-0.5, 0.5));
  return [flat, { mesh: any(), matrix: matrixOf(columns, shift) }];
}

const told = ({ clashes, pairOrder, offsets }: Clashes) => JSON.stringify([clashes, [...pairOrder], [...offsets]]);

describe('objects that rounding folds where they are placed', () => {
  it(
    'have common volumes within their bounds, in all and in each clash',
    async () => {
      let exact = 0;
      for (const seed of seeds(20 * count)) {
        const random = new Random(seed);
        const scene = engine.createScene();
        const placed = flatAndOther(random);
        const [a, b] = placed.map(({ mesh }) => scene.add(mesh));
        // What is known of it elsewhere may be wrong here.
        if (random.chance(0.7)) {
          scene.place(a, matrixOf(randomTurn(random), [0, 0, 0]));
          await scene.clashes();
        }
        for (const [i, id] of [a, b].entries()) scene.place(id, placed[i].matrix);
        const { clashes } = await scene.clashes({ volume: true, depth: false });
        const seen = await scene.overlapVolume(a, b, { method: 'layers', resolution: 64, axis: 'all', stacks: false });
        scene.dispose();
        const volumes = clashes.flatMap(({ volume }) => volume ?? []);
        for (const { volume, errorBound } of volumes) {
          expect(volume, `seed ${seed}`).toBeGreaterThanOrEqual(-errorBound);
          expect(volume - errorBound, `seed ${seed}`).toBeLessThanOrEqual(seen.volume + seen.errorBound);
        }
        if (volumes.length < clashes.length) continue;
        const sum = volumes.reduce((before, { volume }) => before + volume, 0);
        const off = volumes.reduce((before, { errorBound }) => before + errorBound, seen.errorBound);
        expect(Math.abs(sum - seen.volume), `seed ${seed}: ${sum}, ${seen.volume}`).toBeLessThanOrEqual(off);
        exact += volumes.some(({ volume, method }) => volume !== 0 && method === 'exact') ? 1 : 0;
      }
      expect(exact).toBeGreaterThan(count);
    },
    PATIENCE,
  );

  it(
    'clash like new ones when they are placed elsewhere',
    async () => {
      for (const seed of seeds(10 * count)) {
        const random = new Random(seed);
        const [flat, other] = flatAndOther(random);
        const scene = engine.createScene();
        const [a, b] = [flat, other].map(({ mesh }) => scene.add(mesh));
        scene.place(a, flat.matrix);
        scene.place(b, other.matrix);
        await scene.clashes();
        const plain = matrixOf(randomTurn(random), other.matrix.slice(12, 15));
        scene.place(a, plain);
        const fresh = engine.createScene();
        for (const [i, matrix] of [plain, other.matrix].entries())
          fresh.place(fresh.add([flat, other][i].mesh), matrix);
        expect(told(await scene.clashes()), `seed ${seed}`).toBe(told(await fresh.clashes()));
        scene.dispose();
        fresh.dispose();
      }
    },
    PATIENCE,
  );

  it('do not overlap where a sliver of a flush face is turned over', async () => {
    for (const seed of seeds(10 * count)) {
      const random = new Random(seed);
      // A box whose top has a sliver along its diagonal.
      const at = random.real(0.05, 0.95);
      const top = [[0, 0], [1, 0], [1, 0.7], [0, 0.7], [at, 0.7 * at + 2 ** -random.integer(46, 54)]]; // biome-ignore format: a list
      const cap = [[0, 1, 2], [0, 2, 4], [0, 4, 3], [4, 2, 3]]; // biome-ignore format: a list
      const walls = [0, 1, 2, 3].flatMap((i) => [[i, (i + 1) % 4, 5 + ((i + 1) % 4)], [i, 5 + ((i + 1) % 4), 5 + i]]); // biome-ignore format: a list
      const triangles = [
        ...walls,
        ...cap.map((corners) => corners.map((i) => 5 + i)),
        ...cap.map(([p, q, r]) => [r, q, p]),
      ];
      const scene = engine.createScene();
      const matrix = matrixOf(
        [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
        [random.real(-5, 5), random.real(-5, 5), 4],
      );
      const mesh = {
        positions: Float64Array.from([0, 1].flatMap((z) => top.flatMap(([x, y]) => [x, y, z]))),
        indices: Uint32Array.from(triangles.flat()),
      };
      for (const one of [mesh, boxMesh([0.1, 0.1, 1], [0.9, 0.6, 2])]) scene.place(scene.add(one), matrix);
      const { clashes } = await scene.clashes({ area: true });
      scene.dispose();
      expect(new Set(clashes.map(({ kind }) => kind)), `seed ${seed}`).toEqual(new Set(['touching']));
      expect(
        clashes.reduce((sum, { area }) => sum + area!, 0),
        `seed ${seed}`,
      ).toBeCloseTo(0.4, 9);
    }
  });
});

it('tells exactly whether a matrix mirrors', () => {
  const near = (last: number) => Float64Array.from(matrixOf([[1, 2, 3], [4, 5, 6], [7, 8, 9 + last]], [0, 0, 0])); // biome-ignore format: a matrix
  expect(determinantSign(near(0))).toBe(0);
  // The determinant is −3 times what is added.
  expect(determinantSign(near(2 ** -49))).toBeLessThan(0);
  expect(determinantSign(near(-(2 ** -49)))).toBeGreaterThan(0);
  expect(determinantSign(Float64Array.from(matrixOf([[1e-200, 0, 0], [0, 0, 1e-200], [0, 1e-200, 0]], [0, 0, 0])))).toBe(-1); // biome-ignore format: a matrix
});
