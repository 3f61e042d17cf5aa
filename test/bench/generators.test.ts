/** The same culling by each generator. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generatorTables, measureGenerators } from '../../bench/papers/generators.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import { describeGpu } from '../support/gpu.ts';

const SMALL = {
  full: false,
  seed: 1,
  triangles: 300,
  resolution: 32,
  progress: () => {},
  part: <T>(_name: string, measure: () => Promise<T>) => measure(),
};
let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine.dispose());

it('without WebGPU there is nothing to compare, and no table', async () => {
  const outcomes = await measureGenerators({ ...SMALL, engine }, 'bent-bunny', { preset: 'self-cullide' });
  expect(outcomes).toEqual([]);
  expect(generatorTables(outcomes, 'bunny', {})).toEqual([]);
});

describeGpu('with WebGPU', () => {
  it('all three cull, the layered image alike on both engines', async () => {
    const webgpu = await createEngine({ backend: 'webgpu', threads: 0 });
    try {
      const context = { ...SMALL, engine, webgpu, driver: 'a driver' };
      const outcomes = await measureGenerators(context, 'bent-bunny', { preset: 'self-cullide', rounds: 1 });
      const [onWasm, onWebgpu, hardware] = outcomes;
      expect(onWasm.survivors).toBeGreaterThan(0);
      expect(onWebgpu).toMatchObject({ survivors: onWasm.survivors, apart: 0, queries: onWasm.queries });
      // Where a rasterizer rounds otherwise, a few triangles go the other way.
      expect(hardware.apart).toBeLessThan(onWasm.survivors);
      const [table] = generatorTables(outcomes, 'bunny', context);
      expect(table.rows).toHaveLength(3);
      expect(table.note).toMatch(/^WebGPU: a driver\./);
    } finally {
      webgpu.dispose();
    }
  });
});
