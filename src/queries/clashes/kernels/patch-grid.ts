/** The triangles of a surface that meet a patch of another, by a look at all of them: exact signs for those near boxes of the patch. */
import { setWide } from '../../../exact/kernels/predicates';
import { FORMAT_F32 } from '../../../memory/constants';
import { PatchSearchRecord } from '../../../memory/generated/kernels/records';
import { markBoxes, noteCells, reachesMark } from '../../../mesh/kernels/box-grid';
import { ENTRY } from './box-tree';
import { meetTriangle } from './patch-search';

/** Makes the grid of a patch that was opened, and notes the cells of all vertices of the other surface. */
export function openGrid(address: usize): void {
  const search = changetype<PatchSearchRecord>(address);
  const isSingle = search.otherFormat == FORMAT_F32;
  markBoxes(search.grid, search.region, search.entries, search.entryCount, ENTRY);
  noteCells(search.otherExact, isSingle, search.vertexCount, search.region, search.cells);
}

/** Adds the pairs of the other surface's triangles from..to to the hits; false where there is no room for them. */
export function meetAll(address: usize, from: u32, to: u32): bool {
  const search = changetype<PatchSearchRecord>(address);
  setWide(false);
  const corners = search.otherCorners;
  const cells = search.cells;
  const grid = search.grid;
  for (let t = from; t < to; t++)
    if (reachesMark(grid, cells, corners + <usize>t * 12) && !meetTriangle(search, t)) return false;
  return true;
}
