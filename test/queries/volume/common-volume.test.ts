/**
 * `overlapVolume` of two convex solids against whole-number truth: tapered, flush, nested and thin ones, turned and far from the origin.
 * COLLIDESCOPE_SLOW=1 tries 2 000 pairs.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asDouble, convexOverlap, type WholeSolid, wholeOf } from '../../../oracle/convex-overlap.ts';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { Random } from '../../support/random.ts';

const cases = process.env.COLLIDESCOPE_SLOW === '1' ? 2000 : 200;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

type Rectangle = readonly [x0: number, x1: number, y0: number, y1: number];

/** Corners of a solid between two rectangles at two heights; its sides are plane because edges of both run along x and y. */
function frustum(bottom: Rectangle, top: Rectangle, z0: number, z1: number): number[][] {
  const corner = ([x0, x1, y0, y1]: Rectangle, z: number) => [
    [x0, y0, z],
    [x1, y0, z],
    [x1, y1, z],
    [x0, y1, z],
  ];
  return [...corner(bottom, z0), ...corner(top, z1)];
}

const FACES = [
  [3, 2, 1, 0],
  [4, 5, 6, 7],
  [0, 1, 5, 4],
  [1, 2, 6, 5],
  [2, 3, 7, 6],
  [3, 0, 4, 7],
];

/** Two triangles per face, by either diagonal. */
function facesOf(random: Random): [number, number, number][] {
  return FACES.flatMap(([a, b, c, d]): [number, number, number][] =>
    random.chance(0.5)
      ? [
          [a, b, c],
          [a, c, d],
        ]
      : [
          [b, c, d],
          [b, d, a],
        ],
  );
}

const rectangle = (random: Random, least: number, most: number): Rectangle => {
  const [x0, y0] = [random.integer(least, most - 1), random.integer(least, most - 1)];
  return [x0, random.integer(x0 + 1, most), y0, random.integer(y0 + 1, most)];
};

const scaled = ([x0, x1, y0, y1]: Rectangle, by: number): Rectangle => [x0 * by, x1 * by, y0 * by, y1 * by];

const KINDS: Readonly<Record<string, (random: Random) => [number[][], number[][]]>> = {
  tapered: (random) => {
    const one = () => {
      const z = random.integer(-60, 0);
      return frustum(rectangle(random, -99, 99), rectangle(random, -99, 99), z, z + random.integer(1, 99));
    };
    return [one(), one()];
  },
  flush: (random) => {
    const one = () => {
      const z = random.integer(0, 2);
      const r = rectangle(random, 0, 4);
      return frustum(r, random.chance(0.5) ? r : rectangle(random, 0, 4), z, z + random.integer(1, 3));
    };
    return [one(), one()];
  },
  nested: (random) => {
    const [outer, inner] = [rectangle(random, -9, 9), random.integer(2, 5)];
    const small = scaled(outer, 1);
    const touches = random.chance(0.5) ? 0 : 1;
    return [
      frustum(scaled(outer, inner), scaled(outer, inner), -20, 20),
      frustum(small, small, -20 + touches, random.integer(-18, 20)),
    ];
  },
  thin: (random) => {
    const far = 2 ** random.integer(8, 24);
    const r = scaled(rectangle(random, -9, 9), far);
    const s = scaled(rectangle(random, -9, 9), far);
    return [frustum(r, r, -far, random.integer(0, 1)), frustum(s, random.chance(0.5) ? s : r, 0, far)];
  },
};

type Row = readonly [number, number, number];
type Move = readonly [Row, Row, Row];

/** A map by whole numbers that keeps volumes and turns nothing inside out. */
function shear(random: Random): Move {
  const [p, q, r, s] = random.times(4, () => random.integer(-2, 2));
  return [
    [1, p, q],
    [r, 1 + p * r, q * r + s],
    [0, 0, 1],
  ];
}

const UNTURNED: Move = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** The same solid in whole numbers, and as a mesh in units of `unit`. */
function bothForms(corners: readonly number[][], triangles: [number, number, number][], unit: number) {
  const whole: WholeSolid = {
    corners: corners.map(([x, y, z]) => [BigInt(x), BigInt(y), BigInt(z)] as const),
    triangles,
  };
  const mesh: MeshInput = {
    positions: Float64Array.from(corners.flat(), (value) => value * unit),
    indices: Uint32Array.from(triangles.flat()),
  };
  return { whole, mesh };
}

function pairOf(kind: string, seed: number) {
  const random = new Random(seed);
  const [a, b] = KINDS[kind](random);
  const move = random.chance(0.7) ? shear(random) : UNTURNED;
  const offset = random.chance(0.2) ? random.times(3, () => random.integer(-(2 ** 30), 2 ** 30)) : [0, 0, 0];
  const moved = (corners: number[][]) =>
    corners.map((p) => move.map((row, k) => row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + offset[k]));
  const unit = 2 ** -random.integer(0, 12);
  return {
    first: bothForms(moved(a), facesOf(random), unit),
    second: bothForms(moved(b), facesOf(random), unit),
    unit,
  };
}

describe.each(Object.keys(KINDS))('overlapVolume of %s solids', (kind) => {
  it(`is within its bound of the truth in ${cases / 4} cases`, async () => {
    for (let seed = 0; seed < cases / 4; seed++) {
      const { first, second, unit } = pairOf(kind, seed);
      const about = `${kind}, seed ${seed}`;
      using scene = engine.createScene();
      const found = await scene.overlapVolume(scene.add(first.mesh), scene.add(second.mesh));
      const { whole } = convexOverlap(first.whole, second.whole);
      expect(found.method, about).toBe('exact');
      const error = asDouble(wholeOf(found.volume / unit ** 3) - whole) * unit ** 3;
      expect(Math.abs(error), `${about}: ${found.volume}`).toBeLessThanOrEqual(found.errorBound);
      expect(found.bounds === undefined, about).toBe(whole === 0n);
    }
  });
});
