/** `collidescope shard`: does one shard of a plan. */
import { OptionError } from '../../errors.ts';
import { duration, grouped } from '../../report/text.ts';
import type { Arguments } from '../input/arguments.ts';
import { engineSettings } from '../input/settings.ts';
import { EXIT } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';
import { openPlan } from '../shards/open-plan.ts';
import { openShardRunner } from '../shards/run-shard.ts';
import { serveShards } from '../shards/serve-shards.ts';

function refuse(found: string): OptionError {
  return new OptionError(
    'no-files',
    `shard expects a plan and the number of a shard, as in: collidescope shard night.jsonl 0; found ${found}.`,
  );
}

export async function shard(args: Arguments, terminal: Terminal): Promise<number> {
  const [path, word, ...more] = args.files;
  const isServing = args.has('serve');
  if (path === undefined || more.length > 0) throw refuse(path === undefined ? 'nothing' : 'more words');
  const number = word !== undefined && /^\d{1,9}$/.test(word) ? Number(word) : undefined;
  if ((number === undefined) !== isServing) throw refuse(word === undefined ? 'no number' : `"${word}"`);
  const open = await openPlan(path, args.text('data'));
  const threads = engineSettings(args).threads ?? 0;
  if (number === undefined) {
    await serveShards(open, threads, terminal);
    return EXIT.done;
  }
  const runner = await openShardRunner(open, threads, terminal);
  try {
    const { done, wasDone } = await runner.run(number);
    const { milliseconds, bytes, triangles } = done.cost;
    terminal.clear();
    if (args.has('json'))
      terminal.printJson({ command: 'shard', shard: number, stage: done.stage, wasDone, cost: done.cost });
    else if (wasDone) terminal.note(`shard ${number} was done already.`);
    else if (!args.has('quiet')) {
      terminal.print(
        `shard ${number} (${done.stage}): ${grouped(triangles)} triangles in ${duration(milliseconds)}, ${Math.round(bytes / 2 ** 20)} MiB\n`,
      );
    }
    return EXIT.done;
  } finally {
    runner.dispose();
  }
}
