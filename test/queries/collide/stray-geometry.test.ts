/** Stray geometry: what lies far off, used or not, must not make the rest cost more. Counted in candidates, not in time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { ballMesh } from '../../support/closed-meshes.ts';
import { Random } from '../../support/random.ts';

type Format = typeof Float32Array | typeof Float64Array;
type Corner = readonly [number, number, number];

const FORMATS: readonly Format[] = [Float32Array, Float64Array];

/** 32 768 triangles of about the same size, crumpled so that some of them collide. */
function crumpled(format: Format, seed: number): MeshInput {
  const random = new Random(seed);
  const { positions, indices } = ballMesh(6, (x, y, z) => [x, y, z + 0.05 * random.next()]);
  return { positions: format.from(positions), indices };
}

/** The mesh with triangles behind it, each given by three corners. */
function withTriangles(
  { positions, indices }: MeshInput,
  format: Format,
  ...triangles: readonly Corner[][]
): MeshInput {
  const corners = triangles.flat();
  const first = positions.length / 3;
  return {
    positions: format.from([...positions, ...corners.flat()]),
    indices: Uint32Array.from([...indices!, ...corners.map((_, i) => first + i)]),
  };
}

/** A triangle of a given size somewhere. */
const at = (x: number, y: number, z: number, size = 1): Corner[] => [
  [x, y, z],
  [x + size, y, z],
  [x, y + size, z],
];

const STRAYS: Record<string, Corner[][]> = {
  'one at 1e8': [at(1e8, 1e8, 1e8, 64)],
  'one above, far off': [at(0, 0, 1e8)],
  'one beside, far off': [at(-1e12, 0, 0, 1e6)],
  'several at different scales': [at(1e3, 0, 0), at(0, -1e5, 2), at(-3, 1e7, 1e8, 64), at(1e10, 1e10, -1e12, 1e6)],
  'one that spans it all': [
    [
      [-1e8, -1e8, 3],
      [1e8, -1e8, 3],
      [0, 1e8, 3],
    ],
  ],
};

describe.each(FORMATS.map((format) => ({ format, name: format.name })))('stray geometry in a $name', ({ format }) => {
  let engine: Engine;
  const plain = crumpled(format, 1);
  let bare: { pairs: number[]; candidates: number; neighbourTests: number };
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads: 2 });
    bare = await ask([plain]);
  });
  afterAll(() => engine.dispose());

  async function ask(meshes: readonly MeshInput[], matrix?: readonly number[], options = { self: true }) {
    const scene = engine.createScene();
    for (const mesh of meshes) {
      const object = scene.add(mesh);
      if (matrix) scene.place(object, matrix);
    }
    const { trianglePairs, stats } = await scene.collide(options);
    scene.dispose();
    return { pairs: [...trianglePairs], candidates: stats.candidates, neighbourTests: stats.neighbourTests! };
  }

  /** As many candidates again as there are, or one of each triangle with a stray, would still be about the same. */
  function expectAboutTheSame(found: typeof bare, expected: typeof bare): void {
    expect(found.pairs).toEqual(expected.pairs);
    expect(found.candidates).toBeLessThan(1.5 * expected.candidates + 50_000);
    expect(found.neighbourTests).toBeLessThan(1.5 * expected.neighbourTests + 1000);
  }

  it.each(Object.entries(STRAYS))('%s', async (_, triangles) => {
    expectAboutTheSame(await ask([withTriangles(plain, format, ...triangles)]), bare);
  });

  it.each(Object.entries(STRAYS))('%s, as an object of its own', async (_, triangles) => {
    const none: MeshInput = { positions: new format(0), indices: new Uint32Array(0) };
    expectAboutTheSame(await ask([plain, withTriangles(none, format, ...triangles)]), bare);
  });

  it('in an object that is placed', async () => {
    const moved = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 8, 16, -4, 1];
    const expected = await ask([plain], moved);
    expectAboutTheSame(await ask([withTriangles(plain, format, at(1e8, 1e8, -1e8, 64))], moved), expected);
  });

  it('a vertex that no triangle uses, of an indexed and of a welded mesh', async () => {
    const unused = { ...plain, positions: format.from([...plain.positions, 1e10, 1e10, 1e10]) };
    expect(await ask([unused])).toEqual(bare);
    expectAboutTheSame(await ask([{ ...unused, weld: true }]), bare);
  });

  it('a vertex that no triangle uses stays so when the mesh moves, and must be a number', async () => {
    const positions = format.from([...plain.positions, 1e10, 1e10, 1e10]);
    const scene = engine.createScene();
    const object = scene.add({ positions, indices: plain.indices });
    scene.move(
      object,
      positions.map((x) => 2 * x),
    );
    expect((await scene.collide({ self: true })).stats.candidates).toBe(bare.candidates);
    const broken = positions.slice();
    broken[broken.length - 2] = Number.NaN;
    expect(() => scene.move(object, broken)).toThrow(/not-finite.*y is NaN/);
    scene.dispose();
  });

  it('many strays that collide with each other are all found', async () => {
    const random = new Random(5);
    const far = random.times(40, () => {
      const place = random.pick([1e4, -1e6, 1e9]);
      return at(place, random.pick([0, place]), random.pick([0, -place]), Math.abs(place) / 16);
    });
    const strays = withTriangles({ positions: new format(0), indices: new Uint32Array(0) }, format, ...far);
    const [alone, together] = [await ask([strays]), await ask([withTriangles(plain, format, ...far)])];
    const shift = plain.indices!.length / 3;
    const expected = alone.pairs.map((value, i) => (i % 2 === 1 ? value + shift : value));
    expect(expected.length).toBeGreaterThan(0);
    expect(together.pairs).toEqual([...bare.pairs, ...expected]);
  });
});
