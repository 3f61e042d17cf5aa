/**
 * Conservative voxels in plain JavaScript: per triangle, over the voxels of its box, the thirteen axes of the separating axis
 * test in double precision, with an exact test for what rounding leaves open. The rival of `npm run bench -- voxels`.
 */
import { TriangleBoxTest } from '../../src/exact/triangle-box.ts';
import type { VoxelGrid } from '../../src/papers/index.ts';

export function plainVoxels(positions: Float32Array, indices: Uint32Array, grid: VoxelGrid): Uint32Array {
  const [nx, ny, nz] = grid.resolution;
  const [ox, oy, oz] = grid.origin;
  const size = grid.voxelSize;
  const words = Math.ceil(nx / 32);
  const bits = new Uint32Array(words * ny * nz);
  const test = new TriangleBoxTest(size);
  const first = (low: number, origin: number) => {
    let i = Math.max(0, Math.floor((low - origin) / size) - 1);
    while (origin + (i + 1) * size < low) i++;
    return i;
  };
  const last = (high: number, origin: number, count: number) => {
    let i = Math.min(count - 1, Math.floor((high - origin) / size) + 1);
    while (i >= 0 && origin + i * size > high) i--;
    return i;
  };
  for (let at = 0; at < indices.length; at += 3) {
    const a = 3 * indices[at];
    const b = 3 * indices[at + 1];
    const c = 3 * indices[at + 2];
    const ax = positions[a];
    const ay = positions[a + 1];
    const az = positions[a + 2];
    const bx = positions[b];
    const by = positions[b + 1];
    const bz = positions[b + 2];
    const cx = positions[c];
    const cy = positions[c + 1];
    const cz = positions[c + 2];
    const x0 = first(Math.min(ax, bx, cx), ox);
    const x1 = last(Math.max(ax, bx, cx), ox, nx);
    const y0 = first(Math.min(ay, by, cy), oy);
    const y1 = last(Math.max(ay, by, cy), oy, ny);
    const z0 = first(Math.min(az, bz, cz), oz);
    const z1 = last(Math.max(az, bz, cz), oz, nz);
    if (x0 === x1 && y0 === y1 && z0 === z1) {
      bits[(z0 * ny + y0) * words + (x0 >> 5)] |= 1 << (x0 & 31);
      continue;
    }
    test.setTriangle(positions, a, b, c);
    for (let z = z0; z <= z1; z++) {
      for (let y = y0; y <= y1; y++) {
        const row = (z * ny + y) * words;
        for (let x = x0; x <= x1; x++) {
          const mask = 1 << (x & 31);
          if ((bits[row + (x >> 5)] & mask) !== 0) continue;
          if (test.touches(ox + x * size, oy + y * size, oz + z * size)) bits[row + (x >> 5)] |= mask;
        }
      }
    }
  }
  return bits;
}
