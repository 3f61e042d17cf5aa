/** Stray geometry must not grow the boxes of what is far from it. Counted in candidates, not in time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { Random } from '../../support/random.ts';

type Format = typeof Float32Array | typeof Float64Array;

const COUNT = 30_000;
const DISTANCE = 0.05;

/** Triangles of about unit size, strewn so that each has a few neighbours. */
function strewn(format: Format): MeshInput {
  const random = new Random(3);
  const side = Math.cbrt(COUNT) * 1.5;
  const positions = new format(9 * COUNT);
  for (let t = 0; t < COUNT; t++) {
    const place = random.times(3, () => random.real(0, side));
    for (let k = 0; k < 9; k++) positions[9 * t + k] = place[k % 3] + random.real(0, 1);
  }
  return { positions };
}

const strayAt = (format: Format, at: number): MeshInput => ({
  positions: format.from([at, at, at, 2 * at, at, at, at, 2 * at, at]),
});

const SHEARED = [1, 0, 0, 0, 0.25, 1, 0, 0, 0, 0, 1, 0, 8, 16, -4, 1];

describe.each([Float32Array, Float64Array])('within beside stray geometry in a %o', (format) => {
  let engine: Engine;
  const plain = strewn(format);
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads: 2 });
  });
  afterAll(() => engine.dispose());

  async function ask(meshes: readonly MeshInput[], matrix?: readonly number[]) {
    const scene = engine.createScene();
    for (const mesh of meshes) scene.add(mesh);
    if (matrix) scene.place(0, matrix);
    const { trianglePairs, distances, stats } = await scene.within(DISTANCE, { self: true });
    scene.dispose();
    return { pairs: [...trianglePairs], distances: [...distances], candidates: stats.candidates };
  }

  it.each([
    { at: 1e8, matrix: undefined },
    { at: 1e12, matrix: undefined },
    { at: 1e8, matrix: SHEARED },
  ])('a stray at $at, placed: $matrix', async ({ at, matrix }) => {
    const expected = await ask([plain], matrix);
    const found = await ask([plain, strayAt(format, at)], matrix);
    expect(expected.pairs.length).toBeGreaterThan(0);
    expect(found.pairs).toEqual(expected.pairs);
    expect(found.distances).toEqual(expected.distances);
    expect(found.candidates).toBeLessThan(1.5 * expected.candidates + 50_000);
  });

  it('a stray in the same mesh', async () => {
    const expected = await ask([plain]);
    const together = format.from([...plain.positions, ...strayAt(format, 1e8).positions]);
    const found = await ask([{ positions: together }]);
    expect(found.pairs).toEqual(expected.pairs);
    expect(found.candidates).toBeLessThan(1.5 * expected.candidates + 50_000);
  });
});
