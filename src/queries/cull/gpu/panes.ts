/** Passes on WebGPU, sampled: pieces of triangles and their lists per square are uploaded once per visit, and each pass is one dispatch. */
import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import { LINEAR_INDEX_WGSL } from '../../../backend/gpu/linear-index.wgsl.ts';
import { type Shader, ShaderSource } from '../../../backend/gpu/pipelines.ts';
import { struct } from '../../../memory/struct.ts';
import { PANES_WGSL } from './panes.wgsl.ts';
import type { SquareLists } from './square-lists.ts';

export const PANE_PARAMETERS = struct('PaneParameters', {
  resolution: 'u32',
  blocks: 'u32',
  squares: 'u32',
  bits: 'u32',
  backward: 'u32',
  withinObjects: 'u32',
});

export const PANES = new ShaderSource(
  'cull-panes',
  [PANE_PARAMETERS.wgsl, PANES_WGSL, LINEAR_INDEX_WGSL],
  ['uniform', 'read', 'read', 'read', 'read', 'read', 'write'],
  { THREADS: 32 },
);

/** Pixels of a block's side: threads are numbered block by block. */
const BLOCK = 8;
const PURPOSE = { purpose: 'the passes of a view' };
const NAMES = ['pieces', 'starts', 'entries', 'elementOf', 'elements', 'hidden'] as const;

export interface PaneImage {
  readonly pieces: Uint32Array<ArrayBuffer>;
  readonly lists: SquareLists;
  /** One per triangle: its element. */
  readonly elementOf: Uint32Array<ArrayBuffer>;
  readonly resolution: number;
  readonly self: boolean;
}

/** Shader and buffers; one per GPU, used by one query at a time. */
export class GpuPanes {
  readonly #gpu: Gpu;
  readonly #shader: Shader;
  readonly #buffers: Record<(typeof NAMES)[number], GrowableBuffer>;

  private constructor(gpu: Gpu, shader: Shader) {
    this.#gpu = gpu;
    this.#shader = shader;
    const made = NAMES.map((name) => [name, new GrowableBuffer(gpu.memory, `cull ${name}`)] as const);
    this.#buffers = Object.fromEntries(made) as Record<(typeof NAMES)[number], GrowableBuffer>;
  }

  static async create(gpu: Gpu): Promise<GpuPanes> {
    return new GpuPanes(gpu, await gpu.compile(PANES, { THREADS: gpu.workSizes.plain.threads }));
  }

  get bytes(): number {
    return Object.values(this.#buffers).reduce((sum, { capacityBytes }) => sum + capacityBytes, 0);
  }

  async upload({ pieces, lists, elementOf }: PaneImage): Promise<void> {
    await this.#gpu.run(
      (pass) => {
        const upload = (name: (typeof NAMES)[number], data: Uint32Array<ArrayBuffer>) => {
          const buffer = this.#buffers[name].reserve(Math.max(16, data.byteLength));
          if (data.length > 0) pass.upload(buffer, data);
        };
        upload('pieces', pieces);
        upload('starts', lists.starts);
        upload('entries', lists.entries);
        upload('elementOf', elementOf);
      },
      { purpose: 'the triangles to cull' },
    );
  }

  /** Makes a pass over the image that was uploaded last. `elements` has object and flags of each; one byte each comes back. */
  async pass({ lists, resolution, self }: PaneImage, elements: Uint32Array<ArrayBuffer>, backward: boolean) {
    const count = elements.length / 2;
    const blocks = Math.ceil(resolution / BLOCK);
    const { squares, bits } = lists;
    const parameters = PANE_PARAMETERS.pack([
      { resolution, blocks, squares, bits, backward: Number(backward), withinObjects: Number(self) },
    ]);
    const hidden = await this.#gpu.run((pass) => {
      pass.upload(this.#buffers.elements.reserve(elements.byteLength), elements);
      const flags = this.#buffers.hidden.reserve(4 * count);
      pass.clear(flags, 0, 4 * count);
      const buffers = NAMES.map((name) => this.#buffers[name].reserve(4));
      const threads = blocks * blocks * BLOCK * BLOCK;
      pass.dispatch(this.#shader, Math.ceil(threads / this.#gpu.workSizes.plain.threads), buffers, parameters);
      return pass.readBack(flags, 0, 4 * count);
    }, PURPOSE);
    return Uint8Array.from(hidden.u32);
  }
}
