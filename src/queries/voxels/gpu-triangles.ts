/**
 * Triangles as the compute shaders take them: coordinates in whole steps of 2^-12 of a voxel, from the grid's origin.
 *
 * Rounding to steps moves a corner by half a step at most along each axis. Products of three differences must stay below 2^63,
 * so a triangle that spans more than 128 voxels is halved at its longest edge, in double precision, until it does not; parts
 * that do not come near the grid are dropped on the way.
 */
import { FORMAT_F32 } from '../../kernels/layout.ts';
import type { KernelMemory } from '../../wasm/kernel-memory.ts';
import type { SceneObject } from '../../wasm/scene-object.ts';
import type { VoxelGrid } from './grid.ts';

/** Steps in a voxel. */
export const QUANTUM = 4096;
const EXTENT_MOST = 128;

export interface GpuTriangles {
  /** x, y, z, 0 per vertex. */
  readonly vertices: Int32Array<ArrayBuffer>;
  readonly indices: Uint32Array<ArrayBuffer>;
}

type Point = readonly [number, number, number];

/** Coordinates in units of a voxel; doubles, off by a few 2^-53 of themselves. */
function gridCoordinates({ f32, f64 }: KernelMemory, object: SceneObject, grid: VoxelGrid): Float64Array {
  const { address, format } = object.exact;
  const [values, from, stride] = format === FORMAT_F32 ? [f32, address >>> 2, 4] : [f64, address >>> 3, 3];
  const coordinates = new Float64Array(3 * object.vertexCount);
  const [ox, oy, oz] = grid.origin;
  const scale = 1 / grid.voxelSize;
  for (let vertex = 0; vertex < object.vertexCount; vertex++) {
    const at = from + vertex * stride;
    coordinates[3 * vertex] = (values[at] - ox) * scale;
    coordinates[3 * vertex + 1] = (values[at + 1] - oy) * scale;
    coordinates[3 * vertex + 2] = (values[at + 2] - oz) * scale;
  }
  return coordinates;
}

const middle = (a: Point, b: Point): Point => [a[0] / 2 + b[0] / 2, a[1] / 2 + b[1] / 2, a[2] / 2 + b[2] / 2];
const span = (a: Point, b: Point) => Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));

/** Halves a triangle until its parts are small enough, and hands out those that come near the grid. */
function divide(
  corners: readonly [Point, Point, Point],
  region: Point,
  emit: (corners: readonly Point[]) => void,
): void {
  const [a, b, c] = corners;
  for (let k = 0; k < 3; k++) {
    if (Math.max(a[k], b[k], c[k]) < -1 || Math.min(a[k], b[k], c[k]) > region[k] + 1) return;
  }
  const sides = [span(a, b), span(b, c), span(c, a)];
  const longest = Math.max(...sides);
  if (longest <= EXTENT_MOST) {
    emit(corners);
    return;
  }
  const side = sides.indexOf(longest);
  const [p, q, r] = [corners[side], corners[(side + 1) % 3], corners[(side + 2) % 3]];
  const cut = middle(p, q);
  divide([p, cut, r], region, emit);
  divide([cut, q, r], region, emit);
}

export function gpuTriangles(memory: KernelMemory, object: SceneObject, grid: VoxelGrid): GpuTriangles {
  const coordinates = gridCoordinates(memory, object, grid);
  const given = memory.u32.subarray(object.indices >>> 2, (object.indices >>> 2) + 3 * object.triangleCount);
  const indices: Uint32Array<ArrayBuffer> = new Uint32Array(given.length);
  const extra: number[] = [];
  let kept = 0;
  const pieces: number[] = [];
  const emit = (corners: readonly Point[]) => {
    for (const corner of corners) {
      pieces.push(object.vertexCount + extra.length / 3);
      extra.push(...corner);
    }
  };
  const point = (vertex: number): Point => [
    coordinates[3 * vertex],
    coordinates[3 * vertex + 1],
    coordinates[3 * vertex + 2],
  ];
  for (let at = 0; at < given.length; at += 3) {
    const [a, b, c] = [given[at], given[at + 1], given[at + 2]];
    let isSmall = true;
    for (let k = 0; k < 3; k++) {
      const [x, y, z] = [coordinates[3 * a + k], coordinates[3 * b + k], coordinates[3 * c + k]];
      const low = Math.min(x, y, z);
      const high = Math.max(x, y, z);
      // Also what is so far from the grid that its steps would not fit a word.
      if (!(high - low <= EXTENT_MOST && low > -(2 ** 18) && high < 2 ** 18)) isSmall = false;
    }
    if (!isSmall) divide([point(a), point(b), point(c)], grid.resolution, emit);
    else {
      indices[kept++] = a;
      indices[kept++] = b;
      indices[kept++] = c;
    }
  }
  return {
    vertices: steps(coordinates, extra),
    indices: pieces.length === 0 ? indices.slice(0, kept) : Uint32Array.from([...indices.subarray(0, kept), ...pieces]),
  };
}

function steps(coordinates: Float64Array, extra: readonly number[]): Int32Array<ArrayBuffer> {
  const count = (coordinates.length + extra.length) / 3;
  const vertices: Int32Array<ArrayBuffer> = new Int32Array(4 * count);
  for (let vertex = 0; vertex < count; vertex++) {
    for (let k = 0; k < 3; k++) {
      const at = 3 * vertex + k;
      const value = at < coordinates.length ? coordinates[at] : extra[at - coordinates.length];
      // Vertices beyond this are of triangles that were divided.
      vertices[4 * vertex + k] = Math.round(Math.max(-(2 ** 18), Math.min(2 ** 18, value)) * QUANTUM);
    }
  }
  return vertices;
}
