/** A progress bar on one line of the terminal, shown only for steps that take a while. */

import { fitText } from '../../report/text.ts';
import type { OutputStream } from './terminal.ts';

const FIRST_AFTER_MILLISECONDS = 300;
const EVERY_MILLISECONDS = 80;
const BAR_COLUMNS = 24;
const CLEAR_LINE = '\r\x1b[K';

export class ProgressBar {
  readonly #stream: OutputStream;
  #next = performance.now() + FIRST_AFTER_MILLISECONDS;
  #shown = false;

  constructor(stream: OutputStream) {
    this.#stream = stream;
  }

  show(label: string, done: number): void {
    const now = performance.now();
    if (now < this.#next) return;
    this.#next = now + EVERY_MILLISECONDS;
    this.#shown = true;
    const part = Math.min(1, Math.max(0, done));
    const filled = Math.round(part * BAR_COLUMNS);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_COLUMNS - filled);
    const room = (this.#stream.columns || 80) - BAR_COLUMNS - 7;
    const percent = `${Math.floor(100 * part)}%`.padStart(4);
    this.#stream.write(`${CLEAR_LINE}${bar} ${percent} ${fitText(label, Math.max(8, room))}`);
  }

  clear(): void {
    if (!this.#shown) return;
    this.#shown = false;
    this.#stream.write(CLEAR_LINE);
  }
}
