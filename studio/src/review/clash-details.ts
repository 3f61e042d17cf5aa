/** The selected clash in words and numbers, with whole names, and what is decided about it. */
import { DECISIONS, type Decision } from '../../../src/report/baseline.ts';
import { lengthText } from '../../../src/report/depth-text.ts';
import { coordinate } from '../../../src/report/text.ts';
import { unitSymbol } from '../../../src/report/units.ts';
import { byId, element, grouped } from '../dom.ts';
import type { ReviewClash } from '../protocol.ts';
import type { ReviewState } from './review-state.ts';
import { KIND_SIGNS, sentenceOf } from './wording.ts';

export interface DetailsListeners {
  readonly onDecide: (state: Decision['state'], comment: string) => void;
  readonly onUndo: () => void;
}

const DIGITS = 6;
const KEYS: Readonly<Record<Decision['state'], string>> = {
  open: 'Shift+O',
  reviewed: 'Shift+V',
  approved: 'Shift+A',
  resolved: 'Shift+R',
};

export class ClashDetails {
  readonly #box = byId('clash');
  readonly #state: ReviewState;
  readonly #listeners: DetailsListeners;
  #shown: string | undefined;

  constructor(state: ReviewState, listeners: DetailsListeners) {
    this.#state = state;
    this.#listeners = listeners;
  }

  #comment(): HTMLTextAreaElement | null {
    return this.#box.querySelector('textarea');
  }

  focusComment(): void {
    this.#comment()?.focus();
  }

  draw(): void {
    const clash = this.#state.clash(this.#state.selected);
    this.#box.hidden = clash === undefined;
    // What is being written is not taken away by an answer that arrives.
    const typed = clash?.id === this.#shown && this.#comment() === document.activeElement ? this.#comment() : null;
    this.#shown = clash?.id;
    if (!clash) return;
    const names = [this.#state.label(clash.a), this.#state.label(clash.b)];
    const { unit } = this.#state.review;
    this.#box.replaceChildren(
      element('h2', {}, `${KIND_SIGNS[clash.kind]} ${clash.kind} `, element('code', { textContent: clash.id })),
      element('p', { className: 'what', textContent: sentenceOf(clash, names, unit) }),
      this.#objects(clash, names),
      this.#decision(clash, typed),
      this.#numbers(clash),
    );
    typed?.focus();
  }

  #objects({ a, b }: ReviewClash, names: readonly string[]): HTMLElement {
    const entry = (letter: 'A' | 'B', name: string) =>
      element(
        'li',
        {},
        element('i', { className: `swatch ${letter.toLowerCase()}`, textContent: letter }),
        element('span', { textContent: name }),
      );
    const entries = a === b ? [entry('A', names[0])] : [entry('A', names[0]), entry('B', names[1])];
    return element('ul', { className: 'pair' }, ...entries);
  }

  #numbers(clash: ReviewClash): HTMLElement {
    const { unit } = this.#state.review;
    const { depth, distance, point, normal, pairs, deeper, status } = clash;
    const triple = (values: readonly number[]) => values.map((value) => coordinate(value, DIGITS)).join(' ');
    const rows: [string, string][] = [];
    if (depth) rows.push(['depth', `${lengthText(depth.least, unit)} to ${lengthText(depth.most, unit)}`]);
    if (distance !== null) rows.push(['distance', lengthText(distance, unit)]);
    rows.push([unit ? `at (${unitSymbol(unit)})` : 'at', triple(point)]);
    if (normal) rows.push(['normal', triple(normal)]);
    rows.push(['triangle pairs', grouped(pairs)]);
    if (status === 'new') rows.push(['baseline', 'not in it']);
    if (deeper !== undefined && deeper > this.#state.review.tolerance) {
      rows.push([
        'baseline',
        Number.isFinite(deeper) ? `${lengthText(deeper, unit)} worse than there` : 'of another kind there',
      ]);
    }
    return element(
      'dl',
      {},
      ...rows.flatMap(([name, value]) => [element('dt', { textContent: name }), element('dd', { textContent: value })]),
    );
  }

  #decision({ decision }: ReviewClash, typed: HTMLTextAreaElement | null): HTMLElement {
    const comment =
      typed ?? element('textarea', { rows: 2, value: decision.comment ?? '', placeholder: 'Comment (C)' });
    comment.setAttribute('aria-label', 'Comment');
    const buttons = DECISIONS.map((state) => {
      const button = element('button', { type: 'button', textContent: state, title: `${state} (${KEYS[state]})` });
      button.dataset.decision = state;
      button.setAttribute('aria-pressed', String(state === decision.state));
      button.addEventListener('click', () => this.#listeners.onDecide(state, comment.value));
      return button;
    });
    if (!typed) {
      comment.addEventListener('change', () => {
        const now = this.#state.clash(this.#state.selected)?.decision;
        if (now && comment.value !== (now.comment ?? '')) this.#listeners.onDecide(now.state, comment.value);
      });
    }
    const undo = element('button', { type: 'button', textContent: 'Undo', title: 'Take the last decision back (U)' });
    undo.disabled = !this.#state.canUndo;
    undo.addEventListener('click', () => this.#listeners.onUndo());
    const date = decision.date ? `${decision.state} on ${decision.date.slice(0, 10)}` : '';
    return element(
      'div',
      { className: 'decision' },
      element('div', { className: 'choices', role: 'group', ariaLabel: 'Status' }, ...buttons),
      comment,
      element('div', { className: 'row' }, undo, element('span', { className: 'hint', textContent: date })),
    );
  }
}
