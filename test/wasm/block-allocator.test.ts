import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlockAllocator } from '../../src/wasm/block-allocator.ts';

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
});
