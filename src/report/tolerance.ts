/**
 * The tolerance that rounding requires: how far the coordinates of a model may be from what was meant.
 *
 * Single precision is off by half of its last bit at the largest coordinate, in each direction; text by half of its last
 * decimal, when all of its numbers end within nine digits and some have three decimals or more (fewer are taken to be
 * meant as they are written). Four times half a bit, or nine tenths of a last decimal, leaves a margin for the length of the
 * diagonal and for placing. Text of more digits is taken for no better than single precision: the coordinates of
 * buildings that are flush by design have been seen to differ by 2^-29 of the extent. CAD and BIM files are placed in
 * double precision; what is rounded is each part about its own middle, so its size counts and not where it lies.
 */
import { FORMATS } from '../io/formats.ts';
import type { Model, ModelFormat, ModelPart } from '../io/model.ts';
import type { ModelFile } from './model-file.ts';

const SINGLE = 4 * 2 ** -24;
const DOUBLE = 64 * 2 ** -53;
const LAST_DECIMAL = 0.9;
const DECIMALS_LEAST = 3;

function roundingOf(format: ModelFormat, measure: CoordinateMeasure, largest: number): number {
  if (FORMATS[format].package !== undefined) return SINGLE * measure.half + DOUBLE * largest;
  const { decimals } = measure;
  if (decimals === undefined || decimals > mostDecimals(largest) || decimals < DECIMALS_LEAST) return SINGLE * largest;
  return Math.max(SINGLE * largest, LAST_DECIMAL * 10 ** -decimals);
}

/** For all files together, to two digits. */
export function autoTolerance(files: readonly ModelFile[]): number {
  const measures = files.map(({ model, coordinates }) => coordinates ?? measureCoordinates(model));
  const largest = measures.reduce((most, measure) => Math.max(most, measure.largest), 0);
  if (largest === 0) return 0;
  const rounding = Math.max(...files.map(({ model }, i) => roundingOf(model.format, measures[i], largest)));
  return Number(rounding.toPrecision(2));
}

// The properties of a file's coordinates that its tolerance depends on, so that a file can be measured once and released.

export interface CoordinateMeasure {
  /** Magnitude of the largest coordinate. */
  readonly largest: number;
  /** CAD and BIM files: half the largest side of all parts, or of the largest part; 0 for others. */
  readonly half: number;
  /** Decimals that all numbers of a text end within; none when some have more digits than text is written with. */
  readonly decimals?: number;
}

const DIGITS_MOST = 9;

/** Decimals that numbers up to this magnitude have, where they were written to nine digits. */
export function mostDecimals(largest: number): number {
  return DIGITS_MOST - Math.max(0, Math.ceil(Math.log10(largest)));
}

export function largestOf(positions: Float32Array | Float64Array, atLeast = 0): number {
  let largest = atLeast;
  for (let i = 0; i < positions.length; i++) {
    const size = Math.abs(positions[i]);
    if (size > largest) largest = size;
  }
  return largest;
}

function decimalsOf(parts: readonly ModelPart[], largest: number): number | undefined {
  const most = mostDecimals(largest);
  let decimals = 0;
  for (const { positions } of parts) {
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

export function measureCoordinates({ format, parts }: Model): CoordinateMeasure {
  const largest = parts.reduce((most, { positions }) => largestOf(positions, most), 0);
  if (FORMATS[format].package !== undefined) return { largest, half: halfSize(parts, format === 'ifc') };
  const isSingle = format === 'gltf' || parts.some(({ positions }) => positions instanceof Float32Array);
  const decimals = isSingle || largest === 0 ? undefined : decimalsOf(parts, largest);
  return { largest, half: 0, ...(decimals !== undefined && { decimals }) };
}
