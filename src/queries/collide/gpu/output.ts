/** `collide({ output: 'gpu' })`: what the passes found, left in buffers for the caller's next pass. */
import { COPY_SRC, STORAGE, STORAGE_USAGE } from '../../../backend/gpu/buffer-usage.ts';
import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import type { Gpu, RunOptions } from '../../../backend/gpu/gpu.ts';
import type { Shader } from '../../../backend/gpu/pipelines.ts';
import { CONTACT_KIND } from '../collide.ts';
import type { GpuPlan } from './plan.ts';
import { COLLIDE_ROWS, ROWS_PARAMETERS } from './shaders.ts';

/** Two lists of pairs, two words each, and how many of each are wanted. */
export interface PairLists {
  readonly crossings: GPUBuffer;
  readonly crossingCount: number;
  readonly undecided: GPUBuffer;
  readonly undecidedCount: number;
}

export interface PairBuffers {
  readonly pairs: GPUBuffer;
  readonly kinds: GPUBuffer;
  readonly count: GPUBuffer;
}

export class RowWriter {
  readonly #gpu: Gpu;
  readonly #shader: Shader;
  readonly #objects: GrowableBuffer;

  private constructor(gpu: Gpu, shader: Shader) {
    this.#gpu = gpu;
    this.#shader = shader;
    this.#objects = new GrowableBuffer(gpu.memory, 'ids of objects', STORAGE_USAGE);
  }

  static async create(gpu: Gpu): Promise<RowWriter> {
    return new RowWriter(gpu, await gpu.compile(COLLIDE_ROWS, { THREADS: gpu.workSizes.plain.threads }));
  }

  /** Buffers for a scene without triangles. */
  writeNone(): Promise<PairBuffers> {
    return this.#gpu.run((pass) => create(pass, 0), { purpose: 'pairs on the GPU' });
  }

  /** Makes the buffers and fills them, crossings first. */
  write(triangles: GPUBuffer, lists: PairLists, plan: GpuPlan, options: RunOptions): Promise<PairBuffers> {
    const { crossingCount, undecidedCount } = lists;
    const total = crossingCount + undecidedCount;
    return this.#gpu.run((pass) => {
      const made = create(pass, total);
      const ids = Uint32Array.from(plan.list.flatMap(({ id, triangleStart }) => [id, triangleStart]));
      const objects = this.#objects.reserve(ids.byteLength);
      pass.upload(objects, ids);
      pass.stage('rows');
      const record = (list: GPUBuffer, count: number, firstRow: number, kind: number) =>
        this.#record(pass, [list, triangles, objects, made.pairs, made.kinds, made.count], {
          count,
          firstRow,
          kind,
          total,
        });
      record(lists.crossings, crossingCount, 0, CONTACT_KIND.crossing);
      record(lists.undecided, undecidedCount, crossingCount, CONTACT_KIND.undecided);
      return made;
    }, options);
  }

  #record(
    pass: ComputePass,
    buffers: readonly GPUBuffer[],
    rows: { count: number; firstRow: number; kind: number; total: number },
  ): void {
    const groups = Math.ceil(rows.count / this.#gpu.workSizes.plain.threads);
    pass.dispatch(this.#shader, groups, buffers, ROWS_PARAMETERS.pack([rows]));
  }
}

/** New buffers, all 0. */
function create({ memory }: ComputePass, pairCount: number): PairBuffers {
  const buffer = (label: string, bytes: number) => memory.create(label, bytes, STORAGE | COPY_SRC);
  return {
    pairs: buffer('colliding pairs', 16 * pairCount),
    kinds: buffer('kinds of pairs', 4 * pairCount),
    count: buffer('number of pairs', 4),
  };
}
