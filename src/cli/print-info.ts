/** What `info` prints for people. */
import type { Info, InfoObject } from './info.ts';
import { ROWS_MOST } from './report-tables.ts';
import type { Terminal } from './terminal.ts';
import { coordinate, counted, grouped, plainText } from './text.ts';
import { renderTable, type Table } from './text-table.ts';

const DIGITS = 4;

const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;

function systemText({ version, engine, threads, system }: Info): string {
  const lines = [
    ['version', version],
    ['engine', `${engine}, ${threads === 0 ? 'no threads' : counted(threads, 'thread')}`],
    ['node', `${system.node}, ${system.platform}`],
    ['processor', `${system.processor}, ${counted(system.cores, 'core')}`],
    ['memory', `${gibibytes(system.memoryBytes)}, ${gibibytes(system.freeMemoryBytes)} free`],
  ];
  return lines.map(([title, text]) => `  ${title.padEnd(11)}${text}\n`).join('');
}

/** The parts of one file. */
function partTable(objects: readonly InfoObject[]): Table {
  const point = (xyz: readonly number[] | undefined) => xyz?.map((value) => coordinate(value, DIGITS)).join(' ') ?? '';
  const rows = objects.slice(0, ROWS_MOST).map(({ name, vertices, triangles, degenerate, bounds }) => {
    return [plainText(name), ...[vertices, triangles, degenerate].map(grouped), point(bounds?.min), point(bounds?.max)];
  });
  const columns = [
    { title: 'part', align: 'left' },
    ...['vertices', 'triangles', 'degenerate'].map((title) => ({ title, align: 'right' }) as const),
    { title: 'from', align: 'left' },
    { title: 'to', align: 'left' },
  ] as const;
  return { columns, rows };
}

function fileText(objects: readonly InfoObject[], terminal: Terminal): string {
  const [{ file, format, unit }] = objects;
  const triangles = objects.reduce((sum, object) => sum + object.triangles, 0);
  const facts = [
    format,
    counted(objects.length, 'part'),
    counted(triangles, 'triangle'),
    ...(unit ? [`in ${unit}`] : []),
  ];
  const hidden = objects.length - ROWS_MOST;
  const table = renderTable(partTable(objects), terminal.columns, terminal.paint);
  const more = hidden > 0 ? `  … and ${counted(hidden, 'part')} more\n` : '';
  return `\n${terminal.paint('bold', plainText(file))}: ${facts.join(', ')}\n${table}${more}`;
}

export function infoText(info: Info, terminal: Terminal): string {
  const files = new Map<string, InfoObject[]>();
  for (const object of info.objects) files.set(object.file, [...(files.get(object.file) ?? []), object]);
  const title = terminal.paint('bold', 'collidescope');
  return `${title}\n${systemText(info)}${[...files.values()].map((objects) => fileText(objects, terminal)).join('')}`;
}
