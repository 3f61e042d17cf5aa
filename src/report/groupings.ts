/**
 * Clashes in groups that people decide on at once: of one element, on one storey, in one system, of one test, between two types or two assemblies.
 *
 * Of its two elements a clash belongs to the one with more clashes, so that a slab that forty pipes go through is one group. A group
 * keeps its id as long as it is called the same.
 */
import { shortHash } from './clash-id.ts';
import type { ReportClash } from './clash-list.ts';
import { storeyOf } from './clash-place.ts';
import { assemblyText, elementText } from './elements.ts';
import { groupBy } from './group-by.ts';
import type { Report } from './report.ts';
import { plainText } from './text.ts';

export const GROUPINGS = ['element', 'storey', 'system', 'test', 'types', 'assembly'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface NamedGroup {
  readonly id: string;
  readonly title: string;
  /** In the order in which they were given. */
  readonly clashes: readonly ReportClash[];
}

interface Called {
  readonly key: string;
  /** Asked once for each group. */
  readonly title: () => string;
}

type CallOf = (clash: ReportClash) => Called;

const GROUP_ID = /^g-[0-9a-z]+$/;

/** Whether a word looks like the id of a group. */
export const isGroupId = (word: string) => GROUP_ID.test(word);

function byElement(report: Report, clashes: readonly ReportClash[]): CallOf {
  const counts = new Map<number, number>();
  for (const { a, b } of clashes) for (const object of [a, b]) counts.set(object, (counts.get(object) ?? 0) + 1);
  return ({ a, b }) => {
    const object = report.objects[counts.get(b)! > counts.get(a)! ? b : a];
    return { key: object.key ?? object.name, title: () => elementText(object) };
  };
}

const asCalled = (text: string | undefined, none: string): Called => ({
  key: text ?? '',
  title: () => plainText(text ?? none),
});

function together(texts: readonly (string | undefined)[]): string | undefined {
  const known = [...new Set(texts.filter((text) => text !== undefined))].sort();
  return known.length > 0 ? known.join(' / ') : undefined;
}

function callOf(report: Report, clashes: readonly ReportClash[], grouping: Grouping): CallOf {
  const { objects } = report;
  const both = ({ a, b }: ReportClash) => [objects[a], objects[b]];
  switch (grouping) {
    case 'element':
      return byElement(report, clashes);
    case 'storey':
      return (clash) => asCalled(storeyOf(report, clash), 'no storey');
    case 'system':
      return (clash) => asCalled(together(both(clash).map(({ system }) => system)), 'no system');
    case 'test':
      return (clash) => asCalled(clash.test, 'no test');
    case 'assembly':
      return (clash) => asCalled(together(both(clash).map(assemblyText)), 'no assembly');
    case 'types':
      return (clash) =>
        asCalled(
          both(clash)
            .map((object) => object.type ?? object.class ?? object.name)
            .sort()
            .join(' / '),
          '',
        );
  }
}

/** In the order of their first clashes, which is that of the worst where the list is. */
export function groupsBy(report: Report, clashes: readonly ReportClash[], grouping: Grouping): NamedGroup[] {
  const call = callOf(report, clashes, grouping);
  const titles = new Map<string, string>();
  const groups = groupBy(clashes, (clash) => {
    const { key, title } = call(clash);
    if (!titles.has(key)) titles.set(key, title());
    return key;
  });
  return [...groups].map(([key, own]) => ({
    id: `g-${shortHash(`${grouping} ${key}`)}`,
    title: titles.get(key)!,
    clashes: own,
  }));
}
