import type { Axis } from '../mesh/bounds.ts';

/** The image of lists per tile that a query made. */
export interface ImageStats {
  /** The axis that it looked along. */
  readonly axis: Axis;
  /** Tiles in each row. */
  readonly tilesAcross: number;
  /** Rows of tiles. */
  readonly tilesDown: number;
  /** Triangles in the lists of all tiles; one that reaches into several counts in each. */
  readonly entries: number;
}
