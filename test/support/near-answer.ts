/** The engine's answer to `within` in the oracle's form, with its parts held against each other on the way. */
import { expect } from 'vitest';
import type { Vector } from '../../oracle/triangle-distance.ts';
import type { NearAnswer, NearOptions, NearPair } from '../../oracle/within.ts';
import type { Engine, Proximities } from '../../src/index.ts';
import type { MeshInput } from '../../src/mesh/mesh-input.ts';

export async function engineNearPairs(
  engine: Engine,
  meshes: readonly MeshInput[],
  distance: number,
  options: NearOptions = {},
): Promise<NearAnswer> {
  const scene = engine.createScene();
  try {
    for (const mesh of meshes) scene.add(mesh);
    return asNearAnswer(await scene.within(distance, options));
  } finally {
    scene.dispose();
  }
}

export function asNearAnswer(proximities: Proximities): NearAnswer {
  const { trianglePairs, distances, points, degenerateTriangles } = proximities;
  expect(trianglePairs.length).toBe(4 * distances.length);
  expect(points?.length).toBe(6 * distances.length);
  const pairs = Array.from(distances, (distance, i): NearPair => {
    const ends = Array.from(points!.subarray(6 * i, 6 * i + 6));
    const [p, q] = [ends.slice(0, 3), ends.slice(3)] as unknown as [Vector, Vector];
    // A point that colliding triangles share is one, and rounded otherwise than the oracle's.
    if (distance === 0) expect(p).toEqual(q);
    return {
      pair: Array.from(trianglePairs.subarray(4 * i, 4 * i + 4)),
      distance,
      points: distance === 0 ? undefined : [p, q],
    };
  });
  expect(objectRows(proximities)).toEqual(expectedObjectRows(pairs));
  const degenerate = Array.from({ length: degenerateTriangles.length / 2 }, (_, i) => [
    degenerateTriangles[2 * i],
    degenerateTriangles[2 * i + 1],
  ]);
  return { pairs, degenerate };
}

/** a, b, number of pairs, least distance, first pair that has it. */
function objectRows({ objectPairs, objectDistances, nearestPairs }: Proximities): number[][] {
  return Array.from(objectDistances, (distance, i) => [
    ...objectPairs.subarray(3 * i, 3 * i + 3),
    distance,
    nearestPairs[i],
  ]);
}

function expectedObjectRows(pairs: readonly NearPair[]): number[][] {
  const rows = new Map<string, number[]>();
  for (const [i, { pair, distance }] of pairs.entries()) {
    const key = `${pair[0]} ${pair[2]}`;
    const row = rows.get(key) ?? [pair[0], pair[2], 0, Number.POSITIVE_INFINITY, 0];
    row[2]++;
    if (distance < row[3]) row.splice(3, 2, distance, i);
    rows.set(key, row);
  }
  return [...rows.values()].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
}
