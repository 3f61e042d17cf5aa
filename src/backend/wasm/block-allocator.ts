/**
 * Blocks of memory that belong to scenes: allocated and freed in any order, first fit.
 *
 * Freed neighbours are joined, so a scene that adds and removes objects of the same sizes does not grow. Allocating and
 * freeing take time logarithmic in the number of free blocks.
 */

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
