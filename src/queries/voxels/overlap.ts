import type { Box } from '../../tile-lists/image-map.ts';

/** The overlap of two boxes; none when they are apart. */
export function overlapOf(a: Box, b: Box): Box | undefined {
  const low = [0, 1, 2].map((k) => Math.max(a[k], b[k]));
  const high = [0, 1, 2].map((k) => Math.min(a[k + 3], b[k + 3]));
  return low.every((value, k) => value <= high[k]) ? [...low, ...high] : undefined;
}
