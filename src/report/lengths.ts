/**
 * Lengths that people give (a clearance, a tolerance), converted to the unit of the coordinates.
 *
 * Promise: a plain number is in the unit of the files, whatever that is. A number with a unit requires that the unit of the
 * files is known: from what was said, or from the files, which must then all agree.
 */
import { OptionError } from '../errors.ts';
import type { Deflection } from '../io/cad/cad-job.ts';
import type { Clearance } from './clearances.ts';
import type { ModelFile } from './model-file.ts';
import { nearest } from './nearest.ts';
import type { RuleLength } from './rules/rules.ts';
import { autoTolerance } from './tolerance.ts';
import { UNIT_NAMES, UNIT_SIZES } from './units.ts';

/** The option, checked as far as possible before the files are read. */
export interface LengthSetting {
  readonly option: string;
  readonly given: string;
  readonly value: number;
  readonly unit: string | undefined;
}

const KNOWN = 'um, mm, cm, m, in or ft';
const LENGTH = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(\D*)$/i;

export function readUnit(option: string, text: string): string {
  const lower = text.toLowerCase();
  const name = UNIT_NAMES[lower] ?? lower;
  if (name in UNIT_SIZES) return name;
  const near = nearest(lower, [...Object.keys(UNIT_SIZES), ...Object.keys(UNIT_NAMES)]);
  throw new OptionError(
    'option-value',
    `--${option}: there is no unit "${text}"; expected ${KNOWN}.${near ? ` Did you mean ${near}?` : ''}`,
    { option, found: text },
  );
}

export function readLength(
  option: string,
  given: string,
  isAllowed: (value: number) => boolean,
  expected: string,
): LengthSetting {
  const [, digits, unit = ''] = LENGTH.exec(given.trim()) ?? [];
  const value = Number(digits);
  if (digits === undefined || !isAllowed(value) || !Number.isFinite(value)) {
    throw new OptionError(
      'option-value',
      `--${option} is "${given}"; expected ${expected}, as in 0.5 (in the unit of the files), 5mm or 0.2in.`,
      { option, found: given },
    );
  }
  return { option, given, value, unit: unit === '' ? undefined : readUnit(option, unit) };
}

/** A length of a rules file. */
export function ruleLength({ given, line }: RuleLength, field: string, path: string): LengthSetting {
  const isAllowed = (value: number) => (field === 'clearance' ? value > 0 : value >= 0);
  try {
    const read = readLength(field, given, isAllowed, field === 'clearance' ? 'a distance above 0' : 'a length from 0');
    return { ...read, option: `rules "${path}", line ${line}, ${field}` };
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    const reason = error.message.replace(/^option-value: --/, '');
    throw new OptionError('bad-rules', `rules file "${path}", line ${line}: ${reason}`, { path, line });
  }
}

export function readClearance(given: string): LengthSetting {
  return readLength('clearance', given, (value) => value > 0, 'a distance above 0');
}

export function readTolerance(given: string): LengthSetting | 'auto' {
  if (given === 'auto') return given;
  return readLength('tolerance', given, (value) => value >= 0, '"auto" or a length from 0');
}

/** A length, or a part of the size of a model. Lengths are in millimetres then, as CAD models are. */
export function readDeflection(given: string): Deflection {
  const percent = /^\s*(\d+\.?\d*|\.\d+)\s*%\s*$/.exec(given);
  if (percent && Number(percent[1]) > 0 && Number(percent[1]) <= 100) {
    return { kind: 'relative', value: Number(percent[1]) / 100 };
  }
  const { value, unit } = readLength('deflection', given, (length) => length > 0, 'a length, or a part as in 0.1%');
  const millimetres = unit === undefined ? value : (value * UNIT_SIZES[unit]) / UNIT_SIZES.millimeter;
  return { kind: 'absolute', value: millimetres };
}

/** The unit of the coordinates, as far as it is known: that of `--unit`, else the one that all files state. */
export function modelUnit(files: readonly ModelFile[], said: string | undefined): string | undefined {
  if (said !== undefined) return said;
  const [first, ...others] = files.map(({ model }) => model.unit);
  return others.every((unit) => unit === first) ? first : undefined;
}

/** Two files that state different units; undefined when none do. */
export function unitConflict(files: readonly ModelFile[]): readonly [ModelFile, ModelFile] | undefined {
  const stated = files.filter(({ model }) => model.unit !== undefined);
  const other = stated.find(({ model }) => model.unit !== stated[0].model.unit);
  return other && [stated[0], other];
}

/** A length in the unit of the coordinates. */
export function resolveLength(setting: LengthSetting, files: readonly ModelFile[], said: string | undefined): number {
  const { given, value, unit } = setting;
  const option = setting.option.includes(' ') ? setting.option : `--${setting.option}`;
  if (unit === undefined) return value;
  const conflict = said === undefined ? unitConflict(files) : undefined;
  if (conflict) {
    const [p, q] = conflict;
    throw new OptionError(
      'units-differ',
      `${option} ${given}: "${p.file}" is in ${p.model.unit} and "${q.file}" in ${q.model.unit}; expected the same unit, because coordinates are not converted. Convert one of the files, or state the unit of all coordinates with --unit.`,
      { units: files.map(({ model }) => model.unit) },
    );
  }
  const fileUnit = modelUnit(files, said);
  if (fileUnit !== undefined) return (value * UNIT_SIZES[unit]) / UNIT_SIZES[fileUnit];
  const silent = files.find(({ model }) => model.unit === undefined)!;
  throw new OptionError(
    'unknown-unit',
    `${option} ${given}: "${silent.file}" does not state its unit. Add --unit (${KNOWN}), or give the ${setting.option} as a plain number in that unit.`,
    { file: silent.file },
  );
}

export function resolveClearance(
  setting: LengthSetting,
  files: readonly ModelFile[],
  said: string | undefined,
): Clearance {
  const distance = resolveLength(setting, files, said);
  const unit = modelUnit(files, said);
  return { distance, given: setting.given, ...(unit && { unit }) };
}

/** Buildings are not built more precisely than this. */
const BUILDING_TOLERANCE: LengthSetting = { option: 'tolerance', given: '1mm', value: 1, unit: 'millimeter' };

/** Default: a millimetre if an IFC file is among them; `auto` is what rounding requires. */
export function resolveTolerance(
  setting: LengthSetting | 'auto' | undefined,
  files: readonly ModelFile[],
  said: string | undefined,
): { value: number; given: string } {
  if (setting === undefined && files.some(({ model }) => model.format === 'ifc')) {
    const value = resolveLength(BUILDING_TOLERANCE, files, said);
    return { value: Math.max(value, autoTolerance(files)), given: 'building' };
  }
  if (setting === undefined || setting === 'auto') return { value: autoTolerance(files), given: 'auto' };
  return { value: resolveLength(setting, files, said), given: setting.given };
}
