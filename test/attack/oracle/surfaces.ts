/** Whether two surfaces cross clearly, in doubles: some edge of one passes through the inside of a triangle of the other. */

type Point = readonly [number, number, number];

export interface Surface {
  /** Nine numbers for each triangle. */
  readonly corners: Float64Array;
}

export function placed({ corners }: Surface, m: readonly number[], out: Float64Array): Float64Array {
  for (let i = 0; i < corners.length; i += 3) {
    const [x, y, z] = [corners[i], corners[i + 1], corners[i + 2]];
    for (let k = 0; k < 3; k++) out[i + k] = m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k];
  }
  return out;
}

const at = (list: Float64Array, i: number): Point => [list[i], list[i + 1], list[i + 2]];
const less = (p: Point, q: Point): Point => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const dot = (p: Point, q: Point): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p: Point, q: Point): Point => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];

/** Whether the boxes of two triangles, each three points from `i` on, have nothing in common. */
function boxesApart(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (Math.min(a[i + k], a[i + 3 + k], a[i + 6 + k]) > Math.max(b[j + k], b[j + 3 + k], b[j + 6 + k])) return true;
    if (Math.min(b[j + k], b[j + 3 + k], b[j + 6 + k]) > Math.max(a[i + k], a[i + 3 + k], a[i + 6 + k])) return true;
  }
  return false;
}

/** Whether p–q passes through a triangle, by more than `clear` of its sizes (Möller and Trumbore). */
function passes(p: Point, q: Point, list: Float64Array, i: number, clear: number): boolean {
  const origin = at(list, i);
  const [u, v, way] = [less(at(list, i + 3), origin), less(at(list, i + 6), origin), less(q, p)];
  const normal = cross(way, v);
  const determinant = dot(u, normal);
  const size = Math.hypot(...way) * Math.hypot(...u) * Math.hypot(...v);
  if (!(Math.abs(determinant) > 1e-6 * size)) return false;
  const from = less(p, origin);
  const s = dot(from, normal) / determinant;
  const turned = cross(from, u);
  const t = dot(way, turned) / determinant;
  const along = dot(v, turned) / determinant;
  return s > clear && t > clear && s + t < 1 - clear && along > clear && along < 1 - clear;
}

/** Whether two placed surfaces cross; grazing contact does not count. */
export function clearlyCross(a: Float64Array, b: Float64Array, clear = 1e-7): boolean {
  for (let i = 0; i < a.length; i += 9) {
    for (let j = 0; j < b.length; j += 9) {
      if (boxesApart(a, i, b, j)) continue;
      for (let k = 0; k < 3; k++) {
        const next = 3 * ((k + 1) % 3);
        if (passes(at(a, i + 3 * k), at(a, i + next), b, j, clear)) return true;
        if (passes(at(b, j + 3 * k), at(b, j + next), a, i, clear)) return true;
      }
    }
  }
  return false;
}
