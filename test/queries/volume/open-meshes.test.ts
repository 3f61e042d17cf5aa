/** Volumes of meshes that are not closed, and what volume queries refuse. */
import { describe, expect, it } from 'vitest';
import type { VolumeOptions } from '../../../src/index.ts';
import { boxShape } from '../../support/contact-scenes.ts';
import { Random } from '../../support/random.ts';
import { asMesh } from '../../support/solids.ts';
import { box, bumpy, expectWithin, UNIT, useVolumes } from '../../support/volumes.ts';

const volumes = useVolumes();
const { overlap, selfOverlap } = volumes;

describe('volumes of open meshes', () => {
  const shape = boxShape([0, 0, 0], [1, 1, 1]);
  const tray = asMesh({ ...shape, triangles: shape.triangles.slice(2) });
  const half = box([0.5, -1, -1], [3, 3, 3]);

  it('are refused with the count of open edges', async () => {
    await expect(overlap({ ...tray, name: 'tray' }, half)).rejects.toThrow(
      /open-mesh: overlapVolume: object 0 \("tray"\) is not closed: 4 edges of one triangle only.*allowOpen: true/,
    );
    await expect(selfOverlap(tray)).rejects.toMatchObject({ code: 'open-mesh', details: { open: 4, boundary: 4 } });
    await expect(overlap(tray, box([9, 9, 9], [10, 10, 10]))).rejects.toMatchObject({ code: 'open-mesh' });
  });

  it('say how much is not known: nearly nothing along the open side, everything across it', async () => {
    // The open side is z = 0: rays along x and y are closed, except at its edges; rays along z are not.
    const across = await overlap(tray, half, { axis: 'x', allowOpen: true, resolution: 64 });
    expect(across.openObjects).toEqual([{ object: 0, open: 4, boundary: 4, misoriented: 0, nonManifold: 0 }]);
    expect(across.unknownVolume).toBeLessThan(0.05);
    expectWithin(across, 0.5, 'across');
    const along = await overlap(tray, half, { axis: 'z', allowOpen: true, resolution: 64 });
    expect(along.unknownVolume).toBeCloseTo(0.5, 9);
    expectWithin(along, 0.5, 'along');
  });

  it('know a hole smaller than a pixel', async () => {
    const tiny = bumpy(60, new Random(8));
    const holed = { positions: tiny.positions, indices: (tiny.indices as Uint32Array).slice(3) };
    const found = await overlap(holed, box([-3, -3, -3], [3, 3, 3]), { allowOpen: true, resolution: 8, axis: 'z' });
    expect(found.openObjects[0]).toMatchObject({ open: 3, boundary: 3 });
    expect(found.unknownVolume).toBeGreaterThan(0);
  });
});

describe('volume queries refuse', () => {
  it.each([
    [
      'resolution 0',
      { resolution: 0 },
      /option-range: overlapVolume: resolution is number 0; expected a whole number from 1 to 8192/,
    ],
    ['half a pixel', { resolution: 2.5 }, /resolution is number 2.5/],
    ['too fine an image', { resolution: 10_000 }, /resolution is number 10000/],
    ['another axis', { axis: 'w' as never }, /option-value: overlapVolume: axis is the text "w"/],
    ['no tolerance at all', { tolerance: 0 }, /option-range: overlapVolume: tolerance is number 0/],
    ['a tolerance that is no number', { tolerance: Number.NaN }, /tolerance is number NaN/],
    ['another generator', { generator: 'magic' as never }, /option-value: overlapVolume: generator/],
    ['an unknown option', { precise: true } as never, /unknown-option: overlapVolume has no option "precise"/],
  ] as [string, VolumeOptions, RegExp][])('%s', async (_name, options, message) => {
    await expect(overlap(UNIT, UNIT, options)).rejects.toThrow(message);
  });

  it('the same object twice, unknown objects, and to go on when cancelled', async () => {
    using scene = volumes.engine.createScene();
    const id = scene.add(UNIT);
    await expect(scene.overlapVolume(id, id)).rejects.toThrow(/same-object: .*selfOverlapVolume\(0\)/);
    await expect(scene.overlapVolume(id, 7)).rejects.toThrow(/unknown-object/);
    const other = scene.add(UNIT);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(scene.overlapVolume(id, other, { signal })).rejects.toThrow('enough');
    const seen: number[] = [];
    const onProgress = (done: number) => seen.push(done);
    await scene.overlapVolume(id, other, { onProgress, axis: 'all' });
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual(seen.toSorted((p, q) => p - q));
  });
});
