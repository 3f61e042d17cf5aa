/**
 * Shows the progress of long work, with a button to cancel it.
 *
 * The page itself shows that something takes time, a moment after it was asked for: the worker may be too busy to say so.
 */
import { byId } from '../dom.ts';

/** Anything shorter is not worth mentioning. */
const SOON_MILLISECONDS = 150;

export class ProgressPanel {
  readonly #box = byId('progress');
  readonly #label = byId('progress-label');
  readonly #bar = byId<HTMLProgressElement>('progress-bar');
  #soon: number | undefined;
  #awaitsAnswer = false;

  constructor(onCancel: () => void) {
    byId('cancel').addEventListener('click', () => {
      this.#label.textContent = 'stopping…';
      this.#awaitsAnswer = false;
      onCancel();
    });
  }

  /** Something was asked for. `answer`: it ends with an answer on the page, not when the worker is idle. */
  begin(label: string, answer = false): void {
    window.clearTimeout(this.#soon);
    this.#awaitsAnswer ||= answer;
    this.#soon = window.setTimeout(() => this.show(label, 0), SOON_MILLISECONDS);
  }

  show(label: string, done: number): void {
    window.clearTimeout(this.#soon);
    this.#box.hidden = false;
    this.#label.textContent = label;
    if (done > 0) this.#bar.value = done;
    else this.#bar.removeAttribute('value');
    document.body.dataset.busy = 'true';
  }

  /** The worker has nothing more to do. */
  idle(): void {
    if (!this.#awaitsAnswer) this.hide();
  }

  /** The answer is there, or there is none. */
  answered(): void {
    this.#awaitsAnswer = false;
    this.hide();
  }

  hide(): void {
    window.clearTimeout(this.#soon);
    this.#awaitsAnswer = false;
    this.#box.hidden = true;
    document.body.dataset.busy = 'false';
  }
}
