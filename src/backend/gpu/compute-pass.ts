/**
 * Commands of one run: dispatches, copies, and what is to be read back, recorded in the order of the calls.
 *
 * Promise: a dispatch sees all that those before it wrote. Uploads are the exception: they all take effect before the
 * first dispatch, however late they are called, because the queue takes them at once. Any number of workgroups can be
 * dispatched: what does not fit one dimension is spread over two (`workgroupIndex` in linear-index.wgsl.ts undoes it),
 * with up to a row of surplus workgroups, which must find nothing to do.
 */
import { EngineError } from '../../errors.ts';
import type { GpuMemory } from './buffers.ts';
import type { ParameterPages } from './parameter-pages.ts';
import type { Shader } from './pipelines.ts';
import { ReadBack } from './read-back.ts';
import type { Tally } from './tally.ts';
import type { StageClock } from './timestamps.ts';

/** A whole buffer, or a part of it that begins at a multiple of `minStorageBufferOffsetAlignment`. */
export type BufferPart = GPUBuffer | { readonly buffer: GPUBuffer; readonly offset?: number; readonly size?: number };

/** What a pass is recorded with. */
export interface PassTools {
  readonly memory: GpuMemory;
  readonly parameters: ParameterPages;
  readonly clock: StageClock | undefined;
  readonly tally: Tally;
}

/** What remains after recording: submit, then map `stagingBytes` of the staging buffer. */
export interface FinishedPass {
  readonly commands: GPUCommandBuffer;
  readonly staging: GPUBuffer | undefined;
  readonly stagingBytes: number;
  readonly readBacks: readonly ReadBack[];
  readonly stages: readonly string[];
}

const resourceOf = (part: BufferPart): GPUBufferBinding => ('buffer' in part ? { ...part } : { buffer: part });

interface Bound {
  readonly buffers: readonly BufferPart[];
  readonly parameters: ArrayBuffer | undefined;
  readonly group: GPUBindGroup;
}

function isSame(a: readonly BufferPart[], b: readonly BufferPart[]): boolean {
  return a.length === b.length && a.every((part, i) => part === b[i]);
}

/** Workgroups in x and y: at least `count`, less than a row more. */
export function workgroupGrid(count: number, perDimensionMax: number): readonly [x: number, y: number] {
  const y = Math.max(1, Math.ceil(count / perDimensionMax));
  if (y > perDimensionMax) {
    throw new EngineError(
      'gpu-limit',
      `a pass needs ${count} workgroups; this device allows ${perDimensionMax ** 2}. Query fewer objects at a time.`,
      { count, countMax: perDimensionMax ** 2 },
    );
  }
  return [Math.ceil(count / y), y];
}

export class ComputePass {
  readonly memory: GpuMemory;
  readonly tally: Tally;
  readonly #tools: PassTools;
  readonly #encoder: GPUCommandEncoder;
  readonly #readBacks: ReadBack[] = [];
  readonly #stages: string[] = [];
  /** What each shader was dispatched with last: repeated dispatches need no bind group of their own. */
  readonly #bound = new Map<Shader, Bound>();
  #stage = 'unnamed';
  #pass: GPUComputePassEncoder | undefined;

  constructor(tools: PassTools) {
    this.#tools = tools;
    this.memory = tools.memory;
    this.tally = tools.tally;
    this.#encoder = tools.memory.device.handle.createCommandEncoder();
  }

  /** What follows is timed under this name. */
  stage(name: string): void {
    if (name === this.#stage) return;
    this.#stage = name;
    if (this.#tools.clock) this.#endPass();
  }

  /** `parameters` are the bytes of the shader's uniform struct, if it has one; `buffers` the other bindings in order. */
  dispatch(shader: Shader, workgroups: number, buffers: readonly BufferPart[], parameters?: ArrayBuffer): void {
    if (workgroups === 0) return;
    const { device } = this.memory;
    const [x, y] = workgroupGrid(workgroups, device.limits.maxComputeWorkgroupsPerDimension);
    const pass = this.#openPass();
    pass.setPipeline(shader.pipeline);
    pass.setBindGroup(0, this.#bindGroup(shader, buffers, parameters));
    pass.dispatchWorkgroups(x, y);
    this.tally.dispatches++;
  }

  /** As `dispatch`, with the workgroup counts (x, y, z) in a buffer made with the INDIRECT usage. */
  dispatchIndirect(
    shader: Shader,
    counts: { readonly buffer: GPUBuffer; readonly offset: number },
    buffers: readonly BufferPart[],
    parameters?: ArrayBuffer,
  ): void {
    const pass = this.#openPass();
    pass.setPipeline(shader.pipeline);
    pass.setBindGroup(0, this.#bindGroup(shader, buffers, parameters));
    pass.dispatchWorkgroupsIndirect(counts.buffer, counts.offset);
    this.tally.dispatches++;
  }

  /** Render passes and what goes with them, in order with the dispatches. `uniform` is where parameters lie. */
  render(record: (encoder: GPUCommandEncoder, uniform: (parameters: ArrayBuffer) => GPUBufferBinding) => void): void {
    this.#endPass();
    record(this.#encoder, (parameters) => this.#tools.parameters.add(parameters));
  }

  /** Takes effect before the first dispatch of the run. Length and offset in bytes are multiples of 4. */
  upload(buffer: GPUBuffer, data: ArrayBufferView<ArrayBuffer>, offset = 0): void {
    if (data.byteLength === 0) return;
    this.memory.device.handle.queue.writeBuffer(buffer, offset, data.buffer, data.byteOffset, data.byteLength);
    this.tally.bytesUp += data.byteLength;
  }

  /** Fills with zeros. */
  clear(buffer: GPUBuffer, offset = 0, bytes: number = buffer.size - offset): void {
    this.#endPass();
    if (bytes > 0) this.#encoder.clearBuffer(buffer, offset, bytes);
  }

  copy(source: GPUBuffer, sourceOffset: number, target: GPUBuffer, targetOffset: number, bytes: number): void {
    this.#endPass();
    if (bytes > 0) this.#encoder.copyBufferToBuffer(source, sourceOffset, target, targetOffset, bytes);
  }

  /** Reads these bytes as they are at the end of the run; available when it has resolved. A whole number of words. */
  readBack(buffer: GPUBuffer, offset: number, bytes: number): ReadBack {
    const readBack = new ReadBack(buffer, offset, bytes);
    this.#readBacks.push(readBack);
    return readBack;
  }

  /** Ends the recording. For `Gpu.run` only. */
  finish(): FinishedPass {
    this.#endPass();
    const { clock } = this.#tools;
    if (clock && this.#stages.length > 0) {
      const { buffer, bytes } = clock.resolve(this.#encoder, this.#stages.length);
      this.readBack(buffer, 0, bytes);
    }
    let stagingBytes = 0;
    for (const readBack of this.#readBacks) stagingBytes = readBack.placeAt(stagingBytes);
    const staging = stagingBytes > 0 ? this.memory.takeStaging(stagingBytes) : undefined;
    if (staging) for (const readBack of this.#readBacks) readBack.record(this.#encoder, staging);
    this.tally.bytesDown += stagingBytes;
    const commands = this.#encoder.finish();
    return { commands, staging, stagingBytes, readBacks: this.#readBacks, stages: this.#stages };
  }

  #openPass(): GPUComputePassEncoder {
    if (this.#pass) return this.#pass;
    const { clock } = this.#tools;
    const timestampWrites = clock?.writes(this.#stages.length);
    if (clock) this.#stages.push(this.#stage);
    this.#pass = this.#encoder.beginComputePass({ label: this.#stage, timestampWrites });
    return this.#pass;
  }

  #endPass(): void {
    this.#pass?.end();
    this.#pass = undefined;
  }

  #bindGroup(shader: Shader, buffers: readonly BufferPart[], parameters?: ArrayBuffer): GPUBindGroup {
    const { name, bindings } = shader.source;
    const uniformCount = bindings.filter((kind) => kind === 'uniform').length;
    if (buffers.length + uniformCount !== bindings.length || (parameters !== undefined) !== (uniformCount === 1)) {
      throw new EngineError(
        'internal',
        `${name} has ${bindings.length} bindings (${bindings}); got ${buffers.length}.`,
      );
    }
    const last = this.#bound.get(shader);
    if (last && last.parameters === parameters && isSame(last.buffers, buffers)) return last.group;
    const others = buffers.values();
    const entries = bindings.map((kind, binding) => {
      const isUniform = kind === 'uniform';
      const resource = isUniform ? this.#tools.parameters.add(parameters!) : resourceOf(others.next().value!);
      return { binding, resource };
    });
    const group = this.memory.device.handle.createBindGroup({ label: name, layout: shader.layout, entries });
    this.#bound.set(shader, { buffers, parameters, group });
    return group;
  }
}
