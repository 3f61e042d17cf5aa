/**
 * Trials ask only about pairs that could meet, and of them only about those that changed. What they answer must be what a search
 * everywhere finds for the same ends: whichever vertices are held, pushed aside within the margin, or sent far away.
 */
import { describe, expect, it } from 'vitest';
import { aimPositions } from '../../src/backend/wasm/motion-end.ts';
import type { MeshInput } from '../../src/index.ts';
import { EARLIEST_WITHIN } from '../../src/queries/impacts/constants.ts';
import { Bodies } from '../../src/queries/step/bodies.ts';
import type { Body, End } from '../../src/queries/step/body.ts';
import { checkSafeStepOptions } from '../../src/queries/step/options.ts';
import { type ImpactRows, Trials } from '../../src/queries/step/trials.ts';
import { withObjects } from '../support/kernel-job.ts';
import { Random } from '../support/random.ts';
import { seedsOf } from '../support/thoroughness.ts';

const CELLS = 6;
const MARGIN = 0.3;

/** A crumpled sheet of cells as long as 1. */
function sheet(random: Random, height: number): MeshInput {
  const positions = new Float32Array(3 * (CELLS + 1) ** 2);
  const indices: number[] = [];
  const fold = random.real(0, 2);
  for (let row = 0, v = 0; row <= CELLS; row++) {
    for (let column = 0; column <= CELLS; column++, v++) {
      const noise = () => random.real(-0.4, 0.4);
      positions.set([column / (1 + fold) + noise(), height + 2 * noise(), row + noise()], 3 * v);
      if (row === CELLS || column === CELLS) continue;
      indices.push(v, v + 1, v + CELLS + 1, v + 1, v + CELLS + 2, v + CELLS + 1);
    }
  }
  return { positions, indices: Uint32Array.from(indices), weld: false };
}

/** Of rows up to a time. */
const keysOf = (
  { kinds, features, times }: Pick<ImpactRows, 'kinds' | 'features' | 'times'>,
  latest = Number.POSITIVE_INFINITY,
): string[] =>
  Array.from(times, (time, i) => `${kinds[i]} ${features.subarray(6 * i, 6 * i + 6).join()} ${time}`)
    .filter((_, i) => times[i] <= latest)
    .sort();

/** Ends of which each vertex goes its own part of the way, a little beside it, or, `far`, much. */
function eachItsPart(random: Random, body: Body, before: End, far: boolean): End {
  const positions = before.positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    if (random.chance(0.6)) continue;
    const part = random.chance(0.3) ? 0 : random.next();
    for (let k = i; k < i + 3; k++) {
      const [from, to] = [body.start.positions[k], body.aim.positions[k]];
      positions[k] = from + part * (to - from) + (far ? 4 : 0.85) * random.pick([-MARGIN, 0, MARGIN]);
    }
  }
  return { positions, matrix: body.start.matrix };
}

describe.each([
  ['each vertex its own part of its way', false, 0],
  ['all the same part of their way', true, 0],
  ['each its own part, with a gap', false, 0.05],
  ['all the same part, with a gap', true, 0.05],
] as const)('trials of ends: %s', (name, isTogether, gap) => {
  it('find what a search everywhere finds', async () => {
    let found = 0;
    for (let seed = 0; seed < seedsOf(120); seed++) {
      const random = new Random(2100 + seed);
      await withObjects([sheet(random, 0), sheet(random, 0.5)], async (runtime, objects) => {
        for (const object of objects.values()) {
          const down = random.real(-2, 2);
          const to = object.positions.map((x, i) => x + (i % 3 === 1 ? down : 0) + random.real(-0.3, 0.3));
          if (random.chance(0.8)) aimPositions(runtime, object, to);
        }
        const bodies = new Bodies(runtime, objects, checkSafeStepOptions({ self: true }));
        const trials = new Trials(bodies, { margin: MARGIN, gap, isTogether, lists: true, unlisted: seed % 2 });
        let ends = new Map(bodies.aimed.map((body) => [body, body.aim]));
        for (let round = 0, part = 1; round < 5; round++) {
          const everywhere = await bodies.impacts(ends, gap);
          // Where all go the same part, it is the earliest that stop them, and those that come with it.
          const latest = isTogether && gap === 0 ? EARLIEST_WITHIN * Math.min(...everywhere.times) : undefined;
          const rows = keysOf(await trials.impacts(ends, part), latest);
          expect(rows, `${name}, seed ${seed}, round ${round}`).toEqual(keysOf(everywhere, latest));
          found += everywhere.times.length;
          part = random.next();
          const next = (body: Body) =>
            isTogether ? body.between(part) : eachItsPart(random, body, ends.get(body)!, random.chance(0.1));
          ends = new Map(bodies.aimed.map((body) => [body, next(body)]));
        }
      });
    }
    expect(found).toBeGreaterThan(100);
  });
});
