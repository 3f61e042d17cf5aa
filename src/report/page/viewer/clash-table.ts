/** The list of clashes: filters, order, and which one is chosen. Its rows are in the page already. */
import type { ReportClash } from '../../clash-list.ts';
import { whereText } from '../../clash-place.ts';
import { elementName } from '../../elements.ts';
import { isFound, searchText } from '../../search-text.ts';
import type { PageData, PageRow } from '../page-data.ts';
import { byId } from './dom.ts';

type Order = 'worst' | 'kind' | 'a' | 'b' | 'where' | 'depth' | 'state';

const text = (p: string, q: string) => (p < q ? -1 : Number(p > q));

export class ClashTable {
  readonly #data: PageData;
  readonly #rows: readonly HTMLTableRowElement[];
  readonly #search = byId('search') as HTMLInputElement;
  readonly #kind = byId('kind') as HTMLSelectElement;
  readonly #state = byId('state') as HTMLSelectElement;
  readonly #choose: (index: number) => void;
  readonly #names: readonly string[];
  #order: Order = 'worst';
  #descends = false;
  #chosen = -1;

  constructor(data: PageData, choose: (index: number) => void) {
    this.#data = data;
    this.#choose = choose;
    const body = byId('clashes').querySelector('tbody')!;
    this.#rows = [...body.rows];
    this.#names = data.rows.map((row, i) => {
      const clash = this.clashOf(i);
      if (clash) return searchText(data.report, clash);
      return [row.id, this.labelOf(row.a), data.report.objects[row.a]?.file].join('\n').toLowerCase();
    });
    for (const control of [this.#search, this.#kind, this.#state]) {
      control.addEventListener('input', () => this.refresh());
    }
    body.addEventListener('click', (event) => {
      const row = (event.target as Element).closest('tr');
      if (row) choose(Number(row.dataset.row));
    });
    for (const button of byId('clashes').querySelectorAll<HTMLButtonElement>('thead button')) {
      button.addEventListener('click', () => this.#sortBy(button.dataset.order as Order));
    }
    this.#tellCount(this.#rows.length);
  }

  labelOf(object: number): string {
    return elementName(this.#data.report.objects[object]);
  }

  #whereOf(row: number): string {
    const clash = this.clashOf(row);
    return clash ? whereText(this.#data.report, clash) : '';
  }

  clashOf(row: number): ReportClash | undefined {
    return this.#data.report.clashes?.[row];
  }

  stateOf(row: number): string {
    return this.clashOf(row)?.decision?.state ?? 'open';
  }

  #isWanted(row: number): boolean {
    if (!isFound(this.#names[row], this.#search.value)) return false;
    if (this.#kind.value !== '' && this.#data.rows[row].kind !== this.#kind.value) return false;
    const wanted = this.#state.value;
    return wanted === '' || this.stateOf(row) === wanted || this.clashOf(row)?.status === wanted;
  }

  #sortBy(order: Order): void {
    this.#descends = this.#order === order ? !this.#descends : false;
    this.#order = order;
    this.refresh();
  }

  #compare(p: number, q: number): number {
    const rows: readonly PageRow[] = this.#data.rows;
    const depth = (row: number) => {
      const clash = this.clashOf(row);
      return clash?.depth?.most ?? (clash?.distance == null ? 0 : -clash.distance);
    };
    const orders: Record<Order, () => number> = {
      worst: () => 0,
      kind: () => text(rows[p].kind, rows[q].kind),
      a: () => text(this.labelOf(rows[p].a), this.labelOf(rows[q].a)),
      b: () => text(this.labelOf(rows[p].b), this.labelOf(rows[q].b)),
      where: () => text(this.#whereOf(p), this.#whereOf(q)),
      depth: () => depth(q) - depth(p),
      state: () => text(this.stateOf(p), this.stateOf(q)),
    };
    return (this.#descends ? -1 : 1) * (orders[this.#order]() || p - q);
  }

  /** Numbers of the rows that are shown, in their order. */
  shown(): number[] {
    const wanted = this.#data.rows.map((_, i) => i).filter((i) => this.#isWanted(i));
    return wanted.sort((p, q) => this.#compare(p, q));
  }

  refresh(): void {
    const shown = this.shown();
    const visible = new Set(shown);
    for (const [i, row] of this.#rows.entries()) row.hidden = !visible.has(i);
    const body = this.#rows[0]?.parentElement;
    if (body) body.append(...shown.map((i) => this.#rows[i]));
    this.#tellCount(shown.length);
    for (const head of byId('clashes').querySelectorAll<HTMLElement>('th[data-order]')) {
      const isOwn = head.dataset.order === this.#order;
      head.setAttribute('aria-sort', isOwn ? (this.#descends ? 'descending' : 'ascending') : 'none');
    }
  }

  #tellCount(shown: number): void {
    const all = this.#rows.length;
    byId('shown-count').textContent = shown === all ? `${shown} shown` : `${shown} of ${all} shown`;
  }

  /** Marks a row as the chosen one. A page that opens `stays` at its top. */
  mark(index: number, { stays = false } = {}): void {
    this.#rows[this.#chosen]?.removeAttribute('aria-current');
    this.#chosen = index;
    const row = this.#rows[index];
    row?.setAttribute('aria-current', 'true');
    if (!stays) row?.scrollIntoView({ block: 'nearest' });
  }

  /** Updates the state of a row. */
  renew(index: number): void {
    const cell = this.#rows[index]?.querySelector('.state');
    if (cell) cell.textContent = this.stateOf(index);
  }

  /** Goes to the next or the one before, of those that are shown. */
  step(by: number): void {
    const shown = this.shown();
    const at = shown.indexOf(this.#chosen);
    const next = at < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, at + by));
    if (shown.length > 0) this.#choose(shown[next]);
  }
}
