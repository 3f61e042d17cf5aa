/** The second oracle and the first agree; they share no code. */
import { describe, expect, it } from 'vitest';
import { oracle } from '../../../oracle/oracle.ts';
import type { MeshInput } from '../../../src/index.ts';
import { Random } from '../../support/random.ts';
import { collidingPairs } from './pairs.ts';

/** Triangles with corners on a small lattice: nearly every pair is a special case. */
function latticeMesh(random: Random, size: number): MeshInput {
  const vertexCount = random.integer(4, 12);
  const positions = Float64Array.from({ length: 3 * vertexCount }, () => random.integer(0, size));
  const indices = Uint32Array.from({ length: 3 * random.integer(2, 8) }, () => random.integer(0, vertexCount - 1));
  return random.chance(0.3)
    ? {
        positions: Float32Array.from(
          [...indices].flatMap((vertex) => [...positions.subarray(3 * vertex, 3 * vertex + 3)]),
        ),
      }
    : { positions, indices, weld: random.chance(0.5) };
}

describe('second oracle = first oracle', () => {
  it.each([1, 2, 3])('on triangles of a lattice, size %i', (size) => {
    for (let seed = 0; seed < 150; seed++) {
      const random = new Random(1000 * size + seed);
      const meshes = random.times(random.integer(1, 3), () => latticeMesh(random, size));
      const options = { self: random.chance(0.7), contacts: random.pick(['all', 'penetrating'] as const) };
      const { pairs, degenerate } = collidingPairs(meshes, options);
      const first = oracle.collide(meshes, options);
      expect({ seed, trianglePairs: pairs, degenerate }).toEqual({ seed, ...first });
    }
  });
});
