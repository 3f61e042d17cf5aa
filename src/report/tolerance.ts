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
import type { ModelFormat } from '../io/model.ts';
import { type CoordinateMeasure, measureCoordinates, mostDecimals } from './coordinate-measure.ts';
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
