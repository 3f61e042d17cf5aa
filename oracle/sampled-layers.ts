/**
 * What the rays through the centres of an image's pixels meet, by looking at every triangle for every pixel in whole numbers: slow,
 * plain, and written apart. Nothing here comes from src/ but types.
 *
 * Corners lie at 1/256 of a pixel. Rays are moved by an infinitely small step across, and by its square upwards, so that no ray meets
 * an edge or a corner.
 */
import type { MeshInput } from '../src/mesh/mesh-input.ts';

export interface SampledView {
  /** The axis along the rays: 0, 1, 2 for x, y, z; columns run along the next one, rows along the one after. */
  readonly axis: number;
  readonly resolution: number;
  readonly min: readonly number[];
  readonly max: readonly number[];
}

export interface SampledLayer {
  readonly triangle: number;
  readonly depth: number;
  readonly enters: boolean;
}

/** An infinitely small step is 2^-40 of 1/256 of a pixel here: less than any edge comes near a centre without meeting it. */
const STEP = 1n << 40n;

type Place = readonly [bigint, bigint];

/** Twice the area of p, q, r; positive when they turn from across to down. */
function turn(p: Place, q: Place, r: Place): bigint {
  return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

/** For each pixel, row by row, what its ray meets, by depth. */
export function sampledLayers({ positions, indices }: MeshInput, view: SampledView): SampledLayer[][] {
  const [u, v, w] = [0, 1, 2].map((k) => (view.axis + 1 + k) % 3);
  const place = (vertex: number, k: number) => {
    const perUnit = (view.resolution * 256) / (view.max[k] - view.min[k]);
    return BigInt(Math.floor((positions[3 * vertex + k] - view.min[k]) * perUnit + 0.5)) * STEP * STEP;
  };
  const centre = (pixel: number) => (256n * BigInt(pixel) + 128n) * STEP * STEP;
  const rays = Array.from({ length: view.resolution ** 2 }, (_, pixel): Place => {
    return [centre(pixel % view.resolution) + STEP, centre(Math.floor(pixel / view.resolution)) - 1n];
  });
  const found = rays.map((): SampledLayer[] => []);
  for (let triangle = 0; triangle < indices!.length / 3; triangle++) {
    const corners = [0, 1, 2].map((k) => indices![3 * triangle + k]);
    const [a, b, c] = corners.map((vertex): Place => [place(vertex, u), place(vertex, v)]);
    const [depthA, depthB, depthC] = corners.map((vertex) => positions[3 * vertex + w]);
    for (const [pixel, ray] of rays.entries()) {
      const sides = [turn(b, c, ray), turn(c, a, ray), turn(a, b, ray)];
      if (!sides.every((side) => side > 0n) && !sides.every((side) => side < 0n)) continue;
      // Of the ray as it is, without its step.
      const exact: Place = [ray[0] - STEP, ray[1] + 1n];
      const weights = [turn(b, c, exact), turn(c, a, exact), turn(a, b, exact)];
      const share = (k: number) => Number((weights[k] << 64n) / (weights[0] + weights[1] + weights[2])) / 2 ** 64;
      const depth = depthA * share(0) + depthB * share(1) + depthC * share(2);
      found[pixel].push({ triangle, depth, enters: sides[0] < 0n });
    }
  }
  for (const layers of found) layers.sort((p, q) => p.depth - q.depth);
  return found;
}
