/** A worker process of `batch`: does the shards whose numbers its parent sends, one at a time, until the parent is gone. */
import { CollidescopeError, EngineError, MeshError, OptionError } from '../../errors.ts';
import type { Terminal } from '../output/terminal.ts';
import type { OpenPlan } from './open-plan.ts';
import { openShardRunner } from './run-shard.ts';

export interface RunMessage {
  readonly run: number;
  /** Id of the plan that the shard belongs to, if the plan may have been replaced since. */
  readonly plan?: string;
}

export interface ShardProblem {
  readonly name: string;
  readonly code: string;
  readonly message: string;
  /** Whether a retry would fail in the same way. */
  readonly isFinal: boolean;
}

export type WorkerMessage =
  | { readonly ready: true }
  | { readonly done: number; readonly bytes: number; readonly triangles: number }
  | { readonly failed: number; readonly problem: ShardProblem };

/** Full disks and lost folders may recover; wrong files, options and sizes stay wrong. */
const PASSING: readonly string[] = ['cannot-write', 'worker-failed', 'internal'];

export function problemOf(error: unknown): ShardProblem {
  const { name = 'Error', message = String(error) } = error as Error;
  if (!(error instanceof CollidescopeError)) return { name, code: 'shard-failed', message, isFinal: false };
  const isOurs = error instanceof MeshError || error instanceof OptionError || error instanceof EngineError;
  return { name, code: error.code, message, isFinal: isOurs && !PASSING.includes(error.code) };
}

function replanned({ path, plan }: OpenPlan, wanted: string): OptionError {
  return new OptionError(
    'plan-changed',
    `plan "${path}" was made anew: it is ${plan.id} now, and its shards were asked for when it was ${wanted}. Run collidescope batch again for the new one; what was done of the old one stays in its folder.`,
    { path, found: plan.id, expected: wanted },
  );
}

export async function serveShards(open: OpenPlan, threads: number, terminal: Terminal): Promise<void> {
  const send = (message: WorkerMessage) => process.send?.(message);
  const runner = await openShardRunner(open, threads, terminal);
  // Ctrl-C reaches all processes of a terminal; the parent decides what becomes of the current shard.
  process.on('SIGINT', () => {});
  const gone = new Promise<void>((resolve) => process.once('disconnect', resolve));
  process.on('message', async ({ run, plan = open.plan.id }: RunMessage) => {
    try {
      if (plan !== open.plan.id) throw replanned(open, plan);
      const { done } = await runner.run(run);
      send({ done: run, bytes: done.cost.bytes, triangles: done.cost.triangles });
    } catch (error) {
      send({ failed: run, problem: problemOf(error) });
    }
  });
  send({ ready: true });
  await gone;
  // Nobody needs the current shard any more; what it has written does not count yet.
  process.exit(0);
}
