import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlockAllocator } from '../../../src/backend/wasm/kernel-memory.ts';
import { Random } from '../../support/random.ts';

/** First fit over a map of 64-byte cells: what the allocator must do, in the plainest way. */
class CellMap {
  readonly #cells: boolean[] = [];

  allocate(bytes: number): number {
    const count = Math.max(1, Math.ceil(bytes / 64));
    let run = 0;
    let end = 0;
    for (; run < count; end++) run = this.#cells[end] ? 0 : run + 1;
    for (let cell = end - count; cell < end; cell++) this.#cells[cell] = true;
    return 64 * (end - count);
  }

  free(start: number, bytes: number): void {
    for (let cell = start / 64; cell < (start + Math.max(1, bytes)) / 64; cell++) this.#cells[cell] = false;
  }

  get top(): number {
    return 64 * (this.#cells.lastIndexOf(true) + 1);
  }
}

describe('BlockAllocator', () => {
  it('uses freed memory again, and gives the top back', () => {
    const blocks = new BlockAllocator(100);
    const a = blocks.allocate(100);
    const b = blocks.allocate(1000);
    const c = blocks.allocate(10);
    expect(a).toBe(128);
    blocks.free(b);
    expect(blocks.allocate(900)).toBe(b);
    blocks.free(c);
    expect(blocks.top).toBe(b + 960);
    blocks.free(b);
    blocks.free(a);
    expect(blocks.top).toBe(128);
    expect(blocks.usedBytes).toBe(0);
  });

  it('refuses to free what it did not give', () => {
    expect(() => new BlockAllocator(0).free(64)).toThrow(/no block/);
  });

  it('never hands out memory twice, and ends empty', () => {
    const step = fc.record({ free: fc.boolean(), choice: fc.nat(), bytes: fc.integer({ min: 0, max: 5000 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const blocks = new BlockAllocator(0);
        const live: { start: number; bytes: number }[] = [];
        for (const { free, choice, bytes } of steps) {
          if (free && live.length > 0) {
            blocks.free(live.splice(choice % live.length, 1)[0].start);
            continue;
          }
          const start = blocks.allocate(bytes);
          for (const other of live)
            expect(start + bytes <= other.start || other.start + other.bytes <= start).toBe(true);
          expect(start + bytes).toBeLessThanOrEqual(blocks.top);
          live.push({ start, bytes: Math.max(1, bytes) });
        }
        for (const { start } of live) blocks.free(start);
        expect(blocks.top).toBe(0);
      }),
      { seed: 21 },
    );
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('chooses the block that a plain map of cells chooses (seed %i)', (seed) => {
    const random = new Random(seed);
    const blocks = new BlockAllocator(0);
    const plain = new CellMap();
    const live: { start: number; bytes: number }[] = [];
    for (let step = 0; step < 1500; step++) {
      // Grows, shrinks and grows again, so that there are many holes and then few.
      if (live.length > 0 && random.chance(step % 500 < 250 ? 0.3 : 0.7)) {
        const [{ start, bytes }] = live.splice(random.integer(0, live.length - 1), 1);
        blocks.free(start);
        plain.free(start, bytes);
      } else {
        const bytes = random.integer(0, random.pick([64, 300, 2000]));
        const start = blocks.allocate(bytes);
        expect(start).toBe(plain.allocate(bytes));
        live.push({ start, bytes });
      }
      expect(blocks.top).toBe(plain.top);
    }
  });

  it('frees 100 000 blocks in random order in a few dozen steps each', () => {
    const random = new Random(9);
    const blocks = new BlockAllocator(0);
    const starts = random.times(100_000, () => blocks.allocate(random.integer(1, 500)));
    for (const start of random.shuffle(starts)) blocks.free(start);
    expect(blocks.top).toBe(0);
    expect(blocks.steps).toBeLessThan(100_000 * 150);
  });

  it('fills 50 000 holes in a few dozen steps each', () => {
    const blocks = new BlockAllocator(0);
    const starts = Array.from({ length: 100_000 }, () => blocks.allocate(64));
    for (let hole = 0; hole < starts.length - 1; hole += 2) blocks.free(starts[hole]);
    const before = blocks.steps;
    for (let hole = 0; hole < starts.length - 1; hole += 2) expect(blocks.allocate(64)).toBe(starts[hole]);
    expect(blocks.steps - before).toBeLessThan(50_000 * 150);
    expect(() => blocks.allocate(128)).not.toThrow();
  });
});
