import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput, type Motion, SWEEP_STATE } from '../../../src/index.ts';
import { Random } from '../../support/random.ts';
import { box, type Matrix, multiply, screwMatrix, type Vector } from './motions.ts';
import { collides, expectWellFormed, rowsOf } from './sweep-rows.ts';

const SEEDS = Number(process.env.COLLIDESCOPE_SWEEP_SEEDS ?? 12);
const POSES = Number(process.env.COLLIDESCOPE_SWEEP_POSES ?? 100);
const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const ORIGIN: Vector = [0, 0, 0];

describe.each([0, 2])('sweep of random motions, %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());
  /** A few random solids of a body, as one mesh. */
  function solid(random: Random): MeshInput {
    const count = 1 + Math.floor(3 * random.next());
    const parts = Array.from({ length: count }, () => {
      const [x, y, z] = [random.real(-1, 0.6), random.real(-1, 0.6), random.real(-1, 0.6)];
      return box(x, y, z, x + random.real(0.05, 0.8), y + random.real(0.05, 0.8), z + random.real(0.05, 0.8));
    });
    return {
      positions: Float64Array.from(parts.flatMap(({ positions }) => [...(positions as Float64Array)])),
      indices: Uint32Array.from(parts.flatMap(({ indices }, i) => [...indices!].map((index) => index + 8 * i))),
    };
  }
  const direction = (random: Random): Vector => [random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)];

  it.each(Array.from({ length: SEEDS }, (_, i) => i))('never calls a meeting free, random screws %i', async (seed) => {
    const random = new Random(1000 + seed);
    using scene = engine.createScene();
    const [a, b] = [scene.add(solid(random)), scene.add(solid(random))];
    const placeB = screwMatrix(direction(random), direction(random), random.real(0, 6), 1 + random.next());
    const placeA = multiply(IDENTITY, screwMatrix(direction(random), ORIGIN, random.real(0, 6)));
    scene.place(a, placeA);
    scene.place(b, placeB);
    const [axisA, pivotA, angleA, travelA] = [
      direction(random),
      direction(random),
      random.real(-7, 7),
      random.real(-1, 1),
    ];
    const [axisB, pivotB, angleB] = [direction(random), direction(random), random.real(-3, 3)];
    const isCarried = seed % 2 === 1;
    const motions: Motion[] = [
      {
        object: a,
        screw: { axis: axisA, pivot: pivotA, angle: angleA, travel: travelA },
        ...(isCarried && { carriedBy: b }),
      },
      { object: b, screw: { axis: axisB, pivot: pivotB, angle: angleB } },
    ];
    const sweep = await scene.sweep(motions, { forgive: 0, tolerance: 1e-4, effort: 20_000 });
    expectWellFormed(sweep);
    const places = (t: number): [number, Matrix][] => {
      const own = screwMatrix(axisA, pivotA, angleA * t, travelA * t);
      const carrier = screwMatrix(axisB, pivotB, angleB * t);
      return [
        [a, multiply(isCarried ? multiply(carrier, own) : own, placeA)],
        [b, multiply(carrier, placeB)],
      ];
    };
    for (const { state, from, to, witness } of rowsOf(sweep, 0)) {
      if (state === SWEEP_STATE.meeting && to > from) expect(await collides(scene, places(witness))).toBe(true);
      if (state !== SWEEP_STATE.free) continue;
      const count = Math.max(3, Math.round(POSES * (to - from)));
      for (let i = 0; i < count; i++) {
        // The ends as well: near them, what is wrong shows first.
        const t = i === 0 ? from : i === 1 ? to : random.real(from, to);
        expect(await collides(scene, places(t)), `free at ${t}`).toBe(false);
      }
    }
  });

  it('sees where a step at the very end brings an object', async () => {
    const keys = { interpolation: 'step', times: [0, 1], translations: [0, 0, 0, 5.25, 0.25, 0.25] } as const;
    const scene = engine.createScene();
    const moving = scene.add(box(0, 0, 0, 1, 1, 1));
    scene.add(box(5, 0, 0, 6, 1, 1));
    const { states, ends, witnesses, proven } = await scene.sweep([{ object: moving, keys }]);
    expect([...states]).toEqual([SWEEP_STATE.free, SWEEP_STATE.meeting]);
    expect([...ends]).toEqual([0, 1, 1, 1]);
    expect([witnesses[1], proven]).toEqual([1, 1]);
    scene.dispose();
  });

  it.each(['linear', 'cubic', 'step'] as const)('never calls a meeting free, %s keyframes', async (interpolation) => {
    const random = new Random(7);
    using scene = engine.createScene();
    const arm = scene.add(box(0.2, -0.1, -0.1, 2, 0.1, 0.1));
    scene.add(box(-0.2, 1, -0.6, 0.2, 1.4, 0.6));
    const times = [0, 0.3, 0.55, 0.8];
    const each = interpolation === 'cubic' ? 3 : 1;
    const rotations: number[] = [];
    const translations: number[] = [];
    for (const [i] of times.entries()) {
      for (let part = 0; part < each; part++) {
        const isValue = each === 1 || part === 1;
        const half = isValue ? 0.5 * i : 0;
        const q = isValue ? [0, 0, Math.sin(half), Math.cos(half)] : [0, 0.2, random.real(-1, 1), 0];
        rotations.push(...q);
        translations.push(isValue ? 0.1 * i : random.real(-1, 1), 0, isValue ? -0.1 * i : 0);
      }
    }
    const sweep = await scene.sweep([{ object: arm, keys: { times, rotations, translations, interpolation } }], {
      forgive: 0,
    });
    expectWellFormed(sweep);
    /** glTF's formulas, written out. */
    const sample = (values: number[], width: number, t: number): number[] => {
      const k = times.findLastIndex((time) => time <= t);
      const value = (key: number, part: number) =>
        values.slice((each * key + part) * width, (each * key + part + 1) * width);
      const middle = each === 3 ? 1 : 0;
      if (k === times.length - 1 || interpolation === 'step') return value(k, middle);
      const d = times[k + 1] - times[k];
      const u = (t - times[k]) / d;
      const [p, q] = [value(k, middle), value(k + 1, middle)];
      if (interpolation === 'cubic') {
        const [m0, m1] = [value(k, 2), value(k + 1, 0)];
        return p.map(
          (_, i) =>
            (2 * u ** 3 - 3 * u ** 2 + 1) * p[i] +
            d * (u ** 3 - 2 * u ** 2 + u) * m0[i] +
            (-2 * u ** 3 + 3 * u ** 2) * q[i] +
            d * (u ** 3 - u ** 2) * m1[i],
        );
      }
      if (width === 3) return p.map((_, i) => p[i] + u * (q[i] - p[i]));
      const angle = Math.acos(
        Math.min(
          1,
          p.reduce((sum, x, i) => sum + x * q[i], 0),
        ),
      );
      return p.map((_, i) => (Math.sin((1 - u) * angle) * p[i] + Math.sin(u * angle) * q[i]) / Math.sin(angle));
    };
    const pose = (t: number): Matrix => {
      const raw = sample(rotations, 4, t);
      const q = raw.map((x) => x / Math.hypot(...raw));
      const angle = 2 * Math.atan2(Math.hypot(q[0], q[1], q[2]), q[3]);
      const turned = angle < 1e-9 ? IDENTITY.slice() : screwMatrix([q[0], q[1], q[2]], ORIGIN, angle);
      const shift = sample(translations, 3, t);
      return turned.map((x, i) => (i >= 12 && i < 15 ? shift[i - 12] : x));
    };
    let meetings = 0;
    for (let i = 0; i <= 400; i++) {
      const t = i / 400;
      const meets = await collides(scene, [[arm, pose(t)]]);
      meetings += Number(meets);
      const row = rowsOf(sweep, 0).find(({ from, to }) => t > from && t < to);
      if (row && meets) expect(row.state, `at ${t}`).not.toBe(SWEEP_STATE.free);
      if (row && !meets) expect(row.state, `at ${t}`).not.toBe(SWEEP_STATE.meeting);
    }
    if (interpolation !== 'step') expect(meetings).toBeGreaterThan(10);
    const open = rowsOf(sweep, 0).filter(({ state }) => state === SWEEP_STATE.open);
    expect(open.every(({ from, to }) => to - from <= 1e-5)).toBe(true);
  });
});
