/**
 * The GPU of an engine: opened with it, or found when a scene is large enough, and reopened when it was lost.
 *
 * Promise: a device that the caller gave is the only one that is ever used, and is never destroyed. Otherwise the
 * engine opens its own device, and replaces it by a new one, if available, when it is lost.
 *
 * `auto` looks for a graphics card in browsers only. In Node it would have to load a package and a driver to find out,
 * which takes time and may print to standard error; there, WebGPU is used only on request.
 */
import { EngineError, OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import { type Gpu, openGpu } from './gpu.ts';
import { browserGpu } from './gpu-provider.ts';
import { PositionTaker } from './resident-positions.ts';

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

  /** The GPU for a query about so many triangles; none if wasm is to answer. */
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
