/** `collidescope merge`: one report from the results of all shards of a plan. */
import type { Arguments } from '../input/arguments.ts';
import type { Terminal } from '../output/terminal.ts';
import { mergePlan } from '../shards/merge.ts';
import { onePlan, openPlan } from '../shards/open-plan.ts';

export async function merge(args: Arguments, terminal: Terminal): Promise<number> {
  return mergePlan(await openPlan(onePlan('merge', args), args.text('data')), args, terminal);
}
