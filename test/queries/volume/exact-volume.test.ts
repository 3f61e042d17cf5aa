/** `overlapVolume` without images: against numbers known from construction, and when it must make images after all. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput, type Volume, type VolumeOptions } from '../../../src/index.ts';
import { box, insideOut, joined, mapped, meshOf, prism, refined, type Solid } from '../../support/prisms.ts';
import { Random } from '../../support/random.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

async function overlap(a: MeshInput, b: MeshInput, options?: VolumeOptions): Promise<Volume> {
  using scene = engine.createScene();
  const [first, second] = [scene.add(a), scene.add(b)];
  return await scene.overlapVolume(first, second, options);
}

const cube = box([0, 0, 0], [2, 2, 2]);

describe('overlapVolume', () => {
  it('of shifted boxes is exact, with bounds and centroid, whatever the winding and the cuts', async () => {
    for (const [seed, dress] of [(s: Solid) => s, insideOut].entries()) {
      const random = new Random(seed);
      const a = refined(cube, random, 9);
      const b = dress(refined(box([1, 0, 0.5], [3, 2, 5]), random, 7));
      const { method, volume, errorBound, bounds, centroid, stacks, stats } = await overlap(meshOf(a), meshOf(b));
      expect(method).toBe('exact');
      expect(errorBound).toBeLessThan(1e-12);
      expect(Math.abs(volume - 3)).toBeLessThanOrEqual(errorBound);
      expect(bounds).toEqual({ min: [1, 0, 0.5], max: [2, 2, 2] });
      for (const [k, value] of [1.5, 1, 1.25].entries()) expect(centroid![k]).toBeCloseTo(value, 12);
      expect(stacks).toEqual([]);
      expect(stats.images).toBe(0);
    }
  });

  it('of equal boxes, nested ones, ones with a void and ones in several places', async () => {
    const hollow = joined(box([0, 0, 0], [8, 8, 8]), insideOut(box([2, 2, 2], [6, 6, 6])));
    const comb = joined(box([0, 0, 0], [1, 4, 1]), box([3, 0, 0], [4, 4, 1]));
    const tapered = mapped(
      prism(
        [
          [-1, -1],
          [1, -1],
          [1, 1],
          [-1, 1],
        ],
        0,
        1,
      ),
      ([x, y, z]) => [x * (1 - z / 2), y * (1 - z / 2), z],
    );
    const cases: [string, Solid, Solid, number][] = [
      ['equal', cube, box([0, 0, 0], [2, 2, 2]), 8],
      ['nested', cube, box([0.5, 0.5, 0.5], [1, 1, 1]), 0.125],
      ['nested and flush', cube, box([0, 0, 0], [1, 1, 1]), 1],
      ['in a void', hollow, box([3, 3, 3], [4, 4, 4]), 0],
      ['through a void', hollow, box([3, 3, -1], [4, 4, 9]), 4],
      ['in two places', comb, box([-1, 1, -1], [9, 2, 9]), 2],
      ['tapered', tapered, box([-4, -4, 0.5], [4, 4, 4]), (4 * (1 - 1 / 2) * (0.75 ** 2 + 0.75 * 0.5 + 0.5 ** 2)) / 3],
      ['touching', cube, box([2, 0, 0], [3, 2, 2]), 0],
      ['apart', cube, box([5, 0, 0], [6, 2, 2]), 0],
    ];
    for (const [name, a, b, known] of cases) {
      const found = await overlap(meshOf(a), meshOf(b));
      expect(found.method, name).toBe('exact');
      expect(Math.abs(found.volume - known), name).toBeLessThanOrEqual(found.errorBound + 1e-15);
      expect(found.errorBound, name).toBeLessThan(1e-11);
      expect(found.bounds === undefined, name).toBe(known === 0);
    }
  });

  it('comes from images where options or objects ask for them, with the same answer', async () => {
    const a = meshOf(cube);
    const b = meshOf(box([1, 1, 1], [4, 4, 4]));
    for (const options of [{ resolution: 64 }, { axis: 'x' }, { stacks: true }, { method: 'layers' }] as const) {
      const found = await overlap(a, b, options);
      expect(found.method).toBe('layers');
      expect(Math.abs(found.volume - 1)).toBeLessThanOrEqual(found.errorBound);
    }
    expect((await overlap(a, b, { stacks: false, tolerance: 0.1 })).method).toBe('exact');
    const twin = meshOf(joined(cube, box([1, 1, 1], [3, 3, 3])));
    const meeting = await overlap(twin, meshOf(box([1.25, 1.25, 1.25], [1.75, 1.75, 5])));
    expect(meeting.method).toBe('layers');
    expect(Math.abs(meeting.volume - 0.5 * 0.5 * 1.75)).toBeLessThanOrEqual(meeting.errorBound);
    // Wound twice: one in the other, facing the same way.
    const twice = meshOf(joined(cube, box([0.5, 0.5, 0.5], [1.5, 1.5, 1.5])));
    expect((await overlap(twice, b)).method).toBe('layers');
    const open = { ...a, indices: a.indices.slice(3) };
    await expect(overlap(open, b)).rejects.toMatchObject({ code: 'open-mesh' });
    expect((await overlap(open, b, { allowOpen: true })).method).toBe('layers');
  });

  it('does not mind what an object does to itself outside the box that both share', async () => {
    const far = joined(box([50, 0, 0], [52, 2, 2]), box([51, 1, 1], [53, 3, 3]));
    const found = await overlap(meshOf(joined(cube, far)), meshOf(box([1, 1, 1], [4, 4, 4])));
    expect(found.method).toBe('exact');
    expect(Math.abs(found.volume - 1)).toBeLessThanOrEqual(found.errorBound);
  });

  it('comes from images where shells that share a vertex wind twice round a place', async () => {
    // In the cube, a smaller one that is drawn out to reach the cube's corner, which they share.
    const drawn = mapped(box([0, 0, 0], [1, 1, 1]), (p) =>
      p.every((value) => value === 0) ? p : [0.4 + 0.4 * p[0], 0.4 + 0.4 * p[1], 0.4 + 0.4 * p[2]],
    );
    const twice = meshOf(joined(cube, drawn));
    const mesh = { ...twice, indices: twice.indices.map((vertex) => (vertex === 8 ? 0 : vertex)) };
    const found = await overlap(mesh, meshOf(box([-1, -1, -1], [3, 3, 3])));
    expect(found.method).toBe('layers');
    expect(Math.abs(found.volume - 8)).toBeLessThanOrEqual(found.errorBound);
  });

  it('refuses a method that there is not', async () => {
    const wrong = overlap(meshOf(cube), meshOf(cube), { method: 'exactly' as 'auto' });
    await expect(wrong).rejects.toMatchObject({ code: 'option-value' });
  });
});
