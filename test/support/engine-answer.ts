/** The engine's answer in the oracle's form, so that the two are compared as whole arrays. */

import { expect } from 'vitest';
import type { OracleAnswer, OracleOptions } from '../../oracle/oracle.ts';
import type { Collisions, Engine } from '../../src/index.ts';
import type { MeshInput } from '../../src/mesh/mesh-input.ts';

/** What the engine says about a scene of these meshes alone. */
export async function engineAnswer(
  engine: Engine,
  meshes: readonly MeshInput[],
  options: OracleOptions = {},
): Promise<OracleAnswer> {
  const scene = engine.createScene();
  try {
    meshes.forEach((mesh, object) => {
      expect(scene.add(mesh)).toBe(object);
    });
    return asRows(await scene.collide(options));
  } finally {
    scene.dispose();
  }
}

/** The rows of an answer, with its parts held against each other on the way. */
export function asRows(collisions: Collisions): OracleAnswer {
  const { trianglePairs, kinds, objectPairs, degenerateTriangles } = collisions;
  expect(trianglePairs.length).toBe(4 * kinds.length);
  const pairs = rowsOf(trianglePairs, 4).map((pair, index) => [...pair, kinds[index]]);
  expect(rowsOf(objectPairs, 3)).toEqual(countByObjects(pairs));
  return { trianglePairs: pairs, degenerate: rowsOf(degenerateTriangles, 2) };
}

function rowsOf(flat: Uint32Array, width: number): number[][] {
  return Array.from({ length: flat.length / width }, (_, row) =>
    Array.from(flat.subarray(width * row, width * row + width)),
  );
}

function countByObjects(pairs: readonly number[][]): number[][] {
  const counts = new Map<string, number[]>();
  for (const [a, , b] of pairs) {
    const row = counts.get(`${a} ${b}`) ?? [a, b, 0];
    row[2]++;
    counts.set(`${a} ${b}`, row);
  }
  return [...counts.values()].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
}
