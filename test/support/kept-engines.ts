/** Engines that keep clusters of small objects too, from the second query on. */
import { afterAll, beforeAll } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { SELECTION } from '../../src/queries/collide/keeper.ts';

/** Opens one for the tests of a group, and closes it; call it where the group is described. */
export function keepingEngine(threads: number): () => Engine {
  const usual = { ...SELECTION };
  let engine: Engine;
  beforeAll(async () => {
    Object.assign(SELECTION, { leastTriangles: 0, atOnce: 1 });
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => {
    Object.assign(SELECTION, usual);
    engine.dispose();
  });
  return () => engine;
}
