/**
 * The one rule for which backend answers a query, and what happens when a GPU fails in the middle of it:
 *
 *   no GPU for the query              wasm
 *   our own device is lost            the query begins again on a new device, or on wasm where that is lost too or there is none
 *   the caller's device is lost       rejects with `device-lost`: it is the caller's to replace
 *   the GPU has no room               wasm, unless WebGPU was asked for by name: then it rejects
 *   the query does not suit a GPU     wasm, also where WebGPU was asked for by name: the answer is the same, and comes sooner
 *   the engine is disposed meanwhile  rejects with `disposed`
 *
 * A query that was restarted says so in `restartedAfter`, and one that was left to wasm in `leftToWasm`. All other errors are
 * passed on unchanged.
 */
import type { ErrorCode } from '../error-codes.ts';
import { EngineError } from '../errors.ts';
import type { EngineGpu } from './gpu/engine-gpu.ts';
import type { Gpu } from './gpu/gpu.ts';
import type { LeftToWasm } from './left-to-wasm.ts';
import { disposedError, type WasmRuntime } from './wasm/runtime.ts';

const WANT_OF_ROOM: readonly unknown[] = ['gpu-limit', 'out-of-memory'];

/** Thrown by the GPU's form of a query that wasm answers much sooner. Never reaches the caller. */
export class BetterOnWasm extends Error {
  readonly reason: LeftToWasm;

  constructor(reason: LeftToWasm) {
    super(`left to wasm: ${reason}`);
    this.reason = reason;
  }
}

export interface Backends {
  readonly runtime: Pick<WasmRuntime, 'disposed'>;
  /** Where GPUs come from; none: all on wasm. */
  readonly gpus?: Pick<EngineGpu, 'isOwn' | 'isAsked' | 'replaceLost'>;
}

/** A query in both forms. Either may run after the other has failed, so neither may rely on what the other left. */
export interface QueryForms<Answer> {
  readonly webgpu: (gpu: Gpu) => Promise<Answer>;
  readonly wasm: () => Promise<Answer>;
}

export interface Outcome<Answer> {
  readonly answer: Answer;
  /** The GPU that answered; none: wasm did. */
  readonly gpu?: Gpu;
  /** If the query was restarted, the code of the error that caused it. */
  readonly restartedAfter?: ErrorCode;
  /** If a GPU left the query to wasm, why. */
  readonly leftToWasm?: LeftToWasm;
}

function checkOpen({ disposed }: Backends['runtime']): void {
  if (disposed) throw disposedError();
}

/** Whether the query may be restarted elsewhere after this error. */
function mayGoOn({ code }: EngineError, gpus: NonNullable<Backends['gpus']>): boolean {
  return code === 'device-lost' ? gpus.isOwn : WANT_OF_ROOM.includes(code) && !gpus.isAsked;
}

/** Answers on `gpu`, or on wasm where there is none. */
export async function answerOn<Answer>(
  { runtime, gpus }: Backends,
  gpu: Gpu | undefined,
  { webgpu, wasm }: QueryForms<Answer>,
): Promise<Outcome<Answer>> {
  let restartedAfter: ErrorCode | undefined;
  let leftToWasm: LeftToWasm | undefined;
  let next = gpu;
  while (next) {
    checkOpen(runtime);
    try {
      return { answer: await webgpu(next), gpu: next, ...(restartedAfter && { restartedAfter }) };
    } catch (error) {
      if (error instanceof BetterOnWasm) {
        leftToWasm = error.reason;
        break;
      }
      if (!(error instanceof EngineError)) throw error;
      checkOpen(runtime);
      if (!gpus || !mayGoOn(error, gpus)) throw error;
      // Stop after losing a second device: a third would hardly do better.
      const replaces = error.code === 'device-lost' && restartedAfter === undefined;
      restartedAfter ??= error.code;
      next = replaces ? await gpus.replaceLost() : undefined;
    }
  }
  checkOpen(runtime);
  return { answer: await wasm(), ...(restartedAfter && { restartedAfter }), ...(leftToWasm && { leftToWasm }) };
}
