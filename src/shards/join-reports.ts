/** Joins the reports of batches of files into the one that a single process would have made of all of them. */
import { nameObjects } from '../report/object-keys.ts';
import { emptyReport, type Report } from '../report/report.ts';
import { sortRegions } from '../report/self-regions.ts';
import type { FilesDone } from './shard-results.ts';

export function joinReports(command: string, parts: readonly Pick<FilesDone, 'report' | 'shapes'>[]): Report {
  const whole = emptyReport(command);
  const regions = [];
  const unreadable = [];
  const surfaces = [];
  for (const { report } of parts) {
    const first = whole.objects.length;
    whole.objects.push(...report.objects);
    whole.pairs += report.pairs;
    for (const kind of ['touching', 'crossing', 'coplanar'] as const) whole.contacts[kind] += report.contacts[kind];
    whole.objectPairs.push(...report.objectPairs.map(({ a, b, pairs }) => ({ a: a + first, b: b + first, pairs })));
    whole.places.push(...report.places.map((place) => ({ ...place, a: place.a + first, b: place.b + first })));
    regions.push(...(report.regions ?? []).map((region) => ({ ...region, object: region.object + first })));
    unreadable.push(...(report.unreadable ?? []));
    surfaces.push(...(report.surfaces ?? []).map((fault) => ({ ...fault, object: fault.object + first })));
    whole.milliseconds.read += report.milliseconds.read;
    whole.milliseconds.query += report.milliseconds.query;
    whole.threads = Math.max(whole.threads, report.threads);
    whole.engine = report.engine;
  }
  whole.regions = sortRegions(regions);
  if (surfaces.length > 0) whole.surfaces = surfaces;
  if (unreadable.length > 0) whole.unreadable = unreadable;
  const { labels } = nameObjects(
    whole.objects,
    parts.flatMap(({ shapes }) => shapes),
  );
  for (const [i, object] of whole.objects.entries()) object.label = labels[i];
  return whole;
}

/** Lines of `--pairs` with the numbers of objects raised by `first`. */
export function renumberPairs(lines: string, first: number): string {
  if (first === 0) return lines;
  return lines.replace(
    /^(\d+)\t(\d+)\t(\d+)\t/gm,
    (_, a, triangle, b) => `${+a + first}\t${triangle}\t${+b + first}\t`,
  );
}
