/** Whole multiples of doubles, and roots of polynomials that were made from their roots. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeMultiples } from '../../src/exact/whole-multiples.ts';
import { type Polynomial, times } from '../../src/exact/whole-polynomial.ts';
import { GRID_BITS, gridTick, signAtRoot, unitRoots } from '../../src/exact/whole-roots.ts';

/** x as a fraction with a power of two below, by Node's own printing of doubles in base 2. */
function fraction(x: number): { above: bigint; bits: number } {
  const [whole, after = ''] = Math.abs(x).toString(2).split('.');
  const above = BigInt(`0b${whole}${after}`);
  return { above: x < 0 ? -above : above, bits: after.length };
}

const root = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 40 }));
/** below · t − above, whose root is above / below. */
const factor = ([above, below]: readonly [number, number]): Polynomial => [BigInt(-above), BigInt(below)];

describe('whole multiples', () => {
  it('keep the ratios of all doubles', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.float({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(0, -0, 5e-324, -5e-324, Number.MAX_VALUE, 2 ** -1022, 1, 2 ** 1000),
    );
    fc.assert(
      fc.property(fc.array(number, { minLength: 2, maxLength: 6 }), (numbers) => {
        const whole = wholeMultiples(numbers);
        for (let i = 1; i < numbers.length; i++) {
          const [p, q] = [fraction(numbers[i - 1]), fraction(numbers[i])];
          expect((whole[i - 1] * q.above) << BigInt(p.bits)).toBe((whole[i] * p.above) << BigInt(q.bits));
        }
        if (numbers.some((x) => x !== 0)) expect(whole.some((x) => x % 2n !== 0n)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('roots from 0 to 1', () => {
  it('are those that the polynomial was made from, each once, in the right ticks', () => {
    fc.assert(
      fc.property(fc.array(root, { minLength: 1, maxLength: 3 }), fc.boolean(), (roots, isNegative) => {
        const p = roots.map(factor).reduce((product, next) => times(product, next), [isNegative ? -3n : 5n]);
        const inside = roots.filter(([above, below]) => above <= below);
        const ticks = inside.map(([above, below]) => (BigInt(above) << GRID_BITS) / BigInt(below));
        const distinct = [...new Set(ticks)].sort((a, b) => (a < b ? -1 : 1));
        expect(unitRoots(p).map(gridTick)).toEqual(distinct);
      }),
      { numRuns: 2000 },
    );
  });

  it('have the signs of other polynomials exactly', () => {
    fc.assert(
      fc.property(fc.array(root, { minLength: 1, maxLength: 3 }), root, root, (roots, other, another) => {
        const p = roots.map(factor).reduce((product, next) => times(product, next));
        const q = times(factor(other), factor(another));
        const inside = roots
          .filter(([above, below]) => above <= below)
          .sort(([a, b], [c, d]) => a * d - c * b)
          .filter(([above, below], i, list) => i === 0 || above * list[i - 1][1] !== list[i - 1][0] * below);
        const sign = ([above, below]: readonly [number, number]) =>
          Math.sign(above * other[1] - other[0] * below) * Math.sign(above * another[1] - another[0] * below) + 0;
        expect(unitRoots(p).map((time) => signAtRoot(q, time))).toEqual(inside.map(sign));
      }),
      { numRuns: 2000 },
    );
  });

  it('that are irrational lie between numbers of opposite sign', () => {
    const coefficient = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
    fc.assert(
      fc.property(fc.tuple(coefficient, coefficient, coefficient, coefficient), (p) => {
        fc.pre(p[3] !== 0n);
        const valueAt = (tick: bigint) =>
          p.reduce((sum, c, i) => sum + c * tick ** BigInt(i) * 2n ** (GRID_BITS * BigInt(3 - i)), 0n);
        for (const time of unitRoots(p)) {
          const tick = gridTick(time);
          const [low, high] = [valueAt(tick), valueAt(tick + 1n)];
          expect(low === 0n || low > 0n !== high > 0n).toBe(true);
        }
        const changes = valueAt(0n) * valueAt(2n ** GRID_BITS) < 0n;
        if (changes) expect(unitRoots(p).length).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });
});
