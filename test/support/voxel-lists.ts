/** Voxels of an answer as plain lists, so that they are compared as wholes. */

import type { Voxel } from '../../oracle/voxel-oracle.ts';
import type { Voxels } from '../../src/papers/index.ts';

/** Every set voxel, asked for one by one, in ascending order of z, y, x. */
export function setVoxels(voxels: Pick<Voxels, 'resolution' | 'has'>): Voxel[] {
  const found: Voxel[] = [];
  const [nx, ny, nz] = voxels.resolution;
  for (let z = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++) if (voxels.has(x, y, z)) found.push([x, y, z]);
    }
  }
  return found;
}

/** All of both lists, each once, in ascending order. */
export function unionOf(a: readonly Voxel[], b: readonly Voxel[]): Voxel[] {
  const union = new Map([...a, ...b].map((voxel) => [voxel.join(' '), voxel]));
  return [...union.values()].sort((p, q) => p[2] - q[2] || p[1] - q[1] || p[0] - q[0]);
}

/** What both lists have. */
export function commonOf(a: readonly Voxel[], b: readonly Voxel[]): Voxel[] {
  const keys = new Set(b.map((voxel) => voxel.join(' ')));
  return a.filter((voxel) => keys.has(voxel.join(' ')));
}
