/**
 * The options of a query, declared once: from what checks each of them come the list of names, the checks, the defaults that are
 * filled in, the type of what the query gets, and what the command line, the MCP server and the tables of the docs say of their values
 * (src/cli/input/offered.ts). An option of the public interface without a check, or the other way round, does not compile.
 *
 * First the checks that queries share, then the declaration. `call` is the query's name, for the message.
 */
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
function checkLimit(call: string, limit: unknown): number {
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

const PAIR_SELECTION_NAMES = ['self', 'between', 'ignore', 'pairs'] as const;

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
function checkPairSelection(
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

/** What values an option takes: true and false, one of some words, or whole numbers. */
export type Takes =
  | { readonly kind: 'flag' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'whole'; readonly from: number; readonly to: number };

/** Returns the checked value of an option, given or by default, or throws. */
export interface Check<T> {
  (call: string, option: string, value: unknown): T;
  /** Left out where the check alone knows. */
  readonly takes?: Takes;
}

const taking = <T>(takes: Takes, check: Check<T>): Check<T> => Object.assign(check, { takes });

export const flag: Check<boolean> = taking({ kind: 'flag' }, (call, option, value) => checkFlag(call, option, value));
export const limit: Check<number> = (call, _, value) => checkLimit(call, value);

export function choice<const T extends string>(choices: readonly T[]): Check<T> {
  return taking({ kind: 'choice', choices }, (call, option, value) => checkChoice(call, option, value, choices));
}

export function whole(from: number, to: number): Check<number> {
  return taking({ kind: 'whole', from, to }, (call, option, value) => checkWhole(call, option, value, from, to));
}

/** A number in a range that `expected` describes. */
export function number(isInRange: (value: number) => boolean, expected: string): Check<number> {
  return (call, option, value) => {
    if (typeof value === 'number' && isInRange(value)) return value;
    throw new OptionError('option-range', `${call}: ${option} is ${describe(value)}; expected ${expected}.`, {
      option,
    });
  };
}

/** An option without default. */
export function optional<T>(check: Check<T>): Check<T | undefined> {
  const checked: Check<T | undefined> = (call, option, value) =>
    value === undefined ? undefined : check(call, option, value);
  return check.takes ? taking(check.takes, checked) : checked;
}

/** Whether a query selects pairs of objects. */
type Selects<Options> = 'between' extends keyof Options ? true : false;
/** Options that only this query has. */
type Own<Options> = Exclude<
  keyof Options,
  keyof RunningOptions | (Selects<Options> extends true ? keyof PairSelection : never)
>;
type Checks<Options> = { readonly [K in Own<Options>]-?: Check<unknown> };
type Selecting<Options> = Selects<Options> extends true ? CheckedPairSelection : unknown;

/** What a query gets of its options. */
export type Checked<Options, Each> = CheckedRunningOptions &
  Selecting<Options> & { readonly [K in keyof Each]: Each[K] extends Check<infer T> ? T : never };

export interface DeclaredOptions<Options, Each> {
  readonly query: string;
  readonly defaults: Readonly<Record<string, unknown>>;
  /** By the names of the options that only this query has. */
  readonly checks: Each;
  /** What the query has, in the order of its messages. */
  readonly names: readonly string[];
  /** Refuses what is wrong, and fills in the defaults. `call` is the query's name in messages, unless it goes by another. */
  check(options: Options, call?: string): Checked<Options, Each>;
}

/** What `declareOptions` gave, by what it was given. */
export type CheckedBy<Declared> =
  Declared extends DeclaredOptions<infer Options, infer Each> ? Checked<Options, Each> : never;

/** `defaults` has `self` and `between` for queries that select pairs of objects. */
export function declareOptions<Options extends object>(query: string, defaults: object) {
  return <const Each extends Checks<Options>>(checks: Each): DeclaredOptions<Options, Each> => {
    const own = Object.keys(checks);
    const each = Object.values(checks) as Check<unknown>[];
    const selection =
      'between' in defaults ? (defaults as { readonly self: boolean; readonly between: boolean }) : undefined;
    const names = [...(selection ? PAIR_SELECTION_NAMES : []), ...own, 'signal', 'onProgress'];
    const fallback = defaults as Readonly<Record<string, unknown>>;
    return {
      query,
      defaults: fallback,
      checks,
      names,
      check(options, call = query) {
        checkOptionNames(call, options, names);
        const given = options as Readonly<Record<string, unknown>>;
        const checked = (selection ? checkPairSelection(call, options, selection) : {}) as Record<string, unknown>;
        // Field by field: spreads cost small queries microseconds.
        for (let i = 0; i < own.length; i++) {
          checked[own[i]] = each[i](call, own[i], given[own[i]] ?? fallback[own[i]]);
        }
        const { signal, onProgress } = checkRunningOptions(call, options);
        checked.signal = signal;
        checked.onProgress = onProgress;
        return checked as Checked<Options, Each>;
      },
    };
  };
}
