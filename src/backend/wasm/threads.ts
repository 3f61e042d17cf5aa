/**
 * A worker thread as the pool sees it, in Node and in browsers.
 *
 * Node tells when a worker ends. Browsers do not, so there a worker holds a lock (Web Locks) from its start on: the
 * browser takes the lock back when the worker is gone for whatever reason, and gives it to the page, which waits for
 * it. `terminate()` alone does not mean that the worker has ended: Chromium lets a busy worker run for two more
 * seconds. Until a worker reports that it holds its lock, only a timeout can show that it is lost.
 */
import { WORKER_SOURCE } from './generated/worker-source.ts';
import type { WorkerMessage, WorkerStart } from './worker.ts';

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

/** What starts threads here. */
export async function spawner(): Promise<Spawn> {
  return inNode ? nodeSpawn() : browserSpawn();
}
