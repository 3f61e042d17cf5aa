/**
 * `sweep` from outside: random screws, keyframes and chains of random solids, and mechanisms with play. Poses are drawn inside the
 * intervals called free, many of them next to their ends, and held against a plain test of crossing surfaces.
 */
import { describe, expect, it } from 'vitest';
import type { MeshInput, Sweep } from '../../src/index.ts';
import { Random } from '../support/random.ts';
import { isLong } from '../support/thoroughness.ts';
import { FIRST_SEED, wasmEngines } from './engines.ts';
import { clearlyCross, placed, type Surface } from './oracle/surfaces.ts';
import { chainOf, type Matrix, posesOf, randomKeys, randomScrew, type Way } from './scenes/motions.ts';

const engines = wasmEngines();
const FREE = 0;
const STILL: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** A prism over a star of n points about a centre: convex for few points, jagged for many. */
function solid(random: Random, size: number, centre: readonly number[]): MeshInput {
  const n = random.integer(3, 9);
  const positions: number[] = [];
  for (const z of [-1, 1]) {
    for (let i = 0; i < n; i++) {
      const radius = size * random.real(0.4, 1);
      const angle = (2 * Math.PI * (i + random.real(0, 0.4))) / n;
      const lean = random.real(0.7, 1) * z * size;
      positions.push(
        centre[0] + radius * Math.cos(angle),
        centre[1] + radius * Math.sin(angle),
        centre[2] + (random.chance(0.5) ? lean : z * size * 0.8),
      );
    }
  }
  const indices: number[] = [];
  for (let i = 0; i < n; i++) {
    const next = (i + 1) % n;
    indices.push(i, next, n + next, i, n + next, n + i);
    if (i > 1) indices.push(0, i, i - 1, n, n + i - 1, n + i);
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

const surfaceOf = ({ positions, indices }: MeshInput): Surface => ({
  corners: Float64Array.from(
    Array.from(indices!).flatMap((vertex) => [0, 1, 2].map((k) => (positions as Float64Array)[3 * vertex + k])),
  ),
});

/** A time in what is free of a pair: anywhere, or next to an end. */
function drawTime(random: Random, from: number, to: number): number {
  const inner = (to - from) * random.pick([1, 1, 1e-3, 1e-6]) * random.real(0, 1);
  return random.chance(0.5) ? from + inner : to - inner;
}

/** Poses in which a pair that is called free clearly crosses. */
function falseFree(
  sweep: Sweep,
  meshes: readonly MeshInput[],
  posesAt: (t: number) => readonly Matrix[],
  poses: number,
  random: Random,
) {
  const surfaces = meshes.map(surfaceOf);
  const room = surfaces.map(({ corners }) => new Float64Array(corners.length));
  const free = Array.from(sweep.states.keys()).filter((i) => sweep.states[i] === FREE);
  const wrong: string[] = [];
  let held = 0;
  for (let k = 0; k < poses && free.length > 0; k++) {
    const interval = random.pick(free);
    const pair = sweep.offsets.findLastIndex((offset) => offset <= interval);
    const [a, b] = [sweep.objectPairs[2 * pair], sweep.objectPairs[2 * pair + 1]];
    const t = drawTime(random, sweep.ends[2 * interval], sweep.ends[2 * interval + 1]);
    const places = posesAt(t);
    const [p, q] = [a, b].map((object) => placed(surfaces[object], places[object], room[object]));
    held++;
    if (clearlyCross(p, q)) wrong.push(`${a} and ${b} at ${t}, of ${sweep.ends.slice(2 * interval, 2 * interval + 2)}`);
  }
  return { wrong, held };
}

/** What moves: one, or a chain; the others stand. */
async function attack(seed: number, poses: number): Promise<{ held: number; seen: number }> {
  const random = new Random(seed);
  const count = random.integer(2, 4);
  const centres = Array.from({ length: count }, () => [0, 1, 2].map(() => random.real(-3, 3)));
  const meshes = centres.map((centre) => solid(random, random.pick([0.3, 1, 1, 2]), centre));
  const movers = Array.from({ length: random.integer(1, count - 1) }, (_, i) => i);
  const ways: Way[] = movers.map(() => (random.chance(0.7) ? randomScrew(random) : randomKeys(random)));
  using scene = random.pick(engines).createScene();
  for (const mesh of meshes) scene.add(mesh);
  const sweep = await scene.sweep(chainOf(movers, ways), { forgive: 0, effort: random.pick([50, 500, 5000]) });
  const posesAt = (t: number) => {
    const moved = posesOf(ways, t);
    return meshes.map((_, i) => moved[i] ?? STILL);
  };
  const { wrong, held } = falseFree(sweep, meshes, posesAt, poses, random);
  expect(wrong, `seed ${seed}`).toEqual([]);
  return { held, seen: crossingWitnesses(sweep, meshes, posesAt) };
}

/** Witnesses in which the plain test sees a crossing too: were there none, it would be blind. */
function crossingWitnesses(
  sweep: Sweep,
  meshes: readonly MeshInput[],
  posesAt: (t: number) => readonly Matrix[],
): number {
  const surfaces = meshes.map(surfaceOf);
  return Array.from(sweep.witnesses).filter((t, interval) => {
    if (Number.isNaN(t)) return false;
    const pair = sweep.offsets.findLastIndex((offset) => offset <= interval);
    const [p, q] = [0, 1].map((k) => {
      const object = sweep.objectPairs[2 * pair + k];
      return placed(surfaces[object], posesAt(t)[object], new Float64Array(surfaces[object].corners.length));
    });
    return clearlyCross(p, q);
  }).length;
}

describe('sweep = sampled poses', () => {
  it.each([
    [isLong ? 200 : 10, isLong ? 10_000 : 500],
    [isLong ? 2000 : 60, isLong ? 300 : 60],
  ])('for %i motions, %i poses each', async (count, poses) => {
    let [held, seen] = [0, 0];
    for (let i = 0; i < count; i++) {
      const found = await attack(FIRST_SEED + 100_000 * poses + i, poses);
      held += found.held;
      seen += found.seen;
    }
    expect(held).toBeGreaterThan((count * poses) / 2);
    expect(seen).toBeGreaterThan(count / 2);
    if (isLong) console.log(`${count} motions, ${held} poses inside what is called free: none crosses`);
  });
});

/** A regular prism about z, and a ring of the same number of sides around it whose sides are farther from the axis. */
function prism(n: number, radius: number, half: number): MeshInput {
  const corners = [-half, half].flatMap((z) =>
    Array.from({ length: n }, (_, i) => {
      const angle = (2 * Math.PI * i) / n;
      return [radius * Math.cos(angle), radius * Math.sin(angle), z];
    }),
  );
  const indices: number[] = [];
  for (let i = 0; i < n; i++) {
    const next = (i + 1) % n;
    indices.push(i, next, n + next, i, n + next, n + i);
    if (i > 1) indices.push(0, i, i - 1, n, n + i - 1, n + i);
  }
  return { positions: Float64Array.from(corners.flat()), indices: Uint32Array.from(indices) };
}

/** The wall of a hole with n sides, open at both ends: corners at `radius`. */
function wallOf(n: number, radius: number, half: number): MeshInput {
  const { positions } = prism(n, radius, half);
  const indices: number[] = [];
  for (let i = 0; i < n; i++) {
    const next = (i + 1) % n;
    indices.push(i, next, n + next, i, n + next, n + i);
  }
  return { positions, indices: Uint32Array.from(indices) };
}

describe('mechanisms with play', () => {
  it('pins that turn in holes: free with play, not free where corners reach the sides', async () => {
    for (let seed = 0; seed < (isLong ? 200 : 12); seed++) {
      const random = new Random(FIRST_SEED + seed + 77);
      const n = random.integer(6, 40);
      const play = random.pick([1e-2, 1e-3, 1e-4]);
      const isTight = random.chance(0.4);
      // Corners of the pin at 1; sides of the hole at 1 + play, or below 1, but its corners above: then corners pass through sides on the way.
      const side = isTight ? 1 - Math.min(play, (1 - Math.cos(Math.PI / n)) / 2) : 1 + play;
      const pin = prism(n, 1, 2);
      const wall = wallOf(n, side / Math.cos(Math.PI / n), 0.5);
      using scene = random.pick(engines).createScene();
      scene.add(pin);
      scene.add(wall);
      const axis: [number, number, number] = [0, 0, 1];
      const screw = {
        axis,
        pivot: [0, 0, 0] as [number, number, number],
        angle: 2 * Math.PI,
        travel: random.real(-1, 1),
      };
      const sweep = await scene.sweep([{ object: 0, screw }], { forgive: 0, accuracy: play / 10 });
      const isFree = Array.from(sweep.states).every((state) => state === FREE);
      expect(isFree, `seed ${seed}, ${n} sides, ${isTight ? 'tight' : 'play'} ${play}`).toBe(!isTight);
    }
  });
});
