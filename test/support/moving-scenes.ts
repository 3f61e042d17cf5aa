/** Small scenes that move, built to be nasty: a start from a few points or from random-scenes.ts, and an end for every vertex. */

import type { MovingMesh } from '../../oracle/impacts.ts';
import type { MeshInput, Positions } from '../../src/mesh/mesh-input.ts';
import { Random, stepDouble } from './random.ts';
import { randomScene, sceneNames } from './random-scenes.ts';

export interface MovingInput {
  readonly mesh: MeshInput;
  readonly end: Positions;
}

/** Enough for much to happen, few enough to try every pair. */
const TRIANGLES_MAX = 14;

type Value = () => number;

/** A few triangles on a few points, neighbours and triangles without area among them. */
function strewnMesh(random: Random, value: Value, single: boolean): MeshInput {
  const vertexCount = random.integer(3, 7);
  const numbers = random.times(3 * vertexCount, value);
  const triangleCount = random.integer(1, 5);
  const indices = Uint32Array.from(random.times(3 * triangleCount, () => random.integer(0, vertexCount - 1)));
  const weld = random.chance(0.3);
  return { positions: single ? Float32Array.from(numbers) : Float64Array.from(numbers), indices, weld };
}

function triangleCount({ positions, indices }: MeshInput): number {
  return (indices?.length ?? positions.length / 3) / 3;
}

function startOf(random: Random): { meshes: MeshInput[]; value: Value } {
  if (random.chance(0.4)) {
    const meshes = randomScene(random.pick(sceneNames), random.integer(0, 100_000));
    if (meshes.reduce((sum, mesh) => sum + triangleCount(mesh), 0) <= TRIANGLES_MAX) {
      const numbers = meshes.flatMap(({ positions }) => [...positions]);
      return { meshes, value: () => random.pick(numbers) };
    }
  }
  const scale = random.pick([1, 1, 1, 2 ** -300, 2 ** 200]);
  const size = random.integer(1, 4);
  const value = random.chance(0.6)
    ? () => random.integer(-size, size) * scale
    : () => random.real(-size, size) * random.pick([1, 1, 1, 2 ** -40]);
  const single = random.chance(0.5) && scale === 1;
  return { meshes: random.times(random.integer(1, 3), () => strewnMesh(random, value, single)), value };
}

/** Where the vertices of a mesh will be; always finite and of the same precision. */
function endOf(random: Random, { positions }: MeshInput, value: Value): Positions {
  const end = positions.slice();
  const kind = random.integer(0, 5);
  const way = [value(), value(), value()];
  for (let i = 0; i < end.length; i++) {
    if (kind === 1) end[i] = positions[i] + way[i % 3];
    else if (kind === 2) end[i] = value();
    else if (kind === 3) end[i] = random.chance(0.3) ? value() : positions[i];
    else if (kind === 4) end[i] = i % 3 === 2 ? way[2] : positions[i];
    else if (kind === 5) end[i] = stepDouble(positions[i] + way[i % 3], random.integer(-1, 1));
    // Beyond what a scene may hold, or single precision.
    if (!(Math.abs(end[i]) <= 2 ** 250)) end[i] = positions[i];
  }
  return end;
}

export function movingScene(seed: number): MovingInput[] {
  const random = new Random(seed);
  const { meshes, value } = startOf(random);
  return meshes.map((mesh) => ({ mesh, end: endOf(random, mesh, value) }));
}

/** As the oracle takes it: vertices that are welded go by the lowest of their numbers. */
export function asMovingMesh({ mesh, end }: MovingInput): MovingMesh {
  const { positions, indices } = mesh;
  const given = indices ?? Uint32Array.from({ length: positions.length / 3 }, (_, i) => i);
  if (!(mesh.weld ?? indices === undefined)) return { positions, end, indices: given };
  const lowest = new Map<string, number>();
  const names = Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const key = [0, 1, 2].map((k) => positions[3 * vertex + k] + 0).join(' ');
    if (!lowest.has(key)) lowest.set(key, vertex);
    return lowest.get(key)!;
  });
  return { positions, end, indices: Array.from(given, (vertex) => names[vertex]) };
}
