/** `--csv`: one line per clash, for table programs. */

import type { ReportClash } from '../../report/clash-list.ts';
import { asInFile, gridOf, storeyOf, toTolerance } from '../../report/clash-place.ts';
import { assemblyText, badgeOf, elementName } from '../../report/elements.ts';
import { fitText } from '../../report/fits/fit-text.ts';
import type { Report } from '../../report/report.ts';
import { fileName, plainText } from '../../report/text.ts';
import { volumeEnds } from '../../report/volume-text.ts';
import { type ClashView, sortClashes } from './clash-table.ts';
import { writeOutput } from './output-file.ts';

type Value = string | number | null | undefined;

/** Columns for each of the two elements; titles end in A and B. */
const OF_ELEMENT: readonly (readonly [string, (report: Report, object: number) => Value])[] = [
  ['name', ({ objects }, i) => elementName(objects[i])],
  ['class', ({ objects }, i) => objects[i].class],
  ['type', ({ objects }, i) => objects[i].type],
  ['storey', ({ objects }, i) => objects[i].storey],
  ['system', ({ objects }, i) => objects[i].system],
  ['assembly', ({ objects }, i) => assemblyText(objects[i])],
  ['discipline', ({ objects }, i) => objects[i].discipline],
  ['globalId', ({ objects }, i) => objects[i].guid],
  ['badge', (report, i) => badgeOf(report, report.objects[i])],
  ['file', ({ objects }, i) => fileName(objects[i].file)],
  ['label', ({ objects }, i) => objects[i].label ?? objects[i].name],
  ['object', (_, i) => i],
];

type CsvColumn = readonly [string, (report: Report, clash: ReportClash) => Value];

/** A length, rounded to the tolerance; empty if there is none. */
const rounded = (report: Report, value: number | null | undefined): Value =>
  value === null || value === undefined ? undefined : Number(toTolerance(report, value));

const place =
  (axis: number): CsvColumn[1] =>
  (report, { point }) =>
    rounded(report, asInFile(report, point)[axis]);

const COLUMNS: readonly CsvColumn[] = [
  ['id', (_, { id }) => id],
  ['kind', (_, { kind }) => kind],
  ['severity', (_, { severity }) => severity],
  ['test', (_, { test }) => test],
  ['status', (_, { status }) => status],
  ['decision', (_, { decision }) => decision?.state],
  ['assignee', (_, { decision }) => decision?.assignee],
  ['due', (_, { decision }) => decision?.due],
  ['comment', (_, { decision }) => decision?.comment],
  ['byDesign', (_, { byDesign }) => byDesign],
  ...(['A', 'B'] as const).flatMap((side): CsvColumn[] =>
    OF_ELEMENT.map(([title, text]) => [`${title}${side}`, (report, { a, b }) => text(report, side === 'A' ? a : b)]),
  ),
  ['storey', (report, clash) => storeyOf(report, clash)],
  ['grid', (report, { point }) => gridOf(report, point)],
  ['x', place(0)],
  ['y', place(1)],
  ['z', place(2)],
  ['depthLeast', (report, { depth }) => rounded(report, depth?.least)],
  ['depthMost', (report, { depth }) => rounded(report, depth?.most)],
  ['noDepth', (_, { depth, reason }) => (depth ? undefined : reason)],
  ['undecided', (_, { undecided }) => (undecided ? 'yes' : undefined)],
  ['coincidentFaces', (_, { coincident }) => (coincident ? 'yes' : undefined)],
  ['fit', ({ unit }, { fit }) => fit && fitText(fit, unit)],
  ['volumeLeast', (_, { volume }) => volume && volumeEnds(volume).least],
  ['volumeMost', (_, { volume }) => volume && volumeEnds(volume).most],
  ['distance', (report, { distance }) => rounded(report, distance)],
  ['unit', ({ unit }) => unit],
  ['pairs', (_, { pairs }) => pairs],
];

/** Without it, spreadsheet programs assume the local legacy encoding. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Spreadsheet programs would run a name that begins like a formula: a leading quote keeps it text. Quotes around a name with
 * any character that some program takes for the end of a cell keep it in one cell.
 */
function cell(value: Value): string {
  if (typeof value === 'number') return String(value);
  const text = plainText(value ?? '').replace(/^\s*[=+\-@＝＋－＠]/, "'$&");
  return /[",;|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvText(report: Report, clashes: readonly ReportClash[]): string {
  const titles = COLUMNS.map(([title]) => title).join(',');
  const lines = clashes.map((clash) => COLUMNS.map(([, text]) => cell(text(report, clash))).join(','));
  return `${BYTE_ORDER_MARK}${[titles, ...lines].join('\r\n')}\r\n`;
}

/** Includes clashes by design, with the reason; and mere contacts when those are listed. */
export async function writeCsv(path: string, report: Report, view: ClashView): Promise<void> {
  await writeOutput(path, csvText(report, sortClashes(report, { ...view, byDesign: true })));
}
