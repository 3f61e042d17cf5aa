/**
 * `--clearance`: converts the distance to the unit of the coordinates.
 *
 * Promise: a plain number is in the unit of the files, whatever that is. A number with a unit requires that the unit of the
 * files is known: from `--unit`, or from the files, which must then all agree.
 */
import { OptionError } from '../../errors.ts';
import type { Clearance } from '../../report/clearances.ts';
import type { ModelFile } from '../../report/model-file.ts';
import type { Arguments } from './arguments.ts';
import { nearest } from './nearest.ts';

export interface ClearanceSetting {
  readonly given: string;
  readonly value: number;
  readonly unit: string | undefined;
  /** `--unit`. */
  readonly fileUnit: string | undefined;
}

/** In tenths of a micron, so that all are whole numbers. */
const SIZES: Readonly<Record<string, number>> = {
  micron: 10,
  millimeter: 10_000,
  centimeter: 100_000,
  inch: 254_000,
  foot: 3_048_000,
  meter: 10_000_000,
};
const SHORT: Readonly<Record<string, string>> = {
  um: 'micron',
  µm: 'micron',
  μm: 'micron',
  mm: 'millimeter',
  millimetre: 'millimeter',
  cm: 'centimeter',
  centimetre: 'centimeter',
  in: 'inch',
  '"': 'inch',
  ft: 'foot',
  m: 'meter',
  metre: 'meter',
};
const KNOWN = 'um, mm, cm, m, in or ft';
const DISTANCE = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(\D*)$/i;

function readUnit(option: string, text: string): string {
  const lower = text.toLowerCase();
  const name = SHORT[lower] ?? lower;
  if (name in SIZES) return name;
  const near = nearest(lower, [...Object.keys(SIZES), ...Object.keys(SHORT)]);
  throw new OptionError(
    'option-value',
    `--${option}: there is no unit "${text}"; expected ${KNOWN}.${near ? ` Did you mean ${near}?` : ''}`,
    { option, found: text },
  );
}

/** The options, checked as far as possible before the files are read. */
export function clearanceSetting(args: Arguments): ClearanceSetting | undefined {
  const given = args.text('clearance');
  const unitText = args.text('unit');
  if (given === undefined) {
    if (unitText === undefined) return undefined;
    throw new OptionError('option-alone', '--unit applies to --clearance only; add that, as in --clearance 5mm.', {
      option: 'unit',
    });
  }
  const [, digits, unit = ''] = DISTANCE.exec(given.trim()) ?? [];
  const value = Number(digits);
  if (digits === undefined || !(value > 0) || !Number.isFinite(value)) {
    throw new OptionError(
      'option-value',
      `--clearance is "${given}"; expected a distance above 0, as in 0.5 (in the unit of the files), 5mm or 0.2in.`,
      { option: 'clearance', found: given },
    );
  }
  return {
    given,
    value,
    unit: unit === '' ? undefined : readUnit('clearance', unit),
    fileUnit: unitText === undefined ? undefined : readUnit('unit', unitText),
  };
}

/** The unit that all files state; undefined if one of them states none. */
function commonUnit(files: readonly ModelFile[], given: string): string | undefined {
  const units = files.map(({ model }) => model.unit);
  if (units.includes(undefined)) return undefined;
  const other = units.findIndex((unit) => unit !== units[0]);
  if (other < 0) return units[0];
  throw new OptionError(
    'units-differ',
    `--clearance ${given}: "${files[0].file}" is in ${units[0]} and "${files[other].file}" in ${units[other]}; expected the same unit, because coordinates are not converted. Convert one of the files, or state the unit of all coordinates with --unit.`,
    { units },
  );
}

export function resolveClearance(setting: ClearanceSetting, files: readonly ModelFile[]): Clearance {
  const { given, value, unit } = setting;
  const fileUnit = setting.fileUnit ?? (unit === undefined ? statedUnit(files) : commonUnit(files, given));
  if (unit === undefined) return { distance: value, given, ...(fileUnit && { unit: fileUnit }) };
  if (fileUnit !== undefined) return { distance: (value * SIZES[unit]) / SIZES[fileUnit], given, unit: fileUnit };
  const silent = files.find(({ model }) => model.unit === undefined)!;
  throw new OptionError(
    'unknown-unit',
    `--clearance ${given}: "${silent.file}" does not state its unit. Add --unit (${KNOWN}), or give the clearance as a plain number in that unit.`,
    { file: silent.file },
  );
}

/** For a plain number the unit is only reported, not needed. */
function statedUnit(files: readonly ModelFile[]): string | undefined {
  const [first, ...others] = files.map(({ model }) => model.unit);
  return others.every((unit) => unit === first) ? first : undefined;
}
