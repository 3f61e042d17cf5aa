/** Decisions on clashes: on one, on a group at once, or on all that a search finds. */
import { OptionError } from '../errors.ts';
import { type Decision, OPEN } from './baseline.ts';
import type { ReportClash } from './clash-list.ts';
import { GROUPINGS, groupsBy, isGroupId } from './groupings.ts';
import { type ListedChoice, listedClashes } from './listed.ts';
import type { Report } from './report.ts';

/** What is decided now; the rest of a decision stays. */
export type DecisionChange = Omit<Partial<Decision>, 'date'>;

/** All that a search finds. */
export const FOUND = 'found';

/** Members of the groups of all groupings, by id. */
function membersOf(report: Report, choice: ListedChoice): Map<string, readonly string[]> {
  const listed = listedClashes(report, choice);
  const groups = GROUPINGS.flatMap((grouping) => groupsBy(report, listed, grouping));
  return new Map(groups.map(({ id, clashes }) => [id, clashes.map((clash) => clash.id)]));
}

/**
 * Ids of the clashes that words name: their own ids, ids of groups, or `found`. Groups are those of the list, so what only touches is
 * in none unless it is listed.
 * @throws {@link OptionError} `unknown-clash`
 */
export function namedClashes(report: Report, words: readonly string[], choice: ListedChoice): string[] {
  const { clashes = [] } = report;
  const present = new Set(clashes.map(({ id }) => id));
  const groups = words.some(isGroupId) ? membersOf(report, choice) : new Map<string, readonly string[]>();
  const named = words.map((word): readonly string[] | undefined => {
    if (present.has(word)) return [word];
    return word === FOUND ? listedClashes(report, choice).map(({ id }) => id) : groups.get(word);
  });
  const unknown = words.filter((_, i) => named[i] === undefined);
  if (unknown.length > 0) {
    throw new OptionError(
      'unknown-clash',
      `there is no clash "${unknown.join('", "')}", and no group of that id. The ids of the ${clashes.length} clashes there are stand in the list; those of groups with --group-by.`,
      { unknown },
    );
  }
  return [...new Set(named.flatMap((ids) => ids ?? []))];
}

/** Clashes with those of the given ids decided. */
export function decideOn(
  clashes: readonly ReportClash[],
  ids: readonly string[],
  change: DecisionChange,
  date: string,
): ReportClash[] {
  const chosen = new Set(ids);
  return clashes.map((clash) =>
    chosen.has(clash.id) ? { ...clash, decision: { ...(clash.decision ?? OPEN), ...change, date } } : clash,
  );
}
