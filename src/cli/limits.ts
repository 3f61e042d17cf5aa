/**
 * `--timeout` and `--memory`: limits for untrusted files.
 *
 * Promise: a process that passes a limit ends with an error, however busy it is. A separate thread watches it; it tells the
 * main thread, which cleans up and exits; if that does not respond, the watching thread ends the process as SIGKILL does (exit
 * code 137; an unfinished `.part` file may be left).
 */
import { Worker } from 'node:worker_threads';
import { OptionError } from '../errors.ts';
import type { Arguments } from './input/arguments.ts';
import { memorySetting } from './shards/worker-count.ts';

interface Limits {
  readonly milliseconds: number | undefined;
  readonly bytes: number | undefined;
}

/** Milliseconds between two checks, and allowed for the main thread to exit by itself. */
const LOOK = 50;
const GRACE = 1000;

const WATCH = `
const { parentPort, workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const { milliseconds = Infinity, bytes = Infinity, look, grace, texts } = workerData;
const began = performance.now();
const timer = setInterval(() => {
  const code = performance.now() - began > milliseconds ? 'timed-out' : process.memoryUsage.rss() > bytes ? 'memory-limit' : undefined;
  if (!code) return;
  clearInterval(timer);
  parentPort.postMessage(code);
  setTimeout(() => {
    writeSync(2, 'error: ' + texts[code] + '\\n');
    process.kill(process.pid, 'SIGKILL');
  }, grace);
}, look);
`;

function secondsSetting(args: Arguments): number | undefined {
  const text = args.text('timeout');
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (/^\d*\.?\d+$/.test(text) && seconds > 0 && seconds < 1e6) return seconds;
  throw new OptionError('option-value', `--timeout is "${text}"; expected seconds, as in 60.`, { option: 'timeout' });
}

function textsOf(args: Arguments): Readonly<Record<'timed-out' | 'memory-limit', string>> {
  return {
    'timed-out': `timed-out: it took longer than --timeout ${args.text('timeout')} seconds. Give it more time, or take a smaller model.`,
    'memory-limit': `memory-limit: it took more memory than --memory ${args.text('memory')}. Give it more, or take a smaller model.`,
  };
}

/**
 * Watches the limits that were given; `onPassed` is called once with the error when one is passed, and is to end the process.
 * Call what it returns when the work is done.
 */
export function watchLimits(args: Arguments, onPassed: (error: OptionError) => void): () => void {
  const seconds = secondsSetting(args);
  // With tiles this is each process's share, from which their number is chosen.
  const bytes = args.has('tiles') ? undefined : memorySetting(args);
  const limits: Limits = { milliseconds: seconds && 1000 * seconds, bytes };
  if (limits.milliseconds === undefined && limits.bytes === undefined) return () => {};
  const texts = textsOf(args);
  const workerData = { ...limits, look: LOOK, grace: GRACE, texts };
  const watcher = new Worker(WATCH, { eval: true, execArgv: [], workerData, name: 'collidescope limits' });
  watcher.on('message', (code: keyof typeof texts) => {
    onPassed(new OptionError(code, texts[code].slice(code.length + 2)));
  });
  watcher.unref();
  return () => void watcher.terminate();
}
