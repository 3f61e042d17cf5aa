/** The contents of a rules file: which objects are tested against which, how strictly, and what is allowed. */

import type { FitKind } from '../fits/fits.ts';

export const RULES_FORMAT = 'collidescope-rules';
export const RULES_VERSION = 1;

export const SEVERITIES = ['info', 'minor', 'major', 'critical'] as const;
/** What is merely `info` is listed and does not fail. */
export type Severity = (typeof SEVERITIES)[number];

/** Properties that two objects can share. */
export const SAME = ['assembly', 'storey', 'file', 'type', 'class', 'name', 'layer'] as const;
export type Same = (typeof SAME)[number];

/** Patterns of names; an object fits when one of them does. */
export type Patterns = readonly string[];

/** All that is given must fit. */
export interface Selector {
  readonly line: number;
  readonly name?: Patterns;
  readonly class?: Patterns;
  readonly type?: Patterns;
  readonly storey?: Patterns;
  readonly system?: Patterns;
  readonly file?: Patterns;
  readonly layer?: Patterns;
  readonly material?: Patterns;
  /** By `set.property`, itself a pattern; values as patterns, numbers or truths. */
  readonly property?: ReadonlyMap<string, readonly (string | number | boolean)[]>;
  readonly any?: readonly Selector[];
  readonly not?: Selector;
  /** Its name, where it is one of the sets. */
  readonly set?: string;
}

export interface IgnoreClause {
  readonly line: number;
  readonly a?: Selector;
  readonly b?: Selector;
  /** They have this in common. */
  readonly same?: readonly Same[];
  /** One fills an opening of the other, as a window does in its wall. */
  readonly host?: boolean;
  readonly reason?: string;
}

/** Overlaps that are meant to be: listed apart, with the reason. */
export interface DesignClause extends IgnoreClause {
  readonly reason: string;
  /** The deepest that is meant. */
  readonly depth?: RuleLength;
  /** The longest side of the object of `a`. */
  readonly size?: RuleLength;
  /** The object of `a` rests in that of `b` with an end at least this long. */
  readonly bearing?: RuleLength;
  /** One is a cylinder in a bore of the other, with such an interference. */
  readonly fit?: readonly FitKind[];
}

/** A length as written: a number in the unit of the files, or with a unit of its own. */
export interface RuleLength {
  readonly line: number;
  readonly given: string;
}

export interface RuleTest {
  readonly line: number;
  readonly name: string;
  /** Left out: all objects. */
  readonly a?: Selector;
  readonly b?: Selector;
  readonly tolerance?: RuleLength;
  readonly clearance?: RuleLength;
  readonly severity: Severity;
  readonly ignore: readonly IgnoreClause[];
  readonly reason?: string;
}

export interface Rules {
  /** The path, or the name of a starter set. */
  readonly path: string;
  /** Empty: all objects are tested against all. */
  readonly tests: readonly RuleTest[];
  readonly ignore: readonly IgnoreClause[];
  readonly byDesign: readonly DesignClause[];
  /** They come with the package, for all models: that a selector fits nothing is no mistake in them. */
  readonly isGeneral?: boolean;
}

/** Whether some selector asks for properties, which are read only then. */
export function asksForProperties({ tests, ignore, byDesign }: Rules): boolean {
  const asks = (selector: Selector | undefined): boolean =>
    selector !== undefined &&
    (selector.property !== undefined || asks(selector.not) || (selector.any?.some(asks) ?? false));
  const clauses = [...tests, ...ignore, ...byDesign, ...tests.flatMap((test) => test.ignore)];
  // Whether a wall bears loads is a property of it.
  return byDesign.some(({ bearing }) => bearing) || clauses.some(({ a, b }) => asks(a) || asks(b));
}
