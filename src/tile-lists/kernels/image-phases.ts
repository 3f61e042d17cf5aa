/** Closing steps that queries on tile lists have in common: choose the view and the grid, and ready the queue of tiles. */

import { GRID_LEVELS } from '../../memory/constants';
import { control, grid, job, SPLIT_BYTES } from '../../memory/generated/kernels/records';
import { take } from '../../memory/kernels/memory';
import { openImage } from './image';
import { planImage } from './plan';
import { findRegions } from './regions';

/** Triangles of the scene for each place in the queue of split tiles. */
const TRIANGLES_PER_SPLIT: u32 = 256;

/** No two objects come near each other: an image of one cell in which nothing is listed. */
function setEmptyGrid(): void {
  memory.fill(grid.scale, 0, 16);
  memory.fill(grid.first, 0, 16);
  memory.fill(grid.scales, 0, 48);
  grid.across = 1;
  grid.down = 1;
  memory.fill(grid.levelStarts, 0, 16);
  grid.cellCount = 4;
  for (let level: u32 = 0; level < <u32>GRID_LEVELS; level++)
    store<u32>(grid.levelStarts + ((<usize>level) << 2), level);
}

/** After the first phase, when objects have boxes: everything that counting needs. */
export function openGrid(): void {
  findRegions();
  if (!planImage()) setEmptyGrid();
  openImage();
}

/**
 * Readies the walk: `others` pieces, then the tiles, then those parts of tiles that are queued meanwhile. For these there
 * are `spare` places more than the size of the scene asks for, so that tiles of more than `shareMembers` that cannot be split
 * may be shared. Returns how many pieces there are before those.
 */
export function openTiles(others: u32, spare: u32, shareMembers: u32): u32 {
  const fixed = others + grid.across * grid.down;
  grid.fixedPieces = fixed;
  const capacity = job.triangleCount / TRIANGLES_PER_SPLIT + spare;
  grid.splitTiles = <u32>take(<u64>capacity * SPLIT_BYTES);
  grid.splitCapacity = capacity;
  grid.splitCount = 0;
  grid.shareMembers = spare > 0 ? shareMembers : u32.MAX_VALUE;
  store<u32>(grid.splitLock, 0);
  store<u32>(control.splitting, 0);
  return fixed;
}
