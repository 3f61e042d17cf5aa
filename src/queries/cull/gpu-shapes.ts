/**
 * Triangles as linear functions of the pixel, for the rasterizer on the GPU (gpu-layers.wgsl.ts): it only evaluates them.
 *
 * Made in double precision, relative to the first pixel of the triangle's rectangle. A pixel is covered where all edges are
 * not negative and the largest of the lows is not above the least of the highs; those are its near and far depth in steps.
 * Promise, for the two reliable rules: every function is moved outward by what single precision can be off by when it
 * evaluates it (2^-21 of the sizes of its terms: three products and sums), beyond what src/kernels/cull-raster.ts allows for.
 */
import { FLAT, farBox } from './far-box.ts';
import type { ViewFrame } from './frame.ts';
import type { CheckedCullOptions } from './options.ts';
import type { ViewTriangles } from './view-triangles.ts';

export const EDGES = 6;
export const DEPTHS = 3;
/** Functions of a triangle: edges, lows, highs. Four numbers each: per pixel across, per pixel down, constant, strict. */
export const FUNCTIONS = EDGES + 2 * DEPTHS;

const EVALUATION = 2 ** -21;
const EDGE_ROUNDING = 2 ** -46;
const STEEP = 2 ** -20;
const PLANE_ROUNDING = 2 ** -26;
/** Beyond any depth. */
const BEYOND = 2 ** 40;

export interface GpuShapes {
  readonly functions: Float32Array<ArrayBuffer>;
  /** First and last pixel, x y x y; none when the first is behind the last. */
  readonly rects: Int32Array<ArrayBuffer>;
}

class ShapeWriter {
  readonly functions: Float32Array<ArrayBuffer>;
  readonly rects: Int32Array<ArrayBuffer>;
  readonly #resolution: number;
  #at = 0;
  #width = 0;
  #height = 0;

  constructor(count: number, resolution: number) {
    this.functions = new Float32Array(4 * FUNCTIONS * count);
    this.rects = new Int32Array(4 * count);
    this.#resolution = resolution;
  }

  /** Begins a triangle: what is not set is always fulfilled. */
  open(index: number, rect: readonly number[]): void {
    const last = this.#resolution - 1;
    this.rects.set(rect, 4 * index);
    this.#width = Math.min(last, rect[2]) - rect[0];
    this.#height = Math.min(last, rect[3]) - rect[1];
    this.#at = 4 * FUNCTIONS * index;
    for (let k = 0; k < DEPTHS; k++) {
      this.functions[this.#at + 4 * (EDGES + k) + 2] = -BEYOND;
      this.functions[this.#at + 4 * (EDGES + DEPTHS + k) + 2] = BEYOND;
    }
  }

  /** `outward` moves the function to where more is covered: 1 adds, −1 takes off, 0 leaves it. */
  set(slot: number, across: number, down: number, constant: number, outward: -1 | 0 | 1, strict = 0): void {
    const sizes = Math.abs(across) * this.#width + Math.abs(down) * this.#height + Math.abs(constant);
    const place = this.#at + 4 * slot;
    this.functions[place] = across;
    this.functions[place + 1] = down;
    this.functions[place + 2] = constant + outward * EVALUATION * sizes;
    this.functions[place + 3] = strict;
  }
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

function writeSampled(writer: ShapeWriter, index: number, points: readonly Corner[], resolution: number): void {
  const [a, b, c] = points;
  const low = [0, 1, 2].map((k) => Math.min(a[k], b[k], c[k]));
  const high = [0, 1, 2].map((k) => Math.max(a[k], b[k], c[k]));
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const rect = area === 0 ? [0, 0, -1, -1] : centreRect(low, high, resolution);
  writer.open(index, rect);
  if (area === 0) return;
  const way = area > 0 ? [a, b, c] : [a, c, b];
  const [x, y] = [rect[0] + 0.5, rect[1] + 0.5];
  for (let k = 0; k < 3; k++) {
    const [p, q] = [way[k], way[(k + 1) % 3]];
    const [across, down] = [p[1] - q[1], q[0] - p[0]];
    const owned = q[1] < p[1] || (q[1] === p[1] && q[0] < p[0]);
    writer.set(k, across, down, down * (y - p[1]) + across * (x - p[0]), 0, owned ? 0 : 1);
  }
  const { slopeU, slopeV } = slopesOf(a, b, c, area);
  writer.set(EDGES, slopeU, slopeV, a[2] + slopeU * (x - a[0]) + slopeV * (y - a[1]), 0);
  writer.set(EDGES + 1, 0, 0, low[2], 0);
  writer.set(EDGES + DEPTHS, 0, 0, high[2], 0);
}

function slopesOf(a: Corner, b: Corner, c: Corner, area: number): { slopeU: number; slopeV: number } {
  return {
    slopeU: ((b[2] - a[2]) * (c[1] - a[1]) - (c[2] - a[2]) * (b[1] - a[1])) / area,
    slopeV: ((c[2] - a[2]) * (b[0] - a[0]) - (b[2] - a[2]) * (c[0] - a[0])) / area,
  };
}

function writeConservative(
  writer: ShapeWriter,
  index: number,
  points: readonly Corner[],
  grow: readonly number[],
  resolution: number,
): void {
  const [a, b, c] = points;
  const low = [0, 1, 2].map((k) => Math.min(a[k], b[k], c[k]));
  const high = [0, 1, 2].map((k) => Math.max(a[k], b[k], c[k]));
  const within = (value: number) => clamp(Math.floor(value), 0, resolution - 1);
  const rect = [
    within(low[0] - grow[0]),
    within(low[1] - grow[1]),
    within(high[0] + grow[0]),
    within(high[1] + grow[1]),
  ];
  writer.open(index, rect);
  const [x, y] = [rect[0] + 0.5, rect[1] + 0.5];
  const [spanU, spanV] = [high[0] - low[0], high[1] - low[1]];
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  const steep = area === 0 || !(Math.abs(area) >= STEEP * (spanU + grow[0]) * (spanV + grow[1]));
  const sign = area < 0 ? -1 : 1;
  const rounding = EDGE_ROUNDING * resolution;
  const below = steep ? Math.abs(area) + rounding * (spanU + spanV) : 0;
  for (let k = 0; k < 3; k++) {
    const [p, q] = [points[k], points[(k + 1) % 3]];
    const [across, down] = [sign * (p[1] - q[1]), sign * (q[0] - p[0])];
    const bound = Math.abs(across) * (0.5 + grow[0] + rounding) + Math.abs(down) * (0.5 + grow[1] + rounding) + below;
    const height = down * (y - p[1]) + across * (x - p[0]);
    writer.set(k, across, down, height + bound, 1);
    if (steep) writer.set(k + 3, -across, -down, bound - height, 1);
  }
  const slack = grow[2] + PLANE_ROUNDING * (high[2] - low[2]);
  writer.set(EDGES + 1, 0, 0, low[2] - slack, -1);
  writer.set(EDGES + DEPTHS + 1, 0, 0, high[2] + slack, 1);
  if (steep) return;
  const { slopeU, slopeV } = slopesOf(a, b, c, area);
  const middle = a[2] + slopeU * (x - a[0]) + slopeV * (y - a[1]);
  const reach = Math.abs(slopeU) * (0.5 + grow[0]) + Math.abs(slopeV) * (0.5 + grow[1]) + slack;
  writer.set(EDGES, slopeU, slopeV, middle - reach, -1);
  writer.set(EDGES + DEPTHS, slopeU, slopeV, middle + reach, 1);
}

function writeBox(
  writer: ShapeWriter,
  index: number,
  triangles: ViewTriangles,
  view: ViewFrame,
  resolution: number,
): void {
  const { centre, axes } = farBox(triangles.corners, 9 * index, view.radius);
  const reach = [0, 1].map((k) => axes.reduce((sum, { direction, half }) => sum + Math.abs(direction[k]) * half, 0));
  const rect = centreRect(
    [0, 1].map((k) => (centre[k] - reach[k]) * view.scale[k]),
    [0, 1].map((k) => (centre[k] + reach[k]) * view.scale[k]),
    resolution,
  );
  for (const k of [0, 1]) if (view.scale[k] === 0) rect[k] = rect[k + 2] = 0;
  writer.open(index, rect);
  const [x, y] = [0, 1].map((k) => (rect[k] + 0.5) * view.pixel[k] - centre[k]);
  let edge = 0;
  let depth = 0;
  for (const { direction, half } of axes) {
    const beside = x * direction[0] + y * direction[1];
    const [across, down] = [direction[0] * view.pixel[0], direction[1] * view.pixel[1]];
    const rise = direction[2];
    if (rise < FLAT) {
      writer.set(edge++, across, down, half + beside, 1);
      writer.set(edge++, -across, -down, half - beside, 1);
      continue;
    }
    const steps = view.scale[2] / rise;
    const middle = centre[2] * view.scale[2];
    writer.set(EDGES + depth, -across * steps, -down * steps, middle - (half + beside) * steps, -1);
    writer.set(EDGES + DEPTHS + depth, -across * steps, -down * steps, middle + (half - beside) * steps, 1);
    depth++;
  }
}

export function gpuShapes(triangles: ViewTriangles, view: ViewFrame, options: CheckedCullOptions): GpuShapes {
  const { resolution, coverage } = options;
  const writer = new ShapeWriter(triangles.count, resolution);
  for (let i = 0; i < triangles.count; i++) {
    if (coverage === 'uobb') writeBox(writer, i, triangles, view, resolution);
    else if (coverage === 'sampled') writeSampled(writer, i, pixelsOf(triangles, i, view), resolution);
    else writeConservative(writer, i, pixelsOf(triangles, i, view), view.grow, resolution);
  }
  return { functions: writer.functions, rects: writer.rects };
}
