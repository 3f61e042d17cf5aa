/**
 * Which clashes a list has: those that are open to be decided. What is by design and what only touches is counted apart and listed
 * when asked for.
 *
 * Promise: a clash that could not be distinguished from the tolerance (`undecided`) is never treated as a mere contact.
 */
import type { ReportClash } from './clash-list.ts';
import type { Report } from './report.ts';
import { isFound, searchText } from './search-text.ts';

export interface ListedChoice {
  readonly touching?: boolean;
  readonly byDesign?: boolean;
  /** Only those that a search finds. */
  readonly find?: string;
}

export type Standing = 'open' | 'by design' | 'touching';

export function standingOf({ kind, byDesign, undecided }: ReportClash): Standing {
  if (byDesign !== undefined) return 'by design';
  return kind === 'touching' && !undecided ? 'touching' : 'open';
}

export function isListed(clash: ReportClash, { touching, byDesign }: ListedChoice): boolean {
  const standing = standingOf(clash);
  return standing === 'open' || (standing === 'touching' ? touching : byDesign) === true;
}

/** In the order of the report. */
export function listedClashes(report: Report, choice: ListedChoice): ReportClash[] {
  const { clashes = [] } = report;
  const { find } = choice;
  const listed = clashes.filter((clash) => isListed(clash, choice));
  return find === undefined ? listed : listed.filter((clash) => isFound(searchText(report, clash), find));
}

export function countStandings(clashes: readonly ReportClash[]): Record<Standing, number> {
  const counts: Record<Standing, number> = { open: 0, 'by design': 0, touching: 0 };
  for (const clash of clashes) counts[standingOf(clash)]++;
  return counts;
}
