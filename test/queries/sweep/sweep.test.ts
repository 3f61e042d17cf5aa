import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type Motion, SWEEP_STATE, type Sweep } from '../../../src/index.ts';
import { box, type Matrix, multiply, ring, screwMatrix, type Vector } from './motions.ts';
import { expectWellFormed, type Row, rowsOf } from './sweep-rows.ts';

const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const Z: Vector = [0, 0, 1];
const ORIGIN: Vector = [0, 0, 0];

/** The ends of the only meeting lie in open intervals no wider than the tolerance. */
function expectJam(rows: readonly Row[], from: number, to: number, tolerance = 1e-5): void {
  expect(rows.map(({ state }) => state)).toEqual([0, 2, 1, 2, 0]);
  const [, before, , behind] = rows;
  expect(before.from).toBeLessThanOrEqual(from);
  expect(before.to).toBeGreaterThanOrEqual(from);
  expect(behind.from).toBeLessThanOrEqual(to);
  expect(behind.to).toBeGreaterThanOrEqual(to);
  expect(before.to - before.from).toBeLessThanOrEqual(tolerance);
  expect(behind.to - behind.from).toBeLessThanOrEqual(tolerance);
}

describe.each([0, 2])('sweep, %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  // A lever of half width w turns about the origin into a square post of half width h at distance d, both seen along z.
  const lever = { length: 2, half: 0.05 };
  const post = { distance: 1.8, half: 0.05 };
  /** The angle before 90° at which the lever's upper side meets the post's near corner. */
  const jam = (() => {
    const corner: [number, number] = [post.half, post.distance - post.half];
    return Math.atan2(corner[1], corner[0]) - Math.asin(lever.half / Math.hypot(...corner));
  })();
  const [start, turn] = [(5 * Math.PI) / 180, (170 * Math.PI) / 180];

  const frames: [string, Matrix][] = [
    ['as it is', IDENTITY],
    ['turned', screwMatrix([1, 2, 3], [0.3, 0, 0], 1)],
    ['a thousand times as large', [1000, 0, 0, 0, 0, 1000, 0, 0, 0, 0, 1000, 0, 0, 0, 0, 1]],
    ['far away', [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1e4, -2e4, 3e4, 1]],
    ['mirrored', [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]],
  ];
  it.each(frames)('finds where a lever meets a post, %s', async (_name, frame) => {
    using scene = engine.createScene();
    const arm = scene.add(box(0, -lever.half, -lever.half, lever.length, lever.half, lever.half));
    const pillar = scene.add(
      box(-post.half, post.distance - post.half, -post.half, post.half, post.distance + post.half, post.half),
    );
    scene.place(arm, multiply(frame, screwMatrix(Z, ORIGIN, start)));
    scene.place(pillar, frame);
    const isMirrored = frame[0] < 0;
    const axis: Vector = [frame[8], frame[9], frame[10]];
    const pivot: Vector = [frame[12], frame[13], frame[14]];
    const sweep = await scene.sweep([{ object: arm, screw: { axis, pivot, angle: isMirrored ? -turn : turn } }]);
    expectWellFormed(sweep);
    expectJam(rowsOf(sweep, 0), (jam - start) / turn, (Math.PI - jam - start) / turn);
    expect(sweep.proven).toBe(sweep.ends[1]);
    const first = await scene.sweep([{ object: arm, screw: { axis, pivot, angle: isMirrored ? -turn : turn } }], {
      first: true,
    });
    expect(first.proven).toBe(sweep.proven);
    expect(first.evaluations).toBeLessThan(sweep.evaluations);
  });

  it('finds the same by a matrix, by keyframes, and carried', async () => {
    using scene = engine.createScene();
    const arm = scene.add(box(0, -0.05, -0.05, 2, 0.05, 0.05));
    scene.add(box(1.3, 1.3, -1, 1.4, 1.4, 1));
    const carrier = scene.add({ positions: new Float64Array(0) });
    const angle = Math.PI / 2;
    const half = [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
    const still = { axis: Z, pivot: ORIGIN, angle: 0 };
    const screw = { axis: Z, pivot: ORIGIN, angle };
    const motions: Motion[][] = [
      [{ object: arm, screw }],
      [{ object: arm, to: screwMatrix(Z, ORIGIN, angle) }],
      [{ object: arm, keys: { times: [0, 1], rotations: [0, 0, 0, 1, ...half] } }],
      [
        { object: arm, carriedBy: carrier, screw: still },
        { object: carrier, screw },
      ],
      // Half of the turn by each.
      [
        { object: arm, carriedBy: carrier, screw: { ...screw, angle: angle / 2 } },
        { object: carrier, screw: { ...screw, angle: angle / 2 } },
      ],
    ];
    // The lever's upper side reaches the corner at (1.4, 1.3) first.
    const meets = Math.atan2(1.3, 1.4) - Math.asin(0.05 / Math.hypot(1.3, 1.4));
    for (const way of motions) {
      const sweep = await scene.sweep(way);
      expectWellFormed(sweep);
      const pair = Array.from({ length: sweep.rest.length }, (_, i) => i).find(
        (i) => sweep.objectPairs[2 * i + 1] === 1,
      )!;
      expectJam(rowsOf(sweep, pair), meets / angle, (Math.PI / 2 - meets) / angle);
    }
  });

  it('proves a pin in its hole free, with little play, and one without play not', async () => {
    for (const play of [1e-2, 1e-4]) {
      using scene = engine.createScene();
      const pin = scene.add(ring(32, 0.5, 1, 2));
      scene.add(ring(32, (1 + play) / Math.cos(Math.PI / 32), 2, 1));
      const sweep = await scene.sweep([{ object: pin, screw: { axis: Z, pivot: ORIGIN, angle: 2 * Math.PI } }]);
      expect(sweep.proven).toBe(1);
      expect(sweep.evaluations).toBeLessThan(300);
    }
    using scene = engine.createScene();
    const pin = scene.add(ring(8, 0.5, 1, 2));
    scene.add(ring(8, 1 / Math.cos(Math.PI / 8), 2, 1));
    const sweep = await scene.sweep([{ object: pin, screw: { axis: Z, pivot: ORIGIN, angle: 1 } }], { effort: 3000 });
    // Corners of the pin touch the middle of the hole's sides at an eighth of a turn, π/8.
    const at = Math.PI / 8;
    for (const { state, from, to } of rowsOf(sweep, 0))
      if (state === SWEEP_STATE.free) expect(from > at || to < at).toBe(true);
  });

  it('finds how far a telescope goes, and a nut on its thread', async () => {
    using scene = engine.createScene();
    const rod = scene.add(box(-0.4, -0.4, 0, 0.4, 0.4, 5));
    scene.add(ring(4, 0.7, 1.5, 1));
    const stop = scene.add(box(-1, -1, 7, 1, 1, 8));
    const sweep = await scene.sweep([{ object: rod, screw: { axis: [0, 0, 2], pivot: ORIGIN, angle: 0, travel: 4 } }]);
    const pair = sweep.objectPairs[1] === stop ? 0 : 1;
    const rows = rowsOf(sweep, pair);
    expect(rows.map(({ state }) => state)).toEqual([0, 2, 1]);
    // 2 of 4 to go: exactly there they touch, which is not free.
    expect(rows[0].to).toBeLessThan(0.5);
    expect(rows[0].to).toBeGreaterThan(0.5 - 1e-5);
    expect(rows[1].to).toBeGreaterThanOrEqual(0.5);
    expect(rowsOf(sweep, 1 - pair)).toMatchObject([{ state: SWEEP_STATE.free, from: 0, to: 1 }]);
  });

  it('forgives contact at rest, and says how much', async () => {
    using scene = engine.createScene();
    // A block that stands on a plate slides over it and off its end, then into a wall.
    const block = scene.add(box(0, 0, 0, 1, 1, 1));
    const plate = scene.add(box(-1, -1, -1, 3, 3, 0));
    const wall = scene.add(box(4, 0, 0.2, 5, 1, 1));
    const slide: Motion = { object: block, screw: { axis: [1, 0, 0], pivot: ORIGIN, angle: 0, travel: 4 } };
    const sweep = await scene.sweep([slide]);
    expect([...sweep.objectPairs]).toEqual([block, plate, block, wall]);
    expect([...sweep.rest]).toEqual([1, 0]);
    expect(sweep.forgiven[0]).toBeCloseTo(sweep.stats.accuracy, 12);
    expect(sweep.forgiven[1]).toBe(0);
    expect(rowsOf(sweep, 0)).toMatchObject([{ state: SWEEP_STATE.free, from: 0, to: 1 }]);
    expect(rowsOf(sweep, 1).map(({ state }) => state)).toEqual([0, 2, 1]);
    expect(rowsOf(sweep, 1)[0].to).toBeCloseTo(0.75, 5);
    const strict = await scene.sweep([slide], { forgive: 0, pairs: [[block, plate]], effort: 2000 });
    expect(strict.proven).toBe(0);
    // Sinking in counts once it is deeper than what is forgiven.
    const sink: Motion = { object: block, screw: { axis: [0, 0, -1], pivot: ORIGIN, angle: 0, travel: 0.5 } };
    const sunk = await scene.sweep([sink], { forgive: 0.1, pairs: [[block, plate]] });
    expect(rowsOf(sunk, 0).map(({ state }) => state)).toEqual([0, 2, 1]);
    expect(rowsOf(sunk, 0)[0].to).toBeCloseTo(0.2, 4);
  });

  it('keeps a gap', async () => {
    using scene = engine.createScene();
    const block = scene.add(box(0, 0, 0, 1, 1, 1));
    scene.add(box(3, 0, 0, 4, 1, 1));
    const slide: Motion = { object: block, screw: { axis: [1, 0, 0], pivot: ORIGIN, angle: 0, travel: 1.8 } };
    expect((await scene.sweep([slide])).proven).toBe(1);
    const rows = rowsOf(await scene.sweep([slide], { gap: 0.5 }), 0);
    expect(rows[0].to).toBeGreaterThan(1.5 / 1.8 - 1e-5);
    expect(rows[0].to).toBeLessThanOrEqual(1.5 / 1.8);
  });

  it.each([0.001, 0.03, 0.049])('reports a pair that is nearer than the gap at rest: %d apart', async (apart) => {
    using scene = engine.createScene();
    scene.add(box(0, 0, 0, 1, 1, 1));
    const block = scene.add(box(1 + apart, 0, 0, 2, 1, 1));
    const along = (axis: Vector, travel: number): Motion[] => [
      { object: block, screw: { axis, pivot: ORIGIN, angle: 0, travel } },
    ];
    for (const forgive of ['rest', 0] as const) {
      for (const motion of [along([0, 1, 0], 0.5), along([-1, 0, 0], apart / 2), along([1, 0, 0], 0)]) {
        const sweep = await scene.sweep(motion, { gap: 0.05, forgive });
        expect(sweep).toMatchObject({ proven: 0, rest: Uint8Array.of(0), forgiven: Float64Array.of(0) });
        expect(rowsOf(sweep, 0)).toMatchObject([{ state: SWEEP_STATE.meeting, from: 0, to: 1 }]);
      }
      // Going away, it meets until the gap is kept.
      const rows = rowsOf(await scene.sweep(along([1, 0, 0], 1), { gap: 0.05, forgive }), 0);
      expect(rows.map(({ state }) => state)).toEqual([1, 2, 0]);
      expect(rows[2].from).toBeGreaterThanOrEqual(0.05 - apart);
      expect(rows[2].from).toBeLessThanOrEqual(0.05 - apart + 1e-5);
    }
    // What a witness promises: they are nearer than the gap, and need not collide.
    const [{ witness }] = rowsOf(await scene.sweep(along([0, 1, 0], 0.5), { gap: 0.05 }), 0);
    scene.place(block, screwMatrix([0, 1, 0], ORIGIN, 0, 0.5 * witness));
    expect((await scene.closest(0, block)).distance).toBeLessThan(0.05);
    expect((await scene.collide()).kinds.length).toBe(0);
    scene.place(block, IDENTITY);
    // A length comes off the gap.
    expect((await scene.sweep(along([0, 1, 0], 0.5), { gap: 0.05, forgive: 0.0495 })).proven).toBe(1);
  });

  it('lets a pair that touches at rest slide, whatever the gap', async () => {
    using scene = engine.createScene();
    const plate = scene.add(box(-1, -1, -1, 3, 3, 0));
    const block = scene.add(box(0, 0, 0, 1, 1, 1));
    const slide: Motion = { object: block, screw: { axis: [1, 0, 0], pivot: ORIGIN, angle: 0, travel: 1 } };
    const sweep = await scene.sweep([slide], { gap: 0.05, pairs: [[plate, block]] });
    expect(sweep.proven).toBe(1);
    expect(sweep.forgiven[0]).toBeCloseTo(0.05 + sweep.stats.accuracy, 12);
  });

  it('refuses bad motions with a code', async () => {
    using scene = engine.createScene();
    const [a, b] = [scene.add(box(0, 0, 0, 1, 1, 1)), scene.add(box(2, 0, 0, 3, 1, 1))];
    const screw = { axis: Z, pivot: ORIGIN, angle: 1 };
    const scale = [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1];
    const mirror = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const flat = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    const nothing = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    const cases: [unknown, string][] = [
      [[], 'no-motion'],
      [undefined, 'no-motion'],
      [[{ object: a }], 'motion-value'],
      [[{ object: a, screw, to: IDENTITY }], 'motion-value'],
      [[{ object: a, screw: { ...screw, axis: [0, 0, 0] } }], 'motion-value'],
      [[{ object: a, screw: { ...screw, angle: Number.NaN } }], 'motion-value'],
      [[{ object: a, screw: { ...screw, angle: 1e9 } }], 'motion-value'],
      [[{ object: a, screw: { ...screw, pivot: [0, Number.POSITIVE_INFINITY, 0] } }], 'motion-value'],
      [
        [
          { object: a, screw },
          { object: a, screw },
        ],
        'motion-value',
      ],
      [
        [
          { object: a, screw, carriedBy: b },
          { object: b, screw, carriedBy: a },
        ],
        'motion-loop',
      ],
      [[{ object: a, screw, carriedBy: a }], 'motion-loop'],
      [[{ object: 9, screw }], 'unknown-object'],
      [[{ object: a, screw, carriedBy: 9 }], 'unknown-object'],
      [[{ object: a, to: scale }], 'motion-not-rigid'],
      [[{ object: a, to: mirror }], 'motion-not-rigid'],
      [[{ object: a, to: flat }], 'motion-not-rigid'],
      [[{ object: a, to: nothing }], 'motion-not-rigid'],
      [[{ object: a, to: [1, 2] }], 'matrix-length'],
      [[{ object: a, keys: { times: [] } }], 'motion-value'],
      [[{ object: a, keys: { times: [0, 2], translations: [0, 0, 0, 1, 0, 0] } }], 'motion-value'],
      [[{ object: a, keys: { times: [0.5, 0.5], translations: [0, 0, 0, 1, 0, 0] } }], 'motion-value'],
      [[{ object: a, keys: { times: [0, 1], translations: [0, 0, 0] } }], 'motion-value'],
      [[{ object: a, keys: { times: [0, 1], rotations: [0, 0, 0, 0, 0, 0, 0, 1] } }], 'motion-value'],
      [[{ object: a, keys: { times: [0, 1], interpolation: 'smooth' } }], 'option-value'],
      [[{ object: a, screw, speed: 3 }], 'unknown-option'],
    ];
    for (const [motions, code] of cases) {
      await expect(scene.sweep(motions as Motion[]), JSON.stringify(motions)).rejects.toMatchObject({ code });
    }
    const good: Motion[] = [{ object: a, screw }];
    for (const options of [
      { tolerance: 0 },
      { tolerance: 2 },
      { accuracy: 0 },
      { gap: -1 },
      { forgive: -1 },
      { effort: 0 },
      { gap: Number.NaN },
    ]) {
      await expect(scene.sweep(good, options), JSON.stringify(options)).rejects.toMatchObject({ code: 'option-range' });
    }
    await expect(scene.sweep(good, { self: true })).rejects.toMatchObject({ code: 'option-value' });
  });

  it('answers for many turns, objects that always meet, and effort that does not suffice', async () => {
    using scene = engine.createScene();
    const a = scene.add(box(0, -0.1, -0.1, 2, 0.1, 0.1));
    scene.add(box(1, 1, 1, 2, 2, 2));
    const around = scene.add(ring(6, 0.5, 0.8, 1));
    const pairOf = (sweep: Sweep, other: number) => rowsOf(sweep, sweep.objectPairs[1] === other ? 0 : 1);
    const sweep = await scene.sweep([{ object: a, screw: { axis: Z, pivot: ORIGIN, angle: 20 * Math.PI } }], {
      forgive: 0,
      effort: 9000,
    });
    expect(pairOf(sweep, 1)).toMatchObject([{ state: SWEEP_STATE.free, from: 0, to: 1 }]);
    expect(pairOf(sweep, around)).toMatchObject([{ state: SWEEP_STATE.meeting, from: 0, to: 1 }]);
    const short = await scene.sweep([{ object: a, screw: { axis: Z, pivot: ORIGIN, angle: 2 } }], {
      forgive: 0,
      effort: 10,
    });
    expect(short.stats.limited).toBe(true);
    for (const effort of [10, 57, 300, 1500]) {
      const limited = await scene.sweep([{ object: a, screw: { axis: Z, pivot: ORIGIN, angle: 300 } }], {
        forgive: 0,
        effort,
      });
      expect(limited.evaluations).toBeLessThanOrEqual(effort);
    }
    await expect(
      scene.sweep([{ object: a, screw: { axis: [0, Number.NaN, 1], pivot: ORIGIN, angle: 1 } }]),
    ).rejects.toThrow('axis is [0, NaN, 1]; expected three numbers up to 2^250, not all 0');
    expect(pairOf(short, around).some(({ state }) => state === SWEEP_STATE.open)).toBe(true);
    await expect(
      scene.sweep([{ object: a, screw: { axis: Z, pivot: ORIGIN, angle: 2 } }], { signal: AbortSignal.abort() }),
    ).rejects.toThrow();
  });
});
