/**
 * A grid as the compute shaders see it, in whole numbers: where it begins, and how many quarter steps a unit is.
 *
 * The unit is the power of two that a voxel has 2^20 to 2^21 of. Coordinates are brought to whole units, which takes less
 * than one unit; the origin is rounded to units, which takes half of one. What they are apart is multiplied by quarter steps per
 * unit, a fraction of 37 bits that is off by 2^-31 of itself at most: by a quarter step at a distance of 2^17 voxels, beyond
 * which nothing is taken. Rounding to quarter steps takes a half. So a coordinate in quarter steps is off by less than 1.6 of them.
 */
import type { Triple } from '../../../mesh/bounds.ts';
import type { VoxelGrid } from '../grid.ts';

/** Quarter steps in a voxel: a step is 2^-12 of it. Twin: QUARTERS in steps.wgsl.ts. */
export const QUARTERS = 2 ** 14;
/** Bits of the fraction by which units are multiplied. Twin: in steps.wgsl.ts. */
const FRACTION_BITS = 37;
/** Units of which the origin has fewer; coordinates in units fit 63 bits with it. */
const UNITS_MOST = 2 ** 61;

export interface GridUnits {
  /** The unit is two to this power. */
  readonly exponent: number;
  /** Quarter steps in a unit, times 2^37. */
  readonly quarters: number;
  /** Lower and upper word of the origin in units, along x, y, z. */
  readonly origin: readonly [Words, Words, Words];
}

type Words = readonly [low: number, high: number];

function exponentOf(size: number): number {
  let exponent = Math.floor(Math.log2(size));
  // The logarithm may be rounded across a whole number.
  while (2 ** exponent > size) exponent--;
  while (2 ** (exponent + 1) <= size) exponent++;
  return exponent;
}

function wordsOf(units: number): Words {
  const bits = BigInt.asUintN(64, BigInt(Math.round(units)));
  return [Number(bits & 0xffffffffn), Number(bits >> 32n)];
}

/** Undefined for a grid that is so far from zero that its voxels are near the precision of doubles there. */
export function gridUnits({ origin, voxelSize }: Pick<VoxelGrid, 'origin' | 'voxelSize'>): GridUnits | undefined {
  const exponent = exponentOf(voxelSize) - 20;
  const unit = 2 ** exponent;
  const inUnits = origin.map((value) => value / unit) as unknown as Triple;
  if (!inUnits.every((value) => Math.abs(value) < UNITS_MOST)) return undefined;
  return {
    exponent,
    quarters: Math.round(((QUARTERS * unit) / voxelSize) * 2 ** FRACTION_BITS),
    origin: [wordsOf(inUnits[0]), wordsOf(inUnits[1]), wordsOf(inUnits[2])],
  };
}
