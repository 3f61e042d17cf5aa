/** Pairs of objects with their counts. Sorts by any column; clicking a row flies there. */

import type { TableRow } from '../answer.ts';
import { byId, element, grouped } from '../dom.ts';
import type { ObjectInfo } from '../protocol.ts';

type Column = 'a' | 'b' | 'value';

/** Maximum number of rows shown initially. */
const ROWS_SHOWN = 100;

export class PairsTable {
  readonly #body = byId('pairs').querySelector('tbody')!;
  readonly #onRow: (row: TableRow) => void;
  #rows: readonly TableRow[] = [];
  #objects: readonly ObjectInfo[] = [];
  #sort: { column: Column; descending: boolean } = { column: 'value', descending: true };
  #all = false;

  constructor(onRow: (row: TableRow) => void) {
    this.#onRow = onRow;
    for (const button of byId('pairs').querySelectorAll<HTMLElement>('[data-sort]')) {
      button.addEventListener('click', () => this.#sortBy(button.dataset.sort as Column));
    }
    // One listener for all rows, because every answer replaces them.
    this.#body.addEventListener('click', (event) => {
      const row = (event.target as HTMLElement).closest('tr');
      if (row?.dataset.a)
        onRow({ a: Number(row.dataset.a), b: Number(row.dataset.b), value: Number(row.dataset.value) });
    });
  }

  #sortBy(column: Column): void {
    const descending = this.#sort.column === column ? !this.#sort.descending : column === 'value';
    this.#sort = { column, descending };
    this.#draw();
  }

  /** Flies to the first row, for the keyboard. */
  openFirst(): void {
    const first = this.#sorted()[0];
    if (first) this.#onRow(first);
  }

  show(rows: readonly TableRow[], valueTitle: string, objects: readonly ObjectInfo[]): void {
    this.#rows = rows;
    this.#objects = objects;
    const title = byId('pairs').querySelector('[data-sort="value"]')!;
    // Largest first, except for distances.
    if (title.textContent !== valueTitle)
      this.#sort = { column: 'value', descending: !valueTitle.startsWith('distance') };
    title.textContent = valueTitle;
    this.#draw();
  }

  #name(place: number): string {
    return this.#objects[place]?.name ?? '';
  }

  #sorted(): TableRow[] {
    const { column, descending } = this.#sort;
    const sign = descending ? -1 : 1;
    const compare = (p: TableRow, q: TableRow) =>
      column === 'value'
        ? p.value - q.value
        : this.#name(p[column]).localeCompare(this.#name(q[column]), 'en', { numeric: true });
    return [...this.#rows].sort((p, q) => sign * compare(p, q) || p.a - q.a || p.b - q.b);
  }

  #draw(): void {
    for (const head of byId('pairs').querySelectorAll('th')) {
      const column = head.querySelector<HTMLElement>('[data-sort]')!.dataset.sort;
      const order = this.#sort.descending ? 'descending' : 'ascending';
      head.setAttribute('aria-sort', column === this.#sort.column ? order : 'none');
    }
    const sorted = this.#sorted();
    const shown = this.#all ? sorted : sorted.slice(0, ROWS_SHOWN);
    this.#body.replaceChildren(...shown.map((row) => this.#row(row)));
    this.#note(sorted.length - shown.length);
  }

  #row({ a, b, value }: TableRow): HTMLElement {
    const itself = a === b;
    const button = element('button', { type: 'button', textContent: this.#name(a), title: this.#name(a) });
    const row = element(
      'tr',
      { className: itself ? 'within' : 'between' },
      element('td', {}, button),
      element('td', { textContent: itself ? 'itself' : this.#name(b), title: this.#name(b) }),
      element('td', {
        className: 'number',
        textContent: Number.isInteger(value) ? grouped(value) : String(Number(value.toPrecision(4))),
      }),
    );
    Object.assign(row.dataset, { a, b, value });
    return row;
  }

  #note(hidden: number): void {
    const note = byId('pairs-note');
    if (this.#rows.length === 0) {
      note.textContent = 'No pairs of objects.';
      return;
    }
    if (hidden <= 0) {
      note.textContent = '';
      return;
    }
    const button = element('button', { type: 'button', className: 'link', textContent: 'Show all' });
    button.addEventListener('click', () => {
      this.#all = true;
      this.#draw();
    });
    note.replaceChildren(`${grouped(hidden)} more pairs of objects. `, button);
  }
}
