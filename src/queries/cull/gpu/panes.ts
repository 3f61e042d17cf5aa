/**
 * Passes on WebGPU, sampled: pieces of triangles and their lists per square are uploaded once per visit. The sets of elements stay on the
 * device from pass to pass, so that all passes of a visit are one submission and one read-back.
 */
import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import { LINEAR_INDEX_WGSL } from '../../../backend/gpu/linear-index.wgsl.ts';
import { type Shader, ShaderSource } from '../../../backend/gpu/pipelines.ts';
import { struct } from '../../../memory/struct.ts';
import { PANES_WGSL } from './panes.wgsl.ts';
import { CLOSE_PASS_WGSL, ELEMENTS_PER_THREAD, OPEN_PASS_WGSL, PASS_COUNTS, PASS_STATE_WGSL } from './sets.wgsl.ts';
import type { SquareLists } from './square-lists.ts';

export const PANE_PARAMETERS = struct('PaneParameters', {
  resolution: 'u32',
  blocks: 'u32',
  squares: 'u32',
  bits: 'u32',
  withinObjects: 'u32',
  elementCount: 'u32',
  isQuick: 'u32',
  /** CULL_SET of what is pruned, and of what nothing is known. */
  pruned: 'u32',
  unknown: 'u32',
  /** Counted from 0 within the run. */
  passOfRun: 'u32',
  backward: 'u32',
  /** Which sets are asked for and which are drawn: bit CULL_SET. */
  asked: 'u32',
  drawn: 'u32',
  /** CULL_SET of what this pass finds fully visible, and of what the other one did. */
  visible: 'u32',
  visibleBefore: 'u32',
  /** Not zero: CULLIDE's first pass of an iteration. */
  forgets: 'u32',
});

/** A pass of a run, as the parameters have it. */
export type PanePass = Pick<
  Parameters<typeof PANE_PARAMETERS.pack>[0][number],
  'backward' | 'asked' | 'drawn' | 'visible' | 'visibleBefore' | 'forgets'
>;

export const PANES = new ShaderSource(
  'cull-panes',
  [PANE_PARAMETERS.wgsl, PASS_STATE_WGSL, PANES_WGSL, LINEAR_INDEX_WGSL],
  ['uniform', 'read', 'read', 'read', 'read', 'read', 'read', 'write', 'read'],
  { THREADS: 32 },
);
const SET_BINDINGS = ['uniform', 'read', 'write', 'write', 'write'] as const;
export const OPEN_PASS = new ShaderSource(
  'cull-open-pass',
  [PANE_PARAMETERS.wgsl, PASS_STATE_WGSL, OPEN_PASS_WGSL, LINEAR_INDEX_WGSL],
  SET_BINDINGS,
  { THREADS: 32 },
);
export const CLOSE_PASS = new ShaderSource(
  'cull-close-pass',
  [PANE_PARAMETERS.wgsl, PASS_STATE_WGSL, CLOSE_PASS_WGSL, LINEAR_INDEX_WGSL],
  SET_BINDINGS,
  { THREADS: 32 },
);

/** Pixels of a block's side: threads are numbered block by block. */
const BLOCK = 8;
const NAMES = ['pieces', 'starts', 'entries', 'elementOf', 'elements', 'sets', 'hidden', 'counts'] as const;
type BufferName = (typeof NAMES)[number];

export interface PaneImage {
  readonly pieces: Uint32Array<ArrayBuffer>;
  readonly lists: SquareLists;
  /** One per triangle: its element. */
  readonly elementOf: Uint32Array<ArrayBuffer>;
  /** Four words per element: its object, not 0 if it is kept, its triangles, and one without meaning. */
  readonly elements: Uint32Array<ArrayBuffer>;
  readonly resolution: number;
  readonly self: boolean;
  readonly isQuick: boolean;
  /** CULL_SET of what is pruned, and of what nothing is known. */
  readonly pruned: number;
  readonly unknown: number;
}

export type PassCounts = Readonly<Record<(typeof PASS_COUNTS)[number], number>>;

interface Shaders {
  readonly panes: Shader;
  readonly open: Shader;
  readonly close: Shader;
}

/** Shaders and buffers; one per GPU, used by one query at a time. */
export class GpuPanes {
  readonly #gpu: Gpu;
  readonly #shaders: Shaders;
  readonly #buffers: Record<BufferName, GrowableBuffer>;

  private constructor(gpu: Gpu, shaders: Shaders) {
    this.#gpu = gpu;
    this.#shaders = shaders;
    const made = NAMES.map((name) => [name, new GrowableBuffer(gpu.memory, `cull ${name}`)] as const);
    this.#buffers = Object.fromEntries(made) as Record<BufferName, GrowableBuffer>;
  }

  static async create(gpu: Gpu): Promise<GpuPanes> {
    const constants = { THREADS: gpu.workSizes.plain.threads };
    const [panes, open, close] = await Promise.all(
      [PANES, OPEN_PASS, CLOSE_PASS].map((source) => gpu.compile(source, constants)),
    );
    return new GpuPanes(gpu, { panes, open, close });
  }

  get bytes(): number {
    return Object.values(this.#buffers).reduce((sum, { capacityBytes }) => sum + capacityBytes, 0);
  }

  /**
   * Makes passes one after the other, until they are made or there is an end. `isFirst` uploads the image; otherwise it is the
   * one that was uploaded last. The sets come back, and what each pass that was needed counted.
   */
  async passes(
    image: PaneImage,
    sets: Uint8Array,
    passes: readonly PanePass[],
    isFirst: boolean,
  ): Promise<{ readonly sets: Uint32Array; readonly counts: readonly PassCounts[] }> {
    const countBytes = 4 * PASS_COUNTS.length * passes.length;
    const run = await this.#gpu.run(
      (pass) => {
        if (isFirst) this.#upload(pass, image, sets);
        this.#buffers.hidden.reserve(4 * sets.length);
        pass.clear(this.#buffers.counts.reserve(countBytes), 0, countBytes);
        for (const [passOfRun, one] of passes.entries()) this.#record(pass, image, { ...one, passOfRun });
        const { sets: setBuffer, counts } = this.#buffers;
        return {
          sets: pass.readBack(setBuffer.reserve(4), 0, 4 * sets.length),
          counts: pass.readBack(counts.reserve(4), 0, countBytes),
        };
      },
      { purpose: 'the passes of a view' },
    );
    const words = run.counts.u32;
    const counts = passes.map((_, pass) => {
      const entries = PASS_COUNTS.map((name, i) => [name, words[PASS_COUNTS.length * pass + i]]);
      return Object.fromEntries(entries) as PassCounts;
    });
    return { sets: run.sets.u32, counts: counts.filter(({ before }) => before > 0) };
  }

  #upload(pass: ComputePass, { pieces, lists, elementOf, elements }: PaneImage, sets: Uint8Array): void {
    const upload = (name: BufferName, data: Uint32Array<ArrayBuffer>) => {
      pass.upload(this.#buffers[name].reserve(Math.max(16, data.byteLength)), data);
    };
    upload('pieces', pieces);
    upload('starts', lists.starts);
    upload('entries', lists.entries);
    upload('elementOf', elementOf);
    upload('elements', elements);
    upload('sets', Uint32Array.from(sets));
  }

  #record(pass: ComputePass, image: PaneImage, one: PanePass & { readonly passOfRun: number }): void {
    const { lists, resolution, self, isQuick, pruned, unknown } = image;
    const { squares, bits } = lists;
    const elementCount = image.elements.length / 4;
    const blocks = Math.ceil(resolution / BLOCK);
    const shared = { resolution, blocks, squares, bits, elementCount, pruned, unknown };
    const flags = { withinObjects: Number(self), isQuick: Number(isQuick) };
    const parameters = PANE_PARAMETERS.pack([{ ...shared, ...flags, ...one }]);
    const { threads } = this.#gpu.workSizes.plain;
    const buffers = Object.fromEntries(NAMES.map((name) => [name, this.#buffers[name].reserve(4)]));
    const { elements, sets, hidden, counts } = buffers;
    const setBuffers = [elements, sets, hidden, counts];
    const setGroups = Math.ceil(elementCount / (ELEMENTS_PER_THREAD * threads));
    pass.dispatch(this.#shaders.open, setGroups, setBuffers, parameters);
    const pixels = blocks * blocks * BLOCK * BLOCK;
    pass.dispatch(this.#shaders.panes, Math.ceil(pixels / threads), Object.values(buffers), parameters);
    pass.dispatch(this.#shaders.close, setGroups, setBuffers, parameters);
  }
}
