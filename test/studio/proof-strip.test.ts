/** Where dragging the slider of a clip stops, and what colours lie under it. */
import { describe, expect, it } from 'vitest';
import { proofBackground, stopAtJam, stopBefore } from '../../studio/src/panels/proof-strip.ts';

const ranges = [
  { state: 'open', from: 0.3, to: 0.32 },
  { state: 'meeting', from: 0.48, to: 0.52 },
  { state: 'meeting', from: 0.8, to: 0.9 },
] as const;

describe('the proof of a clip', () => {
  it.each([
    [0, 60, 28],
    [0, 20, 20],
    [28, 60, 28],
    [40, 60, 48],
    [40, 0, 32],
    [60, 0, 54],
    [30, 60, 48],
    [30, 31, 31],
  ])('lets a thumb at frame %i that is dragged to %i come to %i', (from, wanted, allowed) => {
    expect(stopAtJam(ranges, from, wanted, 60)).toBe(allowed);
  });

  it.each([
    [0, 1, 0, 0.48],
    [0, 1, 0.01, 0.47],
    [0.475, 1, 0.01, 0.475],
    [0.6, 0, 0.01, 0.53],
    [0.5, 1, 0.01, 0.79],
    [0.31, 0.4, 0.01, 0.4],
  ])('lets a thumb at %f that is dragged to %f, with a margin of %f, come to %f', (from, wanted, margin, allowed) => {
    expect(stopBefore(ranges, from, wanted, margin)).toBeCloseTo(allowed, 12);
  });

  it('has jams before what is open, and both before what is free', () => {
    const background = proofBackground(ranges);
    expect(background.split('linear-gradient')).toHaveLength(4);
    expect(background.indexOf('#d03b3b')).toBeLessThan(background.indexOf('#9aa3af'));
    expect(background.endsWith('#2e9e5b')).toBe(true);
    expect(proofBackground([])).toBe('#2e9e5b');
  });
});
