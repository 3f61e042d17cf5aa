/**
 * Chooses the view and the cells of the tile lists, from a sample of the triangles. Relative of src/tile-lists/kernels/plan.ts,
 * whose tiles are larger because each is swept by one thread; here a cell is about as wide as the triangles in it.
 *
 * The axis is the one along which the fewest rectangles are expected to overlap. Cells are powers of two wide and begin
 * at whole multiples of their width, floor(x · 2^k) − first; each further level of the pyramid is the index shifted by one
 * more bit. The finest level suits the smallest triangles but for a tenth; which levels are used, the triangles tell.
 */
import type { Box } from './image-map.ts';

export interface ImageGrid {
  /** The view axis: 0 x, 1 y, 2 z. Across is the next axis in that circle, down the one after. */
  readonly axis: 0 | 1 | 2;
  /** Cells of level 0 per unit, powers of two. */
  readonly scaleAcross: number;
  readonly scaleDown: number;
  readonly firstAcross: number;
  readonly firstDown: number;
  /** Cells of level 0 in a row and in a column. */
  readonly across: number;
  readonly down: number;
}

export interface SampledTriangles {
  /** Six per sampled triangle, in image coordinates: low x y z, high x y z. */
  readonly boxes: Float32Array;
  /** Where triangles count; others are not in the image. */
  readonly box: Box;
}

/** As many triangles as are worth looking at. */
export const SAMPLES = 8192;
const COARSE = 32;
/** The part of the triangles that may be smaller than the finest cells. */
const SMALLER_SHARE = 0.1;
/** Largest aspect ratio of cells, where triangles are elongated. */
const ANISOTROPY_MAX = 64;
/** |x| ≤ 1, so that differences of |x| · 2^k fit into 31 bits. */
const EXPONENT_MAX = 29;

interface Sample {
  /** Extents of the sampled triangles, for x, y and z. */
  readonly extents: readonly Float32Array[];
  /** Typical extents in x, y, z: means of square roots, in which a few huge triangles do not count for much. */
  readonly typical: readonly number[];
  /** Occupancy of a coarse grid, for each axis. */
  readonly occupancy: readonly Uint32Array[];
}

function sampleTriangles({ boxes, box }: SampledTriangles): Sample {
  const perUnit = [0, 1, 2].map((k) => (box[k + 3] > box[k] ? COARSE / (box[k + 3] - box[k]) : 0));
  const occupancy = [0, 1, 2].map(() => new Uint32Array(COARSE * COARSE));
  const roots = [0, 0, 0];
  const places = [0, 0, 0];
  const extents = [0, 1, 2].map(() => new Float32Array(boxes.length / 6));
  let count = 0;
  for (let at = 0; at < boxes.length; at += 6) {
    if (boxes[at] > box[3] || boxes[at + 1] > box[4] || boxes[at + 2] > box[5]) continue;
    if (boxes[at + 3] < box[0] || boxes[at + 4] < box[1] || boxes[at + 5] < box[2]) continue;
    for (let k = 0; k < 3; k++) {
      const low = boxes[at + k];
      const high = boxes[at + k + 3];
      extents[k][count] = high - low;
      roots[k] += Math.sqrt(high - low);
      const place = Math.floor(((low + high) / 2 - box[k]) * perUnit[k]);
      places[k] = Math.max(0, Math.min(COARSE - 1, place));
    }
    for (let axis = 0; axis < 3; axis++) occupancy[axis][places[(axis + 1) % 3] * COARSE + places[(axis + 2) % 3]]++;
    count++;
  }
  const typical = roots.map((root) => (root / Math.max(1, count)) ** 2);
  return { extents: extents.map((values) => values.subarray(0, count)), typical, occupancy };
}

/** Overlapping rectangles to expect when looking along an axis, up to a factor common to all axes. */
function expectedOverlaps(axis: number, { typical, occupancy }: Sample, extents: readonly number[]): number {
  const share = (k: number) => (extents[k] > 0 ? Math.min(1, typical[k] / extents[k]) : 1);
  let squares = 0;
  for (const n of occupancy[axis]) squares += n * n;
  // The floor keeps flat scenes from seeming to cost nothing.
  return squares * (share((axis + 1) % 3) + 1 / 512) * (share((axis + 2) % 3) + 1 / 512);
}

/** The exponent k of the least power of two 2^-k that is not below the width. */
function cellExponent(width: number): number {
  const k = width > 0 ? Math.floor(-Math.log2(width)) : EXPONENT_MAX;
  return Math.max(0, Math.min(EXPONENT_MAX, k));
}

/** How wide the finest cells are to be in both directions, in the proportions of a typical triangle. */
function cellWidths({ extents, typical }: Sample, u: number, v: number): [number, number] {
  const proportionU = Math.max(typical[u], typical[v] / ANISOTROPY_MAX);
  const proportionV = Math.max(typical[v], typical[u] / ANISOTROPY_MAX);
  if (proportionU === 0) return [1, 1];
  // No call for each triangle.
  const sizes = new Float32Array(extents[u].length);
  for (let i = 0; i < sizes.length; i++) sizes[i] = Math.max(extents[u][i] / proportionU, extents[v][i] / proportionV);
  sizes.sort();
  const small = sizes[Math.floor(SMALLER_SHARE * sizes.length)];
  return [small * proportionU, small * proportionV];
}

export function chooseGrid(sampled: SampledTriangles): ImageGrid {
  const { box } = sampled;
  const sample = sampleTriangles(sampled);
  const wholes = [0, 1, 2].map((k) => box[k + 3] - box[k]);
  const overlaps = [0, 1, 2].map((axis) => expectedOverlaps(axis, sample, wholes));
  const axis = overlaps[2] <= overlaps[0] && overlaps[2] <= overlaps[1] ? 2 : overlaps[1] <= overlaps[0] ? 1 : 0;
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const [widthAcross, widthDown] = cellWidths(sample, u, v);
  const scaleAcross = 2 ** cellExponent(widthAcross);
  const scaleDown = 2 ** cellExponent(widthDown);
  const firstAcross = Math.floor(box[u] * scaleAcross);
  const firstDown = Math.floor(box[v] * scaleDown);
  const across = Math.floor(box[u + 3] * scaleAcross) - firstAcross + 1;
  const down = Math.floor(box[v + 3] * scaleDown) - firstDown + 1;
  return { axis, scaleAcross, scaleDown, firstAcross, firstDown, across, down };
}
