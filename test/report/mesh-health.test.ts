import { describe, expect, it } from 'vitest';
import { healthOf } from '../../src/report/mesh-health.ts';
import type { FileObject } from '../../src/report/objects.ts';

const CUBE = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
];

/** Cubes: their least corner on the diagonal, their size, and whether they are turned inside out. */
function cubes(list: readonly [at: number, size: number, inward: boolean][], without = 0): FileObject {
  const positions = list.flatMap(([at, size]) =>
    Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, i >> 2].map((bit) => at + size * bit)).flat(),
  );
  const indices = list.flatMap(([, , inward], n) => {
    const own = CUBE.map((corner) => corner + 8 * n);
    return inward ? own.toReversed() : own;
  });
  const kept = Uint32Array.from(indices.slice(3 * without));
  const mesh = { name: 'm', positions: Float64Array.from(positions), indices: kept, weld: true };
  return { file: 'm', name: 'm', vertices: positions.length / 3, triangles: kept.length / 3, mesh };
}

describe('the health of a mesh', () => {
  it('is that of a solid with a void', () => {
    expect(
      healthOf(
        cubes([
          [0, 4, false],
          [1, 1, true],
        ]),
      ),
    ).toEqual({
      closed: true,
      edges: { boundary: 0, misoriented: 0, nonManifold: 0 },
      manifold: true,
      orientation: 'outward',
      shells: 1,
      voids: 1,
      volume: 63,
      area: 102,
      duplicates: 0,
    });
  });

  it('tells inside-out solids, holes, doubled triangles and edges of many triangles', () => {
    expect(healthOf(cubes([[0, 2, true]]))).toMatchObject({ orientation: 'inward', volume: -8, shells: 1, voids: 0 });
    expect(healthOf(cubes([[0, 2, false]], 1))).toMatchObject({
      closed: false,
      manifold: false,
      orientation: 'unknown',
      edges: { boundary: 3, misoriented: 0, nonManifold: 0 },
      volume: null,
    });
    const doubled = cubes([
      [0, 2, false],
      [0, 2, false],
    ]);
    const { duplicates, manifold, closed, edges } = healthOf(doubled);
    expect({ duplicates, manifold, closed, crowded: edges.nonManifold }).toEqual({
      duplicates: 12,
      manifold: false,
      closed: true,
      crowded: 18,
    });
  });

  it('has nothing to say of a mesh without triangles', () => {
    expect(healthOf(cubes([]))).toMatchObject({ closed: false, orientation: 'unknown', shells: 0, area: 0 });
  });
});
