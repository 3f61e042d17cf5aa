/**
 * The tolerance that rounding calls for: how far the coordinates of a model may be from what was meant.
 *
 * Single precision is off by half of its last bit at the largest coordinate, in each direction; text by half of its last
 * decimal, when all of its numbers end within nine digits and some have three decimals or more (fewer are taken to be
 * meant as they are written). Four times half a bit, or nine tenths of a last decimal, leaves room for the length of the
 * diagonal and for placing. Text of more digits is taken for no better than single precision: the coordinates of
 * buildings that are flush by design have been seen to differ by 2^-29 of the extent. CAD and BIM files are placed in
 * double precision; what is rounded is each part about its own middle, so its size counts and not where it lies.
 */
import { FORMATS } from '../io/formats.ts';
import type { ModelPart } from '../io/model.ts';
import type { ModelFile } from './model-file.ts';

const SINGLE = 4 * 2 ** -24;
const DOUBLE = 64 * 2 ** -53;
const LAST_DECIMAL = 0.9;
const DECIMALS_LEAST = 3;
const DIGITS_MOST = 9;

function largestCoordinate(files: readonly ModelFile[]): number {
  let largest = 0;
  for (const { model } of files) {
    for (const { positions } of model.parts) {
      for (let i = 0; i < positions.length; i++) {
        const size = Math.abs(positions[i]);
        if (size > largest) largest = size;
      }
    }
  }
  return largest;
}

/** Decimals that all numbers end within; undefined when some have more digits than text is written with. */
function decimalsOf({ model }: ModelFile, largest: number): number | undefined {
  const most = DIGITS_MOST - Math.max(0, Math.ceil(Math.log10(largest)));
  let decimals = 0;
  for (const { positions } of model.parts) {
    for (let i = 0; i < positions.length; i++) {
      while (!endsWithin(positions[i], decimals)) if (++decimals > most) return undefined;
    }
  }
  return decimals;
}

function endsWithin(value: number, decimals: number): boolean {
  const scaled = value * 10 ** decimals;
  return Math.abs(scaled - Math.round(scaled)) <= 2 ** -50 * Math.abs(scaled);
}

/** Half the largest side of a part, or of all parts. */
function halfSize(parts: readonly ModelPart[], each: boolean): number {
  const groups = each ? parts.map((part) => [part]) : [parts];
  let largest = 0;
  for (const group of groups) {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (const { positions } of group) {
      for (let i = 0; i < positions.length; i++) {
        low[i % 3] = Math.min(low[i % 3], positions[i]);
        high[i % 3] = Math.max(high[i % 3], positions[i]);
      }
    }
    largest = Math.max(largest, ...high.map((most, axis) => (most - low[axis]) / 2));
  }
  return largest;
}

function roundingOf(file: ModelFile, largest: number): number {
  const { format, parts } = file.model;
  if (FORMATS[format].package !== undefined) {
    return SINGLE * halfSize(parts, format === 'ifc') + DOUBLE * largest;
  }
  if (format === 'gltf' || parts.some(({ positions }) => positions instanceof Float32Array)) return SINGLE * largest;
  const decimals = decimalsOf(file, largest);
  if (decimals === undefined || decimals < DECIMALS_LEAST) return SINGLE * largest;
  return Math.max(SINGLE * largest, LAST_DECIMAL * 10 ** -decimals);
}

/** For all files together, to two digits. */
export function autoTolerance(files: readonly ModelFile[]): number {
  const largest = largestCoordinate(files);
  if (largest === 0) return 0;
  const rounding = Math.max(...files.map((file) => roundingOf(file, largest)));
  return Number(rounding.toPrecision(2));
}
