/**
 * Peak memory of one side of a job, in a process of its own: growth of the resident set over what there was before.
 *
 * The benchmark starts itself again with `--peak <job>/<side>`; the child answers with one number on standard output.
 */
import { spawnSync } from 'node:child_process';
import { collectGarbage } from './measure.ts';

const REPETITIONS = 3;

/** In the child: runs the side and prints megabytes. */
export async function printPeak(run: () => unknown): Promise<void> {
  collectGarbage();
  const before = process.memoryUsage().rss;
  for (let repetition = 0; repetition < REPETITIONS; repetition++) await run();
  const most = 1024 * process.resourceUsage().maxRSS;
  console.log(((most - before) / 2 ** 20).toFixed(1));
}

/** In the parent: megabytes, or undefined when the child failed. */
export function peakMegabytes(which: string): number | undefined {
  const parameters = [...process.execArgv, process.argv[1], '--peak', which];
  const { status, stdout } = spawnSync(process.execPath, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return status === 0 ? Number(stdout) : undefined;
}
