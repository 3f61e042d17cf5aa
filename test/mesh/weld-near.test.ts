import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weldNear } from '../../src/mesh/weld-near.ts';

const triples = (list: ArrayLike<number>) =>
  Array.from({ length: list.length / 3 }, (_, i) => [list[3 * i], list[3 * i + 1], list[3 * i + 2]]);
const apart = (p: readonly number[], q: readonly number[]) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);

describe('welding within a distance', () => {
  it('moves nothing farther than the distance, and leaves no two places nearer than that', () => {
    const value = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 60 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (list, distance) => {
          const positions = Float64Array.from(list.slice(0, list.length - (list.length % 3)));
          const before = triples(positions);
          const after = triples(weldNear(positions, distance));
          for (const [i, place] of after.entries()) expect(apart(place, before[i])).toBeLessThanOrEqual(distance);
          const places = [...new Map(after.map((place) => [place.join(), place])).values()];
          for (const [i, p] of places.entries()) {
            for (const q of places.slice(i + 1)) expect(apart(p, q)).toBeGreaterThan(distance);
          }
        },
      ),
    );
  });

  it('welds corners that were rounded differently, and nothing for 0', () => {
    const positions = Float64Array.of(1, 1, 1, 1 + 4e-7, 1, 1 - 4e-7, 2, 1, 1);
    expect(Array.from(weldNear(positions, 1e-6))).toEqual([1, 1, 1, 1, 1, 1, 2, 1, 1]);
    expect(weldNear(positions, 0)).toBe(positions);
    expect(positions[3]).toBe(1 + 4e-7);
  });
});
