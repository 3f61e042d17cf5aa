/** `contacts` with clusters that are kept while objects are placed: the same answers, bit for bit, as those of a scene that keeps nothing. */
import { describe, expect, it } from 'vitest';
import type { ContactsOptions, FeatureContacts } from '../../../src/index.ts';
import { masksOf } from '../../../src/queries/contacts/kept-masks.ts';
import { freeMatrix } from '../../support/free-matrix.ts';
import { keepingEngine } from '../../support/kept-engines.ts';
import { Random } from '../../support/random.ts';
import { bumpy, freshScene, type RigidMesh, rigidMatrix } from '../../support/rigid-scenes.ts';
import { expectSame } from '../../support/same-answer.ts';
import { seedsOf } from '../../support/thoroughness.ts';

const partsOf = ({ stats: _, ...answer }: FeatureContacts) => answer;

/** What is asked: about some pairs, with or without one that looks at itself. */
function question(random: Random): ContactsOptions {
  return random.pick<ContactsOptions>([
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
}

describe.each([0, 2])('contacts that keep clusters, %i threads', (threads) => {
  const engine = keepingEngine(threads);

  /** What a scene says that has never been asked before. */
  async function afresh(
    meshes: readonly RigidMesh[],
    places: readonly (ArrayLike<number> | undefined)[],
    distance: number,
    options: ContactsOptions,
  ) {
    using scene = freshScene(engine(), meshes, places);
    return await scene.contacts(distance, options);
  }

  it('answers as a scene that keeps nothing', async () => {
    let [lookedAt, all, found] = [0, 0, 0];
    for (let seed = 0; seed < seedsOf(80); seed++) {
      const random = new Random(seed + 1000 * threads);
      const meshes = Array.from({ length: random.integer(2, 4) }, () => bumpy(random, random.integer(4, 12)));
      using scene = engine().createScene();
      for (const mesh of meshes) scene.add(mesh);
      // Another instance of the last mesh, which shares what is kept.
      if (random.real(0, 1) < 0.5) {
        scene.addInstance(meshes.length - 1);
        meshes.push(meshes[meshes.length - 1]);
      }
      const places: (ArrayLike<number> | undefined)[] = meshes.map(() => undefined);
      await scene.contacts(0.01);
      for (let pose = 0; pose < 6; pose++) {
        for (const i of meshes.keys()) {
          if (random.real(0, 1) < 0.3) continue;
          // Some matrices are nearly flat, so that placed triangles lose their area.
          places[i] = random.real(0, 1) < 0.15 ? freeMatrix(random) : rigidMatrix(random, random.integer(2, 3));
          scene.place(i, places[i]!);
        }
        if (random.real(0, 1) < 0.3) {
          // One of them deforms from time to time.
          meshes[0] = { ...meshes[0], positions: meshes[0].positions.map((x) => x * 1.01) as RigidMesh['positions'] };
          scene.move(0, meshes[0].positions);
        }
        const distance = random.pick([1e-6, 0.02, 0.05, 0.1]);
        const options = { ...question(random), points: random.real(0, 1) < 0.7 } as ContactsOptions;
        const kept = await scene.contacts(distance, options);
        const fresh = await afresh(meshes, places, distance, options);
        expectSame(partsOf(kept), partsOf(fresh), `seed ${seed}, pose ${pose}, ${distance}`);
        lookedAt += kept.stats.trianglesLookedAt;
        all += kept.stats.triangles;
        found += kept.distances.length;
      }
    }
    expect(found).toBeGreaterThan(100);
    expect(lookedAt).toBeLessThan(0.9 * all);
  });

  it('keeps clusters from the second query on, and looks at few triangles', async () => {
    const random = new Random(5);
    const [first, second] = [bumpy(random, 40), bumpy(random, 40)];
    using scene = engine().createScene();
    scene.add(first);
    scene.add(second);
    const place = (x: number) => Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1);
    const looked: number[] = [];
    for (const x of [2.4, 2.35, 2.3]) {
      scene.place(1, place(x));
      looked.push((await scene.contacts(0.05)).stats.trianglesLookedAt);
    }
    const all = (first.indices.length + second.indices.length) / 3;
    expect(looked[0]).toBe(all);
    expect(looked[1]).toBeLessThan(all / 4);
    expect(looked[2]).toBeLessThan(all / 4);
    // What moves is looked at as a whole again.
    scene.move(0, first.positions);
    scene.move(1, second.positions);
    expect((await scene.contacts(0.05)).stats.trianglesLookedAt).toBe(all);
  });

  it('keeps nothing of what moves before each query, also where others look at the same frame', async () => {
    const mesh = bumpy(new Random(7), 20);
    using scene = engine().createScene();
    scene.add(mesh);
    scene.add({ ...mesh, positions: mesh.positions.map((x, i) => x + (i % 3 === 0 ? 2.2 : 0)) });
    for (let frame = 0; frame < 4; frame++) {
      for (const id of [0, 1]) scene.move(id, mesh.positions);
      await scene.contacts(0.02);
      const { stats } = await scene.collide();
      await scene.contacts(0.02, { self: true });
      expect(stats.kept).toMatchObject({ clusters: 0, bytes: 0 });
    }
  });
});

describe('masks', () => {
  it('name the lowest triangle of every vertex and edge that has area', () => {
    // A fan of triangles around vertex 0, one of them twice and one without area.
    const indices = Uint32Array.of(0, 1, 2, 2, 3, 0, 0, 2, 1, 4, 0, 3, 5, 4, 4);
    const masks = masksOf(indices, 6, Uint32Array.of(4));
    expect(Array.from(masks)).toEqual([0b111_111, 0b011_010, 0, 0b101_001, 0]);
    expect(Array.from(masksOf(indices, 6, Uint32Array.of(0)))[2]).toBe(0b110_100);
  });
});
