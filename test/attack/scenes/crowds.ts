/** Thousands of triangles, so that an image has many tiles and threads many pieces of work: small horrors, many times. */
import type { MeshInput } from '../../../src/index.ts';
import { Random } from '../../support/random.ts';
import { dressed } from './dress.ts';
import type { AttackScene } from './scene.ts';
import { joined, mapPoints, type Point, type Shape, shifted, soup } from './shape.ts';
import { elements, gridPrisms, stackedBoxes } from './solids.ts';
import { books, coplanarTilings, fans, tJunctions } from './surfaces.ts';
import { duplicates, latticeTriangles, tileBorders, turnedLattices } from './triangles.ts';

const SMALL = [
  elements,
  gridPrisms,
  stackedBoxes,
  books,
  coplanarTilings,
  fans,
  tJunctions,
  duplicates,
  latticeTriangles,
];
const COPIES_MOST = 1500;

/** Many copies of small shapes on a lattice, wide apart or overlapping their neighbours. */
function copies(random: Random): Shape[] {
  const kinds = random.times(3, () => random.pick([...SMALL, turnedLattices, tileBorders]));
  const shapes = kinds.flatMap((kind) => kind(random)).map((shape) => ({ ...shape, faces: shape.faces.slice(0, 12) }));
  const spacing = random.pick([4, 7, 16, 33]);
  const across = random.pick([
    [8, 8, 2],
    [40, 3, 1],
    [5, 5, 5],
    [100, 1, 1],
  ]);
  const placed: Shape[] = [];
  let count = 0;
  for (let k = 0; k < across[0] * across[1] * across[2] && count < COPIES_MOST; k++) {
    const cell = [k % across[0], Math.floor(k / across[0]) % across[1], Math.floor(k / across[0] / across[1])];
    const shape = random.pick(shapes);
    placed.push(
      shifted(
        shape,
        cell.map((value) => value * spacing),
      ),
    );
    count += shape.faces.length;
  }
  return placed;
}

/** Large triangles through all of it, needles among them. */
function across(random: Random): Shape {
  const corner = (): Point => random.times(3, () => random.integer(-10, 200));
  const triangle = () => {
    const [a, b, c] = [corner(), corner(), corner()];
    return random.chance(0.3) ? [a, b, a.map((value) => value + 1)] : [a, b, c];
  };
  return soup(random.times(random.integer(0, 4), triangle));
}

/** Fans of about a hundred triangles round one vertex. */
function wheel(random: Random): Shape[] {
  const count = random.integer(60, 160);
  const wave = random.pick([0, 7, 40]);
  const rim = Array.from({ length: count }, (_, k): Point => {
    const angle = (2 * Math.PI * k) / count;
    return [100 * Math.cos(angle), 100 * Math.sin(angle), 30 * Math.sin(wave * angle)];
  });
  const faces = rim.map((_, k) => [0, 1 + k, 1 + ((k + random.pick([1, 1, 1, 1, 2])) % count)]);
  const whole: Shape = { points: [[0, 0, random.pick([0, 50])], ...rim], faces };
  return random.chance(0.5) ? [whole] : [mapPoints(whole, (point) => point.map(Math.round))];
}

/** The same few triangles again and again in one place. */
function pile(random: Random): Shape[] {
  const [shape] = latticeTriangles(random);
  return [joined(random.times(random.integer(10, 25), () => ({ ...shape, faces: shape.faces.slice(0, 4) })))];
}

/** Small triangles along a line with one far away at its end, or a spare vertex there: strays must change nothing. */
function stray(random: Random): Shape[] {
  const row = random.times(400, (k): Point[] => {
    const at = [k / 4, random.integer(0, 1), 0];
    return random.times(3, () => at.map((value) => value + random.integer(-2, 2) / 4));
  });
  const far = random.pick([1e4, 1e8, 1e15]);
  return [
    soup([
      ...row,
      [
        [far, 0, 0],
        [far, 1, 0],
        [far, 0, random.pick([1, far])],
      ],
    ]),
  ];
}

export const CROWDS = {
  copies: (random: Random) => [joined(copies(random)), across(random)],
  objects: (random: Random) => [...copies(random).slice(0, 120), across(random)],
  wheel,
  pile,
  stray,
};

export function crowd(generator: (random: Random) => Shape[], seed: number): AttackScene {
  const random = new Random(seed * 613 + 5);
  const shift = random.pick([0, 0, 1000, -(2 ** 16)]);
  const shapes = generator(random).map((shape) => shifted(shape, [shift, 0, -shift]));
  const precision = random.pick(['single', 'double'] as const);
  const meshes: MeshInput[] = shapes.map((shape) => dressed(random, shape, precision));
  const ignore =
    meshes.length > 3 && random.chance(0.3)
      ? ([
          [0, 1],
          [2, meshes.length - 1],
        ] as const)
      : undefined;
  const options = { self: meshes.length < 3 || random.chance(0.7), ...(ignore ? { ignore } : {}) };
  return { meshes, places: meshes.map(() => undefined), options };
}
