/** `collidescope status`: how far a plan is. */
import { type PlanStatus, statusText } from '../../report/plan-status.ts';
import type { Arguments } from '../input/arguments.ts';
import { EXIT } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';
import { onePlan, openPlan } from '../shards/open-plan.ts';
import { StatusReader } from '../shards/plan-status.ts';

/** State of the queue: jobs by state, and the jobs of this plan that were given up. */
async function withQueue(status: PlanStatus, address: string): Promise<PlanStatus> {
  const { connect, loadPackages, QUEUE_NAME, queueAddress } = await import('../queue/connect.ts');
  const { deadLetters } = await import('../queue/shard-jobs.ts');
  const packages = await loadPackages();
  const connection = await connect(packages, queueAddress(address));
  const queue = new packages.Queue(QUEUE_NAME, { connection });
  try {
    const counts = await queue.getJobCounts('waiting', 'prioritized', 'delayed', 'active', 'failed');
    const known = new Set(status.failed.map(({ shard }) => shard));
    const dead = (await deadLetters(queue, status.id)).filter(({ data }) => !known.has(data.shard));
    const failed = dead.map(({ data, failedReason = '' }) => ({
      shard: data.shard,
      code: 'shard-failed',
      message: failedReason,
    }));
    return { ...status, failed: [...status.failed, ...failed].sort((p, q) => p.shard - q.shard), queue: counts };
  } finally {
    await queue.close();
    connection.disconnect();
  }
}

export async function status(args: Arguments, terminal: Terminal): Promise<number> {
  const open = await openPlan(onePlan('status', args), args.text('data'));
  const found = await new StatusReader(open).read();
  const address = args.text('queue');
  const whole = address === undefined ? found : await withQueue(found, address);
  if (args.has('json')) terminal.printJson(whole);
  else terminal.print(statusText(whole));
  return EXIT.done;
}
