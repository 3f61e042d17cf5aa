/**
 * `impacts` with a gap, against distances of moving features that share no code with it: never late, and early only within the bound.
 *
 * COLLIDESCOPE_GAP_CASES sets how many random motions, COLLIDESCOPE_FUZZ_SEED where the seeds begin.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { distanceAt, featureDistance, type MovingFeatures, timeNearerThan } from '../../../oracle/gap.ts';
import type { AllKernelExports } from '../../../src/backend/wasm/kernels.ts';
import { WasmRuntime } from '../../../src/backend/wasm/runtime.ts';
import { createEngine } from '../../../src/index.ts';
import { IMPACTS_JOB } from '../../../src/queries/impacts/records.ts';
import { NASTY_MOTIONS } from '../../support/nasty-motions.ts';
import { Random } from '../../support/random.ts';
import { readShared, sharedFolder } from '../../support/shared.ts';
import { seedsOf } from '../../support/thoroughness.ts';

const CASES = Number(process.env.COLLIDESCOPE_GAP_CASES ?? 300);
const FIRST_SEED = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);

let runtime: WasmRuntime;
let kernels: AllKernelExports;
let block: number;
beforeAll(async () => {
  runtime = await WasmRuntime.open(0);
  kernels = await runtime.loadKernels('all');
  block = runtime.memory.allocate(4 * 48, 'the test');
});

function kernelTime({ isFace, start, end }: MovingFeatures, gap: number, keep: number): number | undefined {
  const { f64 } = runtime.memory;
  for (let i = 0; i < 12; i++) {
    const at = (block + 48 * Math.floor(i / 3) + 16 * (i % 3)) >>> 3;
    f64[at] = start[i];
    f64[at + 1] = end[i];
  }
  f64[IMPACTS_JOB.at.gap >>> 3] = gap;
  f64[IMPACTS_JOB.at.keep >>> 3] = keep;
  const tick = kernels.gapTick(isFace ? 0 : 1, block, block + 48, block + 96, block + 144);
  return tick < 0 ? undefined : tick / 2 ** 52;
}

const extentOf = ({ start, end }: MovingFeatures): number =>
  Math.max(
    ...[0, 1, 2].map((k) => {
      const all = [...start, ...end].filter((_, i) => i % 3 === k);
      return Math.max(...all) - Math.min(...all);
    }),
  );

/** What happened: whether the pair came near, and whether the oracle could settle the bounds. */
function check(features: MovingFeatures, gap: number, keep: number, label: string): { near: boolean; open: boolean } {
  const time = kernelTime(features, gap, keep);
  const size = extentOf(features);
  const keeps = Math.min(gap, keep * distanceAt(features, 0));
  // Distances of the oracle are rounded.
  const least = keeps * (1 - 1e-6) - 1e-13 * size;
  const before = least > 0 ? timeNearerThan(features, least, 0, time ?? 1) : undefined;
  expect(before ?? undefined, `${label}: nearer than ${least} before ${time}`).toBeUndefined();
  if (time === undefined) return { near: false, open: before === null };
  const near = keeps * (1 + 2 ** -7) + 2 ** -40 * size;
  const after = timeNearerThan(features, near * (1 + 1e-9) + 1e-14 * size, time, Math.min(1, time + 2 ** -7));
  expect(after, `${label}: not nearer than ${near} within 2^-7 after ${time}`).not.toBeUndefined();
  return { near: true, open: before === null || after === null };
}

function randomFeatures(random: Random): MovingFeatures {
  const size = 10 ** random.real(-3, 3);
  const offset = random.chance(0.3) ? 1e3 * size : 0;
  const spread = 10 ** random.real(-3, 0);
  const moves = 10 ** random.real(-3, 0.5);
  const start = random.times(12, () => offset + size * random.real(-1, 1) * spread);
  const lift = random.pick([0, 0, 1e-6, 1e-2, 1]);
  for (let i = 0; i < 3; i++) start[i] += lift * size * random.real(-1, 1);
  const common = random.times(3, () => moves * size * random.real(-1, 1));
  const wobble = random.pick([0, 0.01, 1]);
  const end = start.map(
    (x, i) => x + (random.chance(0.5) ? common[i % 3] : 0) + wobble * moves * size * random.real(-1, 1),
  );
  return { isFace: random.chance(0.5), start, end };
}

describe('a gap between two features', () => {
  it('is kept until the time given, which is early by no more than the bound', () => {
    let [near, open] = [0, 0];
    for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed++) {
      const random = new Random(seed);
      const features = randomFeatures(random);
      const gap = extentOf(features) * 10 ** random.real(-9, 0);
      const found = check(features, gap, random.pick([0.5, 0.5, 0.1, 0.9]), `seed ${seed}`);
      near += Number(found.near);
      open += Number(found.open);
    }
    expect(near).toBeGreaterThan(CASES / 20);
    expect(CASES - near).toBeGreaterThan(CASES / 20);
    // What the oracle cannot settle says nothing: it must be little.
    expect(open).toBeLessThan(CASES / 10);
  });

  it.each(Object.entries(NASTY_MOTIONS))('nasty: %s', (name, make) => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + Math.ceil(CASES / 25); seed++) {
      for (const isFace of [true, false]) {
        const motion = make(new Random(1000 * seed + name.length), isFace);
        const features = { isFace, start: motion.slice(0, 12), end: motion.slice(12) };
        const size = extentOf(features);
        if (!(size > 1e-200 && size < 1e60)) continue;
        const exact = featureDistance(isFace, features.start) <= 1e-12 * size;
        if (exact) continue;
        check(features, size * 10 ** new Random(seed).real(-9, 0), 0.5, `${name}, seed ${seed}, ${motion.join(' ')}`);
      }
    }
  });

  it('is measured by the oracle alike from each corner of a needle', () => {
    // The vertex is just above the inside of a triangle that is long and thin, and beyond its first corner for most of its breadth.
    const corners = [
      [0, 0, 0],
      [-10, 1, 0],
      [1, 0.01, 0],
    ];
    const vertex = [0.5, 0.03, 1e-9];
    for (const turn of [0, 1, 2]) {
      const turned = [0, 1, 2].flatMap((i) => corners[(i + turn) % 3]);
      expect(featureDistance(true, [...vertex, ...turned])).toBeCloseTo(1e-9, 15);
    }
  });

  it('is answered as without a gap by what touches at the start, and with keep 0', () => {
    for (let seed = 0; seed < 50; seed++) {
      const random = new Random(seed);
      const whole = () => random.times(12, () => random.integer(-4, 4));
      const touching = whole();
      touching.splice(0, 3, ...touching.slice(6, 9));
      expect(kernelTime({ isFace: true, start: touching, end: whole() }, 0.5, 0.5)).toBe(0);
      const time = kernelTime({ isFace: true, start: whole(), end: whole() }, 0.5, 0);
      const tick = kernels.impactTick(0, block, block + 48, block + 96, block + 144);
      expect(time).toBe(tick < 0 ? undefined : tick / 2 ** 52);
    }
  });
});

describe.skipIf(sharedFolder === undefined)('labelled queries', () => {
  const folder = 'meshes/ccd-queries';
  const names =
    sharedFolder === undefined ? [] : readdirSync(join(sharedFolder, folder)).filter((name) => !name.includes('.'));

  it.each(names)('%s: what meets comes near before, never later', (name) => {
    for (const kind of ['vertex-face', 'edge-edge']) {
      for (const file of readdirSync(join(sharedFolder!, folder, name, kind)).slice(0, 2)) {
        const rows = new TextDecoder()
          .decode(readShared(`${folder}/${name}/${kind}/${file}`))
          .trim()
          .split('\n')
          .map((line) => line.split(','));
        const step = 8 * Math.max(1, Math.floor(rows.length / 8 / 40));
        for (let at = 0; at + 8 <= rows.length; at += step) {
          const motion = rows
            .slice(at, at + 8)
            .flatMap((row) => [0, 2, 4].map((k) => Number(row[k]) / Number(row[k + 1])));
          const isFace = kind === 'vertex-face';
          const features = { isFace, start: motion.slice(0, 12), end: motion.slice(12) };
          const size = extentOf(features);
          const time = kernelTime(features, 0.01 * size, 0.5);
          const tick = kernels.impactTick(isFace ? 0 : 1, block, block + 48, block + 96, block + 144);
          const label = `${name}/${kind}/${file}, query ${at / 8}`;
          if (tick >= 0) expect(time, label).toBeLessThanOrEqual(tick / 2 ** 52);
          if (featureDistance(isFace, features.start) > 1e-9 * size) check(features, 0.01 * size, 0.5, label);
        }
      }
    }
  });
});

describe('impacts with a gap', () => {
  const square = Uint32Array.of(0, 1, 2, 0, 2, 3);
  const sheet = (z: number, size = 4) =>
    Float64Array.of(-size, -size, z, size, -size, z, size, size, z, -size, size, z);

  it('stops in time, and is not stuck there', async () => {
    const engine = await createEngine({ backend: 'wasm', threads: 0 });
    using scene = engine.createScene();
    scene.add({ positions: sheet(0, 9), indices: square });
    const body = scene.add({ positions: sheet(1), indices: square });
    let height = 1;
    for (let step = 0; step < 12; step++) {
      scene.aim(body, sheet(height - 2));
      const { times, earliest, normals, sides } = await scene.impacts({ gap: 0.125 });
      const time = times[earliest[0]];
      const kept = Math.min(0.125, 0.5 * height);
      const next = height - 2 * time;
      expect(next).toBeGreaterThanOrEqual(kept);
      expect(next).toBeLessThan(kept + 2 * 2 ** -7 + kept * 2 ** -7);
      expect(time).toBeGreaterThan(0);
      expect(normals![3 * earliest[0] + 2] * sides[earliest[0]]).not.toBe(0);
      height = next;
      scene.move(body, sheet(height));
    }
    // Away, and past at more than the gap: nothing.
    scene.aim(body, sheet(height + 1));
    expect((await scene.impacts({ gap: height * 0.9 })).times).toHaveLength(0);
    engine.dispose();
  });

  it('equals single questions on a random scene, for all and for the earliest, with any number of threads', async () => {
    for (const threads of [0, 2]) {
      const engine = await createEngine({ backend: 'wasm', threads });
      for (let seed = 0; seed < 6; seed++) {
        const random = new Random(seed);
        const meshes = random.times(6, () => {
          const at = random.times(3, () => random.real(-1, 1));
          const start = Float64Array.from({ length: 9 }, (_, i) => at[i % 3] + random.real(-0.3, 0.3));
          return { start, end: start.map((x) => x + random.real(-0.4, 0.4)) };
        });
        using scene = engine.createScene();
        for (const { start, end } of meshes) scene.aim(scene.add({ positions: start, weld: false }), end);
        const gap = random.pick([0.01, 0.1, 0.3]);
        const answer = await scene.impacts({ gap });
        const found = new Map(
          Array.from(answer.times, (time, i) => [answer.features.subarray(6 * i, 6 * i + 6).join(' '), time]),
        );
        const expected = new Map<string, number>();
        const ask = (isFace: boolean, lists: readonly [number, number[]][], name: string) => {
          const of = (what: 'start' | 'end') =>
            lists.flatMap(([mesh, list]) => list.flatMap((v) => [...meshes[mesh][what].subarray(3 * v, 3 * v + 3)]));
          const time = kernelTime({ isFace, start: of('start'), end: of('end') }, gap, 0.5);
          if (time !== undefined) expected.set(name, time);
        };
        const edges = [
          [0, 1],
          [0, 2],
          [1, 2],
        ];
        for (let a = 0; a < 6; a++) {
          for (let b = 0; b < 6; b++) {
            if (a === b) continue;
            for (const v of [0, 1, 2])
              ask(
                true,
                [
                  [a, [v]],
                  [b, [0, 1, 2]],
                ],
                `${a} ${v} ${v} ${b} 0 0`,
              );
            if (a > b) continue;
            for (const p of edges)
              for (const q of edges)
                ask(
                  false,
                  [
                    [a, p],
                    [b, q],
                  ],
                  `${a} ${p.join(' ')} ${b} ${q.join(' ')}`,
                );
          }
        }
        const names = (map: Map<string, number>) => [...map.keys()].sort();
        expect(names(found), `seed ${seed}`).toEqual(names(expected));
        for (const [name, time] of expected) expect(found.get(name), `seed ${seed}, ${name}`).toBe(time);
        const first = await scene.impacts({ gap, first: true });
        if (answer.times.length > 0) {
          const least = Math.min(...answer.times);
          expect(first.times[0]).toBe(least);
          const at = answer.times.indexOf(least);
          expect([...first.features]).toEqual([...answer.features.subarray(6 * at, 6 * at + 6)]);
        }
      }
      engine.dispose();
    }
  });

  it('says the same of two objects, to the bit, whatever stands beside them', async () => {
    const engine = await createEngine({ backend: 'wasm', threads: 0 });
    const indices = Uint32Array.of(0, 1, 2);
    let found = 0;
    for (let seed = 0; seed < seedsOf(600); seed++) {
      const random = new Random(seed);
      const size = random.pick([1e-10, 1e-11, 1e-12]);
      const meshes = random.times(2, () => Float64Array.from({ length: 9 }, () => random.real(-1, 1)));
      // So short a way that the search for the time comes down to roundings.
      const end = meshes[1].map((x) => x + size * random.real(-1, 1));
      const ask = async (others: readonly Float64Array[]) => {
        using scene = engine.createScene();
        for (const positions of [...meshes, ...others]) scene.add({ positions, indices });
        scene.aim(1, end);
        const { features, times } = await scene.impacts({ gap: 5, keep: 1 - size / 10 });
        // What stands beside them may come near them too.
        const its = [...times.keys()].filter((i) => features[6 * i] < 2 && features[6 * i + 3] < 2);
        return its.map((i) => [...features.subarray(6 * i, 6 * i + 6), times[i]]);
      };
      const alone = await ask([]);
      found += alone.length;
      for (const side of [0, 1, 2, 3, 4, 5]) {
        // A row of others changes how the scene is looked at.
        const row = [4, 8, 12, 16, 20].map((far) =>
          Float64Array.of(0, 0, 0, 0.1, 0, 0, 0, 0.1, 0.1).map((x, i) =>
            i % 3 === side % 3 ? x + (side < 3 ? -far : far) : x,
          ),
        );
        expect(await ask(row), `seed ${seed}, side ${side}`).toEqual(alone);
      }
    }
    expect(found).toBeGreaterThan(100);
    engine.dispose();
  });

  it('refuses gaps and parts that make no sense', async () => {
    const engine = await createEngine({ backend: 'wasm', threads: 0 });
    using scene = engine.createScene();
    for (const gap of [-1, Number.NaN, Number.POSITIVE_INFINITY, '1' as unknown as number]) {
      await expect(scene.impacts({ gap })).rejects.toThrow('option-range: impacts: gap is');
    }
    for (const keep of [-0.1, 1, Number.NaN]) await expect(scene.impacts({ gap: 1, keep })).rejects.toThrow('keep is');
    engine.dispose();
  });
});
