/** One rule for which pairs of objects are asked about: every query obeys it, and asking for some is filtering what all would say. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type ObjectPair, type Scene } from '../../src/index.ts';
import { scattered } from '../support/shapes.ts';

type Asked = { pairs?: readonly ObjectPair[]; ignore?: readonly ObjectPair[]; self?: boolean; between?: boolean };

/** The two objects of each row of an answer. */
const columns = (rows: ArrayLike<number>, width: number, a: number, b: number): number[][] =>
  Array.from({ length: rows.length / width }, (_, i) => [rows[width * i + a], rows[width * i + b]]);

const QUERIES: Record<string, (scene: Scene, options: Asked) => Promise<{ objects: number[][]; rows: number[][] }>> = {
  collide: async (scene, options) => {
    const { trianglePairs } = await scene.collide(options);
    return { objects: columns(trianglePairs, 4, 0, 2), rows: rowsOf(trianglePairs, 4) };
  },
  'collide, culled': async (scene, options) => {
    const { trianglePairs } = await scene.collide({ ...options, cull: true });
    return { objects: columns(trianglePairs, 4, 0, 2), rows: rowsOf(trianglePairs, 4) };
  },
  within: async (scene, options) => {
    const { trianglePairs } = await scene.within(0.05, options);
    return { objects: columns(trianglePairs, 4, 0, 2), rows: rowsOf(trianglePairs, 4) };
  },
  'within, objects': async (scene, options) => {
    const { trianglePairs } = await scene.within(0.05, { ...options, objects: true });
    return { objects: columns(trianglePairs, 4, 0, 2), rows: rowsOf(trianglePairs, 4) };
  },
  impacts: async (scene, options) => {
    for (let i = 0; i < 4; i++) scene.aim(i, scattered(60, 0.35, i + 11).positions as Float64Array);
    const { features } = await scene.impacts(options);
    return { objects: columns(features, 6, 0, 3), rows: rowsOf(features, 6) };
  },
  clashes: async (scene, options) => {
    const { clashes } = await scene.clashes({ ...options, depth: false, clearance: 0.05 });
    const rows = clashes.map(({ a, b, pairCount }) => [a, b, pairCount]);
    return { objects: rows, rows };
  },
};

function rowsOf(values: ArrayLike<number>, width: number): number[][] {
  return Array.from({ length: values.length / width }, (_, i) =>
    Array.from({ length: width }, (_, k) => values[width * i + k]),
  );
}

const isPair = ([a, b]: readonly number[], pairs: readonly ObjectPair[]) =>
  pairs.some(([p, q]) => (p === a && q === b) || (p === b && q === a));

describe.each([0, 2])('pairs of objects, %i threads', (threads) => {
  let engine: Engine;
  let scene: Scene;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
    scene = engine.createScene();
    for (let i = 0; i < 4; i++) {
      const id = scene.add(scattered(60, 0.35, i + 1));
      if (i === 2) scene.place(id, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.03, 0.02, 0.01, 1]);
    }
    scene.filter(3, { category: 2, mask: 2 + 1 });
    scene.filter(0, { category: 4, mask: 1 });
  });
  afterAll(() => engine.dispose());

  const CASES: Asked[] = [
    { pairs: [[0, 1]] },
    { pairs: [[1, 0], [1, 1]] }, // biome-ignore format: one line
    { pairs: [[2, 2], [3, 1], [0, 3]] }, // biome-ignore format: one line
    { pairs: [[0, 0], [2, 1], [1, 3]], ignore: [[1, 2], [0, 0]] }, // biome-ignore format: one line
    { pairs: [] },
    { self: true, ignore: [[3, 2]] },
  ];
  it.each(Object.keys(QUERIES))('%s', async (name) => {
    const ask = QUERIES[name];
    const all = await ask(scene, { self: true });
    expect(new Set(all.objects.map(([a, b]) => (a === b ? 'self' : 'between')))).toEqual(new Set(['self', 'between']));
    expect(all.objects.some((pair) => isPair(pair, [[0, 3]]))).toBe(false);
    for (const asked of CASES) {
      const expected = all.rows.filter((_, i) => {
        const pair = all.objects[i];
        return (!asked.pairs || isPair(pair, asked.pairs)) && !isPair(pair, asked.ignore ?? []);
      });
      expect((await ask(scene, asked)).rows).toEqual(expected);
    }
  });

  it('a query about some pairs leaves what is kept of all as it is', async () => {
    const still = engine.createScene();
    for (let i = 0; i < 4; i++) still.add(scattered(60, 0.35, i + 1));
    const all = await still.collide();
    await still.collide();
    await still.collide({ pairs: [[0, 1]] });
    const again = await still.collide();
    expect(again.trianglePairs).toEqual(all.trianglePairs);
    expect(again.stats.kept?.pairs).toBe(all.kinds.length);
    still.dispose();
  });

  it.each([['self'], ['between']] as const)('pairs and %s exclude each other', async (option) => {
    const options = { pairs: [[0, 1]] as const, [option]: true };
    for (const query of [
      () => scene.collide(options),
      () => scene.within(1, options),
      () => scene.impacts(options),
      () => scene.clashes(options),
    ]) {
      await expect(query()).rejects.toMatchObject({ code: 'option-conflict' });
    }
  });

  it('names objects that are not there, and lists that are none', async () => {
    await expect(scene.collide({ pairs: [[0, 9]] })).rejects.toThrow(/collide: pairs: no object has the id 9/);
    await expect(scene.within(1, { pairs: [[0]] as never })).rejects.toMatchObject({ code: 'option-type' });
    await expect(scene.impacts({ pairs: 'all' as never })).rejects.toMatchObject({ code: 'option-type' });
  });
});
