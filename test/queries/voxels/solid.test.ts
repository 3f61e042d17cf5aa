/** Filling: a voxel is set when its centre is inside, or the surface touches it. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insideVoxels, paperVoxels, touchedVoxels } from '../../../oracle/voxel-oracle.ts';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { ballMesh, boxMesh, joinMeshes } from '../../support/closed-meshes.ts';
import { Random } from '../../support/random.ts';
import { triangle } from '../../support/shapes.ts';
import { setVoxels, unionOf } from '../../support/voxel-lists.ts';

let engines: Engine[] = [];
beforeAll(async () => {
  engines = [await createEngine({ backend: 'wasm', threads: 0 }), await createEngine({ backend: 'wasm', threads: 2 })];
});
afterAll(() => {
  for (const engine of engines) engine.dispose();
});

const turned = (mesh: MeshInput): MeshInput => ({ ...mesh, indices: mesh.indices?.slice().reverse() });
const lumpy = (seed: number) => {
  const random = new Random(seed);
  const [a, b, c] = [random.real(2, 6), random.real(2, 6), random.real(2, 6)];
  return ballMesh(2, (x, y, z) => {
    const radius = 1 + 0.5 * Math.sin(a * x + b * y + c * z);
    return [radius * x, radius * y, radius * z];
  });
};

const SOLIDS: Record<string, MeshInput> = {
  box: boxMesh([0, 0, 0], [3, 2, 1]),
  'box with faces through centres': boxMesh([0.5, 0.5, 0.5], [7.5, 6.5, 5.5]),
  ball: ballMesh(2),
  'ball turned inside out': turned(ballMesh(2)),
  lump: lumpy(1),
  'another lump': lumpy(2),
  'two balls that overlap': joinMeshes(
    ballMesh(1),
    ballMesh(1, (x, y, z) => [x + 0.7, y, z]),
  ),
  'a hollow ball': joinMeshes(
    ballMesh(2, (x, y, z) => [2 * x, 2 * y, 2 * z]),
    turned(ballMesh(2)),
  ),
  'a ball in a ball, both outwards': joinMeshes(
    ballMesh(2, (x, y, z) => [2 * x, 2 * y, 2 * z]),
    ballMesh(2),
  ),
  octahedron: ballMesh(0, (x, y, z) => [4 * x, 4 * y, 4 * z]),
  'many boxes in a row': joinMeshes(...Array.from({ length: 40 }, (_, i) => boxMesh([i, 0, 0], [i + 0.5, 2, 2]))),
};

describe('solid voxels = winding numbers of centres and touched voxels', () => {
  it.each(Object.keys(SOLIDS))('of %s', async (name) => {
    const mesh = SOLIDS[name];
    for (const [i, resolution] of ([7, [12, 9, 10], 16] as const).entries()) {
      using scene = engines[i % 2].createScene();
      const object = scene.add(mesh);
      const choice = {
        resolution: typeof resolution === 'number' ? resolution : ([...resolution] as [number, number, number]),
      };
      const voxels = await papers.voxels(scene, object, { ...choice, solid: true });
      const inside = insideVoxels(mesh, voxels);
      expect(setVoxels(voxels)).toEqual(unionOf(touchedVoxels(mesh, voxels), inside));
      const paper = await papers.voxels(scene, object, { ...choice, solid: true, rule: 'paper' });
      const surface = new Set(touchedVoxels(mesh, voxels).map((voxel) => voxel.join(' ')));
      // Centres on the surface itself are neither inside nor outside; the paper's rule may set them or not.
      const off = (voxel: readonly number[]) => !surface.has(voxel.join(' '));
      expect(setVoxels(paper).filter(off)).toEqual(inside.filter(off));
      const set = new Set(setVoxels(paper).map((voxel) => voxel.join(' ')));
      expect(unionOf(paperVoxels(mesh, voxels), inside).every((voxel) => set.has(voxel.join(' ')))).toBe(true);
    }
  });

  it('of a part of the object: what lies before the region still counts', async () => {
    using scene = engines[1].createScene();
    const mesh = ballMesh(2, (x, y, z) => [4 * x, 4 * y, 4 * z]);
    const voxels = await papers.voxels(scene, scene.add(mesh), {
      box: { min: [0, 0, 0], max: [5, 5, 5] },
      resolution: 10,
      solid: true,
    });
    expect(setVoxels(voxels)).toEqual(unionOf(touchedVoxels(mesh, voxels), insideVoxels(mesh, voxels)));
  });

  it('in slabs', async () => {
    using scene = engines[0].createScene();
    const object = scene.add(SOLIDS.lump);
    const whole = await papers.voxels(scene, object, { resolution: 40, solid: true });
    const sliced = await papers.voxels(scene, object, { resolution: 40, solid: true, slabBytes: 4 * 2 * 40 * 7 });
    expect(sliced.stats.slabs).toBe(6);
    expect(sliced.bits).toEqual(whole.bits);
  });
});

describe('a mesh that cannot be filled', () => {
  it('is told apart by its open edges', async () => {
    using scene = engines[0].createScene();
    const open = scene.add({ ...SOLIDS.box, indices: SOLIDS.box.indices?.slice(0, -3) });
    await expect(papers.voxels(scene, open, { resolution: 4, solid: true })).rejects.toMatchObject({
      name: 'MeshError',
      code: 'open-mesh',
      details: { boundary: 3 },
    });
    const sheet = scene.add({ ...triangle(0, 0, 0, 1, 0, 0, 0, 1, 0), name: 'sheet' });
    await expect(papers.voxels(scene, sheet, { solid: true })).rejects.toThrow(/"sheet".*3 edges of one triangle only/);
    const box = scene.add(SOLIDS.box);
    await expect(papers.voxelCollide(scene, box, sheet, { solid: true })).rejects.toThrow(/open-mesh/);
    expect((await papers.voxelCollide(scene, box, sheet, { solid: [true, false] })).collides).toBe(true);
  });

  it('is one whose triangles face opposite ways', async () => {
    using scene = engines[0].createScene();
    const indices = SOLIDS.box.indices!.slice();
    [indices[0], indices[1]] = [indices[1], indices[0]];
    const object = scene.add({ ...SOLIDS.box, indices });
    await expect(papers.voxels(scene, object, { solid: true })).rejects.toThrow(/face opposite ways/);
  });

  it('is one whose seams come apart when it moves, until they meet again', async () => {
    using scene = engines[0].createScene();
    const { positions, indices } = SOLIDS.box;
    const soup = new Float64Array(3 * indices!.length);
    for (const [corner, vertex] of indices!.entries()) {
      soup.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * corner);
    }
    const numbers = Uint32Array.from(indices!, (_, corner) => corner);
    const object = scene.add({ positions: soup, indices: numbers, weld: false });
    const whole = await papers.voxels(scene, object, { resolution: 4, solid: true });
    const torn = soup.slice();
    for (let at = 0; at < 9; at++) torn[at] -= 5;
    scene.move(object, torn);
    await expect(papers.voxels(scene, object, { resolution: 4, solid: true })).rejects.toThrow(
      /6 edges of one triangle only/,
    );
    scene.move(object, soup);
    expect((await papers.voxels(scene, object, { resolution: 4, solid: true })).bits).toEqual(whole.bits);
  });
});

describe('voxels by their centres = winding numbers of centres alone', () => {
  it.each(Object.keys(SOLIDS))('of %s', async (name) => {
    const mesh = SOLIDS[name];
    for (const [i, rule] of (['conservative', 'paper'] as const).entries()) {
      using scene = engines[i % 2].createScene();
      const found = await papers.voxels(scene, scene.add(mesh), { resolution: 13, rule, solid: 'centres' });
      const grid = { origin: found.origin, voxelSize: found.voxelSize, resolution: found.resolution };
      expect(setVoxels(found)).toEqual(unionOf(insideVoxels(mesh, grid), []));
    }
  });

  it('counts a ball’s volume far better than with all that its surface touches', async () => {
    using scene = engines[0].createScene();
    const id = scene.add(ballMesh(4));
    const volumeOf = async (solid: true | 'centres') => {
      const { count, voxelSize } = await papers.voxels(scene, id, { resolution: 64, solid });
      return count * voxelSize ** 3;
    };
    const sphere = (4 / 3) * Math.PI;
    expect(Math.abs((await volumeOf('centres')) - sphere)).toBeLessThan(0.01 * sphere);
    expect((await volumeOf(true)) - sphere).toBeGreaterThan(0.05 * sphere);
  });
});
