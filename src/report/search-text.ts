/** The text that a search covers: everything shown about a clash, so that "beam", "IfcBeam" and "Level 1" all find it. */
import type { ReportClash } from './clash-list.ts';
import { storeyOf } from './clash-place.ts';
import type { Report, ReportObject } from './report.ts';

const joined = (texts: readonly (string | undefined)[]) =>
  texts
    .filter((text) => text !== undefined)
    .join('\n')
    .toLowerCase();

/** Of an object, in small letters. */
export function objectSearchText(object: ReportObject): string {
  return joined([
    ...[object.label, object.name, object.class, object.type, object.storey, object.system, object.key, object.file],
    ...[object.discipline, ...(object.layers ?? []), ...(object.materials ?? [])],
  ]);
}

/** Of a clash besides its objects, in small letters. */
export function ownSearchText(clash: ReportClash, storey: string | undefined): string {
  const { id, kind, test, severity, byDesign, decision, status } = clash;
  return joined([
    ...[id, kind, test, severity, byDesign, status, decision?.state, decision?.assignee, decision?.comment],
    storey,
  ]);
}

/** In small letters. */
export function searchText(report: Report, clash: ReportClash): string {
  const objects = [...new Set([clash.a, clash.b])].map((i) => report.objects[i]);
  return [ownSearchText(clash, storeyOf(report, clash)), ...objects.map(objectSearchText)].join('\n');
}

/** The words of a search, in small letters; what stands between quotes is one word. */
export function searchWords(search: string): string[] {
  const words = search.toLowerCase().match(/"[^"]+"|\S+/g) ?? [];
  return words.map((word) => word.replaceAll('"', ''));
}

/** Whether all words of a search are there. */
export function isFound(text: string, search: string): boolean {
  return searchWords(search).every((word) => text.includes(word));
}
