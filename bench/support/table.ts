/** Results as a table on standard output: text to the left, numbers to the right. */
export type Cell = string | number | undefined;
export type Row = Readonly<Record<string, Cell>>;

function show(cell: Cell): string {
  if (cell === undefined) return '–';
  if (typeof cell === 'string') return cell;
  if (Number.isInteger(cell)) return String(cell);
  return cell.toFixed(Math.abs(cell) < 100 ? 2 : 0);
}

/** Columns are the names of the first row's cells, without those that no row fills. */
export function printTable(title: string, rows: readonly Row[]): void {
  console.log(`\n${title}`);
  if (rows.length === 0) return;
  const columns = Object.keys(rows[0]).filter((name) =>
    rows.some((row) => row[name] !== undefined && row[name] !== ''),
  );
  const widths = columns.map((name) => Math.max(name.length, ...rows.map((row) => show(row[name]).length)));
  const line = (cells: readonly string[], row?: Row) =>
    cells
      .map((cell, index) => {
        const isText =
          row === undefined ? typeof rows[0][columns[index]] === 'string' : typeof row[columns[index]] === 'string';
        return isText ? cell.padEnd(widths[index]) : cell.padStart(widths[index]);
      })
      .join('  ')
      .trimEnd();
  console.log(line(columns));
  for (const row of rows)
    console.log(
      line(
        columns.map((name) => show(row[name])),
        row,
      ),
    );
}
