/** Tools over the view: measure, hide, isolate, show all. */

import { byId, grouped } from '../dom.ts';
import type { Measured } from '../view/measure.ts';
import type { View } from '../view/view.ts';

export interface ToolsSubject {
  /** Keys of the objects that hiding and isolating are about. */
  readonly chosen: () => readonly number[];
  /** In the unit that is shown. */
  readonly length: (value: number) => string;
  /** What a direction has along each axis of the files. */
  readonly asInFile: (along: readonly number[]) => readonly number[];
  readonly onHidden: () => void;
}

export class Tools {
  readonly #view: View;
  readonly #subject: ToolsSubject;
  readonly #measure = byId('tool-measure');
  #measured: Measured | undefined;

  constructor(view: View, subject: ToolsSubject) {
    this.#view = view;
    this.#subject = subject;
    this.#measure.addEventListener('click', () => this.toggleMeasure());
    byId('tool-hide').addEventListener('click', () => this.hide());
    byId('tool-isolate').addEventListener('click', () => this.isolate());
    byId('tool-show-all').addEventListener('click', () => this.showAll());
    this.update();
  }

  /** Which buttons have something to do. */
  update(): void {
    const none = this.#subject.chosen().length === 0;
    for (const id of ['tool-hide', 'tool-isolate']) (byId(id) as HTMLButtonElement).disabled = none;
    const hidden = this.#view.objects.hiddenCount;
    byId('tool-show-all').hidden = hidden === 0;
    byId('tool-show-all').textContent = `Show all (${grouped(hidden)} hidden)`;
  }

  #changed(): void {
    this.#view.request();
    this.update();
    this.#subject.onHidden();
  }

  hide(): void {
    this.#view.objects.hide(this.#subject.chosen());
    this.#changed();
  }

  isolate(): void {
    const chosen = this.#subject.chosen();
    if (chosen.length === 0) return;
    this.#view.objects.showOnly(new Set(chosen));
    this.#changed();
  }

  showAll(): void {
    this.#view.objects.showAll();
    this.#changed();
  }

  toggleMeasure(): void {
    const { measure } = this.#view;
    measure.active = !measure.active;
    this.#measured = undefined;
    measure.clear();
    this.#measure.setAttribute('aria-pressed', String(measure.active));
    document.body.dataset.measuring = String(measure.active);
    byId('measured').textContent = measure.active ? 'Click two points, or press Enter for the middle of the view.' : '';
    this.#view.request();
  }

  /** Returns whether there was a measurement to stop. */
  stopMeasuring(): boolean {
    if (!this.#view.measure.active) return false;
    this.toggleMeasure();
    return true;
  }

  readonly #label = ({ distance }: Measured) => this.#subject.length(distance);

  #show({ distance, along }: Measured): void {
    const { length, asInFile } = this.#subject;
    const axes = asInFile(along).map((value, i) => `${'xyz'[i]} ${length(value)}`);
    byId('measured').textContent = `${length(distance)} apart: ${axes.join(', ')}`;
  }

  /** Lengths are shown in another unit. */
  rewrite(): void {
    if (!this.#view.measure.active || !this.#measured) return;
    this.#view.measure.relabel(this.#label);
    this.#show(this.#measured);
    this.#view.request();
  }

  take(hit: Parameters<View['measure']['add']>[0]): void {
    this.#measured = this.#view.measure.add(hit, this.#view.rig.camera, this.#view.height, this.#label);
    if (this.#measured) this.#show(this.#measured);
    else byId('measured').textContent = 'The second point?';
    this.#view.request();
  }
}
