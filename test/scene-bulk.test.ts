/** Many objects at once, and which of them meet. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oracle } from '../oracle/oracle.ts';
import { createEngine, type Engine, type MeshInput } from '../src/index.ts';
import { Random } from './support/random.ts';

const box: MeshInput = {
  positions: new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]),
  indices: new Uint32Array([
    0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7,
  ]),
};

const at = (x: number, y: number, z: number): number[] => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine.dispose());

describe('placeMany and moveMany', () => {
  it('do what place and move do, one after the other', async () => {
    const random = new Random(3);
    const [one, many] = [engine.createScene(), engine.createScene()];
    const ids = Array.from({ length: 40 }, () => one.add(box));
    for (const _ of ids) many.add(box);
    for (let frame = 0; frame < 4; frame++) {
      const matrices = ids.flatMap(() => at(4 * random.next(), 4 * random.next(), 4 * random.next()));
      for (const id of ids) one.place(id, matrices.slice(16 * id, 16 * id + 16));
      many.placeMany(ids, frame % 2 === 0 ? Float64Array.from(matrices) : matrices);
      const [first, second] = [await one.collide(), await many.collide()];
      expect(first.trianglePairs.length).toBeGreaterThan(0);
      expect(second.trianglePairs).toEqual(first.trianglePairs);
    }
    const positions = ids.map((id) => box.positions.map((value) => value * (1 + id / 40)) as Float32Array);
    for (const id of ids) one.move(id, positions[id]);
    many.moveMany(ids, positions);
    expect((await many.collide()).trianglePairs).toEqual((await one.collide()).trianglePairs);
  });

  it('place none when one is refused', async () => {
    const scene = engine.createScene();
    const ids = [scene.add(box), scene.add(box)];
    const far = at(10, 0, 0);
    expect(() => scene.placeMany(ids, [...far, ...far.slice(1)])).toThrow(
      expect.objectContaining({ code: 'matrix-length' }),
    );
    expect(() => scene.placeMany(ids, [...far, ...far.map(() => Number.NaN)])).toThrow(
      expect.objectContaining({ code: 'not-finite' }),
    );
    expect(() => scene.placeMany([ids[0], 7], [...far, ...far])).toThrow(
      expect.objectContaining({ code: 'unknown-object' }),
    );
    expect(() => scene.moveMany(ids, [box.positions as Float32Array])).toThrow(
      expect.objectContaining({ code: 'move-length' }),
    );
    // Both are still where they were: on top of each other.
    expect((await scene.collide()).objectPairs[2]).toBeGreaterThan(12);
  });

  it('take effect after the query that runs', async () => {
    const scene = engine.createScene();
    const ids = [scene.add(box), scene.add(box)];
    const asked = scene.collide();
    scene.placeMany(ids, [...at(0, 0, 0), ...at(10, 0, 0)]);
    expect((await asked).objectPairs.length).toBe(3);
    expect((await scene.collide()).objectPairs.length).toBe(0);
  });
});

describe('categories and masks', () => {
  /** Whether two are compared, by the definition. */
  const meet = (a: [number, number], b: [number, number]) => (a[0] & b[1]) !== 0 && (b[0] & a[1]) !== 0;

  it('leave out what they should, in collide, within and impacts', async () => {
    const random = new Random(11);
    for (let round = 0; round < 6; round++) {
      const scene = engine.createScene();
      const meshes = Array.from({ length: 12 }, () => {
        const by = [random.next() * 2, random.next() * 2, random.next() * 2];
        return { ...box, positions: box.positions.map((value, i) => value + Math.fround(by[i % 3])) as Float32Array };
      });
      const filters = meshes.map(() => [random.integer(0, 7), random.integer(0, 7)] as [number, number]);
      filters[0] = [0x80000001, 0xffffffff];
      for (const [i, mesh] of meshes.entries()) {
        const id = scene.add(mesh);
        scene.filter(id, { category: filters[i][0], mask: filters[i][1] });
      }
      const wanted = oracle.collide(meshes).trianglePairs.filter(([a, , b]) => meet(filters[a], filters[b]));
      for (let query = 0; query < 2; query++) {
        const { trianglePairs } = await scene.collide();
        const rows = Array.from({ length: trianglePairs.length / 4 }, (_, i) => [
          ...trianglePairs.slice(4 * i, 4 * i + 4),
        ]);
        expect(rows).toEqual(wanted.map((row) => row.slice(0, 4)));
      }
      const near = await scene.within(0.5);
      for (let i = 0; i < near.objectPairs.length; i += 3) {
        expect(meet(filters[near.objectPairs[i]], filters[near.objectPairs[i + 1]])).toBe(true);
      }
      scene.aim(0, at(0.5, 0, 0));
      const { objectPairs } = await scene.impacts();
      for (let i = 0; i < objectPairs.length; i += 3) {
        expect(meet(filters[objectPairs[i]], filters[objectPairs[i + 1]])).toBe(true);
      }
      scene.dispose();
    }
  });

  it('survive replace, and are refused when they are no 32 bits', async () => {
    const scene = engine.createScene();
    const [a, b] = [scene.add(box), scene.add(box)];
    scene.filter(a, { mask: 0b10 });
    expect((await scene.collide()).objectPairs.length).toBe(0);
    scene.replace(a, box);
    expect((await scene.collide()).objectPairs.length).toBe(0);
    scene.filter(b, { category: 0b10 });
    expect((await scene.collide()).objectPairs.length).toBe(3);
    scene.filter(a, {});
    scene.filter(b, {});
    expect((await scene.collide()).objectPairs.length).toBe(3);
    for (const mask of [-1, 2 ** 32, 0.5]) {
      expect(() => scene.filter(a, { mask })).toThrow(expect.objectContaining({ code: 'option-range' }));
    }
    expect(() => scene.filter(9, {})).toThrow(expect.objectContaining({ code: 'unknown-object' }));
  });
});
