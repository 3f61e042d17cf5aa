/**
 * Weighs the walk before it is done: how many boxes would be compared, and whether that is more than a GPU should be given.
 *
 * Promise: one dispatch. The decision rests on the scene alone, never on a clock.
 */

import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import { Counters } from '../../../backend/gpu/counters.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { Shader } from '../../../backend/gpu/pipelines.ts';
import { COLLIDE_WEIGH } from './shaders.ts';
import { TESTS_PER_UNIT } from './weigh.wgsl.ts';

/**
 * Box tests for each triangle of a scene that a GPU is given, counted from both sides of a pair. Ordinary models have 600 or fewer,
 * twenty thousand slivers across a model 6700. A software driver takes longer than wasm from the first test on, so it is given what
 * is not hopeless. A graphics card is given what it should do in the time that wasm takes; that is an estimate, as none has been
 * measured. docs/webgpu.md has the numbers.
 */
export const TESTS_PER_TRIANGLE = { software: 2048, card: 16384 } as const;

/** As many box tests as a GPU is given for a scene of this size. */
export function boxTestsMost({ device }: Gpu, triangleCount: number): number {
  return TESTS_PER_TRIANGLE[device.adapter.isSoftware ? 'software' : 'card'] * triangleCount;
}

/** Without a limit, 2^32 − 1. */
export function unitsOf(boxTests: number): number {
  if (boxTests === Number.POSITIVE_INFINITY) return 0xffffffff;
  return Math.min(0xfffffffe, Math.floor(boxTests / TESTS_PER_UNIT));
}

export class GpuWeigh {
  readonly #gpu: Gpu;
  readonly #shader: Shader;
  readonly #counters: Counters<'units'>;

  private constructor(gpu: Gpu, shader: Shader) {
    this.#gpu = gpu;
    this.#shader = shader;
    this.#counters = new Counters(gpu.memory, 'box tests', ['units']);
  }

  static async create(gpu: Gpu): Promise<GpuWeigh> {
    return new GpuWeigh(gpu, await gpu.compile(COLLIDE_WEIGH, { THREADS: gpu.workSizes.plain.threads }));
  }

  /** The sum as recorded last: a word, and one that is not 0 when it is more than 2^32. */
  get buffer(): GPUBuffer {
    return this.#counters.buffer;
  }

  /** Records the sum over the lists that have been filled; the returned function gives it when the run has resolved. */
  record(
    pass: ComputePass,
    triangleCount: number,
    [boxes, cells]: readonly [GPUBuffer, GPUBuffer],
    parameters: ArrayBuffer,
  ): () => number {
    this.#counters.clear(pass);
    const groups = Math.ceil(triangleCount / this.#gpu.workSizes.plain.threads);
    pass.stage('weigh');
    pass.dispatch(this.#shader, groups, [boxes, cells, this.#counters.buffer], parameters);
    const read = this.#counters.readBack(pass);
    return () => TESTS_PER_UNIT * read().units;
  }

  release(): void {
    this.#counters.release();
  }
}
