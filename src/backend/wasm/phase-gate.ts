/**
 * Which threads are inside the running phase of a job: one word of shared memory that they change by compare and exchange.
 *
 * A thread enters, takes pieces until none is left, and leaves. The last to leave closes the phase and opens the next. Only those
 * inside are ever waited for: a thread that the system wakes late, because a renderer or another program has the cores, joins
 * whatever phase is open when it comes, or finds that the job is over. (Where every thread was waited for at the end of every
 * phase, each of them cost as long as the slowest wake-up; docs/threads.md has the measurements.)
 *
 * Promise: a phase is closed by one thread, while nobody is inside, and when it has no piece left; between jobs nobody is inside.
 */
import { PHASE_DONE, STOP_NO } from '../../memory/constants.ts';
import { CONTROL } from '../../memory/records.ts';

/** The low byte of the word counts the threads inside, or is one of these: nobody may enter while a phase is closed, or without a job. */
const CLOSING = 0xff;
const OVER = 0xfe;
/** Times around before a thread that waits goes to sleep: phases are short, and waking up is slow. */
const SPINS = 2000;

const NO_OPENING = -1;

const insideOf = (word: number) => word & 0xff;
const openingOf = (word: number) => word >>> 8;
const wordOf = (opening: number, inside: number) => (opening << 8) | inside;

export class PhaseGate {
  readonly #control: Int32Array;
  readonly #at = CONTROL.at.gate >> 2;
  /** The opening that this thread has left because there was nothing to take. */
  #left = NO_OPENING;

  constructor(control: Int32Array) {
    this.#control = control;
  }

  #load(): number {
    return Atomics.load(this.#control, this.#at);
  }

  #change(from: number, to: number): boolean {
    return Atomics.compareExchange(this.#control, this.#at, from, to) === from;
  }

  #store(opening: number, inside: number): void {
    Atomics.store(this.#control, this.#at, wordOf(opening, inside));
    Atomics.notify(this.#control, this.#at);
  }

  /** The owner of the engine only, while no thread takes part in anything. */
  shut(): void {
    this.#store(openingOf(this.#load()), OVER);
  }

  /** Opens the first phase of a job; `inside` is 1 when the thread that opens it is inside. */
  open(job: number, phase: number, inside: 0 | 1): void {
    Atomics.store(this.#control, CONTROL.at.openJob >> 2, job);
    Atomics.store(this.#control, CONTROL.at.phase >> 2, phase);
    this.#store(openingOf(this.#load()) + 1, inside);
  }

  get isOver(): boolean {
    return insideOf(this.#load()) === OVER;
  }

  /** Whether a thread is inside, or closes a phase. */
  get isBusy(): boolean {
    const inside = insideOf(this.#load());
    return inside !== 0 && inside !== OVER;
  }

  /** The job that runs; call it inside. A thread that has not slept since the last job may be inside before it is told of this one. */
  get job(): number {
    return Atomics.load(this.#control, CONTROL.at.openJob >> 2);
  }

  /** The phase that is open; call it inside. */
  get phase(): number {
    return Atomics.load(this.#control, CONTROL.at.phase >> 2);
  }

  #mayEnter(word: number): boolean {
    return insideOf(word) < OVER && openingOf(word) !== this.#left;
  }

  /** Enters, if another phase is open than the one that this thread has left. */
  tryEnter(): boolean {
    for (let word = this.#load(); this.#mayEnter(word); word = this.#load())
      if (this.#change(word, word + 1)) return true;
    return false;
  }

  /** Waits until it can enter. False when the job is over. */
  enter(): boolean {
    for (let spin = 0; ; spin++) {
      if (this.tryEnter()) return true;
      const word = this.#load();
      if (insideOf(word) === OVER) return false;
      if (spin >= SPINS && !this.#mayEnter(word)) Atomics.wait(this.#control, this.#at, word);
    }
  }

  /** Whether no piece is left, or none shall be taken. */
  #isExhausted(): boolean {
    const control = this.#control;
    if (Atomics.load(control, CONTROL.at.stop >> 2) !== STOP_NO) return true;
    return Atomics.load(control, CONTROL.at.nextPiece >> 2) >= Atomics.load(control, CONTROL.at.pieceCount >> 2);
  }

  /**
   * Leaves the phase. True when this thread was the last and has to close it, and then to `advance`. One that leaves pieces behind
   * opens the phase once more, also for those who had left when there was no piece to be seen.
   */
  leave(): boolean {
    for (;;) {
      const word = this.#load();
      this.#left = openingOf(word);
      if (insideOf(word) > 1) {
        if (this.#change(word, word - 1)) return false;
      } else if (!this.#isExhausted()) {
        if (this.#reopen(word)) return false;
      } else if (this.#change(word, wordOf(openingOf(word), CLOSING))) return true;
    }
  }

  /** Leaves as if it had not been inside: never closes the phase, and may enter it again. */
  stepBack(): void {
    this.#left = NO_OPENING;
    for (;;) {
      const word = this.#load();
      if (insideOf(word) > 1 ? this.#change(word, word - 1) : this.#reopen(word)) return;
    }
  }

  #reopen(word: number): boolean {
    const isChanged = this.#change(word, wordOf(openingOf(word) + 1, 0));
    if (isChanged) Atomics.notify(this.#control, this.#at);
    return isChanged;
  }

  /** Opens the next phase with this thread inside, or ends the job. Returns whether there is a next one. */
  advance(next: number): boolean {
    Atomics.store(this.#control, CONTROL.at.phase >> 2, next);
    const hasNext = next !== PHASE_DONE;
    this.#store(openingOf(this.#load()) + 1, hasNext ? 1 : OVER);
    return hasNext;
  }
}
