/** Convex solids with corners in whole numbers, and meshes of several of them: shells that overlap, touch and share faces. */
import { type Facet, hullOf, type Part, type Point } from '../../oracle/convex-unions.ts';
import type { Random } from './random.ts';

/** A tetrahedron, a box, a slanting prism, a hull of some points, or a tetrahedron with a face in a plane of the lattice. */
const CLOUDS: readonly ((random: Random, size: number) => readonly Point[])[] = [
  (random, size) => random.times(4, () => anywhere(random, size)),
  (random, size) => {
    const low = random.times(3, () => random.integer(0, size - 1));
    const high = low.map((value) => random.integer(value + 1, size));
    return Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((k) => ((i >> k) & 1 ? high : low)[k]) as never);
  },
  (random, size) => {
    const base = random.times(3, () => anywhere(random, size));
    const along = random.times(3, () => random.integer(-size, size));
    const top = base.map((point) => point.map((value, k) => value + along[k]) as unknown as Point);
    return top.flat().every((value) => value >= 0 && value <= size) ? [...base, ...top] : base;
  },
  (random, size) => random.times(random.integer(5, 8), () => anywhere(random, size)),
  (random, size) => {
    const [k, height] = [random.integer(0, 2), random.integer(0, size)];
    return random.times(4, (i) => {
      const point = anywhere(random, size);
      return i < 3 ? (point.map((value, at) => (at === k ? height : value)) as unknown as Point) : point;
    });
  },
];

const anywhere = (random: Random, size: number): Point => random.times(3, () => random.integer(0, size)) as never;

/** One with all corners from 0 to `size`. */
export function convexSolid(random: Random, size: number): Facet[] {
  for (;;) {
    const facets = hullOf(random.pick(CLOUDS)(random, size));
    if (facets) return facets;
  }
}

export function randomParts(random: Random, most: number, size: number, signed: boolean): Part[] {
  return random.times(random.integer(1, most), () => ({
    facets: convexSolid(random, size),
    turn: signed && random.chance(0.4) ? -1 : 1,
  }));
}

/** A mesh of parts; vertices are shared within a part, facets divided by any diagonals, triangles in any order. */
export function drawnParts(parts: readonly Part[], random: Random) {
  const positions: number[] = [];
  const triangles: number[][] = [];
  for (const { facets, turn } of parts) {
    const known = new Map<string, number>();
    const vertexOf = (point: Point): number => {
      if (!known.has(point.join())) known.set(point.join(), positions.push(...point) / 3 - 1);
      return known.get(point.join())!;
    };
    for (const { ring } of facets) {
      const start = random.integer(0, ring.length - 1);
      const corners = ring.map((_, i) => vertexOf(ring[(i + start) % ring.length]));
      for (let i = 2; i < corners.length; i++) {
        const [p, q, r] = [corners[0], corners[i - 1], corners[i]];
        triangles.push(turn > 0 ? [p, q, r] : [q, p, r]);
      }
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(random.shuffle(triangles).flat()) };
}
