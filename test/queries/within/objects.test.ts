import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput, OptionError, type Proximities } from '../../../src/index.ts';
import { Random } from '../../support/random.ts';
import { sheet } from '../../support/shapes.ts';

/** Small objects of a few triangles each, strewn in a cube; coordinates on a coarse grid, so that many are as near. */
function crowd(count: number, seed: number, step: number): MeshInput[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const middle = [random.real(0, 6), random.real(0, 6), random.real(0, 6)];
    const triangles = 1 + Math.floor(3 * random.next());
    const positions = new Float64Array(9 * triangles);
    for (let k = 0; k < positions.length; k++)
      positions[k] = Math.round((middle[k % 3] + random.real(-1, 1)) / step) * step;
    return { positions };
  });
}

/** a, b, distance, the two triangles and the nearest points, of each pair of objects. */
function nearestRows({ trianglePairs, points, objectPairs, objectDistances, nearestPairs }: Proximities): number[][] {
  return Array.from(objectDistances, (distance, i) => {
    const pair = nearestPairs[i];
    return [
      ...objectPairs.subarray(3 * i, 3 * i + 2),
      distance,
      ...trianglePairs.subarray(4 * pair, 4 * pair + 4),
      ...points!.subarray(6 * pair, 6 * pair + 6),
    ];
  });
}

describe.each([0, 1, 2])('within, nearest of objects, %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  async function both(meshes: readonly MeshInput[], distance: number, options = {}) {
    const scene = engine.createScene();
    for (const mesh of meshes) scene.add(mesh);
    const all = await scene.within(distance, options);
    const nearest = await scene.within(distance, { ...options, objects: true });
    scene.dispose();
    return { all, nearest };
  }

  it.each([1, 2, 3, 4])('is the nearest of all pairs, the lowest of equals, in random scene %i', async (seed) => {
    for (const [step, distance] of [
      [0.5, 1.1],
      [2 ** -20, 0.7],
      [1, Number.POSITIVE_INFINITY],
    ]) {
      const { all, nearest } = await both(crowd(60, seed, step), distance, {
        ignore: [
          [0, 1],
          [3, 2],
        ],
      });
      expect(nearestRows(nearest)).toEqual(nearestRows(all));
      expect(nearest.distances).toHaveLength(all.objectDistances.length);
      expect(nearest.objectPairs.filter((_, at) => at % 3 === 2).every((count) => count === 1)).toBe(true);
    }
  });

  it('looks within objects as well, and lists pairs in ascending order', async () => {
    const fold = sheet(8, 1, (x) => 0.3 * Math.abs(x - 0.5));
    const { all, nearest } = await both([fold, sheet(6, 1, (x) => 0.4 + x)], 0.6, { self: true });
    expect(nearestRows(nearest)).toEqual(nearestRows(all));
    const keys = Array.from(nearest.distances, (_, i) => Array.from(nearest.trianglePairs.subarray(4 * i, 4 * i + 4)));
    expect(keys).toEqual(keys.toSorted((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2] || p[3] - q[3]));
  });

  it('has nothing to say of an empty scene, and leaves points out when asked to', async () => {
    expect((await both([], 1)).nearest.distances).toHaveLength(0);
    const scene = engine.createScene();
    for (const mesh of crowd(5, 9, 0.5)) scene.add(mesh);
    expect((await scene.within(9, { objects: true, points: false })).points).toBeUndefined();
    scene.dispose();
  });

  it('refuses a limit, for the nearest is known only in the end', async () => {
    const scene = engine.createScene();
    await expect(scene.within(1, { objects: true, limit: 3 })).rejects.toThrow(OptionError);
    await expect(scene.within(1, { objects: 1 as never })).rejects.toThrow(/objects/);
    scene.dispose();
  });
});
