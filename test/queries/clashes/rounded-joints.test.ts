/**
 * Objects of several bricks whose corners were rotated and rounded, so that joints are off by an ulp: no skin of doubles fits
 * exactly. Whatever the volume of a clash is measured by, its bound holds.
 *
 * COLLIDESCOPE_SLOW looks at many more.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/index.ts';
import { Random } from '../../support/random.ts';
import { isLong } from '../../support/thoroughness.ts';

const SIDE = 3;
const count = isLong ? 5000 : 60;
const TRIANGLES = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
];

interface Brick {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

function randomBrick(random: Random): Brick {
  const low = random.times(3, () => random.integer(0, SIDE - 1));
  return { low, high: low.map((value) => random.integer(value + 1, SIDE)) };
}

/** Rows of a rotation about a random axis, rounded to doubles. */
function randomRotation(random: Random): number[][] {
  const [x, y, z, w] = random.times(4, () => 2 * random.next() - 1);
  const n = Math.hypot(x, y, z, w);
  const [a, b, c, d] = [x / n, y / n, z / n, w / n];
  return [
    [1 - 2 * (b * b + c * c), 2 * (a * b - c * d), 2 * (a * c + b * d)],
    [2 * (a * b + c * d), 1 - 2 * (a * a + c * c), 2 * (b * c - a * d)],
    [2 * (a * c - b * d), 2 * (b * c + a * d), 1 - 2 * (a * a + b * b)],
  ];
}

function soup(bricks: readonly Brick[], rows: readonly number[][]): Float64Array {
  const corner = ({ low, high }: Brick, i: number) => [0, 1, 2].map((k) => ((i >> k) & 1 ? high[k] : low[k]));
  const turned = (p: readonly number[]) => rows.map((row) => row[0] * p[0] + row[1] * p[1] + row[2] * p[2]);
  return Float64Array.from(bricks.flatMap((brick) => TRIANGLES.flatMap((i) => turned(corner(brick, i)))));
}

const holds = ({ low, high }: Brick, cell: readonly number[]) => cell.every((x, k) => low[k] <= x && x < high[k]);

function commonCells(a: readonly Brick[], b: readonly Brick[]): number {
  let common = 0;
  for (let i = 0; i < SIDE ** 3; i++) {
    const cell = [i % SIDE, Math.floor(i / SIDE) % SIDE, Math.floor(i / SIDE ** 2)];
    if ([a, b].every((bricks) => bricks.some((brick) => holds(brick, cell)))) common++;
  }
  return common;
}

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

it(`bounds the common volume of rotated bricks, ${count} assemblies`, async () => {
  let measured = 0;
  for (let seed = 0; seed < count; seed++) {
    const random = new Random(seed);
    const [a, b] = [random.times(2, () => randomBrick(random)), [randomBrick(random)]];
    const rows = randomRotation(random);
    using scene = engine.createScene();
    for (const bricks of [a, b]) scene.add({ positions: soup(bricks, rows) });
    const { clashes } = await scene.clashes({ volume: true });
    if (!clashes.every(({ volume }) => volume)) continue;
    measured++;
    const volume = clashes.reduce((sum, clash) => sum + clash.volume!.volume, 0);
    const errorBound = clashes.reduce((sum, clash) => sum + clash.volume!.errorBound, 0);
    const rounding = 2 ** -40;
    expect(Math.abs(volume - commonCells(a, b)), `seed ${seed}`).toBeLessThanOrEqual(errorBound + rounding);
  }
  expect(measured).toBeGreaterThan(count / 2);
});
