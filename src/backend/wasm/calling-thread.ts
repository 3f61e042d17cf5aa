/**
 * The calling thread's part in a job of the pool. It is awake already, so it begins at once and takes pieces like a worker while the
 * others wake up; a short job is over by then, and its answer waits for no message. After a few milliseconds it leaves the rest to the
 * workers, because it has frames to draw and requests to answer. If none of them has come by then, it goes on, in turns.
 *
 * In its place one worker fewer is woken, until it leaves: as many threads work as the engine has. Where workers have been of no
 * use (job-history.ts), none is woken.
 */
import { ERROR_NONE, ERROR_TRAP, PHASE_DONE, PHASES_MAX, STOP_FAILED } from '../../memory/constants.ts';
import { CONTROL, JOB, RESULTS } from '../../memory/records.ts';
import { JobHistory, kindOfJob, type Way } from './job-history.ts';
import type { KernelMemory } from './kernel-memory.ts';
import type { KernelExports } from './kernels.ts';
import { PhaseGate } from './phase-gate.ts';

/** How long it works before it yields to others on it: beside workers, and alone. */
const TURN_MILLISECONDS: Readonly<Record<Way, number>> = { workers: 0, together: 4, alone: 12 };
/** How long it waits for others to end a phase; longer, and the system has put them aside. */
const WAIT_MILLISECONDS = 0.3;

/** What the pool's threads and the calling one work on. */
export interface SharedJob {
  readonly kernels: KernelExports;
  readonly threads: number;
  /** False when the job was given up, because a worker was lost or the engine disposed. */
  readonly isWanted: () => boolean;
  /** Lets others on the calling thread have their turn. */
  readonly giveTurn: () => Promise<void>;
  /** Called if this thread sees the end of the job; otherwise the worker that ends it reports. */
  readonly done: () => void;
}

export class CallingThread {
  readonly history = new JobHistory();
  readonly #memory: KernelMemory;
  readonly #control: Int32Array;
  readonly #gate: PhaseGate;
  #kind = 0;
  #way: Way = 'workers';
  #longestPiece = 0;
  #complaint: string | undefined;

  constructor(memory: KernelMemory) {
    this.#memory = memory;
    this.#control = memory.control;
    this.#gate = new PhaseGate(memory.control);
    this.#gate.shut();
  }

  /** The error message of the kernels, if they failed on this thread in the last job. */
  get complaint(): string | undefined {
    return this.#complaint;
  }

  /** Nobody is inside a job any more: the threads that were have been ended. */
  forgetJob(): void {
    this.#gate.shut();
  }

  get job(): number {
    return Atomics.load(this.#control, CONTROL.at.job >> 2);
  }

  /** Begins the job that lies in the control block, and works on it, at first before this returns. */
  begin(job: SharedJob): void {
    const { kernels, threads } = job;
    const { u32 } = this.#memory;
    this.#kind = kindOfJob(u32[JOB.at.query >> 2], u32[JOB.at.triangleCount >> 2]);
    this.#way = this.history.choose(this.#kind);
    this.#longestPiece = 0;
    this.#complaint = undefined;
    const helps = this.#way !== 'workers';
    this.#gate.open(this.job + 1, kernels.openJob(), helps ? 1 : 0);
    Atomics.add(this.#control, CONTROL.at.job >> 2, 1);
    if (this.#way !== 'alone') this.#wakeWorkers(helps ? threads - 1 : threads);
    if (!helps) return;
    this.#attempt(() => {
      kernels.openThread();
      return PHASE_DONE;
    });
    if (this.#work(kernels)) job.done();
    else void this.#goOn(job);
  }

  #wakeWorkers(count: number): void {
    Atomics.notify(this.#control, CONTROL.at.job >> 2, count);
  }

  /** In turns, until a worker is at work; alone, until workers would have been done. */
  async #goOn(shared: SharedJob): Promise<void> {
    const { job } = this;
    const ends = this.#way === 'alone' ? performance.now() + this.history.trialMilliseconds(this.#kind) : 0;
    do {
      if (performance.now() >= ends) this.#wakeWorkers(shared.threads);
      await shared.giveTurn();
      if (this.job !== job || !shared.isWanted()) return;
    } while (!this.#gate.isOver && !this.#gate.isBusy && this.#gate.tryEnter() && !this.#work(shared.kernels));
    if (this.#gate.isOver) shared.done();
    else this.#wakeWorkers(shared.threads);
  }

  /** Works inside for a turn. True when the job is over; otherwise it is outside. */
  #work(kernels: KernelExports): boolean {
    const ends = performance.now() + TURN_MILLISECONDS[this.#way];
    for (;;) {
      const { phase } = this.#gate;
      while (performance.now() < ends && this.#attempt(() => Number(kernels.runPhase(phase, 0, 1))) === 1);
      if (this.#gate.leave()) {
        if (!this.#gate.advance(this.#attempt(() => kernels.closePhase(phase)))) return true;
      } else if (!this.#entersNext(ends)) return this.#gate.isOver;
    }
  }

  /** Waits a little for those who are still inside to open the next phase. */
  #entersNext(ends: number): boolean {
    const now = performance.now();
    const until = Math.min(ends, now + WAIT_MILLISECONDS);
    for (let time = now; time < until && !this.#gate.isOver; time = performance.now())
      if (this.#gate.tryEnter()) return true;
    return false;
  }

  #attempt(work: () => number): number {
    const began = performance.now();
    try {
      return work();
    } catch (error) {
      Atomics.compareExchange(this.#control, CONTROL.at.error >> 2, ERROR_NONE, ERROR_TRAP);
      Atomics.store(this.#control, CONTROL.at.stop >> 2, STOP_FAILED);
      this.#complaint = String(error);
      return PHASE_DONE;
    } finally {
      this.#longestPiece = Math.max(this.#longestPiece, performance.now() - began);
    }
  }

  /** Notes how long the job took, from its first phase to the end of its last: by when this thread heard of it, it may have done other things. */
  noteJob(): void {
    const first = RESULTS.at.phaseClock >> 3;
    const clocks = this.#memory.f64.subarray(first, first + PHASES_MAX + 1);
    this.history.note(this.#kind, this.#way, Math.max(...clocks) - clocks[0], this.#longestPiece);
  }
}
