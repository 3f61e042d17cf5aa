/**
 * A worker thread as the pool sees it, in Node and in browsers.
 *
 * Node tells when a worker ends. Browsers do not, so there a worker holds a lock (Web Locks) from its start on: the
 * browser takes the lock back when the worker is gone for whatever reason, and gives it to the pool, which waits for it.
 */
import { WORKER_SOURCE } from './generated/worker-source.ts';
import type { WorkerMessage, WorkerStart } from './worker.ts';

/** What Node's workers and the browsers' have in common, as far as the pool needs it. */
export interface Thread {
  start(data: WorkerStart): void;
  /** Resolves when the thread is gone; at once where `tellsItsEnd` is false. */
  terminate(): Promise<void>;
  readonly tellsItsEnd: boolean;
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
    const worker = new Worker(WORKER_SOURCE, { eval: true, name: 'collidescope' });
    worker.on('message', onMessage);
    worker.on('error', (error) => onLost(error instanceof Error ? error.message : String(error)));
    worker.on('messageerror', (error) => onLost(`its message could not be read (${error.message})`));
    worker.on('exit', (code) => onLost(`it ended with code ${code}`));
    return {
      start: (data) => worker.postMessage(data),
      terminate: async () => void (await worker.terminate()),
      tellsItsEnd: true,
      keepAlive: (alive) => (alive ? worker.ref() : worker.unref()),
    };
  };
}

/** One address for all workers of the page; it is never given back, because engines come and go. */
let workerUrl: string | undefined;

class BrowserThread implements Thread {
  readonly #worker: Worker;
  readonly #onLost: Lost;
  readonly #lock = `collidescope ${crypto.randomUUID()}`;
  #gone: Promise<void> | undefined;

  constructor(url: string, onMessage: Listener, onLost: Lost) {
    this.#onLost = onLost;
    this.#worker = new Worker(url, { name: 'collidescope' });
    this.#worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if ('ready' in data && data.holdsLock) this.#watch();
      onMessage(data);
    };
    this.#worker.onmessageerror = () => onLost('its message could not be read');
    this.#worker.onerror = (event) => {
      event.preventDefault?.();
      onLost(event.message ?? 'the worker could not be started');
    };
  }

  #watch(): void {
    this.#gone = navigator.locks.request(this.#lock, () => this.#onLost('the browser ended it')).then(() => {});
  }

  get tellsItsEnd(): boolean {
    return this.#gone !== undefined;
  }

  start(data: WorkerStart): void {
    this.#worker.postMessage({ ...data, lock: this.#lock });
  }

  async terminate(): Promise<void> {
    this.#worker.terminate();
    await this.#gone;
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
