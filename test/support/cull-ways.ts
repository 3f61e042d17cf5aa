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

/** Two small triangles at opposite corners of a frame this many times as large as the box, one corner of which has the box. */
function frameAround({ low, high }: Box, times: number, corner: number): number[][] {
  const side = Math.max(...high.map((x, k) => x - low[k]));
  const isUp = [0, 1, 2].map((k) => ((corner >> k) & 1) === 1);
  const near = isUp.map((up, k) => (up ? low[k] : high[k]));
  const far = isUp.map((up, k) => (up ? low[k] + times * side : high[k] - times * side));
  return [near, far].map((point) =>
    Array.from({ length: 9 }, (_, i) => point[i % 3] + (Math.floor(i / 3) === i % 3 ? 1e-3 * side : 0)),
  );
}

export interface Drawable {
  readonly meshes: readonly MeshInput[];
  readonly resolution: number;
}

/**
 * The meshes in one of the eight corners of a frame so large that, of all pixels, they fill as few as may be drawn. With fewer pixels
 * where coordinates of such a frame would be no numbers.
 */
export function drawable(meshes: readonly MeshInput[], resolution: number, corner: number): Drawable {
  const times = resolution / FILLED_MOST;
  if (times <= 1 || meshes.length === 0) return { meshes, resolution };
  // In the precision of the meshes: one in double precision would make the bounds of all others larger.
  const kind = meshes[0].positions.constructor as Float32ArrayConstructor;
  const frame = frameAround(boxAround(meshes), times, corner).map((corners) => ({ positions: kind.from(corners) }));
  const isFrame = frame.every(({ positions }) => positions.every(Number.isFinite));
  return isFrame ? { meshes: [...meshes, ...frame], resolution } : { meshes, resolution: FILLED_MOST };
}
