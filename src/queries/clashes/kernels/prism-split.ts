/**
 * Cuts a triangle along the walls that stand on the edges of another triangle: the part straight above or below the other
 * triangle, the rest beside it.
 *
 * Above the other triangle the distance to it is a height, which is linear; so where two planar surfaces lie along each
 * other no further cut is needed, however thin the gap is compared with the triangles.
 */
import { reserveScratch } from '../../../memory/kernels/scratch';

/** A triangle that is cut by three planes has six corners at most. */
const CORNERS_MOST: u32 = 8;
const POINT_BYTES: usize = 24;

/** Corners of a convex polygon, x y z each. */
// @unmanaged
export class Polygon {
  count: u32 = 0;
  unused: u32 = 0;

  // @inline
  at(i: u32): usize {
    return changetype<usize>(this) + 8 + <usize>i * POINT_BYTES;
  }

  add(x: f64, y: f64, z: f64): void {
    const at = this.at(this.count++);
    store<f64>(at, x);
    store<f64>(at, y, 8);
    store<f64>(at, z, 16);
  }
}

function newPolygon(): Polygon {
  return changetype<Polygon>(reserveScratch(8 + <usize>CORNERS_MOST * POINT_BYTES));
}

const firstHalf = newPolygon();
const secondHalf = newPolygon();
const beside0 = newPolygon();
const beside1 = newPolygon();
const beside2 = newPolygon();

/** What `splitByPrism` found: the part above or below the triangle, without corners when there is none … */
export let above: Polygon = firstHalf;
/** … and the number of parts beside it. */
export let besideCount: u32 = 0;

export function besideAt(i: u32): Polygon {
  return i == 0 ? beside0 : i == 1 ? beside1 : beside2;
}

/** The length of a vector, without overflow or underflow of the squares; Kahan's summation. */
function lengthOf(x: f64, y: f64, z: f64): f64 {
  const largest = max<f64>(max<f64>(abs<f64>(x), abs<f64>(y)), abs<f64>(z));
  if (largest == 0) return 0;
  let sum: f64 = 0;
  let carry: f64 = 0;
  for (let k = 0; k < 3; k++) {
    const part = abs<f64>(k == 0 ? x : k == 1 ? y : z) / largest;
    const term = part * part - carry;
    const next = sum + term;
    carry = next - sum - term;
    sum = next;
  }
  return sqrt<f64>(sum) * largest;
}

// @inline
function heightAt(p: usize, nx: f64, ny: f64, nz: f64, h: f64, near: f64): f64 {
  const height = nx * load<f64>(p) + ny * load<f64>(p, 8) + nz * load<f64>(p, 16) - h;
  return abs<f64>(height) <= near ? 0 : height;
}

/**
 * Cuts the polygon by the plane of points with `nx x + ny y + nz z = h`, the normal of length 1. What is within `near` of
 * the plane belongs to both parts, and a part that is nowhere farther from it is left out: it is as good as in the other.
 */
function cut(polygon: Polygon, nx: f64, ny: f64, nz: f64, h: f64, near: f64, inner: Polygon, outer: Polygon): void {
  inner.count = 0;
  outer.count = 0;
  let most: f64 = 0;
  let least: f64 = 0;
  const count = polygon.count;
  for (let i: u32 = 0; i < count; i++) {
    const p = polygon.at(i);
    const q = polygon.at(i + 1 == count ? 0 : i + 1);
    const x = load<f64>(p);
    const y = load<f64>(p, 8);
    const z = load<f64>(p, 16);
    const height = heightAt(p, nx, ny, nz, h, near);
    const further = heightAt(q, nx, ny, nz, h, near);
    most = max<f64>(most, height);
    least = min<f64>(least, height);
    if (height >= 0) inner.add(x, y, z);
    if (height <= 0) outer.add(x, y, z);
    if (height * further >= 0) continue;
    const part = height / (height - further);
    const cx = x + part * (load<f64>(q) - x);
    const cy = y + part * (load<f64>(q, 8) - y);
    const cz = z + part * (load<f64>(q, 16) - z);
    inner.add(cx, cy, cz);
    outer.add(cx, cy, cz);
  }
  if (!(most > 0)) inner.count = 0;
  if (!(least < 0)) outer.count = 0;
}

/** The triangle p0 p1 p2 becomes the polygon that is cut. */
export function openTriangle(p0: usize, p1: usize, p2: usize): void {
  above = firstHalf;
  above.count = 0;
  above.add(load<f64>(p0), load<f64>(p0, 8), load<f64>(p0, 16));
  above.add(load<f64>(p1), load<f64>(p1, 8), load<f64>(p1, 16));
  above.add(load<f64>(p2), load<f64>(p2, 8), load<f64>(p2, 16));
}

/** Polygons that wait to be cut; cutting adds three corners at most. */
const WAITING_MOST: u32 = 8;
const CUT_CORNERS_MOST: u32 = CORNERS_MOST - 3;
const WAITING_BYTES: usize = 8 + <usize>CUT_CORNERS_MOST * POINT_BYTES;
const waiting = reserveScratch(<usize>WAITING_MOST * WAITING_BYTES);
let waitingCount: u32 = 0;

/** False when there are too many of them, or when it has too many corners. */
export function keepWaiting(polygon: Polygon): bool {
  if (waitingCount == WAITING_MOST || polygon.count > CUT_CORNERS_MOST) return false;
  const to = waiting + <usize>waitingCount * WAITING_BYTES;
  memory.copy(to, changetype<usize>(polygon), 8 + <usize>polygon.count * POINT_BYTES);
  waitingCount++;
  return true;
}

/** The last one that waits becomes the polygon that is cut; false when none does. */
export function openWaiting(): bool {
  if (waitingCount == 0) return false;
  waitingCount--;
  const from = changetype<Polygon>(waiting + <usize>waitingCount * WAITING_BYTES);
  above = firstHalf;
  memory.copy(changetype<usize>(above), changetype<usize>(from), 8 + <usize>from.count * POINT_BYTES);
  return true;
}

/** The last one that waits is given up. */
export function dropWaiting(): void {
  waitingCount--;
}

/** The polygon that was opened, cut by the walls on t0 t1 t2: places of x y z. */
export function splitByPrism(t0: usize, t1: usize, t2: usize, near: f64): void {
  const ax = load<f64>(t1) - load<f64>(t0);
  const ay = load<f64>(t1, 8) - load<f64>(t0, 8);
  const az = load<f64>(t1, 16) - load<f64>(t0, 16);
  const bx = load<f64>(t2) - load<f64>(t0);
  const by = load<f64>(t2, 8) - load<f64>(t0, 8);
  const bz = load<f64>(t2, 16) - load<f64>(t0, 16);
  const nx = ay * bz - az * by;
  const ny = az * bx - ax * bz;
  const nz = ax * by - ay * bx;
  besideCount = 0;
  let spare = secondHalf;
  for (let i = 0; i < 3 && above.count > 0; i++) {
    const from = i == 0 ? t0 : i == 1 ? t1 : t2;
    const to = i == 0 ? t1 : i == 1 ? t2 : t0;
    const ex = load<f64>(to) - load<f64>(from);
    const ey = load<f64>(to, 8) - load<f64>(from, 8);
    const ez = load<f64>(to, 16) - load<f64>(from, 16);
    // Across the edge and along the plane, towards the inside.
    let ix = ny * ez - nz * ey;
    let iy = nz * ex - nx * ez;
    let iz = nx * ey - ny * ex;
    const length = lengthOf(ix, iy, iz);
    if (!(length > 0)) {
      above.count = 0;
      besideCount = 0;
      return;
    }
    ix /= length;
    iy /= length;
    iz /= length;
    const h = ix * load<f64>(from) + iy * load<f64>(from, 8) + iz * load<f64>(from, 16);
    const outer = besideAt(besideCount);
    cut(above, ix, iy, iz, h, near, spare, outer);
    if (outer.count > 0) besideCount++;
    const inner = spare;
    spare = above;
    above = inner;
  }
}
