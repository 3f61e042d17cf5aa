/**
 * The kernels with their memory and threads: what a wasm engine is made of.
 *
 * One job runs at a time; `exclusive` queues the others, of all scenes. While none runs or waits, the memory belongs to
 * the calling thread.
 */
import { EngineError } from '../errors.ts';
import {
  CTL_ARENA_NEXT,
  CTL_ARENA_START,
  CTL_ARRIVED,
  CTL_DONE_PIECES,
  CTL_ERROR,
  CTL_ERROR_BYTES,
  CTL_HIT_TOTAL,
  CTL_JOB,
  CTL_LEFT,
  CTL_PHASE,
  CTL_PIECE_COUNT,
  CTL_SPLITTING,
  CTL_STOP,
  CTL_THREADS,
  ERROR_MEMORY,
  ERROR_NONE,
  PHASE_DONE,
  PHASE_WALK,
  STATIC_BASE,
  STOP_CANCELLED,
  STOP_FAILED,
  STOP_NO,
  THREAD_RECORDS,
  THREAD_STRIDE,
  THREADS_MAX,
} from '../kernels/layout.ts';
import { BlockAllocator } from './block-allocator.ts';
import { instantiateKernels, type KernelExports, kernelModule } from './kernels.ts';
import { WorkerPool } from './pool.ts';

const PAGE = 65536;
const PAGES_MAX = 65536;
/** Room for the kernels' own static data behind STATIC_BASE. */
const STATIC_BYTES = PAGE;
/** On the calling thread, work goes on for this long before others get a turn. */
const TURN_MILLISECONDS = 12;
const PROGRESS_MILLISECONDS = 50;

export interface JobOptions {
  signal?: AbortSignal;
  onProgress?: (done: number) => void;
}

/** Lets timers, messages and abort events in. Faster than a timer, which browsers hold back. */
function yieldTurn(): Promise<void> {
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}

function createMemory(shared: boolean, pagesMax: number): WebAssembly.Memory {
  if (!shared) return new WebAssembly.Memory({ initial: 40, maximum: pagesMax });
  // A shared memory reserves its maximum; where address space is short, a smaller one will do.
  for (let maximum = pagesMax; ; maximum /= 2) {
    try {
      return new WebAssembly.Memory({ initial: 40, maximum, shared: true });
    } catch (error) {
      if (maximum <= 2048) throw error;
    }
  }
}

export class WasmRuntime {
  readonly memory: WebAssembly.Memory;
  readonly kernels: KernelExports;
  readonly blocks = new BlockAllocator(STATIC_BASE + STATIC_BYTES);
  readonly #pool: WorkerPool | undefined;
  #tail: Promise<unknown> = Promise.resolve();
  #pending = 0;
  #disposed = false;
  #u32: Uint32Array;
  #f32: Float32Array;
  #f64: Float64Array;
  #control: Int32Array;

  private constructor(memory: WebAssembly.Memory, kernels: KernelExports, pool: WorkerPool | undefined) {
    this.memory = memory;
    this.kernels = kernels;
    this.#pool = pool;
    this.#u32 = new Uint32Array(memory.buffer);
    this.#f32 = new Float32Array(memory.buffer);
    this.#f64 = new Float64Array(memory.buffer);
    this.#control = new Int32Array(memory.buffer, 0, 1024);
    kernels.bindThread(0);
  }

  /** Threads beyond the calling one; 0 runs everything on the calling thread. Fewer pages of memory are for tests. */
  static async open(threads: number, pagesMax = PAGES_MAX): Promise<WasmRuntime> {
    const shared = threads > 0;
    const module = await kernelModule(shared);
    const memory = createMemory(shared, pagesMax);
    const kernels = await instantiateKernels(module, memory);
    const pool = shared ? await WorkerPool.open(module, memory, threads) : undefined;
    return new WasmRuntime(memory, kernels, pool);
  }

  get threads(): number {
    return this.#pool?.threads ?? 0;
  }

  get disposed(): boolean {
    return this.#disposed;
  }

  #refresh(): void {
    const buffer = this.memory.buffer;
    if (this.#u32.buffer === buffer && this.#u32.byteLength === buffer.byteLength) return;
    this.#u32 = new Uint32Array(buffer);
    this.#f32 = new Float32Array(buffer);
    this.#f64 = new Float64Array(buffer);
    this.#control = new Int32Array(buffer, 0, 1024);
  }

  /** Views of the whole memory; valid until the next growth, so ask again after anything that may allocate. */
  get u32(): Uint32Array {
    this.#refresh();
    return this.#u32;
  }
  get f32(): Float32Array {
    this.#refresh();
    return this.#f32;
  }
  get f64(): Float64Array {
    this.#refresh();
    return this.#f64;
  }

  /** Makes sure that the memory reaches `end`. */
  ensure(end: number, purpose: string): void {
    const have = this.memory.buffer.byteLength;
    if (end <= have) return;
    // A sixteenth more than needed keeps growths few.
    const wanted = Math.min(PAGES_MAX, Math.ceil((end + end / 16) / PAGE));
    for (const pages of [wanted, Math.ceil(end / PAGE)]) {
      if (pages > PAGES_MAX || pages * PAGE < end) continue;
      try {
        this.memory.grow(pages - have / PAGE);
        return;
      } catch {
        // Tried again with no room to spare; then reported below.
      }
    }
    throw outOfMemory(end, purpose);
  }

  /** Allocates a block that stays until it is freed. */
  allocate(bytes: number, purpose: string): number {
    const start = this.blocks.allocate(bytes);
    try {
      this.ensure(this.blocks.top, purpose);
    } catch (error) {
      this.blocks.free(start);
      throw error;
    }
    return start;
  }

  /** Whether something runs or waits: the memory is then not the caller's to write to. */
  get busy(): boolean {
    return this.#pending > 0;
  }

  /** Runs tasks one after the other, in the order in which they were handed in. */
  exclusive<T>(task: () => T | Promise<T>): Promise<T> {
    this.#pending++;
    const result = this.#tail.then(async () => {
      try {
        if (this.#disposed) throw disposedError();
        return await task();
      } finally {
        this.#pending--;
      }
    });
    this.#tail = result.catch(() => {});
    return result;
  }

  /** Clears what a former job left in the control block. `arenaStart` is where the query's memory begins. */
  resetJob(arenaStart: number, arenaNext: number): void {
    this.#refresh();
    const control = this.#control;
    for (const field of [CTL_ARRIVED, CTL_LEFT, CTL_ERROR, CTL_HIT_TOTAL, CTL_SPLITTING, CTL_DONE_PIECES])
      control[field >> 2] = 0;
    control[CTL_STOP >> 2] = STOP_NO;
    control[CTL_ARENA_START >> 2] = arenaStart;
    control[CTL_ARENA_NEXT >> 2] = arenaNext;
    control[CTL_THREADS >> 2] = Math.max(1, this.threads);
    this.#u32.fill(0, THREAD_RECORDS >> 2, (THREAD_RECORDS + THREAD_STRIDE * THREADS_MAX) >> 2);
  }

  /** Runs the job that lies in the control block to its end. Rejects when cancelled, disposed or out of memory. */
  async runJob({ signal, onProgress }: JobOptions): Promise<void> {
    signal?.throwIfAborted();
    const cancel = () => {
      this.#refresh();
      Atomics.compareExchange(this.#control, CTL_STOP >> 2, STOP_NO, STOP_CANCELLED);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    const report = onProgress && (() => onProgress(this.#progress()));
    try {
      const complaint = this.#pool ? await this.#runOnPool(this.#pool, report) : await this.#runHere(report);
      this.#checkOutcome(complaint, signal);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
    onProgress?.(1);
  }

  #checkOutcome(complaint: string | undefined, signal: AbortSignal | undefined): void {
    if (this.#disposed) throw disposedError();
    this.#refresh();
    const stop = Atomics.load(this.#control, CTL_STOP >> 2);
    if (stop === STOP_FAILED) {
      if (this.#control[CTL_ERROR >> 2] === ERROR_MEMORY)
        throw outOfMemory(this.f64[CTL_ERROR_BYTES >> 3], 'the query');
      throw new EngineError(
        'internal',
        `the kernels stopped with "${complaint}". Please report this with the mesh that caused it.`,
      );
    }
    if (stop === STOP_CANCELLED) signal?.throwIfAborted();
  }

  async #runOnPool(pool: WorkerPool, report: (() => void) | undefined): Promise<string | undefined> {
    const control = this.#control;
    const timer = report && setInterval(report, PROGRESS_MILLISECONDS);
    try {
      return await pool.run(() => {
        control[CTL_PHASE >> 2] = this.kernels.openJob();
        Atomics.add(control, CTL_JOB >> 2, 1);
        Atomics.notify(control, CTL_JOB >> 2);
      });
    } finally {
      clearInterval(timer);
    }
  }

  async #runHere(report: (() => void) | undefined): Promise<string | undefined> {
    const { kernels } = this;
    try {
      let turnEnds = performance.now() + TURN_MILLISECONDS;
      let phase = kernels.openJob();
      kernels.openThread();
      while (phase !== PHASE_DONE) {
        this.u32[CTL_PHASE >> 2] = phase;
        while (kernels.runPhase(phase, 0, 1)) {
          if (performance.now() < turnEnds) continue;
          report?.();
          await yieldTurn();
          this.#refresh();
          if (this.#disposed) throw disposedError();
          turnEnds = performance.now() + TURN_MILLISECONDS;
        }
        phase = kernels.closePhase(phase);
      }
    } catch (error) {
      if (error instanceof EngineError) throw error;
      this.#refresh();
      if (this.#control[CTL_ERROR >> 2] === ERROR_NONE) this.#control[CTL_STOP >> 2] = STOP_FAILED;
      return String(error);
    } finally {
      this.#refresh();
    }
    return undefined;
  }

  /** The walk is nearly all of a long query; the phases before it count for a tenth. */
  #progress(): number {
    this.#refresh();
    const control = this.#control;
    const phase = Atomics.load(control, CTL_PHASE >> 2);
    const part = Atomics.load(control, CTL_DONE_PIECES >> 2) / Math.max(1, Atomics.load(control, CTL_PIECE_COUNT >> 2));
    if (phase < PHASE_WALK) return (phase + part) / 30;
    return phase === PHASE_WALK ? 0.1 + 0.85 * part : 0.95;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#pool?.close();
  }
}

export function disposedError(): EngineError {
  return new EngineError('disposed', 'the engine has been disposed. Create a new one with createEngine().');
}

function outOfMemory(bytes: number, purpose: string): EngineError {
  const gib = (bytes / 2 ** 30).toFixed(2);
  return new EngineError(
    'out-of-memory',
    `${purpose} needs ${Math.ceil(bytes)} bytes in all (${gib} GiB); the engine can address 4 GiB, or less where the system gives less. ` +
      'Split the scene into parts and query them one by one.',
    { bytes },
  );
}
