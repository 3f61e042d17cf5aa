/** Decisions on the selected clashes: status, who is responsible until when, and a comment. Always visible. */
import { DECISIONS, type Decision } from '../../../src/report/baseline.ts';
import type { DecisionChange } from '../../../src/report/decide.ts';
import { byId, element, grouped } from '../dom.ts';
import type { ReviewState } from './review-state.ts';

export interface DecisionListeners {
  readonly onDecide: (change: DecisionChange) => void;
  readonly onUndo: () => void;
}

const KEYS: Readonly<Record<Decision['state'], string>> = {
  open: 'Shift+O',
  reviewed: 'Shift+V',
  approved: 'Shift+A',
  resolved: 'Shift+R',
};

export class DecisionPanel {
  readonly #state: ReviewState;
  readonly #title = byId('decision-title');
  readonly #undo = byId<HTMLButtonElement>('decision-undo');
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #assignee = element('input', { type: 'text', placeholder: 'Assignee', autocomplete: 'off' });
  readonly #due = element('input', { type: 'date' });
  readonly #comment = element('textarea', { rows: 1, placeholder: 'Comment (C)' });

  constructor(state: ReviewState, { onDecide, onUndo }: DecisionListeners) {
    this.#state = state;
    this.#buttons = DECISIONS.map((name) => {
      const button = element('button', { type: 'button', textContent: name, title: `${name} (${KEYS[name]})` });
      button.dataset.decision = name;
      button.addEventListener('click', () => onDecide({ state: name }));
      return button;
    });
    this.#assignee.setAttribute('aria-label', 'Assignee');
    this.#assignee.setAttribute('list', 'assignees');
    this.#due.setAttribute('aria-label', 'Due date');
    this.#due.title = 'Due date';
    this.#comment.setAttribute('aria-label', 'Comment');
    this.#undo.addEventListener('click', () => onUndo());
    for (const [field, input] of [
      ['assignee', this.#assignee],
      ['due', this.#due],
      ['comment', this.#comment],
    ] as const) {
      input.addEventListener('change', () => onDecide({ [field]: input.value.trim() }));
    }
    byId('decision-fields').replaceChildren(
      element('div', { className: 'choices', role: 'group', ariaLabel: 'Status' }, ...this.#buttons),
      element('div', { className: 'row' }, this.#assignee, this.#due),
      this.#comment,
      element('datalist', { id: 'assignees' }),
    );
    this.draw();
  }

  focusComment(): void {
    this.#comment.focus();
  }

  draw(): void {
    const chosen = [...this.#state.chosen].flatMap((id) => this.#state.clash(id) ?? []);
    const decisions = chosen.map(({ decision }) => decision);
    const [first] = decisions;
    const none = chosen.length === 0;
    this.#title.textContent = none ? 'Nothing selected' : titleOf(chosen.length, first);
    for (const button of this.#buttons) {
      button.disabled = none;
      const isAll = !none && decisions.every(({ state }) => state === button.dataset.decision);
      button.setAttribute('aria-pressed', String(isAll));
    }
    this.#undo.disabled = !this.#state.canUndo;
    this.#fill(this.#assignee, decisions, 'assignee', 'Assignee');
    this.#fill(this.#due, decisions, 'due', '');
    this.#fill(this.#comment, decisions, 'comment', 'Comment (C)');
    const known = new Set(this.#state.review.clashes.flatMap(({ decision }) => decision.assignee ?? []));
    byId('assignees').replaceChildren(...[...known].map((value) => element('option', { value })));
  }

  /** The values that all share; an arriving answer does not discard text that is being typed. */
  #fill(
    input: HTMLInputElement | HTMLTextAreaElement,
    decisions: readonly Decision[],
    field: 'assignee' | 'due' | 'comment',
    placeholder: string,
  ): void {
    input.disabled = decisions.length === 0;
    const values = new Set(decisions.map((decision) => decision[field] ?? ''));
    input.placeholder = values.size > 1 ? 'several' : placeholder;
    if (input !== document.activeElement) input.value = values.size === 1 ? [...values][0] : '';
  }
}

function titleOf(count: number, { state, date }: Decision): string {
  if (count > 1) return `${grouped(count)} clashes`;
  return date ? `1 clash, ${state} on ${date.slice(0, 10)}` : '1 clash';
}
