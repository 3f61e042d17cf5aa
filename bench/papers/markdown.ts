/** Reports as Markdown: the paper's figures next to ours, in the same row. */
import { type Machine, machineLine } from './machine.ts';
import type { PaperColumn, PaperRow, PaperTable, PaperValue } from './paper.ts';
import type { Plot } from './plot/plot.ts';
import type { PaperReport, PapersRun } from './run-papers.ts';
import { timesSaid } from './times-said.ts';
import { valueText } from './value-text.ts';

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
  const said = timesSaid(report.paper, report.tables);
  const times = said.length > 0 ? [`**What the times say**`, said.map((sentence) => `- ${sentence}`).join('\n')] : [];
  return [machines, ...report.tables.map(tableMarkdown), ...times, ...plots].join('\n\n');
}

export function reportMarkdown(report: PaperReport, machine: Machine, pictures?: string): string {
  const head = `## ${report.paper}: ${report.title}\n\n${report.source}`;
  return `${head}\n\n${resultsMarkdown(report, machine, pictures)}\n`;
}

export function runMarkdown({ machine, reports }: PapersRun): string {
  return reports.map((report) => `${reportMarkdown(report, machine)}\n`).join('');
}
