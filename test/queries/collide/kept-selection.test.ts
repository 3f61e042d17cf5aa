/** When clusters are selected beside an object that deforms: as long as that leaves out most of what stays. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { sphereSoup } from '../../support/sphere-soup.ts';

/** A sphere whose positions change with every frame. */
function wobbling({ positions, indices }: MeshInput, frame: number, shift: number): MeshInput {
  const moved = (positions as Float32Array).map((value, i) => value * (1 + 0.01 * frame) + (i % 3 === 0 ? shift : 0));
  return { positions: moved, ...(indices && { indices }) };
}

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
