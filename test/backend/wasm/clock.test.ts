/** Threads have clocks of their own; the stages of a query are timed by one. */
import { describe, expect, it } from 'vitest';
import { kernelImports } from '../../../src/backend/wasm/kernel-imports.ts';
import { createEngine } from '../../../src/index.ts';
import { sheet } from '../../support/shapes.ts';

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

  it.each([0, 1, 2])('times no stage below zero, and none longer than the query (%i threads)', async (threads) => {
    const engine = await createEngine({ backend: 'wasm', threads });
    const scene = engine.createScene();
    scene.add(sheet(40, 1, (x, y) => 0.1 * Math.sin(7 * x * y)));
    scene.add(sheet(40, 1, (x, y) => 0.1 * Math.cos(5 * x + y)));
    for (let i = 0; i < 20; i++) {
      const { total, ...stages } = (await scene.collide({ self: i % 2 === 0 })).stats.milliseconds;
      const times = Object.values(stages);
      expect(Math.min(...times)).toBeGreaterThanOrEqual(0);
      expect(times.reduce((sum, time) => sum + time, 0)).toBeLessThanOrEqual(total + 1);
    }
    engine.dispose();
  });
});
