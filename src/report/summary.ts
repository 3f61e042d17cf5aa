/** Clashes counted by storey and by pair of disciplines: what a coordinator asks first. */
import type { ReportClash } from './clash-list.ts';
import { storeyOf, storeysOf } from './clash-place.ts';
import { DISCIPLINES, type Discipline } from './disciplines.ts';
import { groupBy } from './group-by.ts';
import type { Report } from './report.ts';
import { grouped, plainText } from './text.ts';

export interface StoreyCount {
  readonly storey: string;
  readonly count: number;
}

/** From below; storeys without elevation and those that no file lists last. */
export function countsByStorey(report: Report, clashes: readonly ReportClash[]): StoreyCount[] {
  const found = groupBy(clashes, (clash) => storeyOf(report, clash) ?? '');
  const order = storeysOf(report).map(({ name }) => name);
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...found]
    .filter(([storey]) => storey !== '')
    .sort(([p], [q]) => rank(p) - rank(q) || (p < q ? -1 : 1))
    .map(([storey, list]) => ({ storey, count: list.length }));
}

export interface DisciplineMatrix {
  readonly disciplines: readonly Discipline[];
  /** `counts[i][j]`: clashes between disciplines i and j; the same as `counts[j][i]`. */
  readonly counts: readonly (readonly number[])[];
}

/** Undefined where objects have no disciplines. */
export function disciplineMatrix({ objects }: Report, clashes: readonly ReportClash[]): DisciplineMatrix | undefined {
  const present = new Set(objects.map(({ discipline }) => discipline));
  const disciplines = DISCIPLINES.filter((discipline) => present.has(discipline));
  if (disciplines.length === 0) return undefined;
  const counts = disciplines.map(() => disciplines.map(() => 0));
  const at = ({ discipline = 'other' }: Report['objects'][number]) => disciplines.indexOf(discipline);
  for (const { a, b } of clashes) {
    const [i, j] = [at(objects[a]), at(objects[b])];
    if (i < 0 || j < 0) continue;
    counts[i][j]++;
    if (i !== j) counts[j][i]++;
  }
  return { disciplines, counts };
}

export function betweenDisciplines({ objects }: Report, clashes: readonly ReportClash[]): number {
  return clashes.filter(({ a, b }) => objects[a]?.discipline !== objects[b]?.discipline).length;
}

/** `9 between disciplines; 12 on Level 2, 8 on Level 1`; undefined where there is nothing of that kind to say. */
export function summarySentence(report: Report, clashes: readonly ReportClash[]): string | undefined {
  const storeys = countsByStorey(report, clashes).toSorted((p, q) => q.count - p.count);
  const between = betweenDisciplines(report, clashes);
  const disciplines = new Set(report.objects.map(({ discipline }) => discipline));
  const hasDisciplines = disciplines.size > 1;
  if (clashes.length === 0 || (!hasDisciplines && storeys.length === 0)) return undefined;
  const levels = storeys.map(({ storey, count }) => `${grouped(count)} on ${plainText(storey)}`).join(', ');
  const parts = [
    hasDisciplines ? `${between === 0 ? 'none' : grouped(between)} between disciplines` : '',
    levels,
  ].filter(Boolean);
  return parts.join('; ');
}
