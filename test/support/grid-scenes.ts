/** Scenes aimed at grids, pyramids and depth sweeps: needles, pixel borders, equal depths, extreme sizes. */

import {
  asObjects,
  latticePoint,
  looseTriangles,
  realPoint,
  type SceneMaker,
  sum,
  type Vector,
} from './scene-shape.ts';

/** Three corners nearly, or exactly but for one coordinate, on a line. */
const slivers: SceneMaker = (random) => {
  const thin = random.pick([2 ** -20, 2 ** -10, 2 ** -3]);
  const triangles = random.times(random.integer(2, 20), () => {
    const start = latticePoint(random, 4);
    const along = sum(latticePoint(random, 4), [-2, -2, -2]);
    const aside = sum([0, 0, 0], latticePoint(random, 2), thin);
    return [start, sum(start, along, random.integer(1, 8)), sum(sum(start, along, random.integer(0, 4)), aside)];
  });
  return asObjects(random, looseTriangles(triangles));
};

/** Long thin triangles along diagonals, through the corners of pixels of every power-of-two size. */
const needles: SceneMaker = (random) => {
  const pixel = 2 ** random.integer(-6, 3);
  const thin = random.pick([0, pixel / 16, pixel]);
  const triangles = random.times(random.integer(2, 20), () => {
    const corner = sum([0, 0, 0], latticePoint(random, 4), pixel);
    const direction = random.pick<Vector>([
      [1, 1, 1],
      [1, -1, 0],
      [1, 1, 0],
      [0, 1, -1],
      [2, 1, 0],
      [1, 0, 0],
    ]);
    const length = pixel * 2 ** random.integer(0, 5);
    const end = sum(corner, direction, length);
    return [
      sum(corner, direction, -length * random.integer(0, 1)),
      end,
      sum(
        end,
        random.pick<Vector>([
          [0, 0, 1],
          [1, 0, 0],
          [0, 1, 1],
        ]),
        thin || pixel,
      ),
    ];
  });
  return asObjects(random, looseTriangles(triangles));
};

/** Vertices on the borders and corners of pixels, or one step of a double beside them. */
const pixelBorders: SceneMaker = (random) => {
  const pixel = 2 ** random.integer(-8, 4);
  const beside = random.pick([0, 0, pixel * 2 ** -20, pixel * 2 ** -40]);
  const value = () => pixel * random.integer(-4, 4) + beside * random.integer(-1, 1);
  const triangles = random.times(random.integer(2, 24), () =>
    random.times(3, (): Vector => [value(), value(), value()]),
  );
  return asObjects(random, looseTriangles(triangles));
};

/** All with the same extent along one axis: a sweep in depth can tell none of them apart. */
const equalDepths: SceneMaker = (random) => {
  const most = random.pick([3, 12]);
  const triangles = random.times(random.integer(2, 24), () =>
    random
      .shuffle([0, 1, random.integer(0, 1)])
      .map((depth): Vector => [random.integer(0, most), random.integer(0, most), depth]),
  );
  return asObjects(random, looseTriangles(triangles));
};

/** Everything within one pixel, but for a triangle far away that makes the pixels large. */
const onePixel: SceneMaker = (random) => {
  const small = random.times(random.integer(4, 24), () => random.times(3, () => latticePoint(random, 6)));
  const far: Vector = [2 ** random.integer(8, 20), 2 ** random.integer(0, 20), 0];
  const away = [far, sum(far, [1, 0, 0]), sum(far, [0, 1, 1])];
  return asObjects(random, looseTriangles(random.shuffle([...small, away])));
};

/** Small triangles, and one or a few that span them all or are ten times their size. */
const mixedSizes: SceneMaker = (random) => {
  const small = random.times(random.integer(5, 40), () => {
    const start = realPoint(random, 0, 64);
    return [start, ...random.times(2, () => sum(start, realPoint(random, -2, 2)))];
  });
  const middling = random.times(random.integer(0, 6), () => {
    const start = realPoint(random, 0, 64);
    return [start, ...random.times(2, () => sum(start, realPoint(random, -20, 20)))];
  });
  const height = random.integer(0, 64);
  const ground: Vector[] = [
    [-1, -1, height],
    [300, -1, height],
    [-1, 300, random.pick([height, 64])],
  ];
  return asObjects(random, looseTriangles(random.shuffle([...small, ...middling, ground])));
};

/** Sizes over many powers of two, all near the origin: every level of a pyramid at once. */
const manyLevels: SceneMaker = (random) => {
  const triangles = random.times(random.integer(4, 24), () => {
    const size = 2 ** random.integer(-12, 6);
    const start = sum([0, 0, 0], latticePoint(random, 4), random.pick([0, size, 1]));
    return random.times(3, () => sum(start, sum(latticePoint(random, 4), [-2, -2, -2]), size));
  });
  return asObjects(random, looseTriangles(triangles));
};

/** Coordinates from one end of the range of numbers to the other in one triangle. */
const extremes: SceneMaker = (random) => {
  const exponents = random.pick([
    [-240, 0, 240],
    [-60, 0, 60],
    [0, 100, 120],
    [-140, -100, 0],
    [-20, 20, 21],
  ]);
  const value = () => random.pick([0, 1, -1, 3]) * 2 ** random.pick(exponents);
  const shared = random.times(4, (): Vector => [value(), value(), value()]);
  const corner = (): Vector => (random.chance(0.4) ? random.pick(shared) : [value(), value(), value()]);
  return asObjects(random, looseTriangles(random.times(random.integer(2, 16), () => random.times(3, corner))));
};

/** Clusters far apart from each other: mostly empty image. */
const clusters: SceneMaker = (random) => {
  const centres = random.times(random.integer(2, 4), () =>
    sum([0, 0, 0], latticePoint(random, 8), 2 ** random.integer(3, 12)),
  );
  const triangles = random.times(random.integer(4, 32), () => {
    const centre = random.pick(centres);
    return random.times(3, () => sum(centre, latticePoint(random, 3)));
  });
  return asObjects(random, looseTriangles(triangles));
};

/** A stack seen along an axis: hundreds of pairs in the same few pixels. */
const deepStack: SceneMaker = (random) => {
  const lean = random.pick([0, 0, 1, 2 ** -10]);
  const triangles = random.times(random.integer(10, 50), (index): Vector[] => {
    const height = random.chance(0.2) ? random.integer(0, 10) : index;
    return [
      [0, 0, height],
      [4, 0, height + lean * random.integer(-2, 2)],
      [0, 4, height + lean * random.integer(-2, 2)],
    ];
  });
  return asObjects(random, looseTriangles(triangles));
};

export const GRID_SCENES: Readonly<Record<string, SceneMaker>> = {
  slivers,
  needles,
  pixelBorders,
  equalDepths,
  onePixel,
  mixedSizes,
  manyLevels,
  extremes,
  clusters,
  deepStack,
};
