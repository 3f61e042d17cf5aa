/**
 * The kernels with their memory and threads: what a wasm engine is made of.
 *
 * One job runs at a time; `exclusive` queues the others, of all scenes. While none runs or waits, the memory belongs to
 * the calling thread.
 */

import { EngineError } from '../../errors.ts';
import {
  ERROR_MEMORY,
  ERROR_NONE,
  KERNELS_HEADER,
  PHASE_AGAIN,
  PHASE_DONE,
  PHASE_PREPARE,
  STOP_CANCELLED,
  STOP_FAILED,
  STOP_NO,
  THREAD_RECORDS,
  THREADS_MAX,
} from '../../memory/constants.ts';
import { CONTROL, GRID, QUERY_BLOCK, QUERY_BLOCK_BYTES, THREAD } from '../../memory/records.ts';
import { addressSpace, bytesThatFit, engineDoesNotFit, threadsThatFit } from './address-space.ts';
import { CallingThread } from './calling-thread.ts';
import { KernelMemory, outOfMemory, PAGE, PAGES_MAX } from './kernel-memory.ts';
import {
  type AllKernelExports,
  instantiateKernels,
  type KernelExports,
  type KernelSet,
  kernelModule,
  QUERIES_OF,
} from './kernels.ts';
import { WorkerPool } from './pool.ts';
import { LoopWatch, yieldToEvents } from './task.ts';

/**
 * Without threads, a job that has worked this long yields to others on the calling thread. The kernels return after as long
 * (memory/kernels/time-slice.ts), so a time slice takes twice that at most.
 */
const SLICE_MILLISECONDS = 8;
/** Pieces of the first phase take less than a millisecond each, and far less where objects are small; this many are done at a time. */
const SMALL_PIECES = 16;
const PROGRESS_MILLISECONDS = 50;
/** Threads that are asked to stop do so after their current piece; those that take longer than this are abandoned. */
const PATIENCE_MILLISECONDS = 10_000;

export interface JobOptions {
  /** Whether the job is so small that waking threads would take longer than doing it on the calling thread. */
  isSmall?: boolean;
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number) => void) | undefined;
}

/** Settles as the promise does, or rejects with the signal's reason if that comes first. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

export class WasmRuntime {
  readonly memory: KernelMemory;
  #kernels: AllKernelExports;
  /** Queries with lower numbers are in these kernels. */
  #queryCount: number;
  #module: WebAssembly.Module;
  #pool: WorkerPool | undefined;
  readonly #caller: CallingThread;
  readonly #watch = new LoopWatch();
  #restoring: Promise<void> | undefined;
  #tail: Promise<unknown> = Promise.resolve();
  #pending = 0;
  #disposed = false;

  private constructor(module: WebAssembly.Module, memory: KernelMemory, kernels: AllKernelExports, set: KernelSet) {
    this.#module = module;
    this.memory = memory;
    this.#kernels = kernels;
    this.#queryCount = QUERIES_OF[set];
    this.#caller = new CallingThread(memory);
  }

  /** The kernels of the calling thread: those that the engine began with, or more once a query has asked for them. */
  get kernels(): KernelExports {
    return this.#kernels;
  }

  /**
   * Threads beyond the calling one; 0 runs everything on the calling thread. It begins with the kernels of the set. Fewer pages of memory
   * are for tests.
   */
  static async open(threads: number, pagesMax = PAGES_MAX, set: KernelSet = 'collide'): Promise<WasmRuntime> {
    const shared = threads > 0;
    const { module } = await kernelModule(shared, set);
    const memory = await reserveMemory(threads, pagesMax);
    const kernels = await instantiateKernels(module, memory.wasm);
    const runtime = new WasmRuntime(module, memory, kernels, set);
    if (shared) runtime.#pool = await runtime.#openPool(threads);
    return runtime;
  }

  #openPool(threads: number): Promise<WorkerPool> {
    const { job } = this.#caller;
    const kernels = this.memory.control[CONTROL.at.kernels >> 2] >>> 0;
    return WorkerPool.open({ module: this.#module, kernels, memory: this.memory.wasm, job }, threads);
  }

  /** Whether the loaded kernels have the query with this number. */
  hasKernelsOf(query: number): boolean {
    return query < this.#queryCount;
  }

  /**
   * Loads a set of kernels and leaves it in memory, where each thread takes it when its next job begins. Nothing happens if those at
   * hand contain it. While no job runs: call it within `exclusive`, before anything is written behind the blocks.
   */
  async loadKernels(set: KernelSet, signal?: AbortSignal): Promise<AllKernelExports> {
    if (QUERIES_OF[set] <= this.#queryCount) return this.#kernels;
    const { module, bytes } = await unlessAborted(kernelModule(this.#pool !== undefined, set), signal);
    if (this.#disposed) throw disposedError();
    const { memory } = this;
    if (this.#pool) {
      const address = memory.allocate(KERNELS_HEADER + bytes.length, 'the kernels of this query');
      memory.u32[address >>> 2] = bytes.length;
      new Uint8Array(memory.buffer, address + KERNELS_HEADER, bytes.length).set(bytes);
      Atomics.store(memory.control, CONTROL.at.kernels >> 2, address);
    }
    this.#kernels = await instantiateKernels(module, memory.wasm);
    this.#queryCount = QUERIES_OF[set];
    this.#module = module;
    return this.#kernels;
  }

  /** Another pool when a worker of the last one was lost; one that is being opened is waited for. */
  #restorePool(): Promise<void> {
    this.#restoring ??= this.#replaceBroken().finally(() => {
      this.#restoring = undefined;
    });
    return this.#restoring;
  }

  async #replaceBroken(): Promise<void> {
    const lost = this.#pool;
    // Threads that may still be running keep their memory, so the query is rejected.
    if (!lost?.isBroken || !(await lost.close())) return;
    this.#caller.forgetJob();
    const pool = await this.#openPool(lost.threads);
    if (this.#disposed) {
      void pool.close();
      throw disposedError();
    }
    this.#pool = pool;
  }

  get threads(): number {
    return this.#pool?.threads ?? 0;
  }

  get disposed(): boolean {
    return this.#disposed;
  }

  /** Whether a job runs or waits; the caller must not write to the memory then. */
  get busy(): boolean {
    return this.#pending > 0;
  }

  /** Runs tasks one after the other, in the order in which they were handed in. */
  exclusive<T>(task: () => T | Promise<T>): Promise<T> {
    this.#pending++;
    const result = this.#tail.then(async () => {
      try {
        if (this.#watch.isOverdue) await yieldToEvents();
        if (this.#disposed) throw disposedError();
        return await task();
      } finally {
        this.#pending--;
      }
    });
    this.#tail = result.catch(() => {});
    return result;
  }

  /** Runs a task synchronously. Throws when others run or wait: they cannot be waited for. */
  exclusiveNow<T>(call: string, task: () => T): T {
    if (this.#disposed) throw disposedError();
    if (this.#pending > 0) {
      throw new EngineError(
        'busy',
        `${call}: another query of the engine, or a change made meanwhile, runs or waits. Wait for it, or use ${call.replace('Sync', '')}() and its promise.`,
      );
    }
    this.#pending++;
    try {
      return task();
    } finally {
      this.#pending--;
    }
  }

  /** Clears what a former job left in the control block. The query may take memory from `arenaNext` on. */
  resetJob(arenaNext: number): void {
    const { control, u32 } = this.memory;
    // The lock too: a worker may have been lost while it held it.
    const counters = [
      CONTROL.at.error,
      CONTROL.at.hitTotal,
      CONTROL.at.splitting,
      CONTROL.at.donePieces,
      GRID.at.splitLock,
    ];
    for (const field of counters) control[field >> 2] = 0;
    control[CONTROL.at.stop >> 2] = STOP_NO;
    control[CONTROL.at.arenaNext >> 2] = arenaNext;
    u32.fill(0, GRID.at.growth >> 2, (GRID.at.growth + 16) >> 2);
    u32[GRID.at.relativeGrowth >> 2] = 0;
    u32.fill(0, QUERY_BLOCK >> 2, (QUERY_BLOCK + QUERY_BLOCK_BYTES) >> 2);
    u32.fill(0, THREAD_RECORDS >> 2, (THREAD_RECORDS + THREAD.bytes * THREADS_MAX) >> 2);
  }

  /** Runs the job that lies in the control block to its end. Rejects when cancelled, disposed, out of memory or out of threads. */
  async runJob({ isSmall, signal, onProgress }: JobOptions): Promise<void> {
    if (this.#pool?.isBroken || this.#restoring) await unlessAborted(this.#restorePool(), signal);
    signal?.throwIfAborted();
    let patience: ReturnType<typeof setTimeout> | undefined;
    const cancel = () => {
      Atomics.compareExchange(this.memory.control, CONTROL.at.stop >> 2, STOP_NO, STOP_CANCELLED);
      patience ??= setTimeout(() => this.#pool?.abandon(), PATIENCE_MILLISECONDS);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    // A callback that throws ends the query, and the query's promise rejects with what it threw.
    let thrown: { error: unknown } | undefined;
    const report = () => {
      try {
        onProgress?.(this.#progress());
      } catch (error) {
        thrown ??= { error };
        cancel();
      }
    };
    try {
      const pool = isSmall ? undefined : this.#pool;
      const complaint = pool ? await this.#runOnPool(pool, report) : await this.#runOnCallingThread(report);
      if (thrown) throw thrown.error;
      this.#checkOutcome(complaint, signal);
    } catch (error) {
      // A caller that no longer waits need not be told of a lost worker.
      if (!this.#disposed && this.#pool?.isBroken) signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
      clearTimeout(patience);
    }
    onProgress?.(1);
    // A short job is heard of only here: who cancels on hearing it must not be given an answer.
    signal?.throwIfAborted();
  }

  /** The same synchronously, on the calling thread alone. A signal counts before it begins and when it has ended: no event can arrive meanwhile. */
  runJobNow({ signal, onProgress }: JobOptions): void {
    signal?.throwIfAborted();
    const slices = this.#slices();
    const next = () => {
      try {
        return { isDone: slices.next().done === true, complaint: undefined };
      } catch (error) {
        return { isDone: true, complaint: this.#complaintOf(error) };
      }
    };
    let slice = next();
    for (; !slice.isDone; slice = next()) onProgress?.(this.#progress());
    this.#checkOutcome(slice.complaint, signal);
    onProgress?.(1);
    signal?.throwIfAborted();
  }

  #checkOutcome(complaint: string | undefined, signal: AbortSignal | undefined): void {
    if (this.#disposed) throw disposedError();
    const stop = Atomics.load(this.memory.control, CONTROL.at.stop >> 2);
    if (stop === STOP_FAILED) {
      if (this.memory.control[CONTROL.at.error >> 2] === ERROR_MEMORY)
        throw outOfMemory(this.memory.f64[CONTROL.at.errorBytes >> 3], 'the query');
      throw new EngineError(
        'internal',
        `the kernels stopped with "${complaint}". Please report this with the mesh that caused it.`,
      );
    }
    if (stop === STOP_CANCELLED) signal?.throwIfAborted();
  }

  async #runOnPool(pool: WorkerPool, report: () => void): Promise<string | undefined> {
    const { kernels } = this;
    const job = this.#caller.job + 1;
    const isWanted = () => !pool.isBroken && !this.#disposed;
    const done = () => pool.finish(job);
    const shared = { kernels, threads: pool.threads, isWanted, yieldThread: yieldToEvents, done };
    const timer = setInterval(report, PROGRESS_MILLISECONDS);
    try {
      const complaint = await pool.run(job, () => this.#caller.begin(shared));
      this.#caller.noteJob();
      return complaint ?? this.#caller.complaint;
    } finally {
      clearInterval(timer);
    }
  }

  /** Yields the calling thread for a moment. Rejects if the engine was disposed meanwhile. */
  async yieldThread(): Promise<void> {
    await yieldToEvents();
    if (this.#disposed) throw disposedError();
  }

  async #runOnCallingThread(report: () => void): Promise<string | undefined> {
    try {
      for (const _ of this.#slices()) {
        report();
        await this.yieldThread();
      }
    } catch (error) {
      return this.#complaintOf(error);
    }
    return undefined;
  }

  /** Does the job on the calling thread, and pauses after every time slice. */
  *#slices(): Generator<void, void> {
    const { kernels } = this;
    let sliceEnds = performance.now() + SLICE_MILLISECONDS;
    const sliceIsOver = () => performance.now() >= sliceEnds;
    let phase = kernels.openJob();
    kernels.openThread();
    while (phase !== PHASE_DONE) {
      this.memory.u32[CONTROL.at.phase >> 2] = phase;
      const pieces = phase === PHASE_PREPARE ? SMALL_PIECES : 1;
      let isDone = !kernels.runPhase(phase, 0, pieces);
      while (!isDone) {
        if (sliceIsOver()) {
          yield;
          sliceEnds = performance.now() + SLICE_MILLISECONDS;
        }
        isDone = !kernels.runPhase(phase, 0, pieces);
      }
      let next = kernels.closePhase(phase);
      for (; next === PHASE_AGAIN; next = kernels.closePhase(phase)) {
        if (!sliceIsOver()) continue;
        yield;
        sliceEnds = performance.now() + SLICE_MILLISECONDS;
      }
      phase = next;
    }
  }

  /** The error that the kernels stopped with; our own errors are passed on. */
  #complaintOf(error: unknown): string {
    if (error instanceof EngineError) throw error;
    if (this.memory.control[CONTROL.at.error >> 2] === ERROR_NONE)
      this.memory.control[CONTROL.at.stop >> 2] = STOP_FAILED;
    return String(error);
  }

  /** Progress of the job, from 0 to 1; each phase states which part of the job it covers. */
  #progress(): number {
    const { control, f32 } = this.memory;
    const pieces = Math.max(1, Atomics.load(control, CONTROL.at.pieceCount >> 2));
    const part = Math.min(1, Atomics.load(control, CONTROL.at.donePieces >> 2) / pieces);
    const from = f32[CONTROL.at.progressFrom >> 2];
    return from + (f32[CONTROL.at.progressTo >> 2] - from) * part;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    void this.#pool?.close();
  }
}

async function reserveMemory(threads: number, pagesMax: number): Promise<KernelMemory> {
  const space = await addressSpace();
  if (threadsThatFit(space, threads) < threads) throw engineDoesNotFit(space, threads);
  const pages = Math.min(pagesMax, Math.floor(bytesThatFit(space, threads) / PAGE));
  try {
    return new KernelMemory(threads > 0, pages);
  } catch (error) {
    if (error instanceof RangeError) throw engineDoesNotFit(space, threads);
    throw error;
  }
}

export function disposedError(): EngineError {
  return new EngineError('disposed', 'the engine has been disposed. Create a new one with createEngine().');
}
