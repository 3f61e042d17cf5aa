/** Threads have clocks of their own; the stages of a query are timed by one. */
import { describe, expect, it } from 'vitest';
import { kernelImports } from '../../../src/backend/wasm/kernel-imports.ts';
import { createEngine } from '../../../src/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { askEverything, wrongTimes } from '../../support/stage-times.ts';

describe('the clock of the kernels', () => {
  it('is that of the thread that owns the engine, wherever they run', () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    // As a thread that began 5 seconds after the owner would see it: its own clock is 5 seconds behind.
    const { now } = kernelImports(memory, 1, performance.timeOrigin - 5000).env as { now: () => number };
    const before = performance.now();
    const read = now();
    const after = performance.now();
    expect(read).toBeGreaterThanOrEqual(before + 4999.999);
    expect(read).toBeLessThanOrEqual(after + 5000.001);
  });

  it.each([0, 1, 2])(
    'times no stage of any query below zero, nor all longer than the query (%i threads)',
    async (threads) => {
      const answers = await askEverything(createEngine, papers, threads);
      expect(answers.length).toBeGreaterThan(100);
      expect(wrongTimes(answers)).toEqual([]);
    },
  );
});
