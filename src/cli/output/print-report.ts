/** The report for the terminal. */
import type { ReportClash } from '../../report/clash-list.ts';
import { pointText } from '../../report/clash-place.ts';
import { groupsBy } from '../../report/groupings.ts';
import { countStandings, type ListedChoice } from '../../report/listed.ts';
import { foundAny, type Report } from '../../report/report.ts';
import { STARTER_NAMES } from '../../report/rules/starter-sets.ts';
import { animationSentence, noteSentences, timeSentence, verdict } from '../../report/sentences.ts';
import { coordinate, counted, grouped } from '../../report/text.ts';
import { type ClashView, clashTable, labelsOf, left, named, right, sortClashes, trackTable } from './clash-table.ts';
import { frameTable, objectTable, placeTable, ROWS_MOST, regionTable, shownPlaces } from './report-tables.ts';
import type { Terminal } from './terminal.ts';
import { renderTable, type Table, tableColumns } from './text-table.ts';

/** Significant digits of coordinates, as many as fit. If not even four fit, only one end of each segment is shown. */
const DIGITS = [9, 7, 6, 5, 4];

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

function framesText({ animations = [], objects }: Report, terminal: Terminal): string {
  const texts = animations.map((animation) => {
    const table = frameTable(animation);
    return `\n${animationSentence(animation, objects)}\n${table.rows.length > 0 ? render(table, terminal) : ''}`;
  });
  return texts.join('');
}

const clashCount = (count: number) => (count === 1 ? '1 clash' : `${grouped(count)} clashes`);

function clashesText(report: Report, terminal: Terminal, view: ClashView | undefined): string {
  if (!view || !report.clashes?.length) return '';
  const clashes = sortClashes(report, view);
  if (clashes.length === 0) return view.find === undefined ? '' : `\nNothing is found by "${view.find}"\n`;
  if (view.groupedBy) return groupsText(report, clashes, terminal, view);
  const { table, hidden, isFolded } = clashTable(report, clashes, view);
  const rest = hidden > 0 ? `  … and ${clashCount(hidden)} more (--top)\n` : '';
  const folded = isFolded ? ' (alike ones in one line; --all shows each)' : '';
  const title = `${terminal.paint('bold', 'Clashes')}${inWorstFrame(report)}${folded}`;
  return `\n${title}\n${render(table, terminal)}${rest}`;
}

/** A table for each group, with the id that decides on all of it; `--top` counts the lines of all. */
function groupsText(report: Report, clashes: readonly ReportClash[], terminal: Terminal, view: ClashView): string {
  const texts: string[] = [];
  let left = view.top;
  for (const { id, title, clashes: own } of groupsBy(report, clashes, view.groupedBy!)) {
    const { table, shown, hidden } = clashTable(report, own, view, left);
    left -= shown;
    const rest = hidden > 0 && shown > 0 ? `  … and ${clashCount(hidden)} more (--top)\n` : '';
    const lines = shown > 0 ? render(table, terminal) : '';
    texts.push(`\n${terminal.paint('bold', title)}: ${clashCount(own.length)} (${id})\n${lines}${rest}`);
  }
  return texts.join('');
}

function tracksText(report: Report, terminal: Terminal, view: ClashView | undefined): string {
  const { table, hidden } = trackTable(report, view?.top ?? ROWS_MOST);
  if (table.rows.length === 0) return '';
  const rest = hidden > 0 ? `  … and ${grouped(hidden)} more (--top)\n` : '';
  return `\n${terminal.paint('bold', 'Clashes over the frames')}\n${render(table, terminal)}${rest}`;
}

function inWorstFrame({ animations }: Report): string {
  return animations ? ' (in the worst frame)' : '';
}

/** `view` is how clashes are shown, for a report that has them; otherwise places of triangles are. */
export function textReport(report: Report, terminal: Terminal, view?: ClashView): string {
  const { paint } = terminal;
  const next = view && nextSentence(report, view);
  return [
    objectsText(report, terminal, view),
    clashesText(report, terminal, view),
    regionsText(report, terminal),
    wallsText(report, terminal),
    view ? '' : placesText(report, terminal),
    tracksText(report, terminal, view),
    framesText(report, terminal),
    `\n${paint(foundAny(report) ? 'red' : 'green', verdict(report))}\n`,
    ...noteSentences(report, view).map((note) => `${note}\n`),
    next ? `${next}\n` : '',
    `${paint('dim', timeSentence(report))}\n`,
  ]
    .join('')
    .replace(/^\n/, '');
}

/** For clashes only on request: what matters is between objects, not within them. */
function objectsText(report: Report, terminal: Terminal, view: ClashView | undefined): string {
  const names = labelsOf(report);
  if (view && !view.objects && !report.objects.some(({ selfPairs }) => selfPairs !== undefined)) return '';
  const title = `${terminal.paint('bold', 'Objects')}${inWorstFrame(report)}`;
  return `${title}\n${render(objectTable(report, names), terminal)}${more(names.length, 'object')}`;
}

/** Where walls are too thin. */
function wallsText(report: Report, terminal: Terminal): string {
  const places = (report.print ?? []).flatMap(({ object, walls }) =>
    (walls?.places ?? []).map((place) => ({ object, ...place })),
  );
  if (places.length === 0) return '';
  const names = labelsOf(report);
  const rows = places
    .slice(0, ROWS_MOST)
    .map(({ object, thickness, from, to }) => [
      coordinate(thickness, 4),
      names[object],
      pointText(report, from),
      pointText(report, to),
    ]);
  const table = { columns: [right('thickness'), named('object'), left('from'), left('to')], rows };
  return `\n${terminal.paint('bold', 'Thin walls')}\n${render(table, terminal)}${more(places.length, 'place')}`;
}

function regionsText(report: Report, terminal: Terminal): string {
  const table = regionTable(report);
  const count = report.regions?.length ?? 0;
  if (count === 0) return '';
  return `\n${terminal.paint('bold', 'Self-intersections')}\n${render(table, terminal)}${more(count, 'place')}`;
}

// What to do with a long list: the next command, said where it helps.

/** A person reads this many rows. */
const READABLE = 40;

interface GroupedChoice extends ListedChoice {
  readonly groupedBy?: string;
}

/** Undefined for a list that is short enough. */
export function nextSentence(report: Report, { groupedBy, find }: GroupedChoice): string | undefined {
  const { open } = countStandings(report.clashes ?? []);
  if (open <= READABLE || find !== undefined) return undefined;
  const isBuilding = report.objects.some(({ class: own }) => own !== undefined);
  const rules = `--rules ${isBuilding ? STARTER_NAMES[0] : STARTER_NAMES[1]} sorts out what is meant to be`;
  const steps = [
    ...(report.tests || report.coverage ? [] : [rules]),
    ...(groupedBy ? [] : [`--group-by ${isBuilding ? 'storey' : 'element'} puts together what is decided together`]),
    '--find looks for words',
    '--report out.html shows each in a picture',
  ];
  return `Next: ${steps.join('; ')}`;
}
