/**
 * Triangles that touch, or miss each other by a few units in the last place: single precision leaves out pairs by their planes
 * (image-planes.ts), and must leave out none of those that meet. In coordinates of single precision, which are those of the image, in
 * double precision, which the image rounds, and far from the origin.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oracle } from '../../../oracle/oracle.ts';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { engineAnswer } from '../../support/engine-answer.ts';
import { Random, stepDouble, stepSingle } from '../../support/random.ts';
import { seedsOf } from '../../support/thoroughness.ts';

const PAIRS = 24;
const APART = 4;

interface Numbers {
  readonly isSingle: boolean;
  readonly offset: number;
}

/** A triangle, and one with a corner near a point of it; most of the points lie in the plane to within rounding. */
function nearPair(random: Random, place: readonly number[], { isSingle, offset }: Numbers): [number[], number[]] {
  const rounded = (x: number) => (isSingle ? Math.fround(x) : x);
  const width = 10 ** random.real(-3, 0.3);
  const at = (k: number) => offset + place[k] + width * random.real(-1, 1);
  const point = () => [0, 1, 2].map((k) => rounded(at(k)));
  const [a, b, c] = [point(), point(), point()];
  const [s, t] = [random.next() * 0.6, random.next() * 0.4];
  const step = random.integer(-3, 3);
  const inside = a.map((x, k) => {
    const middle = rounded(x + s * (b[k] - x) + t * (c[k] - x));
    return isSingle ? stepSingle(middle, step) : stepDouble(middle, step);
  });
  const other = random.chance(0.3) ? [a, b, c][random.integer(0, 2)] : inside;
  return [
    [...a, ...b, ...c],
    [...other, ...point(), ...point()],
  ];
}

function nearScene(seed: number, numbers: Numbers): MeshInput[] {
  const random = new Random(seed);
  const pairs = random.times(PAIRS, () => {
    const place = random.times(3, () => APART * random.integer(0, 2));
    return nearPair(random, place, numbers);
  });
  const positions = (k: 0 | 1) => pairs.flatMap((pair) => pair[k]);
  const all = numbers.isSingle ? Float32Array : Float64Array;
  return [{ positions: all.from(positions(0)) }, { positions: all.from(positions(1)) }];
}

describe.each([
  { isSingle: true, offset: 0 },
  { isSingle: true, offset: 3000 },
  { isSingle: false, offset: 0 },
  { isSingle: false, offset: 1e7 },
])('triangles that nearly touch: %o', (numbers) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads: 0 });
  });
  afterAll(() => engine.dispose());

  it('have the pairs of the oracle', async () => {
    let found = 0;
    for (let seed = 0; seed < seedsOf(200); seed++) {
      const meshes = nearScene(seed, numbers);
      const expected = oracle.collide(meshes, { self: true });
      expect(await engineAnswer(engine, meshes, { self: true }), `seed ${seed}`).toEqual(expected);
      found += expected.trianglePairs.length;
    }
    expect(found).toBeGreaterThan(seedsOf(200) * PAIRS * 0.3);
  });
});
