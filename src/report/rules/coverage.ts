/** What rules leave out: objects and near pairs that no test selects, by their classes. */
import type { FileObject } from '../objects.ts';
import { counted, grouped } from '../text.ts';

/** Classes, or names of sides, with how many objects or pairs there are of each. */
export interface ClassCount {
  readonly classes: readonly string[];
  readonly count: number;
}

export interface Coverage {
  readonly objects: number;
  /** Objects that no test selects. */
  readonly uncoveredObjects: readonly ClassCount[];
  /** Pairs whose boxes meet or come near: tested, left out by `ignore`, and selected by no test. */
  readonly testedPairs: number;
  readonly ignoredPairs: number;
  readonly uncoveredPairs: readonly ClassCount[];
}

const classOf = ({ class: own }: FileObject) => own ?? 'no class';

/** How many there are of each, the most first. */
export class ClassCounter {
  readonly #counts = new Map<string, { classes: string[]; count: number }>();

  add(...objects: readonly FileObject[]): void {
    const classes = objects.map(classOf).sort();
    const key = classes.join('\n');
    const known = this.#counts.get(key);
    if (known) known.count++;
    else this.#counts.set(key, { classes, count: 1 });
  }

  list(): ClassCount[] {
    return [...this.#counts.values()].sort((p, q) => q.count - p.count || (p.classes < q.classes ? -1 : 1));
  }
}

const CLASSES_MOST = 5;

function listed(counts: readonly ClassCount[]): string {
  const named = counts
    .slice(0, CLASSES_MOST)
    .map(({ classes, count }) => `${classes.join(' with ')} ${grouped(count)}`);
  const rest = counts.length - CLASSES_MOST;
  return `${named.join(', ')}${rest > 0 ? ` and ${grouped(rest)} more kinds` : ''}`;
}

const sum = (counts: readonly ClassCount[]) => counts.reduce((total, { count }) => total + count, 0);

/** Said by every run with rules: an answer about some pairs must not be taken for one about all. */
export function coverageSentence(coverage: Coverage): string {
  const { objects, uncoveredObjects, uncoveredPairs, testedPairs, ignoredPairs } = coverage;
  const ignored = ignoredPairs > 0 ? `, ${grouped(ignoredPairs)} left out by "ignore"` : '';
  const tested = `${counted(testedPairs, 'near pair')} tested${ignored}`;
  const [outside, missed] = [sum(uncoveredObjects), sum(uncoveredPairs)];
  if (outside === 0 && missed === 0) return `Rules: tests cover all ${counted(objects, 'object')}; ${tested}`;
  const which = [
    ...(outside > 0 ? [`${grouped(outside)} of ${counted(objects, 'object')} (${listed(uncoveredObjects)})`] : []),
    ...(missed > 0 ? [`${counted(missed, 'near pair')} (${listed(uncoveredPairs)})`] : []),
  ];
  return `Rules: no test covers ${which.join(' and ')}; ${tested}`;
}
