/**
 * From where a place can be seen: which of some directions are blocked by triangles.
 *
 * For each triangle only the directions within its cone are tested, so that a million triangles cost a tenth of a second
 * rather than the rays of a tree that would have to be built first.
 */
import type { Vector } from './matrices.ts';

export interface Surface {
  readonly vertices: Float64Array;
  readonly indices: Uint32Array;
}

/** Evenly spread over the sphere, on a spiral. */
export function directionsAround(count: number): Float64Array {
  const directions = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const height = 1 - (2 * i + 1) / count;
    const turn = Math.PI * (3 - Math.sqrt(5)) * i;
    const across = Math.sqrt(1 - height * height);
    directions.set([across * Math.cos(turn), height, across * Math.sin(turn)], 3 * i);
  }
  return directions;
}

/** Whether the ray from the origin meets the triangle farther away than `least`. */
function meets(t: Float64Array, dx: number, dy: number, dz: number, least: number): boolean {
  const [e1x, e1y, e1z] = [t[3] - t[0], t[4] - t[1], t[5] - t[2]];
  const [e2x, e2y, e2z] = [t[6] - t[0], t[7] - t[1], t[8] - t[2]];
  const [px, py, pz] = [dy * e2z - dz * e2y, dz * e2x - dx * e2z, dx * e2y - dy * e2x];
  const determinant = e1x * px + e1y * py + e1z * pz;
  if (determinant === 0) return false;
  const u = -(t[0] * px + t[1] * py + t[2] * pz) / determinant;
  if (u < 0 || u > 1) return false;
  const [qx, qy, qz] = [-(t[1] * e1z - t[2] * e1y), -(t[2] * e1x - t[0] * e1z), -(t[0] * e1y - t[1] * e1x)];
  const v = (dx * qx + dy * qy + dz * qz) / determinant;
  if (v < 0 || u + v > 1) return false;
  return (e2x * qx + e2y * qy + e2z * qz) / determinant > least;
}

/** Marks with 1 the directions in which the surface lies before the point; what is nearer than `least` does not count. */
export function blockedFrom(
  point: Vector,
  { vertices, indices }: Surface,
  directions: Float64Array,
  least: number,
  blocked: Uint8Array,
): void {
  const t = new Float64Array(9);
  let open = blocked.reduce((sum, flag) => sum + 1 - flag, 0);
  for (let corner = 0; corner < indices.length && open > 0; corner += 3) {
    for (let k = 0; k < 3; k++) {
      const vertex = 3 * indices[corner + k];
      t[3 * k] = vertices[vertex] - point[0];
      t[3 * k + 1] = vertices[vertex + 1] - point[1];
      t[3 * k + 2] = vertices[vertex + 2] - point[2];
    }
    const [x, y, z] = [(t[0] + t[3] + t[6]) / 3, (t[1] + t[4] + t[7]) / 3, (t[2] + t[5] + t[8]) / 3];
    const square = Math.max(
      (t[0] - x) ** 2 + (t[1] - y) ** 2 + (t[2] - z) ** 2,
      (t[3] - x) ** 2 + (t[4] - y) ** 2 + (t[5] - z) ** 2,
      (t[6] - x) ** 2 + (t[7] - y) ** 2 + (t[8] - z) ** 2,
    );
    const far = x * x + y * y + z * z;
    // The cosine of the cone that holds the triangle, times the distance; below any when the point is close to it.
    const cone = far > square ? Math.sqrt(far - square) : -Infinity;
    for (let i = 0; i < blocked.length; i++) {
      if (blocked[i]) continue;
      const [dx, dy, dz] = [directions[3 * i], directions[3 * i + 1], directions[3 * i + 2]];
      if (x * dx + y * dy + z * dz < cone || !meets(t, dx, dy, dz, least)) continue;
      blocked[i] = 1;
      open--;
    }
  }
}
