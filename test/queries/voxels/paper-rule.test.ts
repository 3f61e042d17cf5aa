/** The paper's rule: what it sets, how near that is to the surface, and what it misses. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paperVoxels, touchedVoxels } from '../../../oracle/voxel-oracle.ts';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { readModel } from '../../../src/io/index.ts';
import type { Voxels } from '../../../src/papers/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { ballMesh, boxMesh } from '../../support/closed-meshes.ts';
import { distanceToMesh } from '../../support/point-distance.ts';
import { Random } from '../../support/random.ts';
import { randomScene, sceneNames } from '../../support/random-scenes.ts';
import { triangle } from '../../support/shapes.ts';
import { readShared, sharedFolder } from '../../support/shared.ts';
import { setVoxels } from '../../support/voxel-lists.ts';

const SEEDS = Number(process.env.COLLIDESCOPE_VOXEL_SEEDS ?? 2);

let engines: Engine[] = [];
beforeAll(async () => {
  engines = [await createEngine({ backend: 'wasm', threads: 0 }), await createEngine({ backend: 'wasm', threads: 2 })];
});
afterAll(() => {
  for (const engine of engines) engine.dispose();
});

async function voxelize(
  mesh: MeshInput,
  resolution: number | [number, number, number],
  engine: Engine,
): Promise<Voxels> {
  using scene = engine.createScene();
  return await papers.voxels(scene, scene.add(mesh), { resolution, rule: 'paper' });
}

describe("the paper's rule", () => {
  describe.each(sceneNames)('%s', (name) => {
    it.each(Array.from({ length: SEEDS }, (_, seed) => seed))('is told exactly, seed %i', async (seed) => {
      const random = new Random(seed);
      for (const mesh of randomScene(name, seed)) {
        const voxels = await voxelize(mesh, random.pick([1, 3, 16, 33, 50]), random.pick(engines));
        expect(setVoxels(voxels)).toEqual(paperVoxels(mesh, voxels));
      }
    });
  });

  it('joins the three sheets on a grid of any shape', async () => {
    const mesh = ballMesh(3, (x, y, z) => [3 * x, 2 * y + 0.1 * x, z]);
    for (const resolution of [[65, 31, 40] as const, [33, 64, 100] as const]) {
      for (const engine of engines) {
        const voxels = await voxelize(mesh, [...resolution], engine);
        expect(setVoxels(voxels)).toEqual(paperVoxels(mesh, voxels));
      }
    }
  });
});

/** Half a voxel's diagonal: √3·l/512 at 256³. */
function expectNear(mesh: MeshInput, voxels: Voxels): void {
  const bound = (Math.sqrt(3) * voxels.voxelSize) / 2;
  const centres = voxels.centres();
  expect(centres.length).toBeGreaterThan(0);
  const distance = distanceToMesh(mesh, voxels.voxelSize);
  let farthest = 0;
  for (let at = 0; at < centres.length; at += 3) {
    farthest = Math.max(farthest, distance(centres[at], centres[at + 1], centres[at + 2]));
  }
  expect(farthest).toBeLessThanOrEqual(bound);
}

describe("centres of the paper's voxels lie within half a voxel's diagonal of the surface", () => {
  it.each([1, 2, 3])('of random triangles at 256³, seed %i', async (seed) => {
    const random = new Random(seed);
    const corners = () => {
      const at = random.times(3, () => random.real(0, 1));
      return random.times(3, () => at.map((value) => value + random.real(0, 0.1))).flat();
    };
    const positions = Float32Array.from(random.times(60, corners).flat());
    expectNear({ positions }, await voxelize({ positions }, 256, engines[seed % 2]));
  });

  describe.skipIf(sharedFolder === undefined)('of real meshes at 256³', () => {
    it.each(['cgal-data/blobby.off', 'cgal-data/fandisk.off', 'cgal-data/elephant.off'])('%s', async (file) => {
      const model = await readModel(readShared(`meshes/${file}`), { name: file });
      for (const part of model.parts) expectNear(part, await voxelize(part, 256, engines[1]));
    });
  });
});

describe("what the paper's rule misses", () => {
  it('is never a voxel that nothing touches', async () => {
    const mesh = ballMesh(3, (x, y, z) => [x, y, z * 0.7]);
    const voxels = await voxelize(mesh, 30, engines[0]);
    const touched = new Set(touchedVoxels(mesh, voxels).map((voxel) => voxel.join(' ')));
    const set = setVoxels(voxels);
    expect(set.every((voxel) => touched.has(voxel.join(' ')))).toBe(true);
    expect(set.length).toBeLessThan(touched.size);
  });

  it('is a triangle that lies between the centres of columns', async () => {
    using scene = engines[0].createScene();
    const small = scene.add(triangle(0.1, 0.1, 0.5, 0.4, 0.1, 0.5, 0.1, 0.4, 0.5));
    const box = { min: [0, 0, 0], max: [8, 8, 8] } as const;
    expect((await papers.voxels(scene, small, { box, resolution: 8, rule: 'paper' })).count).toBe(0);
    expect((await papers.voxels(scene, small, { box, resolution: 8 })).count).toBe(1);
  });

  it('is a collision of two objects that meet there', async () => {
    using scene = engines[1].createScene();
    // A spike that comes to its end just beyond a plate, between the centres of columns.
    const plate = scene.add(boxMesh([0, 0, 0], [8, 8, 1]));
    const spike = scene.add(triangle(4.05, 4.05, 0.9, 4.1, 4.05, 8, 4.05, 4.1, 8));
    const options = { voxelSize: 1 };
    expect((await scene.collide({})).kinds.length).toBeGreaterThan(0);
    expect((await papers.voxelCollide(scene, plate, spike, { ...options, rule: 'paper' })).collides).toBe(false);
    expect((await papers.voxelCollide(scene, plate, spike, options)).collides).toBe(true);
  });
});
