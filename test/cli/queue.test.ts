import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTerrain } from '../../bench/support/terrain-files.ts';
import { hasRedis, RedisServer } from '../support/redis.ts';
import { outcomeOf, useCommandLine } from './command-line.ts';
import { TANGLE, write } from './files.ts';

const cli = useCommandLine();
const path = (name: string) => join(cli.folder, name);

function doneShards(plan: string): Set<number> {
  try {
    const folder = path(plan.replace('.jsonl', '.shards'));
    const [id] = readdirSync(folder);
    const names = readdirSync(join(folder, id, 'done')).filter((name) => name.endsWith('.json'));
    return new Set(names.map((name) => Number.parseInt(name, 10)));
  } catch {
    return new Set();
  }
}

async function until(plan: string, count: number): Promise<void> {
  await expect.poll(() => doneShards(plan).size, { interval: 20 }).toBeGreaterThanOrEqual(count);
}

describe.runIf(hasRedis)('a queue in Redis', () => {
  let redis: RedisServer;
  const children: ChildProcess[] = [];
  const worker = () => {
    const child = cli.start(['work', '--queue', redis.address, '--workers', '1', '--stalled', '2']);
    children.push(child);
    return child;
  };

  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await redis?.remove();
  });

  it('loses nothing and does nothing twice when a worker is killed and Redis restarted', async () => {
    const { pairs } = writeTerrain(path('terrain.stl'), { columns: 400, rows: 500, every: 100 });
    const whole = await cli.run(['check', 'terrain.stl', '--json', '--pairs', 'whole.tsv']);
    await cli.run(['plan', 'check', 'terrain.stl', '--tiles', '40', '--out', 'queue.jsonl']);
    const coordinator = cli.start(['batch', 'queue.jsonl', '--queue', redis.address, '--json', '--pairs', 'queue.tsv']);
    children.push(coordinator);
    const outcome = outcomeOf(coordinator);
    const [victim, survivor] = [worker(), worker()];
    await until('queue.jsonl', 6);
    victim.kill('SIGKILL');
    await until('queue.jsonl', 12);
    await redis.stop('SIGKILL');
    await redis.start();
    const { code, stdout, stderr } = await outcome;
    expect({ code, stderr: stderr.includes('error') ? stderr : '' }).toEqual({ code: 1, stderr: '' });
    const answer = JSON.parse(stdout);
    expect(answer.pairs).toBe(pairs);
    const { objects, regions, places } = JSON.parse(whole.stdout);
    expect({ objects: answer.objects, regions: answer.regions, places: answer.places }).toEqual({
      objects,
      regions,
      places,
    });
    expect(readFileSync(path('queue.tsv'), 'utf8')).toBe(readFileSync(path('whole.tsv'), 'utf8'));
    expect(doneShards('queue.jsonl').size).toBe(41);
    const ended = outcomeOf(survivor);
    survivor.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('lists what failed for good, with its error, and does the rest', async () => {
    write(cli.folder, 'good.obj', TANGLE);
    for (let i = 0; i < 3; i++) writeFileSync(path(`part-${i}.stl`), readFileSync(path('terrain.stl')));
    await cli.run(['plan', 'check', 'part-0.stl', 'part-1.stl', 'part-2.stl', '--tiles', '2', '--out', 'dead.jsonl']);
    const changed = readFileSync(path('part-1.stl'));
    changed[5000] ^= 1;
    writeFileSync(path('part-1.stl'), changed);
    worker();
    const { code, stderr } = await cli.run(['batch', 'dead.jsonl', '--queue', redis.address]);
    expect(code).toBe(2);
    expect(stderr).toContain('file "part-1.stl" was changed after planning');
    expect(doneShards('dead.jsonl').size).toBe(2);
    const status = await cli.run(['status', 'dead.jsonl', '--queue', redis.address, '--json']);
    const { failed, queue } = JSON.parse(status.stdout);
    expect(failed).toMatchObject([{ shard: 1, message: expect.stringContaining('file-changed') }]);
    expect(queue).toMatchObject({ failed: 1, waiting: 0 });
  });

  it('can be paused, goes on, and is drained', async () => {
    for (const word of ['--pause', '--drain', '--resume']) {
      const { code, stderr } = await cli.run(['work', '--queue', redis.address, word]);
      expect(code).toBe(0);
      expect(stderr).toMatch(/the queue (is paused|is empty|goes on)/);
    }
  });

  it('says when the password is wrong, and never shows it', async () => {
    const guarded = await RedisServer.start('right');
    try {
      const wrong = guarded.address.replace('right', 'secret-and-wrong');
      const { code, stderr } = await cli.run(['work', '--queue', wrong]);
      expect(code).toBe(2);
      expect(stderr).toContain('queue-refused');
      expect(stderr).not.toContain('secret-and-wrong');
    } finally {
      await guarded.remove();
    }
  });
});

describe('a queue that is not there', () => {
  it.each([
    [['work', '--queue', 'redis://127.0.0.1:1'], 'queue-unreachable'],
    [['work', '--queue', 'somewhere'], 'option-value'],
    [['work'], 'option-alone'],
    [['work', 'night.jsonl', '--queue', 'redis://127.0.0.1:1'], 'too-many-files'],
  ])('%j: %s', async (words, code) => {
    const outcome = await cli.run(words);
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain(code);
  });

  it('names the one command that installs what is missing', async () => {
    const apart = path('apart');
    cpSync(dirname(cli.script), apart, { recursive: true });
    write(apart, 'package.json', '{ "type": "module" }');
    const words = [join(apart, 'cli.js'), 'work', '--queue', 'redis://127.0.0.1:1'];
    const { code, stderr } = await outcomeOf(spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] }));
    expect(code).toBe(2);
    expect(stderr).toMatch(/missing-package.*Install them with: npm install bullmq ioredis/);
  });
});
