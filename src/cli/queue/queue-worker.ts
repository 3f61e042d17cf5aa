/**
 * A worker of a queue: takes shards, has processes of this machine do them, and reports back.
 *
 * Promise: a shard that was taken is done, given back or taken over by another worker; a graceful stop finishes what was
 * begun. Results lie in the folder of the plan before the queue hears of them, so a job that is done twice is done once.
 */
import type { Job } from 'bullmq';
import { OptionError } from '../../errors.ts';
import type { Terminal } from '../output/terminal.ts';
import type { ShardProblem } from '../shards/serve-shards.ts';
import { ChildSlots, ShardProblemError } from './child-slots.ts';
import { connect, loadPackages, QUEUE_NAME } from './connect.ts';
import { parsedJob, type ShardJob } from './shard-jobs.ts';
import type { WorkFolder } from './work-folder.ts';

export interface QueueWorkerOptions {
  readonly address: string;
  readonly script: string;
  /** Folder in which plans and results may lie. */
  readonly folder: WorkFolder;
  readonly workers: number;
  readonly threads: number;
  /** Seconds without a sign of life after which others take over a worker's shards. */
  readonly stalledSeconds: number;
  /** Shards per second that all workers together may begin. */
  readonly rate: number | undefined;
  /** Stop when nothing is left to do. */
  readonly untilEmpty: boolean;
}

function textOf({ name, message, code }: ShardProblem): string {
  return message.startsWith(`${code}: `) ? `${name} ${message}` : `${name} ${code}: ${message}`;
}

/** Resolves when it was stopped, with the number of shards that it did. */
export async function runQueueWorker(options: QueueWorkerOptions, terminal: Terminal): Promise<number> {
  const packages = await loadPackages();
  const { Worker, UnrecoverableError } = packages;
  const onOutage = (reason: string) => terminal.note(`Redis cannot be reached (${reason}); waiting for it.`);
  const connection = await connect(packages, options.address, onOutage);
  const slots = new ChildSlots(options.script, options.threads);
  let count = 0;
  const worker = new Worker<ShardJob>(
    QUEUE_NAME,
    async ({ data }: Job<ShardJob>) => {
      const job = parsedJob(data);
      if (!job) throw new UnrecoverableError('bad-job: it is no job of collidescope');
      terminal.progress(`shard ${job.shard} of ${job.id}`, 0);
      try {
        await options.folder.check(job);
        await slots.run(job);
        count++;
      } catch (error) {
        if (error instanceof OptionError) throw new UnrecoverableError(error.message);
        if (!(error instanceof ShardProblemError)) throw error;
        const text = textOf(error.problem);
        throw error.problem.isFinal ? new UnrecoverableError(text) : new Error(text);
      }
    },
    {
      connection,
      concurrency: options.workers,
      lockDuration: 1000 * options.stalledSeconds,
      stalledInterval: 500 * options.stalledSeconds,
      // Machines may be taken away a few times; results are kept, so nothing is lost by retrying.
      maxStalledCount: 10,
      ...(options.rate !== undefined && { limiter: { max: options.rate, duration: 1000 } }),
    },
  );
  worker.on('error', (error) => {
    if (!/ECONNREFUSED|Connection is closed|ECONNRESET|LOADING/.test(error.message))
      terminal.note(`queue: ${error.message}`);
  });
  worker.on('failed', (job, error) => {
    const shard = parsedJob(job?.data)?.shard;
    terminal.note(`${shard === undefined ? `job ${job?.id}` : `shard ${shard}`} failed: ${error.message}`);
  });
  await stopped(worker, options.untilEmpty, terminal);
  slots.close();
  connection.disconnect();
  return count;
}

interface Stoppable {
  close(): Promise<void>;
  on(event: 'drained', listener: () => void): unknown;
}

/** Runs until a signal, or until the queue is empty; work in progress is then finished. */
function stopped(worker: Stoppable, untilEmpty: boolean, terminal: Terminal): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = (why: string) => {
      if (isStopping) return;
      isStopping = true;
      terminal.note(`${why}; finishing the shards at hand.`);
      void worker.close().then(resolve, () => resolve());
    };
    if (untilEmpty) worker.on('drained', () => stop('the queue is empty'));
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1));
        stop(signal);
      });
    }
  });
}
