/**
 * The options of a query, declared once: from what checks each of them come the list of names, the checks, the defaults that are
 * filled in, the type of what the query gets, and what the command line, the MCP server and the tables of the docs say of their values
 * (src/cli/input/offered.ts). An option of the public interface without a check, or the other way round, does not compile.
 */
import { OptionError } from '../errors.ts';
import { describe } from '../mesh/check-mesh.ts';
import {
  type CheckedRunningOptions,
  checkChoice,
  checkFlag,
  checkLimit,
  checkOptionNames,
  checkPairSelection,
  checkRunningOptions,
  checkWhole,
  PAIR_SELECTION_NAMES,
  type RunningOptions,
} from './options.ts';
import type { CheckedPairSelection, PairSelection } from './pair-selection.ts';

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
