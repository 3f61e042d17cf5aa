/**
 * Distance from a point to triangles that are measured again and again.
 *
 * A triangle is measured in a right-angled frame of its longest edge and the height on it, so slivers are measured as
 * well as other triangles; what has no height to speak of is measured by its edges (docs/within.md, "The routine"). What
 * depends on the triangle alone is computed once.
 * Promise: the distance of a point of the triangle, off by less than 2^-46 of the largest coordinate difference.
 */

/** The nearest point found last. */
export const nearest = { x: 0, y: 0, z: 0 };

const FLAT = 2 ** -50;

/**
 * Per triangle: the corner a (3 numbers), the longest edge f from it (3), the third corner relative to a (3), the height h
 * on the edge (3), where h stands as a part of f, 1 / f², 1 / h² (0 without height), 1 / square of each other edge.
 */
export const FRAME = 17;

export function writeFrame(
  frames: Float64Array,
  at: number,
  p: Float64Array,
  i0: number,
  i1: number,
  i2: number,
): void {
  const l01 = lengthSquared(p, i0, i1);
  const l12 = lengthSquared(p, i1, i2);
  const l20 = lengthSquared(p, i2, i0);
  // The corner across from the longest edge comes last.
  if (l01 >= l12 && l01 >= l20) writeFrom(frames, at, p, i0, i1, i2);
  else if (l12 >= l20) writeFrom(frames, at, p, i1, i2, i0);
  else writeFrom(frames, at, p, i2, i0, i1);
}

function lengthSquared(p: Float64Array, i: number, j: number): number {
  const x = p[j] - p[i];
  const y = p[j + 1] - p[i + 1];
  const z = p[j + 2] - p[i + 2];
  return x * x + y * y + z * z;
}

function writeFrom(frames: Float64Array, at: number, p: Float64Array, a: number, b: number, c: number): void {
  const ff = lengthSquared(p, a, b);
  let along = 0;
  for (let k = 0; k < 3; k++) {
    frames[at + k] = p[a + k];
    frames[at + 3 + k] = p[b + k] - p[a + k];
    frames[at + 6 + k] = p[c + k] - p[a + k];
    along += frames[at + 3 + k] * frames[at + 6 + k];
  }
  const s = ff > 0 ? along / ff : 0;
  let hh = 0;
  for (let k = 0; k < 3; k++) {
    frames[at + 9 + k] = frames[at + 6 + k] - s * frames[at + 3 + k];
    hh += frames[at + 9 + k] ** 2;
  }
  const cb = lengthSquared(p, c, b);
  const ca = lengthSquared(p, c, a);
  frames[at + 12] = s;
  frames[at + 13] = ff > 0 ? 1 / ff : 0;
  frames[at + 14] = hh > FLAT * FLAT * ff ? 1 / hh : 0;
  frames[at + 15] = ca > 0 ? 1 / ca : 0;
  frames[at + 16] = cb > 0 ? 1 / cb : 0;
}

/** The squared distance; the nearest point goes to `nearest` when it is less than `best`. */
export function distanceSquared(
  frames: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
  best: number,
): number {
  const dx = x - frames[at];
  const dy = y - frames[at + 1];
  const dz = z - frames[at + 2];
  const fx = frames[at + 3];
  const fy = frames[at + 4];
  const fz = frames[at + 5];
  const s = frames[at + 12];
  const along = (dx * fx + dy * fy + dz * fz) * frames[at + 13];
  const perHeight = frames[at + 14];
  if (perHeight > 0) {
    const hx = frames[at + 9];
    const hy = frames[at + 10];
    const hz = frames[at + 11];
    const ex = dx - along * fx;
    const ey = dy - along * fy;
    const ez = dz - along * fz;
    const up = (ex * hx + ey * hy + ez * hz) * perHeight;
    if (up >= 0 && along >= s * up && along <= 1 - (1 - s) * up) {
      return take(ex - up * hx, ey - up * hy, ez - up * hz, x, y, z, best);
    }
  }
  const gx = frames[at + 6];
  const gy = frames[at + 7];
  const gz = frames[at + 8];
  const first = Math.max(0, Math.min(1, along));
  let least = take(dx - first * fx, dy - first * fy, dz - first * fz, x, y, z, best);
  let part = (dx * gx + dy * gy + dz * gz) * frames[at + 15];
  part = Math.max(0, Math.min(1, part));
  least = Math.min(least, take(dx - part * gx, dy - part * gy, dz - part * gz, x, y, z, Math.min(best, least)));
  // From the third corner to the end of the longest edge.
  const ux = fx - gx;
  const uy = fy - gy;
  const uz = fz - gz;
  const cx = dx - gx;
  const cy = dy - gy;
  const cz = dz - gz;
  part = (cx * ux + cy * uy + cz * uz) * frames[at + 16];
  part = Math.max(0, Math.min(1, part));
  return Math.min(least, take(cx - part * ux, cy - part * uy, cz - part * uz, x, y, z, Math.min(best, least)));
}

/** The square of the way r from a triangle to the point; notes where it begins when that is the least so far. */
function take(rx: number, ry: number, rz: number, x: number, y: number, z: number, best: number): number {
  const squared = rx * rx + ry * ry + rz * rz;
  if (squared < best) {
    nearest.x = x - rx;
    nearest.y = y - ry;
    nearest.z = z - rz;
  }
  return squared;
}
