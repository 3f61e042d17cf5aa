/**
 * Limits on address space (`ulimit -v` on Linux): an engine reserves far more address space than it uses.
 *
 * V8 cannot report that a worker does not fit; it ends the whole process. So this is worked out before a worker is
 * started.
 */
import { EngineError } from '../../errors.ts';

const GIB = 2 ** 30;
/** Address space that V8 reserves per memory, whatever its size, so that it need not check bounds. */
const RESERVED_WITH_GUARDS = 10 * GIB;
/** The least that an engine with threads should have without such guards. */
const RESERVED_LEAST = GIB / 4;
/** What a worker reserves in Node 20 to 24: 600 MiB, the first one 850. */
const RESERVED_PER_WORKER = 0.9 * GIB;
/** For the calling thread's own heap. */
const KEPT_FREE = GIB / 4;
const WITHOUT_GUARDS = '--disable-wasm-trap-handler';

/** Bytes. */
export interface AddressSpace {
  readonly limit: number;
  readonly left: number;
}

/** The limit and what is left of it; undefined where there is no limit or it cannot be determined. */
export async function addressSpace(): Promise<AddressSpace | undefined> {
  if (typeof process === 'undefined' || process.platform !== 'linux') return undefined;
  // A name in a variable, so that bundlers for browsers leave the import alone.
  const files = 'node:fs/promises';
  try {
    const { readFile } = (await import(
      /* webpackIgnore: true */ /* @vite-ignore */ files
    )) as typeof import('node:fs/promises');
    const limit = /^Max address space +(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8'));
    if (!limit) return undefined;
    const used = /^VmSize:\s+(\d+) kB/m.exec(await readFile('/proc/self/status', 'utf8'));
    if (!used) return undefined;
    return { limit: Number(limit[1]), left: Number(limit[1]) - 1024 * Number(used[1]) };
  } catch {
    return undefined;
  }
}

function hasGuards(): boolean {
  return ![...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((words) => words.includes(WITHOUT_GUARDS));
}

/** The number of threads, at most `threads`, that fit beside an engine's memory. */
export function threadsThatFit(space: AddressSpace | undefined, threads: number): number {
  if (!space) return threads;
  const left = space.left - KEPT_FREE - (hasGuards() ? RESERVED_WITH_GUARDS : RESERVED_LEAST);
  return Math.max(0, Math.min(threads, Math.floor(left / RESERVED_PER_WORKER)));
}

/** The largest memory that leaves enough address space for this many threads. With guards, its size makes no difference. */
export function bytesThatFit(space: AddressSpace | undefined, threads: number): number {
  if (!space || hasGuards()) return Number.POSITIVE_INFINITY;
  return Math.max(RESERVED_LEAST, space.left - KEPT_FREE - threads * RESERVED_PER_WORKER);
}

export function engineDoesNotFit(space: AddressSpace | undefined, threads: number): EngineError {
  const gib = (bytes: number) => `${(bytes / GIB).toFixed(1)} GiB`;
  const found = space
    ? `this process may have ${gib(space.limit)} of addresses (ulimit -v), and ${gib(space.left)} are left`
    : 'the system gives this process no more';
  const guards = hasGuards();
  const memory = guards ? RESERVED_WITH_GUARDS : RESERVED_LEAST;
  const needed = `${gib(memory + KEPT_FREE)} and ${gib(RESERVED_PER_WORKER)} for each thread`;
  const without = `, or set NODE_OPTIONS=${WITHOUT_GUARDS}, which makes the ${gib(memory)} for WebAssembly ${gib(RESERVED_LEAST)}`;
  return new EngineError(
    'out-of-memory',
    `the engine, with ${threads} threads, could not reserve its memory: ${found}. Expected ${needed}; little of that is ever ` +
      `used. Raise the limit (ulimit -v unlimited)${guards ? without : ''}; createEngine({ threads: 0 }) needs least.`,
    { ...space, threads },
  );
}
