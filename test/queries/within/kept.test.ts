/** `within` with clusters that are kept while objects are placed: the same answers, bit for bit, as those of a scene that keeps nothing. */
import { describe, expect, it } from 'vitest';
import type { Proximities, Scene, WithinOptions } from '../../../src/index.ts';
import { keepingEngine } from '../../support/kept-engines.ts';
import { Random } from '../../support/random.ts';
import { bumpy, freshScene, type RigidMesh, rigidMatrix } from '../../support/rigid-scenes.ts';
import { seedsOf } from '../../support/thoroughness.ts';

const partsOf = ({ stats: _, ...answer }: Proximities) => answer;

describe.each([0, 2])('within that keeps clusters, %i threads', (threads) => {
  const engine = keepingEngine(threads);

  /** What a scene says that has never been asked before. */
  async function afresh(
    meshes: readonly RigidMesh[],
    places: readonly (Float64Array | undefined)[],
    distance: number,
    options: WithinOptions,
  ) {
    using scene = freshScene(engine(), meshes, places);
    return await scene.within(distance, options);
  }

  it('answers as a scene that keeps nothing', async () => {
    let [lookedAt, all, pairs] = [0, 0, 0];
    for (let seed = 0; seed < seedsOf(80); seed++) {
      const random = new Random(seed + 1000 * threads);
      const meshes = Array.from({ length: random.integer(2, 5) }, () => bumpy(random, random.integer(4, 12)));
      using scene: Scene = engine().createScene();
      for (const mesh of meshes) scene.add(mesh);
      const places: (Float64Array | undefined)[] = meshes.map(() => undefined);
      await scene.within(0.01);
      for (let pose = 0; pose < 6; pose++) {
        for (const i of meshes.keys()) {
          if (random.real(0, 1) < 0.3) continue;
          places[i] = rigidMatrix(random, random.integer(2, 3));
          scene.place(i, places[i]);
        }
        if (random.real(0, 1) < 0.2) {
          // One of them deforms from time to time.
          meshes[0] = { ...meshes[0], positions: meshes[0].positions.map((x) => x * 1.01) as RigidMesh['positions'] };
          scene.move(0, meshes[0].positions);
        }
        const distance = [1e-6, 0.02, 0.3, 5, Number.POSITIVE_INFINITY][random.integer(0, 4)];
        const asked: WithinOptions = {
          objects: distance > 0.3 || random.real(0, 1) < 0.5,
          points: random.real(0, 1) < 0.7,
          ...(random.real(0, 1) < 0.2 && { ignore: [[0, 1]] as [number, number][] }),
          ...(random.real(0, 1) < 0.2 && { pairs: [[0, 1]] as [number, number][] }),
        };
        const kept = await scene.within(distance, asked);
        const fresh = await afresh(meshes, places, distance, asked);
        expect(partsOf(kept), `seed ${seed}, pose ${pose}, ${distance}`).toEqual(partsOf(fresh));
        lookedAt += kept.stats.trianglesLookedAt;
        all += kept.stats.triangles;
        pairs += kept.distances.length;
      }
    }
    expect(pairs).toBeGreaterThan(100);
    expect(lookedAt).toBeLessThan(0.7 * all);
  });

  it('keeps clusters from the second query on, and looks at few triangles', async () => {
    const random = new Random(5);
    const [first, second] = [bumpy(random, 40), bumpy(random, 40)];
    using scene = engine().createScene();
    scene.add(first);
    scene.add(second);
    const place = (x: number) => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1);
    scene.place(1, place(2.4));
    const looked: number[] = [];
    for (const x of [2.4, 2.35, 2.3]) {
      scene.place(1, place(x));
      looked.push((await scene.within(0.05)).stats.trianglesLookedAt);
    }
    const all = (first.indices.length + second.indices.length) / 3;
    expect(looked[0]).toBe(all);
    expect(looked[1]).toBeLessThan(all / 4);
    expect(looked[2]).toBeLessThan(all / 4);
  });
});
