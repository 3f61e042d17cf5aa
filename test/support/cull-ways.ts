/** Reliable culling on a GPU: by what triangles are hidden, and scenes of which a software driver can draw large pictures. */
import type { MeshInput } from '../../src/mesh/mesh-input.ts';
import type { CullOptions } from '../../src/papers/index.ts';

export const SEEN_BY = ['near pairs', 'pictures', 'occlusion queries'] as const;
export type SeenBy = (typeof SEEN_BY)[number];

/** What to ask for, so that triangles of different objects are hidden this way. */
export const OPTIONS_OF: Readonly<Record<SeenBy, CullOptions>> = {
  'near pairs': { boxes: true },
  pictures: { boxes: false },
  'occlusion queries': { generator: 'hardware' },
};

/** Pixels along a side that something may fill where pixels are drawn: a software driver takes a microsecond for a pixel of three cubes. */
export const FILLED_MOST = 256;

interface Box {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

export function boxAround(meshes: readonly MeshInput[]): Box {
  const low = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const high = low.map((x) => -x);
  for (const { positions } of meshes) {
    (positions as Float32Array).forEach((x, i) => {
      low[i % 3] = Math.min(low[i % 3], x);
      high[i % 3] = Math.max(high[i % 3], x);
    });
  }
  return { low, high };
}

export function diagonalOf({ low, high }: Box): number {
  return Math.hypot(...high.map((x, k) => x - low[k]));
}

/**
 * Two small triangles at opposite corners of a frame, one of the eight corners of which has the meshes: it is so large that, of this
 * many pixels along a side, they fill as few as may be drawn. None where all may be.
 */
export function frameFor(meshes: readonly MeshInput[], resolution: number, corner: number): MeshInput[] {
  const times = resolution / FILLED_MOST;
  const box = boxAround(meshes);
  const side = Math.max(...box.high.map((x, k) => x - box.low[k]));
  if (times <= 1 || !(side > 0)) return [];
  const { low, high } = box;
  const isUp = [0, 1, 2].map((k) => ((corner >> k) & 1) === 1);
  const near = isUp.map((up, k) => (up ? low[k] : high[k]));
  const far = isUp.map((up, k) => (up ? low[k] + times * side : high[k] - times * side));
  // In the precision of the meshes: one in double precision would make the bounds of all others larger.
  const kind = meshes[0].positions.constructor as Float32ArrayConstructor;
  return [near, far].map((point) => ({
    positions: kind.from({ length: 9 }, (_, i) => point[i % 3] + (Math.floor(i / 3) === i % 3 ? 1e-3 * side : 0)),
  }));
}
