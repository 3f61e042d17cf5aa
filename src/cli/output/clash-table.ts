/** The table of clashes: one row for each, or for each group of similar ones. */
import type { ClashGroup } from '../../report/clash-groups.ts';
import { groupClashes } from '../../report/clash-groups.ts';
import { type ReportClash, severityOf, worstFirst } from '../../report/clash-list.ts';
import { depthText } from '../../report/depth-text.ts';
import type { Report } from '../../report/report.ts';
import { coordinate, grouped, plainText } from '../../report/text.ts';
import { unitSymbol } from '../../report/units.ts';
import type { Column, Table } from './text-table.ts';

export const SORTS = ['worst', 'depth', 'name', 'pairs', 'id'] as const;
export type Sort = (typeof SORTS)[number];

export interface ClashView {
  readonly sort: Sort;
  /** Lines at most. */
  readonly top: number;
  /** A line for each clash. */
  readonly all: boolean;
}

const PLACE_DIGITS = 5;

const left = (title: string): Column => ({ title, align: 'left' });
const named = (title: string): Column => ({ title, align: 'left', shortens: true });
const right = (title: string): Column => ({ title, align: 'right' });

export function labelsOf({ objects }: Report): string[] {
  return objects.map(({ label, name }) => plainText(label ?? name));
}

export function sortClashes(report: Report, sort: Sort): ReportClash[] {
  const clashes = [...(report.clashes ?? [])];
  const labels = labelsOf(report);
  const nameOf = ({ a, b }: ReportClash) => `${labels[a]} ${labels[b]}`;
  const text = (p: string, q: string) => (p < q ? -1 : Number(p > q));
  const orders: Record<Sort, (p: ReportClash, q: ReportClash) => number> = {
    worst: worstFirst,
    depth: (p, q) => severityOf(q) - severityOf(p) || worstFirst(p, q),
    name: (p, q) => text(nameOf(p), nameOf(q)) || worstFirst(p, q),
    pairs: (p, q) => q.pairs - p.pairs || worstFirst(p, q),
    id: (p, q) => text(p.id, q.id),
  };
  return clashes.sort(orders[sort]);
}

function objectText(labels: readonly string[], object: number): string {
  return `${labels[object]} (${object})`;
}

function otherText({ clashes, common }: ClashGroup, labels: readonly string[]): [string, string] {
  const [{ a, b }] = clashes;
  const first = common ?? a;
  const others = new Set(clashes.map((clash) => (clash.a === first ? clash.b : clash.a)));
  if (common !== undefined && others.size > 1) return [objectText(labels, first), `${others.size} objects`];
  return [objectText(labels, a), objectText(labels, b)];
}

function statusText(clashes: readonly ReportClash[]): string {
  const [{ status = '', decision }] = clashes;
  const deeper = clashes.some((clash) => (clash.deeper ?? 0) > 0) ? ', deeper' : '';
  return `${status}${decision && decision.state !== 'open' ? `, ${decision.state}` : ''}${deeper}`;
}

/** The lines to show and how many clashes they leave out. */
export function clashTable(report: Report, view: ClashView): { table: Table; hidden: number } {
  const labels = labelsOf(report);
  const clashes = sortClashes(report, view.sort).filter(({ byDesign }) => view.all || byDesign === undefined);
  const names = report.objects.map(({ name }) => name);
  const groups: ClashGroup[] = view.all ? clashes.map((clash) => ({ clashes: [clash] })) : groupClashes(clashes, names);
  const shown = groups.slice(0, view.top);
  const hasStatus = clashes.some(({ status }) => status !== undefined);
  const hasDesign = clashes.some(({ byDesign }) => byDesign !== undefined);
  const hasGroups = shown.some((group) => group.clashes.length > 1);
  const unit = report.unit ? ` (${unitSymbol(report.unit)})` : '';
  const rows = shown.map((group) => {
    const [worst] = group.clashes;
    const pairs = group.clashes.reduce((sum, clash) => sum + clash.pairs, 0);
    return [
      worst.id,
      worst.kind,
      ...(hasGroups ? [group.clashes.length > 1 ? `${grouped(group.clashes.length)} ×` : ''] : []),
      ...otherText(group, labels),
      depthText(worst),
      worst.point.map((value) => coordinate(value, PLACE_DIGITS)).join(' '),
      grouped(pairs),
      ...(hasStatus ? [statusText(group.clashes)] : []),
      ...(hasDesign ? [plainText(worst.byDesign ?? '')] : []),
    ];
  });
  const columns = [
    left('id'),
    left('kind'),
    ...(hasGroups ? [right('count')] : []),
    named('object'),
    named('other'),
    right(`depth${unit}`),
    left(`at${unit}`),
    right('pairs'),
    ...(hasStatus ? [left('status')] : []),
    ...(hasDesign ? [left('by design')] : []),
  ];
  const hidden = clashes.length - shown.reduce((sum, group) => sum + group.clashes.length, 0);
  return { table: { columns, rows }, hidden };
}

/** Clashes over the frames of an animation. */
export function trackTable(report: Report, top: number): { table: Table; hidden: number } {
  const labels = labelsOf(report);
  const tracks = report.animations?.flatMap((animation) => animation.tracks ?? []) ?? [];
  const rows = tracks
    .slice(0, top)
    .map(({ id, a, b, first, worst, last, frames }) => [
      id,
      worst.kind,
      objectText(labels, a),
      objectText(labels, b),
      String(first.frame),
      `${worst.frame} (${worst.time.toFixed(3)} s)`,
      depthText(worst),
      String(last.frame),
      grouped(frames),
    ]);
  const columns = [left('id'), left('kind'), named('object'), named('other'), right('first'), right('worst')];
  return {
    table: { columns: [...columns, right('depth'), right('last'), right('frames')], rows },
    hidden: Math.max(0, tracks.length - top),
  };
}
