/**
 * Which backend answers a query: the GPU of an engine, if it has one that pays, and what happens when that fails in the middle:
 *
 *   no GPU for the query              wasm
 *   our own device is lost            the query begins again on a new device, or on wasm where that is lost too or there is none
 *   the caller's device is lost       rejects with `device-lost`: it is the caller's to replace
 *   the GPU is out of memory          wasm, unless WebGPU was asked for by name: then it rejects
 *   the query does not suit a GPU     wasm, also where WebGPU was asked for by name: the answer is the same, and comes sooner
 *   the engine is disposed meanwhile  rejects with `disposed`
 *
 * A query that was restarted says so in `restartedAfter`, and one that was left to wasm in `leftToWasm`. All other errors are
 * passed on unchanged.
 */
import type { ErrorCode } from '../error-codes.ts';
import { EngineError, OptionError } from '../errors.ts';
import { describe } from '../mesh/check-mesh.ts';
import { type Gpu, openGpu } from './gpu/gpu.ts';
import { browserGpu } from './gpu/gpu-provider.ts';
import { PositionTaker } from './gpu/resident-positions.ts';
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

/** Triangles of a scene from which a GPU answers a query. */
export type GpuThresholds = Readonly<Record<'collide' | 'voxels' | 'cull', number>>;

/**
 * What `auto` goes by. All are estimates: no card has been measured, and `npm run bench -- gpu --page` is how to (docs/webgpu.md).
 * Below, wasm is done in the time that a submission and its read-back take in a browser, 2 to 4 milliseconds. Culling goes through all
 * that a square of the image shows in each of its pixels, where wasm draws only what can hide something: without a card to measure, never.
 */
export const AUTO_TRIANGLES_MIN: GpuThresholds = { collide: 50_000, voxels: 50_000, cull: Number.POSITIVE_INFINITY };

const ALWAYS: GpuThresholds = { collide: 0, voxels: 0, cull: 0 };
const { POSITIVE_INFINITY: never } = Number;
const NEVER: GpuThresholds = { collide: never, voxels: never, cull: never };

/**
 * The GPU of an engine: opened with it, or found when a scene is large enough, and reopened when it was lost.
 *
 * Promise: a device that the caller gave is the only one that is ever used, and is never destroyed. Otherwise the
 * engine opens its own device, and replaces it by a new one, if available, when it is lost.
 *
 * `auto` looks for a graphics card in browsers only. In Node it would have to load a package and a driver to find out,
 * which takes time and may print to standard error; there, WebGPU is used only on request.
 */
export class EngineGpu {
  /** Whether it was requested by name; otherwise it is used where it pays. */
  readonly isAsked: boolean;
  /** Whether the device is our own, so that a lost one can be replaced. */
  readonly isOwn: boolean;
  readonly #triangleMin: GpuThresholds;
  #gpu: Gpu | undefined;
  #taker: PositionTaker | undefined;
  #search: Promise<Gpu | undefined> | undefined;
  #disposed = false;

  /** `triangleMin`: scenes with at least this many triangles use the GPU; Infinity for none. */
  constructor(gpu: Gpu | undefined, isOwn: boolean, isAsked: boolean, triangleMin: GpuThresholds = ALWAYS) {
    this.#gpu = gpu;
    this.isOwn = isOwn;
    this.isAsked = isAsked;
    this.#triangleMin = triangleMin;
  }

  /** Rejects with EngineError no-webgpu, with the remedy, when WebGPU was asked for by name and is not there. */
  static async open(backend: 'auto' | 'wasm' | 'webgpu', device: GPUDevice | undefined): Promise<EngineGpu> {
    if (device !== undefined) checkDevice(backend, device);
    const isAsked = backend === 'webgpu';
    if (backend === 'wasm') return new EngineGpu(undefined, true, isAsked, NEVER);
    const gpu = isAsked || device ? await openGpu({ device }) : undefined;
    const found = new EngineGpu(gpu, !device, isAsked, isAsked ? ALWAYS : AUTO_TRIANGLES_MIN);
    if (device && gpu) found.#taker = await PositionTaker.create(gpu);
    return found;
  }

  /** Takes positions out of buffers of the caller's device; none where the device is our own. */
  get taker(): PositionTaker | undefined {
    return this.#taker;
  }

  get current(): Gpu | undefined {
    return this.#gpu;
  }

  /** Whether there is a GPU, or might be one for a scene that is large enough. */
  get isPossible(): boolean {
    return this.#gpu !== undefined || this.#triangleMin !== NEVER;
  }

  /** The GPU for a query about this many triangles; undefined if wasm is to answer. */
  async forTriangles(query: keyof GpuThresholds, triangleCount: number): Promise<Gpu | undefined> {
    if (triangleCount < this.#triangleMin[query]) return undefined;
    if (this.isAsked) return this.#gpu;
    const gpu = this.#gpu ?? (browserGpu() && (await this.#find()));
    return gpu && !gpu.device.adapter.isSoftware ? gpu : undefined;
  }

  /** Replaces the engine's own device after it was lost; none if no other is available. */
  async replaceLost(): Promise<Gpu | undefined> {
    if (!this.isOwn) return undefined;
    this.#gpu?.dispose();
    this.#search = undefined;
    this.#gpu = undefined;
    return this.#find();
  }

  dispose(): void {
    this.#disposed = true;
    this.#gpu?.dispose();
  }

  /** Looks for a device once; the result, even none, is kept. */
  #find(): Promise<Gpu | undefined> {
    this.#search ??= openGpu().then(
      (gpu) => {
        if (this.#disposed) gpu.dispose();
        else this.#gpu = gpu;
        return gpu;
      },
      (error: unknown) => {
        if (error instanceof EngineError) return undefined;
        throw error;
      },
    );
    return this.#search;
  }
}

function checkDevice(backend: string, device: unknown): void {
  if (typeof (device as GPUDevice | null)?.createCommandEncoder !== 'function') {
    throw new OptionError('option-type', `createEngine: device is ${describe(device)}; expected a GPUDevice.`, {
      option: 'device',
    });
  }
  if (backend === 'wasm') {
    throw new OptionError(
      'option-conflict',
      "createEngine: a device is of no use to the wasm backend; expected backend 'webgpu' or 'auto' with it.",
      { option: 'device' },
    );
  }
}
