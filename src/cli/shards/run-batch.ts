/** Does all shards of a plan on this machine: stage by stage, the missing shards of each, on a pool of processes. */
import { counted, duration } from '../../report/text.ts';
import { shardsByStage } from '../../shards/plan.ts';
import { doneShards, nameOf, writeJson } from '../../shards/shard-results.ts';
import type { Terminal } from '../output/terminal.ts';
import { cleanUpOnSignal } from '../signals.ts';
import { takePlan } from './coordinator-lock.ts';
import type { OpenPlan } from './open-plan.ts';
import { Pool } from './pool.ts';
import type { ShardProblem } from './serve-shards.ts';

export interface BatchOptions {
  readonly workers: number;
  readonly threads: number;
  readonly retries: number;
  /** Script of the command line, and arguments before its verb; tests may substitute another. */
  readonly script: string;
  /** Milliseconds before a shard is tried again. */
  readonly pause?: number;
}

export interface BatchOutcome {
  readonly done: number;
  readonly failed: readonly { readonly shard: number; readonly problem: ShardProblem }[];
  readonly milliseconds: number;
  /** Peak memory of a worker. */
  readonly bytes: number;
}

const TITLES = {
  files: 'checking models',
  spill: 'cutting the model',
  tile: 'searching tiles',
  pairs: 'measuring clashes',
};

export async function runBatch(open: OpenPlan, options: BatchOptions, terminal: Terminal): Promise<BatchOutcome> {
  const { plan, store } = open;
  const began = performance.now();
  const giveBack = await takePlan(plan, open.path, store);
  const failed: { shard: number; problem: ShardProblem }[] = [];
  let [done, bytes, title, left] = [0, 0, '', 0];
  const show = () => terminal.progress(`${title}, ${counted(left, 'shard')} left`, done / plan.shards.length);
  const pool = new Pool({
    command: [
      options.script,
      'shard',
      open.path,
      '--serve',
      '--data',
      store.place,
      '--threads',
      String(options.threads),
    ],
    workers: options.workers,
    retries: options.retries,
    pause: options.pause ?? 1000,
    onDone(_, used) {
      done++;
      left--;
      bytes = Math.max(bytes, used);
      show();
    },
    onRetry(shard, { message }) {
      terminal.note(`shard ${shard} failed and will be tried again: ${message}`);
    },
    async onFailed(shard, problem) {
      left--;
      failed.push({ shard, problem });
      terminal.error(`shard ${shard} failed: ${problem.message}`);
      await writeJson(store, nameOf.failed(plan, shard), { plan: plan.id, shard, problem }).catch(() => {});
    },
  });
  // However this process ends, its workers end with it: by this, or by the channel that closes.
  const stop = () => pool.close();
  process.once('exit', stop);
  const release = cleanUpOnSignal(stop);
  try {
    for (const { stage, numbers } of shardsByStage(plan)) {
      const known = await doneShards(plan, store);
      const missing = numbers.filter((number) => !known.has(number));
      done += numbers.length - missing.length;
      if (numbers.length > missing.length && missing.length > 0) {
        terminal.note(`${counted(numbers.length - missing.length, 'shard')} of ${numbers.length} were done already.`);
      }
      [title, left] = [TITLES[stage], missing.length];
      show();
      await pool.run(missing);
      // A stage needs all of those before it.
      if (failed.length > 0) break;
    }
  } finally {
    process.off('exit', stop);
    release();
    pool.close();
    terminal.clear();
    await giveBack();
  }
  return { done, failed, milliseconds: performance.now() - began, bytes };
}

export function summaryOf({ done, failed, milliseconds, bytes }: BatchOutcome, total: number): string {
  const worst = bytes > 0 ? `; a worker had at most ${Math.round(bytes / 2 ** 20)} MiB` : '';
  const bad = failed.length > 0 ? `, ${failed.length} failed` : '';
  return `${done} of ${counted(total, 'shard')} done${bad} in ${duration(milliseconds)}${worst}.`;
}
