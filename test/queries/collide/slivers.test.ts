/**
 * Bundles of long diagonal slivers, whose boxes overlap almost all others: answers equal the oracle's, and most candidates are
 * left out before they are decided one by one.
 */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { boxesMeet, listTriangles, oracle } from '../../../oracle/oracle.ts';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { SELECTION } from '../../../src/queries/collide/keeper.ts';
import { asRows } from '../../support/engine-answer.ts';
import { Random } from '../../support/random.ts';
import { BUNDLES, bundle } from '../../support/slivers.ts';

const COUNT = 280;

describe.each([0, 2])('slivers, %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  async function ask(meshes: readonly MeshInput[], options: { self: boolean }) {
    const scene = engine.createScene();
    for (const mesh of meshes) scene.add(mesh);
    const found = await scene.collide(options);
    scene.dispose();
    return found;
  }

  it.each(Object.keys(BUNDLES))('equal the oracle when they are %s', async (name) => {
    for (const seed of threads === 0 ? [1, 2, 3] : [4]) {
      const random = new Random(seed);
      const one = [bundle(name, random, COUNT)];
      expect(asRows(await ask(one, { self: true })), `seed ${seed}`).toEqual(oracle.collide(one, { self: true }));
      const two = [bundle(name, random, COUNT / 2), bundle(name, random, COUNT / 2)];
      expect(asRows(await ask(two, { self: false })), `seed ${seed}`).toEqual(oracle.collide(two));
    }
  });

  it('that are only placed are told apart in the image again after one query by clusters', async () => {
    const meshes = [bundle('parallel', new Random(10), 1500), bundle('parallel', new Random(11), 1500)];
    const { atOnce } = SELECTION;
    SELECTION.atOnce = 1;
    onTestFinished(() => {
      SELECTION.atOnce = atOnce;
    });
    const scene = engine.createScene();
    for (const mesh of meshes) scene.add(mesh);
    const seen: { clusters: number; candidates: number }[] = [];
    for (let i = 0; i < 4; i++) {
      const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, i / 64, 1];
      scene.place(1, matrix);
      const found = await scene.collide();
      const fresh = engine.createScene();
      for (const mesh of meshes) fresh.add(mesh);
      fresh.place(1, matrix);
      expect(asRows(found)).toEqual(asRows(await fresh.collide()));
      fresh.dispose();
      seen.push({ clusters: found.stats.kept!.clusters, candidates: found.stats.candidates });
    }
    scene.dispose();
    expect(seen.map(({ clusters }) => clusters)).toEqual([0, 2, 0, 0]);
    expect(seen[1].candidates).toBeGreaterThan(1_000_000);
    for (const i of [0, 2, 3]) expect(seen[i].candidates).toBeLessThan(seen[1].candidates / 10);
  });

  it('are mostly told apart before they are decided one by one', async () => {
    const meshes = [bundle('parallel', new Random(9), 3000)];
    const { triangles } = listTriangles(meshes);
    let byBoxes = 0;
    for (let i = 0; i < triangles.length; i++)
      for (let j = i + 1; j < triangles.length; j++) byBoxes += Number(boxesMeet(triangles[i].box, triangles[j].box));
    const { candidates } = (await ask(meshes, { self: true })).stats;
    expect(byBoxes).toBeGreaterThan(2_000_000);
    expect(candidates).toBeLessThan(byBoxes / 10);
  });
});
