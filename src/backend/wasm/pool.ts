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
import { WORKER_SOURCE } from './generated/worker-source.ts';
import type { WorkerMessage, WorkerStart } from './worker.ts';

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

/** Start-up data of a pool's workers. */
export interface PoolStart {
  readonly module: WebAssembly.Module;
  /** Where the module lies in memory, or 0; see {@link WorkerStart.kernels}. */
  readonly kernels: number;
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

// A worker thread as the pool sees it, in Node and in browsers.
//
// Node tells when a worker ends. Browsers do not, so there a worker holds a lock (Web Locks) from its start on: the
// browser takes the lock back when the worker is gone for whatever reason, and gives it to the page, which waits for
// it. `terminate()` alone does not mean that the worker has ended: Chromium lets a busy worker run for two more
// seconds. Until a worker reports that it holds its lock, only a timeout can show that it is lost.

/** What the pool needs of a worker, in Node and in browsers. */
export interface Thread {
  start(data: WorkerStart): void;
  /** Resolves to true when the thread is gone, or at once to false where that cannot be known. */
  terminate(): Promise<boolean>;
  /** Whether the process may end while this thread is alive; browsers do not ask. */
  keepAlive(alive: boolean): void;
}

type Listener = (message: WorkerMessage) => void;
/** Called when the thread has ended or failed, perhaps more than once. */
type Lost = (reason: string) => void;
export type Spawn = (onMessage: Listener, onLost: Lost) => Thread;

// A name in a variable, so that bundlers for browsers leave the import alone.
const NODE_WORKERS = 'node:worker_threads';

async function nodeSpawn(): Promise<Spawn> {
  const { Worker } = (await import(
    /* webpackIgnore: true */ /* @vite-ignore */ NODE_WORKERS
  )) as typeof import('node:worker_threads');
  return (onMessage, onLost) => {
    // None of the process's own flags: under `node --input-type=module -e …` the worker's source would be read as a module.
    const worker = new Worker(WORKER_SOURCE, { eval: true, execArgv: [], name: 'collidescope' });
    worker.on('message', onMessage);
    worker.on('error', (error) => onLost(error instanceof Error ? error.message : String(error)));
    worker.on('messageerror', (error) => onLost(`its message could not be read (${error.message})`));
    worker.on('exit', (code) => onLost(`it ended with code ${code}`));
    return {
      start: (data) => worker.postMessage(data),
      terminate: async () => {
        await worker.terminate();
        return true;
      },
      keepAlive: (alive) => (alive ? worker.ref() : worker.unref()),
    };
  };
}

/** One URL for all workers of the page; it is never revoked, because engines come and go. */
let workerUrl: string | undefined;

/** A worker that has not reported within this many seconds of the page's own running time is considered lost. */
const SECONDS_TO_START = 20;

class BrowserThread implements Thread {
  readonly #worker: Worker;
  readonly #onLost: Lost;
  readonly #lock = `collidescope ${crypto.randomUUID()}`;
  #isReady = false;
  #mayHoldLock = 'locks' in navigator;
  #gone: Promise<boolean> | undefined;
  #patience: ReturnType<typeof setInterval>;

  constructor(url: string, onMessage: Listener, onLost: Lost) {
    this.#onLost = onLost;
    this.#worker = new Worker(url, { name: 'collidescope' });
    this.#worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if ('ready' in data) this.#beginWatch(data.holdsLock);
      onMessage(data);
    };
    this.#worker.onmessageerror = () => onLost('its message could not be read');
    this.#worker.onerror = (event) => {
      event.preventDefault?.();
      onLost(event.message ?? 'the worker could not be started');
    };
    // Seconds are counted one by one: a page that was asleep for a minute has waited for one of them.
    let waited = 0;
    this.#patience = setInterval(() => {
      if (++waited >= SECONDS_TO_START) onLost(`it did not start within ${SECONDS_TO_START} seconds`);
    }, 1000);
  }

  #beginWatch(holdsLock: boolean): void {
    clearInterval(this.#patience);
    this.#isReady = true;
    this.#mayHoldLock = holdsLock;
    if (holdsLock) void this.#watch();
  }

  /** Waits for the lock. A worker that was ended before it was ready must never get it, and so never begin. */
  #watch(): Promise<boolean> {
    this.#gone ??= new Promise((resolve) => {
      const ended = () => {
        this.#onLost('the browser ended it');
        resolve(true);
        return this.#isReady ? undefined : new Promise(() => {});
      };
      navigator.locks.request(this.#lock, ended).catch(() => resolve(false));
    });
    return this.#gone;
  }

  start(data: WorkerStart): void {
    this.#worker.postMessage({ ...data, lock: this.#mayHoldLock ? this.#lock : undefined });
  }

  async terminate(): Promise<boolean> {
    clearInterval(this.#patience);
    this.#worker.terminate();
    return this.#mayHoldLock && this.#watch();
  }

  keepAlive(): void {}
}

function browserSpawn(): Spawn {
  workerUrl ??= URL.createObjectURL(new Blob([WORKER_SOURCE], { type: 'text/javascript' }));
  const url = workerUrl;
  return (onMessage, onLost) => new BrowserThread(url, onMessage, onLost);
}

const inNode = typeof process !== 'undefined' && !!process.versions?.node;

/** Starts threads on this platform. */
export async function spawner(): Promise<Spawn> {
  return inNode ? nodeSpawn() : browserSpawn();
}
