/**
 * The memory of an engine: views that stay valid when it grows, blocks that belong to scenes, and a clear error when
 * the address space is used up.
 */

import { EngineError } from '../../errors.ts';
import { STATIC_BASE, STATIC_BYTES_EACH } from '../../memory/constants.ts';
import { MESH, STATE } from '../../memory/scene-records.ts';
import { RecordPool } from './record-pool.ts';

export const PAGE = 65536;
/** 4 GiB. */
export const PAGES_MAX = 65536;
export const PAGES_AT_START = 45;
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
        // Tried again without spare memory; failure is reported below.
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

// Blocks of memory that belong to scenes: allocated and freed in any order, first fit. Freed neighbours are joined, so a scene that adds
// and removes objects of the same sizes does not grow. Allocating and freeing take time logarithmic in the number of free blocks.

const ALIGNMENT = 64;

export class BlockAllocator {
  readonly #start: number;
  /** Free blocks below the top, never adjacent, none at the top. */
  readonly #free = new FreeBlocks();
  readonly #sizes = new Map<number, number>();
  #top: number;
  #used = 0;

  constructor(start: number) {
    this.#start = Math.ceil(start / ALIGNMENT) * ALIGNMENT;
    this.#top = this.#start;
  }

  /** One past the highest byte in use. */
  get top(): number {
    return this.#top;
  }

  get usedBytes(): number {
    return this.#used;
  }

  /** Number of free blocks visited so far in searches. */
  get steps(): number {
    return this.#free.steps;
  }

  allocate(byteCount: number): number {
    const bytes = Math.max(ALIGNMENT, Math.ceil(byteCount / ALIGNMENT) * ALIGNMENT);
    const start = this.#fromFree(bytes) ?? this.#fromTop(bytes);
    this.#sizes.set(start, bytes);
    this.#used += bytes;
    return start;
  }

  #fromFree(bytes: number): number | undefined {
    const block = this.#free.takeFirstFit(bytes);
    if (!block) return undefined;
    if (block.bytes > bytes) this.#free.add(block.start + bytes, block.bytes - bytes);
    return block.start;
  }

  #fromTop(bytes: number): number {
    const start = this.#top;
    this.#top += bytes;
    return start;
  }

  free(start: number): void {
    const bytes = this.#sizes.get(start);
    if (bytes === undefined) throw new Error(`no block begins at ${start}`);
    this.#sizes.delete(start);
    this.#used -= bytes;
    const before = this.#free.takeEndingAt(start);
    const after = this.#free.takeBeginningAt(start + bytes);
    const from = before?.start ?? start;
    const end = after ? after.start + after.bytes : start + bytes;
    if (end === this.#top) this.#top = from;
    else this.#free.add(from, end - from);
  }
}

// Free blocks in ascending order of address, so that first fit and merging take logarithmic time.
//
// A treap: a search tree by address that is also a heap by a priority, here a hash of the address, which keeps it as deep
// as a random tree. Each node knows the largest block below it, so the lowest block that is large enough is one descent.
// Source: Seidel & Aragon, "Randomized Search Trees", Algorithmica 16, 1996.

export interface FreeBlock {
  readonly start: number;
  readonly bytes: number;
}

interface Node extends FreeBlock {
  readonly priority: number;
  low: Node | undefined;
  high: Node | undefined;
  /** Bytes of the largest block of this node and those below it. */
  most: number;
}

/** Spreads addresses, which are multiples of 64, over all 32 bits (the finalizer of MurmurHash3). */
function priorityOf(start: number): number {
  let hash = start / 64;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function measure(node: Node): Node {
  node.most = Math.max(node.bytes, node.low?.most ?? 0, node.high?.most ?? 0);
  return node;
}

export class FreeBlocks {
  #root: Node | undefined;
  #steps = 0;

  /** Nodes visited so far: a measure of work that a test can bound, where times would vary. */
  get steps(): number {
    return this.#steps;
  }

  /** Adds a block that neither overlaps nor touches another. */
  add(start: number, bytes: number): void {
    const [low, high] = this.#split(this.#root, start);
    const node: Node = { start, bytes, priority: priorityOf(start), low: undefined, high: undefined, most: bytes };
    this.#root = this.#join(this.#join(low, node), high);
  }

  /** Removes and returns the lowest block with at least this many bytes. */
  takeFirstFit(bytes: number): FreeBlock | undefined {
    let node = this.#root;
    if (!node || node.most < bytes) return undefined;
    for (;;) {
      this.#steps++;
      if (node.low && node.low.most >= bytes) node = node.low;
      else if (node.bytes >= bytes) return this.#remove(node);
      else node = node.high!;
    }
  }

  /** Removes and returns the block that begins at an address, if there is one. */
  takeBeginningAt(address: number): FreeBlock | undefined {
    let node = this.#root;
    while (node && node.start !== address) {
      this.#steps++;
      node = address < node.start ? node.low : node.high;
    }
    return node && this.#remove(node);
  }

  /** Removes and returns the block that ends right before an address, if there is one. */
  takeEndingAt(address: number): FreeBlock | undefined {
    let node = this.#root;
    while (node && node.start + node.bytes !== address) {
      this.#steps++;
      node = address <= node.start ? node.low : node.high;
    }
    return node && this.#remove(node);
  }

  #remove(node: Node): FreeBlock {
    const [low, rest] = this.#split(this.#root, node.start);
    const [, high] = this.#split(rest, node.start + 1);
    this.#root = this.#join(low, high);
    return node;
  }

  /** Splits a tree into the blocks that begin before an address and the others. */
  #split(node: Node | undefined, address: number): [Node | undefined, Node | undefined] {
    if (!node) return [undefined, undefined];
    this.#steps++;
    if (node.start < address) {
      const [low, high] = this.#split(node.high, address);
      node.high = low;
      return [measure(node), high];
    }
    const [low, high] = this.#split(node.low, address);
    node.low = high;
    return [low, measure(node)];
  }

  /** Makes one tree of two, the first of which lies wholly before the second. */
  #join(low: Node | undefined, high: Node | undefined): Node | undefined {
    if (!low || !high) return low ?? high;
    this.#steps++;
    if (low.priority > high.priority) {
      low.high = this.#join(low.high, high);
      return measure(low);
    }
    high.low = this.#join(low, high.low);
    return measure(high);
  }
}

/** A block that one of several owners has at a time. */
export class OwnedBlock {
  readonly #memory: KernelMemory;
  #owner: object | undefined;
  #block: number | undefined;

  constructor(memory: KernelMemory) {
    this.#memory = memory;
  }

  /** The block if it is this owner's. */
  of(owner: object): number | undefined {
    return this.#owner === owner ? this.#block : undefined;
  }

  /** A block for this owner, in place of that of another. */
  reserve(owner: object, bytes: number, purpose: string): number {
    this.free();
    this.#block = this.#memory.allocate(bytes, purpose);
    this.#owner = owner;
    return this.#block;
  }

  free(): void {
    if (this.#block !== undefined) this.#memory.blocks.free(this.#block);
    this.#block = undefined;
    this.#owner = undefined;
  }
}
