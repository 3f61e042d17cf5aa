/** Between frames: what turns through something is never told to be free, whatever the angle; what passes far from everything is. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { type FramePath, passageOf } from '../../src/report/passages.ts';
import { Random } from '../support/random.ts';

const SWINGS = Number(process.env.COLLIDESCOPE_SWINGS ?? 25);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine.dispose());

const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [(i & 1) - 0.5, ((i >> 1) & 1) - 0.5, (i >> 2) - 0.5]);
const INDICES = Uint32Array.of(
  ...[0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5],
);
const box = (centre: readonly number[], size: readonly number[]) =>
  Float32Array.from(CORNERS.flatMap((corner) => corner.map((x, k) => centre[k] + x * size[k])));

/** A lever from the origin along x, turned around z. */
const lever = box([1, 0, 0], [2, 0.1, 0.1]);
const turned = (angle: number, lift: number) => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return lever.map((_, i) => {
    const [x, y, z] = lever.subarray(i - (i % 3), i - (i % 3) + 3);
    return [x * c - y * s, x * s + y * c, z + lift][i % 3];
  });
};

it('finds what a lever swings through, and nothing where it swings free', async () => {
  let [hit, free] = [0, 0];
  for (let seed = 0; seed < SWINGS; seed++) {
    const random = new Random(seed);
    const [from, angle] = [random.real(-3, 3), random.real(0.05, 3)];
    const travel = random.pick([0, 0, 0.5]);
    const at = (t: number) => turned(from + angle * t, travel * t);
    const direction = from + random.real(-0.3, 1.3) * angle;
    const radius = random.real(0.2, 2.4);
    const post = box([radius * Math.cos(direction), radius * Math.sin(direction), 0], [0.1, 0.1, 0.3]);
    using scene = engine.createScene();
    const moving = scene.add({ positions: at(0), indices: INDICES });
    scene.add({ positions: post, indices: INDICES });
    const asked = { self: false, between: true };
    const way: FramePath = {
      from: [at(0), post],
      next: new Map([[moving, at(1)]]),
      time: 0,
      nextTime: 1,
      at: async (time) => new Map([[moving, at(time)]]),
      // On a circle: the square of the angle, times the radius, by eight.
      bendBetween: (p, q) => new Map([[moving, ((angle * (q - p)) ** 2 * Math.hypot(2, 0.05)) / 8]]),
      breaks: [],
      jumps: false,
      areFixed: () => false,
      meeting: (await scene.collide()).objectPairs,
    };
    const { impacts, separation = 0, firstImpact, proven, open = [] } = await passageOf(scene, asked, way);
    let first = Number.POSITIVE_INFINITY;
    let nearest = Number.POSITIVE_INFINITY;
    for (let step = 0; step <= 300; step++) {
      scene.move(moving, at(step / 300));
      if ((await scene.collide({ limit: 1 })).kinds.length > 0) first = Math.min(first, step / 300);
      else if (nearest > 0) nearest = Math.min(nearest, ...(await scene.within(0.01, { objects: true })).distances);
    }
    if (first <= 1) {
      hit++;
      expect(proven, `seed ${seed}`).toBe(false);
      expect(impacts + open.length, `seed ${seed}`).toBeGreaterThan(0);
      // What is pierced from the start on has no first impact of its own.
      if (first > 0)
        expect(Math.min(firstImpact ?? Infinity, ...open.map(({ time }) => time)), `seed ${seed}`).toBeLessThanOrEqual(
          first,
        );
    } else if (nearest > 2 * separation + 0.005) {
      free++;
      expect(impacts, `seed ${seed}`).toBe(0);
      expect(proven, `seed ${seed}`).toBe(true);
    }
    expect(separation).toBeGreaterThan(0);
    expect(separation).toBeLessThan(0.01);
  }
  expect(hit).toBeGreaterThan(2);
  expect(free).toBeGreaterThan(2);
});

it('takes straight ways as they are, and jumps too', async () => {
  using scene = engine.createScene();
  const moving = scene.add({ positions: lever, indices: INDICES });
  const way = (at: (time: number) => Float32Array, jumps = false): FramePath => ({
    from: [lever],
    next: new Map([[moving, at(1)]]),
    time: 2,
    nextTime: 3,
    at: async (time) => new Map([[moving, at(time - 2)]]),
    bendBetween: () => new Map([[moving, 0]]),
    breaks: [],
    jumps,
    areFixed: () => false,
    meeting: new Uint32Array(0),
  });
  const shifted = (by: number) => lever.map((x) => x + by);
  const asked = { self: false, between: true };
  expect(
    await passageOf(
      scene,
      asked,
      way((t) => shifted(5 * t)),
    ),
  ).toEqual({ impacts: 0, proven: true });
  expect(
    await passageOf(
      scene,
      asked,
      way((t) => shifted(t < 1 ? 0 : 5), true),
    ),
  ).toEqual({ impacts: 0, proven: true });
  scene.move(moving, lever);
  scene.add({ positions: box([4, 3, 3], [0.1, 9, 9]), indices: INDICES });
  const straight = await passageOf(
    scene,
    asked,
    way((t) => shifted(5 * t)),
  );
  expect(straight.impacts).toBeGreaterThan(0);
  expect(straight.firstImpact).toBeCloseTo(2 + 1.95 / 5, 3);
});
