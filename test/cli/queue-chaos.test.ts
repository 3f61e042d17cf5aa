/**
 * Chaos on a queue: workers and coordinators are killed, plans made anew, and nonsense is put between the jobs. Each run ends,
 * with the right answer or with an error that says what happened; after that the same command gives the right answer.
 */
import type { ChildProcess } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTerrain } from '../../bench/support/terrain-files.ts';
import { Random } from '../support/random.ts';
import { hasRedis, RedisServer } from '../support/redis.ts';
import { type Outcome, outcomeOf, useCommandLine } from './command-line.ts';

/** Two hundred take about half an hour. */
const RUNS = Number(process.env.COLLIDESCOPE_CHAOS_RUNS ?? 1);
const FIRST_SEED = Number(process.env.COLLIDESCOPE_CHAOS_SEED ?? 0);

describe.runIf(hasRedis)('a queue in chaos', () => {
  const cli = useCommandLine();
  const path = (name: string) => join(cli.folder, name);
  const children = new Set<ChildProcess>();
  let redis: RedisServer;
  let queue: Queue;
  let connection: Redis;
  let expected: object = {};

  const start = (...words: string[]) => {
    const child = cli.start(words);
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };
  const startWorker = () => {
    const child = start('work', '--queue', redis.address, '--workers', '1', '--stalled', '1');
    child.stdout?.resume();
    child.stderr?.resume();
    return child;
  };

  beforeAll(async () => {
    redis = await RedisServer.start();
    connection = new Redis(redis.address, { maxRetriesPerRequest: null });
    queue = new Queue('collidescope', { connection });
    writeTerrain(path('terrain.stl'), { columns: 60, rows: 50, every: 10 });
    spawnSync('mkfifo', [path('pipe.jsonl')]);
    expected = told(await cli.run(['check', 'terrain.stl', '--json']));
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await queue?.close();
    connection?.disconnect();
    await redis?.remove();
  });

  function told({ code, stdout }: Outcome): object {
    const { objects, pairs, places, regions } = JSON.parse(stdout);
    return { code, objects, pairs, places, regions };
  }

  /** What anybody may put into a queue. */
  function nonsense(random: Random): unknown {
    const id = '0123456789abcdef';
    const job = { plan: path('plan-0.jsonl'), data: path('plan-0.shards'), id, shard: 0 };
    return random.pick<unknown>([
      null,
      'a text',
      [],
      {},
      { ...job, plan: '--help' },
      { ...job, plan: path('pipe.jsonl') },
      { ...job, plan: '/dev/zero' },
      { ...job, data: '/tmp/elsewhere' },
      { ...job, shard: -1 },
      { ...job, shard: 1e9 },
      { ...job, id: '../../x' },
      job,
    ]);
  }

  it.each(Array.from({ length: RUNS }, (_, i) => FIRST_SEED + i))(
    'ends with the right answer, or says why not: seed %i',
    async (seed) => {
      const random = new Random(seed);
      const plan = `plan-${seed}.jsonl`;
      const makePlan = () =>
        cli.run(['plan', 'check', 'terrain.stl', '--tiles', `${random.integer(2, 9)}`, '--out', plan]);
      const batch = () => start('batch', plan, '--queue', redis.address, '--json', '--retries', '6');
      await makePlan();
      let coordinator = batch();
      let outcome = outcomeOf(coordinator);
      const workers = [startWorker(), startWorker()];
      for (let event = random.integer(2, 5); event > 0; event--) {
        await pause(random.integer(0, 700));
        const kind = random.integer(0, 3);
        if (kind === 0) {
          workers.shift()!.kill('SIGKILL');
          workers.push(startWorker());
        } else if (kind === 1) {
          await queue.add('tile', nonsense(random), { attempts: 1, removeOnFail: random.chance(0.5) });
        } else if (kind === 2) await makePlan();
        else {
          coordinator.kill('SIGKILL');
          await outcome;
          coordinator = batch();
          outcome = outcomeOf(coordinator);
        }
      }
      const first = await outcome;
      if (first.code === 2) expect(first.stderr, `seed ${seed}`).toMatch(/plan-changed|plan-busy|shard \d+ failed/);
      else expect(told(first), `seed ${seed}`).toEqual(expected);
      // Whatever was, the same command, left alone, gives the answer.
      expect(told(await outcomeOf(batch())), `seed ${seed}`).toEqual(expected);
      const ended = workers.map(outcomeOf);
      for (const worker of workers) worker.kill('SIGTERM');
      for (const { code } of await Promise.all(ended)) expect(code).toBe(0);
      await queue.obliterate({ force: true });
    },
  );
});
