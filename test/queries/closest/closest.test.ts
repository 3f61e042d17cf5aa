import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oracleWithin } from '../../../oracle/within.ts';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { Random } from '../../support/random.ts';
import { sheet } from '../../support/shapes.ts';

const SEEDS = Number(process.env.COLLIDESCOPE_CLOSEST_SEEDS ?? 6);

/** Random triangles around a middle, some of them without area; large enough to have a tree of several clusters. */
function soup(random: Random, middle: readonly number[], size: number, count: number, step: number): MeshInput {
  const positions = new Float64Array(9 * count);
  for (let t = 0; t < count; t++) {
    const centre = middle.map((m) => m + random.real(-size, size));
    for (let k = 0; k < 9; k++) {
      const value = centre[k % 3] + random.real(-size, size) / 6;
      positions[9 * t + k] = step > 0 ? Math.round(value / step) * step : value;
    }
    if (random.next() < 0.05) positions.copyWithin(9 * t + 3, 9 * t, 9 * t + 3);
  }
  return { positions };
}

/** A matrix that turns, scales, perhaps shears or mirrors, and moves. */
function randomMatrix(random: Random, far: number): number[] {
  const turn = random.real(0, 6.28);
  const scale = 2 ** random.real(-1, 1);
  const [c, s] = [scale * Math.cos(turn), scale * Math.sin(turn)];
  const shear = random.next() < 0.3 ? random.real(-0.5, 0.5) : 0;
  const mirror = random.next() < 0.3 ? -1 : 1;
  return [c, s, 0, 0, -s, c, shear, 0, 0, 0, mirror * scale, 0, random.real(-3, 3) + far, random.real(-3, 3), 0, 1];
}

/** The same sums in the same order as the engine: the same numbers. */
function placed({ positions, ...rest }: MeshInput, m: readonly number[]): MeshInput {
  const from = positions as Float64Array;
  const to = new Float64Array(from.length);
  for (let i = 0; i < from.length; i += 3) {
    for (let k = 0; k < 3; k++)
      to[i + k] = m[k] * from[i] + m[4 + k] * from[i + 1] + m[8 + k] * from[i + 2] + m[12 + k];
  }
  return { ...rest, positions: to };
}

function leastDistance(a: MeshInput, b: MeshInput): number {
  const { pairs } = oracleWithin([a, b], Number.POSITIVE_INFINITY);
  return pairs.reduce((least, { distance }) => Math.min(least, distance), Number.POSITIVE_INFINITY);
}

describe.each([0, 2])('closest, %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  it.each(Array.from({ length: SEEDS }, (_, i) => i))('is the least of all pairs, seed %i', async (seed) => {
    const random = new Random(seed);
    const step = seed % 3 === 0 ? 0.25 : 0;
    const a = soup(random, [0, 0, 0], 1, 60, step);
    const b = soup(random, [random.real(0, 3), 0, 0], 1, 70, step);
    const far = seed % 4 === 1 ? 1e6 : 0;
    const [matrixA, matrixB] = [randomMatrix(random, far), randomMatrix(random, far)];
    using scene = engine.createScene();
    const [idA, idB] = [scene.add(a), scene.add(b)];
    expect((await scene.closest(idA, idB)).distance).toBe(leastDistance(a, b));
    scene.place(idA, matrixA);
    scene.place(idB, matrixB);
    const [placedA, placedB] = [placed(a, matrixA), placed(b, matrixB)];
    const expected = leastDistance(placedA, placedB);
    const { distance, pointA, pointB, triangleA, triangleB } = await scene.closest(idA, idB);
    expect(distance).toBe(expected);
    expect((await scene.closest(idB, idA)).distance).toBe(expected);
    const between = Math.hypot(...pointA!.map((value, k) => value - pointB![k]));
    expect(Math.abs(between - distance)).toBeLessThan(1e-9 * (1 + far));
    const one = (mesh: MeshInput, t: number): MeshInput => ({ positions: mesh.positions.slice(9 * t, 9 * t + 9) });
    expect(leastDistance(one(placedA, triangleA), one(placedB, triangleB))).toBe(distance);
    if (expected > 0) {
      expect(await scene.closest(idA, idB, { below: expected })).toMatchObject({
        distance: Number.POSITIVE_INFINITY,
        triangleA: -1,
      });
      expect((await scene.closest(idA, idB, { below: expected * 1.001 })).distance).toBe(expected);
    }
  });

  it('follows objects that are moved, replaced and placed', async () => {
    using scene = engine.createScene();
    const flat = sheet(12, 1, () => 0);
    const a = scene.add(flat);
    const b = scene.add(sheet(12, 1, () => 2));
    expect((await scene.closest(a, b)).distance).toBe(2);
    scene.move(b, sheet(12, 1, () => 3).positions);
    expect((await scene.closest(a, b)).distance).toBe(3);
    scene.replace(
      b,
      sheet(5, 1, () => 5),
    );
    expect((await scene.closest(a, b)).distance).toBe(5);
    scene.place(b, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -5, 1]);
    expect(await scene.closest(a, b)).toMatchObject({ distance: 0 });
  });

  it('works from trees: few pairs of triangles of two fine sheets', async () => {
    using scene = engine.createScene();
    const bowl = (height: number) => sheet(60, 4, (x, y) => height + 0.2 * ((x - 2) ** 2 + (y - 2) ** 2));
    const [a, b] = [scene.add(bowl(0)), scene.add(sheet(60, 4, (x, y) => -1 - 0.2 * ((x - 2) ** 2 + (y - 2) ** 2)))];
    const { distance, stats } = await scene.closest(a, b);
    expect(distance).toBe(1);
    expect(stats.trianglePairs).toBeLessThan(stats.triangles);
  });

  it('answers for objects without surface', async () => {
    using scene = engine.createScene();
    const a = scene.add(sheet(3, 1, () => 0));
    const empty = scene.add({ positions: new Float64Array(0) });
    const line = scene.add({ positions: Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0) });
    for (const other of [empty, line]) {
      expect(await scene.closest(a, other)).toMatchObject({ distance: Number.POSITIVE_INFINITY, pointA: undefined });
    }
  });

  it('refuses what it cannot answer', async () => {
    using scene = engine.createScene();
    const [a, b] = [scene.add(sheet(3, 1, () => 0)), scene.add(sheet(3, 1, () => 1))];
    await expect(scene.closest(a, a)).rejects.toMatchObject({ code: 'same-object' });
    await expect(scene.closest(a, 7)).rejects.toMatchObject({ code: 'unknown-object' });
    for (const below of [0, -1, Number.NaN]) {
      await expect(scene.closest(a, b, { below })).rejects.toMatchObject({ code: 'option-range' });
    }
    // @ts-expect-error no such option
    await expect(scene.closest(a, b, { above: 1 })).rejects.toMatchObject({ code: 'unknown-option' });
    scene.replace(b, { positions: Float64Array.of(0, 0, 2 ** 101, 1e31, 0, 0, 0, 1e31, 0) });
    await expect(scene.closest(a, b)).rejects.toMatchObject({ code: 'out-of-range' });
  });
});
