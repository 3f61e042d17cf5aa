/**
 * Voxels on WebGPU: surfaces by both rules, and what two objects share. Filling and the triangles of common voxels are left to
 * wasm.
 */
import { GrowableBuffer } from '../../gpu/buffers.ts';
import type { ComputePass } from '../../gpu/compute-pass.ts';
import type { Gpu } from '../../gpu/gpu.ts';
import { LINEAR_INDEX_WGSL } from '../../gpu/linear-index.wgsl.ts';
import { LONG_INTEGERS_WGSL } from '../../gpu/long-integers.wgsl.ts';
import { type Kernel, KernelSource } from '../../gpu/pipelines.ts';
import { struct } from '../../gpu/struct-layout.ts';
import type { WasmRuntime } from '../../wasm/runtime.ts';
import { type Participant, totalTriangles } from '../../wasm/scene-job.ts';
import type { CheckedRunningOptions } from '../options.ts';
import { countBits } from './bit-grid.ts';
import { type GpuTriangles, gpuTriangles } from './gpu-triangles.ts';
import {
  COUNT_COMMON_WGSL,
  SYNTHESIZE_WGSL,
  VOXEL_GRID_WGSL,
  VOXELIZE_SHEETS_WGSL,
  VOXELIZE_TOUCHED_WGSL,
} from './gpu-voxels.wgsl.ts';
import { layerWords, rowWords } from './grid.ts';
import type { SlabFound, SlabPlan, SlabRange, VoxelMachine } from './machine.ts';
import type { VoxelStats } from './voxels.ts';

export const VOXEL_PARAMETERS = struct('VoxelParameters', {
  triangleCount: 'u32',
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

export const VOXELIZE_TOUCHED = new KernelSource(
  'voxelize-touched',
  [...COMMON, LONG_INTEGERS_WGSL, VOXEL_GRID_WGSL, VOXELIZE_TOUCHED_WGSL],
  ['uniform', 'read', 'read', 'write'],
  THREADS,
);
export const VOXELIZE_SHEETS = new KernelSource(
  'voxelize-sheets',
  [...COMMON, LONG_INTEGERS_WGSL, VOXEL_GRID_WGSL, VOXELIZE_SHEETS_WGSL],
  ['uniform', 'read', 'read', 'write', 'write', 'write'],
  THREADS,
);
export const SYNTHESIZE = new KernelSource(
  'voxels-synthesize',
  [...COMMON, SYNTHESIZE_WGSL],
  ['uniform', 'read', 'read', 'write'],
  THREADS,
);
export const COUNT_COMMON = new KernelSource(
  'voxels-count-common',
  [...COMMON, COUNT_COMMON_WGSL],
  ['uniform', 'write', 'read', 'write'],
  THREADS,
);

/** Words that a thread of COUNT_COMMON looks at. */
const WORDS_PER_THREAD = 64;

interface Kernels {
  readonly touched: Kernel;
  readonly sheets: Kernel;
  readonly synthesize: Kernel;
  readonly common: Kernel;
}

interface Uploaded {
  readonly vertices: GPUBuffer;
  readonly indices: GPUBuffer;
  readonly triangleCount: number;
}

export interface GpuSlab {
  /** Bits of the object, or those that both objects have. */
  readonly bits: Uint32Array;
  /** Voxels of the first object, of the second, and of both; of one object they are not counted here. */
  readonly counts: Uint32Array;
}

/** Buffers and kernels of one GPU, kept from query to query. */
export class GpuVoxels {
  readonly #gpu: Gpu;
  readonly #kernels: Kernels;
  readonly #buffers: Record<'vertices' | 'indices', readonly [GrowableBuffer, GrowableBuffer]>;
  readonly #bits: readonly [GrowableBuffer, GrowableBuffer];
  readonly #sheetY: GrowableBuffer;
  readonly #sheetZ: GrowableBuffer;
  readonly #counts: GrowableBuffer;

  constructor(gpu: Gpu, kernels: Kernels) {
    this.#gpu = gpu;
    this.#kernels = kernels;
    const pair = (label: string) =>
      [new GrowableBuffer(gpu.memory, `${label} a`), new GrowableBuffer(gpu.memory, `${label} b`)] as const;
    this.#buffers = { vertices: pair('voxel vertices'), indices: pair('voxel indices') };
    this.#bits = pair('voxels');
    this.#sheetY = new GrowableBuffer(gpu.memory, 'voxel sheet y');
    this.#sheetZ = new GrowableBuffer(gpu.memory, 'voxel sheet z');
    this.#counts = new GrowableBuffer(gpu.memory, 'voxel counts');
  }

  static async create(gpu: Gpu): Promise<GpuVoxels> {
    const constants = { THREADS: gpu.workSizes.plain.threads };
    const [touched, sheets, synthesize, common] = await Promise.all(
      [VOXELIZE_TOUCHED, VOXELIZE_SHEETS, SYNTHESIZE, COUNT_COMMON].map((source) => gpu.compile(source, constants)),
    );
    return new GpuVoxels(gpu, { touched, sheets, synthesize, common });
  }

  /** Bytes of a slab that the device can hold; its sheets along y and z are up to 32 times wider at the edges. */
  get slabBytesMost(): number {
    return Math.floor(this.#gpu.memory.bindingBytesMax / 2);
  }

  async runSlab(
    plan: SlabPlan,
    { firstLayer, endLayer }: SlabRange,
    objects: readonly GpuTriangles[],
  ): Promise<GpuSlab> {
    const { grid, region, rule } = plan;
    const layers = endLayer - firstLayer;
    const words = layerWords(grid) * layers;
    const shared = {
      across: region[0],
      down: region[1],
      firstLayer,
      endLayer,
      rowWords: rowWords(grid),
      layerRows: grid.resolution[1],
      sheetYWords: Math.ceil(grid.resolution[1] / 32),
      sheetZWords: Math.ceil(layers / 32),
    };
    const record = (pass: ComputePass) => {
      const bits = objects.map((object, i) => {
        const target = this.#bits[i].reserve(4 * words);
        pass.clear(target);
        const uploaded = this.#upload(pass, object, i);
        const parameters = VOXEL_PARAMETERS.pack([{ triangleCount: uploaded.triangleCount, ...shared }]);
        if (rule === 'paper') this.#recordSheets(pass, uploaded, target, shared, layers, parameters);
        else
          this.#record(
            pass,
            this.#kernels.touched,
            uploaded.triangleCount,
            [uploaded.vertices, uploaded.indices, target],
            parameters,
          );
        return target;
      });
      const counts = this.#counts.reserve(16);
      pass.clear(counts);
      if (bits.length === 2) {
        const parameters = VOXEL_PARAMETERS.pack([{ triangleCount: 0, ...shared }]);
        this.#record(
          pass,
          this.#kernels.common,
          Math.ceil(words / WORDS_PER_THREAD),
          [bits[0], bits[1], counts],
          parameters,
        );
      }
      const keepsBits = bits.length === 1 || plan.keepCommon;
      return {
        counts: pass.readBack(counts, 0, 12),
        bits: keepsBits ? pass.readBack(bits[0], 0, 4 * words) : undefined,
      };
    };
    const { counts, bits } = await this.#gpu.run(record, { purpose: 'voxels' });
    return { counts: counts.u32, bits: bits?.u32 ?? new Uint32Array(0) };
  }

  /** One thread per item. */
  #record(
    pass: ComputePass,
    kernel: Kernel,
    items: number,
    buffers: readonly GPUBuffer[],
    parameters: ArrayBuffer,
  ): void {
    pass.dispatch(kernel, Math.ceil(items / this.#gpu.workSizes.plain.threads), buffers, parameters);
  }

  #upload(pass: ComputePass, { vertices, indices }: GpuTriangles, i: number): Uploaded {
    const vertexBuffer = this.#buffers.vertices[i].reserve(Math.max(16, vertices.byteLength));
    const indexBuffer = this.#buffers.indices[i].reserve(Math.max(16, indices.byteLength));
    pass.upload(vertexBuffer, vertices);
    pass.upload(indexBuffer, indices);
    return { vertices: vertexBuffer, indices: indexBuffer, triangleCount: indices.length / 3 };
  }

  #recordSheets(
    pass: ComputePass,
    { vertices, indices, triangleCount }: Uploaded,
    target: GPUBuffer,
    shared: {
      readonly rowWords: number;
      readonly layerRows: number;
      readonly sheetYWords: number;
      readonly sheetZWords: number;
    },
    layers: number,
    parameters: ArrayBuffer,
  ): void {
    const across = 32 * shared.rowWords;
    const sheetY = this.#sheetY.reserve(4 * layers * across * shared.sheetYWords);
    const sheetZ = this.#sheetZ.reserve(4 * shared.layerRows * across * shared.sheetZWords);
    pass.clear(sheetY);
    pass.clear(sheetZ);
    this.#record(pass, this.#kernels.sheets, triangleCount, [vertices, indices, target, sheetY, sheetZ], parameters);
    const words = layers * shared.layerRows * shared.rowWords;
    this.#record(pass, this.#kernels.synthesize, words, [sheetY, sheetZ, target], parameters);
  }
}

const opened = new WeakMap<Gpu, Promise<GpuVoxels>>();

export function voxelsOn(gpu: Gpu): Promise<GpuVoxels> {
  const found = opened.get(gpu) ?? GpuVoxels.create(gpu);
  opened.set(gpu, found);
  found.catch(() => opened.delete(gpu));
  return found;
}

/** A GPU as it voxelizes: one run per slab. */
export class GpuMachine implements VoxelMachine {
  readonly #runtime: WasmRuntime;
  readonly #gpu: Gpu;
  readonly #voxels: GpuVoxels;
  readonly #began = performance.now();
  #objects: readonly GpuTriangles[] = [];
  #plan: SlabPlan | undefined;
  #prepare = 0;
  #voxelize = 0;
  #slabs = 0;

  constructor(runtime: WasmRuntime, gpu: Gpu, voxels: GpuVoxels) {
    this.#runtime = runtime;
    this.#gpu = gpu;
    this.#voxels = voxels;
  }

  get slabBytesMost(): number {
    return this.#voxels.slabBytesMost;
  }

  open(list: readonly Participant[], plan: SlabPlan): void {
    const began = performance.now();
    this.#plan = plan;
    this.#objects = list.map(({ object }) => gpuTriangles(this.#runtime.memory, object, plan.grid));
    this.#prepare = performance.now() - began;
  }

  async runSlab(range: SlabRange, { signal, onProgress }: CheckedRunningOptions): Promise<SlabFound> {
    signal?.throwIfAborted();
    const began = performance.now();
    const { bits, counts } = await this.#voxels.runSlab(this.#plan!, range, this.#objects);
    this.#voxelize += performance.now() - began;
    this.#slabs++;
    signal?.throwIfAborted();
    onProgress?.(1);
    const own = this.#objects.length === 1 ? countBits(bits) : counts[0];
    return {
      counts: [own, counts[1], counts[2]],
      isFound: counts[2] > 0,
      bits: () => bits,
      keys: new BigUint64Array(0),
      entries: 0,
      tests: 0,
    };
  }

  report(list: readonly Participant[]): VoxelStats {
    return {
      backend: 'webgpu',
      threads: this.#runtime.threads,
      triangles: totalTriangles(list),
      slabs: this.#slabs,
      milliseconds: {
        prepare: this.#prepare,
        voxelize: this.#voxelize,
        query: 0,
        identify: 0,
        total: performance.now() - this.#began,
      },
      exactFallbacks: 0,
      bytes: { scene: this.#runtime.memory.blocks.usedBytes, query: this.#gpu.memory.bytes },
    };
  }
}
