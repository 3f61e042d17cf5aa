/** Checks and parses the options that several verbs share. */
import type { Backend } from '../../engine.ts';
import { OptionError } from '../../errors.ts';
import type { Deflection } from '../../io/cad/cad-job.ts';
import { FORMAT_NAMES } from '../../io/formats.ts';
import type { ModelFormat } from '../../io/model.ts';
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
import type { ReadSettings } from './read-files.ts';

export interface EngineSettings {
  readonly backend: Backend;
  readonly threads: number | undefined;
}

export interface FrameSettings {
  readonly frames: 'all' | number;
  readonly animation: string | undefined;
}

const BACKENDS: readonly string[] = ['auto', 'wasm', 'webgpu'] satisfies Backend[];

function refuse(option: string, found: string, expected: string): OptionError {
  return new OptionError('option-value', `--${option} is "${found}"; expected ${expected}.`, { option, found });
}

function wholeNumber(option: string, text: string, expected: string): number {
  if (!/^\d{1,9}$/.test(text)) throw refuse(option, text, expected);
  return Number(text);
}

/** The value of an option that accepts one of a few words. */
export function oneOf(args: Arguments, option: string, known: readonly string[]): string | undefined {
  const text = args.text(option);
  if (text !== undefined && !known.includes(text)) throw refuse(option, text, `one of ${known.join(', ')}`);
  return text;
}

export function engineSettings(args: Arguments): EngineSettings {
  const threads = args.text('threads');
  return {
    backend: (oneOf(args, 'engine', BACKENDS) ?? 'auto') as Backend,
    threads: threads === undefined ? undefined : wholeNumber('threads', threads, 'a whole number from 0'),
  };
}

function formatSetting(args: Arguments): ModelFormat | undefined {
  return oneOf(args, 'format', FORMAT_NAMES) as ModelFormat | undefined;
}

/** How files are read. */
export function readSettings(args: Arguments): ReadSettings {
  const deflection = deflectionSetting(args);
  return {
    format: formatSetting(args),
    allowOutside: args.has('allow-outside'),
    withSpaces: args.has('with-spaces'),
    ...(deflection && { deflection }),
  };
}

export function frameSettings(args: Arguments): FrameSettings | undefined {
  const frames = args.text('frames');
  const animation = args.text('animation');
  if (frames === undefined) {
    if (args.has('continuous')) {
      throw new OptionError(
        'option-alone',
        '--continuous looks between frames; add --frames all to play the animation.',
        {
          option: 'continuous',
        },
      );
    }
    if (animation === undefined) return undefined;
    throw new OptionError(
      'option-alone',
      '--animation chooses an animation, but nothing is played without --frames. Add --frames all.',
      {
        option: 'animation',
      },
    );
  }
  if (frames === 'all') return { frames, animation };
  const expected = '"all" or a whole number from 1';
  const count = wholeNumber('frames', frames, expected);
  if (count < 1) throw refuse('frames', frames, expected);
  return { frames: count, animation };
}

/** A whole number from 1; undefined if the option was not given. */
export function countSetting(args: Arguments, option: string): number | undefined {
  const text = args.text(option);
  if (text === undefined) return undefined;
  const expected = 'a whole number from 1';
  const count = wholeNumber(option, text, expected);
  if (count < 1) throw refuse(option, text, expected);
  return count;
}

/** A whole number from 0; undefined if the option was not given. */
export function wholeNumberSetting(args: Arguments, option: string): number | undefined {
  const text = args.text(option);
  return text === undefined ? undefined : wholeNumber(option, text, 'a whole number from 0');
}

/** Standard output holds one document, so only one output format is allowed. */
export function checkOutput(args: Arguments): void {
  if (!args.has('json') || !args.has('markdown')) return;
  throw new OptionError('option-conflict', '--json and --markdown exclude each other; expected one of them.');
}

export function checkFilesGiven(verb: string, args: Arguments): void {
  if (args.files.length > 0) return;
  const example = `collidescope ${verb} model.stl`;
  throw new OptionError(
    'no-files',
    `${verb} expects at least one file, as in: ${example}. For more, see: collidescope help ${verb}`,
  );
}

// Lengths on the command line: `--clearance`, `--tolerance`, `--weld`, `--deflection`, and `--unit`.

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

/** Undefined if not given: then the file formats decide. */
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
