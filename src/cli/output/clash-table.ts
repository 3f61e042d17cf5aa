/** The table of clashes: one row for each, or for each group of similar ones; of elements of buildings two, one for each element. */
import { type ClashGroup, groupClashes } from '../../report/clash-groups.ts';
import { type ReportClash, severityOf, worstFirst } from '../../report/clash-list.ts';
import { pointText, whereText } from '../../report/clash-place.ts';
import { depthText } from '../../report/depth-text.ts';
import { badgeOf, elementName } from '../../report/elements.ts';
import { isDeeper } from '../../report/gate.ts';
import type { Grouping } from '../../report/groupings.ts';
import { type ListedChoice, listedClashes } from '../../report/listed.ts';
import type { Report } from '../../report/report.ts';
import { grouped, plainText } from '../../report/text.ts';
import { unitSymbol } from '../../report/units.ts';
import { cubic, volumeText } from '../../report/volume-text.ts';
import type { Column, Table } from './text-table.ts';

export const SORTS = ['worst', 'depth', 'name', 'pairs', 'id'] as const;
export type Sort = (typeof SORTS)[number];

export interface ClashView extends ListedChoice {
  readonly sort: Sort;
  /** Lines at most. */
  readonly top: number;
  /** A line for each clash. */
  readonly all: boolean;
  readonly groupedBy?: Grouping;
  /** Also the objects, and how their triangles meet. */
  readonly objects?: boolean;
}

export const left = (title: string): Column => ({ title, align: 'left' });
export const named = (title: string): Column => ({ title, align: 'left', shortens: true });
export const right = (title: string): Column => ({ title, align: 'right' });

export function labelsOf({ objects }: Report): string[] {
  return objects.map(({ label, name }) => plainText(label ?? name));
}

/** Clashes that are listed, in the order that was asked for. */
export function sortClashes(
  report: Report,
  { sort, ...choice }: ListedChoice & { readonly sort: Sort },
): ReportClash[] {
  const names = report.objects.map(elementName);
  const nameOf = ({ a, b }: ReportClash) => `${names[a]} ${names[b]}`;
  const text = (p: string, q: string) => (p < q ? -1 : Number(p > q));
  const orders: Record<Sort, (p: ReportClash, q: ReportClash) => number> = {
    worst: worstFirst,
    depth: (p, q) => severityOf(q) - severityOf(p) || worstFirst(p, q),
    name: (p, q) => text(nameOf(p), nameOf(q)) || worstFirst(p, q),
    pairs: (p, q) => q.pairs - p.pairs || worstFirst(p, q),
    id: (p, q) => text(p.id, q.id),
  };
  return listedClashes(report, choice).sort(orders[sort]);
}

/** The two parties of a row: both objects, or one object and how many others it meets. */
function sidesOf({ clashes, common }: ClashGroup): [number, number | string] {
  const [{ a, b }] = clashes;
  const first = common ?? a;
  const others = new Set(clashes.map((clash) => (clash.a === first ? clash.b : clash.a)));
  if (common !== undefined && others.size > 1) return [first, `${others.size} objects`];
  return [a, b];
}

function statusText(clashes: readonly ReportClash[], { tolerance }: Report): string {
  const [{ status = '', decision }] = clashes;
  const deeper = clashes.some((clash) => isDeeper(clash, tolerance?.value)) ? ', deeper' : '';
  const who = decision?.assignee === undefined ? '' : `, ${plainText(decision.assignee)}`;
  return `${status}${decision && decision.state !== 'open' ? `, ${decision.state}` : ''}${who}${deeper}`;
}

/** Columns before and after the two names. */
interface Shown {
  readonly report: Report;
  readonly groups: readonly ClashGroup[];
  readonly unit: string;
}

interface TextColumn {
  readonly column: Column;
  readonly text: (group: ClashGroup) => string;
}

/** Columns that all tables have, without empty ones. */
function present({ groups }: Shown, columns: readonly TextColumn[]): TextColumn[] {
  return columns.filter(({ text }) => groups.some((group) => text(group) !== ''));
}

const counts: TextColumn = {
  column: right('count'),
  text: ({ clashes }) => (clashes.length > 1 ? `${grouped(clashes.length)} ×` : ''),
};
const severities: TextColumn = { column: left('severity'), text: ({ clashes: [{ severity }] }) => severity ?? '' };
const statuses = (report: Report): TextColumn => ({
  column: left('status'),
  text: ({ clashes }) => statusText(clashes, report),
});
const reasons: TextColumn = {
  column: left('by design'),
  text: ({ clashes: [{ byDesign }] }) => plainText(byDesign ?? ''),
};
const ids: TextColumn = { column: left('id'), text: ({ clashes: [{ id }] }) => id };
const kinds: TextColumn = { column: left('kind'), text: ({ clashes: [{ kind }] }) => kind };

const contacts: TextColumn = {
  column: left('contact'),
  text: ({ clashes }) => {
    const count = clashes.filter(({ coincident }) => coincident).length;
    if (count === 0) return '';
    return count === clashes.length ? 'coincident faces' : `${grouped(count)} with coincident faces`;
  },
};

function measures({ report, unit }: Shown): TextColumn[] {
  return [
    { column: right(`depth${unit}`), text: ({ clashes: [worst] }) => depthText(worst, report.tolerance?.value) },
    { column: left(`at${unit}`), text: ({ clashes: [worst] }) => pointText(report, worst.point) },
  ];
}

function volumes({ report: { unit } }: Shown): TextColumn {
  const column = right(unit ? `volume (${cubic(unit)})` : 'volume');
  return { column, text: ({ clashes: [worst] }) => volumeText(worst.volume) };
}

function plainTable(shown: Shown): Table {
  const labels = labelsOf(shown.report);
  const [depth, at] = measures(shown);
  const sideText = (side: number | string) => (typeof side === 'string' ? side : `${labels[side]} (${side})`);
  const columns = [
    ...[ids, kinds],
    ...present(shown, [severities, counts]),
    { column: named('object'), text: (group: ClashGroup) => sideText(sidesOf(group)[0]) },
    { column: named('other'), text: (group: ClashGroup) => sideText(sidesOf(group)[1]) },
    ...[depth, ...present(shown, [volumes(shown)]), at],
    {
      column: right('pairs'),
      text: ({ clashes }: ClashGroup) => grouped(clashes.reduce((sum, clash) => sum + clash.pairs, 0)),
    },
    ...present(shown, [contacts, statuses(shown.report), reasons]),
  ];
  return {
    columns: columns.map(({ column }) => column),
    rows: shown.groups.map((group) => columns.map(({ text }) => text(group))),
  };
}

/** Two rows for each clash: its details beside the first element, the second element below. */
function elementTable(shown: Shown): Table {
  const { report } = shown;
  const [depth, at] = measures(shown);
  const where: TextColumn = {
    column: left('where'),
    text: ({ clashes: [worst] }) => plainText(whereText(report, worst)),
  };
  const before = [
    ids,
    ...present(shown, [severities]),
    kinds,
    ...present(shown, [counts]),
    depth,
    ...present(shown, [volumes(shown)]),
  ];
  const behind = [...present(shown, [where]), at, ...present(shown, [statuses(shown.report), reasons])];
  const elementCells = (side: number | string): string[] => {
    if (typeof side === 'string') return ['', side, ''];
    const object = report.objects[side];
    return [badgeOf(report, object), elementName(object), plainText(object.class ?? '')];
  };
  const rows = shown.groups.flatMap((group) => {
    const [first, second] = sidesOf(group).map(elementCells);
    return [
      [...before.map(({ text }) => text(group)), ...first, ...behind.map(({ text }) => text(group))],
      [...before.map(() => ''), ...second, ...behind.map(() => '')],
    ];
  });
  const columns = [
    ...before.map(({ column }) => column),
    ...[left('file'), named('element'), left('class')],
    ...behind.map(({ column }) => column),
  ];
  const hasFiles = (report.models?.length ?? 0) > 1;
  const file = before.length;
  const kept = <T>(cells: readonly T[]) => (hasFiles ? cells : cells.filter((_, i) => i !== file));
  return { columns: kept(columns), rows: rows.map(kept) };
}

export interface ShownClashes {
  readonly table: Table;
  /** Clashes in the table, and how many it leaves out. */
  readonly shown: number;
  readonly hidden: number;
  /** Whether similar clashes share a row. */
  readonly isFolded: boolean;
}

/** The lines to show, of these clashes. `top`: at most. */
export function clashTable(
  report: Report,
  clashes: readonly ReportClash[],
  view: ClashView,
  top = view.top,
): ShownClashes {
  const names = report.objects.map(({ name }) => name);
  const isEach = view.all || view.groupedBy !== undefined;
  const groups: ClashGroup[] = isEach ? clashes.map((clash) => ({ clashes: [clash] })) : groupClashes(clashes, names);
  const unit = report.unit ? ` (${unitSymbol(report.unit)})` : '';
  const shown: Shown = { report, groups: groups.slice(0, top), unit };
  const isBuilding = clashes.some(({ a, b }) => (report.objects[a].class ?? report.objects[b].class) !== undefined);
  const count = shown.groups.reduce((sum, group) => sum + group.clashes.length, 0);
  return {
    table: isBuilding ? elementTable(shown) : plainTable(shown),
    shown: count,
    hidden: clashes.length - count,
    isFolded: shown.groups.some((group) => group.clashes.length > 1),
  };
}

/** Clashes over the frames of an animation. */
export function trackTable(report: Report, top: number): { table: Table; hidden: number } {
  const labels = labelsOf(report);
  const objectText = (object: number) => `${labels[object]} (${object})`;
  const tracks = report.animations?.flatMap((animation) => animation.tracks ?? []) ?? [];
  const rows = tracks
    .slice(0, top)
    .map(({ id, a, b, first, worst, last, frames }) => [
      id,
      worst.kind,
      objectText(a),
      objectText(b),
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
