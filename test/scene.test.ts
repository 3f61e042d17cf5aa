import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createEngine,
  type Engine,
  EngineError,
  MeshError,
  type MeshInput,
  OptionError,
  type Scene,
} from '../src/index.ts';
import { lying, sheet, standing, triangle } from './support/shapes.ts';

/** The error that a call throws, or a failure. */
function errorOf(call: () => unknown): Error & { code: string; details: Record<string, unknown> } {
  try {
    call();
  } catch (error) {
    return error as Error & { code: string; details: Record<string, unknown> };
  }
  throw new Error('expected the call to throw');
}

describe.each([0, 1, 2])('a scene with %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  it('finds that two triangles cross, once, with objects in order', async () => {
    const scene = engine.createScene();
    scene.add(standing());
    scene.add(lying());
    const { trianglePairs, kinds, objectPairs, limited } = await scene.collide();
    expect([...trianglePairs]).toEqual([0, 0, 1, 0]);
    expect([...kinds]).toEqual([1]);
    expect([...objectPairs]).toEqual([0, 1, 1]);
    expect(limited).toBe(false);
    scene.dispose();
  });

  it('gives the segment in which a pair meets', async () => {
    const scene = engine.createScene();
    scene.add(lying());
    scene.add(standing());
    const { segments } = await scene.collide({ segments: true });
    const ends = [Array.from(segments!.subarray(0, 3)), Array.from(segments!.subarray(3, 6))].sort(
      (a, b) => a[1] - b[1],
    );
    expect(ends).toEqual([
      [1, 0, 0],
      [1, 1, 0],
    ]);
    scene.dispose();
  });

  it('follows an object that moves, is placed, replaced and removed', async () => {
    const scene = engine.createScene();
    const a = scene.add(lying());
    const b = scene.add(standing());
    const count = async () => (await scene.collide()).kinds.length;
    expect(await count()).toBe(1);
    scene.move(b, Float64Array.of(1, 1, 5, 1, 1, 7, 1, -3, 6));
    expect(await count()).toBe(0);
    scene.place(b, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -6, 1]);
    expect(await count()).toBe(1);
    scene.move(b, Float64Array.of(1, 1, -1, 1, 1, 1, 1, -3, 0));
    expect(await count(), 'the place stays when the object moves').toBe(0);
    scene.place(b, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    expect(await count()).toBe(1);
    scene.replace(a, triangle(0, 0, 9, 4, 0, 9, 0, 4, 9));
    expect(await count()).toBe(0);
    scene.replace(a, lying());
    expect(await count()).toBe(1);
    scene.remove(a);
    expect(await count()).toBe(0);
    expect(scene.add(lying()), 'ids are not used again').toBe(2);
    expect(await count()).toBe(1);
    scene.dispose();
  });

  it('answers for the scene as it was when it was asked', async () => {
    const scene = engine.createScene();
    const a = scene.add(sheet(40, 1, (x) => x));
    const b = scene.add(sheet(40, 1, (x) => 1 - x));
    const apart = sheet(40, 1, () => 7).positions as Float32Array;
    const first = scene.collide();
    const staging = apart.slice();
    scene.move(b, staging);
    staging.fill(Number.NaN);
    const second = scene.collide();
    scene.remove(a);
    const c = scene.add(sheet(40, 1, () => 7));
    const third = scene.collide();
    expect((await first).kinds.length).toBeGreaterThan(0);
    expect((await second).kinds.length).toBe(0);
    expect([...(await third).objectPairs].slice(0, 2)).toEqual([b, c]);
    scene.dispose();
  });

  it('keeps the scenes of one engine apart, also while the other one is asked', async () => {
    const one = engine.createScene();
    const two = engine.createScene();
    one.add(sheet(30, 1, (x) => x));
    one.add(sheet(30, 1, (x) => 1 - x));
    const running = one.collide();
    two.add(lying());
    two.add(standing());
    const other = two.collide();
    expect((await running).kinds.length).toBeGreaterThan(30);
    expect((await other).kinds.length).toBe(1);
    one.dispose();
    two.dispose();
  });

  it('stops at the limit and says so', async () => {
    const scene = engine.createScene();
    scene.add(sheet(30, 1, (x) => x));
    scene.add(sheet(30, 1, (x) => 1 - x));
    const all = await scene.collide();
    for (const limit of [1, 7]) {
      const some = await scene.collide({ limit, segments: true });
      expect(some.kinds.length).toBe(limit);
      expect(some.limited).toBe(true);
      expect(some.segments!.length).toBe(6 * limit);
    }
    expect((await scene.collide({ limit: all.kinds.length + 1 })).limited).toBe(false);
    scene.dispose();
  });

  it('answers nothing when nothing is asked', async () => {
    const scene = engine.createScene();
    scene.add(sheet(10, 1, (x) => x));
    scene.add(sheet(10, 1, (x) => 1 - x));
    expect((await scene.collide({ self: false, between: false })).kinds.length).toBe(0);
    expect((await scene.collide({ self: true, between: false })).objectPairs.length).toBe(0);
    scene.dispose();
  });

  it('leaves out pairs of objects that may touch', async () => {
    const scene = engine.createScene();
    const ids = [lying(), standing(), triangle(0, 0, 0.5, 4, 0, 0.5, 0, 4, 0.5)].map((mesh) => scene.add(mesh));
    expect((await scene.collide()).objectPairs.length / 3).toBe(2);
    const { objectPairs } = await scene.collide({ ignore: [[ids[1], ids[0]]] });
    expect([...objectPairs]).toEqual([1, 2, 1]);
    scene.dispose();
  });

  it('tells progress and finishes at 1', async () => {
    const scene = engine.createScene();
    scene.add(sheet(220, 1, (x, y) => Math.sin(40 * x) * Math.sin(40 * y)));
    scene.add(sheet(220, 1, (x, y) => Math.cos(40 * x) * Math.sin(41 * y)));
    const seen: number[] = [];
    await scene.collide({ self: true, onProgress: (done) => seen.push(done) });
    expect(seen.at(-1)).toBe(1);
    expect(seen.every((done) => done >= 0 && done <= 1)).toBe(true);
    scene.dispose();
  });

  it('rejects with what the progress callback throws, and goes on working', async () => {
    const scene = engine.createScene();
    scene.add(sheet(300, 1, (x, y) => Math.sin(40 * x) * Math.sin(40 * y)));
    scene.add(sheet(300, 1, (x, y) => Math.cos(40 * x) * Math.sin(41 * y)));
    const error = new Error('no paint');
    const onProgress = () => {
      throw error;
    };
    await expect(scene.collide({ self: true, onProgress })).rejects.toBe(error);
    expect((await scene.collide({ limit: 1 })).kinds.length).toBe(1);
    scene.dispose();
  });

  it('rejects with the reason of the signal, before or during the query, and goes on working', async () => {
    const scene = engine.createScene();
    scene.add(sheet(250, 1, (x, y) => Math.sin(40 * x) * Math.sin(40 * y)));
    scene.add(sheet(250, 1, (x, y) => Math.cos(40 * x) * Math.sin(41 * y)));
    const reason = new Error('enough');
    await expect(scene.collide({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const running = scene.collide({ self: true, signal: controller.signal });
    setTimeout(() => controller.abort(reason), 4);
    await expect(running).rejects.toBe(reason);
    const { kinds } = await scene.collide({ self: true });
    expect(kinds.length).toBeGreaterThan(0);
    scene.dispose();
  });

  it('is not misled by what a cancelled query left behind', async () => {
    const scene = engine.createScene();
    const double = (mesh: MeshInput): MeshInput => ({ ...mesh, positions: Float64Array.from(mesh.positions) });
    scene.add(double(sheet(120, 1, (x, y) => Math.sin(40 * x) * Math.sin(40 * y))));
    scene.add(double(sheet(120, 1, (x, y) => Math.cos(40 * x) * Math.sin(41 * y))));
    const expected = await scene.collide({ self: true });
    const far = scene.add(triangle(1e9, 1e9, 1e9, 2e9, 1e9, 1e9, 1e9, 2e9, 1e9));
    const controller = new AbortController();
    const cancelled = scene.collide({ self: true, signal: controller.signal });
    setTimeout(() => controller.abort(), 1);
    await cancelled.catch(() => {});
    scene.remove(far);
    const again = await scene.collide({ self: true });
    expect(again.trianglePairs).toEqual(expected.trianglePairs);
    scene.dispose();
  });

  it('uses no more memory after many frames than after the first', async () => {
    const scene = engine.createScene();
    const mesh = sheet(20, 1, (x) => x);
    const id = scene.add(mesh);
    const ground = scene.add(sheet(20, 1, () => 0.5));
    const positions = (mesh.positions as Float32Array).slice();
    const bytes: number[] = [];
    for (let frame = 0; frame < 200; frame++) {
      for (let i = 2; i < positions.length; i += 3) positions[i] = mesh.positions[i] + 0.001 * frame;
      scene.move(id, positions);
      scene.place(ground, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0.001 * frame, 1]);
      const { stats } = await scene.collide({ self: true });
      bytes.push(stats.bytes.scene);
    }
    expect(bytes.at(-1)).toBe(bytes[1]);
    scene.dispose();
  });
});

describe('a scene refuses', () => {
  let engine: Engine;
  let scene: Scene;
  beforeAll(async () => {
    engine = await createEngine({ threads: 0 });
    scene = engine.createScene();
    scene.add({ ...lying(), name: 'floor' });
  });
  afterAll(() => engine.dispose());

  const cases: [string, () => unknown, typeof MeshError | typeof OptionError, string, RegExp][] = [
    [
      'NaN',
      () => scene.add({ ...triangle(0, 0, 0, 1, Number.NaN, 0, 0, 1, 0), name: 'sleeve' }),
      MeshError,
      'not-finite',
      /mesh "sleeve", vertex 1: y is NaN/,
    ],
    [
      'infinity in single precision',
      () => scene.add({ positions: Float32Array.of(0, 0, 0, 1, 0, Number.POSITIVE_INFINITY, 0, 1, 0) }),
      MeshError,
      'not-finite',
      /vertex 1: z is Infinity/,
    ],
    [
      'numbers beyond the range',
      () => scene.add(triangle(0, 0, 0, 1e80, 0, 0, 0, 1, 0)),
      MeshError,
      'out-of-range',
      /vertex 1: x is 1e\+80.*2\^250/,
    ],
    [
      'an index out of range',
      () => scene.add({ name: 'cube', positions: new Float32Array(9), indices: Uint32Array.of(0, 1, 3) }),
      MeshError,
      'index-range',
      /mesh "cube", triangle 0 uses vertex 3; the mesh has 3 vertices \(0–2\)/,
    ],
    [
      'an index out of range when welding',
      () => scene.add({ positions: new Float32Array(9), indices: Uint32Array.of(0, 1, 3), weld: true }),
      MeshError,
      'index-range',
      /triangle 0 uses vertex 3/,
    ],
    [
      'indices in a number that is not a multiple of three',
      () => scene.add({ positions: new Float32Array(9), indices: Uint32Array.of(0, 1) }),
      MeshError,
      'indices-length',
      /2 indices/,
    ],
    [
      'a soup whose vertices are not a multiple of three',
      () => scene.add({ positions: new Float32Array(12) }),
      MeshError,
      'soup-length',
      /4 vertices/,
    ],
    [
      'positions that are not a multiple of three',
      () => scene.add({ positions: new Float32Array(8) }),
      MeshError,
      'positions-length',
      /8 numbers/,
    ],
    [
      'positions of the wrong type',
      () => scene.add({ positions: [0, 0, 0] as unknown as Float32Array }),
      MeshError,
      'positions-type',
      /of type Array.*Float32Array/,
    ],
    [
      'indices of the wrong type',
      () => scene.add({ positions: new Float32Array(9), indices: [0, 1, 2] as unknown as Uint32Array }),
      MeshError,
      'indices-type',
      /of type Array/,
    ],
    [
      'an unknown field',
      () => scene.add({ ...lying(), normals: 1 } as never),
      MeshError,
      'unknown-field',
      /no field "normals"; it may have name, positions, indices, weld/,
    ],
    ['no mesh at all', () => scene.add(undefined as never), MeshError, 'mesh-type', /missing/],
    [
      'a move of the wrong length',
      () => scene.move(0, new Float64Array(6)),
      OptionError,
      'move-length',
      /object 0 \("floor"\) has 3 vertices, so 9 numbers; found 6/,
    ],
    [
      'a move in other precision',
      () => scene.move(0, new Float32Array(9)),
      OptionError,
      'move-precision',
      /added with a Float64Array/,
    ],
    [
      'a move to NaN',
      () => scene.move(0, new Float64Array(9).fill(Number.NaN)),
      MeshError,
      'not-finite',
      /vertex 0: x is NaN/,
    ],
    [
      'a matrix of the wrong size',
      () => scene.place(0, [1, 0, 0]),
      OptionError,
      'matrix-length',
      /3 numbers; expected 16/,
    ],
    [
      'a matrix with NaN',
      () => scene.place(0, new Array(16).fill(Number.NaN)),
      OptionError,
      'matrix-not-finite',
      /element 0 is NaN/,
    ],
    [
      'a projective matrix',
      () => scene.place(0, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.5, 0, 0, 0, 1]),
      OptionError,
      'matrix-projective',
      /last row of the matrix is 0 0 0.5 1/,
    ],
    [
      'a place out of range',
      () => scene.place(0, [1e76, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
      OptionError,
      'matrix-range',
      /2\^250/,
    ],
    [
      'an id that never was',
      () => scene.remove(17),
      OptionError,
      'unknown-object',
      /no object has the id 17; the scene has 0/,
    ],
  ];

  it.each(cases)('%s', (_name, call, type, code, message) => {
    const error = errorOf(call);
    expect(error).toBeInstanceOf(type);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
  });

  it('leaves the object as it was when a move is refused', async () => {
    const other = engine.createScene();
    other.add(lying());
    const id = other.add(standing());
    expect(() => other.move(id, new Float64Array(9).fill(Number.NaN))).toThrow(MeshError);
    expect((await other.collide()).kinds.length).toBe(1);
    other.dispose();
  });

  const badOptions: [string, object, RegExp][] = [
    ['an unknown option', { slef: true }, /no option "slef"; it has self, between/],
    ['a flag that is not one', { self: 'yes' }, /self is the text "yes"; expected true or false/],
    ['contacts of no kind', { contacts: 'some' }, /"all" or "penetrating"/],
    ['a limit of zero', { limit: 0 }, /limit is number 0/],
    ['a limit that is no number', { limit: Number.NaN }, /limit is number NaN/],
    ['ignore that holds no pairs', { ignore: [0, 1] }, /list of pairs of object ids/],
    ['ignore with an unknown id', { ignore: [[0, 99]] }, /no object has the id 99/],
    ['a signal that is none', { signal: {} }, /expected an AbortSignal/],
    ['progress that is no function', { onProgress: 1 }, /expected a function/],
    ['options that are no object', 7 as unknown as object, /expected an object/],
  ];

  it.each(badOptions)('%s', async (_name, options, message) => {
    await expect(scene.collide(options as never)).rejects.toThrow(message);
    await expect(scene.collide(options as never)).rejects.toBeInstanceOf(OptionError);
  });
});

describe('an engine', () => {
  it('answers for an empty scene, an empty mesh and triangles without area', async () => {
    using engine = await createEngine({ threads: 0 });
    const scene = engine.createScene();
    expect((await scene.collide({ self: true, segments: true })).segments!.length).toBe(0);
    scene.add({ positions: new Float32Array(0) });
    scene.add({ positions: new Float32Array(9), indices: new Uint32Array(0) });
    const point = scene.add(triangle(1, 1, 1, 1, 1, 1, 1, 1, 1));
    const line = scene.add(triangle(0, 0, 0, 1, 1, 1, 3, 3, 3));
    scene.add(lying());
    const { kinds, degenerateTriangles } = await scene.collide({ self: true });
    expect(kinds.length).toBe(0);
    expect([...degenerateTriangles]).toEqual([point, 0, line, 0]);
  });

  it.each([0, 2])('rejects the running and the waiting query when it is disposed (%i threads)', async (threads) => {
    const engine = await createEngine({ threads });
    const scene = engine.createScene();
    scene.add(sheet(600, 1, (x, y) => Math.sin(40 * x) * Math.sin(40 * y)));
    const running = scene.collide({ self: true });
    const waiting = scene.collide({ self: true });
    const outcomes = Promise.allSettled([running, waiting]);
    setTimeout(() => engine.dispose(), 3);
    for (const outcome of await outcomes) {
      expect(outcome.status).toBe('rejected');
      expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(EngineError);
      expect((outcome as PromiseRejectedResult).reason.code).toBe('disposed');
    }
    expect(() => engine.createScene()).toThrow(/disposed/);
    expect(() => scene.add(lying())).toThrow(/disposed/);
  });

  it('ends a scene that is disposed while it is asked: the running query ends, the waiting one rejects', async () => {
    using engine = await createEngine({ threads: 1 });
    const scene = engine.createScene();
    scene.add(lying());
    scene.add(standing());
    const running = scene.collide();
    const waiting = scene.collide();
    await Promise.resolve();
    await Promise.resolve();
    scene.dispose();
    const [, second] = await Promise.allSettled([running, waiting]);
    expect(second.status).toBe('rejected');
    await expect(scene.collide()).rejects.toThrow(/the scene has been disposed/);
    const next = engine.createScene();
    next.add(lying());
    next.add(standing());
    expect((await next.collide()).kinds.length).toBe(1);
  });

  it.each([
    [{ threads: -1 }, OptionError, /whole number from 0 to 64/],
    [{ threads: 1.5 }, OptionError, /whole number/],
    [{ backend: 'cuda' }, OptionError, /"auto", "wasm" or "webgpu"/],
    [{ backend: 'webgpu' }, EngineError, /backend: 'wasm'/],
    [{ thread: 2 }, OptionError, /no option "thread"; it has backend, threads/],
  ])('refuses %j', async (options, type, message) => {
    await expect(createEngine(options as never)).rejects.toThrow(message);
    await expect(createEngine(options as never)).rejects.toBeInstanceOf(type);
  });
});
