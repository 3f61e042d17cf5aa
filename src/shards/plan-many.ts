/** Plans the check of many models: batches of files of similar cost, in the order in which they were given. */
import type { BatchedFile, Plan, PlanHead } from './plan.ts';

/** What opening a file costs, in bytes of reading and checking it. */
const FILE_COST = 100_000;
/** Of a shard: a few seconds. Small enough that the last one does not keep everybody waiting. */
const SHARD_COST = 16_000_000;

export function planMany(head: PlanHead, files: readonly BatchedFile[], cost = SHARD_COST): Plan {
  const groups: BatchedFile[][] = [];
  let remaining = 0;
  for (const file of files) {
    const own = file.size + FILE_COST;
    if (groups.length === 0 || own > remaining) {
      groups.push([]);
      remaining = cost;
    }
    groups.at(-1)!.push(file);
    remaining -= own;
  }
  return { ...head, files: [], objects: [], shards: groups.map((own) => ({ stage: 'files', files: own })) };
}
