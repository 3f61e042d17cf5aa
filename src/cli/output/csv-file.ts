/** `--csv`: one line per clash, for table programs. */
import type { ReportClash } from '../../report/clash-list.ts';
import type { Report } from '../../report/report.ts';
import { plainText } from '../../report/text.ts';
import { type Sort, sortClashes } from './clash-table.ts';
import { OutputFile } from './output-file.ts';

const COLUMNS = [
  'id',
  'kind',
  'status',
  'decision',
  'a',
  'labelA',
  'b',
  'labelB',
  'depthLeast',
  'depthMost',
  'noDepth',
  'distance',
  'unit',
  'x',
  'y',
  'z',
  'pairs',
];

/**
 * A name that begins like a formula would be one to a table program: a quote before it keeps it text. Quotes around a name
 * with any character that some program takes for the end of a cell keep it in one.
 */
function cell(value: string | number | null | undefined): string {
  if (typeof value === 'number') return String(value);
  const text = plainText(value ?? '').replace(/^\s*[=+\-@＝＋－＠]/, "'$&");
  return /[",;|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function row({ objects, unit }: Report, clash: ReportClash): string {
  const { id, kind, status, decision, a, b, depth, reason, distance, point, pairs } = clash;
  const labels = [a, b].map((object) => objects[object].label ?? objects[object].name);
  const cells = [id, kind, status, decision?.state, a, labels[0], b, labels[1]];
  const measures = [depth?.least, depth?.most, reason, distance, unit, ...point, pairs];
  return [...cells, ...measures].map(cell).join(',');
}

export function csvText(report: Report, clashes: readonly ReportClash[]): string {
  return `${[COLUMNS.join(','), ...clashes.map((clash) => row(report, clash))].join('\r\n')}\r\n`;
}

export async function writeCsv(path: string, report: Report, sort: Sort): Promise<void> {
  const file = OutputFile.open(path);
  try {
    await file.write(csvText(report, sortClashes(report, sort)));
    file.commit();
  } finally {
    file.discard();
  }
}
