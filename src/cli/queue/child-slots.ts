/** Processes that do shards for a worker of a queue: one shard at a time each, kept while shards of their plan come. */
import { type ChildProcess, fork } from 'node:child_process';
import type { RunMessage, ShardProblem, WorkerMessage } from '../shards/serve-shards.ts';
import type { ShardJob } from './shard-jobs.ts';

interface Slot {
  readonly child: ChildProcess;
  /** Plan and data that it was started for. */
  readonly key: string;
}

/** Why a shard was not done. */
export class ShardProblemError extends Error {
  readonly problem: ShardProblem;

  constructor(problem: ShardProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

export class ChildSlots {
  readonly #script: string;
  readonly #threads: number;
  readonly #idle: Slot[] = [];
  readonly #all = new Set<ChildProcess>();

  constructor(script: string, threads: number) {
    this.#script = script;
    this.#threads = threads;
  }

  /** Resolves when the shard is done. */
  async run(job: ShardJob): Promise<void> {
    const slot = this.#take(job);
    let isWell = false;
    try {
      await answered(slot.child, job);
      isWell = true;
    } catch (error) {
      isWell = error instanceof ShardProblemError && slot.child.connected;
      throw error;
    } finally {
      if (isWell) this.#idle.push(slot);
      else this.#end(slot.child);
    }
  }

  close(): void {
    for (const child of [...this.#all]) this.#end(child);
  }

  #take({ plan, data, id }: ShardJob): Slot {
    const key = `${plan}\n${data}\n${id}`;
    const at = this.#idle.findIndex((slot) => slot.key === key && slot.child.connected);
    if (at >= 0) return this.#idle.splice(at, 1)[0];
    // Those of other plans would only hold memory.
    for (const slot of this.#idle.splice(0)) this.#end(slot.child);
    const words = ['shard', plan, '--serve', '--data', data, '--threads', String(this.#threads)];
    const child = fork(this.#script, words, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#all.add(child);
    child.once('exit', () => this.#all.delete(child));
    return { child, key };
  }

  #end(child: ChildProcess): void {
    this.#all.delete(child);
    if (child.connected) child.disconnect();
    child.kill();
  }
}

function answered(child: ChildProcess, { shard, id }: ShardJob): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (error?: Error) => {
      child.off('message', hear);
      child.off('exit', end);
      child.off('error', end);
      if (error) reject(error);
      else resolve();
    };
    const hear = (message: WorkerMessage) => {
      if ('done' in message) finish();
      else if ('failed' in message) finish(new ShardProblemError(message.problem));
    };
    const end = (code: unknown, signal?: unknown) =>
      finish(new Error(`the process that did shard ${shard} ended with ${signal ?? `exit code ${code}`}`));
    child.on('message', hear);
    child.on('exit', end);
    child.on('error', end);
    child.send({ run: shard, plan: id } satisfies RunMessage, () => {});
  });
}
