/**
 * Triangles as the compute shaders take them: coordinates in whole steps of 2^-12 of a voxel, from the grid's origin.
 *
 * Promise: every corner is off by less than one step along each axis, and so is every point of a triangle. Rounding to
 * steps takes half a step. A coordinate u of the grid is off by |u| · 2^-51 for how it was computed: 2^-9 of a
 * step for the largest that are taken, 2^30; those of triangles beyond are left open, for the kernels.
 * Products of three differences must stay below 2^63, so a triangle that spans more than 128 voxels is halved at its longest
 * edge, in double precision, until it does not; parts that do not come near the grid are dropped on the way. Middles of
 * edges are off by |u| · 2^-53 more for each of the 50 or so halvings: less than 2^-4 of a step in all.
 */

import type { KernelMemory } from '../../../backend/wasm/kernel-memory.ts';
import type { SceneObject } from '../../../backend/wasm/scene-object.ts';
import { FORMAT_F32 } from '../../../memory/constants.ts';
import type { VoxelGrid } from '../grid.ts';

/** Steps in a voxel. */
export const QUANTUM = 4096;
/** Voxels that a triangle spans at most. */
const EXTENT_MOST = 128;
/** Coordinates whose steps fit a word. */
const NEAR = 2 ** 18;
/** Coordinates whose rounding in double precision is small against a step. */
const FAR = 2 ** 30;

export interface GpuTriangles {
  /** x, y, z, 0 per vertex. */
  readonly vertices: Int32Array<ArrayBuffer>;
  /** Of each triangle or part of one: its three vertices, and the number of the triangle within its object. */
  readonly parts: Uint32Array<ArrayBuffer>;
  readonly triangleCount: number;
  /** Numbers of triangles that are too far out for any of this. */
  readonly open: readonly number[];
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

/** Whether a triangle can be taken as it is, must be divided first, or is too far out. */
function kindOf(coordinates: Float64Array, a: number, b: number, c: number): 'whole' | 'divided' | 'open' {
  let kind: 'whole' | 'divided' = 'whole';
  for (let k = 0; k < 3; k++) {
    const [x, y, z] = [coordinates[3 * a + k], coordinates[3 * b + k], coordinates[3 * c + k]];
    const low = Math.min(x, y, z);
    const high = Math.max(x, y, z);
    // Asked so that what is not a number is too far out.
    if (!(low > -FAR && high < FAR)) return 'open';
    if (high - low > EXTENT_MOST || low < -NEAR || high > NEAR) kind = 'divided';
  }
  return kind;
}

export function gpuTriangles(memory: KernelMemory, object: SceneObject, grid: VoxelGrid): GpuTriangles {
  const coordinates = gridCoordinates(memory, object, grid);
  const { triangleCount, vertexCount } = object;
  const given = memory.u32.subarray(object.indices >>> 2, (object.indices >>> 2) + 3 * triangleCount);
  const whole: Uint32Array<ArrayBuffer> = new Uint32Array(4 * triangleCount);
  const divided: number[] = [];
  const extra: number[] = [];
  const open: number[] = [];
  const point = (vertex: number): Point => [
    coordinates[3 * vertex],
    coordinates[3 * vertex + 1],
    coordinates[3 * vertex + 2],
  ];
  let kept = 0;
  for (let triangle = 0; triangle < triangleCount; triangle++) {
    const [a, b, c] = [given[3 * triangle], given[3 * triangle + 1], given[3 * triangle + 2]];
    const kind = kindOf(coordinates, a, b, c);
    if (kind === 'open') open.push(triangle);
    else if (kind === 'whole') {
      whole.set([a, b, c, triangle], kept);
      kept += 4;
    } else {
      divide([point(a), point(b), point(c)], grid.resolution, (corners) => {
        const first = vertexCount + extra.length / 3;
        divided.push(first, first + 1, first + 2, triangle);
        for (const corner of corners) extra.push(...corner);
      });
    }
  }
  const parts: Uint32Array<ArrayBuffer> = new Uint32Array(kept + divided.length);
  parts.set(whole.subarray(0, kept));
  parts.set(divided, kept);
  return { vertices: steps(coordinates, extra), parts, triangleCount, open };
}

function steps(coordinates: Float64Array, extra: readonly number[]): Int32Array<ArrayBuffer> {
  const count = (coordinates.length + extra.length) / 3;
  const vertices: Int32Array<ArrayBuffer> = new Int32Array(4 * count);
  for (let vertex = 0; vertex < count; vertex++) {
    for (let k = 0; k < 3; k++) {
      const at = 3 * vertex + k;
      const value = at < coordinates.length ? coordinates[at] : extra[at - coordinates.length];
      // Vertices beyond this are of triangles that were divided or left open.
      vertices[4 * vertex + k] = Math.round(Math.max(-NEAR, Math.min(NEAR, value)) * QUANTUM);
    }
  }
  return vertices;
}
