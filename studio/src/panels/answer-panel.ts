/** The results: the count, a sentence, the table, images and statistics. */

import type { Answer, RewordedAnswer, TableRow } from '../answer.ts';
import { byId, element, grouped } from '../dom.ts';
import type { FrameMessage, ObjectInfo } from '../protocol.ts';
import { PairsTable } from './pairs-table.ts';
import { showPictures } from './pictures.ts';

/** Nobody can read numbers that change sixty times a second. */
const TEXT_MILLISECONDS = 100;

export interface AnswerListeners {
  /** A pair of objects was chosen. */
  readonly onRow: (row: TableRow) => void;
  /** Show what was left after this many passes; 0 for all. */
  readonly onPass: (pass: number) => void;
}

export class AnswerPanel {
  readonly #table: PairsTable;
  #written = 0;
  #waiting: number | undefined;
  #shown: { readonly frame: number; readonly answer: Answer; readonly objects: readonly ObjectInfo[] } | undefined;

  constructor({ onRow, onPass }: AnswerListeners) {
    this.#table = new PairsTable(onRow);
    const slider = byId<HTMLInputElement>('pass');
    slider.addEventListener('input', () => onPass(slider.value === slider.max ? 0 : Number(slider.value)));
  }

  openFirst(): void {
    this.#table.openFirst();
  }

  /** What is shown, in another unit. */
  reword(reworded: RewordedAnswer): void {
    if (!this.#shown) return;
    const { frame, answer, objects } = this.#shown;
    this.#write(frame, { ...answer, ...reworded }, objects);
  }

  clear(sentence: string): void {
    window.clearTimeout(this.#waiting);
    this.#shown = undefined;
    byId('count').textContent = '–';
    byId('noun').textContent = '';
    byId('sentence').textContent = sentence;
    byId('stats').replaceChildren();
    byId('detect-time').textContent = '';
    this.#table.show([], 'pairs', []);
  }

  show(frame: FrameMessage, objects: readonly ObjectInfo[]): void {
    const { answer } = frame;
    if (!answer) return;
    window.clearTimeout(this.#waiting);
    const wait = this.#written + TEXT_MILLISECONDS - performance.now();
    this.#waiting = window.setTimeout(() => this.#write(frame.frame, answer, objects), Math.max(0, wait));
  }

  #write(frame: number, answer: Answer, objects: readonly ObjectInfo[]): void {
    this.#written = performance.now();
    this.#shown = { frame, answer, objects };
    const count = byId('count');
    count.textContent = Number.isInteger(answer.count)
      ? grouped(answer.count)
      : String(Number(answer.count.toPrecision(5)));
    // For scripts: the frame that the numbers on the page belong to.
    Object.assign(count.dataset, { frame, query: answer.query, value: answer.count });
    byId('noun').textContent = answer.noun;
    byId('sentence').textContent = answer.sentence;
    byId('detect-time').textContent = `detected in ${answer.milliseconds.toFixed(1)}`;
    this.#table.show(answer.rows, answer.valueTitle, objects);
    this.#showPasses(answer.passes);
    if (answer.pictures || byId('pictures').dataset.query !== answer.query) showPictures(answer.pictures ?? []);
    byId('pictures').dataset.query = answer.query;
    const stats = answer.stats.flatMap(([name, value]) => [
      element('dt', { textContent: name }),
      element('dd', { textContent: value }),
    ]);
    byId('stats').replaceChildren(...stats);
  }

  /** The slider of answers that come in passes. */
  #showPasses(passes: Answer['passes']): void {
    byId('pass-field').hidden = passes === undefined || passes.count === 0;
    if (!passes) return;
    const slider = byId<HTMLInputElement>('pass');
    slider.max = String(passes.count);
    if (document.activeElement !== slider) slider.value = String(passes.shown);
    byId('pass-text').textContent = `${passes.shown} of ${passes.count}`;
  }
}
