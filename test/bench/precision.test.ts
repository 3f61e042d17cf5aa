/** The papers' cases come out as the papers say. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureHidingItself, measurePrecision, type PrecisionOutcome } from '../../bench/papers/precision.ts';
import { PRECISION_CASES } from '../../bench/papers/precision-cases.ts';
import { createEngine, type Engine } from '../../src/index.ts';

let engine: Engine;
const outcomes = new Map<string, PrecisionOutcome>();

beforeAll(async () => {
  engine = await createEngine({ threads: 0 });
  for (const paper of ['far', 'self-cullide'] as const) {
    for (const outcome of await measurePrecision(engine, paper)) outcomes.set(outcome.name, outcome);
  }
});
afterAll(() => engine.dispose());

describe.each(PRECISION_CASES)('$name', ({ name, claims }) => {
  it('is as the paper says', () => {
    // Rounding keeps the order of depths, so that CULLIDE does not lose what meets within a step.
    const expected = claims.cullide === 'may be lost' ? { ...claims, cullide: 'kept' } : claims;
    expect(outcomes.get(name)).toMatchObject(expected);
  });

  it('loses nothing with boxes or with conservative coverage', () => {
    const { colliding, far, reliable } = outcomes.get(name)!;
    expect(colliding).toBe(!name.includes('apart'));
    expect([far, reliable]).not.toContain('lost');
  });
});

it('a surface that hides itself stays when it is a leaf, and goes when its triangles are', async () => {
  expect(await measureHidingItself(engine)).toEqual({ object: 4, triangle: 0 });
});
