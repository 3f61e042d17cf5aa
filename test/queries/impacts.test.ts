import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oracleImpacts } from '../../oracle/impacts.ts';
import {
  createEngine,
  type Engine,
  IMPACT_KIND,
  type ImpactsOptions,
  type MeshInput,
  type Positions,
  type Scene,
} from '../../src/index.ts';
import { Random } from '../support/random.ts';
import { scattered, sheet } from '../support/shapes.ts';

const TRIANGLE = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0);
const moved = (positions: Positions, x: number, y: number, z: number): Positions =>
  positions.map((value, i) => value + [x, y, z][i % 3]);
const at = (x: number, y: number, z: number): MeshInput => ({ positions: moved(TRIANGLE, x, y, z) });

describe.each([0, 1, 2])('impacts, %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  /** Objects that go to an end, or stand still without one. */
  async function impacts(
    objects: readonly (readonly [MeshInput, (Positions | number[])?])[],
    options: ImpactsOptions = {},
  ) {
    using scene = engine.createScene();
    for (const [mesh, end] of objects) {
      const id = scene.add(mesh);
      if (end) scene.aim(id, end);
    }
    return await scene.impacts(options);
  }

  it('finds a triangle that falls through another, which collide sees at neither end', async () => {
    const mesh: MeshInput = { positions: Float64Array.of(1, 1, 3, 2, 1, 4, 1, 2, 4) };
    using scene = engine.createScene();
    scene.add(at(0, 0, 0));
    const falling = scene.add(mesh);
    scene.aim(falling, moved(mesh.positions, 0, 0, -8));
    expect((await scene.collide()).trianglePairs).toHaveLength(0);
    const answer = await scene.impacts();
    // Its lowest corner passes the face first; then the others, and edges cross edges nowhere.
    expect(Array.from(answer.kinds)).toEqual([0, 0, 0]);
    expect(Array.from(answer.features)).toEqual([1, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 2, 2, 0, 0, 0]);
    expect(Array.from(answer.times)).toEqual([3 / 8, 1 / 2, 1 / 2]);
    expect(Array.from(answer.points!.subarray(0, 3))).toEqual([1, 1, 0]);
    expect(Array.from(answer.normals!.subarray(0, 3))).toEqual([0, 0, 1]);
    expect(Array.from(answer.coordinates!.subarray(0, 2))).toEqual([0.25, 0.25]);
    expect(Array.from(answer.objectPairs)).toEqual([0, 1, 3]);
    expect(Array.from(answer.earliest)).toEqual([0]);
    expect(answer.stats.backend).toBe('wasm');
    scene.move(falling, moved(mesh.positions, 0, 0, -8));
    expect((await scene.collide()).trianglePairs).toHaveLength(0);
    // Moved there, it stands still.
    expect((await scene.impacts()).times).toHaveLength(0);
  });

  it('tells edges by their ends, the first of the two first', async () => {
    const standing: MeshInput = { positions: Float64Array.of(5, 0.5, -1, 5, 0.5, 1, 100, 0.5, 8) };
    const { kinds, features, times, coordinates, normals } = await impacts([
      [at(0, 0, 0)],
      [standing, moved(standing.positions, -4, 0, 0)],
    ]);
    expect(Array.from(kinds)).toEqual([IMPACT_KIND.edgeEdge]);
    expect(Array.from(features)).toEqual([0, 1, 2, 1, 0, 1]);
    expect(Array.from(times)).toEqual([0.375]);
    expect(Array.from(coordinates!)).toEqual([expect.closeTo(0.125, 12), 0.5]);
    expect(Math.hypot(...normals!)).toBeCloseTo(1, 12);
  });

  it('takes a matrix for the end place: every vertex goes there on a straight line', async () => {
    // A half turn leads every vertex through the axis; a turn in truth would keep its distance from it.
    const bar: MeshInput = { positions: Float64Array.of(2, 0.25, 0, 3, 0.25, 0.5, 3, 0.25, -0.5) };
    const halfTurn = [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const pole: MeshInput = { positions: Float64Array.of(-0.5, -1, -1, 0.5, -1, 1, 0, 3, 0) };
    const byMatrix = await impacts([[pole], [bar, halfTurn]]);
    const byPositions = await impacts([[pole], [bar, bar.positions.map((x, i) => (i % 3 === 2 ? x : -x))]]);
    expect(byMatrix.times.length).toBeGreaterThan(0);
    expect(byMatrix.features).toEqual(byPositions.features);
    expect(byMatrix.times).toEqual(byPositions.times);
  });

  it('places end positions as the object is placed, or by its end place', async () => {
    const lifted = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1, 2, 1];
    const lowered = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 1, -2, 1];
    const small: MeshInput = { positions: Float64Array.of(0, 0, 0, 0.5, 0, 0, 0, 0.5, 0) };
    using scene = engine.createScene();
    scene.add(at(0, 0, 0));
    const id = scene.add(small);
    scene.place(id, lifted);
    scene.aim(id, moved(small.positions, 0, 0, -4));
    expect(Array.from((await scene.impacts()).times)).toEqual([0.5, 0.5, 0.5]);
    scene.aim(id, small.positions);
    expect((await scene.impacts()).times).toHaveLength(0);
    scene.aim(id, lowered);
    expect(Array.from((await scene.impacts()).times)).toEqual([0.5, 0.5, 0.5]);
    scene.place(id, lifted);
    expect((await scene.impacts()).times).toHaveLength(0);
  });

  it('names welded vertices by their lowest number, and keeps them together', async () => {
    // A strip of two triangles without indices: vertices 1 and 3, and 2 and 5, are one each.
    const soup: MeshInput = { positions: Float32Array.of(0, 0, 2, 1, 0, 2, 0, 1, 2, 1, 0, 2, 1, 1, 2, 0, 1, 2) };
    const floor: MeshInput = { positions: Float32Array.of(-9, -9, 0, 9, -9, 0, 0, 9, 0) };
    const { features, times } = await impacts([[floor], [soup, moved(soup.positions, 0, 0, -4)]]);
    expect(Array.from(times)).toEqual([0.5, 0.5, 0.5, 0.5]);
    expect(Array.from(features.filter((_, i) => i % 6 === 1))).toEqual([0, 1, 2, 4]);
    expect(
      await impacts([[soup, moved(soup.positions, 0, 0, -4)]], { self: true }).then(({ times }) => times),
    ).toHaveLength(0);
  });

  it('takes what coincides at the start for an impact at 0, also when nothing moves', async () => {
    const beside: MeshInput = { positions: Float64Array.of(4, 0, 0, 8, 0, 1, 8, 0, -1) };
    const expected = oracleImpacts(
      [
        { positions: TRIANGLE, end: TRIANGLE, indices: [0, 1, 2] },
        { positions: beside.positions, end: beside.positions, indices: [0, 1, 2] },
      ],
      { self: false, between: true },
    );
    const { kinds, times } = await impacts([[at(0, 0, 0)], [beside, beside.positions]]);
    expect(kinds).toHaveLength(expected.length);
    expect(expected.length).toBeGreaterThan(2);
    expect(times.every((time) => time === 0)).toBe(true);
    expect((await impacts([[at(0, 0, 0)], [beside]])).times).toEqual(times);
  });

  it('leaves out triangles without area at both ends, and what belongs to them alone', async () => {
    const line: MeshInput = { positions: Float64Array.of(1, 1, 1, 1, 1, 2, 1, 1, 3), weld: false };
    const floor = at(0, 0, 0);
    const through = await impacts([[floor], [line, moved(line.positions, 0, 0, -8)]]);
    expect(through.times).toHaveLength(0);
    expect(Array.from(through.degenerateTriangles)).toEqual([1, 0]);
    // With an area at the end it takes part.
    const opening = moved(line.positions, 0, 0, -8);
    opening[0] = 2;
    const opened = await impacts([[floor], [line, opening]]);
    expect(opened.times.length).toBeGreaterThan(0);
    expect(opened.degenerateTriangles).toHaveLength(0);
    const unused: MeshInput = {
      positions: Float64Array.of(...moved(TRIANGLE, 0, 0, 9), 1, 1, 1),
      indices: Uint32Array.of(0, 1, 2),
    };
    const end = unused.positions.slice();
    end[11] = -1;
    expect((await impacts([[floor], [unused, end]])).times).toHaveLength(0);
  });

  it('keeps to self, between and ignore', async () => {
    const [a, b] = [scattered(30, 0.3, 1), scattered(30, 0.3, 2)];
    const random = new Random(3);
    const ends = [a, b].map(({ positions }) => positions.map((value) => value + random.real(-0.3, 0.3)));
    const ask = async (options: ImpactsOptions) => {
      const { features } = await impacts(
        [
          [a, ends[0]],
          [b, ends[1]],
        ],
        options,
      );
      return new Set(
        Array.from({ length: features.length / 6 }, (_, i) => `${features[6 * i]} ${features[6 * i + 3]}`),
      );
    };
    expect(await ask({})).toEqual(new Set(['0 1', '1 0']));
    expect(await ask({ self: true, between: false })).toEqual(new Set(['0 0', '1 1']));
    expect(await ask({ self: true })).toEqual(new Set(['0 0', '0 1', '1 0', '1 1']));
    expect(await ask({ ignore: [[1, 0]] })).toEqual(new Set());
  });

  it('leaves points out when they are not wanted', async () => {
    const mesh = at(1, 1, 1);
    const answer = await impacts([[at(0, 0, 0)], [mesh, moved(mesh.positions, 0, 0, -2)]], { points: false });
    expect(answer.times.length).toBeGreaterThan(0);
    expect([answer.points, answer.normals, answer.coordinates]).toEqual([undefined, undefined, undefined]);
  });

  it('equals the oracle when everything jumps through the whole scene', async () => {
    const meshes = [scattered(6, 0.1, 3), scattered(6, 0.1, 4)];
    const random = new Random(5);
    const ends = meshes.map(({ positions }) => positions.map(() => random.real(-3, 3)));
    const { features, times } = await impacts(
      meshes.map((mesh, i) => [mesh, ends[i]] as const),
      { self: true },
    );
    const indices = Array.from({ length: 18 }, (_, i) => i);
    const expected = oracleImpacts(
      meshes.map(({ positions }, i) => ({ positions, end: ends[i], indices })),
      { self: true, between: true },
    );
    expect(Array.from(features)).toEqual(expected.flatMap((impact) => impact.features));
    expect(Array.from(times)).toEqual(expected.map(({ time }) => time));
  });

  it('can be cancelled while all meets all, and tells its progress', async () => {
    using scene: Scene = engine.createScene();
    const mesh = scattered(6000, 0.2, 4);
    scene.aim(scene.add(mesh), moved(mesh.positions, 0, 0, 0).reverse());
    const controller = new AbortController();
    const seen: number[] = [];
    const onProgress = (done: number) => {
      seen.push(done);
      controller.abort(new Error('enough'));
    };
    const query = scene.impacts({ self: true, signal: controller.signal, onProgress });
    await expect(query).rejects.toThrow('enough');
    expect(seen.every((done) => done >= 0 && done <= 1)).toBe(true);
    expect((await scene.impacts({ ignore: [] })).times).toHaveLength(0);
  });

  it('carries an aim out behind a query that runs', async () => {
    using scene = engine.createScene();
    scene.add(at(0, 0, 0));
    const id = scene.add(at(1, 1, 1));
    const before = scene.impacts();
    scene.aim(id, moved(TRIANGLE, 1, 1, -1));
    expect((await before).times).toHaveLength(0);
    expect((await scene.impacts()).times.length).toBeGreaterThan(0);
  });

  it('answers for an empty scene', async () => {
    const { times, features, stats } = await impacts([]);
    expect([times.length, features.length, stats.triangles]).toEqual([0, 0, 0]);
  });
});

describe('impacts of a sheet that crumples', () => {
  it('needs whole-number arithmetic for next to none, and little memory', async () => {
    const engine = await createEngine({ backend: 'wasm', threads: 0 });
    const random = new Random(7);
    const flat = sheet(60, 6, (x, y) => 0.05 * Math.sin(7 * x) * Math.cos(5 * y));
    const crumpled = flat.positions.map((value) => value + random.real(-0.1, 0.1));
    using scene = engine.createScene();
    scene.aim(scene.add(flat), crumpled);
    const { times, stats } = await scene.impacts({ self: true });
    expect(times.length).toBeGreaterThan(100);
    expect(stats.exactFallbacks).toBeLessThan(stats.featurePairs / 1000);
    // Records in chunks, joined and sorted, and eight numbers each.
    const answerBytes = times.length * (3 * 32 + 64);
    expect((stats.bytes.scene + stats.bytes.query - answerBytes) / stats.triangles).toBeLessThan(250);
    engine.dispose();
  });
});

describe('aim refuses', () => {
  let engine: Engine;
  let scene: Scene;
  let floor: number;
  beforeAll(async () => {
    engine = await createEngine({ threads: 0 });
    scene = engine.createScene();
    floor = scene.add({ ...at(0, 0, 0), name: 'floor' });
  });
  afterAll(() => engine.dispose());

  const ends: [string, unknown, string, RegExp][] = [
    [
      'positions of another length',
      new Float64Array(6),
      'aim-length',
      /"floor"\) has 3 vertices, so 9 numbers; found 6/,
    ],
    ['another precision', new Float32Array(9), 'aim-precision', /was added with a Float64Array/],
    ['plain arrays that are no matrix', [1, 2, 3], 'aim-type', /expected end positions/],
    ['NaN', Float64Array.of(0, 0, 0, 4, Number.NaN, 0, 0, 4, 0), 'not-finite', /vertex 1: y is NaN/],
    ['infinity', Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, Number.POSITIVE_INFINITY), 'not-finite', /vertex 2: z/],
    ['a matrix with a bad number', new Array(16).fill(Number.NaN), 'not-finite', /^not-finite: aim: matrix/],
    ['a projective matrix', new Array(16).fill(1), 'matrix-projective', /aim: the last row/],
    ['nothing', undefined, 'aim-type', /expected end positions/],
  ];
  it.each(ends)('%s', async (_what, end, code, message) => {
    expect(() => scene.aim(floor, end as Positions)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
    // The object stands still as before.
    expect((await scene.impacts({ self: true })).times).toHaveLength(0);
  });

  it('an object that is not there, and options that are not', async () => {
    expect(() => scene.aim(7, TRIANGLE)).toThrow('aim: no object has the id 7');
    await expect(scene.impacts({ limit: 3 } as ImpactsOptions)).rejects.toThrow('impacts has no option "limit"');
    await expect(scene.impacts({ first: 1 } as unknown as ImpactsOptions)).rejects.toThrow('impacts: first is number');
  });

  it('keeps the aim that was there when another one is refused', async () => {
    const other = scene.add(at(1, 1, 1));
    scene.aim(other, moved(TRIANGLE, 1, 1, -1));
    expect(() =>
      scene.aim(
        other,
        TRIANGLE.map(() => Number.NaN),
      ),
    ).toThrow('NaN');
    expect((await scene.impacts()).times.length).toBeGreaterThan(0);
    scene.remove(other);
    expect((await scene.impacts()).times).toHaveLength(0);
  });
});
