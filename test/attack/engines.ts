/** What the test files share: engines with 0, 1 and 2 threads, and how many scenes to try from which seed. */
import { afterAll, beforeAll } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { isLong } from '../support/thoroughness.ts';

/** COLLIDESCOPE_SLOW=1 runs fifty times as many scenes: 100 000 in all instead of 2 000. */
/** COLLIDESCOPE_SEED=n begins with seed n instead of 0: other scenes every time. */
export const FIRST_SEED = Number(process.env.COLLIDESCOPE_SEED ?? 0);

/** So many seeds, or fifty times as many. */
export function seeds(count: number, slowFactor = 50): number[] {
  return Array.from({ length: isLong ? slowFactor * count : count }, (_, index) => FIRST_SEED + index);
}

/** Filled before the first test of the file. */
export function wasmEngines(): readonly Engine[] {
  const engines: Engine[] = [];
  beforeAll(async () => {
    for (const threads of [0, 1, 2]) engines.push(await createEngine({ backend: 'wasm', threads }));
  });
  afterAll(() => {
    for (const engine of engines) engine.dispose();
  });
  return engines;
}
