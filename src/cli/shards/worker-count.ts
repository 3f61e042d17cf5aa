/** How many worker processes a machine can run: as many as it has cores, and no more than fit into its free memory. */
import { availableParallelism, freemem } from 'node:os';
import { OptionError } from '../../errors.ts';
import type { Plan } from '../../shards/plan.ts';
import type { Arguments } from '../input/arguments.ts';
import { countSetting } from '../input/settings.ts';

export interface WorkerCount {
  readonly workers: number;
  /** Threads of each worker, besides its main thread. */
  readonly threads: number;
  /** Bytes that each may use. */
  readonly memory: number;
}

const GIB = 2 ** 30;
/** Memory assumed per worker if none is given: a space tile of the usual size, or a model of a few million triangles. */
const MEMORY = { large: 2 * GIB, many: GIB } as const;
/** Part of the free memory that workers get. */
const SHARE = 0.8;
const SIZE = /^(\d+(?:\.\d+)?)\s*(mib|gib|mb|gb|m|g)?$/i;
const UNITS: Readonly<Record<string, number>> = { m: 2 ** 20, mib: 2 ** 20, mb: 1e6, g: GIB, gib: GIB, gb: 1e9 };

/** Bytes of `--memory`. */
export function memorySetting(args: Arguments): number | undefined {
  const text = args.text('memory');
  if (text === undefined) return undefined;
  const [, digits, unit = 'mib'] = SIZE.exec(text.trim()) ?? [];
  const bytes = Number(digits) * UNITS[unit.toLowerCase()];
  if (bytes > 0) return bytes;
  throw new OptionError('option-value', `--memory is "${text}"; expected a size, as in 2GiB or 800MiB.`, {
    option: 'memory',
    found: text,
  });
}

export function workerCount(
  args: Arguments,
  kind: Plan['kind'],
  cores = availableParallelism(),
  free = freemem(),
): WorkerCount {
  const memory = memorySetting(args) ?? MEMORY[kind];
  const constrained = process.constrainedMemory?.() ?? 0;
  const usable = SHARE * (constrained > 0 ? Math.min(free, constrained) : free);
  const fitting = Math.max(1, Math.min(cores, Math.floor(usable / memory)));
  const workers = countSetting(args, 'workers') ?? fitting;
  return { workers, threads: Math.max(0, Math.floor(cores / workers) - 1), memory };
}
