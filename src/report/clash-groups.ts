/**
 * Clashes as lines of a table: those that are alike are one line with a count.
 *
 * The rule: (1) clashes of one kind (and status) between objects of the same two names are one group. (2) Of the
 * remaining single clashes, four or more of one kind that share an object are one group: the object with the most of
 * them first, the lower number among equals. A group is called after its worst clash, and groups
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

/** Clashes by object; a clash within an object counts once. */
function clashesOf(clashes: readonly ReportClash[]): Map<number, Set<ReportClash>> {
  const own = new Map<number, Set<ReportClash>>();
  for (const clash of clashes) {
    for (const object of [clash.a, clash.b]) {
      const known = own.get(object);
      if (known) known.add(clash);
      else own.set(object, new Set([clash]));
    }
  }
  return own;
}

function groupByObject(single: readonly ReportClash[]): ClashGroup[] {
  const own = clashesOf(single);
  // By the number of remaining clashes per object; forming a group reduces it for the others.
  const levels: number[][] = [];
  const file = (object: number) => (levels[own.get(object)!.size] ??= []).push(object);
  for (const object of own.keys()) file(object);
  const left = new Set(single);
  const groups: ClashGroup[] = [];
  for (let level = levels.length - 1; level >= ALIKE_LEAST; level--) {
    for (const common of (levels[level] ?? []).sort((p, q) => p - q)) {
      const clashes = own.get(common)!;
      if (clashes.size < level) {
        if (clashes.size >= ALIKE_LEAST) file(common);
        continue;
      }
      groups.push({ clashes: [...clashes], common });
      for (const clash of [...clashes]) {
        left.delete(clash);
        for (const object of [clash.a, clash.b]) own.get(object)!.delete(clash);
      }
    }
  }
  return [...groups, ...[...left].map((clash) => ({ clashes: [clash] }))];
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
