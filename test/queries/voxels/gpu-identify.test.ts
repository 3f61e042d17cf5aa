/** Colliding triangles of common voxels on WebGPU: the pairs and kinds of wasm, whatever single precision leaves open. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { type VoxelCollideOptions, type VoxelCollision, voxelCollide } from '../../../src/papers/index.ts';
import { ballMesh, boxMesh, joinMeshes } from '../../support/closed-meshes.ts';
import { describeGpu } from '../../support/gpu.ts';
import { Random } from '../../support/random.ts';
import { seedsOf } from '../../support/thoroughness.ts';
import { withWatchedGpu } from '../../support/watched-gpu.ts';

/** A mesh as it is placed. */
interface Placed {
  readonly mesh: MeshInput;
  readonly matrix?: readonly number[];
}

const SHIFT = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.31, 0.12, -0.2, 1];
const TURN = [0.8, 0.6, 0, 0, -0.6, 0.8, 0, 0, 0, 0, 1, 0, 0.1, 0.2, 0.3, 1];

/** Triangles of all sizes; corners often on a grid, so that many touch or lie in one plane, and some have no area. */
function soup(random: Random): MeshInput {
  const isWhole = random.chance(0.5);
  const reach = random.pick([1, 1, 4]);
  const at = () => {
    const value = random.real(-reach, reach);
    return isWhole ? Math.round(value * 2) / 2 : value;
  };
  const vertices = random.integer(4, 30);
  const values = Array.from({ length: 3 * vertices }, at);
  const positions = random.chance(0.5) ? Float32Array.from(values) : Float64Array.from(values);
  const indices = Uint32Array.from({ length: 3 * random.integer(2, 40) }, () => random.integer(0, vertices - 1));
  return { positions, indices };
}

describeGpu('identify on WebGPU', (file) => {
  let webgpu: Engine;
  let wasm: Engine;
  beforeAll(async () => {
    webgpu = await createEngine({ backend: 'webgpu', threads: 0, device: file.device.handle });
    wasm = await createEngine({ backend: 'wasm', threads: 0 });
  });
  afterAll(() => {
    webgpu.dispose();
    wasm.dispose();
  });

  async function ask(
    engine: Engine,
    objects: readonly Placed[],
    options: VoxelCollideOptions,
  ): Promise<VoxelCollision> {
    using scene = engine.createScene();
    for (const { mesh, matrix } of objects) {
      const id = scene.add(mesh);
      if (matrix) scene.place(id, matrix);
    }
    return await voxelCollide(scene, 0, 1, { identify: true, ...options });
  }

  async function expectSame(objects: readonly Placed[], options: VoxelCollideOptions, about = '') {
    const found = await ask(webgpu, objects, options);
    const exact = await ask(wasm, objects, options);
    expect([found.collides, found.common, ...found.counts], about).toEqual([
      exact.collides,
      exact.common,
      ...exact.counts,
    ]);
    expect([...found.trianglePairs!], about).toEqual([...exact.trianglePairs!]);
    expect([...found.kinds!], about).toEqual([...exact.kinds!]);
    return found;
  }

  it('finds the pairs of wasm in random triangles', async () => {
    let pairs = 0;
    let onGpu = 0;
    for (let seed = 0; seed < seedsOf(120); seed++) {
      const random = new Random(seed);
      const objects = [{ mesh: soup(random) }, { mesh: soup(random), ...(random.chance(0.3) && { matrix: SHIFT }) }];
      const options = { resolution: random.pick([3, 8, 20]), list: random.chance(0.3) };
      const { kinds, stats } = await expectSame(objects, options, `seed ${seed}`);
      pairs += kinds!.length;
      onGpu += Number(stats.backend === 'webgpu');
    }
    expect(pairs).toBeGreaterThan(20 * seedsOf(120));
    expect(onGpu).toBeGreaterThan(0.8 * seedsOf(120));
  });

  it('decides most pairs of curved surfaces there, with lists that grow', async () => {
    const bent = { mesh: ballMesh(5, (x, y, z) => [x + 0.2 * Math.sin(5 * y), y, z + 0.1]), matrix: TURN };
    const found = await expectSame([{ mesh: ballMesh(5) }, bent], { resolution: 64 });
    expect(found.stats).toMatchObject({ backend: 'webgpu' });
    expect(found.kinds!.length).toBeGreaterThan(300);
    expect(found.stats.tests).toBeGreaterThan(found.kinds!.length);
    expect(found.stats.entries).toBeGreaterThan(found.common);
    expect(found.stats.gpu!.undecided - found.stats.settled).toBeLessThan(0.1 * found.kinds!.length);
    // So few voxels that their lists are long.
    const coarse = await expectSame([{ mesh: ballMesh(5) }, bent], { resolution: 4 });
    expect(coarse.stats.gpu!.reruns).toBeGreaterThan(0);
  });

  it('faces that touch and lie in one another are settled exactly', async () => {
    const [a, b] = [boxMesh([0, 0, 0], [1, 1, 1]), boxMesh([0.5, 0.25, 1], [2, 2, 2])];
    const { kinds } = await expectSame([{ mesh: a }, { mesh: b }], { resolution: 16 });
    expect(kinds!.length).toBeGreaterThan(0);
    await expectSame([{ mesh: a }, { mesh: a }], { resolution: 8 });
    const flat = joinMeshes(a, {
      positions: Float32Array.of(0, 0, 1, 1, 1, 1, 0.5, 0.5, 1),
      indices: Uint32Array.of(0, 1, 2),
    });
    await expectSame([{ mesh: flat }, { mesh: b }], { resolution: 16 });
  });

  it('in slabs, and as soon as one is found', async () => {
    const objects = [{ mesh: ballMesh(3) }, { mesh: ballMesh(3), matrix: SHIFT }];
    const { stats } = await expectSame(objects, { resolution: 24, slabBytes: 400 });
    expect(stats.slabs).toBeGreaterThan(3);
    const early = await ask(webgpu, objects, { resolution: 24, early: true });
    expect([early.collides, early.stats.backend]).toEqual([true, 'webgpu']);
    const all = await ask(wasm, objects, { resolution: 24 });
    const names = new Set(Array.from(all.kinds!, (_, i) => all.trianglePairs!.subarray(4 * i, 4 * i + 4).join()));
    expect(names.has(early.trianglePairs!.subarray(0, 4).join())).toBe(true);
  });

  it('says so where a triangle is too large', async () => {
    const floor = {
      positions: Float32Array.of(-9e4, -9e4, 0, 9e4, -9e4, 0, 0, 9e4, 0),
      indices: Uint32Array.of(0, 1, 2),
    };
    const { stats, kinds } = await expectSame([{ mesh: floor }, { mesh: ballMesh(2) }], { resolution: 32 });
    expect([stats.backend, stats.leftToWasm]).toEqual(['wasm', 'large-triangles']);
    expect(kinds!.length).toBeGreaterThan(0);
  });

  it('begins again where the device is lost, and says so', async () => {
    await withWatchedGpu(async ({ devices, giveNoMore }) => {
      const own = await createEngine({ backend: 'webgpu', threads: 0 });
      using scene = own.createScene();
      scene.add(ballMesh(3));
      scene.place(scene.add(ballMesh(3)), SHIFT);
      const before = await voxelCollide(scene, 0, 1, { resolution: 16, identify: true });
      expect(before.stats.backend).toBe('webgpu');
      giveNoMore();
      devices[0].destroy();
      await devices[0].lost;
      const { stats, trianglePairs } = await voxelCollide(scene, 0, 1, { resolution: 16, identify: true });
      expect([stats.backend, stats.restartedAfter]).toEqual(['wasm', 'device-lost']);
      expect(trianglePairs).toEqual(before.trianglePairs);
      own.dispose();
    });
  });
});
