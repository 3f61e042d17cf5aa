/** Closed meshes that meet themselves, and whose skins have points that had to be rounded. */
import type { MeshInput } from '../../src/index.ts';
import { brickShells, drawn, randomBricks } from './brick-meshes.ts';
import { ballMesh, joinMeshes } from './closed-meshes.ts';
import type { Random } from './random.ts';

/** Balls with their vertices moved at random, in each other. */
function crumpledBalls(random: Random): MeshInput {
  return joinMeshes(
    ...random.times(random.integer(2, 4), () => {
      const at = random.times(3, () => 1.2 * (random.next() - 0.5));
      const noise = () => 0.3 * (random.next() - 0.5);
      return ballMesh(random.integer(1, 3), (x, y, z) => [
        at[0] + x + noise(),
        at[1] + y + noise(),
        at[2] + z + noise(),
      ]);
    }),
  );
}

/** Bricks that overlap and touch, with corners that are no whole numbers. */
function bricks(random: Random): MeshInput {
  const mesh = drawn(brickShells(randomBricks(random, 4, 4, true)), random, random.chance(0.5));
  const scale = random.pick([1 / 3, 0.7, 1]);
  return { ...mesh, positions: Float64Array.from(mesh.positions, (value) => scale * (value - 1.5)) };
}

/** The same with three vertices of its own for each triangle. */
function torn({ positions, indices }: MeshInput): MeshInput {
  const corners = Array.from(indices!, (vertex) => [0, 1, 2].map((k) => positions[3 * vertex + k]));
  return { positions: Float64Array.from(corners.flat()), indices: Uint32Array.from(corners.keys()), weld: false };
}

export function meetingMesh(random: Random): MeshInput {
  const mesh = random.chance(0.5) ? crumpledBalls(random) : bricks(random);
  const isSingle = random.chance(0.3);
  const made = { ...mesh, weld: false, ...(isSingle && { positions: Float32Array.from(mesh.positions) }) };
  return random.chance(0.3) ? torn(made) : made;
}

/** A turn, at times mirrored or stretched, and a translation, with numbers that are rounded or not. */
export function meetingMatrix(random: Random): number[] {
  const angle = random.pick([0, Math.PI / 2, 0.3, -1.1]);
  const [cos, sin] = angle === Math.PI / 2 ? [0, 1] : [Math.cos(angle), Math.sin(angle)];
  const scale = random.pick([1, 1, -1, 1.5]);
  const [x, y, z] = random.times(3, () => random.integer(-4, 4) / 4);
  return [cos, sin, 0, 0, -sin, cos, 0, 0, 0, 0, scale, 0, x, y, z, 1];
}
