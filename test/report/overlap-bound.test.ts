/** How deep two objects can reach into each other at most, by directions, against boxes whose overlap is given. */
import { describe, expect, it } from 'vitest';
import { joinContacts } from '../../src/report/join-contacts.ts';
import type { FileObject } from '../../src/report/objects.ts';
import { overlapBounds } from '../../src/report/overlap-bound.ts';

/** A cube of side 1 from a corner on, turned about z. */
function cube(name: string, corner: readonly number[], angle = 0): FileObject {
  const points = Array.from({ length: 8 }, (_, i) => {
    const [x, y, z] = [corner[0] + (i & 1), corner[1] + ((i >> 1) & 1), corner[2] + (i >> 2)];
    return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle), z];
  });
  const mesh = { positions: Float64Array.from(points.flat()), indices: Uint32Array.from({ length: 8 }, (_, i) => i) };
  return { file: 'a.step', name, vertices: 8, triangles: 12, mesh };
}

const boundOf = (objects: readonly FileObject[], normal: readonly number[] | null) =>
  overlapBounds(
    objects,
    objects.map(({ mesh }) => mesh.positions),
  )(0, 1, normal);

describe('how far two objects overlap', () => {
  it('is the least along the axes and the normal, never less than the truth', () => {
    for (const overlap of [0, 1e-12, 0.001, 0.3]) {
      const side = [1 - overlap, 0, 0];
      const plain = boundOf([cube('a', [0, 0, 0]), cube('b', side)], null);
      expect(plain).toBeGreaterThanOrEqual(1 - (1 - overlap));
      expect(plain).toBeLessThan(overlap + 1e-12);
      const angle = 0.7;
      const turned = [cube('a', [0, 0, 0], angle), cube('b', side, angle)];
      expect(boundOf(turned, null)).toBeGreaterThan(overlap + 0.1);
      const along = boundOf(turned, [3 * Math.cos(angle), 3 * Math.sin(angle), 0]);
      expect(along).toBeGreaterThanOrEqual(overlap * (1 - 1e-9));
      expect(along).toBeLessThan(overlap + 1e-12);
    }
  });

  it('goes by boxes where a mesh has only some triangles', () => {
    const part = { ...cube('a', [0, 0, 0]), shape: {} as FileObject['shape'], box: { min: [0, 0, 0], max: [9, 9, 9] } };
    expect(boundOf([part, cube('b', [0.9, 0, 0])], [1, 0, 0])).toBe(1);
  });
});

describe('contacts that are told as one', () => {
  it('stay undecided if one of them is', () => {
    const contact = {
      kind: 'touching',
      a: 0,
      b: 1,
      pairs: 1,
      centre: [0, 0, 0],
      depth: null,
      bounds: { min: [0, 0, 0], max: [1, 1, 1] },
    };
    const [joined, ...others] = joinContacts([contact, { ...contact, undecided: true }], () => true);
    expect([joined, others]).toEqual([expect.objectContaining({ undecided: true, pairs: 2 }), []]);
  });
});
