/** A mesh as callers pass it: plain arrays, copied when they are added, never kept or changed. */

import type { GpuPositions } from './gpu-positions.ts';

/** Coordinates, x y z after x y z, in single or double precision. */
export type Positions = Float32Array | Float64Array;

/** A triangle mesh. Its arrays are copied when it is added, never kept or changed. */
export interface MeshInput {
  /**
   * Used in messages and reports.
   * @defaultValue none
   */
  name?: string;
  /** x, y, z of each vertex. */
  positions: Positions;
  /**
   * Three vertex numbers per triangle.
   * @defaultValue none: a triangle soup, with three vertices per triangle
   */
  indices?: Uint32Array | Uint16Array;
  /**
   * Treat vertices with equal coordinates (−0 equals 0) as one vertex. Decided once, when the mesh is added, and kept while
   * it moves.
   * @defaultValue `true` for a soup, otherwise `false`
   */
  weld?: boolean;
}

/** A mesh whose positions are in a GPU buffer. They are used as they are: welding would have to read them. */
export interface GpuMeshInput {
  /**
   * Used in messages and reports.
   * @defaultValue none
   */
  name?: string;
  /** Where the positions are. */
  positions: GpuPositions;
  /**
   * Three vertex numbers per triangle.
   * @defaultValue none: a triangle soup, with three vertices per triangle
   */
  indices?: Uint32Array | Uint16Array;
  /**
   * Not possible here; weld before, and pass indices.
   * @defaultValue `false`
   */
  weld?: false;
}
