/** The unit that lengths are shown in, and what the files say of theirs. */
import { unitSymbol } from '../../../src/report/units.ts';
import { byId, element } from '../dom.ts';
import { type Lengths, SHOWN_UNITS } from '../lengths.ts';

const AUTO = 'as suits each';

export class UnitField {
  readonly #lengths: Lengths;
  readonly #select: HTMLSelectElement;

  constructor(lengths: Lengths, onChange: () => void) {
    this.#lengths = lengths;
    const options = [['', AUTO], ...SHOWN_UNITS.map((unit) => [unit, unitSymbol(unit)])];
    this.#select = element(
      'select',
      { name: 'shown-unit' },
      ...options.map(([value, textContent]) => element('option', { value, textContent })),
    );
    this.#select.value = lengths.chosen ?? '';
    this.#select.addEventListener('change', () => {
      lengths.chosen = this.#select.value || undefined;
      onChange();
    });
    const title = 'Lengths, places and volumes are shown in this unit; files and exports stay as they are';
    byId('unit-field').replaceChildren(element('label', { className: 'field', title }, 'Lengths in', this.#select));
  }

  /** What the open files say about their units; nothing for scenes. */
  show(said: string | undefined): void {
    byId('unit-note').textContent = said ?? '';
    byId('unit-note').hidden = said === undefined;
    this.update();
  }

  /** Lengths of unknown unit cannot be shown in another. */
  update(): void {
    this.#select.disabled = this.#lengths.own === undefined;
  }
}
