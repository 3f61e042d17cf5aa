/** Determines the progress of a plan from the contents of its folder. */
import { hostname } from 'node:os';
import { CLASH_KINDS } from '../../queries/clashes/clashes.ts';
import { compareClashes } from '../../queries/clashes/order.ts';
import {
  type FailedShard,
  type PlanStatus,
  type RunningShard,
  type StageStatus,
  timeLeft,
  type WorstFinding,
} from '../../report/plan-status.ts';
import { coordinate, counted } from '../../report/text.ts';
import { shardsByStage } from '../../shards/plan.ts';
import { doneShards, nameOf, numbersIn, readDone, readJson, type ShardDone } from '../../shards/shard-results.ts';
import { isAlive } from '../is-alive.ts';
import { findCoordinator } from './coordinator-lock.ts';
import type { OpenPlan } from './open-plan.ts';
import type { ShardProblem } from './serve-shards.ts';

const WORST_MOST = 10;
/** Milliseconds without a sign of life after which a shard on another machine counts as lost. */
const LOST_MILLISECONDS = 600_000;

async function runningShards({ plan, store }: OpenPlan, done: ReadonlySet<number>): Promise<RunningShard[]> {
  const found: RunningShard[] = [];
  for (const shard of numbersIn(await store.list(`${plan.id}/running`))) {
    const name = nameOf.running(plan, shard);
    const own = (await readJson(store, name).catch(() => undefined)) as { host: string; pid: number } | undefined;
    const milliseconds = await store.age(name);
    if (!own || milliseconds === undefined || done.has(shard)) continue;
    const lives = own.host === hostname() ? isAlive(own.pid) : milliseconds < LOST_MILLISECONDS;
    if (lives) found.push({ shard, host: own.host, pid: own.pid, milliseconds });
  }
  return found.sort((p, q) => p.shard - q.shard);
}

async function failedShards({ plan, store }: OpenPlan, done: ReadonlySet<number>): Promise<FailedShard[]> {
  const found: FailedShard[] = [];
  for (const shard of numbersIn(await store.list(`${plan.id}/failed`))) {
    if (done.has(shard)) continue;
    const { problem } = ((await readJson(store, nameOf.failed(plan, shard))) ?? {}) as { problem?: ShardProblem };
    if (problem) found.push({ shard, code: problem.code, message: problem.message });
  }
  return found;
}

/** Clashes by kind and depth, models by their pairs. */
function worstOf({ plan }: OpenPlan, results: readonly ShardDone[]): WorstFinding[] {
  const nameOfObject = (number: number) => plan.objects[number]?.name ?? String(number);
  const clashes = results.flatMap((done) => (done.stage === 'pairs' ? done.clashes : [])).sort(compareClashes);
  const found = clashes.slice(0, WORST_MOST).map(({ kind, a, b, depth }) => ({
    kind,
    measure: depth?.most ?? 0,
    text: `${kind}: ${nameOfObject(a)} and ${nameOfObject(b)}${depth ? `, ${coordinate(depth.most, 4)} deep` : ''}`,
  }));
  const models = results
    .flatMap((done) => (done.stage === 'files' ? done.report.objects : []))
    .filter(({ selfPairs = 0 }) => selfPairs > 0)
    .sort((p, q) => q.selfPairs! - p.selfPairs!);
  const listed = models.slice(0, WORST_MOST).map(({ file, selfPairs = 0 }) => ({
    kind: CLASH_KINDS[0],
    measure: selfPairs,
    text: `${file}: ${counted(selfPairs, 'pair')}`,
  }));
  return [...found, ...listed].slice(0, WORST_MOST);
}

function pairsOf(done: ShardDone): number {
  if (done.stage === 'tile') return done.pairs;
  return done.stage === 'files' ? done.report.pairs : 0;
}

/** Remembers the results that it has read: they never change. */
export class StatusReader {
  readonly #open: OpenPlan;
  readonly #results = new Map<number, ShardDone>();

  constructor(open: OpenPlan) {
    this.#open = open;
  }

  async read(): Promise<PlanStatus> {
    const { plan, store, path } = this.#open;
    const done = await doneShards(plan, store);
    for (const shard of done) {
      if (this.#results.has(shard) || shard >= plan.shards.length) continue;
      const result = await readDone(plan, shard, store);
      if (result) this.#results.set(shard, result);
    }
    const results = [...this.#results.values()];
    const stages = shardsByStage(plan).map(({ stage, numbers }): StageStatus => {
      const costs = results.flatMap((result) => (result.stage === stage ? [result.cost.milliseconds] : []));
      const sum = costs.reduce((total, own) => total + own, 0);
      return {
        stage,
        total: numbers.length,
        done: costs.length,
        milliseconds: costs.length > 0 ? sum / costs.length : null,
      };
    });
    const running = await runningShards(this.#open, done);
    const searched = results.filter(({ stage }) => stage !== 'spill' && stage !== 'pairs');
    return {
      plan: path,
      id: plan.id,
      command: plan.command,
      kind: plan.kind,
      shards: plan.shards.length,
      done: this.#results.size,
      stages,
      running,
      failed: await failedShards(this.#open, done),
      left: timeLeft(stages, running.length),
      bytes: results.reduce((most, { cost }) => Math.max(most, cost.bytes), 0),
      triangles: searched.reduce((sum, { cost }) => sum + cost.triangles, 0),
      pairs: results.reduce((sum, result) => sum + pairsOf(result), 0),
      worst: worstOf(this.#open, results),
      coordinator: (await findCoordinator(plan, store)) ?? null,
    };
  }
}
