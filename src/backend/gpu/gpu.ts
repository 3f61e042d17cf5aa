/**
 * A device with its memory and queue: the core of the WebGPU engine.
 *
 * Promise: `run` records, submits and reads back in one go. It resolves when all that was to be read back is there, or
 * rejects with what went wrong (device-lost, out-of-memory, gpu-limit, internal). Runs may overlap; the device
 * processes them in the order of the calls. Nothing here waits between the first command and the submit, so several
 * engines can share a device.
 */
import { EngineError } from '../../errors.ts';
import { MAP_MODE_READ } from './buffer-usage.ts';
import { GpuMemory } from './buffers.ts';
import { ComputePass } from './compute-pass.ts';
import { type Device, type DeviceOptions, openDevice } from './device.ts';
import { explainFailure, guarded } from './error-scopes.ts';
import { ParameterPages } from './parameter-pages.ts';
import { compileShader, type Shader, type ShaderConstants, type ShaderSource } from './pipelines.ts';
import type { ReadBack } from './read-back.ts';
import { Tally } from './tally.ts';
import { addStageTimes, StageClock } from './timestamps.ts';
import { chooseWorkSizes, type WorkSizes } from './work-sizes.ts';

export interface GpuOptions extends DeviceOptions {
  /** Other workgroup sizes than those that suit the device; tests run both kinds on one driver. */
  workSizes?: WorkSizes;
}

export interface RunOptions {
  /** What the run is for, as named in error messages: "the image". */
  purpose?: string;
  /** Counts and times are added here. */
  tally?: Tally;
  /** Measure the stages, if the device can. */
  measure?: boolean;
}

interface Submitted<T> {
  readonly result: T;
  readonly readBacks: readonly ReadBack[];
  readonly stages: readonly string[];
  readonly staging: GPUBuffer | undefined;
  readonly mapping: Promise<void>;
}

export class Gpu {
  readonly device: Device;
  readonly memory: GpuMemory;
  readonly workSizes: WorkSizes;
  readonly #parameters: ParameterPages;
  #clock: StageClock | undefined;
  #disposed = false;

  constructor(device: Device, workSizes: WorkSizes = chooseWorkSizes(device)) {
    this.device = device;
    this.memory = new GpuMemory(device);
    this.workSizes = workSizes;
    this.#parameters = new ParameterPages(this.memory);
  }

  compile(source: ShaderSource, constants?: ShaderConstants): Promise<Shader> {
    return compileShader(this.device, source, constants);
  }

  /** `record` must not wait; whatever it returns is what the run resolves with. */
  async run<T>(record: (pass: ComputePass) => T, options: RunOptions = {}): Promise<T> {
    this.#throwIfDisposed();
    const { purpose = 'a pass', tally = new Tally(), measure = false } = options;
    let submitted: Submitted<T> | undefined;
    let created: readonly GPUBuffer[] = [];
    try {
      await guarded(this.device, purpose, () => {
        this.memory.beginRun();
        try {
          submitted = this.#submit(record, tally, measure);
        } finally {
          created = this.memory.endRun();
        }
      });
      return await this.#takeResult(submitted!, tally);
    } catch (error) {
      this.#throwIfDisposed();
      // Buffers of a failed run may be invalid for lack of memory; their holders get new ones.
      this.memory.discard(submitted?.staging ? [...created, submitted.staging] : created);
      throw await explainFailure(this.device, error);
    }
  }

  /** Frees all memory; destroys the device if it is our own. Unfinished runs reject with `disposed`. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#clock?.dispose();
    this.memory.dispose();
    this.device.dispose();
  }

  #submit<T>(record: (pass: ComputePass) => T, tally: Tally, measure: boolean): Submitted<T> {
    const clock = measure && this.device.hasTimestamps ? this.#openClock() : undefined;
    const pass = new ComputePass({ memory: this.memory, parameters: this.#parameters, clock, tally });
    try {
      const result = record(pass);
      const { commands, staging, stagingBytes, ...rest } = pass.finish();
      tally.bytesUp += this.#parameters.flush();
      this.device.handle.queue.submit([commands]);
      tally.runs++;
      this.memory.destroyRetired();
      const mapping = staging ? staging.mapAsync(MAP_MODE_READ, 0, stagingBytes) : Promise.resolve();
      mapping.catch(() => {}); // told to whoever awaits it; the scopes may fail first
      return { result, staging, mapping, ...rest };
    } finally {
      this.#parameters.reset();
    }
  }

  async #takeResult<T>({ result, staging, mapping, readBacks, stages }: Submitted<T>, tally: Tally): Promise<T> {
    await mapping;
    this.#throwIfDisposed();
    const mapped = staging?.getMappedRange(0, readBacks.at(-1)!.placeEnd);
    for (const readBack of readBacks) readBack.take(mapped);
    if (staging) {
      staging.unmap();
      this.memory.returnStaging(staging);
    }
    if (stages.length > 0) addStageTimes(tally.stageTimes, stages, new BigUint64Array(readBacks.at(-1)!.bytes));
    return result;
  }

  #openClock(): StageClock {
    if (!this.#clock?.isUsable) this.#clock = new StageClock(this.memory);
    return this.#clock;
  }

  #throwIfDisposed(): void {
    if (this.#disposed) {
      throw new EngineError('disposed', 'the engine has been disposed. Create a new one with createEngine().');
    }
  }
}

/** Opens a device and what belongs to it. Rejects with EngineError no-webgpu, with the remedy, where that cannot be. */
export async function openGpu(options: GpuOptions = {}): Promise<Gpu> {
  return new Gpu(await openDevice(options), options.workSizes);
}
