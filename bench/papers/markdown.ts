/** Reports as Markdown: what the paper reports beside what we measured, in the same row. */
import { type Machine, machineLine } from './machine.ts';
import type { PaperColumn, PaperRow, PaperTable, PaperValue } from './paper.ts';
import type { Plot } from './plot/plot.ts';
import type { PaperReport, PapersRun } from './run-papers.ts';

/** Thousands apart; fractions with as many digits as say something: 1 340, 21.3, 0.052. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (Number.isInteger(value) || size >= 100) return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ' ');
  return size >= 0.1 ? value.toFixed(size >= 10 ? 1 : 2) : String(Number(value.toPrecision(2)));
}

export function valueText(value: PaperValue | undefined): string {
  if (value === undefined) return '–';
  if (typeof value === 'string') return value.replaceAll('|', '\\|');
  if (typeof value === 'number') return numberText(value);
  return `${numberText(value[0])}–${numberText(value[1])}`;
}

interface Cells {
  readonly head: string;
  readonly isText: boolean;
  readonly of: (row: PaperRow) => PaperValue | undefined;
}

/** A column for each side that has something to say in it. */
function cellsOf({ key, title, unit }: PaperColumn, rows: readonly PaperRow[]): Cells[] {
  const sides = (['paper', 'ours'] as const).filter((side) => rows.some((row) => row[side][key] !== undefined));
  return sides.map((side) => ({
    head: `${title}, ${side}${unit ? ` (${unit})` : ''}`,
    isText: rows.some((row) => typeof row[side][key] === 'string'),
    of: (row) => row[side][key],
  }));
}

export function tableMarkdown({ title, rowTitle, columns, rows, note }: PaperTable): string {
  const cells = columns.flatMap((column) => cellsOf(column, rows));
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  return [
    `**${title}**`,
    '',
    line([rowTitle, ...cells.map(({ head }) => head)]),
    line(['---', ...cells.map(({ isText }) => (isText ? '---' : '---:'))]),
    ...rows.map((row) => line([row.label, ...cells.map(({ of }) => valueText(of(row)))])),
    ...(note ? ['', note] : []),
  ].join('\n');
}

export function plotFileName(paper: string, { name }: Plot): string {
  return `${paper}-${name}.svg`;
}

function plotMarkdown(report: PaperReport, plot: Plot, folder: string): string {
  const alt = plot.description.replaceAll(/[[\]]/g, '');
  return `![${alt}](${folder}${plotFileName(report.paper, plot)})`;
}

/** The results of a paper. Pictures are linked from `pictures`, a folder ending with a slash, or left out without one. */
export function resultsMarkdown(report: PaperReport, machine: Machine, pictures?: string): string {
  const plots = pictures === undefined ? [] : report.plots.map((plot) => plotMarkdown(report, plot, pictures));
  const setup = report.setup ? `; ${report.setup}` : '';
  const machines = `Paper: ${report.hardware}. Ours: ${machineLine(machine)}${setup}.`;
  return [machines, ...report.tables.map(tableMarkdown), ...plots].join('\n\n');
}

export function reportMarkdown(report: PaperReport, machine: Machine, pictures?: string): string {
  const head = `## ${report.paper}: ${report.title}\n\n${report.source}`;
  return `${head}\n\n${resultsMarkdown(report, machine, pictures)}\n`;
}

export function runMarkdown({ machine, reports }: PapersRun): string {
  return reports.map((report) => `${reportMarkdown(report, machine)}\n`).join('');
}
