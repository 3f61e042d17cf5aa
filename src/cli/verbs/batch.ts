/** `collidescope batch`: does a plan on this machine, and reports. */
import type { Arguments } from '../input/arguments.ts';
import { countSetting, wholeNumberSetting } from '../input/settings.ts';
import { EXIT } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';
import { mergePlan } from '../shards/merge.ts';
import { type OpenPlan, onePlan, openPlan } from '../shards/open-plan.ts';
import { type BatchOutcome, runBatch, summaryOf } from '../shards/run-batch.ts';
import { workerCount } from '../shards/worker-count.ts';

function here(open: OpenPlan, retries: number, args: Arguments, terminal: Terminal): Promise<BatchOutcome> {
  const { workers, threads } = workerCount(args, open.plan.kind);
  return runBatch(open, { workers, threads, retries, script: process.argv[1] }, terminal);
}

/** Left to the workers of a queue. */
async function queued(open: OpenPlan, retries: number, args: Arguments, terminal: Terminal): Promise<BatchOutcome> {
  const [{ queueAddress }, { runQueued }] = await Promise.all([
    import('../queue/connect.ts'),
    import('../queue/run-queued.ts'),
  ]);
  const priority = countSetting(args, 'priority');
  return runQueued(open, queueAddress(args.text('queue')), { retries, pause: 1000, priority }, terminal);
}

export async function batch(args: Arguments, terminal: Terminal): Promise<number> {
  const open = await openPlan(onePlan('batch', args), args.text('data'));
  const { plan } = open;
  const retries = wholeNumberSetting(args, 'retries') ?? 2;
  const outcome = args.has('queue')
    ? await queued(open, retries, args, terminal)
    : await here(open, retries, args, terminal);
  terminal.note(summaryOf(outcome, plan.shards.length));
  const isPartial = outcome.failed.length > 0;
  if (isPartial && plan.kind === 'large') {
    terminal.note(
      'without all of its shards a model has no answer. Remove the cause and run the same command again: what is done stays done.',
    );
    return EXIT.badInput;
  }
  if (args.has('no-merge')) return isPartial ? EXIT.badInput : EXIT.done;
  return mergePlan(open, args, terminal);
}
