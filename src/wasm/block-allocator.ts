/**
 * Blocks of memory that belong to scenes: allocated and freed in any order, first fit.
 *
 * Freed neighbours are joined, so a scene that adds and removes objects of the same sizes does not grow.
 */
const ALIGNMENT = 64;

interface Block {
  start: number;
  bytes: number;
}

export class BlockAllocator {
  readonly #start: number;
  /** Free blocks below the top, in ascending order, never adjacent. */
  readonly #free: Block[] = [];
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

  allocate(byteCount: number): number {
    const bytes = Math.max(ALIGNMENT, Math.ceil(byteCount / ALIGNMENT) * ALIGNMENT);
    const start = this.#fromFree(bytes) ?? this.#fromTop(bytes);
    this.#sizes.set(start, bytes);
    this.#used += bytes;
    return start;
  }

  #fromFree(bytes: number): number | undefined {
    const index = this.#free.findIndex((block) => block.bytes >= bytes);
    if (index < 0) return undefined;
    const block = this.#free[index];
    const start = block.start;
    block.start += bytes;
    block.bytes -= bytes;
    if (block.bytes === 0) this.#free.splice(index, 1);
    return start;
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
    let index = this.#free.findIndex((block) => block.start > start);
    if (index < 0) index = this.#free.length;
    this.#free.splice(index, 0, { start, bytes });
    this.#join(index);
    if (index > 0) this.#join(index - 1);
    const last = this.#free[this.#free.length - 1];
    if (last && last.start + last.bytes === this.#top) {
      this.#top = last.start;
      this.#free.pop();
    }
  }

  #join(index: number): void {
    const block = this.#free[index];
    const next = this.#free[index + 1];
    if (!next || block.start + block.bytes !== next.start) return;
    block.bytes += next.bytes;
    this.#free.splice(index + 1, 1);
  }
}
