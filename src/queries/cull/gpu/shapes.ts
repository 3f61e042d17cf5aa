/**
 * Sampled triangles as linear functions of the pixel, for the rasterizer on the GPU (layers.wgsl.ts): it only evaluates
 * them, in single precision.
 *
 * Made in double precision, relative to the first pixel of the triangle's rectangle. A pixel is covered where all three edges
 * are not negative at its centre; its depth, in steps, is the plane's there, within the range of the corners.
 */
import type { ViewFrame } from '../frame.ts';
import type { CheckedCullOptions } from '../options.ts';
import type { ViewTriangles } from '../view-triangles.ts';

export const EDGES = 3;
/** Of a triangle: edges and plane, each per pixel across, per pixel down, constant, strict; then its least and largest depth. */
export const FUNCTIONS = EDGES + 2;

export interface GpuShapes {
  readonly functions: Float32Array<ArrayBuffer>;
  /** First and last pixel, x y x y; none when the first is behind the last. */
  readonly rects: Int32Array<ArrayBuffer>;
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

function centreRect(low: readonly number[], high: readonly number[], resolution: number): number[] {
  const first = (value: number) => clamp(Math.ceil(value - 0.5), 0, resolution);
  const last = (value: number) => clamp(Math.floor(value - 0.5), -1, resolution - 1);
  return [first(low[0]), first(low[1]), last(high[0]), last(high[1])];
}

type Corner = readonly number[];

function pixelsOf({ corners }: ViewTriangles, index: number, { scale }: ViewFrame): Corner[] {
  return [0, 3, 6].map((k) => [0, 1, 2].map((i) => corners[9 * index + k + i] * scale[i]));
}

/** Writes the functions of a triangle that shows in the pixels of `rect`. */
function writeFunctions(
  functions: Float32Array,
  points: readonly Corner[],
  area: number,
  rect: readonly number[],
): void {
  const [a, b, c] = points;
  const way = area > 0 ? [a, b, c] : [a, c, b];
  const [x, y] = [rect[0] + 0.5, rect[1] + 0.5];
  for (let k = 0; k < EDGES; k++) {
    const [p, q] = [way[k], way[(k + 1) % 3]];
    const [across, down] = [p[1] - q[1], q[0] - p[0]];
    const owned = q[1] < p[1] || (q[1] === p[1] && q[0] < p[0]);
    functions.set([across, down, down * (y - p[1]) + across * (x - p[0]), owned ? 0 : 1], 4 * k);
  }
  const slopeU = ((b[2] - a[2]) * (c[1] - a[1]) - (c[2] - a[2]) * (b[1] - a[1])) / area;
  const slopeV = ((c[2] - a[2]) * (b[0] - a[0]) - (b[2] - a[2]) * (c[0] - a[0])) / area;
  functions.set([slopeU, slopeV, a[2] + slopeU * (x - a[0]) + slopeV * (y - a[1]), 0], 4 * EDGES);
  functions.set([Math.min(a[2], b[2], c[2]), Math.max(a[2], b[2], c[2]), 0, 0], 4 * (EDGES + 1));
}

export function gpuShapes(triangles: ViewTriangles, view: ViewFrame, { resolution }: CheckedCullOptions): GpuShapes {
  const functions: Float32Array<ArrayBuffer> = new Float32Array(4 * FUNCTIONS * triangles.count);
  const rects: Int32Array<ArrayBuffer> = new Int32Array(4 * triangles.count);
  for (let i = 0; i < triangles.count; i++) {
    const points = pixelsOf(triangles, i, view);
    const [a, b, c] = points;
    const low = [0, 1].map((k) => Math.min(a[k], b[k], c[k]));
    const high = [0, 1].map((k) => Math.max(a[k], b[k], c[k]));
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    const rect = area === 0 ? [0, 0, -1, -1] : centreRect(low, high, resolution);
    rects.set(rect, 4 * i);
    if (area !== 0) writeFunctions(functions.subarray(4 * FUNCTIONS * i), points, area, rect);
  }
  return { functions, rects };
}
