/** What a search looks through: all that is told of a clash, so that "beam", "IfcBeam" and "Level 1" all find it. */
import type { ReportClash } from './clash-list.ts';
import { storeyOf } from './clash-place.ts';
import type { Report } from './report.ts';

/** In small letters. */
export function searchText(report: Report, clash: ReportClash): string {
  const { id, kind, test, severity, byDesign, decision, status } = clash;
  const objects = [...new Set([clash.a, clash.b])].map((i) => report.objects[i]);
  const told = objects.flatMap((object) => [
    ...[object.label, object.name, object.class, object.type, object.storey, object.system, object.key, object.file],
    ...[object.discipline, ...(object.layers ?? []), ...(object.materials ?? [])],
  ]);
  const own = [id, kind, test, severity, byDesign, status, decision?.state, decision?.assignee, decision?.comment];
  return [...own, storeyOf(report, clash), ...told]
    .filter((text) => text !== undefined)
    .join('\n')
    .toLowerCase();
}

/** Whether all words of a search are there; what stands between quotes is one word. */
export function isFound(text: string, search: string): boolean {
  const words = search.toLowerCase().match(/"[^"]+"|\S+/g) ?? [];
  return words.every((word) => text.includes(word.replaceAll('"', '')));
}
