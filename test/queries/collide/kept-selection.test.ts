/** When clusters are selected beside an object that deforms: as long as that leaves out most of what stays. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { SELECTION } from '../../../src/queries/collide/keeper.ts';
import { sphereSoup } from '../../support/sphere-soup.ts';

/** A sphere whose positions change with every frame. */
function wobbling({ positions, indices }: MeshInput, frame: number, shift: number): MeshInput {
  const moved = (positions as Float32Array).map((value, i) => value * (1 + 0.01 * frame) + (i % 3 === 0 ? shift : 0));
  return { positions: moved, ...(indices && { indices }) };
}

// Clusters are made at once; how they are made over several queries: kept-ahead.test.ts.
const usual = { ...SELECTION };
beforeAll(() => Object.assign(SELECTION, { atOnce: 1 }));
afterAll(() => Object.assign(SELECTION, usual));

describe('clusters beside an object that deforms', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads: 0 });
  });
  afterAll(() => engine.dispose());

  /** How many objects were looked at by their clusters in each of `count` queries; answers are those of fresh scenes. */
  async function clustersUsed(shift: number, count: number): Promise<(number | undefined)[]> {
    const mesh: MeshInput = { positions: Float32Array.from(sphereSoup(40, 1)) };
    const scene = engine.createScene();
    scene.add(mesh);
    const deforming = scene.add(wobbling(mesh, 0, shift));
    const used: (number | undefined)[] = [];
    for (let frame = 0; frame < count; frame++) {
      const changed = wobbling(mesh, frame, shift);
      scene.move(deforming, changed.positions as Float32Array);
      const found = await scene.collide();
      const fresh = engine.createScene();
      fresh.add(mesh);
      fresh.add(changed);
      expect(found.trianglePairs).toEqual((await fresh.collide()).trianglePairs);
      fresh.dispose();
      used.push(found.stats.kept?.clusters);
    }
    scene.dispose();
    return used;
  }

  it('are selected in every query but the first when few of them can meet it', async () => {
    expect(await clustersUsed(1.9, 5)).toEqual([0, 1, 1, 1, 1]);
  });

  it('are left alone for some queries when most of them can meet it', async () => {
    const used = await clustersUsed(0.1, 40);
    expect(used.slice(0, 4)).toEqual([0, 1, 0, 0]);
    // They are tried again, once.
    expect(used.filter((clusters) => clusters === 1)).toHaveLength(2);
  });
});

describe.each([0, 2])('a yes or no of placed objects, %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  const at = (x: number, turn: number) => {
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    return [1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, x, 0, 0, 1];
  };

  it('is found in few clusters, and is right wherever the objects are', async () => {
    const mesh: MeshInput = { positions: Float32Array.from(sphereSoup(40, 1)) };
    const scene = engine.createScene();
    scene.add(mesh);
    const other = scene.add(mesh);
    await scene.collide();
    const lookedAt: number[][] = [];
    // From deep inside each other to far apart; just before that, few triangles meet and many clusters can.
    for (const x of [0.3, 1, 1.5, 1.9, 1.99, 1.999, 1.99999, 2.001, 2.1, 5]) {
      for (const turn of [0.1, 0.7]) {
        scene.place(other, at(x, turn));
        const all = await scene.collide();
        const one = await scene.collide({ limit: 1 });
        expect(one.kinds.length, `${x} apart`).toBe(Math.min(1, all.kinds.length));
        const pairs = Array.from(all.kinds, (_, i) => all.trianglePairs.slice(4 * i, 4 * i + 4).join());
        if (one.kinds.length > 0) expect(pairs).toContain(one.trianglePairs.join());
        expect(one.limited).toBe(one.kinds.length > 0);
        expect(one.degenerateTriangles).toEqual(all.degenerateTriangles);
        lookedAt.push([one.stats.trianglesLookedAt, all.stats.trianglesLookedAt]);
      }
    }
    // Turned within each other: some clusters of all that can meet are enough.
    for (const [few, all] of lookedAt.slice(0, 4)) expect(few).toBeLessThan(0.75 * all);
    scene.dispose();
  });
});
