/** `collidescope work`: does shards from a queue on this machine, whoever put them there. */
import { OptionError } from '../../errors.ts';
import { counted } from '../../report/text.ts';
import type { Arguments } from '../input/arguments.ts';
import { countSetting } from '../input/settings.ts';
import { EXIT } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';
import { connect, loadPackages, QUEUE_NAME, queueAddress } from '../queue/connect.ts';
import { runQueueWorker } from '../queue/queue-worker.ts';
import { WorkFolder } from '../queue/work-folder.ts';
import { workerCount } from '../shards/worker-count.ts';

const STALLED_SECONDS = 30;
const SWITCHES = ['pause', 'resume', 'drain'] as const;

/** Tells the queue itself something, for all workers. */
async function command(address: string, word: (typeof SWITCHES)[number], terminal: Terminal): Promise<void> {
  const packages = await loadPackages();
  const connection = await connect(packages, address);
  const queue = new packages.Queue(QUEUE_NAME, { connection });
  try {
    await queue[word]();
    const text = {
      pause: 'is paused: shards that were begun are finished, no others begin',
      resume: 'goes on',
      drain: 'is empty: shards that were not begun were taken out',
    };
    terminal.note(`the queue ${text[word]}.`);
  } finally {
    await queue.close();
    connection.disconnect();
  }
}

export async function work(args: Arguments, terminal: Terminal): Promise<number> {
  if (args.files.length > 0) {
    throw new OptionError(
      'too-many-files',
      `work takes no files; it does what is in the queue. Put a plan there with: collidescope batch ${args.files[0]} --queue redis://…`,
    );
  }
  const address = queueAddress(args.text('queue'));
  const words = SWITCHES.filter((name) => args.has(name));
  if (words.length > 1)
    throw new OptionError('option-conflict', `--${words.join(' and --')} exclude each other; give one of them.`);
  if (words.length === 1) {
    await command(address, words[0], terminal);
    return EXIT.done;
  }
  const { workers, threads } = workerCount(args, 'large');
  terminal.note(`${counted(workers, 'worker')}; stop with Ctrl-C or SIGTERM.`);
  const count = await runQueueWorker(
    {
      address,
      script: process.argv[1],
      folder: await WorkFolder.open(args.text('folder') ?? '.'),
      workers,
      threads,
      stalledSeconds: countSetting(args, 'stalled') ?? STALLED_SECONDS,
      rate: countSetting(args, 'rate'),
      untilEmpty: args.has('until-empty'),
    },
    terminal,
  );
  terminal.note(`${counted(count, 'shard')} done.`);
  return EXIT.done;
}
