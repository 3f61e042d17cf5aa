/**
 * Threads that read CAD and BIM files, in Node and in browsers.
 *
 * A package takes a second or two to start, so a thread that has read a file successfully waits a while for the next one,
 * without keeping the process alive. One that failed, or whose heap has grown large, is terminated.
 */
import type { CadJob, CadMessage } from './cad-job.ts';
import { CAD_WORKER_SOURCE } from './generated/worker-source.ts';

export interface CadListener {
  message(message: CadMessage): void;
  /** The thread ended, or could not be started, without an answer. */
  lost(reason: string): void;
}

/** The common interface of Node's and browsers' workers, as far as it is needed. */
interface Platform {
  post(job: CadJob): void;
  end(): void;
  /** Whether it keeps the process alive; no effect in browsers. */
  keepAlive(alive: boolean): void;
}

const inNode = typeof process !== 'undefined' && !!process.versions?.node;
// A name in a variable, so that bundlers for browsers leave the import alone.
const NODE_WORKERS = 'node:worker_threads';
const MEGABYTE = 2 ** 20;
const IDLE_MILLISECONDS = 30_000;
/** A thread with a larger heap is not kept. */
const KEPT_HEAP_BYTES = 512 * MEGABYTE;

export class CadThread {
  #platform!: Platform;
  #listener: CadListener | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  static async start(heapBytes: number, script: string | undefined): Promise<CadThread> {
    const thread = new CadThread();
    thread.#platform = inNode ? await nodeWorker(thread, heapBytes) : browserWorker(thread, script);
    return thread;
  }

  message(message: CadMessage): void {
    this.#listener?.message(message);
  }

  lost(reason: string): void {
    this.#listener?.lost(reason);
    forget(this);
  }

  run(job: CadJob, listener: CadListener): void {
    clearTimeout(this.#timer);
    this.#listener = listener;
    this.#platform.keepAlive(true);
    this.#platform.post(job);
  }

  /** Waits for another job, and terminates if none comes. */
  rest(): void {
    this.#listener = undefined;
    this.#platform.keepAlive(false);
    this.#timer = setTimeout(() => {
      forget(this);
      this.end();
    }, IDLE_MILLISECONDS);
    (this.#timer as { unref?: () => void }).unref?.();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#listener = undefined;
    this.#platform.end();
  }
}

async function nodeWorker(thread: CadThread, heapBytes: number): Promise<Platform> {
  const { Worker } = (await import(
    /* webpackIgnore: true */ /* @vite-ignore */ NODE_WORKERS
  )) as typeof import('node:worker_threads');
  const worker = new Worker(CAD_WORKER_SOURCE, {
    eval: true,
    name: 'collidescope-cad',
    // Whatever the packages print is kept off our own output. Nobody reads it: a reader would keep the process alive.
    stdout: true,
    stderr: true,
    // Options of this process, such as those of a test runner, must not apply to it.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(heapBytes / MEGABYTE) },
  });
  worker.on('message', (message: CadMessage) => thread.message(message));
  worker.on('error', (error) => thread.lost(error instanceof Error ? error.message : String(error)));
  worker.on('messageerror', (error) => thread.lost(error.message));
  worker.on('exit', (code) => thread.lost(`it ended with code ${code}`));
  return {
    post: (job) => worker.postMessage(job),
    end: () => void worker.terminate(),
    keepAlive: (alive) => (alive ? worker.ref() : worker.unref()),
  };
}

function browserWorker(thread: CadThread, script: string | undefined): Platform {
  const url = script ?? URL.createObjectURL(new Blob([CAD_WORKER_SOURCE], { type: 'text/javascript' }));
  const worker = new Worker(url, { name: 'collidescope-cad' });
  worker.onmessage = ({ data }: MessageEvent<CadMessage>) => thread.message(data);
  worker.onmessageerror = () => thread.lost('its message could not be read');
  worker.onerror = (event) => {
    event.preventDefault?.();
    thread.lost(event.message ?? 'the worker could not be started');
  };
  return {
    post: (job) => worker.postMessage(job),
    end() {
      worker.terminate();
      if (script === undefined) URL.revokeObjectURL(url);
    },
    keepAlive() {},
  };
}

/** Idle threads, by the script they have loaded and their memory limit. */
const resting = new Map<string, CadThread>();

function keyOf({ script, memoryLimitBytes }: CadJob): string {
  return `${memoryLimitBytes} ${script}`;
}

function forget(thread: CadThread): void {
  for (const [key, other] of resting) if (other === thread) resting.delete(key);
}

/** A thread for the job: an idle one, or a new one. In browsers it is started from the given script, else from a blob. */
export async function takeThread(job: CadJob, script?: string): Promise<CadThread> {
  const rested = resting.get(keyOf(job));
  if (!rested) return CadThread.start(job.memoryLimitBytes, script);
  forget(rested);
  return rested;
}

/** Returns a thread that has finished its job successfully. */
export function giveBack(thread: CadThread, job: CadJob, heapBytes: number): void {
  if (heapBytes > KEPT_HEAP_BYTES || resting.has(keyOf(job))) {
    thread.end();
    return;
  }
  resting.set(keyOf(job), thread);
  thread.rest();
}
