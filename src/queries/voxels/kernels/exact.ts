/**
 * Does a triangle touch a voxel? Exactly, by signs of determinants alone. Voxels are closed boxes: touching counts.
 *
 * A triangle and a box are apart exactly when one of thirteen axes separates them: the three edges of the box, the
 * normal of the triangle, and the nine products of an edge of one with an edge of the other. The nine are tested as
 * three views along the axes, in each of which the box must lie outside one of the triangle's sides. Boundaries of
 * voxels are doubles (src/queries/voxels/grid.ts), so all of these are comparisons and signs of orient2d and orient3d
 * on doubles. A degenerate triangle is the segment or the point that it is.
 */

import { orient2d, orient2dIn, orient3d } from '../../../exact/kernels/predicates';
import { voxelJob } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';

/** The corners of the current triangle: three points of 24 bytes. */
export const corners = reserveScratch(72);
const cornerLow = reserveScratch(24);
const cornerHigh = reserveScratch(24);

/** Whether the rectangle lies strictly on the outer side of the side from p to q, of a triangle with the orientation `orientation`. */
// @inline
function outside(px: f64, py: f64, qx: f64, qy: f64, x0: f64, y0: f64, x1: f64, y1: f64, orientation: i32): bool {
  // The corner that is farthest to the left of the side, or to the right of it.
  if (orientation > 0) return orient2d(px, py, qx, qy, qy > py ? x0 : x1, qx > px ? y1 : y0) < 0;
  return orient2d(px, py, qx, qy, qy > py ? x1 : x0, qx > px ? y0 : y1) > 0;
}

/** The orientation of the triangle in the view that shows the axes at byte offsets u and v. */
// @inline
export function orientInView(u: usize, v: usize): i32 {
  return orient2dIn(corners, corners + 24, corners + 48, u, v);
}

function apartInView(u: usize, v: usize, x0: f64, y0: f64, x1: f64, y1: f64, orientation: i32): bool {
  const ax = load<f64>(corners + u);
  const ay = load<f64>(corners + v);
  const bx = load<f64>(corners + 24 + u);
  const by = load<f64>(corners + 24 + v);
  const cx = load<f64>(corners + 48 + u);
  const cy = load<f64>(corners + 48 + v);
  if (orientation != 0) {
    return (
      outside(ax, ay, bx, by, x0, y0, x1, y1, orientation) ||
      outside(bx, by, cx, cy, x0, y0, x1, y1, orientation) ||
      outside(cx, cy, ax, ay, x0, y0, x1, y1, orientation)
    );
  }
  // Seen as a line: the box may lie on either side of it.
  return (
    outside(ax, ay, bx, by, x0, y0, x1, y1, 1) ||
    outside(ax, ay, bx, by, x0, y0, x1, y1, -1) ||
    outside(bx, by, cx, cy, x0, y0, x1, y1, 1) ||
    outside(bx, by, cx, cy, x0, y0, x1, y1, -1)
  );
}

// @inline
function apartAlong(axis: usize, low: f64, high: f64): bool {
  const a = load<f64>(corners + axis);
  const b = load<f64>(corners + 24 + axis);
  const c = load<f64>(corners + 48 + axis);
  return max(max(a, b), c) < low || min(min(a, b), c) > high;
}

/** Whether the triangle in `corners` touches the voxel x, y, z of the grid. */
export function touchesVoxel(x: i32, y: i32, z: i32): bool {
  const edge = load<f64>(voxelJob.grid + 24);
  const x0 = load<f64>(voxelJob.grid) + <f64>x * edge;
  const y0 = load<f64>(voxelJob.grid + 8) + <f64>y * edge;
  const z0 = load<f64>(voxelJob.grid + 16) + <f64>z * edge;
  const x1 = load<f64>(voxelJob.grid) + <f64>(x + 1) * edge;
  const y1 = load<f64>(voxelJob.grid + 8) + <f64>(y + 1) * edge;
  const z1 = load<f64>(voxelJob.grid + 16) + <f64>(z + 1) * edge;
  if (apartAlong(0, x0, x1) || apartAlong(8, y0, y1) || apartAlong(16, z0, z1)) return false;
  const normalX = orientInView(8, 16);
  const normalY = orientInView(16, 0);
  const normalZ = orientInView(0, 8);
  if (apartInView(8, 16, y0, z0, y1, z1, normalX)) return false;
  if (apartInView(16, 0, z0, x0, z1, x1, normalY)) return false;
  if (apartInView(0, 8, x0, y0, x1, y1, normalZ)) return false;
  store<f64>(cornerLow, normalX > 0 ? x0 : x1);
  store<f64>(cornerLow, normalY > 0 ? y0 : y1, 8);
  store<f64>(cornerLow, normalZ > 0 ? z0 : z1, 16);
  store<f64>(cornerHigh, normalX > 0 ? x1 : x0);
  store<f64>(cornerHigh, normalY > 0 ? y1 : y0, 8);
  store<f64>(cornerHigh, normalZ > 0 ? z1 : z0, 16);
  const low = orient3d(corners, corners + 24, corners + 48, cornerLow);
  if (low == 0) return true;
  return low != orient3d(corners, corners + 24, corners + 48, cornerHigh);
}
