import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countOpenEdges } from '../../src/mesh/open-edges.ts';
import { healSolid } from '../../src/report/heal.ts';

/** A box as twelve triangles, outwards. */
const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1]);
const FACES = [
  [0, 2, 3],
  [0, 3, 1],
  [4, 5, 7],
  [4, 7, 6],
  [0, 1, 5],
  [0, 5, 4],
  [2, 6, 7],
  [2, 7, 3],
  [0, 4, 6],
  [0, 6, 2],
  [1, 3, 7],
  [1, 7, 5],
];

const open = (positions: Float64Array, indices: Uint32Array) => countOpenEdges(positions, indices).open;

/** Six times the volume, by the divergence theorem. */
function volume(positions: Float64Array, indices: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => Array.from(positions.subarray(3 * indices[i + k], 3 * indices[i + k] + 3)));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

const sorted = (indices: ArrayLike<number>, from: number) => [0, 1, 2].map((k) => indices[from + k]).sort();

describe('healing', () => {
  const positions = Float64Array.from(CORNERS);

  it('turns faces the way that the box has its volume, whichever look the wrong way, and moves none', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (turned) => {
        const indices = Uint32Array.from(FACES.flatMap(([a, b, c], i) => (turned[i] ? [a, c, b] : [a, b, c])));
        const healed = healSolid(positions, indices);
        const after = healed?.indices ?? indices;
        expect(open(positions, after)).toBe(0);
        // All turned is a solid as well: inside out, as the file has it.
        expect(volume(positions, after)).toBe(turned.every(Boolean) ? -1 : 1);
        for (let i = 0; i < 36; i += 3) expect(sorted(after, i)).toEqual(sorted(indices, i));
      }),
    );
  });

  it('closes a box without a lid behind the triangles that there are', () => {
    const indices = Uint32Array.from(FACES.slice(2).flat());
    const healed = healSolid(positions, indices)!;
    expect(healed).toMatchObject({ turned: 0, filled: 2 });
    expect(healed.indices.subarray(0, 30)).toEqual(indices);
    expect(open(positions, healed.indices)).toBe(0);
    expect(volume(positions, healed.indices)).toBe(1);
  });

  it('closes the crack where one long edge meets two short ones', () => {
    const split = Float64Array.from([...CORNERS, 0.5, 0, 0]);
    // The edge from 0 to 1 is cut in two on one of its faces only.
    const faces = FACES.flatMap((face) => (face.join() === '0,1,5' ? [0, 8, 5, 8, 1, 5] : face));
    const indices = Uint32Array.from(faces);
    expect(open(split, indices)).toBe(3);
    const healed = healSolid(split, indices)!;
    expect(healed.filled).toBe(1);
    expect(open(split, healed.indices)).toBe(0);
    expect(volume(split, healed.indices)).toBe(1);
  });

  it('leaves sheets open, and solids alone', () => {
    expect(healSolid(positions, Uint32Array.from(FACES.slice(0, 2).flat()))).toBeUndefined();
    expect(healSolid(positions, Uint32Array.from(FACES.flat()))).toBeUndefined();
  });
});
