/** What a report shows one by one: its clashes; of `check`, the places in which objects meet themselves. */
import type { ReportClash } from '../clash-list.ts';
import type { Report } from '../report.ts';

/** In the order of the report. */
export function findingsOf({ clashes, regions = [] }: Report): readonly ReportClash[] {
  if (clashes) return clashes;
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
