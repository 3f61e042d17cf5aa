/**
 * Where an object can meet another: the part of its box that lies in the boxes of others. Relative of
 * src/tile-lists/kernels/regions.ts. Of use when collisions within one object are not asked for; otherwise every triangle matters.
 */
import type { Box } from '../../../tile-lists/image-map.ts';

/** Nothing overlaps it. */
const NOWHERE: Box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];

function widen(region: number[], low: readonly number[], high: readonly number[]): void {
  for (let k = 0; k < 3; k++) {
    region[k] = Math.min(region[k], low[k]);
    region[k + 3] = Math.max(region[k + 3], high[k]);
  }
}

export function objectRegions(boxes: readonly Box[]): Box[] {
  const regions = boxes.map(() => [...NOWHERE]);
  const order = [...boxes.keys()].sort((i, j) => boxes[i][0] - boxes[j][0]);
  for (const [place, i] of order.entries()) {
    for (let next = place + 1; next < order.length; next++) {
      const j = order[next];
      const [a, b] = [boxes[i], boxes[j]];
      if (b[0] > a[3]) break;
      const low = [0, 1, 2].map((k) => Math.max(a[k], b[k]));
      const high = [0, 1, 2].map((k) => Math.min(a[k + 3], b[k + 3]));
      if (low.some((value, k) => value > high[k])) continue;
      widen(regions[i], low, high);
      widen(regions[j], low, high);
    }
  }
  return regions;
}
