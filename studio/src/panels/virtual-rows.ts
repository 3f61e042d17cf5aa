/**
 * A list of many rows of one height: only those in sight, and a few around them, are in the page.
 *
 * The list has the focus and says which row is active, so rows may come and go under the keyboard.
 */

export interface RowMaker<Row> {
  /** Pixels; the same as in the style. */
  readonly height: number;
  readonly make: (row: Row, index: number) => HTMLElement;
}

/** Rows made above and below what is in sight. */
const AROUND = 8;

export class VirtualRows<Row> {
  readonly #box: HTMLElement;
  readonly #maker: RowMaker<Row>;
  readonly #spacer = document.createElement('div');
  readonly #made = new Map<number, HTMLElement>();
  #rows: readonly Row[] = [];
  #active = -1;

  constructor(box: HTMLElement, maker: RowMaker<Row>) {
    this.#box = box;
    this.#maker = maker;
    this.#spacer.className = 'spacer';
    this.#spacer.setAttribute('role', 'presentation');
    box.append(this.#spacer);
    box.addEventListener('scroll', () => this.#fill(), { passive: true });
    new ResizeObserver(() => this.#fill()).observe(box);
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** Shows other rows, from where the list is scrolled to. */
  show(rows: readonly Row[]): void {
    this.#rows = rows;
    this.#active = Math.min(this.#active, rows.length - 1);
    this.#spacer.style.height = `${rows.length * this.#maker.height}px`;
    this.redraw();
  }

  /** Makes the rows in sight again. */
  redraw(): void {
    for (const row of this.#made.values()) row.remove();
    this.#made.clear();
    this.#fill();
  }

  #fill(): void {
    const { height } = this.#maker;
    const { scrollTop, clientHeight } = this.#box;
    const from = Math.max(0, Math.floor(scrollTop / height) - AROUND);
    const to = Math.min(this.#rows.length, Math.ceil((scrollTop + clientHeight) / height) + AROUND);
    for (const [index, row] of this.#made) {
      if (index >= from && index < to) continue;
      row.remove();
      this.#made.delete(index);
    }
    for (let index = from; index < to; index++) if (!this.#made.has(index)) this.#add(index);
  }

  #add(index: number): void {
    const row = this.#maker.make(this.#rows[index], index);
    row.style.transform = `translateY(${index * this.#maker.height}px)`;
    row.id ||= `${this.#box.id}-${index}`;
    row.setAttribute('aria-posinset', String(index + 1));
    row.setAttribute('aria-setsize', String(this.#rows.length));
    this.#made.set(index, row);
    this.#spacer.append(row);
    if (index === this.#active) this.#mark(row);
  }

  #mark(row: HTMLElement): void {
    row.classList.add('active');
    this.#box.setAttribute('aria-activedescendant', row.id);
  }

  get active(): number {
    return this.#active;
  }

  /** The row that keys are about; scrolled into sight. */
  set active(index: number) {
    this.#made.get(this.#active)?.classList.remove('active');
    this.#active = index;
    if (index < 0) {
      this.#box.removeAttribute('aria-activedescendant');
      return;
    }
    this.reveal(index);
    const row = this.#made.get(index);
    if (row) this.#mark(row);
  }

  reveal(index: number): void {
    const { height } = this.#maker;
    const top = index * height;
    const { scrollTop, clientHeight } = this.#box;
    if (top < scrollTop) this.#box.scrollTop = top;
    else if (top + height > scrollTop + clientHeight) this.#box.scrollTop = top + height - clientHeight;
    this.#fill();
  }

  /** The index of the row that an event came from; undefined outside all rows. */
  indexOf(target: EventTarget | null): number | undefined {
    const row = (target as HTMLElement | null)?.closest?.<HTMLElement>('.spacer > *');
    const found = [...this.#made].find(([, made]) => made === row);
    return found?.[0];
  }

  /** How many rows fit, for the keys that turn pages. */
  get page(): number {
    return Math.max(1, Math.floor(this.#box.clientHeight / this.#maker.height) - 1);
  }
}

/** Where an arrow or page key leads; undefined for other keys. */
export function rowAfter(key: string, from: number, count: number, page: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: count - 1,
  };
  if (!(key in steps) || count === 0) return undefined;
  return Math.max(0, Math.min(count - 1, steps[key]));
}
