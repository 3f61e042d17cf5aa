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
 * it lies, if that is a small part of the box (bulk.ts); it is not asked when no centre is needed.
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
