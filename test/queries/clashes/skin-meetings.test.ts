/**
 * Pairs of skins follow from those of their objects and from a search of their patches: answers are those that a search between all
 * triangles of the skins gives, with clusters and without.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createEngine, type Engine, type MeshInput, type Scene } from '../../../src/index.ts';
import { PatchKernels } from '../../../src/queries/clashes/patch-kernels.ts';
import { PATCHES } from '../../../src/queries/clashes/skin-meetings.ts';
import { SELECTION } from '../../../src/queries/collide/keeper.ts';
import { boxMesh, joinMeshes } from '../../support/closed-meshes.ts';
import { meetingMatrix, meetingMesh } from '../../support/meeting-meshes.ts';
import { Random } from '../../support/random.ts';
import { seedsOf } from '../../support/thoroughness.ts';

const seeds = seedsOf(150);
const STEPS = 4;
const usual = { ...SELECTION, ...PATCHES };

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => {
  Object.assign(SELECTION, { leastTriangles: usual.leastTriangles, atOnce: usual.atOnce });
  Object.assign(PATCHES, { looksMost: usual.looksMost });
  engine?.dispose();
});

async function answerOf(scene: Scene, looksMost: number) {
  PATCHES.looksMost = looksMost;
  const { clashes, pairOrder, offsets } = await scene.clashes({ area: true, curve: true, volume: true });
  return { clashes, pairOrder, offsets };
}

it(`gives the answers of a search between all skins, ${seeds} scenes`, async () => {
  const searches = vi.spyOn(PatchKernels.prototype, 'meet');
  const seen = { skins: 0, objects: 0, patches: 0, clusters: 0 };
  for (let seed = 0; seed < seeds; seed++) {
    const random = new Random(seed);
    const hasClusters = seed % 2 === 0;
    Object.assign(SELECTION, { leastTriangles: hasClusters ? 0 : usual.leastTriangles, atOnce: 1 });
    const parts: { mesh: MeshInput; matrix?: number[] }[] = random.times(3, () => ({ mesh: meetingMesh(random) }));
    using kept = engine.createScene();
    for (const { mesh } of parts) kept.add(mesh);
    for (let step = 0; step < STEPS; step++) {
      const moved = random.integer(0, 2);
      parts[moved].matrix = meetingMatrix(random);
      kept.place(moved, parts[moved].matrix);
      using fresh = engine.createScene();
      for (const { mesh, matrix } of parts) {
        const id = fresh.add(mesh);
        if (matrix) fresh.place(id, matrix);
      }
      searches.mockClear();
      const found = await answerOf(kept, Infinity);
      for (const [i, { value }] of searches.mock.results.entries()) {
        if (searches.mock.calls[i][1].object.kept.clusters) seen.clusters++;
        seen.skins++;
        seen.objects += value.withObject.length;
        seen.patches += value.withPatch.length;
      }
      searches.mockClear();
      expect(found, `seed ${seed}, step ${step}`).toEqual(await answerOf(fresh, -1));
      expect(searches).not.toHaveBeenCalled();
    }
  }
  searches.mockRestore();
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(seeds);
  expect(seen.clusters).toBeLessThan(seen.skins);
});

/** Two cubes that cross, as one mesh, with their middles at most half of a side apart. */
function speck([x, y, z]: readonly number[], side: number): MeshInput {
  const half = side / 2;
  const cube = (off: number) =>
    boxMesh([x - half + off, y - half + off, z - half + off], [x + half + off, y + half + off, z + half + off]);
  return { ...joinMeshes(cube(0), cube(side / 4)), weld: false };
}

it('finds what a speck meets in the middle of a large face', async () => {
  Object.assign(SELECTION, { leastTriangles: usual.leastTriangles });
  const at = [0.1, 0.13, 0.17];
  for (const side of [1e-2, 1e-6, 1e-8, 1e-9]) {
    for (let face = 0; face < 6; face++) {
      const place = at.with(face % 3, face < 3 ? 0.5 : -0.5);
      using scene = engine.createScene();
      scene.add(speck(place, side));
      scene.add(boxMesh([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]));
      const [{ kind, depth }] = (await answerOf(scene, Infinity)).clashes;
      // The lower face of the first cube, or the upper one of the second, is the deepest.
      const deepest = face < 3 ? side / 2 : 0.75 * side;
      expect(kind).toBe('penetrating');
      expect(depth!.least, `${side} at face ${face}`).toBeLessThanOrEqual(deepest * (1 + 1e-3));
      expect(depth!.most, `${side} at face ${face}`).toBeGreaterThanOrEqual(deepest * (1 - 1e-3));
      expect(depth!.most).toBeLessThan(1.02 * deepest);
    }
  }
});
