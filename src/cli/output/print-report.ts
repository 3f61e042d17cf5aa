/** The report for the terminal. */
import { foundAny, type Report } from '../../report/report.ts';
import {
  animationSentence,
  contactSentence,
  degenerateSentence,
  sharingSentence,
  timeSentence,
  verdict,
} from '../../report/sentences.ts';
import { counted, grouped } from '../../report/text.ts';
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
import type { Terminal } from './terminal.ts';
import { renderTable, type Table, tableColumns } from './text-table.ts';

/** Significant digits of coordinates, as many as fit. If not even four fit, only one end of each segment is shown. */
const DIGITS = [9, 7, 6, 5, 4];
const CLEARANCE_DIGITS = 6;

function more(total: number, noun: string): string {
  return total > ROWS_MOST ? `  … and ${counted(total - ROWS_MOST, noun)} more\n` : '';
}

function placesText(report: Report, terminal: Terminal): string {
  const places = shownPlaces(report);
  if (places.length === 0) return '';
  const tables = ([2, 1] as const).flatMap((ends) => DIGITS.map((digits) => placeTable(places, digits, ends)));
  const table = tables.find((candidate) => tableColumns(candidate) <= terminal.columns) ?? tables.at(-1)!;
  const shown = `the first ${places.length === 1 ? 'place' : `${places.length} places`} of ${grouped(report.pairs)}`;
  return `\n${terminal.paint('bold', 'Where')} (object:triangle; ${shown})\n${render(table, terminal)}`;
}

function render(table: Table, terminal: Terminal): string {
  return renderTable(table, terminal.columns, terminal.paint);
}

function framesText({ animations = [] }: Report, terminal: Terminal): string {
  const texts = animations.map((animation) => {
    const table = frameTable(animation);
    return `\n${animationSentence(animation)}\n${table.rows.length > 0 ? render(table, terminal) : ''}`;
  });
  return texts.join('');
}

export function textReport(report: Report, terminal: Terminal): string {
  const { paint } = terminal;
  const names = objectNames(report);
  const between = report.objectPairs.filter(({ a, b }) => a !== b).length;
  const worst = report.animations ? ' (in the worst frame)' : '';
  const clashes = `\n${paint('bold', 'Pairs of objects')}${worst}\n${render(clashTable(report, names), terminal)}${more(between, 'pair')}`;
  const inside = report.contained?.length ?? 0;
  const containments = `\n${paint('bold', 'Objects inside others')}${worst}\n${render(containedTable(report, names), terminal)}${more(inside, 'object')}`;
  const near = report.clearance?.objectPairs.length ?? 0;
  const clearances = `\n${paint('bold', 'Too close')}${worst}\n${render(clearanceTable(report, names, CLEARANCE_DIGITS), terminal)}${more(near, 'pair')}`;
  const all = [contactSentence(report), sharingSentence(report), degenerateSentence(report)];
  const sentences = all.filter((sentence) => sentence !== undefined);
  return [
    `${paint('bold', 'Objects')}${worst}\n${render(objectTable(report, names), terminal)}${more(names.length, 'object')}`,
    between > 0 ? clashes : '',
    inside > 0 ? containments : '',
    near > 0 ? clearances : '',
    placesText(report, terminal),
    framesText(report, terminal),
    `\n${paint(foundAny(report) ? 'red' : 'green', verdict(report))}\n`,
    ...sentences.map((sentence) => `${sentence}\n`),
    `${paint('dim', timeSentence(report))}\n`,
  ].join('');
}
