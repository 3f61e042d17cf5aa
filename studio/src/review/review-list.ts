/**
 * The list of clashes: a row for each, and one for each group that folds. Only the rows in view are created, however many there are.
 *
 * A click selects a clash, with Ctrl it adds one to what is chosen, with Shift all between; a click on a group chooses all of it.
 */
import { DISCIPLINE_COLOURS } from '../../../src/report/disciplines.ts';
import { badgeOf } from '../../../src/report/elements.ts';
import { countStandings } from '../../../src/report/listed.ts';
import type { ReviewClash } from '../answer.ts';
import { byId, cutName, element, grouped } from '../dom.ts';
import { rowAfter, VirtualRows } from '../panels/virtual-rows.ts';
import type { ReviewState, ShownGroup } from './review-state.ts';
import { KIND_SIGNS, measureOf } from './wording.ts';

/** As in style/review.css. */
const ROW_PIXELS = 32;

type Row =
  | { readonly kind: 'group'; readonly group: ShownGroup; readonly isOpen: boolean }
  | { readonly kind: 'clash'; readonly clash: ReviewClash; readonly isInner: boolean };

export interface ListListeners {
  /** Which of the chosen clashes to view. */
  readonly onSelect: (id: string) => void;
  /** The user asked for what is listed separately. */
  readonly onKind: (kind: string) => void;
  /** The selection changed, but not the clash in view. */
  readonly onChoose: () => void;
}

export class ReviewList {
  readonly #box = byId('review-list');
  readonly #state: ReviewState;
  readonly #listeners: ListListeners;
  readonly #rows: VirtualRows<Row>;
  /** Keys of groups whose folding differs from the default of their kind. */
  readonly #toggled = new Set<string>();
  /** Where a range of chosen clashes begins. */
  #anchor: string | undefined;

  constructor(state: ReviewState, listeners: ListListeners) {
    this.#state = state;
    this.#listeners = listeners;
    this.#rows = new VirtualRows<Row>(this.#box, {
      height: ROW_PIXELS,
      make: (row) => (row.kind === 'group' ? this.#group(row.group, row.isOpen) : this.#clash(row.clash, row.isInner)),
    });
    this.#box.addEventListener('click', (event) => this.#click(event));
    this.#box.addEventListener('keydown', (event) => this.#press(event));
  }

  #click(event: MouseEvent): void {
    const index = this.#rows.indexOf(event.target);
    if (index === undefined) return;
    const row = this.#rows.rows[index];
    this.#rows.active = index;
    if (row.kind === 'clash') this.#pick(row.clash.id, { add: event.ctrlKey || event.metaKey, range: event.shiftKey });
    else if ((event.target as HTMLElement).closest('.fold')) this.#fold(row.group, !row.isOpen);
    else this.#chooseGroup(row.group);
  }

  #pick(id: string, { add, range }: { readonly add: boolean; readonly range: boolean }): void {
    const state = this.#state;
    if (range && this.#anchor !== undefined) state.choose(this.#between(this.#anchor, id));
    else if (add) {
      const chosen = new Set(state.chosen);
      if (state.selected !== undefined) chosen.add(state.selected);
      if (!chosen.delete(id)) chosen.add(id);
      state.choose(chosen);
      this.#anchor = id;
      if (!chosen.has(id) && id === state.selected) {
        const [next] = chosen;
        if (next !== undefined) this.#listeners.onSelect(next);
        return;
      }
      this.#rows.redraw();
      this.#listeners.onChoose();
      if (state.selected !== undefined) return;
    } else {
      this.#anchor = id;
      state.choose([id]);
    }
    this.#listeners.onSelect(id);
  }

  #between(from: string, to: string): string[] {
    const ids = this.#state.shown.map(({ id }) => id);
    const [p, q] = [ids.indexOf(from), ids.indexOf(to)].sort((a, b) => a - b);
    return p < 0 ? [to] : ids.slice(p, q + 1);
  }

  #chooseGroup({ clashes }: ShownGroup): void {
    this.#anchor = clashes[0].id;
    this.#state.choose(clashes.map(({ id }) => id));
    this.#listeners.onSelect(clashes[0].id);
  }

  /** Arrow keys go from row to row, to the sides they fold; with Shift they choose. */
  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key !== 'a' || event.altKey) return;
      this.chooseAll();
    } else {
      const row = this.#rows.rows[this.#rows.active];
      const to = rowAfter(event.key, this.#rows.active, this.#rows.rows.length, this.#rows.page);
      if (to !== undefined) this.#go(to, event.shiftKey);
      else if (row?.kind === 'group' && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
        this.#fold(row.group, event.key === 'ArrowRight');
      } else if (row?.kind === 'group' && (event.key === 'Enter' || event.key === ' ')) this.#chooseGroup(row.group);
      else return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #go(index: number, range: boolean): void {
    this.#rows.active = index;
    const row = this.#rows.rows[index];
    if (row.kind === 'clash') this.#pick(row.clash.id, { add: false, range });
  }

  chooseAll(): void {
    this.#state.choose(this.#state.shown.map(({ id }) => id));
    this.#rows.redraw();
    this.#listeners.onChoose();
  }

  #isOpen({ key }: ShownGroup): boolean {
    // What is alike is one thing to look at; other groups are chapters of the list.
    return (this.#state.groupBy === 'alike') === this.#toggled.has(key);
  }

  #fold(group: ShownGroup, open: boolean): void {
    if (this.#isOpen(group) === open) return;
    if (!this.#toggled.delete(group.key)) this.#toggled.add(group.key);
    this.#rows.show(this.#lines());
  }

  #lines(): Row[] {
    return this.#state.groups.flatMap((group): Row[] => {
      if (group.title === undefined) return [{ kind: 'clash', clash: group.clashes[0], isInner: false }];
      const isOpen = this.#isOpen(group);
      const inner = isOpen ? group.clashes.map((clash): Row => ({ kind: 'clash', clash, isInner: true })) : [];
      return [{ kind: 'group', group, isOpen }, ...inner];
    });
  }

  draw(): void {
    this.#rows.show(this.#lines());
    const shown = this.#state.shown.length;
    const all = this.#state.review.clashes.length;
    this.#count(shown, all);
    this.mark();
  }

  /** How many clashes are listed, and what is listed separately. */
  #count(shown: number, all: number): void {
    const counts = countStandings(this.#state.review.clashes);
    const { kind } = this.#state.filter;
    const others = (
      [
        ['open', 'to decide'],
        ['by design', 'by design'],
        ['touching', 'touching'],
      ] as const
    ).filter(([standing]) => standing !== kind && counts[standing] > 0);
    const buttons = others.map(([standing, title]) => {
      const button = element('button', { type: 'button', className: 'link' }, `${grouped(counts[standing])} ${title}`);
      button.addEventListener('click', () => this.#listeners.onKind(standing));
      return button;
    });
    const text = shown === all ? `${grouped(all)} listed` : `${grouped(shown)} of ${grouped(all)} listed`;
    this.#box.dataset.empty = shown > 0 || !this.#state.isAnswered ? '' : emptyText(all);
    byId('review-count').replaceChildren(element('span', { textContent: all === 0 ? '' : text }), ...buttons);
  }

  /** Shows what is selected and chosen, and brings it into sight; unfolds its group. */
  mark(): void {
    const { selected } = this.#state;
    if (selected !== undefined) this.#reveal(selected);
    this.#rows.redraw();
  }

  #reveal(id: string): void {
    const find = () => this.#rows.rows.findIndex((row) => row.kind === 'clash' && row.clash.id === id);
    let index = find();
    if (index < 0) {
      const group = this.#state.groups.find(({ clashes }) => clashes.some((clash) => clash.id === id));
      if (!group) return;
      this.#fold(group, true);
      index = find();
    }
    this.#rows.active = index;
  }

  #group({ title, clashes }: ShownGroup, isOpen: boolean): HTMLElement {
    const open = clashes.filter(({ decision }) => decision.state === 'open').length;
    const isChosen = clashes.every(({ id }) => this.#state.chosen.has(id));
    const row = element(
      'div',
      { className: 'line group', role: 'option', title: title ?? '' },
      element('span', { className: 'fold', textContent: isOpen ? '▾' : '▸', title: isOpen ? 'Fold' : 'Unfold' }),
      element('span', { className: 'title' }, cutName(title ?? '')),
      element('span', { className: 'measure', textContent: measureOf(clashes[0], this.#state.lengths.text) }),
      element('span', {
        className: 'state',
        textContent: open === clashes.length ? grouped(open) : `${grouped(open)} / ${grouped(clashes.length)} open`,
      }),
    );
    row.setAttribute('aria-expanded', String(isOpen));
    row.setAttribute('aria-selected', String(isChosen));
    return row;
  }

  #clash(clash: ReviewClash, isInner: boolean): HTMLElement {
    const { decision, status, severity, byDesign } = clash;
    const state = status === 'new' && decision.state === 'open' ? 'new' : decision.state;
    const measure = measureOf(clash, this.#state.lengths.text);
    const storey = this.#state.storey(clash);
    const row = element(
      'div',
      { className: `line clash ${clash.kind}${isInner ? ' inner' : ''}`, role: 'option', title: this.#hint(clash) },
      element('span', { className: 'sign', textContent: KIND_SIGNS[clash.kind], ariaLabel: clash.kind }),
      this.#name(clash.a, 'a'),
      element('span', { className: 'measure', textContent: measure === clash.kind ? '' : measure }),
      clash.a === clash.b
        ? element('span', { className: 'name b muted', textContent: 'itself' })
        : this.#name(clash.b, 'b'),
      element(
        'span',
        { className: 'tail' },
        element('bdi', { className: 'where', textContent: storey ?? '' }),
        element('span', {
          className: byDesign === undefined ? 'state' : 'state design',
          textContent: byDesign === undefined ? state : 'by design',
        }),
      ),
    );
    row.dataset.clash = clash.id;
    row.dataset.state = state;
    if (severity) row.dataset.severity = severity;
    row.setAttribute('aria-selected', String(this.#state.chosen.has(clash.id)));
    if (clash.id === this.#state.selected) row.setAttribute('aria-current', 'true');
    return row;
  }

  /** Its own name; the file as a badge in the colour of its trade, where there are several. */
  #name(place: number, side: 'a' | 'b'): HTMLElement {
    const object = this.#state.object(place);
    const badge = object ? badgeOf(this.#state.facts, object) : '';
    const name = cutName(this.#state.label(place));
    const ownClass = element('span', { className: 'class', textContent: object?.class ?? '' });
    if (!badge) return element('span', { className: `name ${side}` }, name, ownClass);
    const mark = element('i', { className: 'badge', textContent: badge });
    if (object?.discipline) mark.style.setProperty('--badge', DISCIPLINE_COLOURS[object.discipline]);
    return element('span', { className: `name ${side}` }, mark, name, ownClass);
  }

  #hint({ a, b, kind, byDesign }: ReviewClash): string {
    const names = [...new Set([a, b])].map((place) => this.#state.label(place));
    return `${kind}: ${names.join(' – ')}${byDesign === undefined ? '' : `, by design: ${byDesign}`}`;
  }
}

/** Shown in place of an empty list. */
function emptyText(all: number): string {
  return all === 0 ? 'No clashes' : 'Nothing here fits the filter';
}
