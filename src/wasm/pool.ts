/**
 * The pool of worker threads, in Node and in browsers alike.
 *
 * Workers keep running between jobs and sleep in shared memory, so a job costs one wake-up and one message, not one per
 * thread or phase.
 */
import { EngineError } from '../errors.ts';
import { WORKER_SOURCE } from './generated/worker-source.ts';
import type { WorkerMessage, WorkerStart } from './worker.ts';

/** What Node's workers and the browsers' have in common, as far as the pool needs it. */
interface Thread {
  start(data: WorkerStart): void;
  terminate(): void;
  /** Whether the process may end while this thread is alive; browsers do not ask. */
  keepAlive(alive: boolean): void;
}

type Listener = (message: WorkerMessage) => void;
type Failure = (error: unknown) => void;
type Spawn = (onMessage: Listener, onError: Failure) => Thread;

// A name in a variable, so that bundlers for browsers leave the import alone.
const NODE_WORKERS = 'node:worker_threads';

async function nodeSpawn(): Promise<Spawn> {
  const { Worker } = (await import(
    /* webpackIgnore: true */ /* @vite-ignore */ NODE_WORKERS
  )) as typeof import('node:worker_threads');
  return (onMessage, onError) => {
    const worker = new Worker(WORKER_SOURCE, { eval: true, name: 'collidescope' });
    worker.on('message', onMessage);
    worker.on('error', onError);
    return {
      start: (data) => worker.postMessage(data),
      terminate: () => void worker.terminate(),
      keepAlive: (alive) => (alive ? worker.ref() : worker.unref()),
    };
  };
}

/** One address for all workers of the page; it is never given back, because engines come and go. */
let workerUrl: string | undefined;

function browserSpawn(): Spawn {
  workerUrl ??= URL.createObjectURL(new Blob([WORKER_SOURCE], { type: 'text/javascript' }));
  const url = workerUrl;
  return (onMessage, onError) => {
    const worker = new Worker(url, { name: 'collidescope' });
    worker.onmessage = (event: MessageEvent<WorkerMessage>) => onMessage(event.data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      onError(event.message ?? 'the worker could not be started');
    };
    return { start: (data) => worker.postMessage(data), terminate: () => worker.terminate(), keepAlive: () => {} };
  };
}

const inNode = typeof process !== 'undefined' && !!process.versions?.node;

export class WorkerPool {
  readonly threads: number;
  readonly #workers: Thread[] = [];
  #settle: { resolve: () => void; reject: (error: unknown) => void } | undefined;
  #ready = 0;
  #failure: string | undefined;
  /** Set when a worker is gone: the others would wait for it for ever. */
  #broken: EngineError | undefined;

  private constructor(threads: number) {
    this.threads = threads;
  }

  /** Starts the threads; resolves when all of them wait for work. */
  static async open(module: WebAssembly.Module, memory: WebAssembly.Memory, threads: number): Promise<WorkerPool> {
    const spawn = inNode ? await nodeSpawn() : browserSpawn();
    const pool = new WorkerPool(threads);
    try {
      await new Promise<void>((resolve, reject) => {
        pool.#settle = { resolve, reject };
        for (let slot = 1; slot <= threads; slot++) {
          const worker = spawn(
            (message) => pool.#hear(message),
            (error) => pool.#fail(error),
          );
          pool.#workers.push(worker);
          worker.start({ module, memory, slot, threads });
        }
      });
    } catch (error) {
      pool.close();
      throw error;
    }
    for (const worker of pool.#workers) worker.keepAlive(false);
    return pool;
  }

  #hear(message: WorkerMessage): void {
    if ('error' in message) this.#failure = message.error;
    else if ('done' in message) this.#settle?.resolve();
    else if (++this.#ready === this.threads) this.#settle?.resolve();
  }

  #fail(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error);
    this.#broken = new EngineError(
      'worker-failed',
      `a worker thread failed: ${text}. Use createEngine({ threads: 0 }) to run on the calling thread. On a page with a content security policy, threads need "worker-src blob:".`,
    );
    this.#settle?.reject(this.#broken);
  }

  /** Resolves when the job that `begin` wakes the workers for is done. Returns what a worker complained of, if any. */
  async run(begin: () => void): Promise<string | undefined> {
    if (this.#broken) throw this.#broken;
    this.#failure = undefined;
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

  close(): void {
    for (const worker of this.#workers) worker.terminate();
    this.#workers.length = 0;
    this.#settle?.reject(new EngineError('disposed', 'the engine was disposed while a query was running.'));
  }
}
