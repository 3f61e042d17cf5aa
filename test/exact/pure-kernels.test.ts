/** Signs, expansions and sorting of the kernels, each called by itself, against whole numbers. */
import { beforeAll, describe, expect, it } from 'vitest';
import { compileKernels } from '../../scripts/compile-kernels.mjs';
import { kernelImports } from '../../src/backend/wasm/kernel-imports.ts';
import { STATIC_BASE } from '../../src/memory/constants.ts';
import { Random } from '../support/random.ts';
import { seedsOf } from '../support/thoroughness.ts';

type Kernels = Record<string, (...values: number[]) => number>;

const memory = new WebAssembly.Memory({ initial: 512 });
/** Numbers for the kernels lie behind everything that they reserve. */
const FREE = 500 * 65_536;
const numbers = new Float64Array(memory.buffer, FREE, 8192);
const at = (index: number) => FREE + 8 * index;
let kernels: Kernels;

beforeAll(async () => {
  const bytes = await compileKernels('src/queries/kernels/pure.ts', {
    base: STATIC_BASE,
    flags: ['--disable', 'threads'],
  });
  const { instance } = await WebAssembly.instantiate(bytes, kernelImports(memory, 0));
  kernels = instance.exports as unknown as Kernels;
});

/** A double as a whole number of 2^-1074. */
function whole(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const digits = bits & ((1n << 52n) - 1n);
  const size = exponent === 0n ? digits : (digits | (1n << 52n)) << (exponent - 1n);
  return value < 0 ? -size : size;
}
const signOf = (value: bigint) => (value > 0n ? 1 : value < 0n ? -1 : 0);
const sumOf = (from: number, count: number) =>
  [...numbers.subarray(from, from + count)].reduce((sum, value) => sum + whole(value), 0n);

/** Points near one line or plane: whole numbers, most of them moved by one unit in the last place, or not. */
function nearby(random: Random, count: number): number[] {
  const scale = 2 ** random.integer(-40, 40);
  return Array.from({ length: count }, () => {
    const value = scale * random.integer(-3, 3);
    return random.chance(0.4) ? value * (1 + random.integer(-2, 2) * 2 ** -52) : value;
  });
}

function determinant(rows: readonly (readonly bigint[])[]): bigint {
  const [a, b, c] = rows;
  if (rows.length === 2) return a[0] * b[1] - a[1] * b[0];
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

function exactSign(coordinates: readonly number[], dimension: number): number {
  const points = Array.from({ length: dimension + 1 }, (_, i) =>
    coordinates.slice(dimension * i, dimension * (i + 1)).map(whole),
  );
  const last = points[dimension];
  return signOf(determinant(points.slice(0, dimension).map((point) => point.map((value, k) => value - last[k]))));
}

describe('signs of determinants', () => {
  it('in the plane are exact', () => {
    const tally = new Map<number, number>();
    for (let seed = 0; seed < seedsOf(50_000); seed++) {
      const coordinates = nearby(new Random(seed), 6);
      const sign = kernels.orient2d(...coordinates);
      if (sign !== exactSign(coordinates, 2)) expect.fail(`seed ${seed}: ${sign} for ${coordinates}`);
      tally.set(sign, (tally.get(sign) ?? 0) + 1);
    }
    expect([...tally.keys()].sort()).toEqual([-1, 0, 1]);
  });

  it.each(['orient3d', 'orient3dExact'])('in space are exact: %s', (name) => {
    kernels.takeExactFallbacks();
    const tally = new Map<number, number>();
    for (let seed = 0; seed < seedsOf(50_000); seed++) {
      const coordinates = nearby(new Random(seed), 12);
      numbers.set(coordinates);
      const sign = kernels[name](at(0), at(3), at(6), at(9));
      if (sign !== exactSign(coordinates, 3)) expect.fail(`seed ${seed}: ${sign} for ${coordinates}`);
      tally.set(sign, (tally.get(sign) ?? 0) + 1);
    }
    expect([...tally.keys()].sort()).toEqual([-1, 0, 1]);
    // Exact arithmetic was needed, or the points were too easy.
    if (name === 'orient3d') expect(kernels.takeExactFallbacks()).toBeGreaterThan(0);
  });
});

describe('expansions', () => {
  const [E, F, OUT, SCRATCH] = [0, 64, 128, 2048];

  /** An expansion of some components, made by adding numbers one by one. */
  function makeExpansion(random: Random, place: number): number {
    let length = 0;
    for (let i = random.integer(1, 5); i > 0; i--) {
      numbers[SCRATCH] = random.real(-1, 1) * 2 ** random.integer(-60, 60);
      length = kernels.expansionSum(at(place), length, at(SCRATCH), 1, at(OUT));
      numbers.copyWithin(place, OUT, OUT + length);
    }
    return length;
  }

  it('are summed and multiplied exactly', () => {
    for (let seed = 0; seed < seedsOf(10_000); seed++) {
      const random = new Random(seed);
      const [e, f] = [makeExpansion(random, E), makeExpansion(random, F)];
      const [first, second] = [sumOf(E, e), sumOf(F, f)];
      const sum = kernels.expansionSum(at(E), e, at(F), f, at(OUT));
      expect(sumOf(OUT, sum), `seed ${seed}`).toBe(first + second);
      expect(kernels.expansionSign(at(OUT), sum)).toBe(signOf(first + second));
      // Products are of an expansion and a difference.
      const [a, b] = [0, 1].map(() => random.real(-1, 1) * 2 ** random.integer(-30, 30));
      const difference = kernels.expansionDifference(a, b, at(F));
      const product = kernels.expansionProduct(at(E), e, at(F), difference, at(OUT), at(SCRATCH));
      expect(sumOf(OUT, product) << 1074n, `seed ${seed}`).toBe(first * (whole(a) - whole(b)));
      const factor = random.real(-8, 8);
      const scaled = kernels.expansionScale(at(E), e, factor, at(OUT));
      expect(sumOf(OUT, scaled) << 1074n, `seed ${seed}`).toBe(first * whole(factor));
    }
  });

  it('have the rounding errors of a sum and of a product', () => {
    for (let seed = 0; seed < seedsOf(10_000); seed++) {
      const random = new Random(seed);
      const [a, b] = [0, 1].map(() => random.real(-1, 1) * 2 ** random.integer(-30, 30));
      expect(whole(a + b) + whole(kernels.sumTail(a, b, a + b))).toBe(whole(a) + whole(b));
      expect((whole(a * b) + whole(kernels.productTail(a, b, a * b))) << 1074n).toBe(whole(a) * whole(b));
    }
  });
});

it('keys are sorted by depth, then by triangle', () => {
  const words = new Uint32Array(memory.buffer, FREE, 16_384);
  for (let seed = 0; seed < seedsOf(500); seed++) {
    const random = new Random(seed);
    const count = random.pick([0, 1, 2, 17, 300, 1000]);
    const keys = Array.from({ length: count }, (_, entry) => ({ depth: random.integer(-5, 5) / 4, entry }));
    const triangles = keys.map((_, i) => (i * 7919) % 1009);
    for (const [i, { depth, entry }] of keys.entries()) {
      numbers[2 * i] = depth;
      words[4 * i + 2] = entry;
      words[4 * i + 3] = triangles[i];
    }
    kernels.sortKeys(FREE, 0, count);
    const expected = keys.sort((p, q) => p.depth - q.depth || triangles[p.entry] - triangles[q.entry]);
    const found = keys.map((_, i) => ({ depth: numbers[2 * i], entry: words[4 * i + 2] }));
    expect(found, `seed ${seed}`).toEqual(expected);
  }
});
