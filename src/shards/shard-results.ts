/** What shards leave behind, and how it is found again: one JSON document per shard that is done, with data beside it. */
import { OptionError } from '../errors.ts';
import type { ObjectClearance } from '../report/clearances.ts';
import type { CentredClash } from '../report/contact-centre.ts';
import type { ObjectShape } from '../report/object-shape.ts';
import type { Report } from '../report/report.ts';
import { type FoundPairs, parseFound } from './found-pairs.ts';
import type { NamedPlan, Stage } from './plan.ts';
import { damaged, readSealed, sealedJson, unsealedJson } from './sealed.ts';
import type { ShardStore } from './store.ts';

interface Done {
  readonly plan: string;
  readonly shard: number;
  readonly stage: Stage;
  /** What it cost; the only part that differs from run to run. */
  readonly cost: ShardCost;
}

export interface ShardCost {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  /** The most memory that the process had so far. */
  readonly bytes: number;
  readonly triangles: number;
}

export interface SpillDone extends Done {
  readonly stage: 'spill';
}

export interface TileDone extends Done {
  readonly stage: 'tile';
  readonly pairs: number;
  readonly degenerate: readonly (readonly [number, number])[];
  readonly near: readonly ObjectClearance[];
}

export interface PairsDone extends Done {
  readonly stage: 'pairs';
  readonly clashes: readonly CentredClash[];
}

export interface FilesDone extends Done {
  readonly stage: 'files';
  readonly report: Report;
  readonly shapes: readonly ObjectShape[];
}

export type ShardDone = SpillDone | TileDone | PairsDone | FilesDone;

/** Everything of a plan lies in a folder of its id. */
export const nameOf = {
  done: (plan: NamedPlan, shard: number) => `${plan.id}/done/${numbered(shard)}.json`,
  pairs: (plan: NamedPlan, shard: number) => `${plan.id}/done/${numbered(shard)}.pairs`,
  tiles: (plan: NamedPlan, shard: number) => `${plan.id}/spill/${numbered(shard)}.tiles`,
  objects: (plan: NamedPlan, shard: number) => `${plan.id}/spill/${numbered(shard)}.objects`,
  failed: (plan: NamedPlan, shard: number) => `${plan.id}/failed/${numbered(shard)}.json`,
  running: (plan: NamedPlan, shard: number) => `${plan.id}/running/${numbered(shard)}.json`,
  coordinator: (plan: NamedPlan) => `${plan.id}/coordinator.json`,
};

function numbered(shard: number): string {
  return String(shard).padStart(7, '0');
}

/** Shards of which there is a result, by number. */
export async function doneShards(plan: NamedPlan, store: ShardStore): Promise<Set<number>> {
  return numbersIn(await store.list(`${plan.id}/done`));
}

export function numbersIn(names: readonly string[]): Set<number> {
  return new Set(names.flatMap((name) => (/^\d+\.json$/.test(name) ? [Number.parseInt(name, 10)] : [])));
}

export async function writeJson(store: ShardStore, name: string, value: object): Promise<void> {
  await store.write(name, [sealedJson(value)]);
}

export async function readJson(store: ShardStore, name: string): Promise<unknown> {
  const bytes = await store.read(name);
  if (!bytes) return undefined;
  const found = unsealedJson(bytes);
  if (!found) throw damaged(store, name, 'its checksum is not that of its text');
  return found;
}

/** The result of a shard; undefined when it is not done. */
export async function readDone(plan: NamedPlan, shard: number, store: ShardStore): Promise<ShardDone | undefined> {
  const name = nameOf.done(plan, shard);
  const found = (await readJson(store, name)) as ShardDone | undefined;
  if (!found) return undefined;
  if (found.plan !== plan.id || found.shard !== shard || found.stage !== plan.shards[shard].stage) {
    throw damaged(store, name, `it is of shard ${found.shard} of plan ${found.plan}`);
  }
  return found;
}

/** The pairs that a tile found. */
export async function readFound(plan: NamedPlan, shard: number, store: ShardStore): Promise<FoundPairs> {
  const name = nameOf.pairs(plan, shard);
  const bytes = await readSealed(store, name);
  const found = bytes && parseFound(bytes);
  if (!found) throw damaged(store, name, bytes ? 'it is cut off or something else' : 'it is not there');
  return found;
}

/** Throws with the list of shards that are not done, unless all are. */
export function refuseMissing(
  what: string,
  planPath: string,
  numbers: readonly number[],
  done: ReadonlySet<number>,
): void {
  const missing = numbers.filter((number) => !done.has(number));
  if (missing.length === 0) return;
  const shown = missing.slice(0, 10).join(', ');
  throw new OptionError(
    'shards-missing',
    `${what} needs ${numbers.length} shards, and ${missing.length} of them are not done: ${shown}${missing.length > 10 ? ', …' : ''}. Do them with: collidescope batch ${planPath}`,
    { missing },
  );
}
