/**
 * Blocks of memory that belong to scenes: allocated and freed in any order, first fit.
 *
 * Freed neighbours are joined, so a scene that adds and removes objects of the same sizes does not grow. Allocating and
 * freeing take time logarithmic in the number of free blocks.
 */
import { FreeBlocks } from './free-blocks.ts';

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
