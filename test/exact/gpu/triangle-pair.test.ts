/**
 * Tries to break the single-precision triangle tests: nasty pairs under adversarial arithmetics, against exact answers.
 * The seed of a failure is in its message.
 */
import { describe, expect, it } from 'vitest';
import { meeting } from '../../../oracle/triangle-meeting.ts';
import type { Arithmetic } from '../../../src/exact/gpu/arithmetic.ts';
import { normalSigns, type TriangleCorners } from '../../../src/exact/gpu/certain-signs.ts';
import {
  edgePairAnswer,
  PAIR_CROSSING,
  PAIR_NONE,
  PAIR_UNDECIDED,
  pairAnswer,
  vertexPairAnswer,
} from '../../../src/exact/gpu/triangle-pair.ts';
import { Random } from '../../support/random.ts';
import { seedsOf } from '../../support/thoroughness.ts';
import { adversaries } from './adversarial-arithmetic.ts';
import { type NastyPair, nastyPair, type SharedCorners } from './nasty-pairs.ts';

type PairTest = (a: TriangleCorners, b: TriangleCorners, rounding: number, f: Arithmetic) => number;

const tests: { shared: SharedCorners; test: PairTest; pairs: number }[] = [
  { shared: 0, test: pairAnswer, pairs: seedsOf(12_000) },
  { shared: 1, test: vertexPairAnswer, pairs: seedsOf(20_000) },
  { shared: 2, test: edgePairAnswer, pairs: seedsOf(16_000) },
];

/** Which answers are allowed: PAIR_UNDECIDED always is. */
function exactAnswer({ exactA, exactB }: NastyPair, shared: SharedCorners): number {
  if (exactA === null || exactB === null) return PAIR_NONE;
  const { dimension, interior } = meeting(exactA, exactB);
  if (dimension < [0, 1, 2][shared]) return PAIR_NONE;
  return dimension < 2 && interior ? PAIR_CROSSING : PAIR_UNDECIDED;
}

function check(shared: SharedCorners, test: PairTest, seed: number, tally: number[]): void {
  const random = new Random(seed);
  const pair = nastyPair(random, shared);
  const expected = exactAnswer(pair, shared);
  for (const { name, arithmetic } of adversaries(random)) {
    const answer = test(pair.a, pair.b, pair.rounding, arithmetic);
    tally[answer]++;
    if (answer === expected || answer === PAIR_UNDECIDED) continue;
    expect.fail(`seed ${seed}: ${pair.name}, arithmetic ${name}: answer ${answer}, exact ${expected}`);
  }
}

describe('triangle pairs in single precision', () => {
  it.each(tests)('are never wrong in any arithmetic, $shared corners shared', ({ shared, test, pairs }) => {
    const tally = [0, 0, 0];
    for (let seed = 0; seed < pairs; seed++) check(shared, test, seed * 3 + shared, tally);
    console.log(`${shared} shared corners: none ${tally[0]}, crossing ${tally[1]}, undecided ${tally[2]}`);
    // The pairs are made to be hard, but a test that decides nothing proves nothing.
    expect(tally[PAIR_NONE]).toBeGreaterThan(pairs);
    if (shared < 2) expect(tally[PAIR_CROSSING]).toBeGreaterThan(pairs);
  });

  it('signs of normals are those of the exact normal, or left out', () => {
    let bits = 0;
    const pairs = seedsOf(12_000);
    for (let seed = 0; seed < pairs; seed++) {
      const random = new Random(seed);
      const { name, a, rounding, exactA } = nastyPair(random, 0);
      const [x, y, z] = exactA?.normal ?? [0n, 0n, 0n];
      const exact = [z, x, y].reduce((set, n, k) => set | (n > 0n ? 1 << k : n < 0n ? 8 << k : 0), 0);
      for (const { name: arithmeticName, arithmetic } of adversaries(random)) {
        const signs = normalSigns(a[0], a[1], a[2], rounding, arithmetic);
        if (signs & ~exact)
          expect.fail(`seed ${seed}: ${name}, arithmetic ${arithmeticName}: ${signs}, exact ${exact}`);
        if (signs) bits++;
      }
    }
    expect(bits).toBeGreaterThan(pairs);
  });
});
