import { describe, expect, it } from 'vitest';
import { BlockAllocator } from '../../../src/backend/wasm/kernel-memory.ts';
import { RecordPool } from '../../../src/backend/wasm/record-pool.ts';
import { Random } from '../../support/random.ts';

const BYTES = 40;

function openPool() {
  const blocks = new BlockAllocator(0);
  const pool = new RecordPool({ blocks, allocate: (bytes) => blocks.allocate(bytes) }, BYTES);
  return { blocks, pool };
}

describe('records of one size', () => {
  it('never overlap, whatever order they are taken and given back in', () => {
    const { blocks, pool } = openPool();
    const random = new Random(7);
    const taken: number[] = [];
    for (let step = 0; step < 20_000; step++) {
      // More and more at first, fewer and fewer later.
      if (random.chance(step < 8000 ? 0.7 : 0.4) || taken.length === 0) {
        taken.push(pool.take('a test'));
      } else {
        const [record] = taken.splice(random.integer(0, taken.length - 1), 1);
        pool.give(record);
      }
      if (step % 1000 !== 0) continue;
      const sorted = [...taken].sort((a, b) => a - b);
      const gaps = sorted.slice(1).map((record, i) => record - sorted[i]);
      expect(Math.min(BYTES, ...gaps)).toBe(BYTES);
      expect(sorted.every((record) => record % 16 === 0)).toBe(true);
      expect(blocks.usedBytes).toBeGreaterThanOrEqual(BYTES * taken.length);
    }
    for (const record of taken) pool.give(record);
    expect(blocks.usedBytes).toBe(0);
    expect(blocks.top).toBe(0);
  });

  it('lie side by side when there are many, and cost a small scene little', () => {
    const { blocks, pool } = openPool();
    pool.take('a test');
    expect(blocks.usedBytes).toBeLessThan(10 * 48 + 64);
    const records = Array.from({ length: 10_000 }, () => pool.take('a test'));
    const steps = records.slice(1).map((record, i) => record - records[i]);
    expect(steps.filter((step) => step === 48).length).toBeGreaterThan(0.99 * steps.length);
    expect(blocks.usedBytes).toBeLessThan(1.2 * 48 * records.length);
  });
});
