/**
 * Clashes as lines of a table: those that are alike are one line with a count.
 *
 * The rule: (1) clashes of one kind (and status) between objects of the same two names are one group. (2) Of the groups
 * of one that are left, those of one kind that have an object in common are one group, if there are four or more: the
 * object with the most of them first, the lower number of equals. A group is called after its worst clash, and groups
 * are in the order of those.
 */
import type { ReportClash } from './clash-list.ts';
import { groupBy } from './group-by.ts';

export interface ClashGroup {
  /** The worst first. */
  readonly clashes: readonly ReportClash[];
  /** The object that all have in common, where that makes them a group. */
  readonly common?: number;
}

const ALIKE_LEAST = 4;

/** The object that most of the clashes have in common; undefined when none has enough. */
function mostCommon(clashes: readonly ReportClash[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { a, b } of clashes) for (const object of [a, b]) counts.set(object, (counts.get(object) ?? 0) + 1);
  let best: number | undefined;
  let most = ALIKE_LEAST;
  for (const [object, count] of counts) {
    if (count < most || (count === most && best !== undefined && best < object)) continue;
    [best, most] = [object, count];
  }
  return best;
}

function groupByObject(single: readonly ReportClash[]): ClashGroup[] {
  const groups: ClashGroup[] = [];
  let left = [...single];
  for (let common = mostCommon(left); common !== undefined; common = mostCommon(left)) {
    const has = ({ a, b }: ReportClash) => a === common || b === common;
    groups.push({ clashes: left.filter(has), common });
    left = left.filter((clash) => !has(clash));
  }
  return [...groups, ...left.map((clash) => ({ clashes: [clash] }))];
}

/** `names` are those of the objects; `clashes` are in the order in which they are to be shown. */
export function groupClashes(clashes: readonly ReportClash[], names: readonly string[]): ClashGroup[] {
  const rank = new Map(clashes.map((clash, i) => [clash, i]));
  const alike = groupBy(clashes, ({ kind, status, a, b }) =>
    JSON.stringify([kind, status, ...[names[a], names[b]].sort()]),
  );
  const several = [...alike.values()].filter((group) => group.length > 1).map((group) => ({ clashes: group }));
  const single = [...alike.values()].filter((group) => group.length === 1).flat();
  const byKind = groupBy(single, ({ kind, status }) => `${kind} ${status}`);
  const groups: ClashGroup[] = [...several, ...[...byKind.values()].flatMap(groupByObject)];
  return groups.sort((p, q) => rank.get(p.clashes[0])! - rank.get(q.clashes[0])!);
}
