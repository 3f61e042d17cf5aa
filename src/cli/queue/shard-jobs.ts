/** Jobs of a queue: each is a reference to a shard of a plan, never a mesh. */
import { isAbsolute, resolve } from 'node:path';
import type { Job, Queue } from 'bullmq';
import type { OpenPlan } from '../shards/open-plan.ts';

export interface ShardJob {
  /** Path of the plan and its data, the same on all machines. */
  readonly plan: string;
  readonly data: string;
  readonly id: string;
  readonly shard: number;
}

export type ShardQueue = Queue<ShardJob>;

export interface JobChoice {
  readonly retries: number;
  /** Milliseconds before the first retry; doubled each time. */
  readonly pause: number;
  /** 1 comes first. */
  readonly priority: number | undefined;
}

/** The same shard is the same job, whoever adds it and however often. */
export function jobId(planId: string, shard: number): string {
  return `${planId}-${shard}`;
}

export async function addShards(
  queue: ShardQueue,
  open: OpenPlan,
  shards: readonly number[],
  choice: JobChoice,
): Promise<void> {
  const { plan, path, store } = open;
  const place = { plan: resolve(path), data: resolve(store.place), id: plan.id };
  await queue.addBulk(
    shards.map((shard) => ({
      name: plan.shards[shard].stage,
      data: { ...place, shard },
      opts: {
        jobId: jobId(plan.id, shard),
        attempts: choice.retries + 1,
        backoff: { type: 'exponential', delay: choice.pause },
        removeOnComplete: true,
        // Those that failed for good stay, with their errors, until somebody has looked at them.
        removeOnFail: false,
        ...(choice.priority !== undefined && { priority: choice.priority }),
      },
    })),
  );
}

/** Jobs of a plan that were given up. */
export async function deadLetters(queue: ShardQueue, planId: string): Promise<Job<ShardJob>[]> {
  return (await queue.getFailed(0, -1)).filter((job) => parsedJob(job?.data)?.id === planId);
}

/** The content of a job, if it is one of ours: anybody who can reach Redis can put anything there. */
export function parsedJob(data: unknown): ShardJob | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { plan, data: folder, id, shard } = data as Partial<ShardJob>;
  const arePaths = [plan, folder].every((path) => typeof path === 'string' && isAbsolute(path) && !path.includes('\0'));
  const isNamed = typeof id === 'string' && /^[0-9a-f]{16}$/.test(id);
  if (!arePaths || !isNamed || !Number.isSafeInteger(shard) || shard! < 0) return undefined;
  return { plan: plan!, data: folder!, id, shard: shard! };
}
