/** Lengths on the command line: `--clearance`, `--tolerance`, `--weld`, `--deflection`, and `--unit`. */
import { OptionError } from '../../errors.ts';
import type { Deflection } from '../../io/cad/cad-job.ts';
import {
  type LengthSetting,
  readClearance,
  readDeflection,
  readLength,
  readTolerance,
  readUnit,
  resolveLength,
} from '../../report/lengths.ts';
import type { ModelFile } from '../../report/model-file.ts';
import type { Arguments } from './arguments.ts';

/** `--weld`: a distance; undefined when it is not given. */
export function weldSetting(args: Arguments): LengthSetting | undefined {
  const given = args.text('weld');
  if (given === undefined) return undefined;
  if (args.has('no-weld')) {
    throw new OptionError('option-conflict', '--weld and --no-weld exclude each other; leave one of them out.');
  }
  return readLength('weld', given, (value) => value >= 0, 'a distance from 0');
}

/** How the vertices of a file are welded: within the distance of `--weld`, else `otherwise`. */
export function weldFor(args: Arguments, file: ModelFile, otherwise: boolean): boolean | number {
  const setting = weldSetting(args);
  if (!setting) return otherwise;
  return resolveLength(setting, [file], args.has('unit') ? unitSetting(args) : undefined) || otherwise;
}

/** `--deflection`. */
export function deflectionSetting(args: Arguments): Deflection | undefined {
  const given = args.text('deflection');
  return given === undefined ? undefined : readDeflection(given);
}

export function clearanceSetting(args: Arguments): LengthSetting | undefined {
  const given = args.text('clearance');
  return given === undefined ? undefined : readClearance(given);
}

/** Undefined where nothing is said: then the format of the files decides. */
export function toleranceSetting(args: Arguments): LengthSetting | 'auto' | undefined {
  const given = args.text('tolerance');
  return given === undefined ? undefined : readTolerance(given);
}

/** `--unit`. */
export function unitSetting(args: Arguments): string | undefined {
  const text = args.text('unit');
  return text === undefined ? undefined : readUnit('unit', text);
}

/** `--wall`: a length above 0; only with `--print`. */
export function wallSetting(args: Arguments): LengthSetting | undefined {
  const given = args.text('wall');
  const other = ['frames', 'tiles'].find((name) => args.has(name));
  if (args.has('print') && other !== undefined) {
    throw new OptionError('option-conflict', `--print and --${other} exclude each other; leave one of them out.`);
  }
  if (given === undefined) return undefined;
  if (!args.has('print')) {
    throw new OptionError('option-alone', '--wall says how thick walls must be to be printed; add --print.', {
      option: 'wall',
    });
  }
  return readLength('wall', given, (value) => value > 0, 'a length above 0');
}
