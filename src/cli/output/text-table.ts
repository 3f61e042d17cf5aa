/** Renders tables: aligned columns for a terminal, or Markdown for a CI job. */

import { fitApart, plainText, textColumns } from '../../report/text.ts';
import type { Paint } from './terminal.ts';

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** Names may be shortened to make the table fit; numbers never are. */
  readonly shortens?: boolean;
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

const GAP = '  ';
const INDENT = '  ';
const NAME_COLUMNS_LEAST = 12;

function widthsOf({ columns, rows }: Table): number[] {
  return columns.map(({ title }, i) => Math.max(textColumns(title), ...rows.map((row) => textColumns(row[i]))));
}

/** Width of the table in columns. */
export function tableColumns(table: Table): number {
  return widthsOf(table).reduce((sum, width) => sum + width + GAP.length, INDENT.length - GAP.length);
}

/** Narrows the widest columns of names until the table fits or they are at their minimum. */
function fitted(table: Table, available: number): number[] {
  const widths = widthsOf(table);
  let excess = tableColumns(table) - available;
  while (excess > 0) {
    const names = widths.map((width, i) => (table.columns[i].shortens ? width : 0));
    const widest = names.indexOf(Math.max(...names));
    if (names[widest] <= NAME_COLUMNS_LEAST) break;
    widths[widest]--;
    excess--;
  }
  return widths;
}

function alignedLine(cells: readonly string[], widths: readonly number[], columns: readonly Column[]): string {
  const parts = cells.map((text, i) => {
    const padding = ' '.repeat(Math.max(0, widths[i] - textColumns(text)));
    return columns[i].align === 'left' ? text + padding : padding + text;
  });
  return `${INDENT}${parts.join(GAP).trimEnd()}\n`;
}

export function renderTable(table: Table, available: number, paint: Paint): string {
  const widths = fitted(table, available);
  const titles = alignedLine(
    table.columns.map(({ title }) => title),
    widths,
    table.columns,
  );
  const shown = table.columns.map(({ shortens }, i) => {
    const cells = table.rows.map((row) => row[i]);
    return shortens ? fitApart(cells, widths[i]) : cells;
  });
  const lines = table.rows.map((_, line) =>
    alignedLine(
      shown.map((cells) => cells[line]),
      widths,
      table.columns,
    ),
  );
  return `${paint('dim', titles.trimEnd())}\n${lines.join('')}`;
}

/** Characters that Markdown, or a host that shows it, would interpret: markup, links, mentions, numbers of issues. */
const MARKDOWN = /[\\|`*_<>[\]&~$@]|#(?=\d)|:(?=\/\/)|(?<=www)\./gi;

/** Escapes text for one line of Markdown. */
export function markdownText(text: string): string {
  return plainText(text).replace(MARKDOWN, '\\$&');
}

export function renderMarkdownTable({ columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const rules = columns.map(({ align }) => (align === 'left' ? '---' : '---:'));
  const titles = columns.map(({ title }) => title);
  return line(titles) + line(rules) + rows.map((row) => line(row.map(markdownText))).join('');
}
