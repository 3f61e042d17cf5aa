/**
 * Positions that stay on the GPU: taken out of a caller's buffer into one of our own.
 *
 * Promise: they are taken in the order of the queue, when `take` is called; writing to the buffer or destroying it
 * later has no effect. `ready` rejects if something is wrong with the buffer.
 */

import { struct } from '../../memory/struct.ts';
import { COPY_SRC, STORAGE_USAGE } from './buffer-usage.ts';
import type { Gpu } from './gpu.ts';
import { LINEAR_INDEX_WGSL } from './linear-index.wgsl.ts';
import { type Shader, ShaderSource } from './pipelines.ts';
import { TAKE_POSITIONS_WGSL } from './resident-positions.wgsl.ts';

/** Where positions lie in a buffer, three numbers of single precision each. Offset and stride are multiples of 4. */
export interface PositionsInBuffer {
  readonly buffer: GPUBuffer;
  readonly vertexCount: number;
  readonly strideBytes: number;
  readonly offsetBytes: number;
}

const TAKE_PARAMETERS = struct('TakeParameters', { vertexCount: 'u32', strideWords: 'u32', offsetWords: 'u32' });

const ITEMS = 8;
const BOUNDS_BYTES = 28;

export const TAKE_POSITIONS = new ShaderSource(
  'take-positions',
  [TAKE_PARAMETERS.wgsl, TAKE_POSITIONS_WGSL, LINEAR_INDEX_WGSL],
  ['uniform', 'read', 'write', 'write'],
  { THREADS: 32, ITEMS },
);

/** What the GPU found while it copied positions. */
export interface PositionBounds {
  /** Low x y z, high x y z. */
  readonly box: readonly number[];
  /** The first vertex with a coordinate that is not finite. */
  readonly badVertex: number | undefined;
}

export class ResidentPositions {
  readonly gpu: Gpu;
  readonly vertexCount: number;
  /** Four words per vertex, the last of them 0. */
  readonly vertices: GPUBuffer;
  /** For `readBounds`. */
  readonly bounds: GPUBuffer;
  /** Rejects when the positions could not be taken. */
  readonly ready: Promise<void>;

  constructor(gpu: Gpu, vertexCount: number, vertices: GPUBuffer, bounds: GPUBuffer, ready: Promise<void>) {
    this.gpu = gpu;
    this.vertexCount = vertexCount;
    this.vertices = vertices;
    this.bounds = bounds;
    this.ready = ready;
  }

  release(): void {
    this.gpu.memory.retire(this.vertices);
    this.gpu.memory.retire(this.bounds);
  }
}

export const BOUNDS_WORDS = BOUNDS_BYTES / 4;

/** What the words of `bounds` say. */
export function readBounds(words: Uint32Array): PositionBounds {
  const keys = Uint32Array.from({ length: 6 }, (_, k) => (k < 3 ? ~words[k] : words[k]));
  const bits = keys.map((key) => (key >= 0x80000000 ? key & 0x7fffffff : ~key));
  const box = [...new Float32Array(bits.buffer)];
  return { box, badVertex: words[6] > 0 ? 0xffffffff - words[6] : undefined };
}

export class PositionTaker {
  readonly #gpu: Gpu;
  readonly #shader: Shader;

  private constructor(gpu: Gpu, shader: Shader) {
    this.#gpu = gpu;
    this.#shader = shader;
  }

  static async create(gpu: Gpu): Promise<PositionTaker> {
    const constants = { THREADS: gpu.workSizes.plain.threads, ITEMS };
    return new PositionTaker(gpu, await gpu.compile(TAKE_POSITIONS, constants));
  }

  /** Takes the positions now. Throws where the device has no buffer of the size, or is gone. */
  take({ buffer, vertexCount, strideBytes, offsetBytes }: PositionsInBuffer): ResidentPositions {
    const { memory, device, workSizes } = this.#gpu;
    const begin = offsetBytes - (offsetBytes % device.limits.minStorageBufferOffsetAlignment);
    const end = Math.ceil((offsetBytes + strideBytes * (vertexCount - 1) + 12) / 4) * 4;
    const source = { buffer, offset: begin, size: end - begin };
    const parameters = { vertexCount, strideWords: strideBytes / 4, offsetWords: (offsetBytes - begin) / 4 };
    const groups = Math.ceil(vertexCount / (ITEMS * workSizes.plain.threads));
    let made: { vertices: GPUBuffer; bounds: GPUBuffer } | undefined;
    let failure: { error: unknown } | undefined;
    // Recorded and submitted before `run` waits for anything.
    const running = this.#gpu.run(
      (pass) => {
        try {
          const vertices = memory.create('positions', 16 * vertexCount);
          const bounds = memory.create('bounds of positions', BOUNDS_BYTES, STORAGE_USAGE | COPY_SRC);
          made = { vertices, bounds };
          pass.clear(bounds);
          pass.dispatch(this.#shader, groups, [source, vertices, bounds], TAKE_PARAMETERS.pack([parameters]));
        } catch (error) {
          failure = { error };
          throw error;
        }
      },
      { purpose: 'positions in a buffer' },
    );
    running.catch(() => {}); // told to whoever awaits it
    if (failure) throw failure.error;
    if (!made) device.throwIfLost();
    return new ResidentPositions(this.#gpu, vertexCount, made!.vertices, made!.bounds, running);
  }
}
