import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oracleWithin } from '../../../oracle/within.ts';
import { WasmRuntime } from '../../../src/backend/wasm/runtime.ts';
import { EngineScene } from '../../../src/engine-scene.ts';
import { createEngine, type Engine, EngineError, type MeshInput, OptionError, type Scene } from '../../../src/index.ts';
import { asNearAnswer, engineNearPairs } from '../../support/near-answer.ts';
import { scattered, sheet } from '../../support/shapes.ts';

const TRIANGLE = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0);
const above = (height: number): MeshInput => ({ positions: TRIANGLE.map((x, k) => (k % 3 === 2 ? height : x)) });

describe.each([0, 1, 2])('within, %i threads', (threads) => {
  let engine: Engine;
  let scene: Scene;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  async function near(meshes: readonly MeshInput[], distance: number, options = {}) {
    scene = engine.createScene();
    for (const mesh of meshes) scene.add(mesh);
    const answer = await scene.within(distance, options);
    scene.dispose();
    return answer;
  }

  it('is strict: a pair at the very distance is left out', async () => {
    expect((await near([above(0), above(2)], 2)).distances).toHaveLength(0);
    const { distances, points } = await near([above(0), above(2)], 2 + 2 ** -51);
    expect(Array.from(distances)).toEqual([2]);
    expect([points![2], points![5]]).toEqual([0, 2]);
  });

  it('gives triangles that share a point the distance 0 and one point', async () => {
    const through = { positions: Float64Array.of(1, 1, -1, 1, 1, 1, 3, 3, 1) };
    const { distances, points } = await near([above(0), through], 1e-300);
    expect(Array.from(distances)).toEqual([0]);
    expect(Array.from(points!)).toEqual([1.5, 1.5, 0, 1.5, 1.5, 0]);
  });

  it('tells the least distance of each pair of objects, and which pair has it', async () => {
    const { objectPairs, objectDistances, nearestPairs, trianglePairs } = await near(
      [sheet(4, 1, () => 0), sheet(4, 1, (x) => 0.5 + x), above(0.25)],
      0.7,
    );
    expect(Array.from(objectPairs.filter((_, i) => i % 3 < 2))).toEqual([0, 1, 0, 2, 1, 2]);
    expect(Array.from(objectDistances)).toEqual([0.5, 0.25, expect.closeTo(0.25, 10)]);
    expect(trianglePairs[4 * nearestPairs[1]]).toBe(0);
    expect(trianglePairs[4 * nearestPairs[1] + 2]).toBe(2);
  });

  it('leaves out pairs that share a vertex, and objects to ignore', async () => {
    const mesh = sheet(2, 1, () => 0);
    const { pairs } = asNearAnswer(await near([mesh], 10, { self: true }));
    expect(pairs).toEqual(oracleWithin([mesh], 10, { self: true }).pairs);
    expect(pairs.length).toBeLessThan(28);
    expect((await near([above(0), above(1)], 10, { ignore: [[1, 0]] })).distances).toHaveLength(0);
  });

  it('lists triangles without area and leaves them out', async () => {
    const { degenerateTriangles, distances } = await near(
      [above(0), { positions: Float64Array.of(0, 0, 0.1, 1, 1, 0.1, 2, 2, 0.1) }],
      1,
    );
    expect(Array.from(degenerateTriangles)).toEqual([1, 0]);
    expect(distances).toHaveLength(0);
  });

  it('leaves points out when they are not wanted', async () => {
    const answer = await near([above(0), above(1)], 2, { points: false });
    expect(answer.points).toBeUndefined();
    expect(Array.from(answer.distances)).toEqual([1]);
  });

  it('stops at a limit', async () => {
    const meshes = [scattered(60, 0.1, 1), scattered(60, 0.1, 2)];
    const all = await near(meshes, 5);
    const some = await near(meshes, 5, { limit: 7 });
    expect(all.limited).toBe(false);
    expect(some.limited).toBe(true);
    expect(some.distances).toHaveLength(7);
    const known = new Set(asNearAnswer(all).pairs.map((pair) => JSON.stringify(pair)));
    for (const pair of asNearAnswer(some).pairs) expect(known).toContain(JSON.stringify(pair));
  });

  it('takes a distance larger than the scene, and an infinite one, for all pairs', async () => {
    const mesh = scattered(700, 0.01, 3);
    for (const distance of [1e200, Number.POSITIVE_INFINITY]) {
      const { distances, objectPairs } = await near([mesh], distance, { self: true, points: false });
      expect(distances).toHaveLength((700 * 699) / 2);
      expect(Array.from(objectPairs)).toEqual([0, 0, (700 * 699) / 2]);
    }
  });

  it('equals the oracle on triangles strewn about, placed ones too', async () => {
    const [a, b] = [scattered(150, 0.05, 5), scattered(150, 0.03, 6)];
    for (const distance of [0.003, 0.08]) {
      expect(await engineNearPairs(engine, [a, b], distance, { self: true })).toEqual(
        oracleWithin([a, b], distance, { self: true }),
      );
    }
    scene = engine.createScene();
    scene.add(a);
    scene.place(scene.add(b), [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1024, -512, 0.25, 1]);
    scene.place(0, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1024, -512, 0, 1]);
    const moved = (mesh: MeshInput, scale: number, by: readonly number[]) => ({
      ...mesh,
      positions: mesh.positions.map((x, i) => x * scale + by[i % 3]),
    });
    const world = [moved(a, 1, [1024, -512, 0]), moved(b, 2, [1024, -512, 0.25])];
    expect(asNearAnswer(await scene.within(0.02))).toEqual(oracleWithin(world, 0.02));
    scene.dispose();
  });

  it('can be cancelled while all is near all, and tells its progress', async () => {
    scene = engine.createScene();
    scene.add(scattered(5000, 0.01, 4));
    const controller = new AbortController();
    const seen: number[] = [];
    const onProgress = (done: number) => {
      seen.push(done);
      if (done > 0.1) controller.abort(new Error('enough'));
    };
    const query = scene.within(10, { self: true, signal: controller.signal, onProgress });
    await expect(query).rejects.toThrow('enough');
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every((done) => done >= 0 && done <= 1)).toBe(true);
    expect((await scene.within(1e-9, { self: true, limit: 1 })).distances.length).toBeLessThan(2);
    scene.dispose();
  });
});

describe('within, bad input', () => {
  let engine: Engine;
  let scene: Scene;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads: 0 });
    scene = engine.createScene();
    scene.add(above(0));
  });
  afterAll(() => engine.dispose());

  it.each([
    [-1, /distance is number -1; expected a number above 0/],
    [0, /strictly closer than 0; use collide\(\) to find what touches/],
    [Number.NaN, /distance is number NaN/],
    ['5mm', /distance is/],
    [undefined, /distance is missing/],
  ])('refuses the distance %s', async (distance, message) => {
    const query = scene.within(distance as number);
    await expect(query).rejects.toThrow(OptionError);
    await expect(query).rejects.toThrow(message);
  });

  it.each([
    [{ segments: true }, /within has no option "segments"/],
    [{ self: 1 }, /within: self is/],
    [{ points: 'yes' }, /within: points is/],
    [{ limit: 0 }, /within: limit is number 0/],
    [{ ignore: [[0]] }, /within: ignore has an entry that is of type Array; expected a list of pairs/],
    [{ ignore: [[0, 9]] }, /within: ignore: no object has the id 9/],
    [{ signal: {} }, /within: signal is/],
    [{ onProgress: 3 }, /within: onProgress is/],
  ])('refuses %j', async (options, message) => {
    await expect(scene.within(1, options as object)).rejects.toThrow(message);
  });

  it('answers for an empty scene, one object and empty objects', async () => {
    const empty = engine.createScene();
    expect((await empty.within(1)).points).toHaveLength(0);
    for (let i = 0; i < 1000; i++) empty.add({ positions: new Float32Array(0) });
    expect((await empty.within(1)).objectPairs).toHaveLength(0);
    empty.add(above(0));
    expect((await empty.within(1, { self: true })).distances).toHaveLength(0);
    empty.dispose();
  });

  it.each([0, 2])('says that the pairs do not fit into memory, %i threads', async (threads) => {
    const runtime = await WasmRuntime.open(threads, 128);
    const small = new EngineScene({ runtime }, () => {});
    small.add(scattered(2000, 0.01, 1));
    const error = await small.within(10, { self: true }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(EngineError);
    expect((error as EngineError).code).toBe('out-of-memory');
    expect((error as EngineError).message).toMatch(
      /pairs nearer than 10 do not fit into memory. Use a smaller distance/,
    );
    expect((await small.within(1e-6, { self: true })).distances.length).toBeLessThan(2000);
    runtime.dispose();
  });
});

describe('within on a mesh of thousands of triangles', () => {
  it('is the same on 0, 1 and 2 threads, for a moved copy too', async () => {
    const mesh = sheet(20, 1, (x, y) => 0.1 * Math.sin(9 * x) * Math.cos(7 * y));
    const answers = await Promise.all(
      [0, 1, 2].map(async (threads) => {
        const engine = await createEngine({ backend: 'wasm', threads });
        const scene = engine.createScene();
        scene.add(mesh);
        scene.place(scene.add(mesh), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.004, 0.003, 0.05, 1]);
        const { stats: _, ...answer } = await scene.within(0.06, { self: true });
        engine.dispose();
        return answer;
      }),
    );
    expect(answers[0].distances.length).toBeGreaterThan(1000);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});
