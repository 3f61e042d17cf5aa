/**
 * Whether pictures of a scene hang by a thread: a pixel's centre next to an edge, or two depths in a pixel next to each other.
 * Rasterizers that compute in other ways may then disagree; elsewhere they may not.
 */
import type { BufferMesh } from '../../oracle/depth-buffer.ts';

export interface Delicacy {
  /** Pixels from an edge to a centre. */
  readonly pixels: number;
  /** Parts of the depth range between two depths. */
  readonly depth: number;
}

type Point = readonly number[];

function distanceToSegment([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const t = length > 0 ? Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / length)) : 0;
  return Math.hypot(px - ax - t * dx, py - ay - t * dy);
}

export function isDelicate(
  meshes: readonly BufferMesh[],
  views: string,
  resolution: number,
  tolerance: Delicacy,
): boolean {
  const all = meshes.flatMap(({ positions }) =>
    Array.from({ length: positions.length / 3 }, (_, i) => [0, 1, 2].map((k) => positions[3 * i + k])),
  );
  const low = [0, 1, 2].map((k) => Math.min(...all.map((point) => point[k])));
  const high = [0, 1, 2].map((k) => Math.max(...all.map((point) => point[k])));
  for (const view of views) {
    const axis = 'xyz'.indexOf(view);
    const order = [(axis + 1) % 3, (axis + 2) % 3, axis];
    const seen = (mesh: BufferMesh, vertex: number): Point =>
      order.map((k, i) => {
        const part = (mesh.positions[3 * vertex + k] - low[k]) / (high[k] - low[k]);
        return i < 2 ? part * resolution : part;
      });
    const depths = new Map<number, number[]>();
    for (const mesh of meshes) {
      for (let corner = 0; corner < mesh.indices.length; corner += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => seen(mesh, mesh.indices[corner + k]));
        const cross = (p: Point, q: Point, x: number, y: number) =>
          (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
        const area = cross(a, b, c[0], c[1]);
        for (let y = 0; y < resolution; y++) {
          for (let x = 0; x < resolution; x++) {
            const centre = [x + 0.5, y + 0.5];
            const edges = [
              distanceToSegment(centre, a, b),
              distanceToSegment(centre, b, c),
              distanceToSegment(centre, c, a),
            ];
            if (Math.min(...edges) < tolerance.pixels) return true;
            const weights = [
              cross(b, c, centre[0], centre[1]),
              cross(c, a, centre[0], centre[1]),
              cross(a, b, centre[0], centre[1]),
            ];
            if (weights.some((weight) => weight / area < 0)) continue;
            const depth = (weights[0] * a[2] + weights[1] * b[2] + weights[2] * c[2]) / area;
            const here = depths.get(y * resolution + x) ?? [];
            if (here.some((other) => Math.abs(other - depth) < tolerance.depth)) return true;
            depths.set(y * resolution + x, [...here, depth]);
          }
        }
      }
    }
  }
  return false;
}
