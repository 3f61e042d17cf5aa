/** Keeps the worker at most one frame ahead of the page, and scenes at their speed. */
import { FRAME_SECONDS } from '../../../scenes/index.ts';

/** Timers are coarser than this. */
const TIMER_MILLISECONDS = 3;

export class Pace {
  speed = 1;
  frameSeconds = FRAME_SECONDS;
  #undrawn = 0;
  #drawn: (() => void) | undefined;
  #nextBeat = 0;

  sent(): void {
    this.#undrawn++;
  }

  shown(): void {
    this.#undrawn = Math.max(0, this.#undrawn - 1);
    this.#drawn?.();
    this.#drawn = undefined;
  }

  /** Resolves when the page can take another frame. */
  async untilDrawn(): Promise<void> {
    while (this.#undrawn > 1) await new Promise<void>((resolve) => (this.#drawn = resolve));
  }

  get stepsPerFrame(): number {
    return Math.max(1, Math.round(this.speed));
  }

  /** Resolves when the next frame is due; at once if it is overdue. */
  async beat(): Promise<void> {
    const now = performance.now();
    const wait = this.#nextBeat - now;
    const interval = (1000 * this.frameSeconds) / Math.min(1, this.speed);
    this.#nextBeat = Math.max(now, this.#nextBeat) + interval;
    if (wait > interval) this.#nextBeat = now + interval;
    if (wait > TIMER_MILLISECONDS && wait <= interval) await new Promise((resume) => setTimeout(resume, wait));
  }
}
