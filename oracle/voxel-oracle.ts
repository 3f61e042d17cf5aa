/**
 * Which voxels a mesh touches, fills, or sets by the paper's rule, in exact arithmetic: slow, plain, and written apart.
 *
 * A triangle touches a closed box when something is left of it after cutting it with the box's six half-spaces, in
 * homogeneous whole numbers. Inside is decided by the winding number along a line, counted with the line moved in another
 * direction than the engine moves it. Nothing here comes from src/ but types.
 */
import type { MeshInput } from '../src/mesh/mesh-input.ts';
import { toIntegers } from './exact-coordinates.ts';

export interface OracleGrid {
  readonly resolution: readonly [number, number, number];
  readonly origin: readonly [number, number, number];
  readonly voxelSize: number;
}

/** X, Y, Z, W with W > 0: the point X/W, Y/W, Z/W. */
type Homogeneous = readonly [bigint, bigint, bigint, bigint];
type Whole = readonly [bigint, bigint, bigint];

interface ExactMesh {
  readonly triangles: readonly (readonly [Whole, Whole, Whole])[];
  readonly origin: Whole;
  /** Half a voxel, so that centres are whole numbers as well. */
  readonly half: bigint;
}

function exactMesh(mesh: MeshInput, grid: OracleGrid): ExactMesh {
  const indices = mesh.indices ?? Uint32Array.from({ length: mesh.positions.length / 3 }, (_, vertex) => vertex);
  const [positions, origin, half] = toIntegers([mesh.positions, grid.origin, [grid.voxelSize / 2]]);
  const point = (vertex: number): Whole => [
    positions[3 * vertex],
    positions[3 * vertex + 1],
    positions[3 * vertex + 2],
  ];
  const triangles: [Whole, Whole, Whole][] = [];
  for (let at = 0; at < indices.length; at += 3) {
    triangles.push([point(indices[at]), point(indices[at + 1]), point(indices[at + 2])]);
  }
  return { triangles, origin: [origin[0], origin[1], origin[2]], half: half[0] };
}

/** What is left of a polygon where sign · (coordinate − bound) ≥ 0. */
function clip(polygon: readonly Homogeneous[], axis: number, bound: bigint, sign: bigint): Homogeneous[] {
  const side = (p: Homogeneous) => sign * (p[axis] - bound * p[3]);
  const kept: Homogeneous[] = [];
  for (const [i, p] of polygon.entries()) {
    const q = polygon[(i + 1) % polygon.length];
    const sp = side(p);
    const sq = side(q);
    if (sp >= 0n) kept.push(p);
    if ((sp > 0n && sq < 0n) || (sp < 0n && sq > 0n)) {
      const cut = [0, 1, 2, 3].map((k) => sp * q[k] - sq * p[k]);
      kept.push((cut[3] < 0n ? cut.map((value) => -value) : cut) as unknown as Homogeneous);
    }
  }
  return kept;
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

export type Voxel = readonly [number, number, number];

/** Voxels in ascending order of z, y, x, each as text. */
function sorted(found: ReadonlyMap<string, Voxel>): Voxel[] {
  return [...found.values()].sort((a, b) => a[2] - b[2] || a[1] - b[1] || a[0] - b[0]);
}

/** Every voxel of the grid that a triangle touches. */
export function touchedVoxels(mesh: MeshInput, grid: OracleGrid): Voxel[] {
  const { triangles, origin, half } = exactMesh(mesh, grid);
  const size = 2n * half;
  const found = new Map<string, Voxel>();
  for (const corners of triangles) {
    const range = [0, 1, 2].map((k) => {
      const values = corners.map((corner) => corner[k] - origin[k]);
      const ordered = [...values].sort((a, b) => (a < b ? -1 : Number(a > b)));
      const low = ordered[0];
      const high = ordered[2];
      // One more at the lower end: a closed voxel is touched at its upper boundary too.
      const first = Math.max(0, Number(floorDivide(low, size)) - 1);
      return [first, Math.min(grid.resolution[k] - 1, Number(floorDivide(high, size)))];
    });
    const triangle = corners.map((corner) => [...corner, 1n] as unknown as Homogeneous);
    const boundary = (axis: number, i: number) => origin[axis] + BigInt(i) * size;
    for (let z = range[2][0]; z <= range[2][1]; z++) {
      const layer = clip(clip(triangle, 2, boundary(2, z), 1n), 2, boundary(2, z + 1), -1n);
      if (layer.length === 0) continue;
      for (let y = range[1][0]; y <= range[1][1]; y++) {
        const row = clip(clip(layer, 1, boundary(1, y), 1n), 1, boundary(1, y + 1), -1n);
        if (row.length === 0) continue;
        for (let x = range[0][0]; x <= range[0][1]; x++) {
          const part = clip(clip(row, 0, boundary(0, x), 1n), 0, boundary(0, x + 1), -1n);
          if (part.length > 0) found.set(`${x} ${y} ${z}`, [x, y, z]);
        }
      }
    }
  }
  return sorted(found);
}

function cross2(a: Whole, b: Whole, u: number, v: number, pu: bigint, pv: bigint): bigint {
  return (b[u] - a[u]) * (pv - a[v]) - (b[v] - a[v]) * (pu - a[u]);
}

function normalOf([a, b, c]: readonly [Whole, Whole, Whole]): Whole {
  const [u, v] = [b, c].map((corner) => [0, 1, 2].map((k) => corner[k] - a[k]));
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

const magnitude = (value: bigint) => (value < 0n ? -value : value);

/** Voxels by the paper's rule: where the triangle is at the centres of columns along its dominant axis. */
export function paperVoxels(mesh: MeshInput, grid: OracleGrid): Voxel[] {
  const { triangles, origin, half } = exactMesh(mesh, grid);
  const size = 2n * half;
  const found = new Map<string, Voxel>();
  for (const corners of triangles) {
    const normal = normalOf(corners);
    const sizes = normal.map(magnitude);
    const most = [...sizes].sort((a, b) => (a < b ? -1 : Number(a > b)))[2];
    if (most === 0n) continue;
    const axis = sizes.lastIndexOf(most);
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const columns = [u, v].map((k) => {
      const values = corners.map((corner) => Number(floorDivide(corner[k] - origin[k], size)));
      return [Math.max(0, Math.min(...values)), Math.min(grid.resolution[k] - 1, Math.max(...values))];
    });
    for (let i = columns[0][0]; i <= columns[0][1]; i++) {
      for (let j = columns[1][0]; j <= columns[1][1]; j++) {
        const pu = origin[u] + BigInt(2 * i + 1) * half;
        const pv = origin[v] + BigInt(2 * j + 1) * half;
        const sides = [0, 1, 2].map((k) => cross2(corners[k], corners[(k + 1) % 3], u, v, pu, pv));
        if (!sides.every((side) => side >= 0n) && !sides.every((side) => side <= 0n)) continue;
        // normal · (point − corner) = 0, solved for the coordinate along the axis.
        const rise = normal[u] * (pu - corners[0][u]) + normal[v] * (pv - corners[0][v]);
        const above = (corners[0][axis] - origin[axis]) * normal[axis] - rise;
        const k = Number(floorDivide(above, size * normal[axis]));
        if (k < 0 || k >= grid.resolution[axis]) continue;
        const voxel = [0, 0, 0];
        voxel[axis] = k;
        voxel[u] = i;
        voxel[v] = j;
        found.set(voxel.join(' '), voxel as unknown as Voxel);
      }
    }
  }
  return sorted(found);
}

/** Voxels whose centres have a winding number other than 0; the mesh must be closed. Centres on the surface are left out. */
export function insideVoxels(mesh: MeshInput, grid: OracleGrid): Voxel[] {
  const { triangles, origin, half } = exactMesh(mesh, grid);
  const found = new Map<string, Voxel>();
  for (let z = 0; z < grid.resolution[2]; z++) {
    for (let y = 0; y < grid.resolution[1]; y++) {
      for (let x = 0; x < grid.resolution[0]; x++) {
        const centre = [x, y, z].map((i, k) => origin[k] + BigInt(2 * i + 1) * half) as unknown as Whole;
        let winding = 0;
        for (const corners of triangles) winding += crossing(corners, centre);
        if (winding !== 0) found.set(`${x} ${y} ${z}`, [x, y, z]);
      }
    }
  }
  return sorted(found);
}

/** How the winding number changes where the line from the point towards +z, moved by (−ε², −ε) in x and y, passes. */
function crossing(corners: readonly [Whole, Whole, Whole], [px, py, pz]: Whole): number {
  const sides = [0, 1, 2].map((k) => {
    const a = corners[k];
    const b = corners[(k + 1) % 3];
    const side = cross2(a, b, 0, 1, px, py);
    if (side !== 0n) return side > 0n ? 1 : -1;
    if (a[0] !== b[0]) return b[0] > a[0] ? -1 : 1;
    return b[1] > a[1] ? 1 : b[1] < a[1] ? -1 : 0;
  });
  if (sides[0] === 0 || sides.some((side) => side !== sides[0])) return 0;
  const normal = normalOf(corners);
  if (normal[2] === 0n) return 0;
  const above = (corners[0][2] - pz) * normal[2] - normal[0] * (px - corners[0][0]) - normal[1] * (py - corners[0][1]);
  return above !== 0n && above > 0n === normal[2] > 0n ? sides[0] : 0;
}
