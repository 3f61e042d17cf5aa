/** Shows the progress of long work, with a button to cancel it. */
import { byId } from '../dom.ts';

export class ProgressPanel {
  readonly #box = byId('progress');
  readonly #label = byId('progress-label');
  readonly #bar = byId<HTMLProgressElement>('progress-bar');

  constructor(onCancel: () => void) {
    byId('cancel').addEventListener('click', () => {
      this.#label.textContent = 'stopping…';
      onCancel();
    });
  }

  show(label: string, done: number): void {
    this.#box.hidden = false;
    this.#label.textContent = label;
    if (done > 0) this.#bar.value = done;
    else this.#bar.removeAttribute('value');
  }

  hide(): void {
    this.#box.hidden = true;
  }
}
