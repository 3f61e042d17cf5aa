/** What a report shows one by one: its clashes; of `check`, the places in which objects meet themselves. */
import type { ReportClash } from '../clash-list.ts';
import { type ListedChoice, listedClashes } from '../listed.ts';
import type { Report } from '../report.ts';

/** In the order of the report; of clashes those that are listed. */
export function findingsOf(report: Report, choice: ListedChoice = {}): readonly ReportClash[] {
  const { clashes, regions = [] } = report;
  if (clashes) return listedClashes(report, choice);
  return regions.map(({ id, object, kind, pairs, point, bounds }) => ({
    id,
    kind,
    a: object,
    b: object,
    pairs,
    depth: null,
    reason: 'self',
    distance: null,
    point,
    normal: null,
    bounds,
  }));
}
