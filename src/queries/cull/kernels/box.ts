/**
 * FAR's bounding offset of a triangle (§4.1): the tightest rectangle around it with a side along its longest edge, grown
 * by a cube of the same directions whose half width is cullJob.radius.
 *
 * A pixel is asked at its centre: the ray through it enters the box at the near depth and leaves at the far one, which are
 * the two fragments that drawing the front faces and the back faces would give.
 */

import { cullJob } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';

/** The box that was made last, in image units from cullJob.low: centre, then for each of three axes direction and half width. */
export const BOX_BYTES: usize = 120;
export const centre = reserveScratch(BOX_BYTES);
/** Where the axes begin in it. */
export const AXES: usize = 24;

/** Directions whose height over the image plane is below this are taken to lie in it. */
export const FLAT: f64 = 9.094947017729282e-13; // 2^-40

// @inline
function setAxis(index: usize, x: f64, y: f64, z: f64, half: f64): void {
  const axis = centre + AXES + (index << 5);
  store<f64>(axis, x);
  store<f64>(axis, y, 8);
  store<f64>(axis, z, 16);
  store<f64>(axis, half, 24);
}

/** The box of the triangle p q r, whose longest edge is p q. */
function boxAlong(px: f64, py: f64, pz: f64, qx: f64, qy: f64, qz: f64, rx: f64, ry: f64, rz: f64): void {
  let ex = qx - px;
  let ey = qy - py;
  let ez = qz - pz;
  const length = sqrt(ex * ex + ey * ey + ez * ez);
  // A point has no direction: any will do.
  if (length == 0) ex = 1;
  else {
    ex /= length;
    ey /= length;
    ez /= length;
  }
  const sx = rx - px;
  const sy = ry - py;
  const sz = rz - pz;
  const along = sx * ex + sy * ey + sz * ez;
  let hx = sx - along * ex;
  let hy = sy - along * ey;
  let hz = sz - along * ez;
  let height = sqrt(hx * hx + hy * hy + hz * hz);
  if (height <= length * FLAT) {
    // The corners lie on a line, or nearly: what they stick out is in the radius.
    height = 0;
    const least = min(abs(ex), min(abs(ey), abs(ez)));
    const ox: f64 = abs(ex) == least ? 1 : 0;
    const oy: f64 = ox == 0 && abs(ey) == least ? 1 : 0;
    const oz: f64 = ox == 0 && oy == 0 ? 1 : 0;
    hx = ey * oz - ez * oy;
    hy = ez * ox - ex * oz;
    hz = ex * oy - ey * ox;
    const size = sqrt(hx * hx + hy * hy + hz * hz);
    hx /= size;
    hy /= size;
    hz /= size;
  } else {
    hx /= height;
    hy /= height;
    hz /= height;
  }
  // Directions are unit vectors but for rounding, which a part of the length pays for.
  const radius = cullJob.radius + 4 * FLAT * length;
  setAxis(0, ex, ey, ez, length / 2 + radius);
  setAxis(1, hx, hy, hz, height / 2 + radius);
  setAxis(2, ey * hz - ez * hy, ez * hx - ex * hz, ex * hy - ey * hx, radius);
  store<f64>(centre, (px + qx) / 2 + (hx * height) / 2);
  store<f64>(centre, (py + qy) / 2 + (hy * height) / 2, 8);
  store<f64>(centre, (pz + qz) / 2 + (hz * height) / 2, 16);
}

// @inline
function squared(x: f64, y: f64, z: f64): f64 {
  return x * x + y * y + z * z;
}

/** The box of a triangle; corners across, down, depth in image units from cullJob.low. */
export function makeBox(ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64, cx: f64, cy: f64, cz: f64): void {
  const ab = squared(bx - ax, by - ay, bz - az);
  const bc = squared(cx - bx, cy - by, cz - bz);
  const ca = squared(ax - cx, ay - cy, az - cz);
  if (ab >= bc && ab >= ca) boxAlong(ax, ay, az, bx, by, bz, cx, cy, cz);
  else if (bc >= ca) boxAlong(bx, by, bz, cx, cy, cz, ax, ay, az);
  else boxAlong(cx, cy, cz, ax, ay, az, bx, by, bz);
}

/** How far the box reaches along a coordinate (0 across, 1 down, 2 depth) to the low (−1) or high (1) side. */
export function boxRange(coordinate: usize, side: f64): f64 {
  const at = coordinate << 3;
  let reach: f64 = 0;
  for (let i: usize = 0; i < 3; i++)
    reach += abs(load<f64>(centre + AXES + (i << 5) + at)) * load<f64>(centre + AXES + (i << 5), 24);
  return load<f64>(centre + at) + side * reach;
}
