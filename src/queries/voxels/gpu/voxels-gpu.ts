/**
 * Voxels on WebGPU: surfaces by both rules. What whole steps of a voxel cannot decide is voxelized by the kernels, which also
 * count and compare, so that the bits are those of the wasm engine. Filling and the triangles of common voxels are left to wasm.
 */
import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import { LINEAR_INDEX_WGSL } from '../../../backend/gpu/linear-index.wgsl.ts';
import { type Shader, ShaderSource } from '../../../backend/gpu/pipelines.ts';
import type { WasmRuntime } from '../../../backend/wasm/runtime.ts';
import { type Participant, totalTriangles } from '../../../backend/wasm/scene-job.ts';
import { LONG_INTEGERS_WGSL } from '../../../exact/gpu/long-integers.wgsl.ts';
import { struct } from '../../../memory/struct.ts';
import type { CheckedRunningOptions } from '../../options.ts';
import type { SlabFound, SlabPlan, SlabRange, VoxelBackend } from '../backend.ts';
import { layerWords, rowWords } from '../grid.ts';
import type { VoxelStats } from '../voxels.ts';
import { type UnsettledSlab, WasmVoxels } from '../wasm.ts';
import { type GpuTriangles, gpuTriangles } from './triangles.ts';
import { SYNTHESIZE_WGSL, VOXEL_GRID_WGSL, VOXELIZE_SHEETS_WGSL, VOXELIZE_TOUCHED_WGSL } from './voxels.wgsl.ts';

export const VOXEL_PARAMETERS = struct('VoxelParameters', {
  partCount: 'u32',
  across: 'u32',
  down: 'u32',
  firstLayer: 'u32',
  endLayer: 'u32',
  rowWords: 'u32',
  layerRows: 'u32',
  sheetYWords: 'u32',
  sheetZWords: 'u32',
});

const COMMON = [VOXEL_PARAMETERS.wgsl, LINEAR_INDEX_WGSL];
const THREADS = { THREADS: 32 };

export const VOXELIZE_TOUCHED = new ShaderSource(
  'voxelize-touched',
  [...COMMON, LONG_INTEGERS_WGSL, VOXEL_GRID_WGSL, VOXELIZE_TOUCHED_WGSL],
  ['uniform', 'read', 'read', 'write', 'write'],
  THREADS,
);
export const VOXELIZE_SHEETS = new ShaderSource(
  'voxelize-sheets',
  [...COMMON, LONG_INTEGERS_WGSL, VOXEL_GRID_WGSL, VOXELIZE_SHEETS_WGSL],
  ['uniform', 'read', 'read', 'write', 'write', 'write', 'write'],
  THREADS,
);
export const SYNTHESIZE = new ShaderSource(
  'voxels-synthesize',
  [...COMMON, SYNTHESIZE_WGSL],
  ['uniform', 'read', 'read', 'write'],
  THREADS,
);
interface Shaders {
  readonly touched: Shader;
  readonly sheets: Shader;
  readonly synthesize: Shader;
}

interface Uploaded {
  readonly vertices: GPUBuffer;
  readonly parts: GPUBuffer;
  readonly partCount: number;
}

/** What a GPU finds out about an object in a slab. */
export interface GpuSlab {
  /** Bits of voxels that are certainly to be set. */
  readonly bits: Uint32Array;
  /** One bit per triangle: set when anything about it is not certain. */
  readonly open: Uint32Array;
}

type Shared = Omit<Parameters<typeof VOXEL_PARAMETERS.pack>[0][number], 'partCount'>;

/** Buffers and shaders of one GPU, kept from query to query. */
export class GpuVoxels {
  readonly #gpu: Gpu;
  readonly #shaders: Shaders;
  readonly #buffers: Record<'vertices' | 'parts' | 'open' | 'bits', readonly [GrowableBuffer, GrowableBuffer]>;
  readonly #sheetY: GrowableBuffer;
  readonly #sheetZ: GrowableBuffer;

  constructor(gpu: Gpu, shaders: Shaders) {
    this.#gpu = gpu;
    this.#shaders = shaders;
    const pair = (label: string) =>
      [new GrowableBuffer(gpu.memory, `${label} a`), new GrowableBuffer(gpu.memory, `${label} b`)] as const;
    this.#buffers = {
      vertices: pair('voxel vertices'),
      parts: pair('voxel parts'),
      open: pair('voxel open'),
      bits: pair('voxels'),
    };
    this.#sheetY = new GrowableBuffer(gpu.memory, 'voxel sheet y');
    this.#sheetZ = new GrowableBuffer(gpu.memory, 'voxel sheet z');
  }

  static async create(gpu: Gpu): Promise<GpuVoxels> {
    const constants = { THREADS: gpu.workSizes.plain.threads };
    const [touched, sheets, synthesize] = await Promise.all(
      [VOXELIZE_TOUCHED, VOXELIZE_SHEETS, SYNTHESIZE].map((source) => gpu.compile(source, constants)),
    );
    return new GpuVoxels(gpu, { touched, sheets, synthesize });
  }

  /** Bytes of a slab that the device can hold; its sheets along y and z are up to 32 times wider at the edges. */
  get slabBytesMost(): number {
    return Math.floor(this.#gpu.memory.bindingBytesMax / 2);
  }

  /** What is certain of each object. */
  async runSlab(
    { grid, region, rule }: SlabPlan,
    { firstLayer, endLayer }: SlabRange,
    objects: readonly GpuTriangles[],
  ): Promise<GpuSlab[]> {
    const layers = endLayer - firstLayer;
    const words = layerWords(grid) * layers;
    const shared: Shared = {
      across: region[0],
      down: region[1],
      firstLayer,
      endLayer,
      rowWords: rowWords(grid),
      layerRows: grid.resolution[1],
      sheetYWords: Math.ceil(grid.resolution[1] / 32),
      sheetZWords: Math.ceil(layers / 32),
    };
    const record = (pass: ComputePass) =>
      objects.map((object, i) => {
        const target = this.#buffers.bits[i].reserve(4 * words);
        const openBytes = 4 * Math.ceil(object.triangleCount / 32);
        const open = this.#buffers.open[i].reserve(Math.max(16, openBytes));
        pass.clear(target);
        pass.clear(open);
        const uploaded = this.#upload(pass, object, i);
        if (rule === 'paper') this.#recordSheets(pass, uploaded, open, target, shared);
        else this.#record(pass, this.#shaders.touched, uploaded, [open, target], shared);
        return { bits: pass.readBack(target, 0, 4 * words), open: pass.readBack(open, 0, openBytes) };
      });
    const found = await this.#gpu.run(record, { purpose: 'voxels' });
    return found.map(({ bits, open }) => ({ bits: bits.u32, open: open.u32 }));
  }

  /** One thread per part of a triangle. */
  #record(
    pass: ComputePass,
    shader: Shader,
    { vertices, parts, partCount }: Uploaded,
    buffers: readonly GPUBuffer[],
    shared: Shared,
  ): void {
    const parameters = VOXEL_PARAMETERS.pack([{ partCount, ...shared }]);
    pass.dispatch(shader, this.#groups(partCount), [vertices, parts, ...buffers], parameters);
  }

  #groups(items: number): number {
    return Math.ceil(items / this.#gpu.workSizes.plain.threads);
  }

  #upload(pass: ComputePass, { vertices, parts }: GpuTriangles, i: number): Uploaded {
    const vertexBuffer = this.#buffers.vertices[i].reserve(Math.max(16, vertices.byteLength));
    const partBuffer = this.#buffers.parts[i].reserve(Math.max(16, parts.byteLength));
    pass.upload(vertexBuffer, vertices);
    pass.upload(partBuffer, parts);
    return { vertices: vertexBuffer, parts: partBuffer, partCount: parts.length / 4 };
  }

  #recordSheets(pass: ComputePass, uploaded: Uploaded, open: GPUBuffer, target: GPUBuffer, shared: Shared): void {
    const layers = shared.endLayer - shared.firstLayer;
    const across = 32 * shared.rowWords;
    const sheetY = this.#sheetY.reserve(4 * layers * across * shared.sheetYWords);
    const sheetZ = this.#sheetZ.reserve(4 * shared.layerRows * across * shared.sheetZWords);
    pass.clear(sheetY);
    pass.clear(sheetZ);
    this.#record(pass, this.#shaders.sheets, uploaded, [open, target, sheetY, sheetZ], shared);
    const words = layers * shared.layerRows * shared.rowWords;
    const parameters = VOXEL_PARAMETERS.pack([{ partCount: 0, ...shared }]);
    pass.dispatch(this.#shaders.synthesize, this.#groups(words), [sheetY, sheetZ, target], parameters);
  }
}

const opened = new WeakMap<Gpu, Promise<GpuVoxels>>();

export function voxelsOn(gpu: Gpu): Promise<GpuVoxels> {
  const found = opened.get(gpu) ?? GpuVoxels.create(gpu);
  opened.set(gpu, found);
  found.catch(() => opened.delete(gpu));
  return found;
}

/** A GPU as it voxelizes: one run per slab, and a job of the kernels that settles what it left open. */
export class GpuVoxelBackend implements VoxelBackend {
  readonly #runtime: WasmRuntime;
  readonly #gpu: Gpu;
  readonly #voxels: GpuVoxels;
  readonly #settling: WasmVoxels;
  readonly #began = performance.now();
  #list: readonly Participant[] = [];
  #objects: readonly GpuTriangles[] = [];
  #plan: SlabPlan | undefined;
  #prepare = 0;
  #voxelize = 0;
  #settled = 0;

  constructor(runtime: WasmRuntime, gpu: Gpu, voxels: GpuVoxels) {
    this.#runtime = runtime;
    this.#gpu = gpu;
    this.#voxels = voxels;
    this.#settling = new WasmVoxels(runtime);
  }

  get slabBytesMost(): number {
    return this.#voxels.slabBytesMost;
  }

  open(list: readonly Participant[], plan: SlabPlan): void {
    const began = performance.now();
    this.#list = list;
    this.#plan = plan;
    this.#objects = list.map(({ object }) => gpuTriangles(this.#runtime.memory, object, plan.grid));
    this.#settling.open(list, plan);
    this.#prepare = performance.now() - began;
  }

  async runSlab(range: SlabRange, options: CheckedRunningOptions): Promise<SlabFound> {
    options.signal?.throwIfAborted();
    const began = performance.now();
    const found = await this.#voxels.runSlab(this.#plan!, range, this.#objects);
    this.#voxelize += performance.now() - began;
    const picked = this.#pickOpen(found);
    return this.#settling.settleSlab(range, { bits: found.map(({ bits }) => bits), picked }, options);
  }

  /** The triangles left to the kernels, numbered through the objects. */
  #pickOpen(found: readonly GpuSlab[]): UnsettledSlab['picked'] {
    const picked = new Uint8Array(totalTriangles(this.#list));
    for (const [i, { triangleStart }] of this.#list.entries()) {
      for (const triangle of this.#objects[i].open) picked[triangleStart + triangle] = 1;
      for (const [word, bits] of found[i].open.entries()) {
        for (let left = bits; left !== 0; left &= left - 1) {
          picked[triangleStart + 32 * word + 31 - Math.clz32(left & -left)] = 1;
        }
      }
    }
    for (const flag of picked) this.#settled += flag;
    return picked;
  }

  report(list: readonly Participant[]): VoxelStats {
    const { milliseconds, bytes, ...settling } = this.#settling.report(list);
    return {
      ...settling,
      backend: 'webgpu',
      milliseconds: {
        prepare: this.#prepare + milliseconds.prepare,
        voxelize: this.#voxelize + milliseconds.voxelize,
        query: milliseconds.query,
        identify: 0,
        total: performance.now() - this.#began,
      },
      settled: this.#settled,
      bytes: { scene: bytes.scene, query: bytes.query + this.#gpu.memory.bytes },
    };
  }
}
