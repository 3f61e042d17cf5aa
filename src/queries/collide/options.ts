/** Checks the options of `collide`, and fills in the defaults. */
import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import { COLLIDE_DEFAULTS, type CollideOptions, type Contacts, type ObjectPair } from './collide.ts';

export interface CheckedCollideOptions {
  readonly self: boolean;
  readonly between: boolean;
  readonly contacts: Contacts;
  readonly segments: boolean;
  /** Infinity for all. */
  readonly limit: number;
  readonly ignore: readonly ObjectPair[];
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((done: number) => void) | undefined;
}

const NAMES = ['self', 'between', 'contacts', 'segments', 'limit', 'ignore', 'signal', 'onProgress'];

/** Refuses option names that a function does not have, and says which it has. */
export function checkOptionNames(call: string, options: object, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null) {
    throw new OptionError(
      'options-type',
      `${call}: options are ${describe(options)}; expected an object such as { ${names[0]}: … }.`,
    );
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new OptionError('unknown-option', `${call} has no option "${unknown}"; it has ${names.join(', ')}.`, {
    option: unknown,
  });
}

function flag(options: CollideOptions, name: 'self' | 'between' | 'segments'): boolean {
  const value: unknown = options[name] ?? COLLIDE_DEFAULTS[name];
  if (typeof value === 'boolean') return value;
  throw new OptionError('option-type', `collide: ${name} is ${describe(value)}; expected true or false.`, {
    option: name,
  });
}

function checkLimit(limit: unknown): number {
  if (limit === Number.POSITIVE_INFINITY || (Number.isInteger(limit) && (limit as number) >= 1)) return limit as number;
  throw new OptionError(
    'option-range',
    `collide: limit is ${describe(limit)}; expected a whole number from 1, or Infinity for all pairs.`,
    { option: 'limit' },
  );
}

function checkIgnore(ignore: unknown): readonly ObjectPair[] {
  const isPair = (pair: unknown) => Array.isArray(pair) && pair.length === 2 && pair.every(Number.isInteger);
  if (Array.isArray(ignore) && ignore.every(isPair)) return ignore as ObjectPair[];
  throw new OptionError(
    'option-type',
    'collide: ignore must be a list of pairs of object ids, such as [[0, 1], [0, 2]].',
    { option: 'ignore' },
  );
}

export function checkCollideOptions(options: CollideOptions): CheckedCollideOptions {
  checkOptionNames('collide', options, NAMES);
  const contacts = options.contacts ?? COLLIDE_DEFAULTS.contacts;
  if (contacts !== 'all' && contacts !== 'penetrating') {
    throw new OptionError(
      'option-value',
      `collide: contacts is ${describe(contacts)}; expected "all" or "penetrating".`,
      { option: 'contacts' },
    );
  }
  if (options.signal !== undefined && typeof options.signal?.addEventListener !== 'function') {
    throw new OptionError('option-type', `collide: signal is ${describe(options.signal)}; expected an AbortSignal.`, {
      option: 'signal',
    });
  }
  if (options.onProgress !== undefined && typeof options.onProgress !== 'function') {
    throw new OptionError(
      'option-type',
      `collide: onProgress is ${describe(options.onProgress)}; expected a function.`,
      { option: 'onProgress' },
    );
  }
  return {
    self: flag(options, 'self'),
    between: flag(options, 'between'),
    contacts,
    segments: flag(options, 'segments'),
    limit: checkLimit(options.limit ?? COLLIDE_DEFAULTS.limit),
    ignore: checkIgnore(options.ignore ?? []),
    signal: options.signal,
    onProgress: options.onProgress,
  };
}
