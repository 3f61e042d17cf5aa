/**
 * Sets the voxels whose centres a closed mesh winds round, in plain JavaScript. Its twin in the kernels,
 * src/queries/voxels/kernels/solid.ts, explains the handling of lines through edges and corners.
 */
import { orient2d, orient3d } from '../../../exact/filtered-signs.ts';
import type { VoxelPace } from './shape.ts';
import type { VoxelSheet } from './sheet.ts';

/** Side of the point y, z, moved by (ε, ε²), of the line from p to q as seen along x. */
function movedSide(corners: Float64Array, p: number, q: number, y: number, z: number): number {
  const side = orient2d(corners[p + 1], corners[p + 2], corners[q + 1], corners[q + 2], y, z);
  if (side !== 0) return side;
  if (corners[q + 2] !== corners[p + 2]) return corners[q + 2] < corners[p + 2] ? 1 : -1;
  return Math.sign(corners[q + 1] - corners[p + 1]);
}

/** The first voxel of a row whose centre lies beyond the triangle; the row's line passes through it. */
function firstBeyond(sheet: VoxelSheet, corners: Float64Array, y: number, z: number, orientation: number): number {
  const { origin, voxelSize, resolution } = sheet.grid;
  // orient3d is positive before the triangle when that is counter-clockwise.
  const centre = Float64Array.of(0, y, z);
  const isBeyond = (x: number) => {
    centre[0] = origin[0] + (x + 0.5) * voxelSize;
    return orient3d(corners, centre) * orientation < 0;
  };
  let low = 0;
  let high = resolution[0];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBeyond(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export async function fillMesh(
  sheet: VoxelSheet,
  positions: Float64Array,
  indices: ArrayLike<number>,
  pace: VoxelPace,
): Promise<void> {
  const { origin, resolution, voxelSize } = sheet.grid;
  const rows = new Map<number, number[]>();
  const corners = new Float64Array(9);
  const column = (k: number, value: number) => (value - origin[k]) / voxelSize - 0.5;
  for (let at = 0; at < indices.length; at += 3) {
    for (let c = 0; c < 9; c++) corners[c] = positions[3 * indices[at + Math.floor(c / 3)] + (c % 3)];
    const wait = pace.step(at / indices.length);
    if (wait) await wait;
    const span = (k: number) => {
      const values = [corners[k], corners[3 + k], corners[6 + k]];
      const first = Math.max(0, Math.floor(column(k, Math.min(...values))));
      return [first, Math.min(resolution[k] - 1, Math.ceil(column(k, Math.max(...values))))];
    };
    const [y0, y1] = span(1);
    const [z0, z1] = span(2);
    if (y0 > y1 || z0 > z1) continue;
    const orientation = orient2d(corners[1], corners[2], corners[4], corners[5], corners[7], corners[8]);
    if (orientation === 0) continue;
    for (let z = z0; z <= z1; z++) {
      const pz = origin[2] + (z + 0.5) * voxelSize;
      for (let y = y0; y <= y1; y++) {
        const py = origin[1] + (y + 0.5) * voxelSize;
        if (movedSide(corners, 0, 3, py, pz) !== orientation || movedSide(corners, 3, 6, py, pz) !== orientation)
          continue;
        if (movedSide(corners, 6, 0, py, pz) !== orientation) continue;
        const first = firstBeyond(sheet, corners, py, pz, orientation);
        if (first === resolution[0]) continue;
        const row = z * resolution[1] + y;
        const crossings = rows.get(row) ?? [];
        crossings.push(2 * first + Number(orientation > 0));
        rows.set(row, crossings);
      }
    }
  }
  for (const [row, crossings] of rows) {
    crossings.sort((a, b) => a - b);
    const z = Math.floor(row / resolution[1]);
    let winding = 0;
    let from = 0;
    for (const crossing of crossings) {
      const first = crossing >> 1;
      if (winding !== 0) sheet.setSpan(from, first - 1, row - z * resolution[1], z);
      winding += crossing & 1 ? 1 : -1;
      from = first;
    }
    if (winding !== 0) sheet.setSpan(from, resolution[0] - 1, row - z * resolution[1], z);
  }
}
