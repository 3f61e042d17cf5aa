/**
 * Fragment lists on WebGPU, sampled: each triangle rasterized once per view and level by compute, lists per pixel counted, scanned,
 * filled and sorted by order of drawing, then walked as often as needed.
 *
 * Nothing is cut off: an image whose lists are larger than a buffer may be is made in slabs of rows, again in every pass.
 */
import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import { ExclusiveScan } from '../../../backend/gpu/exclusive-scan.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import { LINEAR_INDEX_WGSL } from '../../../backend/gpu/linear-index.wgsl.ts';
import { type Shader, ShaderSource } from '../../../backend/gpu/pipelines.ts';
import { struct } from '../../../memory/struct.ts';
import { COUNT_LAYERS_WGSL, FILL_LAYERS_WGSL, LAYERS_WGSL, WALK_LAYERS_WGSL } from './layers.wgsl.ts';

export const LAYER_PARAMETERS = struct('LayerParameters', {
  pieceCount: 'u32',
  resolution: 'u32',
  firstRow: 'i32',
  deepest: 'f32',
});
export const WALK_PARAMETERS = struct('WalkParameters', {
  pixelCount: 'u32',
  backward: 'u32',
  withinObjects: 'u32',
  sorted: 'u32',
});

const SMALLEST = { THREADS: 32 };

export const COUNT_LAYERS = new ShaderSource(
  'cull-count',
  [LAYER_PARAMETERS.wgsl, LAYERS_WGSL, COUNT_LAYERS_WGSL, LINEAR_INDEX_WGSL],
  ['uniform', 'read', 'read', 'read', 'write'],
  SMALLEST,
);
export const FILL_LAYERS = new ShaderSource(
  'cull-fill',
  [LAYER_PARAMETERS.wgsl, LAYERS_WGSL, FILL_LAYERS_WGSL, LINEAR_INDEX_WGSL],
  ['uniform', 'read', 'read', 'read', 'write', 'write'],
  SMALLEST,
);
export const WALK_LAYERS = new ShaderSource(
  'cull-walk',
  [WALK_PARAMETERS.wgsl, WALK_LAYERS_WGSL, LINEAR_INDEX_WGSL],
  ['uniform', 'read', 'write', 'read', 'read', 'write'],
  SMALLEST,
);

/** Rows of the image, and the pieces of triangles in them: rank, first row, rows, 0. */
export interface Slab {
  readonly firstRow: number;
  readonly rows: number;
  readonly pieces: Uint32Array<ArrayBuffer>;
  /** Fragments in all lists; set when they have been counted. */
  total: number;
}

export interface ImageSettings {
  readonly resolution: number;
  readonly self: boolean;
  /** The last depth step that single precision can tell from "nothing". */
  readonly deepest: number;
}

const WORDS_PER_FRAGMENT = 2;

/** Shaders and buffers; one per GPU, used by one query at a time. */
export class GpuLayers {
  readonly #gpu: Gpu;
  readonly #count: Shader;
  readonly #fill: Shader;
  readonly #walk: Shader;
  readonly #scan: ExclusiveScan;
  readonly #buffers: Record<
    'functions' | 'rects' | 'pieces' | 'starts' | 'cursors' | 'fragments' | 'elementOf' | 'elements' | 'hidden',
    GrowableBuffer
  >;

  private constructor(gpu: Gpu, [count, fill, walk]: readonly Shader[], scan: ExclusiveScan) {
    this.#gpu = gpu;
    this.#count = count;
    this.#fill = fill;
    this.#walk = walk;
    this.#scan = scan;
    const buffer = (label: string) => new GrowableBuffer(gpu.memory, `cull ${label}`);
    this.#buffers = {
      functions: buffer('functions'),
      rects: buffer('rects'),
      pieces: buffer('pieces'),
      starts: buffer('starts'),
      cursors: buffer('cursors'),
      fragments: buffer('fragments'),
      elementOf: buffer('elementOf'),
      elements: buffer('elements'),
      hidden: buffer('hidden'),
    };
  }

  static async create(gpu: Gpu): Promise<GpuLayers> {
    const constants = { THREADS: gpu.workSizes.plain.threads };
    const sources = [COUNT_LAYERS, FILL_LAYERS, WALK_LAYERS];
    const shaders = await Promise.all(sources.map((source) => gpu.compile(source, constants)));
    return new GpuLayers(gpu, shaders, await ExclusiveScan.create(gpu));
  }

  get bytes(): number {
    return Object.values(this.#buffers).reduce((sum, { capacityBytes }) => sum + capacityBytes, 0);
  }

  /** Fragments that a slab may have. */
  get fragmentsMost(): number {
    return Math.floor(this.#gpu.memory.bindingBytesMax / (4 * WORDS_PER_FRAGMENT)) - 64;
  }

  async upload(
    functions: Float32Array<ArrayBuffer>,
    rects: Int32Array<ArrayBuffer>,
    elementOf: Uint32Array<ArrayBuffer>,
  ): Promise<void> {
    await this.#gpu.run(
      (pass) => {
        pass.upload(this.#buffers.functions.reserve(functions.byteLength), functions);
        pass.upload(this.#buffers.rects.reserve(rects.byteLength), rects);
        pass.upload(this.#buffers.elementOf.reserve(elementOf.byteLength), elementOf);
      },
      { purpose: 'the triangles to cull' },
    );
  }

  /** Counts the fragments of a slab. */
  async count(slab: Slab, settings: ImageSettings): Promise<number> {
    const total = await this.#gpu.run((pass) => {
      const starts = this.#recordCount(pass, slab, settings);
      return pass.readBack(starts, 4 * slab.rows * settings.resolution, 4);
    }, PURPOSE);
    return total.u32[0];
  }

  /** Fills the lists of the slab that was counted last. */
  async fill(slab: Slab, settings: ImageSettings): Promise<void> {
    await this.#gpu.run((pass) => {
      const pixels = slab.rows * settings.resolution;
      const { starts, cursors, fragments, functions, rects, pieces } = this.#buffers;
      const bytes = 4 * (pixels + 1);
      pass.copy(starts.reserve(bytes), 0, cursors.reserve(bytes), 0, bytes);
      const shapes = [functions.reserve(4), rects.reserve(4), pieces.reserve(4)];
      const lists = [cursors.reserve(bytes), fragments.reserve(4 * WORDS_PER_FRAGMENT * Math.max(1, slab.total))];
      pass.dispatch(
        this.#fill,
        this.#groups(slab.pieces.length / 4),
        [...shapes, ...lists],
        this.#parameters(slab, settings),
      );
    }, PURPOSE);
  }

  /** Marks no element as hidden, and says which are asked for and drawn: object and flags per element. */
  async openPass(elements: Uint32Array<ArrayBuffer>): Promise<void> {
    await this.#gpu.run((pass) => {
      pass.upload(this.#buffers.elements.reserve(elements.byteLength), elements);
      pass.clear(this.#buffers.hidden.reserve(2 * elements.length));
    }, PURPOSE);
  }

  /** Walks the lists of the slab that was filled last; `sorted` when they have been walked before. */
  async walk(slab: Slab, settings: ImageSettings, backward: boolean, sorted: boolean): Promise<void> {
    await this.#gpu.run((pass) => {
      const pixelCount = slab.rows * settings.resolution;
      const { starts, fragments, elementOf, elements, hidden } = this.#buffers;
      const parameters = WALK_PARAMETERS.pack([
        {
          pixelCount,
          backward: Number(backward),
          withinObjects: Number(settings.self),
          sorted: Number(sorted),
        },
      ]);
      const buffers = [starts, fragments, elementOf, elements, hidden].map((buffer) => buffer.reserve(4));
      pass.dispatch(this.#walk, this.#groups(pixelCount), buffers, parameters);
    }, PURPOSE);
  }

  async readHidden(elementCount: number): Promise<Uint8Array> {
    const hidden = await this.#gpu.run(
      (pass) => pass.readBack(this.#buffers.hidden.reserve(4 * elementCount), 0, 4 * elementCount),
      PURPOSE,
    );
    return Uint8Array.from(hidden.u32);
  }

  #recordCount(pass: ComputePass, slab: Slab, settings: ImageSettings): GPUBuffer {
    const pixels = slab.rows * settings.resolution;
    const starts = this.#buffers.starts.reserve(4 * (pixels + 1));
    const pieces = this.#buffers.pieces.reserve(Math.max(16, slab.pieces.byteLength));
    pass.upload(pieces, slab.pieces);
    pass.clear(starts, 0, 4 * (pixels + 1));
    const shapes = [this.#buffers.functions.reserve(4), this.#buffers.rects.reserve(4), pieces];
    pass.dispatch(
      this.#count,
      this.#groups(slab.pieces.length / 4),
      [...shapes, starts],
      this.#parameters(slab, settings),
    );
    this.#scan.record(pass, { data: starts, capacity: pixels });
    return starts;
  }

  #parameters(slab: Slab, { resolution, deepest }: ImageSettings): ArrayBuffer {
    const pieceCount = slab.pieces.length / 4;
    return LAYER_PARAMETERS.pack([{ pieceCount, resolution, firstRow: slab.firstRow, deepest }]);
  }

  #groups(items: number): number {
    return Math.ceil(items / this.#gpu.workSizes.plain.threads);
  }
}

const PURPOSE = { purpose: 'the lists of fragments' };
