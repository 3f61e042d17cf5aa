/** The list of clashes: one row each, alike ones in a group that unfolds. */
import { fitText } from '../../../src/report/text.ts';
import { byId, element, grouped } from '../dom.ts';
import type { ReviewClash } from '../protocol.ts';
import type { ReviewState, ShownGroup } from './review-state.ts';
import { KIND_SIGNS, measureOf, shortenedPair } from './wording.ts';

/** Groups that are made at a time; more are made when the end of the list comes into view. */
const GROUPS_AT_ONCE = 60;
/** Clashes of a group that are made at a time. */
const CLASHES_AT_ONCE = 200;
/** Characters that a row has room for; whole names are in the details and, up to the second number, in a hint. */
const NAMES_MOST = 32;
const HINT_MOST = 1000;

export class ReviewList {
  readonly #box = byId('review-list');
  readonly #state: ReviewState;
  /** How many clashes of a group are shown, of those that are unfolded. */
  readonly #open = new Map<string, number>();
  readonly #rows = new Map<string, HTMLElement>();
  readonly #end = element('li', { className: 'hint' });
  #groups: readonly ShownGroup[] = [];
  #made: HTMLElement[] = [];

  constructor(state: ReviewState, onSelect: (id: string) => void) {
    this.#state = state;
    // One listener for all rows, because every answer replaces them.
    this.#box.addEventListener('click', (event) => {
      const { clash, group, more } = (event.target as HTMLElement).closest('button')?.dataset ?? {};
      if (clash) onSelect(clash);
      else if (group) this.#toggle(group);
      else if (more) this.#unfold(more, Number.POSITIVE_INFINITY);
    });
    this.#box.addEventListener('keydown', (event) => this.#step(event));
    new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) this.#make(this.#made.length + GROUPS_AT_ONCE);
    }).observe(this.#end);
  }

  /** Arrow keys go from row to row. */
  #step(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };
    const button = (event.target as HTMLElement).closest('button');
    if (!button) return;
    const group = button.dataset.group;
    if (group && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
      if (this.#open.has(group) !== (event.key === 'ArrowRight')) this.#toggle(group);
    } else if (event.key in steps) {
      if (event.key === 'End') this.#make(Number.POSITIVE_INFINITY);
      const all = [...this.#box.querySelectorAll('button')];
      const to = Math.max(0, Math.min(all.length - 1, all.indexOf(button) + steps[event.key]));
      all[to]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #toggle(key: string): void {
    if (this.#open.delete(key)) this.#remake(key);
    else this.#unfold(key, CLASHES_AT_ONCE);
    this.#box.querySelector<HTMLElement>(`[data-group="${CSS.escape(key)}"]`)?.focus();
  }

  #unfold(key: string, most: number): void {
    this.#open.set(key, most);
    this.#remake(key);
  }

  /** Makes one group again. */
  #remake(key: string): void {
    const at = this.#groups.findIndex((group) => group.key === key);
    if (!this.#made[at]) return;
    const fresh = this.#item(this.#groups[at]);
    this.#made[at].replaceWith(fresh);
    this.#made[at] = fresh;
  }

  draw(): void {
    this.#rows.clear();
    this.#groups = this.#state.groups;
    this.#made = [];
    this.#box.replaceChildren(this.#end);
    this.#make(GROUPS_AT_ONCE);
    const shown = this.#state.shown.length;
    const all = this.#state.review.clashes.length;
    const rows = this.#groups.length;
    byId('review-count').textContent =
      shown === all
        ? `${grouped(all)} in ${grouped(rows)} ${rows === 1 ? 'row' : 'rows'}`
        : `${grouped(shown)} of ${grouped(all)}`;
    this.mark();
  }

  /** Makes rows up to that group. */
  #make(to: number): void {
    const more = this.#groups.slice(this.#made.length, to).map((group) => this.#item(group));
    this.#made.push(...more);
    this.#end.before(...more);
    const left = this.#groups.slice(this.#made.length).reduce((sum, { clashes }) => sum + clashes.length, 0);
    this.#end.hidden = left === 0;
    this.#end.textContent = left === 0 ? '' : `${grouped(left)} more`;
  }

  #item(group: ShownGroup): HTMLElement {
    return group.clashes.length === 1 ? this.#row(group.clashes[0]) : this.#group(group);
  }

  /** Of both objects, or of the one that all clashes of a group have; in the room of so many characters. */
  #names({ a, b }: ReviewClash, most: number, common?: number): string {
    const label = (object: number) => this.#state.label(object);
    if (common !== undefined) return shortenedPair(label(common), 'several', most);
    return a === b ? fitText(label(a), most) : shortenedPair(label(a), label(b), most);
  }

  #group({ clashes, common, key }: ShownGroup): HTMLElement {
    const [first] = clashes;
    const most = this.#open.get(key) ?? 0;
    const open = clashes.filter(({ decision }) => decision.state === 'open').length;
    const button = element(
      'button',
      { type: 'button', className: `row-button group ${first.kind}`, title: this.#names(first, HINT_MOST, common) },
      ...this.#line(first, `${grouped(clashes.length)} ×`, open === clashes.length ? '' : `${grouped(open)} open`),
      element('span', { className: 'names', textContent: this.#names(first, NAMES_MOST, common) }),
    );
    button.dataset.group = key;
    button.setAttribute('aria-expanded', String(most > 0));
    if (most === 0) return element('li', {}, button);
    const rows = clashes.slice(0, most).map((clash) => this.#row(clash));
    if (clashes.length > most) {
      const text = `${grouped(clashes.length - most)} more`;
      const more = element('button', { type: 'button', className: 'link', textContent: text });
      more.dataset.more = key;
      rows.push(element('li', {}, more));
    }
    return element('li', {}, button, element('ul', {}, ...rows));
  }

  /** Kind, measure and status. */
  #line(clash: ReviewClash, count: string, status: string): HTMLElement[] {
    const measure = measureOf(clash, this.#state.review.unit);
    return [
      element('span', { className: 'sign', textContent: KIND_SIGNS[clash.kind], ariaHidden: 'true' }),
      element('span', { className: 'kind', textContent: count ? `${count} ${clash.kind}` : clash.kind }),
      element('span', { className: 'measure', textContent: measure === clash.kind ? '' : measure }),
      element('span', { className: 'state', textContent: status }),
    ];
  }

  #row(clash: ReviewClash): HTMLElement {
    const { decision, status } = clash;
    const state = status === 'new' && decision.state === 'open' ? 'new' : decision.state;
    const button = element(
      'button',
      { type: 'button', className: `row-button ${clash.kind}`, title: this.#names(clash, HINT_MOST) },
      ...this.#line(clash, '', state),
      element('span', { className: 'names', textContent: this.#names(clash, NAMES_MOST) }),
    );
    button.dataset.clash = clash.id;
    button.dataset.state = state;
    if (clash.id === this.#state.selected) button.setAttribute('aria-current', 'true');
    this.#rows.set(clash.id, button);
    return element('li', {}, button);
  }

  /** Marks the selected row and brings it into view; unfolds its group. */
  mark(): void {
    const { selected } = this.#state;
    this.#box.querySelector('[aria-current]')?.removeAttribute('aria-current');
    if (selected === undefined) return;
    if (!this.#rows.get(selected)?.isConnected) this.#reveal(selected);
    const row = this.#rows.get(selected);
    row?.setAttribute('aria-current', 'true');
    row?.scrollIntoView({ block: 'nearest' });
  }

  #reveal(id: string): void {
    const at = this.#groups.findIndex(({ clashes }) => clashes.some((clash) => clash.id === id));
    if (at < 0) return;
    if (at >= this.#made.length) this.#make(at + GROUPS_AT_ONCE);
    const { key, clashes } = this.#groups[at];
    if (clashes.length === 1) return;
    const isFar = clashes.findIndex((clash) => clash.id === id) >= CLASHES_AT_ONCE;
    this.#unfold(key, isFar ? Number.POSITIVE_INFINITY : CLASHES_AT_ONCE);
  }

  /** Writes one row again, after a decision. */
  redraw(id: string): void {
    const [row, clash] = [this.#rows.get(id), this.#state.clash(id)];
    if (!row || !clash) return;
    const had = row === document.activeElement;
    row.parentElement?.replaceWith(this.#row(clash));
    if (had) this.#rows.get(id)?.focus();
  }
}
