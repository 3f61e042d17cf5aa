import { orient2d as robustOrient2d, orient3d as robustOrient3d } from 'robust-predicates';
import { beforeAll, describe, expect, it } from 'vitest';
import { WasmRuntime } from '../../src/backend/wasm/runtime.ts';
import { wholeOrient2d, wholeOrient3d } from '../../src/exact/whole-signs.ts';
import { Random } from '../support/random.ts';

let runtime: WasmRuntime;
let points: number;
beforeAll(async () => {
  runtime = await WasmRuntime.open(0);
  points = runtime.memory.allocate(96, 'the test');
});

/** The kernel's sign for four points. */
function kernelOrient3d(coordinates: readonly number[]): number {
  runtime.memory.f64.set(coordinates, points >> 3);
  return runtime.kernels.orient3d(points, points + 24, points + 48, points + 72);
}

/** Coordinates of several kinds: lattice points, nearly coplanar points, points of very different size. */
function coordinates(random: Random, count: number): number[] {
  const kind = random.integer(0, 4);
  const scale = 2 ** random.integer(-240, 240);
  return Array.from({ length: count }, () => {
    if (kind === 0) return random.integer(-3, 3);
    if (kind === 1) return 0.5 + random.integer(-8, 8) * 2 ** -53;
    if (kind === 2) return random.integer(-2, 2) * scale;
    if (kind === 3) return random.real(-1, 1) * 2 ** random.integer(-60, 60);
    return 12 + random.integer(0, 3) * 2 ** -49;
  });
}

describe('orient3d in the kernel', () => {
  it('has the exact sign on 40 000 hard cases', () => {
    const random = new Random(1);
    for (let i = 0; i < 40_000; i++) {
      const p = coordinates(random, 12);
      expect(kernelOrient3d(p), `case ${i}: ${p}`).toBe(wholeOrient3d(...p) + 0);
    }
  });

  it('agrees with robust-predicates, whose sign is opposite', () => {
    const random = new Random(2);
    for (let i = 0; i < 5_000; i++) {
      const p = coordinates(random, 12).map((x) => (Math.abs(x) > 2 ** 100 ? x / 2 ** 200 : x));
      const [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz] = p;
      const theirs = Math.sign(robustOrient3d(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz));
      expect(kernelOrient3d(p) + 0, `case ${i}: ${p}`).toBe(theirs + 0);
    }
  });

  it('is zero for four points of a plane that no filter can decide', () => {
    const x = 1 / 3;
    expect(kernelOrient3d([0, 0, 0, x, x, x, 1, 1, 1, 5, -2, 1])).toBe(0);
    expect(kernelOrient3d([1e75, 0, 0, 0, 1e75, 0, 0, 0, 0, 1, 1, 0])).toBe(0);
  });
});

describe('orient2d in the kernel', () => {
  it('has the exact sign on 40 000 hard cases', () => {
    const random = new Random(3);
    for (let i = 0; i < 40_000; i++) {
      const [ax, ay, bx, by, cx, cy] = coordinates(random, 6);
      const exact = wholeOrient2d(ax, ay, bx, by, cx, cy);
      expect(runtime.kernels.orient2d(ax, ay, bx, by, cx, cy), `case ${i}: ${[ax, ay, bx, by, cx, cy]}`).toBe(
        exact + 0,
      );
    }
  });

  it('agrees with robust-predicates, whose sign is opposite', () => {
    const random = new Random(4);
    for (let i = 0; i < 5_000; i++) {
      const [ax, ay, bx, by, cx, cy] = coordinates(random, 6);
      const theirs = Math.sign(robustOrient2d(ax, ay, bx, by, cx, cy));
      expect(0 - runtime.kernels.orient2d(ax, ay, bx, by, cx, cy)).toBe(theirs + 0);
    }
  });
});

describe('whole-number signs', () => {
  it('decide where doubles underflow', () => {
    const tiny = Number.MIN_VALUE;
    expect(wholeOrient2d(tiny, 0, 0, tiny, 0, 0)).toBe(1);
    expect(wholeOrient2d(tiny, tiny, 3 * tiny, 3 * tiny, -tiny, -tiny)).toBe(0);
    expect(wholeOrient3d(tiny, 0, 0, 0, tiny, 0, 0, 0, tiny, 0, 0, 0)).toBe(1);
    expect(wholeOrient3d(tiny, 0, 0, 0, 0, tiny, 0, tiny, 0, 0, 0, 0)).toBe(-1);
  });
});
