/** The report as Markdown, for the summary of a CI job. */
import { foundAny, type Report } from '../../report/report.ts';
import {
  animationSentence,
  contactSentence,
  degenerateSentence,
  sharingSentence,
  timeSentence,
  verdict,
} from '../../report/sentences.ts';
import { counted } from '../../report/text.ts';
import {
  clashTable,
  clearanceTable,
  containedTable,
  frameTable,
  objectNames,
  objectTable,
  placeTable,
  ROWS_MOST,
  shownPlaces,
} from './report-tables.ts';
import { markdownText, renderMarkdownTable } from './text-table.ts';

const DIGITS = 6;

function more(total: number, noun: string): string {
  return total > ROWS_MOST ? `\n… and ${counted(total - ROWS_MOST, noun)} more\n` : '';
}

export function markdownReport(report: Report): string {
  const names = objectNames(report);
  const between = report.objectPairs.filter(({ a, b }) => a !== b).length;
  const places = shownPlaces(report);
  const blocks = [
    `### ${foundAny(report) ? '❌' : '✅'} collidescope ${report.command}\n\n${markdownText(verdict(report))}\n`,
    `${renderMarkdownTable(objectTable(report, names))}${more(names.length, 'object')}`,
  ];
  if (between > 0) blocks.push(`${renderMarkdownTable(clashTable(report, names))}${more(between, 'pair')}`);
  const inside = report.contained?.length ?? 0;
  if (inside > 0) blocks.push(`${renderMarkdownTable(containedTable(report, names))}${more(inside, 'object')}`);
  const near = report.clearance?.objectPairs.length ?? 0;
  if (near > 0) blocks.push(`${renderMarkdownTable(clearanceTable(report, names, DIGITS))}${more(near, 'pair')}`);
  if (places.length > 0) {
    blocks.push(`Where (object:triangle):\n\n${renderMarkdownTable(placeTable(places, DIGITS, 2))}`);
  }
  for (const animation of report.animations ?? []) {
    const table = frameTable(animation);
    blocks.push(`${markdownText(animationSentence(animation))}\n`);
    if (table.rows.length > 0) blocks.push(renderMarkdownTable(table));
  }
  const sentences = [
    contactSentence(report),
    sharingSentence(report),
    degenerateSentence(report),
    timeSentence(report),
  ];
  const said = sentences.filter((sentence) => sentence !== undefined);
  blocks.push(`${said.map(markdownText).join('  \n')}\n`);
  return blocks.join('\n');
}
