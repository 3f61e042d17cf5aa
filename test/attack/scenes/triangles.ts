/** Loose triangles of every bad kind: slivers, needles, none at all, all corners on a lattice, all sizes at once. */
import type { Random } from '../../support/random.ts';
import { joined, mapPoints, type Point, type Shape, soup } from './shape.ts';
import { nearbyDouble, nearbySingle } from './ulps.ts';

function direction(random: Random): Point {
  if (random.chance(0.5)) return random.times(3, () => random.integer(-3, 3));
  return random.times(3, () => random.real(-1, 1));
}

function along(start: Point, way: Point, far: number): Point {
  return start.map((value, axis) => value + far * way[axis]);
}

/** Long thin triangles in all directions through a small region. */
export function slivers(random: Random): Shape[] {
  const sliver = (): Point[] => {
    const start = random.times(3, () => random.integer(-4, 4));
    const way = direction(random);
    const length = random.pick([1, 10, 1000, 1e6]);
    const thickness = random.pick([1e-3, 1e-7, 1e-12, 2 ** -40, 1]);
    return [along(start, way, -length), along(start, way, length), along(start, direction(random), thickness)];
  };
  return random.times(random.integer(1, 3), () => soup(random.times(random.integer(2, 10), sliver)));
}

/** Needles through one point, or parallel and packed; all with one width. */
export function needleBundles(random: Random): Shape[] {
  const through = random.chance(0.5);
  const way = direction(random);
  const width = random.pick([1, 2 ** -10, 1e-6]);
  const needle = (index: number): Point[] => {
    const start = through ? [0, 0, 0] : [width * (index % 4), width * Math.floor(index / 4), 0];
    const line = through ? direction(random) : way;
    const side = random.pick([
      [width, 0, 0],
      [0, width, 0],
      [0, 0, width],
      [width, width, 0],
    ]);
    return [
      along(start, line, -64),
      along(start, line, 64),
      along(along(start, line, random.integer(-64, 64)), side, 1),
    ];
  };
  const needles = random.times(random.integer(4, 24), needle);
  const middle = needles.length >> 1;
  return random.chance(0.5) ? [soup(needles)] : [soup(needles.slice(0, middle)), soup(needles.slice(middle))];
}

/** Triangles without area beside good ones: repeated corners, corners in line, and a step away from being in line. */
export function flatTriangles(random: Random): Shape[] {
  const corner = () => random.times(3, () => random.integer(-2, 2) * random.pick([1, 0.1]));
  const triangle = (): Point[] => {
    const [a, b, c] = [corner(), corner(), corner()];
    const between = a.map((value, axis) => (value + b[axis]) / 2);
    const nearly = between.map((value) => nearbyDouble(value, random.integer(-1, 1)));
    return random.pick([
      [a, b, c],
      [a, b, c],
      [a, a, b],
      [a, a, a],
      [a, b, between],
      [a, between, b],
      [a, b, nearly],
    ]);
  };
  return random.times(random.integer(1, 3), () => soup(random.times(random.integer(2, 12), triangle)));
}

/** All corners on a tiny lattice, so that most pairs are a special case; some lattices lie far out. */
export function latticeTriangles(random: Random): Shape[] {
  const size = random.integer(1, 3);
  const offset = random.pick([0, 0, 0, 2 ** 20, -(2 ** 22)]);
  const mesh = (): Shape => {
    const points = random.times(random.integer(4, 14), () => random.times(3, () => random.integer(0, size) + offset));
    const faces = random.times(random.integer(2, 16), () =>
      random.times(3, () => random.integer(0, points.length - 1)),
    );
    return { points, faces };
  };
  return random.times(random.integer(1, 3), mesh);
}

/** Lattice triangles turned by a whole matrix with right angles, so that planes are oblique and everything stays exact. */
export function turnedLattices(random: Random): Shape[] {
  const [a, b, c, d] = random.times(4, () => random.integer(-4, 4));
  // The rotation of the quaternion a + bi + cj + dk times its square.
  const rows = [
    [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)],
    [2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)],
    [2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d],
  ];
  const turn = (point: Point) => rows.map((row) => row[0] * point[0] + row[1] * point[1] + row[2] * point[2]);
  return latticeTriangles(random).map((shape) => mapPoints(shape, turn));
}

/** Triangles that are there twice: with corners in another order, mirrored, split, or a last digit off. */
export function duplicates(random: Random): Shape[] {
  const [base] = latticeTriangles(random);
  const again = random.times(random.integer(1, 4), () => {
    const face = random.pick(base.faces);
    const order = random.pick([
      [0, 1, 2],
      [1, 2, 0],
      [2, 1, 0],
      [0, 2, 1],
    ]);
    return order.map((k) => face[k]);
  });
  const same: Shape = { points: base.points, faces: [...base.faces, ...again] };
  const off = mapPoints(base, (point) => point.map((value) => nearbyDouble(value, random.integer(-1, 1))));
  return random.pick([[same], [same, base], [joined([base, same])], [base, off], [joined([base, off])]]);
}

/** Coordinates from a list of the worst: denormals, powers of two, thirds, both zeros, the largest. */
export function wildCoordinates(random: Random): Shape[] {
  const single = random.chance(0.6);
  const most = single ? 1e38 : 1e75;
  const numbers = [0, -0, 1, -1, 1 / 3, 0.1, 2 ** -126, -(2 ** -149), 1e-43, 1e-40, 1e-20, 1e20, 1e30, most, -most];
  const more = [2 ** -1074, -1e-310, 1e-200, 3, 0.5, -2, 4, nearbyDouble(1, 1), nearbySingle(1, -1), 7, 1024];
  const pool = random.times(random.integer(2, 6), () =>
    random.pick(single ? numbers.concat(3, 0.5, -2, 4) : numbers.concat(more)),
  );
  const corner = () => random.times(3, () => random.pick(pool));
  const mesh = () => soup(random.times(random.integer(2, 8), () => [corner(), corner(), corner()]));
  return random.times(random.integer(1, 3), mesh);
}

/** One huge triangle, or a few, through a heap of small ones that is itself spread over many magnitudes. */
export function hugeAndTiny(random: Random): Shape[] {
  const heap = random.times(random.integer(4, 20), (): Point[] => {
    const size = 10 ** random.integer(-30, 3);
    const middle = random.times(3, () => random.pick([0, 0, size, -size]));
    return random.times(3, () => middle.map((value) => value + size * random.integer(-2, 2)));
  });
  const huge = random.times(random.integer(1, 3), (): Point[] => {
    const size = 10 ** random.integer(4, 37);
    return random.times(3, () => random.times(3, () => size * random.integer(-1, 1)));
  });
  return random.chance(0.5) ? [soup(heap), soup(huge)] : [soup(random.shuffle([...heap, ...huge]))];
}

/** Corners on multiples of powers of two and one step beside them, where an image has the borders of its tiles. */
export function tileBorders(random: Random): Shape[] {
  const width = 2 ** random.integer(-8, 8);
  const base = width * random.pick([0, 0, 1, 63, -64, 1000]);
  const coordinate = () => nearbySingle(base + width * random.integer(0, 16), random.pick([-1, 0, 0, 1]));
  const corner = () => random.times(3, coordinate);
  const small = (): Point[] => {
    const at = corner();
    return random.times(3, () =>
      at.map((value) => nearbySingle(value + random.pick([0, 0, width, -width]), random.integer(-1, 1))),
    );
  };
  const mesh = () =>
    soup(random.times(random.integer(4, 24), () => (random.chance(0.2) ? [corner(), corner(), corner()] : small())));
  return random.times(random.integer(1, 2), mesh);
}

/** Triangles made to meet in one exact point: corner on face, side through side, corner on side, corner on corner. */
export function pointContacts(random: Random): Shape[] {
  const at = random.times(3, () => random.integer(-8, 8));
  const way = () => random.times(3, () => random.integer(-4, 4));
  const triangle = (): Point[] => {
    const [u, v] = [way(), way()];
    const corner = along(at, u, random.integer(1, 3));
    const opposite = along(at, u, -random.integer(1, 3));
    const third = along(at, v, 2);
    const beyond = along(along(at, u, -1), v, -1);
    return random.pick([
      [at, corner, third],
      [corner, opposite, third],
      [along(at, u, 2), third, beyond],
    ]);
  };
  const off = (points: Point[]) =>
    points.map((point) =>
      point.map((value) => (random.chance(0.1) ? nearbyDouble(value, random.pick([-1, 1])) : value)),
    );
  const bent = random.chance(0.3);
  const mesh = () => soup(random.times(random.integer(1, 6), () => (bent ? off(triangle()) : triangle())));
  return random.times(random.integer(2, 3), mesh);
}

/** Two large triangles that cross in the middle, and small ones at their corners: the plainest scene there is. */
export function crossedPair(random: Random): Shape[] {
  const size = 2 ** random.integer(-3, 6);
  const flat = [
    [0, 0, 0],
    [size, 0, 0],
    [0, size, 0],
  ];
  const upright = [
    [0, 0, -size],
    [size / 2, size / 2, 0],
    [0, 0, size],
  ];
  const small = random.times(random.integer(0, 4), () => {
    const corner = random.pick([...flat, ...upright]);
    return random.times(3, () => corner.map((value) => value + (size * random.integer(-1, 1)) / 16));
  });
  return random.chance(0.5) ? [soup([flat]), soup([upright, ...small])] : [soup([flat, upright, ...small])];
}

/** Plain triangles with many zeros among their coordinates; some are off by so little that scaling may lose it. */
export function besideZero(random: Random): Shape[] {
  const size = 2 ** random.pick([0, 0, 3, 20, 57, 100]);
  const axes = random.times(3, () => random.chance(0.6));
  const beside = () => random.pick([-1, -1, 1]) * size * 2 ** -random.pick([24, 53, 126, 140, 149, 150, 151, 160, 200]);
  const coordinate = (_: unknown, axis: number) => {
    const whole = size * random.pick([0, 0, 0, 1, 2, -1]);
    return whole === 0 && axes[axis] && random.chance(0.4) ? beside() : whole;
  };
  const corner = () => [0, 1, 2].map(coordinate);
  const mesh = () => soup(random.times(random.integer(1, 8), () => [corner(), corner(), corner()]));
  return random.times(random.integer(1, 3), mesh);
}
