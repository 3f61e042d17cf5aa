/** The shape of a leaf: a fine mesh carried by a coarse net of particles. */
import { PI, sin } from '../support/maths.ts';
import type { Mesh } from '../support/mesh.ts';
import { sheet } from '../support/shapes.ts';

/** Particles across and along the leaf. */
export const NET_ACROSS = 3;
export const NET_ALONG = 5;
export const NET_SIZE = NET_ACROSS * NET_ALONG;

export const LEAF_LENGTH = 0.24;
const LEAF_WIDTH = 0.14;
/** Cells of the fine mesh: 156 triangles. */
const CELLS_ACROSS = 6;
const CELLS_ALONG = 13;

/** Half the width at a place along the leaf, 0 the stem, 1 the tip; never quite nothing. */
function halfWidth(v: number): number {
  return (LEAF_WIDTH / 2) * (0.12 + 0.88 * sin(PI * Math.sqrt(v) * 0.97 + 0.04));
}

export interface LeafShape {
  readonly mesh: Mesh;
  /** NET_SIZE weights for each vertex; they add up to 1. */
  readonly weights: Float64Array;
  /** x, y, z of the net at rest: flat, the stem at the origin, pointing along x. */
  readonly net: Float64Array;
}

/** Quadratic across: −1, 0, 1. */
function weightsAcross(s: number): number[] {
  return [(s * (s - 1)) / 2, 1 - s * s, (s * (s + 1)) / 2];
}

/** A smooth curve through evenly spaced points (Catmull–Rom), its ends continued straight. */
function weightsAlong(v: number): number[] {
  const at = v * (NET_ALONG - 1);
  const from = Math.min(NET_ALONG - 2, Math.floor(at));
  const t = at - from;
  const four = [
    (-t * t * t + 2 * t * t - t) / 2,
    (3 * t * t * t - 5 * t * t + 2) / 2,
    (-3 * t * t * t + 4 * t * t + t) / 2,
    (t * t * t - t * t) / 2,
  ];
  const weights = new Array<number>(NET_ALONG).fill(0);
  four.forEach((weight, index) => {
    const place = from - 1 + index;
    if (place < 0) {
      weights[0] += 2 * weight;
      weights[1] -= weight;
    } else if (place >= NET_ALONG) {
      weights[NET_ALONG - 1] += 2 * weight;
      weights[NET_ALONG - 2] -= weight;
    } else weights[place] += weight;
  });
  return weights;
}

export function leafShape(): LeafShape {
  // The net is a rectangle; the outline comes from how far across a vertex sits in it.
  const across: number[] = [];
  const along: number[] = [];
  const mesh = sheet(CELLS_ACROSS, CELLS_ALONG, (u, v) => {
    const s = ((2 * u - 1) * halfWidth(v)) / (LEAF_WIDTH / 2);
    across.push(s);
    along.push(v);
    return [v * LEAF_LENGTH, 0, (s * LEAF_WIDTH) / 2];
  });
  const weights = new Float64Array(NET_SIZE * across.length);
  across.forEach((s, vertex) => {
    const [ws, wv] = [weightsAcross(s), weightsAlong(along[vertex])];
    for (let node = 0; node < NET_SIZE; node++) {
      weights[NET_SIZE * vertex + node] = ws[node % NET_ACROSS] * wv[Math.floor(node / NET_ACROSS)];
    }
  });
  const net = new Float64Array(3 * NET_SIZE);
  for (let node = 0; node < NET_SIZE; node++) {
    net[3 * node] = (Math.floor(node / NET_ACROSS) / (NET_ALONG - 1)) * LEAF_LENGTH;
    net[3 * node + 2] = ((node % NET_ACROSS) - 1) * (LEAF_WIDTH / 2);
  }
  return { mesh, weights, net };
}
