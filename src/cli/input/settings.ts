/** Checks and parses the options that several verbs share. */
import type { Backend } from '../../engine.ts';
import { OptionError } from '../../errors.ts';
import { FORMAT_NAMES } from '../../io/formats.ts';
import type { ModelFormat } from '../../io/model.ts';
import type { Arguments } from './arguments.ts';
import { deflectionSetting } from './lengths.ts';
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

/** Standard output holds one document, so only one form of it. */
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
