/**
 * Distance from a point to triangles that are measured again and again.
 *
 * A triangle is measured in a right-angled frame of its longest edge and the height on it, so slivers are measured as
 * well as other triangles; what has no height to speak of is measured by its edges (docs/within.md, "The routine"). What
 * depends on the triangle alone is computed once.
 * Promise: the distance of a point of the triangle, off by less than 2^-46 of the largest coordinate difference.
 *
 * The angles at the ends of the longest edge are acute. So of a point beyond that edge, the nearest point lies on it, and of others outside
 * on one of the other two. Rounding takes one for the other only where the point, seen along the edge, is off the edge's wall by less than some
 * 2^-49 of its distance times the longest edge by the height; the distance to what is chosen is then larger by the square of that, at most by the
 * height, or by less than 2^-50 of the largest difference.
 */

/** The nearest point found last. */
export let nearestX: f64 = 0;
export let nearestY: f64 = 0;
export let nearestZ: f64 = 0;

const DEGENERATE: f64 = 8.881784197001252e-16; // 2^-50
/** Squares that are no larger have no inverse to speak of; a length below 2^-490 is nothing beside the extent (depth.ts). */
const SHORTEST_SQUARED: f64 = 9.8e-296; // 2^-980

// @inline
function inverseOf(squared: f64): f64 {
  return squared > SHORTEST_SQUARED ? 1 / squared : 0;
}

/**
 * Bytes per triangle: the corner a (3 numbers), the longest edge f from it (3), the third corner relative to a (3), the
 * height h on the edge (3), where h stands as a part of f, 1 / f², 1 / h² (0 without height), 1 / square of each other edge.
 */
export const FRAME_BYTES: usize = 17 * 8;

// @inline
function lengthSquared(p: usize, q: usize): f64 {
  const x = load<f64>(q) - load<f64>(p);
  const y = load<f64>(q, 8) - load<f64>(p, 8);
  const z = load<f64>(q, 16) - load<f64>(p, 16);
  return x * x + y * y + z * z;
}

/** Three places of x y z. */
export function writeFrame(frame: usize, p0: usize, p1: usize, p2: usize): void {
  const l01 = lengthSquared(p0, p1);
  const l12 = lengthSquared(p1, p2);
  const l20 = lengthSquared(p2, p0);
  // The corner across from the longest edge comes last.
  if (l01 >= l12 && l01 >= l20) writeFrom(frame, p0, p1, p2);
  else if (l12 >= l20) writeFrom(frame, p1, p2, p0);
  else writeFrom(frame, p2, p0, p1);
}

function writeFrom(frame: usize, a: usize, b: usize, c: usize): void {
  const ff = lengthSquared(a, b);
  let along: f64 = 0;
  for (let k: usize = 0; k < 24; k += 8) {
    const at = frame + k;
    const f = load<f64>(b + k) - load<f64>(a + k);
    const g = load<f64>(c + k) - load<f64>(a + k);
    store<f64>(at, load<f64>(a + k));
    store<f64>(at, f, 24);
    store<f64>(at, g, 48);
    along += f * g;
  }
  const s: f64 = ff > SHORTEST_SQUARED ? along / ff : 0;
  let hh: f64 = 0;
  for (let k: usize = 0; k < 24; k += 8) {
    const h = load<f64>(frame + k, 48) - s * load<f64>(frame + k, 24);
    store<f64>(frame + k, h, 72);
    hh += h * h;
  }
  const cb = lengthSquared(c, b);
  const ca = lengthSquared(c, a);
  store<f64>(frame, s, 96);
  store<f64>(frame, inverseOf(ff), 104);
  store<f64>(frame, hh > DEGENERATE * DEGENERATE * ff ? inverseOf(hh) : 0, 112);
  store<f64>(frame, inverseOf(ca), 120);
  store<f64>(frame, inverseOf(cb), 128);
}

/** The squared length of the vector r from a triangle to the point; records where it starts when that is the least so far. */
// @inline
function note(rx: f64, ry: f64, rz: f64, x: f64, y: f64, z: f64, best: f64): f64 {
  const squared = rx * rx + ry * ry + rz * rz;
  if (squared < best) {
    nearestX = x - rx;
    nearestY = y - ry;
    nearestZ = z - rz;
  }
  return squared;
}

/** The squared distance; the nearest point is noted when it is less than `best`. */
export function distanceSquared(frame: usize, x: f64, y: f64, z: f64, best: f64): f64 {
  const dx = x - load<f64>(frame);
  const dy = y - load<f64>(frame, 8);
  const dz = z - load<f64>(frame, 16);
  const fx = load<f64>(frame, 24);
  const fy = load<f64>(frame, 32);
  const fz = load<f64>(frame, 40);
  const s = load<f64>(frame, 96);
  const along = (dx * fx + dy * fy + dz * fz) * load<f64>(frame, 104);
  const perHeight = load<f64>(frame, 112);
  let isBelow = true;
  if (perHeight > 0) {
    const hx = load<f64>(frame, 72);
    const hy = load<f64>(frame, 80);
    const hz = load<f64>(frame, 88);
    const ex = dx - along * fx;
    const ey = dy - along * fy;
    const ez = dz - along * fz;
    const up = (ex * hx + ey * hy + ez * hz) * perHeight;
    isBelow = up < 0;
    if (!isBelow && along >= s * up && along <= 1 - (1 - s) * up) {
      return note(ex - up * hx, ey - up * hy, ez - up * hz, x, y, z, best);
    }
  }
  let least: f64 = Infinity;
  if (isBelow) {
    const first = max<f64>(0, min<f64>(1, along));
    least = note(dx - first * fx, dy - first * fy, dz - first * fz, x, y, z, best);
    if (perHeight > 0) return least;
  }
  const gx = load<f64>(frame, 48);
  const gy = load<f64>(frame, 56);
  const gz = load<f64>(frame, 64);
  let part = (dx * gx + dy * gy + dz * gz) * load<f64>(frame, 120);
  part = max<f64>(0, min<f64>(1, part));
  least = min<f64>(least, note(dx - part * gx, dy - part * gy, dz - part * gz, x, y, z, min<f64>(best, least)));
  // From the third corner to the end of the longest edge.
  const ux = fx - gx;
  const uy = fy - gy;
  const uz = fz - gz;
  const cx = dx - gx;
  const cy = dy - gy;
  const cz = dz - gz;
  part = (cx * ux + cy * uy + cz * uz) * load<f64>(frame, 128);
  part = max<f64>(0, min<f64>(1, part));
  return min<f64>(least, note(cx - part * ux, cy - part * uy, cz - part * uz, x, y, z, min<f64>(best, least)));
}
