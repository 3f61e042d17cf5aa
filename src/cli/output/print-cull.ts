/** The report of `cull` for the terminal. */

import { counted, duration, grouped } from '../../report/text.ts';
import type { CullReport } from '../verbs/cull.ts';
import { ROWS_MOST } from './report-tables.ts';
import type { Terminal } from './terminal.ts';
import { renderTable, type Table } from './text-table.ts';

function passTable({ passes }: CullReport): Table {
  const rows = passes.map(({ level, view, pass, before, after, queries, renders }) => {
    return [level, view, ...[pass, before, after, queries, renders].map(grouped)];
  });
  const left = (title: string) => ({ title, align: 'left' as const });
  const right = (title: string) => ({ title, align: 'right' as const });
  const numbers = ['pass', 'before', 'after', 'queries', 'renders'].map(right);
  // The last passes tell most about the result.
  return { columns: [left('level'), left('view'), ...numbers], rows: rows.slice(-ROWS_MOST) };
}

function summary({ objects, survivors, survivorTriangles }: CullReport): string {
  const triangles = objects.reduce((sum, object) => sum + object.triangles, 0);
  const left = `${grouped(survivors.length)} of ${counted(objects.length, 'object')}`;
  return `${left} and ${grouped(survivorTriangles)} of ${counted(triangles, 'triangle')} may collide`;
}

/** An object that a view sees edge-on. */
const blindText =
  ({ objects }: CullReport) =>
  ({ view, objects: seen }: CullReport['blind'][number]) => {
    const names = seen.slice(0, 3).map((index) => objects[index].name || `object ${index}`);
    const more = seen.length > names.length ? ` and ${grouped(seen.length - names.length)} more` : '';
    return `Sampled along ${view}, ${names.join(', ')}${more} can hardly be seen: less than a pixel wide or high\n`;
  };

export function cullText(report: CullReport, terminal: Terminal): string {
  const { method, coverage, passes, objectPairs, milliseconds, engine, threads } = report;
  const skipped = passes.length > ROWS_MOST ? `, the last ${ROWS_MOST} of ${passes.length}` : '';
  const workers = threads === 0 ? 'no threads' : counted(threads, 'thread');
  return [
    `${terminal.paint('bold', 'Passes')} (${method}${skipped})\n`,
    renderTable(passTable(report), terminal.columns, terminal.paint),
    `\n${terminal.paint('bold', summary(report))}\n`,
    `${counted(objectPairs.length, 'pair')} of objects whose survivors' boxes overlap\n`,
    ...report.blind.map(blindText(report)),
    coverage === 'sampled' ? 'Sampled: contacts smaller than a pixel may be missing, and engines may differ\n' : '',
    terminal.paint(
      'dim',
      `Read in ${duration(milliseconds.read)}, culled in ${duration(milliseconds.query)} (${engine}, ${workers})`,
    ),
    '\n',
  ].join('');
}
