/**
 * A thread of the pool. It sleeps until a job begins, takes pieces of each phase that it comes in time for (phase-gate.ts), and sleeps
 * again. Bundled into a string by scripts/build-kernels.mjs, so it must stand alone.
 */

import { ERROR_NONE, ERROR_TRAP, KERNELS_HEADER, PHASE_DONE, STOP_FAILED } from '../../memory/constants.ts';
import { CONTROL } from '../../memory/records.ts';
import { kernelImports } from './kernel-imports.ts';
import type { KernelExports } from './kernels.ts';
import { PhaseGate } from './phase-gate.ts';

export interface WorkerStart {
  readonly module: WebAssembly.Module;
  /** Where these kernels lie in memory; 0 for those that the engine began with. Others are taken from there when they come. */
  readonly kernels: number;
  readonly memory: WebAssembly.Memory;
  readonly slot: number;
  /** `performance.timeOrigin` of the thread that owns the engine. */
  readonly timeOrigin: number;
  /** Number of the last job before this thread was there. */
  readonly job: number;
  /** Name of a lock to hold from now on; its end tells of this thread's end. */
  readonly lock?: string;
}

/** What a worker says: it is ready, the job with this number is done, or it met an error (and the job will end). */
export type WorkerMessage = { ready: true; holdsLock: boolean } | { done: number } | { error: string };

interface Port {
  postMessage(message: WorkerMessage): void;
  onmessage?: (event: { data: WorkerStart }) => void;
  once?: (name: 'message', listener: (start: WorkerStart) => void) => void;
}

declare const require: undefined | ((name: string) => { parentPort: Port });

const inNode = typeof require === 'function';
const port: Port = inNode ? require('node:worker_threads').parentPort : (globalThis as unknown as Port);

function main(start: WorkerStart, holdsLock: boolean): void {
  const { memory, slot, timeOrigin } = start;
  const control = new Int32Array(memory.buffer, 0, 1024);
  const gate = new PhaseGate(control);
  const instantiate = (module: WebAssembly.Module) => {
    const instance = new WebAssembly.Instance(module, kernelImports(memory, slot, timeOrigin));
    return instance.exports as unknown as KernelExports;
  };
  let kernels = instantiate(start.module);
  let kernelsAt = start.kernels;

  const newestKernels = () => Atomics.load(control, CONTROL.at.kernels >> 2) >>> 0;

  /**
   * A thread that waits in shared memory hears no message, so a larger set of kernels comes as bytes in that memory. If an even
   * larger one comes while this one is compiled, the next look at the address tells.
   */
  function takeKernels(): void {
    const address = newestKernels();
    const [bytes] = new Uint32Array(memory.buffer, address, 1);
    // Copied: shared memory is not compiled from.
    const file = new Uint8Array(memory.buffer, address + KERNELS_HEADER, bytes).slice();
    kernels = instantiate(new WebAssembly.Module(file));
    kernelsAt = address;
  }

  function fail(error: unknown): void {
    Atomics.compareExchange(control, CONTROL.at.error >> 2, ERROR_NONE, ERROR_TRAP);
    Atomics.store(control, CONTROL.at.stop >> 2, STOP_FAILED);
    port.postMessage({ error: String(error) });
  }

  function attempt(work: () => number): number {
    try {
      return work();
    } catch (error) {
      fail(error);
      return PHASE_DONE;
    }
  }

  /** Number of the job that this thread's kernels were readied for. */
  let openedFor = start.job;

  /** Works through the phases, inside, until others close the one that this thread has left. */
  function work(job: number): void {
    if (openedFor !== job) {
      openedFor = job;
      attempt(() => {
        kernels.openThread();
        return 0;
      });
    }
    do {
      attempt(() => Number(kernels.runPhase(gate.phase, slot, 0xffffffff)));
      if (!gate.leave()) return;
    } while (gate.advance(attempt(() => kernels.closePhase(gate.phase))));
    // Nobody is inside any more, so the owner may begin the next job.
    port.postMessage({ done: job });
  }

  /** Takes part in the job that runs, if there is one; perhaps in another that began meanwhile. */
  function takePart(): void {
    while (gate.enter()) {
      // Asked inside, where the job cannot change; done outside, where nobody waits for it.
      if (newestKernels() !== kernelsAt) {
        gate.stepBack();
        takeKernels();
      } else work(gate.job);
    }
  }

  let { job } = start;
  port.postMessage({ ready: true, holdsLock });
  for (;;) {
    while (Atomics.load(control, CONTROL.at.job >> 2) === job) Atomics.wait(control, CONTROL.at.job >> 2, job);
    job = Atomics.load(control, CONTROL.at.job >> 2);
    takePart();
  }
}

/** In a browser: works while holding the lock, forever; without a lock where the page has none. */
function mainInBrowser(start: WorkerStart): void {
  const { locks } = navigator as { locks?: LockManager };
  let hasBegun = false;
  const begin = (holdsLock: boolean) => {
    hasBegun = true;
    try {
      main(start, holdsLock);
    } catch (error) {
      // Nobody handles a promise that rejects here; an error event is noticed.
      setTimeout(() => {
        throw error;
      });
    }
  };
  if (!locks || start.lock === undefined) begin(false);
  // Also rejects when the browser ends this worker, and Chromium still runs listeners then: a thread that started again
  // would take part in the jobs of those that replace it.
  else locks.request(start.lock, () => begin(true)).catch(() => hasBegun || begin(false));
}

if (inNode) port.once?.('message', (start) => main(start, false));
else port.onmessage = (event) => mainInBrowser(event.data);
