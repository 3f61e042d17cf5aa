/** Starts the running benchmark again, with other parameters, in a new process. */
import { spawnSync } from 'node:child_process';

/** What it printed; its progress goes where ours goes. */
export function runAgain(parameters: readonly string[]): { status: number; output: string } {
  const { status, stdout } = spawnSync(process.execPath, [...process.execArgv, process.argv[1], ...parameters], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { status: status ?? 1, output: stdout };
}
