/**
 * The pool of worker threads, in Node and in browsers alike.
 *
 * Workers keep running between jobs and sleep in shared memory, so a job costs one wake-up and one message, not one per
 * thread or phase.
 *
 * Promise: when a worker is lost, the running job rejects, but only after all other workers are gone too; so nothing
 * writes to the memory any more, and a new pool may be opened on it.
 */
import { EngineError } from '../../errors.ts';
import { type Spawn, spawner, type Thread } from './threads.ts';
import type { WorkerMessage } from './worker.ts';

function failedToStart(reason: string): EngineError {
  return new EngineError(
    'worker-failed',
    `a worker thread failed: ${reason}. Use createEngine({ threads: 0 }) to run on the calling thread. On a page with a content security policy, threads need "worker-src blob:".`,
  );
}

function lostInQuery(reason: string, canStartAgain: boolean): EngineError {
  const remedy = canStartAgain
    ? 'The objects are unchanged; repeat the query, and new threads are started.'
    : 'This browser does not report when the other threads have ended; create a new engine.';
  return new EngineError(
    'worker-failed',
    `a worker thread was lost while the query ran: ${reason}. ${remedy} createEngine({ threads: 0 }) does without them.`,
  );
}

/** What the workers of a pool are given. */
export interface PoolStart {
  readonly module: WebAssembly.Module;
  /** Whether the module has all queries. */
  readonly hasAll: boolean;
  readonly memory: WebAssembly.Memory;
  /** Number of the last job: the workers wait for another. */
  readonly job: number;
}

export class WorkerPool {
  readonly threads: number;
  readonly #workers: Thread[] = [];
  #settle: { resolve: () => void; reject: (error: unknown) => void } | undefined;
  #ready = 0;
  /** Number of the job that runs, or ran last. */
  #job = 0;
  #failure: string | undefined;
  /** Set when a worker is gone: the others would wait for it forever. */
  #broken: EngineError | undefined;
  #closed = false;

  private constructor(threads: number) {
    this.threads = threads;
  }

  /** Starts the threads; resolves when all of them wait for work. */
  static async open(start: PoolStart, threads: number): Promise<WorkerPool> {
    const spawn = await spawner();
    const pool = new WorkerPool(threads);
    try {
      await new Promise<void>((resolve, reject) => {
        pool.#settle = { resolve, reject };
        try {
          for (let slot = 1; slot <= threads; slot++) pool.#spawn(spawn, start, slot);
        } catch (error) {
          // Some browsers throw at once where others report later that the page's policy forbids the worker.
          reject(failedToStart(error instanceof Error ? error.message : String(error)));
        }
      });
    } catch (error) {
      await pool.close();
      throw error;
    }
    pool.#settle = undefined;
    for (const worker of pool.#workers) worker.keepAlive(false);
    return pool;
  }

  #spawn(spawn: Spawn, start: PoolStart, slot: number): void {
    const worker = spawn(
      (message) => this.#hear(message),
      (reason) => this.#lose(reason),
    );
    this.#workers.push(worker);
    const { timeOrigin } = performance;
    worker.start({ ...start, slot, timeOrigin });
  }

  /** Whether a worker was lost, so that this pool cannot run a job any more. */
  get isBroken(): boolean {
    return this.#broken !== undefined;
  }

  #hear(message: WorkerMessage): void {
    if ('error' in message) this.#failure = message.error;
    else if ('done' in message) this.finish(message.done);
    else if (++this.#ready === this.threads) this.#settle?.resolve();
  }

  #lose(reason: string): void {
    if (this.#closed || this.#broken) return;
    if (this.#ready < this.threads) {
      this.#broken = failedToStart(reason);
      this.#settle?.reject(this.#broken);
      return;
    }
    this.#broken = lostInQuery(reason, true);
    void this.#end().then((areGone) => {
      if (!areGone) this.#broken = lostInQuery(reason, false);
      this.#settle?.reject(this.#broken);
    });
  }

  /** Abandons workers that do not stop when asked to, as if one of them had been lost. */
  abandon(): void {
    this.#lose('it did not stop when asked to');
  }

  /** Ends the threads; returns whether they are known to be gone, so that the memory can be reused. */
  async #end(): Promise<boolean> {
    const gone = await Promise.all(this.#workers.map((worker) => worker.terminate()));
    return gone.every((isGone) => isGone);
  }

  /** Notes that a job is done. A worker's message may come when the calling thread has seen that already, and even begun another. */
  finish(job: number): void {
    if (job === this.#job) this.#settle?.resolve();
  }

  /** Resolves when the job with this number, which `begin` wakes the workers for, is done. Returns the error message of a worker, if any. */
  async run(job: number, begin: () => void): Promise<string | undefined> {
    if (this.#broken) throw this.#broken;
    this.#failure = undefined;
    this.#job = job;
    for (const worker of this.#workers) worker.keepAlive(true);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#settle = { resolve, reject };
        begin();
      });
    } finally {
      for (const worker of this.#workers) worker.keepAlive(false);
      this.#settle = undefined;
    }
    return this.#failure;
  }

  /** Ends the threads. Resolves to true when they are gone, to false where that cannot be known. */
  close(): Promise<boolean> {
    this.#closed = true;
    this.#settle?.reject(new EngineError('disposed', 'the engine was disposed while a query was running.'));
    return this.#end();
  }
}
