/** The parts of a `.tri.gz` of the shared folder: u32 vertices, u32 triangles, f64 positions, u32 corners, u32 part of each triangle. */
import { gunzipSync } from 'node:zlib';
import type { MeshInput } from '../../src/index.ts';
import { readShared } from './shared.ts';

/** As soups, in the order of their numbers. */
export function readTriParts(path: string): MeshInput[] {
  const bytes = Uint8Array.from(gunzipSync(readShared(path)));
  const [vertexCount, triangleCount] = new Uint32Array(bytes.buffer, 0, 2);
  const positions = new Float64Array(bytes.buffer, 8, 3 * vertexCount);
  const corners = new Uint32Array(bytes.buffer, 8 + 24 * vertexCount, 3 * triangleCount);
  const partOf = new Uint32Array(bytes.buffer, 8 + 24 * vertexCount + 12 * triangleCount, triangleCount);
  const parts: number[][] = [];
  partOf.forEach((part, triangle) => {
    parts[part] ??= [];
    for (const vertex of corners.subarray(3 * triangle, 3 * triangle + 3)) {
      parts[part].push(positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]);
    }
  });
  return parts.map((values) => ({ positions: Float64Array.from(values) }));
}
