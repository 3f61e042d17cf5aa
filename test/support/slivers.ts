/** Bundles of long diagonal slivers, whose boxes overlap almost all others. */
import type { MeshInput } from '../../src/index.ts';
import type { Random } from './random.ts';

type Point = [number, number, number];

const along = (from: Point, direction: Point, length: number): Point =>
  from.map((value, k) => value + direction[k] * length) as Point;
const near = (random: Random, size: number): Point => [0, 1, 2].map(() => size * (random.next() - 0.5)) as Point;
const lattice = (random: Random, size: number): Point => [0, 1, 2].map(() => random.integer(0, size)) as Point;

/** Corners of a sliver of a bundle. */
export const BUNDLES: Readonly<Record<string, (random: Random) => Point[]>> = {
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
export function bundle(name: string, random: Random, count: number): MeshInput {
  const corners = Array.from({ length: count }, (_, i) => {
    const sliver = BUNDLES[name](random);
    return i % 8 === 0 ? [sliver[0], along(sliver[0], [1, 0, 0], 0.25), along(sliver[0], [0, 1, 1], 0.25)] : sliver;
  });
  return { positions: Float64Array.from(corners.flat(2)) };
}
