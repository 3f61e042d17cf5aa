/**
 * Distance from a point to a triangle.
 *
 * A triangle is measured in a right-angled frame of its longest edge and the height on it, so slivers are measured as
 * well as other triangles; what has no height to speak of is measured by its edges (docs/within.md, "The routine").
 * Promise: the distance of a point of the triangle, off by less than 2^-46 of the largest coordinate difference.
 */

/** The nearest point found last. */
export const nearest = { x: 0, y: 0, z: 0 };

const FLAT = 2 ** -50;

/** The squared distance; the nearest point goes to `nearest` when it is less than `best`. */
export function distanceSquared(
  p: Float64Array,
  i0: number,
  i1: number,
  i2: number,
  x: number,
  y: number,
  z: number,
  best: number,
): number {
  // The corner across from the longest edge comes last.
  const l01 = lengthSquared(p, i0, i1);
  const l12 = lengthSquared(p, i1, i2);
  const l20 = lengthSquared(p, i2, i0);
  if (l01 >= l12 && l01 >= l20) return fromLongest(p, i0, i1, i2, x, y, z, best);
  if (l12 >= l20) return fromLongest(p, i1, i2, i0, x, y, z, best);
  return fromLongest(p, i2, i0, i1, x, y, z, best);
}

function lengthSquared(p: Float64Array, i: number, j: number): number {
  const x = p[j] - p[i];
  const y = p[j + 1] - p[i + 1];
  const z = p[j + 2] - p[i + 2];
  return x * x + y * y + z * z;
}

function fromLongest(
  p: Float64Array,
  a: number,
  b: number,
  c: number,
  x: number,
  y: number,
  z: number,
  best: number,
): number {
  const fx = p[b] - p[a];
  const fy = p[b + 1] - p[a + 1];
  const fz = p[b + 2] - p[a + 2];
  const gx = p[c] - p[a];
  const gy = p[c + 1] - p[a + 1];
  const gz = p[c + 2] - p[a + 2];
  const ff = fx * fx + fy * fy + fz * fz;
  const s = ff > 0 ? (gx * fx + gy * fy + gz * fz) / ff : 0;
  const hx = gx - s * fx;
  const hy = gy - s * fy;
  const hz = gz - s * fz;
  const hh = hx * hx + hy * hy + hz * hz;
  if (hh > FLAT * FLAT * ff) {
    const dx = x - p[a];
    const dy = y - p[a + 1];
    const dz = z - p[a + 2];
    const along = (dx * fx + dy * fy + dz * fz) / ff;
    const ex = dx - along * fx;
    const ey = dy - along * fy;
    const ez = dz - along * fz;
    const up = (ex * hx + ey * hy + ez * hz) / hh;
    if (up >= 0 && along >= s * up && along <= 1 - (1 - s) * up) {
      const rx = ex - up * hx;
      const ry = ey - up * hy;
      const rz = ez - up * hz;
      const squared = rx * rx + ry * ry + rz * rz;
      if (squared < best) {
        nearest.x = x - rx;
        nearest.y = y - ry;
        nearest.z = z - rz;
      }
      return squared;
    }
  }
  let least = toEdge(p, a, b, x, y, z, best);
  least = Math.min(least, toEdge(p, b, c, x, y, z, Math.min(best, least)));
  return Math.min(least, toEdge(p, c, a, x, y, z, Math.min(best, least)));
}

function toEdge(p: Float64Array, i: number, j: number, x: number, y: number, z: number, best: number): number {
  const ux = p[j] - p[i];
  const uy = p[j + 1] - p[i + 1];
  const uz = p[j + 2] - p[i + 2];
  const dx = x - p[i];
  const dy = y - p[i + 1];
  const dz = z - p[i + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const part = uu > 0 ? Math.max(0, Math.min(1, (dx * ux + dy * uy + dz * uz) / uu)) : 0;
  const rx = dx - part * ux;
  const ry = dy - part * uy;
  const rz = dz - part * uz;
  const squared = rx * rx + ry * ry + rz * rz;
  if (squared < best) {
    nearest.x = x - rx;
    nearest.y = y - ry;
    nearest.z = z - rz;
  }
  return squared;
}
