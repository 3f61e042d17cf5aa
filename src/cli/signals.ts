/**
 * What happens on SIGINT and SIGTERM.
 *
 * Promise: a signal ends the program, however busy it is. A JavaScript listener only runs between two iterations of the
 * event loop, so one is installed only while something must be cleaned up: an unfinished file, a folder, other processes. At all
 * other times the system ends the process by itself.
 */
import { EXIT } from './output/exit-codes.ts';

const CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const;
type Signal = keyof typeof CODES;
const SIGNALS = Object.keys(CODES) as Signal[];

const tasks = new Set<() => void>();

function end(signal: Signal): void {
  // A second signal, while this one is being handled, ends the process at once.
  stopListening();
  for (const task of [...tasks]) task();
  process.exit(CODES[signal]);
}

function listen(): void {
  for (const signal of SIGNALS) process.on(signal, end);
}

function stopListening(): void {
  for (const signal of SIGNALS) process.off(signal, end);
}

/** Runs `task` when a signal ends the process; call the returned function when there is nothing left to clean up. */
export function cleanUpOnSignal(task: () => void): () => void {
  const own = () => task();
  if (tasks.size === 0) listen();
  tasks.add(own);
  return () => {
    if (tasks.delete(own) && tasks.size === 0) stopListening();
  };
}
