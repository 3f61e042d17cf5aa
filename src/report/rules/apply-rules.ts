/**
 * Applies rules to objects: which pairs are tested, how strictly, and by which test.
 *
 * A pair belongs to the first test that selects it and does not ignore it, so exceptions are written before what is general;
 * pairs that no test selects are left out. Where later tests would have asked for something else, a note says so.
 */
import type { ObjectPair } from '../../queries/options.ts';
import type { FileObject } from '../objects.ts';
import { type ByDesign, byDesign } from './by-design.ts';
import { candidatePairs } from './candidate-pairs.ts';
import { ClassCounter, type Coverage } from './coverage.ts';
import { isElementClass } from './ifc-classes.ts';
import { concerns, fitsBoth, type ReadyClause, type Side } from './pair-clause.ts';
import type { IgnoreClause, RuleLength, Rules, RuleTest, Selector, Severity } from './rules.ts';
import { fitsOf } from './select.ts';

/** The settings for two objects. */
export interface PairRule {
  /** The test's name; none where rules have no tests. */
  readonly test: string | undefined;
  readonly severity: Severity | undefined;
  /** Undefined: as for everything else. */
  readonly tolerance: number | undefined;
  readonly clearance: number | undefined;
}

export interface TestSummary {
  readonly name: string;
  readonly severity: Severity;
  readonly tolerance?: number;
  readonly clearance?: number;
  /** Objects that each side selects, and pairs of them whose boxes meet or come near. */
  readonly a: number;
  readonly b: number;
  readonly pairs: number;
}

export interface AppliedRules {
  readonly ruleOf: (a: number, b: number) => PairRule | undefined;
  /** Pairs that could meet and are not to be looked at. */
  readonly ignored: readonly ObjectPair[];
  readonly tests: readonly TestSummary[];
  /** Which overlaps are meant to be. */
  readonly byDesign: ByDesign;
  readonly coverage: Coverage;
  /** Sentences about selectors that fit nothing, and tests that contradict each other. */
  readonly notes: readonly string[];
}

export interface Lengths {
  /** In the unit of the coordinates. */
  resolve(length: RuleLength): number;
  /** What applies where a test says nothing. */
  readonly clearance: number;
}

interface ReadyTest {
  readonly test: RuleTest;
  readonly rule: PairRule;
  readonly a: Side;
  readonly b: Side;
  readonly ignore: readonly ReadyClause[];
  pairs: number;
  /** Pairs that earlier tests have taken, by their names. */
  readonly taken: Map<string, number>;
}

class Sides {
  readonly #objects: readonly FileObject[];
  readonly #notes: string[];
  readonly #path: string;

  constructor(objects: readonly FileObject[], path: string, notes: string[]) {
    this.#objects = objects;
    this.#notes = notes;
    this.#path = path;
  }

  of(selector: Selector | undefined, what: string): Side {
    for (const { name, line } of unknownClasses(selector)) {
      this.#note(`rules "${this.#path}", line ${line}: IFC has no element of the class "${name}".`);
    }
    if (!selector) return { fits: new Uint8Array(this.#objects.length).fill(1), count: this.#objects.length };
    const test = fitsOf(selector);
    const fits = Uint8Array.from(this.#objects, (object) => Number(test(object)));
    const count = fits.reduce((sum, fit) => sum + fit, 0);
    if (count === 0) {
      const set = selector.set === undefined ? '' : ` (the set "${selector.set}")`;
      this.#note(`rules "${this.#path}", line ${selector.line}: ${what}${set} fits no object.`);
    }
    return { fits, count };
  }

  /** Sets are evaluated wherever they are used, and reported once. */
  #note(text: string): void {
    if (!this.#notes.includes(text)) this.#notes.push(text);
  }
}

/** Names of classes, not patterns, that no version of IFC has. */
function unknownClasses(selector: Selector | undefined): { name: string; line: number }[] {
  if (!selector) return [];
  const own = (selector.class ?? []).filter((name) => /^ifc\w+$/i.test(name) && !isElementClass(name));
  const below = [...(selector.any ?? []), ...(selector.not ? [selector.not] : [])];
  return [...own.map((name) => ({ name, line: selector.line })), ...below.flatMap(unknownClasses)];
}

function sameRule(p: PairRule, q: PairRule): boolean {
  return p.severity === q.severity && p.tolerance === q.tolerance && p.clearance === q.clearance;
}

export function applyRules(rules: Rules, objects: readonly FileObject[], lengths: Lengths): AppliedRules {
  const notes: string[] = [];
  const sides = new Sides(objects, rules.path, notes);
  const readyClauses = <Clause extends IgnoreClause>(clauses: readonly Clause[], what: string) =>
    clauses.map(
      (clause): ReadyClause<Clause> => ({
        clause,
        a: sides.of(clause.a, `"a" of what ${what}`),
        b: sides.of(clause.b, `"b" of what ${what}`),
      }),
    );
  const general = readyClauses(rules.ignore, 'the file ignores');
  const design = byDesign(readyClauses(rules.byDesign, 'is by design'), objects, (length) => lengths.resolve(length));
  const tests = rules.tests.map((test): ReadyTest => {
    const rule = {
      test: test.name,
      severity: test.severity,
      tolerance: test.tolerance && lengths.resolve(test.tolerance),
      clearance: test.clearance && lengths.resolve(test.clearance),
    };
    const of = `the test "${test.name}"`;
    const [a, b] = [sides.of(test.a, `"a" of ${of}`), sides.of(test.b, `"b" of ${of}`)];
    return { test, rule, a, b, ignore: readyClauses(test.ignore, `${of} ignores`), pairs: 0, taken: new Map() };
  });
  const found = new Map<number, PairRule>();
  const ignored: ObjectPair[] = [];
  const farthest = Math.max(lengths.clearance, ...tests.map(({ rule }) => rule.clearance ?? 0));
  const uncovered = new ClassCounter();
  let ignoredPairs = 0;
  for (const [i, j] of candidatePairs(objects, farthest)) {
    const rule = decide(tests, general, objects, i, j);
    if (rule && rule !== 'ignored') {
      found.set(i * objects.length + j, rule);
      continue;
    }
    ignored.push([i, j]);
    if (rule === 'ignored') ignoredPairs++;
    else uncovered.add(objects[i], objects[j]);
  }
  for (const ready of tests) noteOverlaps(ready, rules.path, notes);
  return {
    ruleOf: (a, b) => found.get(Math.min(a, b) * objects.length + Math.max(a, b)),
    ignored,
    byDesign: design,
    coverage: {
      objects: objects.length,
      uncoveredObjects: uncoveredObjects(tests, objects),
      testedPairs: found.size,
      ignoredPairs,
      uncoveredPairs: uncovered.list(),
    },
    tests: tests.map(({ test, rule, a, b, pairs }) => ({
      name: test.name,
      severity: test.severity,
      ...(rule.tolerance !== undefined && { tolerance: rule.tolerance }),
      ...(rule.clearance !== undefined && { clearance: rule.clearance }),
      a: a.count,
      b: b.count,
      pairs,
    })),
    notes: rules.isGeneral ? [] : notes,
  };
}

function uncoveredObjects(tests: readonly ReadyTest[], objects: readonly FileObject[]) {
  const counter = new ClassCounter();
  if (tests.length === 0) return [];
  for (const [i, object] of objects.entries()) {
    if (!tests.some(({ a, b }) => a.fits[i] === 1 || b.fits[i] === 1)) counter.add(object);
  }
  return counter.list();
}

const EVERYTHING: PairRule = { test: undefined, severity: undefined, tolerance: undefined, clearance: undefined };

function decide(
  tests: readonly ReadyTest[],
  general: readonly ReadyClause[],
  objects: readonly FileObject[],
  i: number,
  j: number,
): PairRule | 'ignored' | undefined {
  if (general.some((ignore) => concerns(ignore, objects, i, j))) return 'ignored';
  if (tests.length === 0) return EVERYTHING;
  let decided: ReadyTest | undefined;
  let isIgnored = false;
  for (const ready of tests) {
    if (!fitsBoth(ready, i, j)) continue;
    if (ready.ignore.some((ignore) => concerns(ignore, objects, i, j))) {
      isIgnored = true;
      continue;
    }
    if (!decided) {
      decided = ready;
      ready.pairs++;
    } else if (!sameRule(decided.rule, ready.rule)) {
      ready.taken.set(decided.test.name, (ready.taken.get(decided.test.name) ?? 0) + 1);
    }
  }
  return decided?.rule ?? (isIgnored ? 'ignored' : undefined);
}

/** Tests that contradict earlier ones: the earlier ones win, which is reported where nothing is left. */
function noteOverlaps({ test, taken, pairs, a, b }: ReadyTest, path: string, notes: string[]): void {
  const all = [...taken.values()].reduce((sum, count) => sum + count, 0);
  if (all > 0 && pairs === 0) {
    const by = [...taken.keys()].map((name) => `"${name}"`).join(', ');
    notes.push(
      `rules "${path}", line ${test.line}: all ${all} pairs of the test "${test.name}" are decided by ${by}, which come first and ask for something else.`,
    );
  } else if (pairs === 0 && a.count > 0 && b.count > 0) {
    notes.push(
      `rules "${path}", line ${test.line}: the test "${test.name}" selects no pair of objects that come near each other.`,
    );
  }
}
