/** Files of voxels, read back by readers that share no code with the writers. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Voxel } from '../../../oracle/voxel-oracle.ts';
import { createEngine, type Engine } from '../../../src/index.ts';
import { readPly } from '../../../src/io/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { type VoxelSlab, type Voxels, voxelsToBinvox, voxelsToPly } from '../../../src/papers/index.ts';
import { ballMesh } from '../../support/closed-meshes.ts';
import { setVoxels } from '../../support/voxel-lists.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine.dispose());

const lump = ballMesh(2, (x, y, z) => [3 * x + 0.3, 2 * y, z * (1 + 0.3 * x)]);

async function voxelized(resolution: number | [number, number, number]): Promise<Voxels> {
  using scene = engine.createScene();
  return await papers.voxels(scene, scene.add(lump), { resolution });
}

/** As the specification describes it: value and length, y fastest, then z, then x. */
function readBinvox(file: Uint8Array): { dim: number; translate: number[]; scale: number; voxels: Voxel[] } {
  const end = file.findIndex((_, i) => i > 4 && String.fromCharCode(...file.subarray(i - 5, i)) === 'data\n');
  const head = new TextDecoder().decode(file.subarray(0, end)).split('\n');
  expect(head[0]).toBe('#binvox 1');
  const numbers = (word: string) =>
    head
      .find((line) => line.startsWith(word))!
      .split(' ')
      .slice(1)
      .map(Number);
  const [dim, width, height] = numbers('dim');
  expect([width, height]).toEqual([dim, dim]);
  const voxels: Voxel[] = [];
  let index = 0;
  for (let at = end; at < file.length; at += 2) {
    const [value, count] = file.subarray(at, at + 2);
    expect(count).toBeGreaterThan(0);
    for (let i = 0; i < count; i++, index++) {
      const [x, z, y] = [Math.floor(index / dim / dim), Math.floor(index / dim) % dim, index % dim];
      if (value === 1) voxels.push([x, y, z]);
      else expect(value).toBe(0);
    }
  }
  expect(index).toBe(dim ** 3);
  voxels.sort((a, b) => a[2] - b[2] || a[1] - b[1] || a[0] - b[0]);
  return { dim, translate: numbers('translate'), scale: numbers('scale')[0], voxels };
}

describe('binvox', () => {
  it.each([[16], [[40, 33, 12] as [number, number, number]], [1]])(
    'holds the voxels of a grid of %j',
    async (resolution) => {
      const voxels = await voxelized(resolution as number);
      const file = readBinvox(voxelsToBinvox(voxels));
      expect(file.dim).toBe(Math.max(...voxels.resolution));
      expect(file.voxels).toEqual(setVoxels(voxels));
      expect(file.translate).toEqual(voxels.origin);
      expect(file.scale / file.dim).toBe(voxels.voxelSize);
    },
  );

  it('has runs of 255 voxels at most', async () => {
    const empty = { ...(await voxelized(8)), bits: new Uint32Array(64) };
    expect(readBinvox(voxelsToBinvox(empty)).voxels).toEqual([]);
  });
});

describe('PLY', () => {
  it('has the centres as points', async () => {
    const voxels = await voxelized([20, 12, 12]);
    const text = new TextDecoder('latin1').decode(voxelsToPly(voxels));
    expect(text).toContain(`element vertex ${voxels.count}\n`);
    const file = voxelsToPly(voxels);
    const body = text.indexOf('end_header\n') + 'end_header\n'.length;
    const view = new DataView(file.buffer, file.byteOffset + body);
    const points = Float64Array.from({ length: 3 * voxels.count }, (_, i) => view.getFloat64(8 * i, true));
    expect(points).toEqual(voxels.centres());
    expect(view.byteLength).toBe(24 * voxels.count);
  });

  it('has cubes that are closed and face outwards', async () => {
    const voxels = await voxelized(10);
    const { parts } = await readPly(voxelsToPly(voxels, { as: 'cubes' }));
    using scene = engine.createScene();
    const object = scene.add(parts[0]);
    const again = await papers.voxels(scene, object, { grid: { ...voxels }, solid: true });
    // The centres of set voxels are inside the cubes, and no others.
    const centres = await scene.inside(object, voxels.centres());
    expect(centres.every((place) => place === 1)).toBe(true);
    expect(again.count).toBeGreaterThanOrEqual(voxels.count);
    let volume = 0;
    const { positions, indices } = parts[0];
    for (let at = 0; at < indices.length; at += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * indices[at + k], 3 * indices[at + k] + 3));
      volume +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    expect(volume / 6).toBeCloseTo(voxels.count * voxels.voxelSize ** 3, 9);
  });

  it('refuses other forms', async () => {
    const voxels = await voxelized(4);
    expect(() => voxelsToPly(voxels, { as: 'balls' as never })).toThrow(/expected "points" or "cubes"/);
  });
});

describe('slabs', () => {
  it('come in order, cover the grid, and hold the same bits', async () => {
    using scene = engine.createScene();
    const object = scene.add(lump);
    const resolution: [number, number, number] = [40, 17, 23];
    const whole = await papers.voxels(scene, object, { resolution });
    const slabs: VoxelSlab[] = [];
    const options = { resolution, slabBytes: 4 * 2 * 17 * 4, onSlab: (slab: VoxelSlab) => void slabs.push(slab) };
    const counted = await papers.voxels(scene, object, options);
    expect(counted.bits.length).toBe(0);
    expect(counted.count).toBe(whole.count);
    expect(slabs.map(({ firstLayer }) => firstLayer)).toEqual(
      slabs.map((_, i) => slabs.slice(0, i).reduce((sum, slab) => sum + slab.layerCount, 0)),
    );
    expect(Uint32Array.from(slabs.flatMap(({ bits }) => [...bits]))).toEqual(whole.bits);
    expect(slabs.reduce((sum, { count }) => sum + count, 0)).toBe(whole.count);
  });
});
