/** Where a plane cuts an object: segments, two points each. */
import type { Vector } from './matrices.ts';
import type { Surface } from './sight.ts';

export interface Plane {
  readonly point: Vector;
  /** Of length 1. */
  readonly normal: Vector;
}

/** A vertex on the plane counts as above it, so that a closed surface gives closed curves. */
export function sectionOf({ vertices, indices }: Surface, { point, normal }: Plane): Float32Array<ArrayBuffer> {
  const [nx, ny, nz] = normal;
  const offset = nx * point[0] + ny * point[1] + nz * point[2];
  const heights = new Float64Array(vertices.length / 3);
  for (let i = 0; i < heights.length; i++) {
    heights[i] = nx * vertices[3 * i] + ny * vertices[3 * i + 1] + nz * vertices[3 * i + 2] - offset;
  }
  const isCut = (corner: number) => {
    const above = Number(heights[indices[corner]] >= 0) + Number(heights[indices[corner + 1]] >= 0);
    const all = above + Number(heights[indices[corner + 2]] >= 0);
    return all === 1 || all === 2;
  };
  let count = 0;
  for (let corner = 0; corner < indices.length; corner += 3) if (isCut(corner)) count++;
  const segments = new Float32Array(6 * count);
  let at = 0;
  for (let corner = 0; corner < indices.length; corner += 3) {
    if (!isCut(corner)) continue;
    for (let k = 0; k < 3; k++) {
      const [p, q] = [indices[corner + k], indices[corner + ((k + 1) % 3)]];
      if (heights[p] >= 0 === heights[q] >= 0) continue;
      const share = heights[p] / (heights[p] - heights[q]);
      for (let axis = 0; axis < 3; axis++) {
        segments[at++] = vertices[3 * p + axis] + share * (vertices[3 * q + axis] - vertices[3 * p + axis]);
      }
    }
  }
  return segments;
}
