import { beforeAll, describe, expect, it } from 'vitest';
import { toIntegers } from '../../oracle/exact-coordinates.ts';
import { isDistanceWithin } from '../../oracle/exact-distance.ts';
import { type Triangle, triangleDistance, type Vector } from '../../oracle/triangle-distance.ts';
import { exactTriangle, meeting, type Point } from '../../oracle/triangle-meeting.ts';
import type { AllKernelExports } from '../../src/backend/wasm/kernels.ts';
import { WasmRuntime } from '../../src/backend/wasm/runtime.ts';
import { Random, stepDouble } from '../support/random.ts';

/** Pairs of triangles of each kind. */
const CASES = Number(process.env.COLLIDESCOPE_DISTANCE_CASES ?? 400);
/** Of the extent of the pair, as src/exact/kernels/triangle-distance.ts promises. */
const BOUND = 2 ** -48;

let runtime: WasmRuntime;
let kernels: AllKernelExports;
let block: number;
beforeAll(async () => {
  runtime = await WasmRuntime.open(0);
  kernels = await runtime.loadKernels('all');
  block = runtime.memory.allocate(192, 'the test');
});

function kernelDistance(a: Triangle, b: Triangle): { distance: number; points: [Vector, Vector] } {
  runtime.memory.f64.set([...a.flat(), ...b.flat()], block >> 3);
  const distance = kernels.triangleDistance(block, block + 72, block + 144);
  const ends = Array.from(runtime.memory.f64.subarray((block + 144) >> 3, (block + 192) >> 3));
  return { distance, points: [ends.slice(0, 3), ends.slice(3)] as unknown as [Vector, Vector] };
}

const vector = (random: Random, size = 1): Vector => [
  random.real(-size, size),
  random.real(-size, size),
  random.real(-size, size),
];
const plus = (p: Vector, q: Vector, factor = 1): Vector => [
  p[0] + factor * q[0],
  p[1] + factor * q[1],
  p[2] + factor * q[2],
];
const mapped = (triangle: Triangle, map: (point: Vector) => Vector): Triangle =>
  triangle.map(map) as unknown as Triangle;
const some = (random: Random, size = 1): Triangle => [vector(random, size), vector(random, size), vector(random, size)];
/** A third corner at a small height above an edge. */
function sliver(random: Random, origin: Vector, edge: Vector, height: number): Triangle {
  return [origin, plus(origin, edge), plus(plus(origin, edge, random.next()), vector(random), height)];
}

const KINDS: Record<string, (random: Random, small: number) => [Triangle, Triangle]> = {
  'side by side': (random) => [some(random), mapped(some(random), (p) => plus(p, [random.real(0, 3), 0, 0]))],
  'a sliver and another': (random, small) => [sliver(random, vector(random), vector(random), small), some(random)],
  'parallel slivers': (random, small) => {
    const [origin, edge] = [vector(random), vector(random)];
    const other = plus(origin, vector(random), small * random.real(0, 10));
    return [sliver(random, origin, edge, small), sliver(random, other, plus(edge, vector(random), small), small)];
  },
  'a corner close to a face': (random, small) => {
    const face = some(random);
    const middle = plus(plus(plus([0, 0, 0], face[0], 0.3), face[1], 0.3), face[2], 0.4);
    return [face, [plus(middle, vector(random), small), plus(middle, vector(random)), plus(middle, vector(random))]];
  },
  'a corner close to a sliver': (random, small) => {
    const face = sliver(random, vector(random), vector(random), small);
    const middle = plus(plus(plus([0, 0, 0], face[0], 0.3), face[1], 0.3), face[2], 0.4);
    return [
      face,
      [plus(middle, vector(random), small / 8), plus(middle, vector(random)), plus(middle, vector(random))],
    ];
  },
  'one over the other': (random, small) => {
    const lower = some(random);
    const up = vector(random);
    return [lower, mapped(lower, (p) => plus(plus(p, up, small), vector(random), small * small))];
  },
  'far from the origin': (random) => {
    const far = vector(random, 1e8);
    return [mapped(some(random), (p) => plus(p, far)), mapped(some(random), (p) => plus(p, far))];
  },
  'on a lattice': (random) => {
    const point = (): Vector => [random.integer(-2, 2), random.integer(-2, 2), random.integer(-2, 2)];
    return [
      [point(), point(), point()],
      [point(), point(), point()],
    ];
  },
  'huge or tiny': (random) => {
    const scale = 2 ** random.integer(-1060, 245);
    const point = (): Vector => [0, 0, 0].map(() => random.integer(-9, 9) * scale) as unknown as Vector;
    return [
      [point(), point(), point()],
      [point(), point(), point()],
    ];
  },
  'of very different size': (random) => [
    some(random, 2 ** random.integer(-60, 60)),
    mapped(some(random, 2 ** random.integer(-60, 60)), (p) => [stepDouble(p[0], random.integer(-2, 2)), p[1], p[2]]),
  ],
};

/** Whether both have area and they share no point, exactly. */
function areApart(a: Triangle, b: Triangle): boolean {
  const [p, q] = toIntegers([a.flat(), b.flat()]).map((flat) =>
    exactTriangle(...([0, 3, 6].map((at) => flat.slice(at, at + 3)) as unknown as [Point, Point, Point])),
  );
  return p !== null && q !== null && meeting(p, q).dimension < 0;
}

function extentOf(...triangles: readonly Triangle[]): number {
  const points = triangles.flat();
  const along = [0, 1, 2].map((k) => points.map((point) => point[k]));
  return Math.max(...along.map((values) => Math.max(...values) - Math.min(...values)));
}

describe.each(Object.entries(KINDS))('the distance of two triangles, %s', (name, make) => {
  it('is the twin’s to the bit, whatever the order, and as exact as promised', () => {
    const random = new Random(Object.keys(KINDS).indexOf(name));
    let tested = 0;
    for (let i = 0; i < CASES; i++) {
      const [a, b] = make(random, 10 ** -random.real(0, 17));
      if (!areApart(a, b)) continue;
      tested++;
      const about = `case ${i}: ${JSON.stringify([a, b])}`;
      const found = kernelDistance(a, b);
      expect(found, about).toEqual(triangleDistance(a, b));
      const turned = kernelDistance([b[2], b[1], b[0]], [a[1], a[2], a[0]]);
      expect(turned, about).toEqual({ distance: found.distance, points: [found.points[1], found.points[0]] });
      const bound = Math.max(extentOf(a, b) * BOUND, Number.MIN_VALUE);
      expect(isDistanceWithin(a.flat(), b.flat(), found.distance, bound), about).toBe(true);
    }
    expect(tested).toBeGreaterThan(CASES / 20);
  });
});

describe('the nearest points of two triangles', () => {
  it('are corners as they are given, where corners are nearest', () => {
    const a: Triangle = [
      [0.1, 0.2, 0.3],
      [-1, 0.2, 0.3],
      [-1, 1.7, 0.3],
    ];
    const b: Triangle = [
      [5.1, 0.7, 0.9],
      [9, 9, 9],
      [9, 0.7, 0.9],
    ];
    expect(kernelDistance(a, b).points).toEqual([a[0], b[0]]);
  });

  it('are above 0 apart even where that rounds to 0', () => {
    const tiny = 2 ** -1074;
    const a: Triangle = [
      [0, 0, 0],
      [4 * tiny, 0, 0],
      [0, 4 * tiny, 0],
    ];
    const b = mapped(a, ([x, y]) => [x, y, tiny]);
    expect(kernelDistance(a, b).distance).toBe(tiny);
  });
});
