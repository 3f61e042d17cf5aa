/**
 * FAR's bounding offset of a triangle (§4.1): the tightest rectangle around it with a side along its longest edge, grown
 * by a cube of the same directions whose half width is cullJob.radius.
 *
 * A pixel is asked at its centre: the ray through it enters the box at the near depth and leaves at the far one, which are
 * the two fragments that drawing the front faces and the back faces would give.
 */

import { cullJob } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';

/** Of the box, in image units from cullJob.low: centre, then for each of three axes its direction and its half width. */
const centre = reserveScratch(24);
const axes = reserveScratch(96);

/** Directions whose height over the image plane is below this are taken to lie in it. */
const FLAT: f64 = 9.094947017729282e-13; // 2^-40

/** Where the ray through a pixel enters and leaves, in image units from cullJob.low. */
export let enters: f64 = 0;
export let leaves: f64 = 0;

// @inline
function setAxis(index: usize, x: f64, y: f64, z: f64, half: f64): void {
  const axis = axes + (index << 5);
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
  for (let i: usize = 0; i < 3; i++) reach += abs(load<f64>(axes + (i << 5) + at)) * load<f64>(axes + (i << 5), 24);
  return load<f64>(centre + at) + side * reach;
}

// The box as the rays of a row see it: for each axis where the row lies beside it, and how it goes on along the row.
let besideRow0: f64 = 0;
let besideRow1: f64 = 0;
let besideRow2: f64 = 0;
let rowCentre: f64 = 0;
let pixelWidth: f64 = 0;

/** Readies the rays through the centres of a row of pixels. */
export function openRay(y: i32): void {
  const v = (<f64>y + 0.5) * load<f64>(cullJob.pixel + 8) - load<f64>(centre, 8);
  besideRow0 = v * load<f64>(axes, 8);
  besideRow1 = v * load<f64>(axes, 40);
  besideRow2 = v * load<f64>(axes, 72);
  rowCentre = load<f64>(centre);
  pixelWidth = load<f64>(cullJob.pixel);
}

let from: f64 = 0;
let to: f64 = 0;

/** Cuts the ray to where it lies between two faces; false when it misses them. */
// @inline
function cutRay(axis: usize, beside: f64): bool {
  const rise = load<f64>(axis, 16);
  const half = load<f64>(axis, 24);
  if (abs(rise) < FLAT) return abs(beside) <= half;
  const one = (-half - beside) / rise;
  const other = (half - beside) / rise;
  from = max(from, min(one, other));
  to = min(to, max(one, other));
  return true;
}

/** Sends a ray through the centre of a pixel of the row; false when it misses the box. */
export function meetsBox(x: i32): bool {
  const u = (<f64>x + 0.5) * pixelWidth - rowCentre;
  from = -Infinity;
  to = Infinity;
  if (!cutRay(axes, besideRow0 + u * load<f64>(axes))) return false;
  if (!cutRay(axes + 32, besideRow1 + u * load<f64>(axes, 32))) return false;
  if (!cutRay(axes + 64, besideRow2 + u * load<f64>(axes, 64))) return false;
  if (!(from <= to)) return false;
  enters = load<f64>(centre, 16) + from;
  leaves = load<f64>(centre, 16) + to;
  return true;
}
