import { describe, expect, it } from 'vitest';
import { firstDifference } from '../../bench/support/versions/same-answer.ts';

const OLDER = {
  kinds: Uint8Array.of(0, 1),
  clashes: [{ depth: { least: 1, most: 2 } }],
  passes: [{ milliseconds: 3, left: 7 }],
  stats: { triangles: 5 },
};

describe('firstDifference', () => {
  it('finds none where only stats, times and new fields differ', () => {
    const newer = { ...OLDER, passes: [{ milliseconds: 9, left: 7 }], stats: {}, sides: Int8Array.of(1) };
    expect(firstDifference(OLDER, newer)).toBeUndefined();
  });

  it.each([
    ['kinds.1', { kinds: Uint8Array.of(0, 2) }],
    ['kinds.length', { kinds: Uint8Array.of(0) }],
    ['kinds', { kinds: undefined }],
    ['clashes.length', { clashes: [] }],
    ['clashes.0.depth.most', { clashes: [{ depth: { least: 1, most: 3 } }] }],
    ['passes.0.left', { passes: [{ milliseconds: 3, left: 8 }] }],
  ])('names %s', (path, change) => {
    expect(firstDifference(OLDER, { ...OLDER, ...change })).toBe(path);
  });

  it('tells numbers apart that compare as equal, and takes NaN for itself', () => {
    expect(firstDifference({ x: 0 }, { x: -0 })).toBe('x');
    expect(firstDifference({ x: Number.NaN }, { x: Number.NaN })).toBeUndefined();
  });
});
