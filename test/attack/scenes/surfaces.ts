/** Surfaces with awkward joints: tilings, fans, books, strips; in one plane or nearly. */
import type { Random } from '../../support/random.ts';
import { joined, mapPoints, type Point, ring, type Shape, sheet, soup } from './shape.ts';

/** A plane through whole numbers: x and y stay whole, z is a whole combination of them. */
function tilted(random: Random): (shape: Shape) => Shape {
  const [a, b, c] = [random.integer(-3, 3), random.integer(-3, 3), random.integer(-4, 4)];
  return (shape) => mapPoints(shape, ([x, y, z = 0]) => [x, y, a * x + b * y + c + z]);
}

/** One patch tessellated coarsely and finely, side by side along a common border or on top of each other. */
export function tJunctions(random: Random): Shape[] {
  const fine = random.integer(2, 7);
  const coarse = sheet(1, 1, (u, v) => [u * fine, v * fine, 0]);
  const beside = sheet(fine, random.integer(1, 3), (u, v) => [u, -v, random.pick([0, 0, v, -v])], random);
  const above = sheet(random.integer(1, fine), 2, (u, v) => [u, v, 0], random);
  const patches = random
    .pick([
      [coarse, beside],
      [coarse, above],
      [coarse, beside, above],
    ])
    .map(tilted(random));
  return random.chance(0.5) ? [joined(patches)] : patches;
}

/** A plane covered by two tilings that are shifted or turned against each other. */
export function coplanarTilings(random: Random): Shape[] {
  const tilt = tilted(random);
  const tiling = (): Shape => {
    const [dx, dy] = [random.integer(-2, 2), random.integer(-2, 2)];
    const [p, q] = random.pick([
      [1, 0],
      [1, 1],
      [2, 1],
      [3, 1],
      [0, 1],
    ]);
    return sheet(
      random.integer(1, 4),
      random.integer(1, 4),
      (u, v) => [p * u - q * v + dx, q * u + p * v + dy],
      random,
    );
  };
  const tilings = random.times(random.integer(1, 3), tiling).map(tilt);
  return random.chance(0.4) ? [joined(tilings)] : tilings;
}

/** Stars of one plane round common or different centres; spikes reach over each other. */
export function planeStars(random: Random): Shape[] {
  const tilt = tilted(random);
  const star = (): Shape => {
    const spikes = random.integer(3, 9);
    const [x, y] = [random.integer(-1, 1), random.integer(-1, 1)];
    const rim = ring(2 * spikes, (corner) => (corner % 2 ? 2 : 8), random.pick([0, 0, 1])).map(([u, v]) => [
      x + u,
      y + v,
    ]);
    const points = [[x, y], ...(random.chance(0.6) ? rim.map((corner) => corner.map(Math.round)) : rim)];
    return { points, faces: rim.map((_, k) => [0, 1 + k, 1 + ((k + 1) % rim.length)]) };
  };
  const stars = random.times(random.integer(1, 3), star).map(tilt);
  return random.chance(0.4) ? [joined(stars)] : stars;
}

/** Many triangles round one vertex: flat, a cone, a saddle, going round more than once, or anyhow. */
export function fans(random: Random): Shape[] {
  const fan = (): Shape => {
    const count = random.integer(3, 40);
    const turns = random.pick([1, 1, 1, 2, 3, 0.75]);
    const height = random.pick([
      () => 0,
      () => 8,
      (k: number) => (k % 2 ? 3 : -3),
      (k: number) => 5 * Math.sin((12 * k) / count),
      () => random.integer(-8, 8),
    ]);
    const rim = Array.from({ length: count }, (_, k): Point => {
      const angle = (2 * Math.PI * turns * k) / count;
      return [9 * Math.cos(angle), 9 * Math.sin(angle), height(k)];
    });
    const snapping = random.chance(0.6) ? rim.map((corner) => corner.map(Math.round)) : rim;
    const faces = snapping.map((_, k) => [0, 1 + k, 1 + ((k + 1) % count)]);
    return { points: [[0, 0, 0], ...snapping], faces: random.chance(0.3) ? random.shuffle(faces) : faces };
  };
  return random.times(random.integer(1, 2), fan);
}

/** Pages round one edge, some folded flat onto others, some there twice; the edge in both directions. */
export function books(random: Random): Shape[] {
  const points: Point[] = [
    [0, 0, 0],
    [0, 0, 6],
  ];
  const faces: number[][] = [];
  for (let page = random.integer(2, 9); page > 0; page--) {
    points.push([random.integer(-3, 3), random.integer(-3, 3), random.integer(-2, 8)]);
    const tip = points.length - 1;
    faces.push(random.chance(0.5) ? [0, 1, tip] : [1, 0, tip]);
    if (random.chance(0.3)) {
      points.push(points[tip].map((value) => 2 * value));
      faces.push([tip, points.length - 1, random.pick([0, 1])]);
    }
    if (random.chance(0.15)) faces.push([tip, 0, 1]);
  }
  return [{ points, faces }];
}

/** A closed strip with any number of half turns; with one it is Möbius' strip. Narrow, or so wide that it meets itself. */
export function strips(random: Random): Shape[] {
  const count = random.integer(4, 24);
  const halfTurns = random.integer(0, 5);
  const width = random.pick([0.5, 1, 3, 5]);
  const points: Point[] = [];
  for (let k = 0; k < count; k++) {
    const angle = (2 * Math.PI * k) / count;
    for (const side of [-width, width]) {
      const radius = 4 + side * Math.cos((halfTurns * angle) / 2);
      points.push([radius * Math.cos(angle), radius * Math.sin(angle), side * Math.sin((halfTurns * angle) / 2)]);
    }
  }
  const faces: number[][] = [];
  for (let k = 0; k < count; k++) {
    const [a, b] = [2 * k, 2 * k + 1];
    const isLast = k === count - 1;
    const [c, d] = isLast ? (halfTurns % 2 ? [1, 0] : [0, 1]) : [a + 2, b + 2];
    faces.push([a, b, c], [b, d, c]);
  }
  return [{ points, faces }];
}

/** Rough terrain and a second one that crosses, touches or repeats it: scans laid over each other. */
export function terrains(random: Random): Shape[] {
  const size = random.integer(2, 5);
  const step = random.pick([1, 0.25, 2 ** -20]);
  const heights = random.times((size + 1) ** 2, () => random.integer(-2, 2) * step);
  const terrain = (change: number) =>
    sheet(size, size, (u, v) => [u, v, heights[v * (size + 1) + u] + random.integer(-change, change) * step], random);
  return [terrain(0), terrain(random.pick([0, 1, 1, 2])), ...(random.chance(0.3) ? [terrain(1)] : [])];
}

/** A triangle cut at the middles of its sides again and again, beside the whole triangle. */
export function subdivisions(random: Random): Shape[] {
  const cut = ([a, b, c]: readonly Point[], depth: number): Point[][] => {
    if (depth === 0 || random.chance(0.2)) return [[a, b, c]];
    const middle = (p: Point, q: Point) => p.map((value, axis) => (value + q[axis]) / 2);
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    return [
      [a, ab, ca],
      [ab, b, bc],
      [ca, bc, c],
      [ab, bc, ca],
    ].flatMap((part) => cut(part, depth - 1));
  };
  const corner = () => random.times(3, () => random.integer(-20, 20));
  const whole = [corner(), corner(), corner()];
  const pieces = cut(whole, random.integer(1, 2));
  const across = soup([
    [whole[0], whole[1], corner()],
    [corner(), corner(), whole[2]],
  ]);
  return random.chance(0.5) ? [soup(pieces), soup([whole]), across] : [soup([...pieces, whole]), across];
}
