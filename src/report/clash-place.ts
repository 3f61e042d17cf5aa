/**
 * Where a clash is, as people on site say it: in the model's own coordinates, upright along z, with storey and nearest grid lines.
 *
 * IFC files are read with y up (x, z and −y of the file); whatever is shown to people is converted back.
 */
import type { GridLine, Storey } from '../io/cad/cad-job.ts';
import type { ReportClash } from './clash-list.ts';
import type { Report } from './report.ts';
import { coordinate } from './text.ts';

/** How far below its floor a place still belongs to a storey: its slab is part of it. */
const BELOW_FLOOR = 0.5;
const DIGITS_MOST = 9;

/** As the file has it. */
export function asInFile({ isTurned }: Pick<Report, 'isTurned'>, [x, y, z]: readonly number[]): number[] {
  // Without a zero that has a sign.
  return isTurned ? [x, 0 - z, y] : [x, y, z];
}

/** Decimals that are meaningful at a tolerance: 3 for a millimetre in metres. */
export function decimalsFor(tolerance: number | undefined): number | undefined {
  if (!tolerance || !(tolerance > 0)) return undefined;
  return Math.max(0, Math.min(12, Math.ceil(-Math.log10(tolerance) - 1e-9)));
}

/** A number, rounded to the tolerance of the report. */
export function toTolerance({ tolerance }: Pick<Report, 'tolerance'>, value: number): string {
  const decimals = decimalsFor(tolerance?.value);
  if (decimals === undefined) return coordinate(value, DIGITS_MOST);
  return String(Number(value.toFixed(decimals)));
}

/** Three numbers, as the file has them and rounded to the tolerance. */
export function pointText(
  report: Pick<Report, 'isTurned' | 'tolerance'>,
  point: readonly number[],
  between = ' ',
): string {
  return asInFile(report, point)
    .map((value) => toTolerance(report, value))
    .join(between);
}

/** All storeys of all files, from the lowest to the highest; those without elevation last. */
export function storeysOf({ models = [] }: Pick<Report, 'models'>): Storey[] {
  const found = new Map<string, Storey>();
  for (const { storeys = [] } of models) {
    for (const storey of storeys) {
      const known = found.get(storey.name);
      if (!known || known.elevation === undefined) found.set(storey.name, storey);
    }
  }
  return [...found.values()].sort((p, q) => (p.elevation ?? Infinity) - (q.elevation ?? Infinity) || 0);
}

function byElevation(storeys: readonly Storey[], height: number): Storey | undefined {
  return storeys.findLast(({ elevation }) => elevation !== undefined && elevation <= height + BELOW_FLOOR);
}

/** The storey that both elements state, or the one that is stated; if they differ, by height. */
export function storeyOf(report: Report, { a, b, point }: Pick<ReportClash, 'a' | 'b' | 'point'>): string | undefined {
  const [own, other] = [report.objects[a]?.storey, report.objects[b]?.storey];
  if (own === undefined || other === undefined || own === other) return own ?? other;
  const among = storeysOf(report).filter(({ name }) => name === own || name === other);
  const [lowest] = among;
  return byElevation(among, asInFile(report, point)[2])?.name ?? lowest?.name ?? own;
}

function apart({ from, to }: GridLine, [x, y]: readonly number[]): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  return Math.abs(dx * (y - from[1]) - dy * (x - from[0])) / Math.hypot(dx, dy);
}

/** The nearest line of each family, as in `B/3`; undefined without a grid. */
export function gridOf(report: Report, point: readonly number[]): string | undefined {
  const lines = (report.models ?? []).flatMap(({ gridLines = [] }) => gridLines);
  const place = asInFile(report, point);
  const nearest = (['u', 'v', 'w'] as const).flatMap((family) => {
    const own = lines.filter((line) => line.family === family);
    return own.length === 0 ? [] : [own.reduce((p, q) => (apart(q, place) < apart(p, place) ? q : p)).name];
  });
  return nearest.length > 0 ? nearest.join('/') : undefined;
}

/** `Level 2, B/3`; empty where neither is known. */
export function whereText(report: Report, clash: Pick<ReportClash, 'a' | 'b' | 'point'>): string {
  return [storeyOf(report, clash), gridOf(report, clash.point)].filter((text) => text !== undefined).join(', ');
}
