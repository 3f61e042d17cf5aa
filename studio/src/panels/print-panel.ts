/** Whether what is open can be printed: a button, the verdict, and a list of what is wrong; a click goes there. */
import { byId, cutName, element, grouped } from '../dom.ts';
import type { ObjectInfo, PrintedMark, PrintedMessage, ToWorker } from '../protocol.ts';
import type { View } from '../view/view.ts';
import { rowAfter, VirtualRows } from './virtual-rows.ts';

/** As in style/panels.css. */
const ROW_PIXELS = 24;
/** How much is shown around a mark, as a part of its object's size: a wall of a millimetre is seen in its place. */
const AROUND = 0.08;

export interface PrintListeners {
  readonly send: (message: ToWorker) => void;
  readonly onBegin: () => void;
  /** Tells a length in the unit that is shown. */
  readonly length: (value: number) => string;
}

export class PrintPanel {
  readonly #view: View;
  readonly #length: PrintListeners['length'];
  readonly #list = byId('print-list');
  readonly #wall = byId<HTMLInputElement>('print-wall');
  readonly #verdict = byId('print-verdict');
  readonly #rows: VirtualRows<PrintedMark>;
  #objects: readonly ObjectInfo[] = [];
  #size = 1;
  /** The mark that was gone to. */
  #shown: PrintedMark | undefined;

  constructor(view: View, { send, onBegin, length }: PrintListeners) {
    this.#view = view;
    this.#length = length;
    this.#rows = new VirtualRows<PrintedMark>(this.#list, { height: ROW_PIXELS, make: (mark) => this.#row(mark) });
    const check = () => {
      onBegin();
      send({ type: 'print', wall: this.#wall.value });
    };
    byId('print-check').addEventListener('click', check);
    this.#wall.addEventListener('keydown', ({ key }) => key === 'Enter' && check());
    this.#list.addEventListener('click', ({ target }) => this.#go(this.#rows.indexOf(target)));
    this.#list.addEventListener('keydown', (event) => this.#press(event));
  }

  /** Other objects are open, or somewhere else. */
  forget(objects: readonly ObjectInfo[], bounds: PrintedMark['bounds']): void {
    this.#objects = objects;
    this.#size = Math.hypot(...bounds.max.map((high, axis) => high - bounds.min[axis])) || 1;
    this.#verdict.hidden = true;
    this.#fill([]);
  }

  /** Lengths are shown in another unit. */
  rewrite(): void {
    this.#rows.redraw();
  }

  show({ objects, bad, marks, left }: PrintedMessage): void {
    const isGood = bad.length === 0;
    this.#verdict.hidden = false;
    this.#verdict.dataset.good = String(isGood);
    const few = objects === 1 ? 'It can be printed' : `All ${grouped(objects)} objects can be printed`;
    const some =
      objects === 1
        ? 'It cannot be printed'
        : `${grouped(bad.length)} of ${grouped(objects)} objects cannot be printed`;
    const more = left > 0 ? `; ${grouped(left)} more not shown` : '';
    const found = marks.length === 1 ? '1 place' : `${grouped(marks.length + left)} places`;
    this.#verdict.textContent = isGood ? `${few}.` : `${some}: ${found}${more}.`;
    this.#fill(marks);
    if (marks.length > 0) this.#go(0);
  }

  #fill(marks: readonly PrintedMark[]): void {
    this.#list.hidden = marks.length === 0;
    this.#rows.show([...marks]);
    this.#view.printMarks.show(marks);
    this.#view.request();
  }

  #row(mark: PrintedMark): HTMLElement {
    const { kind, thickness, object } = mark;
    const text = thickness === undefined ? mark.text : `wall of ${this.#length(thickness)}`;
    const name = this.#objects.length > 1 ? (this.#objects[object]?.name ?? '') : '';
    const row = element(
      'div',
      { className: 'line leaf mark', role: 'option', title: [kind, text, name].filter(Boolean).join('\n') },
      element('i', { className: 'dot' }),
      element('span', { className: 'title', textContent: text }),
      ...(name ? [element('span', { className: 'of' }, cutName(name))] : []),
    );
    row.dataset.kind = kind;
    if (mark === this.#shown) row.setAttribute('aria-current', 'true');
    return row;
  }

  #go(index: number | undefined): void {
    const mark = index === undefined ? undefined : this.#rows.rows[index];
    if (index === undefined || !mark) return;
    this.#shown = mark;
    this.#rows.active = index;
    this.#rows.redraw();
    const margin = AROUND * this.#size;
    const [min, max] = [mark.bounds.min.map((value) => value - margin), mark.bounds.max.map((value) => value + margin)];
    this.#view.printMarks.select(mark);
    this.#view.rig.fit({ min, max } as unknown as PrintedMark['bounds'], { turned: false, fly: true });
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = rowAfter(event.key, this.#rows.active, this.#rows.rows.length, this.#rows.page);
    if (to === undefined && event.key !== 'Enter') return;
    this.#go(to ?? this.#rows.active);
    event.preventDefault();
    event.stopPropagation();
  }
}
