/** Every generator by name. */
import type { Generator } from './scene.ts';
import { elements, gears, gridPrisms, sleeves, stackedBoxes, taperedBosses } from './solids.ts';
import { books, coplanarTilings, fans, planeStars, strips, subdivisions, terrains, tJunctions } from './surfaces.ts';
import {
  besideZero,
  crossedPair,
  duplicates,
  flatTriangles,
  hugeAndTiny,
  latticeTriangles,
  needleBundles,
  pointContacts,
  slivers,
  tileBorders,
  turnedLattices,
  wildCoordinates,
} from './triangles.ts';

export const SOLIDS = { stackedBoxes, gears, taperedBosses, gridPrisms, elements, sleeves };
export const SURFACES = { tJunctions, coplanarTilings, planeStars, fans, books, strips, terrains, subdivisions };
export const TRIANGLES = {
  slivers,
  needleBundles,
  flatTriangles,
  latticeTriangles,
  turnedLattices,
  duplicates,
  pointContacts,
};
export const MAGNITUDES = { wildCoordinates, hugeAndTiny, tileBorders, crossedPair, besideZero };

export const KINDS: Readonly<Record<string, Generator>> = { ...SOLIDS, ...SURFACES, ...TRIANGLES, ...MAGNITUDES };
