/** What a caller hands over: plain arrays, copied when they are added, never kept or changed. */

import type { GpuPositions } from './gpu-positions.ts';

/** Corner coordinates, x y z after x y z, in single or double precision. */
export type Positions = Float32Array | Float64Array;

export interface MeshInput {
  /** Used in messages and reports. */
  name?: string;
  positions: Positions;
  /** Three vertex numbers per triangle. Without them the mesh is a soup: three vertices per triangle. */
  indices?: Uint32Array | Uint16Array;
  /**
   * Take vertices of equal coordinates (−0 equals 0) for one vertex. On by default for a soup, off otherwise.
   * Decided once, when the mesh is added, and kept while it moves.
   */
  weld?: boolean;
}

/** A mesh whose positions are in a GPU buffer. Its vertices are taken as they are: welding would have to look at them. */
export interface GpuMeshInput {
  name?: string;
  positions: GpuPositions;
  indices?: Uint32Array | Uint16Array;
  weld?: false;
}
