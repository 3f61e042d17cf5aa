/** Scrubs through one step of motion: a slider from 0 to 1 that stops at times of impact, with what meets there marked. */

import type { ImpactStep, Overlay, OverlayName } from '../answer.ts';
import { byId, grouped } from '../dom.ts';
import type { Movement } from '../protocol.ts';
import type { View } from '../view/view.ts';

/** How near the slider must come to a time of impact to stop there. */
const SNAP = 0.004;
/** Impacts within this time of the one that is shown are marked with it. */
const TOGETHER = 1e-3;

export class StepPanel {
  readonly #view: View;
  readonly #slider = byId<HTMLInputElement>('step-time');
  #step: ImpactStep | undefined;
  #time = 1;

  constructor(view: View) {
    this.#view = view;
    this.#slider.addEventListener('input', () => this.#scrub(Number(this.#slider.value)));
    byId('step-next').addEventListener('click', () => this.go(1));
    byId('step-previous').addEventListener('click', () => this.go(-1));
  }

  /** Another step, or none. It is shown at its first impact; what moves on its own is shown at its end. */
  show(step: ImpactStep | undefined, isPaused: boolean): void {
    // Objects that move on straight lines here are in their proper places in every other question.
    if (!step && this.#step) this.#move(1);
    this.#step = step;
    byId('step-section').hidden = step === undefined;
    if (!step) return;
    const marks = [...new Set(step.times)].slice(0, 500).map((time) => {
      const option = document.createElement('option');
      option.value = String(time);
      return option;
    });
    byId('step-marks').replaceChildren(...marks);
    const hasMotion = step.movers.length > 0;
    this.#slider.disabled = !hasMotion;
    this.#show(isPaused && step.times.length > 0 ? step.times[0] : 1);
  }

  /** To the next or the previous time of impact. */
  go(direction: 1 | -1): void {
    const step = this.#step;
    if (!step) return;
    const times = [...step.times].filter((time) =>
      direction > 0 ? time > this.#time + TOGETHER : time < this.#time - TOGETHER,
    );
    const to = direction > 0 ? times[0] : times.at(-1);
    this.#show(to ?? (direction > 0 ? 1 : 0));
  }

  #scrub(time: number): void {
    const near = this.#step ? nearest(this.#step.times, time) : undefined;
    this.#show(near !== undefined && Math.abs(near - time) <= SNAP ? near : time);
  }

  #move(time: number): void {
    for (const mover of this.#step?.movers ?? []) {
      const { key, from, to, fromMatrix, toMatrix } = mover;
      const movement: Movement = {
        key,
        ...(from && to && { positions: from.map((value, i) => value + time * (to[i] - value)) }),
        ...(fromMatrix && toMatrix && { matrix: fromMatrix.map((value, i) => value + time * (toMatrix[i] - value)) }),
      };
      this.#view.objects.move(movement);
    }
    this.#view.request();
  }

  #show(time: number): void {
    const step = this.#step!;
    this.#time = time;
    this.#slider.value = String(time);
    this.#move(time);
    const marked = [...step.times.keys()].filter((i) => Math.abs(step.times[i] - time) <= TOGETHER);
    this.#view.overlays.show(overlaysOf(step, marked));
    this.#view.request();
    const exact = marked.length > 0 ? step.times[marked[0]] : undefined;
    const text =
      exact === undefined
        ? time.toFixed(4)
        : `${Number(exact.toPrecision(9))}: ${grouped(marked.length)} ${marked.length === 1 ? 'impact' : 'impacts'}`;
    byId('step-text').textContent = text;
    this.#slider.setAttribute('aria-valuetext', text);
  }

  get overlays(): readonly OverlayName[] {
    const kinds = new Set(this.#step?.kinds ?? []);
    const faces: OverlayName[] = kinds.has(0) ? ['impact-faces', 'impact-points'] : [];
    return [...faces, ...(kinds.has(1) ? (['impact-edges'] as const) : [])];
  }
}

/** Of times that ascend. */
function nearest(times: Float64Array, time: number): number | undefined {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] < time) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [times[low - 1], times[low]];
  if (before === undefined || (after !== undefined && after - time < time - before)) return after;
  return before;
}

/** Faces and the vertices that meet them, and edges that meet, at the time of their impact. */
function overlaysOf({ kinds, features }: ImpactStep, marked: readonly number[]): Overlay[] {
  const take = (kind: number, first: number, count: number) =>
    Float32Array.from(
      marked
        .filter((i) => kinds[i] === kind)
        .flatMap((i) => Array.from(features.subarray(12 * i + first, 12 * i + first + count))),
    );
  return [
    { name: 'impact-faces', form: 'triangles', data: take(0, 0, 9) },
    { name: 'impact-points', form: 'points', data: take(0, 9, 3) },
    { name: 'impact-edges', form: 'lines', data: take(1, 0, 12) },
  ];
}
