/**
 * Single-precision arithmetic at its worst: everything that docs/single-precision.md allows an implementation to do.
 *
 * A result may be any single-precision number within one unit in the last place of the exact one (also next to a result
 * that is exact), products may be fused with the addition that follows, and operands and results below 2^-126 may be
 * taken for 0. What happens where is decided by three functions, asked anew for every operation.
 */
import type { Arithmetic } from '../../../src/exact/gpu/arithmetic.ts';
import type { Random } from '../../support/random.ts';

const SMALLEST_NORMAL = 2 ** -126;
const ULP = 2 ** -23;

export interface Adversary {
  /** −2: the lowest result allowed, −1: rounded down, 0: to the nearest, 1: up, 2: the highest allowed. */
  direction(): number;
  fuses(): boolean;
  flushes(): boolean;
}

const float32 = new Float32Array(1);
const word32 = new Int32Array(float32.buffer);

/** The next single-precision number above (steps 1) or below (−1). */
function next(value: number, steps: 1 | -1): number {
  if (value === 0) return steps * 2 ** -149;
  float32[0] = value;
  word32[0] += value > 0 ? steps : -steps;
  return float32[0];
}

function roundDown(value: number): number {
  const nearest = Math.fround(value);
  return nearest <= value ? nearest : next(nearest, -1);
}

function roundUp(value: number): number {
  const nearest = Math.fround(value);
  return nearest >= value ? nearest : next(nearest, 1);
}

function roundTowards(value: number, direction: number): number {
  if (direction === 0) return Math.fround(value);
  if (direction === 1) return roundUp(value);
  if (direction === -1) return roundDown(value);
  // The outermost number within one part in 2^23; the nearest one where none lies between, below 2^-126.
  const within = Math.abs(value) * ULP;
  if (Math.abs(value) < SMALLEST_NORMAL) return Math.fround(value);
  return direction > 0 ? roundDown(value + within) : roundUp(value - within);
}

export function adversarialArithmetic(adversary: Adversary): Arithmetic {
  const flushed = (value: number) => (Math.abs(value) < SMALLEST_NORMAL && adversary.flushes() ? 0 : value);
  const round = (value: number) => flushed(roundTowards(value, adversary.direction()));
  // Sums and fused products are off by 2^-53 of themselves before they are rounded, which the bounds' slack covers.
  const add = (a: number, b: number) => round(flushed(a) + flushed(b));
  const multiply = (a: number, b: number) => round(flushed(a) * flushed(b));
  const multiplyAdd = (a: number, b: number, c: number) =>
    adversary.fuses() ? round(flushed(a) * flushed(b) + flushed(c)) : add(multiply(a, b), c);
  return {
    add,
    subtract: (a, b) => add(a, -b),
    multiply,
    multiplyAdd,
    productDifference: (a, b, c, d) =>
      adversary.direction() > 0 ? multiplyAdd(a, b, -multiply(c, d)) : multiplyAdd(-c, d, multiply(a, b)),
  };
}

const yes = () => true;
const no = () => false;

/** The extreme ones, and a few that change their mind at every operation. */
export function adversaries(random: Random): { name: string; arithmetic: Arithmetic }[] {
  const all: { name: string; arithmetic: Arithmetic }[] = [];
  for (const direction of [-2, -1, 0, 1, 2]) {
    for (const [fusing, fuses] of Object.entries({ fused: yes, unfused: no })) {
      const flushes = fuses === yes ? no : yes;
      const name = `always ${direction}, ${fusing}, ${flushes === yes ? 'flushed' : 'not flushed'}`;
      all.push({ name, arithmetic: adversarialArithmetic({ direction: () => direction, fuses, flushes }) });
    }
  }
  const coin = () => random.chance(0.5);
  const either = () => (random.chance(0.5) ? 2 : -2);
  const any = () => random.integer(-2, 2);
  for (let repeat = 0; repeat < 4; repeat++) {
    all.push({
      name: `random ${repeat}`,
      arithmetic: adversarialArithmetic({ direction: any, fuses: coin, flushes: coin }),
    });
    const unfused = { direction: either, fuses: no, flushes: coin };
    all.push({ name: `random extremes ${repeat}`, arithmetic: adversarialArithmetic(unfused) });
  }
  return all;
}
