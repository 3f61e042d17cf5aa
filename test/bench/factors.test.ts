/** What decides how much is culled: the stack of sheets is as it is said to be, and what the papers say of it holds. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { depthPlot, factorTables, measureDepths, measureFactors } from '../../bench/papers/quick-cullide-factors.ts';
import { stackedSheets } from '../../bench/papers/stacked-sheets.ts';
import { createEngine, type Engine } from '../../src/index.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine.dispose());

const context = () => ({
  engine,
  full: false,
  seed: 1,
  triangles: 600,
  seconds: 1,
  progress: () => {},
  part: <T>(_name: string, measure: () => Promise<T>) => measure(),
});

describe('sheets behind each other', () => {
  const heights = (sheet: { positions: ArrayLike<number> }) =>
    Array.from(sheet.positions).filter((_, i) => i % 3 === 2);

  it('do not touch, and each spans the same square', async () => {
    const sheets = stackedSheets(16, 5);
    const scene = engine.createScene();
    for (const sheet of sheets) scene.add(sheet);
    expect((await scene.collide()).kinds).toHaveLength(0);
    scene.dispose();
    const ranges = sheets.map(heights).map((z) => [Math.min(...z), Math.max(...z)] as const);
    ranges.sort((a, b) => a[0] - b[0]);
    for (let i = 1; i < ranges.length; i++) expect(ranges[i][0]).toBeGreaterThan(ranges[i - 1][1]);
  });

  it('come in another order with another seed, and in the same with the same', () => {
    expect(stackedSheets(16, 1)).toEqual(stackedSheets(16, 1));
    expect(stackedSheets(16, 1)).not.toEqual(stackedSheets(16, 2));
  });
});

it('quick passes leave no more than CULLIDE’s, whatever is behind what', async () => {
  const depths = await measureDepths(context());
  expect(depths[0]).toMatchObject({ sheets: 1, once: { 'quick-cullide': 0, cullide: 0 } });
  for (const { once, end, queries } of depths) {
    expect(once['quick-cullide']).toBeLessThanOrEqual(once.cullide);
    expect(end['quick-cullide']).toBeLessThanOrEqual(end.cullide);
    expect(queries['quick-cullide']).toBeLessThanOrEqual(queries.cullide);
  }
  // Nothing collides, and what lies in front is pruned round by round.
  expect(depths.at(-1)!.end['quick-cullide']).toBe(0);
  expect(depthPlot(depths)).toMatchObject({ kind: 'lines' });
});

it('further views leave no more, in any order of drawing', async () => {
  const factors = await measureFactors(context(), 64);
  expect(factors).toHaveLength(24);
  for (const { left, triangles } of factors) {
    expect(left['quick-cullide']).toBeLessThanOrEqual(left.cullide);
    expect(left.cullide).toBeLessThanOrEqual(triangles);
  }
  const tables = factorTables(factors, await measureDepths(context()));
  expect(tables.map(({ rows }) => rows.length)).toEqual([12, 12, 7]);
});
