/**
 * Does one shard of any plan, and writes down that it is done and what it cost.
 *
 * Promise: a shard that is done already is not done again; one that was begun and not finished leaves nothing that counts.
 */
import { hostname } from 'node:os';
import { resourceUsage } from 'node:process';
import { createEngine, type Engine } from '../../engine.ts';
import { OptionError } from '../../errors.ts';
import { doLargeShard, type ShardContext } from '../../shards/do-shard.ts';
import { checkBytes } from '../../shards/file-fingerprint.ts';
import type { FilesShard } from '../../shards/plan.ts';
import { sealed } from '../../shards/sealed.ts';
import { nameOf, readDone, type ShardDone, writeJson } from '../../shards/shard-results.ts';
import { Arguments } from '../input/arguments.ts';
import { readFileModel } from '../input/read-files.ts';
import { readSettings } from '../input/settings.ts';
import type { Terminal } from '../output/terminal.ts';
import { checkFiles } from '../verbs/check.ts';
import { openFileAccess } from './file-access.ts';
import type { OpenPlan } from './open-plan.ts';
import { firstQuestion, largeQuestionOf } from './plan-question.ts';

export interface ShardRunner {
  /** Returns the result, and whether it already existed. */
  run(number: number): Promise<{ done: ShardDone; wasDone: boolean }>;
  dispose(): void;
}

/** Peak memory of this process in bytes. Node reports it in KiB. */
function peakBytes(): number {
  return resourceUsage().maxRSS * 1024;
}

/** Opens what all shards of a plan need. `threads`: of an engine, besides the calling one. */
export async function openShardRunner(open: OpenPlan, threads: number, terminal: Terminal): Promise<ShardRunner> {
  const { plan, store } = open;
  const quiet = terminal.quietly();
  let engine: Engine | undefined;
  const context = plan.kind === 'large' ? await largeContext() : undefined;
  return {
    async run(number) {
      refuseUnknown(open, number);
      const known = await readDone(plan, number, store);
      if (known) return { done: known, wasDone: true };
      const running = await announce(open, number);
      const began = performance.now();
      const cpu = process.cpuUsage();
      const answer = await (context ? doLargeShard(context, number) : doFiles(open, number, threads, quiet)).finally(
        running,
      );
      const { triangles, ...rest } = answer;
      const { user, system } = process.cpuUsage(cpu);
      const cost = {
        milliseconds: Math.round(performance.now() - began),
        cpuMilliseconds: Math.round((user + system) / 1000),
        bytes: peakBytes(),
        triangles,
      };
      const done = { plan: plan.id, shard: number, ...rest, cost } as unknown as ShardDone;
      await writeJson(store, nameOf.done(plan, number), done);
      await store.remove(nameOf.failed(plan, number));
      return { done, wasDone: false };
    },
    dispose: () => engine?.dispose(),
  };

  async function largeContext(): Promise<ShardContext> {
    const { command, files, heads } = plan;
    const question = await firstQuestion(plan, open.args, quiet);
    const access = await openFileAccess(
      {
        command,
        args: open.args,
        files: files.map(({ file }) => file),
        pathOf: open.pathOf,
        ...(heads && { heads }),
        withProperties: plan.objects.some(({ properties }) => properties !== undefined),
      },
      quiet,
    );
    return {
      plan,
      planPath: open.path,
      store,
      access,
      question: largeQuestionOf(question),
      engine: async () => {
        engine ??= await createEngine({ backend: 'wasm', threads });
        return engine;
      },
    };
  }
}

/** Marks a shard as being done, for `status`; call the returned function at the end. Nothing depends on it. */
async function announce({ plan, store }: OpenPlan, number: number): Promise<() => Promise<void>> {
  const name = nameOf.running(plan, number);
  await writeJson(store, name, { host: hostname(), pid: process.pid }).catch(() => {});
  return () => store.remove(name).catch(() => {});
}

function refuseUnknown({ plan, path }: OpenPlan, number: number): void {
  if (number < plan.shards.length) return;
  throw new OptionError(
    'no-such-shard',
    `plan "${path}" has no shard ${number}; its shards are 0 to ${plan.shards.length - 1}.`,
    { shard: number, count: plan.shards.length },
  );
}

/** Checks the files of a shard one by one; one that cannot be read is reported and does not stop the others. */
async function doFiles({ plan, args, store, pathOf }: OpenPlan, number: number, threads: number, terminal: Terminal) {
  const { files } = plan.shards[number] as FilesShard;
  const planned = new Map(files.map((file) => [file.file, file]));
  const settings = {
    ...readSettings(args),
    sourceOf: (file: string) => ({
      path: pathOf(file),
      check: (bytes: Uint8Array) => checkBytes(file, bytes, planned.get(file)!),
    }),
  };
  const own = new Arguments(
    files.map(({ file }) => file),
    new Map([...Object.entries(plan.options), ['threads', String(threads)]]),
  );
  const lines: string[] = [];
  // Errors of single files are in the result; they are printed when results are joined.
  const silent = terminal.muted();
  const { report, shapes } = await checkFiles({
    command: 'check',
    args: own,
    terminal: silent,
    source: { read: (file) => readFileModel(file, settings, silent), forgivesAll: true },
    pairs: { write: async (text) => void lines.push(text) },
  });
  await store.write(nameOf.pairs(plan, number), sealed(lines.map((text) => new TextEncoder().encode(text))));
  const triangles = report.objects.reduce((sum, object) => sum + object.triangles, 0);
  return { stage: 'files' as const, report, shapes, triangles };
}
