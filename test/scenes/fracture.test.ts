import { describe, expect, it } from 'vitest';
import { brokenDragon } from '../../scenes/breaking/breaking.ts';
import { closed, withUniqueSides } from '../../scenes/breaking/fracture.ts';
import type { Mesh } from '../../scenes/support/mesh.ts';

/** Sides that have no partner in the other direction, and sides that occur more than once. */
function openSides({ positions, indices }: Mesh): { open: number; repeated: number } {
  const count = positions.length / 3;
  const sides = new Map<number, number>();
  indices.forEach((vertex, corner) => {
    const next = indices[corner % 3 === 2 ? corner - 2 : corner + 1];
    sides.set(vertex * count + next, (sides.get(vertex * count + next) ?? 0) + 1);
  });
  const keys = [...sides.keys()];
  return {
    open: keys.filter((key) => !sides.has((key % count) * count + Math.floor(key / count))).length,
    repeated: keys.filter((key) => sides.get(key) !== 1).length,
  };
}

describe('the broken dragon', () => {
  it.each([
    [11_000, 1],
    [11_000, 2],
    [30_000, 1],
  ])(
    'of %i triangles is hundreds of closed pieces that hold all its surface, with seed %i',
    async (triangles, seed) => {
      const { whole, pieces } = await brokenDragon(triangles, seed);
      expect(pieces.length).toBeGreaterThan(150);
      for (const piece of pieces) expect(openSides(piece)).toEqual({ open: 0, repeated: 0 });
      const kept = withUniqueSides(whole).indices.length;
      const sum = pieces.reduce((total, { indices }) => total + indices.length, 0);
      expect(sum).toBeGreaterThan(kept * 0.97);
    },
  );

  it('closes a patch whose rim meets itself in a vertex', () => {
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0);
    const patch = { positions, indices: Uint32Array.of(0, 1, 2, 0, 3, 4) };
    expect(openSides(closed(patch))).toEqual({ open: 0, repeated: 0 });
  });
});
