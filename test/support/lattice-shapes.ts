/**
 * CAD-like shapes whose coordinates are quarters, and matrices of small whole numbers: placing is exact, so an oracle that places
 * by itself has the same coordinates. Much is flush, coplanar, touching or there twice.
 */
import type { MeshInput } from '../../src/index.ts';
import type { Random } from './random.ts';

type Point = readonly [number, number, number];

class Shape {
  readonly points: Point[] = [];
  readonly indices: number[] = [];

  triangle(...corners: readonly Point[]): void {
    for (const corner of corners) this.indices.push(this.points.push(corner) - 1);
  }

  /** A rectangle of n × n cells, its diagonals in turns. */
  patch(from: Point, u: Point, v: Point, n: number): void {
    const first = this.points.length;
    for (let i = 0; i <= n; i++) {
      for (let j = 0; j <= n; j++) this.points.push(along(along(from, u, i / n), v, j / n));
    }
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const a = first + i * (n + 1) + j;
        const b = a + n + 1;
        this.indices.push(...((i + j) % 2 ? [a, b, a + 1, a + 1, b, b + 1] : [a, b, b + 1, a, b + 1, a + 1]));
      }
    }
  }

  box(from: Point, [x, y, z]: Point, n: number): void {
    const to = along(from, [x, y, z], 1);
    const [across, down, deep]: Point[] = [
      [x, 0, 0],
      [0, y, 0],
      [0, 0, z],
    ];
    this.patch(from, down, across, n);
    this.patch(from, across, deep, n);
    this.patch(from, deep, down, n);
    this.patch(to, along([0, 0, 0], across, -1), along([0, 0, 0], down, -1), n);
    this.patch(to, along([0, 0, 0], deep, -1), along([0, 0, 0], across, -1), n);
    this.patch(to, along([0, 0, 0], down, -1), along([0, 0, 0], deep, -1), n);
  }

  /** Points that are equal become one vertex, if asked for. */
  mesh(single: boolean, joins: boolean): MeshInput & { indices: Uint32Array } {
    const numbers = new Map<string, number>();
    const kept: Point[] = [];
    const numberOf = this.points.map((point, i) => {
      const key = joins ? point.join() : String(i);
      if (!numbers.has(key)) numbers.set(key, kept.push(point) - 1);
      return numbers.get(key)!;
    });
    const positions = single ? Float32Array.from(kept.flat()) : Float64Array.from(kept.flat());
    return { positions, indices: Uint32Array.from(this.indices, (i) => numberOf[i]), weld: false };
  }
}

function along(from: Point, direction: Point, length: number): Point {
  return [from[0] + length * direction[0], from[1] + length * direction[1], from[2] + length * direction[2]];
}

const quarter = (random: Random, reach: number) => random.integer(-4 * reach, 4 * reach) / 4;
const somewhere = (random: Random, reach: number): Point => [0, 1, 2].map(() => quarter(random, reach)) as never;

const SHAPES: readonly ((shape: Shape, random: Random, n: number) => void)[] = [
  (shape, random, n) =>
    shape.box(
      somewhere(random, 2),
      random.pick([
        [1, 1, 1],
        [4, 4, 0.25],
        [1, 2, 4],
      ] as const),
      n,
    ),
  (shape, random, n) => shape.patch([0, 0, random.pick([0, 0, 1])], [4, 0, 0], [0, 4, 0], 2 * n),
  // Plates in one plane, or in planes close by.
  (shape, random, n) => {
    for (let i = random.integer(2, 5); i > 0; i--) {
      const from: Point = [random.integer(-2, 2), random.integer(-2, 2), random.pick([0, 0, 0.25])];
      shape.patch(from, [random.pick([1, 2, 4]), 0, 0], [0, random.pick([1, 2, 4]), 0], n);
    }
  },
  // One within the other, the innermost twice.
  (shape, random) => {
    for (const i of [1, 1, 2, 3]) shape.box([-i, -i, -i], [2 * i, 2 * i, 2 * i], random.pick([1, 2]));
  },
  // Tapered to an edge or wider at the top.
  (shape, random, n) => {
    const top = random.pick([0, 0.5, 2]);
    shape.box([0, 0, 0], [2, 2, 4], n);
    for (const [i, [x, y, z]] of shape.points.entries()) {
      shape.points[i] = [x * (1 + ((top - 1) * z) / 4), y, z];
    }
  },
  (shape, random) => {
    for (let i = 0; i < 30; i++) {
      const start = somewhere(random, 2);
      const end = along(start, [4, 8, 2], random.integer(1, 2));
      shape.triangle(
        start,
        end,
        along(
          end,
          random.pick([
            [0.25, 0, 0],
            [0, 0, 0.25],
          ] as const),
          1,
        ),
      );
    }
  },
  (shape, random, n) => {
    for (let i = 0; i < 10 * n; i++) {
      const corner = somewhere(random, 3);
      shape.triangle(corner, along(corner, somewhere(random, 1), 1), along(corner, somewhere(random, 1), 1));
    }
  },
  (shape, random) => {
    const rim = random.integer(3, 20);
    shape.points.push([0, 0, 0]);
    for (let i = 0; i < rim; i++) shape.points.push([quarter(random, 2), quarter(random, 2), random.pick([0, 0, 1])]);
    for (let i = 0; i < rim; i++) shape.indices.push(0, 1 + i, 1 + ((i + 1) % rim));
  },
];

/** With as many cells along a side as `n` says. */
export function latticeMesh(random: Random, n: number): MeshInput & { indices: Uint32Array } {
  const shape = new Shape();
  random.pick(SHAPES)(shape, random, n);
  return shape.mesh(random.chance(0.5), random.chance(0.7));
}

const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
] as const;

/** Moves, turns, mirrors, shears, scales by powers of two; some cannot be undone. */
export function latticeMatrix(random: Random): number[] {
  const unit = () => random.integer(-1, 1);
  const columns = random.pick([
    () => AXES,
    () => AXES,
    () => random.shuffle(AXES).map((axis) => axis.map((x) => random.pick([1, -1]) * x)),
    () => [AXES[0], [unit(), 1, 0], [unit(), unit(), 1]],
    () => AXES.map((axis) => axis.map((x) => 2 * x)),
    () => AXES.map(() => [unit(), unit(), unit()]),
    () => [AXES[0], AXES[1], [0, 0, 0]],
  ])();
  return [...columns.flatMap((column) => [...column, 0]), ...somewhere(random, 2), 1];
}

/** Exact where both are of a lattice. */
export function placedBy(matrix: readonly number[] | undefined, positions: ArrayLike<number>): Float64Array {
  const m = matrix ?? [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  return Float64Array.from(positions, (_, i) => {
    const [first, k] = [i - (i % 3), i % 3];
    const [x, y, z] = [positions[first], positions[first + 1], positions[first + 2]];
    return m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k];
  });
}

/** Whether a matrix cannot be undone; exact for small whole numbers. */
export function isSingular(m: readonly number[]): boolean {
  const minor = (i: number, j: number) => m[4 + i] * m[8 + j] - m[8 + i] * m[4 + j];
  return m[0] * minor(1, 2) - m[1] * minor(0, 2) + m[2] * minor(0, 1) === 0;
}
