/**
 * The map from coordinates to image coordinates: (x − centre) · scale, rounded to single precision.
 *
 * Single-precision scenes of ordinary size need none. Others are centred in double precision first, so that a scene far
 * from the origin does not lose its detail, and scaled by a power of two, so that huge and tiny ones stay in range.
 */
export interface ImageMap {
  readonly centre: readonly [number, number, number];
  readonly scale: number;
}

export const IDENTITY_MAP: ImageMap = { centre: [0, 0, 0], scale: 1 };

/** low x y z, high x y z. */
export type Box = readonly number[];

const ORDINARY = 2 ** 60;

export function unionBox(boxes: Iterable<Box>): Box {
  let [lowX, lowY, lowZ, highX, highY, highZ] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    lowX = Math.min(lowX, box[0]);
    lowY = Math.min(lowY, box[1]);
    lowZ = Math.min(lowZ, box[2]);
    highX = Math.max(highX, box[3]);
    highY = Math.max(highY, box[4]);
    highZ = Math.max(highZ, box[5]);
  }
  return [lowX, lowY, lowZ, highX, highY, highZ];
}

/** The longest side of a box. */
export function extentOf(box: Box): number {
  return Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
}

/** The middle of a box. Halved before adding: the sum of two large bounds might overflow. */
export function centreOf(box: Box): [number, number, number] {
  return [0, 1, 2].map((k) => box[k] / 2 + box[k + 3] / 2) as [number, number, number];
}

/**
 * `allSingle`: every coordinate of the scene is in single precision and not placed anywhere else. `bulk` finds where most of
 * it lies, if that is a small part of the box (`findBulk`); it is not asked when no centre is needed.
 */
export function chooseImageMap(box: Box, allSingle: boolean, bulk?: () => Box | undefined): ImageMap {
  const largest = Math.max(...box.map(Math.abs));
  const extent = extentOf(box);
  const ordinary = largest < ORDINARY && (extent > 1 / ORDINARY || extent === 0);
  if (allSingle && ordinary) return IDENTITY_MAP;
  const centre = centreOf(bulk?.() ?? box);
  return { centre, scale: extent > 0 ? 2 ** -Math.floor(Math.log2(extent)) : 1 };
}

export function sameMap(a: ImageMap, b: ImageMap): boolean {
  return a.scale === b.scale && a.centre.every((value, k) => value === b.centre[k]);
}

/** Image coordinates of an object reach less far than this, and those of the next one begin. */
const PITCH = 2.5;
const SCALE_MAX = 2 ** 1000;

/**
 * Maps that put objects side by side in rows, each brought to a size between 1 and 2, so that none is near another whatever
 * their coordinates are. One object alone has the map that it would have in a scene of its own.
 */
export function mapsApart(
  objects: readonly { readonly restBox: Box; readonly hasSingleFormat: boolean }[],
  bulk?: Box,
): ImageMap[] {
  if (objects.length === 1) return [chooseImageMap(objects[0].restBox, objects[0].hasSingleFormat, () => bulk)];
  const across = Math.ceil(Math.sqrt(objects.length));
  return objects.map(({ restBox }, i) => {
    const extent = extentOf(restBox);
    const scale = extent > 0 ? Math.min(SCALE_MAX, 2 ** -Math.floor(Math.log2(extent))) : 1;
    const [x, y, z] = centreOf(restBox);
    const column = i % across;
    const row = Math.floor(i / across);
    return { centre: [x - (PITCH * column) / scale, y - (PITCH * row) / scale, z], scale };
  });
}

// Where most of a scene lies: the box of its triangles without outliers, from a sample of points. The map to image coordinates has
// the precision of single numbers around its centre; with the centre halfway to a far outlier, everything else would come to lie on
// one spot.

/** The part of the sample that may lie outside, at each end of each axis. */
const STRAY_SHARE = 1 / 64;
/** A bulk counts when it is so much smaller than the box; otherwise single precision tells enough of it anyway. */
const SMALL_PART = 2 ** -8;
/** Bins along an axis: enough to see at a glance that a scene fills its box. */
const BINS = 1024;
const bins = new Uint32Array(BINS);

/** Whether it is certain, without sorting, that what is left without strays spans more than a small part of the box. */
function fillsAxis(points: Float64Array, axis: number, low: number, extent: number, strays: number): boolean {
  bins.fill(0);
  const scale = BINS / extent;
  for (let i = axis; i < points.length; i += 3) {
    bins[Math.max(0, Math.min(BINS - 1, Math.floor((points[i] - low) * scale)))]++;
  }
  let first = 0;
  for (let seen = bins[0]; seen <= strays && first < BINS - 1; seen += bins[first]) first++;
  let last = BINS - 1;
  for (let seen = bins[last]; seen <= strays && last > 0; seen += bins[last]) last--;
  // Points may lie anywhere in their bins, and rounding may have put them into the next.
  return last - first - 3 > SMALL_PART * BINS;
}

/**
 * `points` are x, y, z of each. Undefined when the scene fills its box well enough. The corners of the box found are rounded to
 * a coarse grid, so that the answer stays the same while things move a little.
 */
export function findBulk(points: Float64Array, box: Box): Box | undefined {
  const count = points.length / 3;
  const extent = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  const strays = Math.floor(count * STRAY_SHARE);
  if (!(extent > 0 && extent < Infinity)) return undefined;
  for (let k = 0; k < 3; k++) if (fillsAxis(points, k, box[k], extent, strays)) return undefined;
  const low: number[] = [];
  const high: number[] = [];
  for (let k = 0; k < 3; k++) {
    const values = Float64Array.from({ length: count }, (_, i) => points[3 * i + k]).sort();
    low.push(values[strays]);
    high.push(values[count - 1 - strays]);
  }
  const size = Math.max(...high.map((value, k) => value - low[k]));
  if (!(size <= extent * SMALL_PART)) return undefined;
  if (size === 0) return [...low, ...high];
  const step = 2 ** Math.floor(Math.log2(size));
  const rounded = [
    ...low.map((value) => Math.floor(value / step) * step),
    ...high.map((value) => Math.ceil(value / step) * step),
  ];
  return rounded.every(Number.isFinite) ? rounded : [...low, ...high];
}
