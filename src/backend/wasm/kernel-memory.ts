/**
 * The memory of an engine: views that stay valid when it grows, blocks that belong to scenes, and a clear error when
 * the address space is used up.
 */

import { EngineError } from '../../errors.ts';
import { STATIC_BASE, STATIC_BYTES_EACH } from '../../memory/constants.ts';
import { MESH, STATE } from '../../memory/records.ts';
import { BlockAllocator } from './block-allocator.ts';
import { RecordPool } from './record-pool.ts';

export const PAGE = 65536;
/** 4 GiB. */
export const PAGES_MAX = 65536;
const PAGES_AT_START = 40;
/** Space for the static data of the three sets of kernels, from STATIC_BASE on. */
const STATIC_BYTES = 3 * STATIC_BYTES_EACH;

function createMemory(shared: boolean, pagesMax: number): WebAssembly.Memory {
  if (!shared) return new WebAssembly.Memory({ initial: PAGES_AT_START, maximum: pagesMax });
  // A shared memory reserves its maximum; where address space is short, a smaller one will do.
  for (let maximum = pagesMax; ; maximum = Math.floor(maximum / 2)) {
    try {
      return new WebAssembly.Memory({ initial: PAGES_AT_START, maximum, shared: true });
    } catch (error) {
      if (maximum <= 2048) throw error;
    }
  }
}

export class KernelMemory {
  readonly wasm: WebAssembly.Memory;
  readonly blocks = new BlockAllocator(STATIC_BASE + STATIC_BYTES);
  /** Records of objects, and of their meshes. */
  readonly states = new RecordPool(this, STATE.bytes);
  readonly meshes = new RecordPool(this, MESH.bytes);
  readonly #isShared: boolean;
  #u32: Uint32Array;
  #f32: Float32Array;
  #f64: Float64Array;
  #control: Int32Array;

  constructor(shared: boolean, pagesMax: number) {
    this.#isShared = shared;
    this.wasm = createMemory(shared, pagesMax);
    const { buffer } = this.wasm;
    this.#u32 = new Uint32Array(buffer);
    this.#f32 = new Float32Array(buffer);
    this.#f64 = new Float64Array(buffer);
    this.#control = new Int32Array(buffer, 0, 1024);
  }

  get buffer(): ArrayBufferLike {
    return this.wasm.buffer;
  }

  #refresh(): void {
    // Memory of one thread is detached when it grows, so its views tell by themselves, and faster than the memory does.
    if (!this.#isShared && this.#u32.length > 0) return;
    const { buffer } = this.wasm;
    if (this.#u32.buffer === buffer && this.#u32.byteLength === buffer.byteLength) return;
    this.#u32 = new Uint32Array(buffer);
    this.#f32 = new Float32Array(buffer);
    this.#f64 = new Float64Array(buffer);
    this.#control = new Int32Array(buffer, 0, 1024);
  }

  /** Views of the whole memory; valid until the next growth, so ask again after anything that may allocate or wait. */
  get u32(): Uint32Array {
    this.#refresh();
    return this.#u32;
  }
  get f32(): Float32Array {
    this.#refresh();
    return this.#f32;
  }
  get f64(): Float64Array {
    this.#refresh();
    return this.#f64;
  }
  /** The control block, as the atomic operations need it. */
  get control(): Int32Array {
    this.#refresh();
    return this.#control;
  }

  /** Makes sure that the memory reaches `end`; `purpose` is named when it cannot. */
  ensure(end: number, purpose: string): void {
    const have = this.buffer.byteLength;
    if (end <= have) return;
    // A sixteenth more than needed, so that the memory seldom grows.
    const wanted = Math.min(PAGES_MAX, Math.ceil((end + end / 16) / PAGE));
    for (const pages of [wanted, Math.ceil(end / PAGE)]) {
      if (pages > PAGES_MAX || pages * PAGE < end) continue;
      try {
        this.wasm.grow(pages - have / PAGE);
        return;
      } catch {
        // Tried again with no room to spare; then reported below.
      }
    }
    throw outOfMemory(end, purpose);
  }

  /** Allocates a block that stays until it is freed. */
  allocate(bytes: number, purpose: string): number {
    const start = this.blocks.allocate(bytes);
    try {
      this.ensure(this.blocks.top, purpose);
    } catch (error) {
      this.blocks.free(start);
      throw error;
    }
    return start;
  }
}

export function outOfMemory(bytes: number, purpose: string): EngineError {
  const gib = (bytes / 2 ** 30).toFixed(2);
  return new EngineError(
    'out-of-memory',
    `${purpose} needs ${Math.ceil(bytes)} bytes in all (${gib} GiB); the engine can address 4 GiB, or less where the system gives less. ` +
      'Split the scene into parts and query them one by one.',
    { bytes },
  );
}
