/**
 * `impacts` equals the oracle on small scenes built to be nasty: features, order and times to the bit, with and without
 * threads; and the earliest alone is the earliest of all.
 *
 * COLLIDESCOPE_FUZZ_IMPACTS sets how many scenes, COLLIDESCOPE_FUZZ_SEED where the seeds begin.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { checkImpacts } from '../support/impacts-answer.ts';
import { movingScene } from '../support/moving-scenes.ts';

const SCENES = Number(process.env.COLLIDESCOPE_FUZZ_IMPACTS ?? 240);
const FIRST_SEED = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);
const SCENES_PER_TEST = 40;

const engines: Engine[] = [];
beforeAll(async () => {
  for (const threads of [0, 1, 2]) engines.push(await createEngine({ backend: 'wasm', threads }));
});
afterAll(() => {
  for (const engine of engines) engine.dispose();
});

function checkScene(seed: number): Promise<number> {
  const sides = seed % 3 === 0 ? { self: false, between: true } : { self: true, between: seed % 3 === 1 };
  return checkImpacts(engines, movingScene(seed), sides, `seed ${seed}`);
}

describe('impacts = oracle', () => {
  const starts = Array.from(
    { length: Math.ceil(SCENES / SCENES_PER_TEST) },
    (_, i) => FIRST_SEED + i * SCENES_PER_TEST,
  );

  it.each(starts)('scenes from seed %i', async (start) => {
    let found = 0;
    for (let seed = start; seed < start + SCENES_PER_TEST; seed++) found += await checkScene(seed);
    expect(found).toBeGreaterThan(0);
  });
});
