import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weld } from '../../src/mesh/weld.ts';

describe('weld', () => {
  it('takes equal coordinates for one vertex, in the order in which they first appear', () => {
    const { targets, sources } = weld(Float32Array.of(1, 2, 3, 4, 5, 6, 1, 2, 3, 7, 8, 9, 4, 5, 6));
    expect([...targets]).toEqual([0, 1, 0, 2, 1]);
    expect([...sources]).toEqual([0, 1, 3]);
  });

  it('takes −0 for 0, and tells the smallest numbers apart', () => {
    const { targets } = weld(Float64Array.of(0, -0, 0, -0, 0, -0, Number.MIN_VALUE, 0, 0));
    expect([...targets]).toEqual([0, 0, 1]);
  });

  it('does not change its input', () => {
    const positions = Float32Array.of(-0, 1, 2);
    weld(positions);
    expect(Object.is(positions[0], -0)).toBe(true);
  });

  it('has nothing to do for no vertices', () => {
    expect(weld(new Float32Array(0)).sources.length).toBe(0);
  });

  it('joins exactly the vertices that a map of their texts joins', () => {
    const coordinate = fc.constantFrom(0, -0, 1, -1, 0.1, 1 / 3, 2 ** -149, 1e30);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(coordinate, coordinate, coordinate), { maxLength: 60 }),
        fc.boolean(),
        (vertices, single) => {
          const positions = (single ? Float32Array : Float64Array).from(vertices.flat());
          const { targets, sources } = weld(positions);
          const first = new Map<string, number>();
          vertices.forEach((_, i) => {
            const key = [...positions.subarray(3 * i, 3 * i + 3)].map((x) => x + 0).join(' ');
            if (!first.has(key)) first.set(key, first.size);
            expect(targets[i]).toBe(first.get(key));
          });
          expect(sources.length).toBe(first.size);
        },
      ),
      { seed: 20 },
    );
  });
});
