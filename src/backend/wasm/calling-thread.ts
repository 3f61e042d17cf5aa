/**
 * The calling thread's part in a job of the pool. It is awake already, so it begins at once and takes pieces like a worker while the
 * others wake up; a short job is over by then, and its answer waits for no message. After a few milliseconds it leaves the rest to the
 * workers, because it has frames to draw and requests to answer. If none of them has come by then, it continues in time slices.
 *
 * Until it leaves, one worker fewer is woken, so that the number of working threads is that of the engine. Where workers have not
 * helped (JobHistory below), none is woken.
 */
import { ERROR_NONE, ERROR_TRAP, PHASE_DONE, PHASES_MAX, STOP_FAILED } from '../../memory/constants.ts';
import { CONTROL, JOB, RESULTS } from '../../memory/records.ts';
import type { KernelMemory } from './kernel-memory.ts';
import type { KernelExports } from './kernels.ts';
import { PhaseGate } from './phase-gate.ts';

/** How long it works before it yields to other work on the calling thread: beside workers, and alone. */
const SLICE_MILLISECONDS: Readonly<Record<Schedule, number>> = { workers: 0, together: 4, alone: 12 };
/** How long it waits for others to end a phase; if they take longer, the system has preempted them. */
const WAIT_MILLISECONDS = 0.3;

/** A job that the pool's threads and the calling thread share. */
export interface SharedJob {
  readonly kernels: KernelExports;
  readonly threads: number;
  /** False when the job was given up, because a worker was lost or the engine disposed. */
  readonly isWanted: () => boolean;
  /** Lets other work on the calling thread run. */
  readonly yieldThread: () => Promise<void>;
  /** Called if this thread sees the end of the job; otherwise the worker that ends it reports. */
  readonly done: () => void;
}

export class CallingThread {
  readonly history = new JobHistory();
  readonly #memory: KernelMemory;
  readonly #control: Int32Array;
  readonly #gate: PhaseGate;
  #kind = 0;
  #schedule: Schedule = 'workers';
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

  /** No thread is inside a job any more: those that were have been terminated. */
  forgetJob(): void {
    this.#gate.shut();
  }

  get job(): number {
    return Atomics.load(this.#control, CONTROL.at.job >> 2);
  }

  /** Starts the job in the control block and works on it, at first before this returns. */
  begin(job: SharedJob): void {
    const { kernels, threads } = job;
    const { u32 } = this.#memory;
    this.#kind = kindOfJob(u32[JOB.at.query >> 2], u32[JOB.at.triangleCount >> 2]);
    this.#schedule = this.history.choose(this.#kind);
    this.#longestPiece = 0;
    this.#complaint = undefined;
    const helps = this.#schedule !== 'workers';
    this.#gate.open(this.job + 1, kernels.openJob(), helps ? 1 : 0);
    Atomics.add(this.#control, CONTROL.at.job >> 2, 1);
    if (this.#schedule !== 'alone') this.#wakeWorkers(helps ? threads - 1 : threads);
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

  /** Works in time slices until a worker has started; alone, until workers would have been done. */
  async #goOn(shared: SharedJob): Promise<void> {
    const { job } = this;
    const ends = this.#schedule === 'alone' ? performance.now() + this.history.trialMilliseconds(this.#kind) : 0;
    do {
      if (performance.now() >= ends) this.#wakeWorkers(shared.threads);
      await shared.yieldThread();
      if (this.job !== job || !shared.isWanted()) return;
    } while (!this.#gate.isOver && !this.#gate.isBusy && this.#gate.tryEnter() && !this.#work(shared.kernels));
    if (this.#gate.isOver) shared.done();
    else this.#wakeWorkers(shared.threads);
  }

  /** Works inside the job for one time slice. True when the job is over; otherwise the thread has left it. */
  #work(kernels: KernelExports): boolean {
    const ends = performance.now() + SLICE_MILLISECONDS[this.#schedule];
    for (;;) {
      const { phase } = this.#gate;
      while (performance.now() < ends && this.#attempt(() => Number(kernels.runPhase(phase, 0, 1))) === 1);
      if (this.#gate.leave()) {
        if (!this.#gate.advance(this.#attempt(() => kernels.closePhase(phase)))) return true;
      } else if (!this.#entersNext(ends)) return this.#gate.isOver;
    }
  }

  /** Waits briefly for the threads inside to open the next phase. */
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

  /** Records how long the job took, from its first phase to the end of its last: this thread may have noticed the end only later. */
  noteJob(): void {
    const first = RESULTS.at.phaseClock >> 3;
    const clocks = this.#memory.f64.subarray(first, first + PHASES_MAX + 1);
    this.history.note(this.#kind, this.#schedule, Math.max(...clocks) - clocks[0], this.#longestPiece);
  }
}

// Who works on a job: the workers, the calling thread with them, or the calling thread alone. Decided by how long such jobs took before.
//
// On a quiet machine more threads are faster. Where something else uses the cores (software rendering of a page, other programs),
// a worker is woken late and preempted in the middle of a piece, and the others wait for it: then one thread that is awake anyway
// finishes sooner. No clock of a page can tell beforehand, so now and then the alternative is tried.

/** `workers` keeps the calling thread free from the beginning, `together` after a few milliseconds. */
export type Schedule = 'workers' | 'together' | 'alone';

/** Only jobs that take less than this are left to the calling thread alone: its pieces cannot be interrupted. */
const SHORT_MILLISECONDS = 100;
/** Working alone must be faster by this factor, because the calling thread has other work to do. */
const ALONE_PAYS = 1.25;
/** The alternative is tried after 2, 4, 8, 16 jobs of a kind, then with every 32nd. */
const JOBS_PER_TRIAL = 32;
/** After a piece that blocked the calling thread for longer than this, the next jobs, this many, are left to the workers. */
const LONG_PIECE_MILLISECONDS = 12;
const JOBS_OF_REST = 64;
/** Weight of a new time in the running mean: less for a longer time, because something else may have used the cores. */
const WEIGHT = { shorter: 0.5, longer: 0.25 };

interface Kind {
  jobs: number;
  /** Mean time in milliseconds; undefined when not tried yet. */
  shared?: number;
  alone?: number;
  restsUntil: number;
}

/** Query and approximate size of a job: jobs with the same key take about equally long. */
export function kindOfJob(query: number, triangles: number): number {
  return 64 * query + Math.ceil(Math.log2(triangles + 1));
}

function mean(before: number | undefined, now: number): number {
  if (before === undefined) return now;
  return before + (now < before ? WEIGHT.shorter : WEIGHT.longer) * (now - before);
}

const isPowerOfTwo = (count: number) => (count & (count - 1)) === 0;

export class JobHistory {
  readonly #kinds = new Map<number, Kind>();

  #of(kind: number): Kind {
    const found = this.#kinds.get(kind);
    if (found) return found;
    const fresh = { jobs: 0, restsUntil: 0 };
    this.#kinds.set(kind, fresh);
    return fresh;
  }

  /** Who does the next job of this kind. The first two are always left to the workers. */
  choose(kind: number): Schedule {
    const { jobs, shared, alone, restsUntil } = this.#of(kind);
    if (shared === undefined || shared > SHORT_MILLISECONDS || jobs < restsUntil) return 'workers';
    const isTrial = jobs % JOBS_PER_TRIAL === 0 || isPowerOfTwo(jobs);
    const alonePays = alone !== undefined && ALONE_PAYS * alone < shared;
    return alonePays !== isTrial ? 'alone' : 'together';
  }

  /** How long the calling thread may try alone before the workers are woken: the time in which they would have finished. */
  trialMilliseconds(kind: number): number {
    return this.#of(kind).shared ?? 0;
  }

  /** Records how a job went, and the longest time for which the calling thread could not be interrupted. */
  note(kind: number, schedule: Schedule, milliseconds: number, longestPiece: number): void {
    const of = this.#of(kind);
    // The first job compiles, links and allocates; its time says nothing about later ones.
    if (of.jobs++ === 0) return;
    if (schedule === 'alone') of.alone = mean(of.alone, milliseconds);
    else of.shared = mean(of.shared, milliseconds);
    if (longestPiece > LONG_PIECE_MILLISECONDS) of.restsUntil = of.jobs + JOBS_OF_REST;
  }
}
