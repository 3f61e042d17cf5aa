/** Closing steps that queries on the layered image have in common: choose the view and the grid, and ready the queue of tiles. */

import { control, setControl, take } from '../../memory/kernels/memory';
import {
  CTL_SPLITTING,
  GRID_ACROSS,
  GRID_CELL_COUNT,
  GRID_DOWN,
  GRID_FIRST,
  GRID_FIXED_PIECES,
  GRID_LEVEL_STARTS,
  GRID_LEVELS,
  GRID_SCALE,
  GRID_SPLIT_CAPACITY,
  GRID_SPLIT_COUNT,
  GRID_SPLIT_LOCK,
  GRID_SPLIT_TILES,
  JOB_TRIANGLE_COUNT,
  SPLIT_STRIDE,
} from '../../memory/layout';
import { openImage } from './image';
import { planImage } from './plan';
import { findRegions } from './regions';

/** Triangles of the scene for each place in the queue of split tiles. */
const TRIANGLES_PER_SPLIT: u32 = 256;

/** No two objects come near each other: an image of one cell in which nothing is listed. */
function setEmptyGrid(): void {
  memory.fill(GRID_SCALE, 0, 16);
  memory.fill(GRID_FIRST, 0, 16);
  setControl(GRID_ACROSS, 1);
  setControl(GRID_DOWN, 1);
  memory.fill(GRID_LEVEL_STARTS, 0, 16);
  setControl(GRID_CELL_COUNT, 4);
  for (let level: u32 = 0; level < <u32>GRID_LEVELS; level++)
    setControl(GRID_LEVEL_STARTS + ((<usize>level) << 2), level);
}

/** After the first phase, when objects have boxes: everything that counting needs. */
export function openGrid(): void {
  findRegions();
  if (!planImage()) setEmptyGrid();
  openImage();
}

/**
 * Readies the walk: `others` pieces, then the tiles, then those parts of tiles that are queued on the way, for which there
 * are `spare` places more than the size of the scene asks for. Returns how many pieces there are before those.
 */
export function openTiles(others: u32, spare: u32): u32 {
  const fixed = others + control(GRID_ACROSS) * control(GRID_DOWN);
  setControl(GRID_FIXED_PIECES, fixed);
  const capacity = control(JOB_TRIANGLE_COUNT) / TRIANGLES_PER_SPLIT + spare;
  setControl(GRID_SPLIT_TILES, <u32>take(<u64>capacity * SPLIT_STRIDE));
  setControl(GRID_SPLIT_CAPACITY, capacity);
  setControl(GRID_SPLIT_COUNT, 0);
  setControl(GRID_SPLIT_LOCK, 0);
  setControl(CTL_SPLITTING, 0);
  return fixed;
}
