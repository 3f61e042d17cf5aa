/**
 * Image coordinates of magnitude 1 at most, as the single-precision tests want them, and how exact they are.
 *
 * Promise: |coordinate − (x − centre) · scale| ≤ `rounding` for every coordinate, where `rounding` is 0 when all are exact.
 * All steps are monotone, so boxes that overlap still do so afterwards (docs/collide.md).
 */
import type { Box, ImageMap } from './image-map.ts';

export interface UnitImage {
  readonly map: ImageMap;
  /** x, y, z, 0 per vertex. */
  readonly coordinates: Float32Array<ArrayBuffer>;
  /** 0, or from 2^-100 on: what the tests allow. */
  readonly rounding: number;
}

const SMALLEST_NORMAL = 2 ** -126;
const SMALLEST_ROUNDING = 2 ** -100;
/** Centring in double precision: coordinates of magnitude 1 are off by 2^-53 at most, and their scaling by less. */
const CENTRING = 2 ** -52;
/** Pays for computing the bound itself and for rounding it to single precision. */
const MARGIN = 1 + 2 ** -20;
const EXPONENT_MAX = 1000;

/** The power of two that brings a magnitude to 1 or below, but not far below. */
function scaleFor(magnitude: number): number {
  if (magnitude === 0) return 1;
  let exponent = -Math.ceil(Math.log2(magnitude));
  exponent = Math.max(-EXPONENT_MAX, Math.min(EXPONENT_MAX, exponent));
  // The logarithm may be off by a bit next to a power of two.
  return magnitude * 2 ** exponent > 1 ? 2 ** (exponent - 1) : 2 ** exponent;
}

/**
 * Scenes of single-precision numbers are only scaled, which is exact, wherever they lie: differences of neighbours are
 * exact there. Others are centred first, in double precision, so that single precision is enough to tell their detail.
 */
export function chooseUnitMap(box: Box, allSingle: boolean): ImageMap {
  if (allSingle) return { centre: [0, 0, 0], scale: scaleFor(Math.max(...box.map(Math.abs))) };
  const centre = [0, 1, 2].map((k) => box[k] / 2 + box[k + 3] / 2) as [number, number, number];
  const reach = Math.max(...box.map((value, k) => Math.abs(value - centre[k % 3])));
  return { centre, scale: scaleFor(reach) };
}

/** Maps x, y, z of each vertex. */
export function mapToUnit(positions: Float64Array, map: ImageMap): UnitImage {
  const vertexCount = positions.length / 3;
  const coordinates = new Float32Array(4 * vertexCount);
  const { centre, scale } = map;
  const isCentred = centre.some((value) => value !== 0);
  let error = 0;
  let isExact = !isCentred;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    for (let k = 0; k < 3; k++) {
      const x = positions[3 * vertex + k];
      const exact = (x - centre[k]) * scale;
      let coordinate = Math.fround(exact);
      // A GPU may take these for 0 in one pass and not in another; here it is the same for all.
      if (Math.abs(coordinate) < SMALLEST_NORMAL) coordinate = 0;
      coordinates[4 * vertex + k] = coordinate;
      error = Math.max(error, Math.abs(coordinate - exact));
      if (coordinate / scale !== x) isExact = false;
    }
  }
  if (isExact) return { map, coordinates, rounding: 0 };
  return { map, coordinates, rounding: Math.max(SMALLEST_ROUNDING, (error + (isCentred ? CENTRING : 0)) * MARGIN) };
}
