/** Clusters that are made over several queries, a little after each: they end up as those made at once, and no answer depends on them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Collisions, createEngine, type Engine, type MeshInput, type Scene } from '../../../src/index.ts';
import { SELECTION } from '../../../src/queries/collide/keeper.ts';
import { sphereSoup } from '../../support/sphere-soup.ts';

const usual = { ...SELECTION };
const soup: MeshInput = { positions: Float32Array.from(sphereSoup(40, 1)) };
const welded: MeshInput = { ...soup, weld: true };

function place(scene: Scene, id: number, frame: number): void {
  const [c, s] = [Math.cos(0.1 * frame), Math.sin(0.1 * frame)];
  scene.place(id, [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 1.2, 0.01 * frame, 0, 1]);
}

const plain = ({ trianglePairs, kinds, objectPairs, degenerateTriangles }: Collisions) => ({
  trianglePairs,
  kinds,
  objectPairs,
  degenerateTriangles,
});

describe.each([0, 2])('clusters made ahead, %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => {
    Object.assign(SELECTION, usual);
    engine.dispose();
  });

  /** Asks until clusters of both objects are used; every answer is that of a fresh scene. */
  async function askUntilUsed(
    scene: Scene,
    meshes: readonly MeshInput[],
  ): Promise<{ queries: number; last: Collisions }> {
    for (let queries = 1; queries < 200; queries++) {
      place(scene, 1, queries);
      const last = await scene.collide();
      const fresh = engine.createScene();
      for (const mesh of meshes) fresh.add(mesh);
      place(fresh, 1, queries);
      expect(plain(last)).toEqual(plain(await fresh.collide()));
      fresh.dispose();
      if (last.stats.kept?.clusters === 2) return { queries, last };
    }
    throw new Error('clusters of both objects were never used');
  }

  async function made(meshes: readonly MeshInput[], settings: Partial<typeof SELECTION>) {
    Object.assign(SELECTION, usual, settings);
    const scene = engine.createScene();
    for (const mesh of meshes) scene.add(mesh);
    const { queries } = await askUntilUsed(scene, meshes);
    place(scene, 1, 3);
    const { stats } = await scene.collide();
    scene.dispose();
    return { queries, bytes: stats.kept!.bytes, lookedAt: stats.trianglesLookedAt };
  }

  it.each([
    ['welded meshes', [welded, welded]],
    ['soups, which get larger clusters', [soup, soup]],
    ['a soup and a welded mesh', [soup, welded]],
  ])('of %s are those that are made at once', async (_name, meshes) => {
    const atOnce = await made(meshes, { atOnce: 1 });
    const ahead = await made(meshes, {});
    const inSmallSteps = await made(meshes, { ahead: 1 / 16 });
    expect(atOnce.queries).toBe(2);
    // A quarter of a query each: making them takes longer than one.
    expect(ahead.queries).toBeGreaterThan(4);
    expect(inSmallSteps.queries).toBeGreaterThan(2 * ahead.queries);
    for (const { bytes, lookedAt } of [ahead, inSmallSteps]) {
      expect({ bytes, lookedAt }).toEqual({ bytes: atOnce.bytes, lookedAt: atOnce.lookedAt });
    }
  });

  it('are begun again when positions change, and their memory is given back', async () => {
    Object.assign(SELECTION, usual, { ahead: 1 / 16 });
    const scene = engine.createScene();
    scene.add(soup);
    scene.add(soup);
    place(scene, 1, 0);
    const before = (await scene.collide()).stats.bytes.scene;
    for (const frame of [1, 2]) {
      place(scene, 1, frame);
      await scene.collide();
    }
    place(scene, 1, 3);
    const { kept, bytes } = (await scene.collide()).stats;
    expect(kept?.clusters).toBe(0);
    expect(bytes.scene).toBeGreaterThan(before);
    const positions = (soup.positions as Float32Array).map((value) => 1.1 * value);
    for (const id of [0, 1]) scene.move(id, positions);
    expect((await scene.collide()).stats.bytes.scene).toBe(before);
    SELECTION.ahead = usual.ahead;
    await askUntilUsed(scene, [{ positions }, { positions }]);
    scene.dispose();
  });

  it('of an object that is removed halfway are forgotten', async () => {
    Object.assign(SELECTION, usual);
    const scene = engine.createScene();
    scene.add(welded);
    scene.add(welded);
    for (let frame = 0; frame < 3; frame++) {
      place(scene, 1, frame);
      await scene.collide();
    }
    scene.remove(0);
    const found = await scene.collide();
    expect(found.kinds).toHaveLength(0);
    expect(found.stats.kept?.bytes).toBe(0);
    scene.dispose();
  });
});
