/**
 * Peak memory of one side of a job, measured in a separate process: the growth of its resident set.
 *
 * The benchmark starts itself again with `--peak <job>/<side>`; the child answers with one number on standard output.
 */
import { collectGarbage } from './measure.ts';
import { runAgain } from './run-again.ts';

const REPETITIONS = 3;

/** In the child: runs the side and prints megabytes. */
export async function printPeak(run: (frame: number) => unknown): Promise<void> {
  collectGarbage();
  const before = process.memoryUsage().rss;
  for (let repetition = 0; repetition < REPETITIONS; repetition++) await run(0);
  const most = 1024 * process.resourceUsage().maxRSS;
  console.log(((most - before) / 2 ** 20).toFixed(1));
}

/** In the parent: megabytes, or undefined when the child failed. */
export function peakMegabytes(which: string): number | undefined {
  const { status, output } = runAgain(['--peak', which]);
  return status === 0 ? Number(output) : undefined;
}
