/** Tries to break the separation of triangles that share a corner: nasty pairs under adversarial arithmetics. */
import { describe, expect, it } from 'vitest';
import { meeting } from '../../../../oracle/triangle-meeting.ts';
import { SINGLE } from '../../../../src/exact/gpu/arithmetic.ts';
import type { TriangleCorners } from '../../../../src/exact/gpu/certain-signs.ts';
import { sectorsOpposed } from '../../../../src/queries/collide/gpu/opposed-sectors.ts';
import { adversaries } from '../../../exact/gpu/adversarial-arithmetic.ts';
import { nastyPair } from '../../../exact/gpu/nasty-pairs.ts';
import { Random } from '../../../support/random.ts';

describe('opposed sectors', () => {
  it('meet in their common corner alone, in any arithmetic', () => {
    let opposed = 0;
    for (let seed = 0; seed < 4000; seed++) {
      const random = new Random(seed);
      const { name, a, b, rounding, exactA, exactB } = nastyPair(random, 1);
      const meetElsewhere = exactA !== null && exactB !== null && meeting(exactA, exactB).dimension > 0;
      for (const { name: arithmeticName, arithmetic } of adversaries(random)) {
        if (!sectorsOpposed(a, b, rounding, arithmetic)) continue;
        opposed++;
        if (meetElsewhere) expect.fail(`seed ${seed}: ${name}, arithmetic ${arithmeticName}`);
      }
    }
    expect(opposed).toBeGreaterThan(1000);
  });

  it('are found where edges on either side lie on one line', () => {
    const a: TriangleCorners = [
      [0, 0, 0],
      [0.5, 0, 0],
      [0, 0.5, 0],
    ];
    const b: TriangleCorners = [
      [0, 0, 0],
      [-0.5, 0, 0],
      [0, -0.5, 0],
    ];
    expect(sectorsOpposed(a, b, 2 ** -25, SINGLE)).toBe(true);
    expect(sectorsOpposed(a, [b[0], a[1], b[2]], 2 ** -25, SINGLE)).toBe(false);
  });
});
