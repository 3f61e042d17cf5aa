/**
 * The rival on points: a tree, and a ray straight up from each point, in the fastest form found: a bare `shapecast` with
 * edge tests in the plane, nothing allocated. Crossings are counted with their signs, which costs what parity costs and
 * gives the same answer as ours wherever rounding does not matter.
 */
import type { BenchMesh } from '../mesh.ts';
import { buildTree, LEAF_PAIR } from './tree.ts';

export function buildAndFindInside(mesh: BenchMesh, points: Float32Array): Uint8Array {
  const { bvh, positions, indices, order } = buildTree(mesh, LEAF_PAIR);
  const places = new Uint8Array(points.length / 3);
  let [x, y, z, winding] = [0, 0, 0, 0];
  const testRange = (from: number, to: number) => {
    for (let at = from; at < to; at++) {
      const corner = 3 * order[at];
      const a = 3 * indices[corner];
      const b = 3 * indices[corner + 1];
      const c = 3 * indices[corner + 2];
      const ax = positions[a] - x;
      const ay = positions[a + 1] - y;
      const bx = positions[b] - x;
      const by = positions[b + 1] - y;
      const cx = positions[c] - x;
      const cy = positions[c + 1] - y;
      const w = ax * by - ay * bx;
      const u = bx * cy - by * cx;
      const v = cx * ay - cy * ax;
      if (!((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0))) continue;
      const area = u + v + w;
      if (area === 0) continue;
      const height = (u * positions[a + 2] + v * positions[b + 2] + w * positions[c + 2]) / area;
      if (height > z) winding += area > 0 ? 1 : -1;
    }
  };
  const callbacks = {
    intersectsBounds: ({ min, max }: { min: { x: number; y: number }; max: { x: number; y: number; z: number } }) =>
      min.x <= x && max.x >= x && min.y <= y && max.y >= y && max.z >= z,
    intersectsRange: (from: number, count: number) => {
      testRange(from, from + count);
      return false;
    },
  };
  for (let point = 0; point < places.length; point++) {
    x = points[3 * point];
    y = points[3 * point + 1];
    z = points[3 * point + 2];
    winding = 0;
    bvh.shapecast(callbacks);
    places[point] = winding === 0 ? 0 : 1;
  }
  return places;
}
