/** Calls that cannot be answered are refused with what to do; odd ones have a defined answer. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type Scene } from '../../../src/index.ts';
import { boundsOfBox } from '../../../src/mesh/bounds.ts';
import * as papers from '../../../src/papers/index.ts';
import { voxelGrid } from '../../../src/papers/index.ts';
import { boxMesh } from '../../support/closed-meshes.ts';
import { triangle } from '../../support/shapes.ts';

let engine: Engine;
let scene: Scene;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 2 });
  scene = engine.createScene();
  scene.add(boxMesh([0, 0, 0], [1, 1, 1]));
  scene.add(triangle(0, 0, 0, 1, 0, 0, 0, 1, 0));
});
afterAll(() => engine.dispose());

describe('voxels', () => {
  it.each([
    [{ resolution: 0 }, 'option-range', /resolution is number 0; expected a whole number from 1 to 65536, or three/],
    [{ resolution: -3 }, 'option-range', /resolution is number -3/],
    [{ resolution: 1.5 }, 'option-range', /resolution is number 1.5/],
    [{ resolution: Number.NaN }, 'option-range', /NaN/],
    [{ resolution: 65537 }, 'option-range', /65536/],
    [{ resolution: [4, 4] }, 'option-range', /\[4, 4\]/],
    [{ resolution: [4, 0, 4] }, 'option-range', /\[4, 0, 4\]/],
    [{ resolution: '256' }, 'option-range', /the text "256"/],
    [{ voxelSize: 0 }, 'option-range', /voxelSize is number 0; expected a positive number/],
    [{ voxelSize: Number.POSITIVE_INFINITY }, 'option-range', /voxelSize/],
    [{ voxelSize: 1e-9 }, 'grid-too-large', /make 1000000000 along one axis; at most 65536/],
    [{ voxelSize: 1, resolution: 4 }, 'option-conflict', /exclude each other/],
    [
      { box: [0, 0, 0, 1, 1, 1] },
      'option-value',
      /box is of type Array; expected \{ min: \[x, y, z\], max: \[x, y, z\] \}/,
    ],
    [
      { box: { min: [0, 0], max: [1, 1, 1] } },
      'option-value',
      /box is \{ min: \[0, 0\], max: \[1, 1, 1\] \}; expected/,
    ],
    [{ box: { min: [0, 0, 0], max: [1, -1, 1] } }, 'option-value', /none of max below that of min/],
    [{ grid: { resolution: [4, 4, 4], origin: [0, 0, 0], voxelSize: 0.1 } }, 'grid-inexact', /Make it with voxelGrid/],
    [{ grid: { resolution: [4, 4, 4], origin: [0, 0], voxelSize: 1 } }, 'option-type', /grid.origin/],
    [{ grid: 7 }, 'option-range', /grid: resolution is missing/],
    [
      { grid: voxelGrid({ min: [0, 0, 0], max: [1, 1, 1] }), resolution: 4 },
      'option-conflict',
      /grid already sets the voxels/,
    ],
    [
      { grid: voxelGrid({ min: [0, 0, 0], max: [1, 1, 1] }), box: { min: [0, 0, 0], max: [1, 1, 1] } },
      'option-conflict',
      /leave box out/,
    ],
    [{ rule: 'exact' }, 'option-value', /rule is the text "exact"; expected "conservative" or "paper"/],
    [{ solid: 1 }, 'option-type', /solid is number 1; expected true, false or "centres"/],
    [{ onSlab: true }, 'option-type', /onSlab/],
    [{ slabBytes: 0 }, 'option-range', /slabBytes/],
    [{ signal: {} }, 'option-type', /signal/],
    [{ detail: 3 }, 'unknown-option', /voxels has no option "detail"; it has resolution, voxelSize/],
  ])('refuses %j', async (options, code, message) => {
    const asked = papers.voxels(scene, 0, options as never);
    await expect(asked).rejects.toMatchObject({ name: 'OptionError', code });
    await expect(asked).rejects.toThrow(message);
  });

  it('refuses objects that are not there', async () => {
    await expect(papers.voxels(scene, 7)).rejects.toMatchObject({ code: 'unknown-object' });
    await expect(papers.voxelCollide(scene, 0, 9)).rejects.toMatchObject({ code: 'unknown-object' });
    await expect(papers.voxelCollide(scene, 1, 1)).rejects.toMatchObject({ code: 'same-object' });
  });

  it('says what to do when a grid does not fit into memory', async () => {
    await expect(papers.voxels(scene, 0, { resolution: 65536 })).rejects.toMatchObject({
      name: 'EngineError',
      code: 'out-of-memory',
    });
    await expect(papers.voxels(scene, 0, { resolution: 65536 })).rejects.toThrow(
      /65536 × 65536 × 65536 voxels need.*slab by slab with onSlab/,
    );
  });

  it('answers at resolution 1', async () => {
    const one = await papers.voxels(scene, 0, { resolution: 1 });
    expect([one.count, one.voxelSize, ...one.centres()]).toEqual([1, 1, 0.5, 0.5, 0.5]);
    expect(await papers.voxelCollide(scene, 0, 1, { resolution: 1, identify: true })).toMatchObject({
      collides: true,
      common: 1,
    });
  });

  it('answers for nothing, for a point and for a flat object', async () => {
    const none = scene.add({ positions: new Float32Array(0), indices: new Uint32Array(0) });
    expect(await papers.voxels(scene, none, { resolution: 8 })).toMatchObject({ count: 0, resolution: [8, 8, 8] });
    const point = scene.add(triangle(3, 4, 5, 3, 4, 5, 3, 4, 5));
    expect((await papers.voxels(scene, point, { resolution: 8 })).count).toBe(1);
    const flat = await papers.voxels(scene, 1, { resolution: 8 });
    expect([flat.voxelSize, flat.count]).toEqual([0.125, 36 + 7]);
    for (const id of [none, point]) scene.remove(id);
  });

  it('answers for a region in which there is nothing', async () => {
    expect((await papers.voxels(scene, 0, { box: { min: [5, 5, 5], max: [6, 6, 6] }, resolution: 4 })).count).toBe(0);
    expect(
      (await papers.voxels(scene, 0, { box: { min: [-2, -2, -2], max: [-1, -1, -1] }, resolution: 4, solid: true }))
        .count,
    ).toBe(0);
  });

  it('has no voxel outside the grid', async () => {
    const voxels = await papers.voxels(scene, 0, { resolution: 4 });
    expect([voxels.has(-1, 0, 0), voxels.has(4, 0, 0), voxels.has(0, 0, 4), voxels.has(0.5, 0, 0)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(voxels.has(0, 0, 0)).toBe(true);
  });

  it('stops when it is told to, and goes on afterwards', async () => {
    const controller = new AbortController();
    controller.abort(new Error('enough'));
    await expect(papers.voxels(scene, 0, { signal: controller.signal })).rejects.toThrow('enough');
    await expect(papers.voxelCollide(scene, 0, 1, { signal: controller.signal })).rejects.toThrow('enough');
    const heard: number[] = [];
    await papers.voxels(scene, 0, { resolution: 32, slabBytes: 4 * 32 * 8, onProgress: (done) => heard.push(done) });
    expect(heard).toEqual([...heard].sort((a, b) => a - b));
    expect(heard.at(-1)).toBe(1);
  });
});

describe('voxelCollide', () => {
  it.each([
    [{ solid: [true] }, 'option-type', /solid is of type Array; expected true, false, or two of them/],
    [{ early: 'yes' }, 'option-type', /early/],
    [{ identify: true, rule: 'paper' }, 'option-conflict', /may miss voxels/],
    [
      { identify: true, grid: voxelGrid({ min: [0, 0, 0], max: [1, 1, 1] }) },
      'option-conflict',
      /may not cover them all/,
    ],
    [{ list: 1 }, 'option-type', /list/],
    [{ box: { min: [0, 0, 0], max: [1, 1, 1] } }, 'unknown-option', /voxelCollide has no option "box"/],
  ])('refuses %j', async (options, code, message) => {
    const asked = papers.voxelCollide(scene, 0, 1, options as never);
    await expect(asked).rejects.toMatchObject({ name: 'OptionError', code });
    await expect(asked).rejects.toThrow(message);
  });
});

describe('voxelGrid', () => {
  it('refuses a choice of grid that there is not', () => {
    const choice = { voxels: 4 } as object;
    expect(() => voxelGrid({ min: [0, 0, 0], max: [1, 1, 1] }, choice)).toThrow('voxelGrid has no option "voxels"');
  });

  it('has boundaries and centres that are doubles', () => {
    for (const box of [
      [0, 0, 0, 1, 2, 3],
      [0.1, 0.2, 0.3, 0.7, 0.9, 1.1],
      [1e9, -1e9, 1e9, 1e9 + 1, -1e9 + 1, 1e9 + 1],
      [1e-300, 0, 0, 2e-300, 1e-300, 1e-300],
    ]) {
      for (const resolution of [1, 3, 256, 65536]) {
        const grid = voxelGrid(boundsOfBox(box), { resolution });
        for (const [k, low] of grid.origin.entries()) {
          expect(low).toBeLessThanOrEqual(box[k]);
          expect(low + resolution * grid.voxelSize).toBeGreaterThanOrEqual(box[k + 3]);
          // Without rounding a number that is added can be taken away again.
          for (const i of [0.5, 1, resolution - 0.5, resolution])
            expect(low + i * grid.voxelSize - i * grid.voxelSize).toBe(low);
        }
        expect(voxelGrid(boundsOfBox(box), { voxelSize: grid.voxelSize }).voxelSize).toBe(grid.voxelSize);
      }
    }
  });
});
