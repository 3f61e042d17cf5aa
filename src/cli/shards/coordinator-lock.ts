/**
 * One coordinator per plan: two would do every shard twice and count each other's failures.
 *
 * The lock is a file with a process id and a host, renewed while the coordinator lives. A lock whose process is gone, or
 * that was not renewed for a minute, is taken over.
 */
import { hostname } from 'node:os';
import { OptionError } from '../../errors.ts';
import type { NamedPlan } from '../../shards/plan.ts';
import { nameOf } from '../../shards/shard-results.ts';
import type { ShardStore } from '../../shards/store.ts';
import { isAlive } from '../is-alive.ts';

const RENEWED_MILLISECONDS = 10_000;
const LOST_MILLISECONDS = 60_000;

export interface Coordinator {
  readonly pid: number;
  readonly host: string;
}

/** Undefined if there is no lock, or it does not say whose it is. */
async function readLock(store: ShardStore, name: string): Promise<Coordinator | undefined> {
  try {
    const bytes = await store.read(name);
    return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Coordinator);
  } catch {
    return undefined;
  }
}

/** The coordinator that holds the plan now; undefined if none does. */
export async function findCoordinator(plan: NamedPlan, store: ShardStore): Promise<Coordinator | undefined> {
  const name = nameOf.coordinator(plan);
  const held = await readLock(store, name);
  if (!held) return undefined;
  if (held.host === hostname()) return isAlive(held.pid) ? held : undefined;
  return ((await store.age(name)) ?? LOST_MILLISECONDS) < LOST_MILLISECONDS ? held : undefined;
}

/** Locks the plan; call the returned function to release it. */
export async function takePlan(plan: NamedPlan, path: string, store: ShardStore): Promise<() => Promise<void>> {
  const name = nameOf.coordinator(plan);
  const own: Coordinator = { pid: process.pid, host: hostname() };
  const bytes = new TextEncoder().encode(`${JSON.stringify(own)}\n`);
  for (let tries = 0; !(await store.claim(name, bytes)); tries++) {
    const held = await findCoordinator(plan, store);
    if (held || tries > 2) {
      throw new OptionError(
        'plan-busy',
        `plan "${path}" is being done by process ${held?.pid} on ${held?.host}. Wait for it, or end that process; what it has done stays done. To add workers from other machines, use: collidescope work --queue`,
        { ...held },
      );
    }
    await store.remove(name);
  }
  const timer = setInterval(() => void store.write(name, [bytes]).catch(() => {}), RENEWED_MILLISECONDS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await store.remove(name);
  };
}
