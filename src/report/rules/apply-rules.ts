/**
 * Applies rules to objects: which pairs are tested, how strictly, and by which test.
 *
 * A pair belongs to the first test that selects it and does not ignore it, so exceptions are written before what is general;
 * pairs that no test selects are left out. Where later tests would have asked for something else, a note says so.
 */
import type { ObjectPair } from '../../queries/options.ts';
import type { FileObject } from '../objects.ts';
import { candidatePairs } from './candidate-pairs.ts';
import type { IgnoreClause, RuleLength, Rules, RuleTest, Same, Selector, Severity } from './rules.ts';
import { fitsOf } from './select.ts';

/** What counts for two objects. */
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
  /** Sentences about selectors that fit nothing, and tests that contradict each other. */
  readonly notes: readonly string[];
}

export interface Lengths {
  /** In the unit of the coordinates. */
  resolve(length: RuleLength): number;
  /** What applies where a test says nothing. */
  readonly clearance: number;
}

interface Side {
  readonly fits: Uint8Array;
  readonly count: number;
}

interface ReadyIgnore {
  readonly clause: IgnoreClause;
  readonly a: Side;
  readonly b: Side;
}

interface ReadyTest {
  readonly test: RuleTest;
  readonly rule: PairRule;
  readonly a: Side;
  readonly b: Side;
  readonly ignore: readonly ReadyIgnore[];
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
    if (!selector) return { fits: new Uint8Array(this.#objects.length).fill(1), count: this.#objects.length };
    const test = fitsOf(selector);
    const fits = Uint8Array.from(this.#objects, (object) => Number(test(object)));
    const count = fits.reduce((sum, fit) => sum + fit, 0);
    if (count === 0) {
      const set = selector.set === undefined ? '' : ` (the set "${selector.set}")`;
      this.#notes.push(`rules "${this.#path}", line ${selector.line}: ${what}${set} fits no object.`);
    }
    return { fits, count };
  }
}

function fitsBoth({ a, b }: { a: Side; b: Side }, i: number, j: number): boolean {
  return (a.fits[i] === 1 && b.fits[j] === 1) || (a.fits[j] === 1 && b.fits[i] === 1);
}

function haveSame(same: Same, p: FileObject, q: FileObject): boolean {
  if (same === 'layer') return p.layers?.some((layer) => q.layers?.includes(layer)) ?? false;
  if (same === 'assembly') return p.assembly !== undefined && p.file === q.file && p.assembly === q.assembly;
  return p[same] !== undefined && p[same] === q[same];
}

function isHosted(p: FileObject, q: FileObject): boolean {
  const fills = (filling: FileObject, host: FileObject) =>
    filling.host !== undefined && filling.host === host.guid && filling.file === host.file;
  return fills(p, q) || fills(q, p);
}

function ignores({ clause, a, b }: ReadyIgnore, objects: readonly FileObject[], i: number, j: number): boolean {
  if ((clause.a || clause.b) && !fitsBoth({ a, b }, i, j)) return false;
  if (clause.host && !isHosted(objects[i], objects[j])) return false;
  return clause.same?.every((same) => haveSame(same, objects[i], objects[j])) ?? true;
}

function sameRule(p: PairRule, q: PairRule): boolean {
  return p.severity === q.severity && p.tolerance === q.tolerance && p.clearance === q.clearance;
}

export function applyRules(rules: Rules, objects: readonly FileObject[], lengths: Lengths): AppliedRules {
  const notes: string[] = [];
  const sides = new Sides(objects, rules.path, notes);
  const readyIgnores = (clauses: readonly IgnoreClause[], of: string): ReadyIgnore[] =>
    clauses.map((clause) => ({
      clause,
      a: sides.of(clause.a, `"a" of what ${of} ignores`),
      b: sides.of(clause.b, `"b" of what ${of} ignores`),
    }));
  const general = readyIgnores(rules.ignore, 'the file');
  const tests = rules.tests.map((test): ReadyTest => {
    const rule = {
      test: test.name,
      severity: test.severity,
      tolerance: test.tolerance && lengths.resolve(test.tolerance),
      clearance: test.clearance && lengths.resolve(test.clearance),
    };
    const of = `the test "${test.name}"`;
    const [a, b] = [sides.of(test.a, `"a" of ${of}`), sides.of(test.b, `"b" of ${of}`)];
    return { test, rule, a, b, ignore: readyIgnores(test.ignore, of), pairs: 0, taken: new Map() };
  });
  const found = new Map<number, PairRule>();
  const ignored: ObjectPair[] = [];
  const farthest = Math.max(lengths.clearance, ...tests.map(({ rule }) => rule.clearance ?? 0));
  for (const [i, j] of candidatePairs(objects, farthest)) {
    const rule = decide(tests, general, objects, i, j);
    if (rule) found.set(i * objects.length + j, rule);
    else ignored.push([i, j]);
  }
  for (const ready of tests) noteOverlaps(ready, rules.path, notes);
  return {
    ruleOf: (a, b) => found.get(Math.min(a, b) * objects.length + Math.max(a, b)),
    ignored,
    tests: tests.map(({ test, rule, a, b, pairs }) => ({
      name: test.name,
      severity: test.severity,
      ...(rule.tolerance !== undefined && { tolerance: rule.tolerance }),
      ...(rule.clearance !== undefined && { clearance: rule.clearance }),
      a: a.count,
      b: b.count,
      pairs,
    })),
    notes,
  };
}

const EVERYTHING: PairRule = { test: undefined, severity: undefined, tolerance: undefined, clearance: undefined };

function decide(
  tests: readonly ReadyTest[],
  general: readonly ReadyIgnore[],
  objects: readonly FileObject[],
  i: number,
  j: number,
): PairRule | undefined {
  if (general.some((ignore) => ignores(ignore, objects, i, j))) return undefined;
  if (tests.length === 0) return EVERYTHING;
  let decided: ReadyTest | undefined;
  for (const ready of tests) {
    if (!fitsBoth(ready, i, j) || ready.ignore.some((ignore) => ignores(ignore, objects, i, j))) continue;
    if (!decided) {
      decided = ready;
      ready.pairs++;
    } else if (!sameRule(decided.rule, ready.rule)) {
      ready.taken.set(decided.test.name, (ready.taken.get(decided.test.name) ?? 0) + 1);
    }
  }
  return decided?.rule;
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
