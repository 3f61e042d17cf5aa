/**
 * Worker processes that do the shards of a stage, one each at a time.
 *
 * Promise: a worker that dies takes only its own shard with it, which is done again by another, after a pause; a shard that
 * has used up its retries is given up, and the others go on.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { RunMessage, ShardProblem, WorkerMessage } from './serve-shards.ts';

export interface PoolOptions {
  /** Script and arguments of a worker. */
  readonly command: readonly string[];
  readonly workers: number;
  /** How often a shard is tried again. */
  readonly retries: number;
  /** Milliseconds before the first retry; doubled each time. */
  readonly pause: number;
  onStart?(shard: number): void;
  onDone?(shard: number, bytes: number): void;
  onFailed?(shard: number, problem: ShardProblem): Promise<void>;
  onRetry?(shard: number, problem: ShardProblem): void;
}

interface Worker {
  readonly child: ChildProcess;
  shard: number | undefined;
}

export class Pool {
  readonly #options: PoolOptions;
  readonly #workers = new Set<Worker>();
  readonly #attempts = new Map<number, number>();
  #queue: number[] = [];
  #waiting = 0;
  #left = 0;
  #finish: () => void = () => {};
  #isClosed = false;
  /** Consecutive workers that died before they were ready. */
  #stillborn = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Process ids, for monitoring. */
  get processes(): number[] {
    return [...this.#workers].flatMap(({ child }) => child.pid ?? []);
  }

  /** Resolves when each of the shards is done or given up. */
  async run(shards: readonly number[]): Promise<void> {
    if (shards.length === 0) return;
    this.#queue = [...shards];
    this.#left = shards.length;
    const finished = new Promise<void>((resolve) => (this.#finish = resolve));
    while (this.#workers.size < Math.min(this.#options.workers, shards.length)) this.#start();
    for (const worker of this.#workers) this.#next(worker);
    await finished;
  }

  close(): void {
    this.#isClosed = true;
    for (const { child } of this.#workers) {
      child.disconnect?.();
      child.kill();
    }
  }

  #start(): void {
    const [script, ...words] = this.#options.command;
    const child = fork(script, words, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    // Busy until it reports that it is ready.
    const worker: Worker = { child, shard: -1 };
    this.#workers.add(worker);
    child.on('message', (message: WorkerMessage) => this.#hear(worker, message));
    child.on('exit', (code, signal) => this.#ended(worker, signal ?? `exit code ${code}`));
    child.on('error', () => {});
  }

  #next(worker: Worker): void {
    if (worker.shard !== undefined) return;
    const shard = this.#queue.shift();
    if (shard === undefined) return;
    worker.shard = shard;
    this.#options.onStart?.(shard);
    worker.child.send({ run: shard } satisfies RunMessage, () => {});
  }

  #hear(worker: Worker, message: WorkerMessage): void {
    worker.shard = undefined;
    this.#stillborn = 0;
    if ('done' in message) {
      this.#options.onDone?.(message.done, message.bytes);
      this.#settle();
    } else if ('failed' in message) this.#fail(message.failed, message.problem);
    this.#next(worker);
  }

  #ended(worker: Worker, how: string): void {
    this.#workers.delete(worker);
    if (this.#isClosed) return;
    const { shard } = worker;
    const message = `the process that did it ended with ${how}`;
    const problem = { name: 'Error', code: 'shard-failed', message, isFinal: false };
    if (shard !== undefined && shard >= 0) this.#fail(shard, problem);
    else if (shard === -1 && ++this.#stillborn > this.#options.retries) {
      // Not even an idle worker survives: there is no point in starting more.
      const rest = this.#queue;
      this.#queue = [];
      for (const own of rest) this.#fail(own, { ...problem, isFinal: true });
      return;
    }
    if (this.#queue.length + this.#waiting > 0 && this.#workers.size < this.#options.workers) this.#start();
  }

  #fail(shard: number, problem: ShardProblem): void {
    const attempt = (this.#attempts.get(shard) ?? 0) + 1;
    this.#attempts.set(shard, attempt);
    if (problem.isFinal || attempt > this.#options.retries) {
      void Promise.resolve(this.#options.onFailed?.(shard, problem)).finally(() => this.#settle());
      return;
    }
    this.#options.onRetry?.(shard, problem);
    this.#waiting++;
    setTimeout(
      () => {
        this.#waiting--;
        this.#queue.push(shard);
        if (this.#workers.size < this.#options.workers) this.#start();
        for (const worker of this.#workers) this.#next(worker);
      },
      this.#options.pause * 2 ** (attempt - 1),
    );
  }

  #settle(): void {
    if (--this.#left === 0) this.#finish();
  }
}
