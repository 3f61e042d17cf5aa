/** The report as Markdown, for the summary of a CI job. */
import { foundAny, type Report } from '../../report/report.ts';
import { animationSentence, noteSentences, timeSentence, verdict } from '../../report/sentences.ts';
import { counted, grouped } from '../../report/text.ts';
import { type ClashView, clashTable, labelsOf, sortClashes, trackTable } from './clash-table.ts';
import { frameTable, objectTable, placeTable, ROWS_MOST, regionTable, shownPlaces } from './report-tables.ts';
import { markdownText, renderMarkdownTable } from './text-table.ts';

const DIGITS = 6;

function more(total: number, noun: string): string {
  return total > ROWS_MOST ? `\n… and ${counted(total - ROWS_MOST, noun)} more\n` : '';
}

function clashBlocks(report: Report, view: ClashView): string[] {
  const { table, hidden } = clashTable(report, sortClashes(report, view), view);
  const rest = hidden > 0 ? `\n… and ${grouped(hidden)} more\n` : '';
  return table.rows.length > 0 ? [`${renderMarkdownTable(table)}${rest}`] : [];
}

export function markdownReport(report: Report, view?: ClashView): string {
  const names = labelsOf(report);
  const places = view ? [] : shownPlaces(report);
  const blocks = [
    `### ${foundAny(report) ? '❌' : '✅'} collidescope ${report.command}\n\n${markdownText(verdict(report))}\n`,
    ...(view && !view.objects
      ? []
      : [`${renderMarkdownTable(objectTable(report, names))}${more(names.length, 'object')}`]),
    ...(view ? clashBlocks(report, view) : []),
  ];
  const regions = report.regions?.length ?? 0;
  if (regions > 0) blocks.push(`${renderMarkdownTable(regionTable(report))}${more(regions, 'place')}`);
  const tracks = trackTable(report, view?.top ?? ROWS_MOST);
  if (tracks.table.rows.length > 0) blocks.push(renderMarkdownTable(tracks.table));
  if (places.length > 0) {
    blocks.push(`Where (object:triangle):\n\n${renderMarkdownTable(placeTable(places, DIGITS, 2))}`);
  }
  for (const animation of report.animations ?? []) {
    const table = frameTable(animation);
    blocks.push(`${markdownText(animationSentence(animation, report.objects))}\n`);
    if (table.rows.length > 0) blocks.push(renderMarkdownTable(table));
  }
  const notes = [...noteSentences(report, view), timeSentence(report)];
  blocks.push(`${notes.map(markdownText).join('  \n')}\n`);
  return blocks.join('\n');
}
