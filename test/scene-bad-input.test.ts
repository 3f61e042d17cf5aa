import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, MeshError, OptionError, type Scene } from '../src/index.ts';
import { lying, standing, triangle } from './support/shapes.ts';

/** The error that a call throws, or a failure. */
function errorOf(call: () => unknown): Error & { code: string; details: Record<string, unknown> } {
  try {
    call();
  } catch (error) {
    return error as Error & { code: string; details: Record<string, unknown> };
  }
  throw new Error('expected the call to throw');
}

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
      'triangles without vertices',
      () => scene.add({ positions: new Float32Array(0), indices: new Uint32Array(12) }),
      MeshError,
      'index-range',
      /triangle 0 uses vertex 0; the mesh has no vertices/,
    ],
    [
      'triangles without vertices when welding',
      () => scene.add({ positions: new Float64Array(0), indices: new Uint32Array(12).fill(7), weld: true }),
      MeshError,
      'index-range',
      /triangle 0 uses vertex 7; the mesh has no vertices/,
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
      'not-finite',
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
      'out-of-range',
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

  it('frees a mesh that cannot take the place of another, and keeps the old one', async () => {
    const other = engine.createScene();
    const id = other.add(lying());
    other.place(id, [1e70, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    const before = (await other.collide()).stats.bytes.scene;
    expect(() => other.replace(id, triangle(0, 0, 0, 1e10, 0, 0, 0, 1, 0))).toThrow(/2\^250/);
    expect((await other.collide()).stats.bytes.scene).toBe(before);
    other.dispose();
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
    [
      'ignore that holds no pairs',
      { ignore: [0, 1] },
      /ignore has an entry that is number 0; expected a list of pairs of object ids/,
    ],
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
