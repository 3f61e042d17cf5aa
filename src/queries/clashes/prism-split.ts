/**
 * Cuts a triangle along the walls that stand on the edges of another: one part lies straight above or below the other
 * triangle, the rest beside it.
 *
 * Above the other triangle the distance to it is a height, which is linear; so where two flat surfaces lie along each
 * other no further cut is needed, however thin the gap is compared with the triangles.
 */

/** Corners of convex polygons, x y z each. */
export interface PrismParts {
  /** Above or below the triangle; empty when no part is. */
  readonly above: number[];
  readonly beside: number[][];
}

/**
 * Cuts the polygon by the plane of points with `nx x + ny y + nz z = h`, the normal of length 1. What is within `near` of
 * the plane belongs to both parts, and a part that is nowhere farther from it is left out: it is as good as in the other.
 */
function cut(
  polygon: readonly number[],
  nx: number,
  ny: number,
  nz: number,
  h: number,
  near: number,
): [number[], number[]] {
  const inner: number[] = [];
  const outer: number[] = [];
  let [most, least] = [0, 0];
  const count = polygon.length;
  const heightAt = (at: number) => {
    const height = nx * polygon[at] + ny * polygon[at + 1] + nz * polygon[at + 2] - h;
    return Math.abs(height) <= near ? 0 : height;
  };
  for (let at = 0; at < count; at += 3) {
    const next = at + 3 === count ? 0 : at + 3;
    const [x, y, z] = [polygon[at], polygon[at + 1], polygon[at + 2]];
    const height = heightAt(at);
    const further = heightAt(next);
    most = Math.max(most, height);
    least = Math.min(least, height);
    if (height >= 0) inner.push(x, y, z);
    if (height <= 0) outer.push(x, y, z);
    if (height * further >= 0) continue;
    const part = height / (height - further);
    const [cx, cy, cz] = [0, 1, 2].map((k) => polygon[at + k] + part * (polygon[next + k] - polygon[at + k]));
    inner.push(cx, cy, cz);
    outer.push(cx, cy, cz);
  }
  return [most > 0 ? inner : [], least < 0 ? outer : []];
}

/** `triangle` holds nine coordinates, t the places of the corners of the other triangle in `positions`. */
export function splitByPrism(
  triangle: readonly number[],
  positions: Float64Array,
  t: readonly [number, number, number],
  near: number,
): PrismParts {
  const d = (i: number, j: number, k: number) => positions[t[j] + k] - positions[t[i] + k];
  const nx = d(0, 1, 1) * d(0, 2, 2) - d(0, 1, 2) * d(0, 2, 1);
  const ny = d(0, 1, 2) * d(0, 2, 0) - d(0, 1, 0) * d(0, 2, 2);
  const nz = d(0, 1, 0) * d(0, 2, 1) - d(0, 1, 1) * d(0, 2, 0);
  let above: number[] = [...triangle];
  const beside: number[][] = [];
  for (let i = 0; i < 3 && above.length > 0; i++) {
    const j = i === 2 ? 0 : i + 1;
    const [ex, ey, ez] = [d(i, j, 0), d(i, j, 1), d(i, j, 2)];
    // Across the edge and along the plane, towards the inside.
    let [ix, iy, iz] = [ny * ez - nz * ey, nz * ex - nx * ez, nx * ey - ny * ex];
    const length = Math.hypot(ix, iy, iz);
    if (!(length > 0)) return { above: [], beside: [] };
    [ix, iy, iz] = [ix / length, iy / length, iz / length];
    const h = ix * positions[t[i]] + iy * positions[t[i] + 1] + iz * positions[t[i] + 2];
    const [inner, outer] = cut(above, ix, iy, iz, h, near);
    if (outer.length > 0) beside.push(outer);
    above = inner;
  }
  return { above, beside };
}
