/** 50 mechanisms known from construction, 500 with COLLIDESCOPE_SLOW=1: never a false free, and ends of jams in their open intervals. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, SWEEP_STATE } from '../../../src/index.ts';
import { Random } from '../../support/random.ts';
import { framed, KINDS } from './mechanisms.ts';

const COUNT = process.env.COLLIDESCOPE_SLOW === '1' ? 500 : 54;
/** What rounding of coordinates, in frames of any size and place, may move an end by, as a part of the motion. */
const ROUNDING = 1e-9;

describe('mechanisms', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads: 0 });
  });
  afterAll(() => engine.dispose());

  it.each(KINDS.map((kind) => [kind.name, kind] as const))('%s', async (_name, kind) => {
    for (let seed = 0; seed < COUNT / KINDS.length; seed++) {
      const random = new Random(1000 * KINDS.indexOf(kind) + seed);
      const { name, frame, meshes, motions, meetings, tolerance } = framed(kind(random), random);
      using scene = engine.createScene();
      for (const mesh of meshes) scene.add(mesh);
      const sweep = await scene.sweep(motions, { pairs: [[0, 1]], tolerance });
      const where = `${name}, ${frame}, seed ${seed}`;
      expect([...sweep.rest], where).toEqual([0]);
      const rows = Array.from(sweep.states, (state, i) => ({
        state,
        from: sweep.ends[2 * i],
        to: sweep.ends[2 * i + 1],
      }));
      for (const { state, from, to } of rows) {
        const crosses = meetings.some(([first, last]) => Math.max(first, from) < Math.min(last, to) - ROUNDING);
        if (state === SWEEP_STATE.free)
          expect(crosses, `${where}: free ${from} to ${to}, meets ${meetings}`).toBe(false);
        if (state === SWEEP_STATE.open) expect(to - from, where).toBeLessThanOrEqual(tolerance * (1 + 1e-9));
      }
      const met = rows.filter(({ state }) => state === SWEEP_STATE.meeting);
      if (meetings.length === 0) expect(rows, where).toEqual([{ state: SWEEP_STATE.free, from: 0, to: 1 }]);
      else expect(met, where).toHaveLength(1);
      for (const [i, [first, last]] of meetings.entries()) {
        const place = rows.indexOf(met[i]);
        const [before, behind] = [rows[place - 1], rows[place + 1]];
        expect(before.from, where).toBeLessThanOrEqual(first + ROUNDING);
        expect(met[i].from, where).toBeGreaterThanOrEqual(first - ROUNDING);
        if (last < 1) {
          expect(behind.to, where).toBeGreaterThanOrEqual(last - ROUNDING);
          expect(met[i].to, where).toBeLessThanOrEqual(last + ROUNDING);
        } else expect(met[i].to, where).toBe(1);
      }
    }
  });
});
