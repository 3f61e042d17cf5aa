/** Progress of a plan: what the command line prints and the studio shows. */
import { counted, duration, fitText, grouped } from './text.ts';

export interface StageStatus {
  readonly stage: string;
  readonly total: number;
  readonly done: number;
  /** Mean milliseconds of a shard that is done; null while none is. */
  readonly milliseconds: number | null;
}

export interface RunningShard {
  readonly shard: number;
  readonly host: string;
  readonly pid: number;
  /** Since it was begun. */
  readonly milliseconds: number;
}

export interface FailedShard {
  readonly shard: number;
  readonly code: string;
  readonly message: string;
}

/** One of the worst findings so far. */
export interface WorstFinding {
  readonly text: string;
  readonly kind: string;
  /** Depth of a clash, or pairs of a model. */
  readonly measure: number;
}

export interface PlanStatus {
  readonly plan: string;
  readonly id: string;
  readonly command: string;
  readonly kind: 'many' | 'large';
  readonly shards: number;
  readonly done: number;
  readonly stages: readonly StageStatus[];
  readonly running: readonly RunningShard[];
  readonly failed: readonly FailedShard[];
  /** Estimated milliseconds until all is done; null while nothing can be said. */
  readonly left: number | null;
  /** Peak memory of a worker, in bytes. */
  readonly bytes: number;
  readonly triangles: number;
  /** Pairs of triangles so far. */
  readonly pairs: number;
  readonly worst: readonly WorstFinding[];
  readonly coordinator: { readonly pid: number; readonly host: string } | null;
  /** With a queue: how many jobs it has of each state. */
  readonly queue?: Readonly<Record<string, number>>;
}

/** Time left at the mean duration of each stage's shards, divided among the workers; a stage without any done costs as the one before. */
export function timeLeft(stages: readonly StageStatus[], workers: number): number | null {
  let [sum, pace] = [0, null as number | null];
  for (const { total, done, milliseconds } of stages) {
    pace = milliseconds ?? pace;
    if (done === total) continue;
    if (pace === null) return null;
    sum += (total - done) * pace;
  }
  return sum / Math.max(1, workers);
}

/** In one line. */
export function statusSentence({ done, shards, failed, running, left }: PlanStatus): string {
  const parts = [`${grouped(done)} of ${counted(shards, 'shard')} done`];
  if (failed.length > 0) parts.push(`${failed.length} failed`);
  if (running.length > 0) parts.push(`${running.length} running`);
  if (left !== null && left > 0 && running.length > 0) parts.push(`about ${duration(left)} left`);
  return parts.join(', ');
}

/** As text, for a terminal. */
export function statusText(status: PlanStatus): string {
  const lines = [statusSentence(status)];
  for (const { stage, total, done, milliseconds } of status.stages) {
    const pace = milliseconds === null ? '' : `, ${duration(milliseconds)} each`;
    lines.push(`  ${stage.padEnd(6)} ${grouped(done)} of ${grouped(total)}${pace}`);
  }
  if (status.bytes > 0) {
    lines.push(
      `A worker had at most ${grouped(Math.round(status.bytes / 2 ** 20))} MiB; ${grouped(status.triangles)} triangles, ${grouped(status.pairs)} pairs so far.`,
    );
  }
  if (status.queue) {
    lines.push(
      `Queue: ${Object.entries(status.queue)
        .map(([state, count]) => `${count} ${state}`)
        .join(', ')}.`,
    );
  }
  for (const { shard, host, pid, milliseconds } of status.running) {
    lines.push(`  shard ${shard} runs on ${host} (process ${pid}) since ${duration(milliseconds)}`);
  }
  for (const { shard, message } of status.failed) lines.push(`  shard ${shard} failed: ${fitText(message, 300)}`);
  if (status.worst.length > 0) lines.push('Worst so far:', ...status.worst.map(({ text }) => `  ${text}`));
  return `${lines.join('\n')}\n`;
}
