/** Checks that the options of all queries share. `call` is the query's name, for the message. */
import { OptionError } from '../errors.ts';
import type { Bounds } from '../mesh/bounds.ts';
import { describe } from '../mesh/check-mesh.ts';
import type { CancelSignal } from '../platform.ts';
import type { CheckedPairSelection, PairSelection } from './pair-selection.ts';

/** Two object ids, in any order. */
export type ObjectPair = readonly [number, number];

/** Options that every query has. */
export interface RunningOptions {
  /**
   * Cancels the query; its promise then rejects with the signal's reason.
   * @defaultValue none
   */
  signal?: CancelSignal;
  /**
   * Called with the part that is done, 0 to 1, during queries that take more than a moment.
   * @defaultValue none
   */
  onProgress?: (done: number) => void;
}

export interface CheckedRunningOptions {
  readonly signal: CancelSignal | undefined;
  readonly onProgress: ((done: number) => void) | undefined;
}

/** Refuses unknown options, and lists the known ones. */
export function checkOptionNames(call: string, options: object, names: readonly string[]): void {
  if (typeof options !== 'object' || options === null) {
    throw new OptionError(
      'option-type',
      `${call}: options are ${describe(options)}; expected an object such as { ${names[0]}: … }.`,
    );
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new OptionError('unknown-option', `${call} has no option "${unknown}"; it has ${names.join(', ')}.`, {
    option: unknown,
  });
}

/** Refuses what is not the answer of an earlier call: one that lacks the fields that are read. */
export function checkAnswer(call: string, given: unknown, source: string, fields: readonly string[]): void {
  const missing = fields.find((field) => (given as Record<string, unknown> | null | undefined)?.[field] === undefined);
  if (missing === undefined) return;
  const found = typeof given === 'object' && given !== null ? `an object without ${missing}` : describe(given);
  throw new OptionError('option-type', `${call} was given ${found}; expected what ${source} gives.`);
}

export function checkFlag(call: string, option: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new OptionError('option-type', `${call}: ${option} is ${describe(value)}; expected true or false.`, { option });
}

/** One of a list of words. */
export function checkChoice<T extends string>(call: string, option: string, value: unknown, choices: readonly T[]): T {
  if (choices.includes(value as T)) return value as T;
  const quoted = choices.map((choice) => `"${choice}"`);
  const list = quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}` : quoted[0];
  throw new OptionError('option-value', `${call}: ${option} is ${describe(value)}; expected ${list}.`, { option });
}

export function checkWhole(call: string, option: string, value: unknown, from: number, to: number): number {
  if (Number.isInteger(value) && (value as number) >= from && (value as number) <= to) return value as number;
  throw new OptionError(
    'option-range',
    `${call}: ${option} is ${describe(value)}; expected a whole number from ${from} to ${to}.`,
    { option },
  );
}

/** The number of pairs after which to stop. */
export function checkLimit(call: string, limit: unknown): number {
  if (limit === Number.POSITIVE_INFINITY || (Number.isInteger(limit) && (limit as number) >= 1)) return limit as number;
  throw new OptionError(
    'option-range',
    `${call}: limit is ${describe(limit)}; expected a whole number from 1, or Infinity for all pairs.`,
    { option: 'limit' },
  );
}

/** Shows a box of the caller's in messages. */
export function describeBox(bounds: unknown): string {
  const { min, max } = (typeof bounds === 'object' && bounds ? bounds : {}) as Partial<Bounds>;
  if (!isNumbers(min) || !isNumbers(max)) return describe(bounds);
  return `{ min: [${[...min].join(', ')}], max: [${[...max].join(', ')}] }`;
}

const isNumbers = (values: unknown): values is ArrayLike<number> & Iterable<number> =>
  Array.isArray(values) || (ArrayBuffer.isView(values) && Symbol.iterator in values);

/** A box as the engine has it: lowest x, y, z, then highest x, y, z. */
export function checkBox(call: string, bounds: unknown): readonly number[] {
  const { min, max } = (typeof bounds === 'object' && bounds ? bounds : {}) as Partial<Bounds>;
  const box = isNumbers(min) && isNumbers(max) && min.length === 3 && max.length === 3 ? [...min, ...max] : [];
  const isGood =
    box.length === 6 &&
    box.every((value) => Number.isFinite(value) && Math.abs(value) <= 2 ** 250) &&
    [0, 1, 2].every((k) => box[k] <= box[k + 3]);
  if (isGood) return box;
  throw new OptionError(
    'option-value',
    `${call}: box is ${describeBox(bounds)}; expected { min: [x, y, z], max: [x, y, z] } of finite numbers, none of max below that of min.`,
    { option: 'box' },
  );
}

/** Returns a copy: the caller may change the list while the query waits. */
export function checkObjectPairs(call: string, option: 'ignore' | 'pairs', pairs: unknown): readonly ObjectPair[] {
  const isPair = (pair: unknown) => Array.isArray(pair) && pair.length === 2 && pair.every(Number.isInteger);
  const isList = Array.isArray(pairs);
  if (isList && pairs.every(isPair)) return pairs.map(([a, b]): ObjectPair => [a, b]);
  const found = isList
    ? `has an entry that is ${describe(pairs.find((pair) => !isPair(pair)))}`
    : `is ${describe(pairs)}`;
  throw new OptionError(
    'option-type',
    `${call}: ${option} ${found}; expected a list of pairs of object ids, such as [[0, 1], [0, 2]].`,
    { option },
  );
}

export const PAIR_SELECTION_NAMES = ['self', 'between', 'ignore', 'pairs'] as const;

const isSame = ([a, b]: ObjectPair): boolean => a === b;
/** The same for both orders of two ids. */
export const pairKey = ([a, b]: ObjectPair): string => `${Math.min(a, b)} ${Math.max(a, b)}`;

function refuseBoth(call: string, { self, between }: PairSelection): void {
  const given = self !== undefined ? 'self' : between !== undefined ? 'between' : undefined;
  if (given === undefined) return;
  throw new OptionError(
    'option-conflict',
    `${call}: pairs and ${given} exclude each other, because pairs lists all that is asked for. Leave out ${given}; [a, a] in pairs asks for what happens within a.`,
    { option: given },
  );
}

/** Checks these options of a query, and fills in the defaults. */
export function checkPairSelection(
  call: string,
  options: PairSelection,
  defaults: { readonly self: boolean; readonly between: boolean },
): CheckedPairSelection {
  const ignore = checkObjectPairs(call, 'ignore', options.ignore ?? []);
  const pairs = options.pairs === undefined ? undefined : checkObjectPairs(call, 'pairs', options.pairs);
  if (!pairs) {
    return {
      self: checkFlag(call, 'self', options.self ?? defaults.self),
      between: checkFlag(call, 'between', options.between ?? defaults.between),
      ignore,
    };
  }
  refuseBoth(call, options);
  const ignored = new Set(ignore.map(pairKey));
  const asked = pairs.filter((pair) => !ignored.has(pairKey(pair)));
  const within = new Set(asked.filter(isSame).map(([a]) => a));
  return {
    self: within.size > 0,
    between: asked.some((pair) => !isSame(pair)),
    ignore,
    pairs: asked,
    selfOf: (_, id) => within.has(id),
  };
}

export function checkRunningOptions(call: string, { signal, onProgress }: RunningOptions): CheckedRunningOptions {
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') {
    throw new OptionError('option-type', `${call}: signal is ${describe(signal)}; expected an AbortSignal.`, {
      option: 'signal',
    });
  }
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new OptionError('option-type', `${call}: onProgress is ${describe(onProgress)}; expected a function.`, {
      option: 'onProgress',
    });
  }
  return { signal, onProgress };
}
