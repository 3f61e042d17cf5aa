/** `impacts` with clusters that are kept while objects are placed and aimed: the same answers, bit for bit, as those of a scene that keeps nothing. */
import { describe, expect, it } from 'vitest';
import { oracleImpacts } from '../../../oracle/impacts.ts';
import type { Impacts, ImpactsOptions, Scene } from '../../../src/index.ts';
import { freeMatrix } from '../../support/free-matrix.ts';
import { keepingEngine } from '../../support/kept-engines.ts';
import { Random } from '../../support/random.ts';
import { bumpy, type RigidMesh, rigidMatrix } from '../../support/rigid-scenes.ts';
import { expectSame } from '../../support/same-answer.ts';
import { seedsOf } from '../../support/thoroughness.ts';

const partsOf = ({ stats: _, ...answer }: Impacts) => answer;
const STANDING = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const shift = (x: number, y = 0, z = 0): number[] => [...STANDING.slice(0, 12), x, y, z, 1];

/** What an object does: where it stands, where its vertices end, and where it is placed at the end. */
interface Pose {
  mesh: RigidMesh;
  place?: ArrayLike<number> | undefined;
  ends?: RigidMesh['positions'] | undefined;
  goal?: ArrayLike<number> | undefined;
  readonly filter?: { category: number; mask: number };
}

function put(scene: Scene, id: number, { place, ends, goal }: Pose): void {
  scene.place(id, place ?? STANDING);
  if (ends) scene.aim(id, ends);
  if (goal) scene.aim(id, goal);
}

/** A place near another: moved, turned or scaled by little; now and then far, flat, or the same. */
function near(random: Random, place: ArrayLike<number>, scale: number): number[] {
  const size = random.pick([0, 1e-9, 1e-3, 0.02, 0.02, 0.05, 0.05, 0.4]);
  const goal = Array.from(place, (x, i) => (i % 4 === 3 ? x : x + random.real(-size, size) * (i > 11 ? scale : 1)));
  if (random.chance(0.05)) for (const i of [0, 1, 2]) goal[i] = 0;
  // Only shifted, along a common direction.
  return random.chance(0.4) ? [...Array.from(place).slice(0, 12), ...goal.slice(12)] : goal;
}

function question(random: Random, scale: number): ImpactsOptions {
  const pairs = random.pick<ImpactsOptions>([
    {},
    {},
    {},
    { ignore: [[0, 1]] },
    { pairs: [[0, 1]] },
    {
      pairs: [
        [0, 0],
        [0, 1],
      ],
    },
    { self: true },
  ]);
  return {
    ...pairs,
    first: random.chance(0.25),
    points: random.chance(0.8),
    approaching: random.chance(0.25),
    gap: !pairs.self && random.chance(0.3) ? random.pick([1e-3, 0.01, 0.05]) * scale : 0,
    keep: random.pick([0.5, 0.9]),
  };
}

describe.each([0, 2])('impacts that keep clusters, %i threads', (threads) => {
  const engine = keepingEngine(threads);

  /** What a scene says that has never been asked before. */
  async function afresh(poses: readonly Pose[], options: ImpactsOptions) {
    using scene = engine().createScene();
    for (const pose of poses) {
      const id = scene.add(pose.mesh);
      if (pose.filter) scene.filter(id, pose.filter);
      put(scene, id, pose);
    }
    return await scene.impacts(options);
  }

  it('answers as a scene that keeps nothing', async () => {
    let [lookedAt, all, found, kept, moving] = [0, 0, 0, 0, 0];
    for (let seed = 0; seed < seedsOf(80); seed++) {
      const random = new Random(seed + 1000 * threads);
      // Very small and very large coordinates, too.
      const scale = random.pick([1, 1, 1, 1, 2 ** -300, 2 ** -90, 2 ** 80]);
      const poses = random.times(random.integer(2, 4), (): Pose => {
        const { positions, indices } = bumpy(random, random.integer(4, 10));
        // Half of them without triangles that have no area: those of the others are known as they were given.
        const mesh = {
          positions: positions.map((x) => x * scale),
          indices: indices.slice(0, random.pick([-6, indices.length])),
        };
        const usable = scale < 2 ** -100 ? Float64Array.from(mesh.positions) : mesh.positions;
        const filter = random.chance(0.2) ? { category: 2, mask: random.pick([1, 2, 3]) } : undefined;
        return { mesh: { ...mesh, positions: usable }, ...(filter && { filter }) };
      });
      using scene = engine().createScene();
      for (const { mesh, filter } of poses) {
        const id = scene.add(mesh);
        if (filter) scene.filter(id, filter);
      }
      if (random.chance(0.5)) {
        // Another instance of the last mesh, which shares what is kept.
        scene.addInstance(poses.length - 1);
        const { mesh, filter } = poses[poses.length - 1];
        poses.push({ mesh, ...(filter && { filter }) });
      }
      await scene.impacts();
      for (let step = 0; step < 6; step++) {
        for (const [id, pose] of poses.entries()) {
          if (random.chance(0.3)) continue;
          const matrix = random.chance(0.1) ? freeMatrix(random) : rigidMatrix(random, random.pick([1, 1.5]));
          if (random.chance(0.7)) pose.place = Array.from(matrix, (x, i) => (i > 11 && i < 15 ? x * scale : x));
          pose.goal = random.chance(0.7) ? near(random, pose.place ?? STANDING, scale) : undefined;
          pose.ends = random.chance(0.1) ? pose.mesh.positions.map((x) => x * random.real(0.99, 1.01)) : undefined;
          put(scene, id, pose);
        }
        if (random.chance(0.15)) {
          // One of them deforms from time to time.
          poses[0].mesh = { ...poses[0].mesh, positions: poses[0].mesh.positions.map((x) => x * 1.01) };
          scene.move(0, poses[0].mesh.positions);
          put(scene, 0, poses[0]);
        }
        const options = question(random, scale);
        const answer = await scene.impacts(options);
        const fresh = await afresh(poses, options);
        const about = `seed ${seed}, step ${step}, ${JSON.stringify(options)}`;
        expectSame(partsOf(answer), partsOf(fresh), about);
        expect(answer.stats.triangles, about).toBe(fresh.stats.triangles);
        expect(answer.stats.trianglesLookedAt).toBeLessThanOrEqual(answer.stats.triangles);
        lookedAt += answer.stats.trianglesLookedAt;
        all += answer.stats.triangles;
        found += answer.times.length;
        kept += Number(answer.stats.trianglesLookedAt < answer.stats.triangles);
        moving += answer.times.reduce((sum, time) => sum + Number(time > 0), 0);
      }
    }
    expect(found).toBeGreaterThan(1000);
    expect(moving).toBeGreaterThan(300);
    expect(kept).toBeGreaterThan(2);
    expect(lookedAt).toBeLessThan(0.97 * all);
  });

  it('finds what the oracle finds', async () => {
    let [found, looked, asked] = [0, 0, 0];
    for (let seed = 0; seed < seedsOf(10); seed++) {
      const random = new Random(seed);
      // On a grid of 2^-12, so that placing by a shift rounds nothing.
      const mesh = bumpy(random, 4);
      const rounded = {
        positions: Float64Array.from(mesh.positions, (x) => Math.round(x * 4096) / 4096),
        indices: mesh.indices,
      };
      using scene = engine().createScene();
      for (const _ of [0, 1]) scene.add(rounded);
      await scene.impacts();
      for (let step = 0; step < 1; step++) {
        const whole = (size: number) => Math.round(random.real(-size, size) * 4096) / 4096;
        const [x, y] = [1.88 + whole(0.05), whole(0.1)];
        const by = [whole(0.15), whole(0.05), whole(0.05)];
        scene.place(1, shift(x, y));
        scene.aim(1, shift(x + by[0], y + by[1], by[2]));
        const { kinds, features, times, stats } = await scene.impacts();
        const { positions, indices } = rounded;
        const started = positions.map((value, i) => value + [x, y, 0][i % 3]);
        const ended = started.map((value, i) => value + by[i % 3]);
        const expected = oracleImpacts(
          [
            { positions, end: positions, indices },
            { positions: started, end: ended, indices },
          ],
          { self: false, between: true },
        );
        looked += stats.trianglesLookedAt / stats.triangles;
        expect(Array.from(kinds)).toEqual(expected.map(({ kind }) => kind));
        expect(Array.from(features)).toEqual(expected.flatMap((impact) => impact.features));
        expect(Array.from(times)).toEqual(expected.map(({ time }) => time));
        found += times.length;
        asked++;
      }
    }
    expect(found).toBeGreaterThan(0);
    expect(looked).toBeLessThan(asked);
  });

  it('looks at few triangles from the second query on, and at none of what stays away', async () => {
    const random = new Random(5);
    const [first, second] = [bumpy(random, 40), bumpy(random, 40)];
    using scene = engine().createScene();
    for (const mesh of [first, second]) scene.add(mesh);
    const looked: number[] = [];
    for (const x of [2.15, 2.14, 2.13, 2.5]) {
      scene.place(1, shift(x));
      scene.aim(1, shift(x - 0.05, 0.05));
      looked.push((await scene.impacts()).stats.trianglesLookedAt);
    }
    const all = (first.indices.length + second.indices.length) / 3;
    expect(looked[0]).toBe(all);
    for (const some of looked.slice(1, 3)) {
      expect(some).toBeGreaterThan(0);
      expect(some).toBeLessThan(all / 4);
    }
    expect(looked[3]).toBe(0);
    // Both go far together: nothing comes near.
    scene.place(0, shift(0));
    scene.place(1, shift(2.5));
    for (const [id, x] of [0, 2.5].entries()) scene.aim(id, shift(x + 0.1));
    expect((await scene.impacts()).stats.trianglesLookedAt).toBe(0);
    // What deforms is looked at as a whole.
    scene.move(0, first.positions);
    scene.move(1, second.positions);
    expect((await scene.impacts()).stats.trianglesLookedAt).toBe(all);
  });
});
