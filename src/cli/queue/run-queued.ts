/** Lets the workers of a queue do all shards of a plan, stage by stage, and waits for them. */
import { setTimeout as pause } from 'node:timers/promises';
import { counted } from '../../report/text.ts';
import { shardsByStage } from '../../shards/plan.ts';
import { doneShards, nameOf, writeJson } from '../../shards/shard-results.ts';
import type { Terminal } from '../output/terminal.ts';
import { takePlan } from '../shards/coordinator-lock.ts';
import type { OpenPlan } from '../shards/open-plan.ts';
import type { BatchOutcome } from '../shards/run-batch.ts';
import { connect, loadPackages, QUEUE_NAME } from './connect.ts';
import { addShards, deadLetters, type JobChoice, jobId, type ShardJob, type ShardQueue } from './shard-jobs.ts';

/** Milliseconds between two checks of what is done. */
const LOOK = 500;
/** Checks after which jobs are added again, in case a Redis without persistence has lost them. */
const REMIND = 40;

type Failed = BatchOutcome['failed'][number];

export async function runQueued(
  open: OpenPlan,
  address: string,
  choice: JobChoice,
  terminal: Terminal,
): Promise<BatchOutcome> {
  const { plan, store } = open;
  const began = performance.now();
  const packages = await loadPackages();
  const onOutage = (reason: string) => terminal.note(`Redis cannot be reached (${reason}); waiting for it.`);
  const connection = await connect(packages, address, onOutage);
  const release = await takePlan(plan, open.path, store);
  const queue: ShardQueue = new packages.Queue<ShardJob>(QUEUE_NAME, { connection });
  queue.on('error', () => {});
  const failed: Failed[] = [];
  let done = 0;
  try {
    for (const { stage, numbers } of shardsByStage(plan)) {
      const gaveUp = await runStage(open, queue, numbers, choice, (left) => {
        terminal.progress(
          `${stage}: ${counted(left, 'shard')} left`,
          (done + numbers.length - left) / plan.shards.length,
        );
      });
      done += numbers.length - gaveUp.length;
      for (const own of gaveUp) {
        failed.push(own);
        terminal.error(`shard ${own.shard} failed: ${own.problem.message}`);
        await writeJson(store, nameOf.failed(plan, own.shard), { plan: plan.id, ...own });
      }
      if (failed.length > 0) break;
    }
  } finally {
    terminal.clear();
    await release();
    await queue.close().catch(() => {});
    connection.disconnect();
  }
  return { done, failed, milliseconds: performance.now() - began, bytes: 0 };
}

/** Returns the shards that were given up. The folder says what is done, the queue only what failed. */
async function runStage(
  { plan, store, ...open }: OpenPlan,
  queue: ShardQueue,
  numbers: readonly number[],
  choice: JobChoice,
  show: (left: number) => void,
): Promise<Failed[]> {
  const missing = async () => {
    const known = await doneShards(plan, store);
    return numbers.filter((number) => !known.has(number));
  };
  const first = await missing();
  // Jobs of an earlier attempt that failed, or whose results were deleted, are to be done again.
  for (const job of await Promise.all(first.map((shard) => queue.getJob(jobId(plan.id, shard))))) {
    if (job && ['failed', 'completed'].includes(await job.getState())) await job.remove();
  }
  await addShards(queue, { plan, store, ...open }, first, choice);
  for (let look = 1; ; look++) {
    const left = await missing();
    show(left.length);
    if (left.length === 0) return [];
    const dead = new Map(
      (await deadLetters(queue, plan.id)).map(({ data, failedReason }) => [data.shard, failedReason]),
    );
    if (left.every((shard) => dead.has(shard))) {
      return left.map((shard) => ({
        shard,
        problem: { name: 'Error', code: 'shard-failed', message: dead.get(shard) ?? '', isFinal: true },
      }));
    }
    if (look % REMIND === 0)
      await addShards(
        queue,
        { plan, store, ...open },
        left.filter((shard) => !dead.has(shard)),
        choice,
      );
    await pause(LOOK);
  }
}
