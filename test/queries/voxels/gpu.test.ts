/**
 * Voxels on WebGPU: the same bits as on wasm, by both rules, whatever single precision can or cannot decide.
 *
 * COLLIDESCOPE_VOXEL_SEEDS sets how many random scenes of each kind.
 */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { ShaderSource } from '../../../src/backend/gpu/pipelines.ts';
import { LONG_INTEGERS_WGSL } from '../../../src/exact/gpu/long-integers.wgsl.ts';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { readModel } from '../../../src/io/index.ts';
import type { Voxels, VoxelsOptions } from '../../../src/papers/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { ballMesh, boxMesh } from '../../support/closed-meshes.ts';
import { describeGpu } from '../../support/gpu.ts';
import { Random } from '../../support/random.ts';
import { randomScene, sceneNames } from '../../support/random-scenes.ts';
import { triangle } from '../../support/shapes.ts';
import { readShared, sharedFolder } from '../../support/shared.ts';
import { setVoxels } from '../../support/voxel-lists.ts';

const SEEDS = Number(process.env.COLLIDESCOPE_VOXEL_SEEDS ?? 1);

describeGpu('voxels on WebGPU', (file) => {
  let wasm: Engine;
  let webgpu: Engine;
  beforeAll(async () => {
    wasm = await createEngine({ backend: 'wasm', threads: 0 });
    webgpu = await createEngine({ backend: 'webgpu', threads: 0, device: file.device.handle });
  });
  afterAll(() => {
    wasm.dispose();
    webgpu.dispose();
  });

  async function both(mesh: MeshInput, options: VoxelsOptions): Promise<[Voxels, Voxels]> {
    const answers: Voxels[] = [];
    for (const engine of [wasm, webgpu]) {
      using scene = engine.createScene();
      answers.push(await papers.voxels(scene, scene.add(mesh), options));
    }
    return [answers[0], answers[1]];
  }

  /** The same bits on both engines; resolves to how many triangles the CPU had to settle. */
  async function expectSame(mesh: MeshInput, options: VoxelsOptions): Promise<number> {
    const [exact, found] = await both(mesh, options);
    // Grids so far out that their voxels are near the precision of doubles are left to wasm.
    const isFar = found.origin.some((value) => Math.abs(value) >= 2 ** 40 * found.voxelSize);
    expect([exact.stats.backend, found.stats.backend]).toEqual(['wasm', isFar ? 'wasm' : 'webgpu']);
    expect(found.stats.leftToWasm).toBe(isFar ? 'double-precision' : undefined);
    expect([found.origin, found.voxelSize, found.resolution]).toEqual([
      exact.origin,
      exact.voxelSize,
      exact.resolution,
    ]);
    expect(found.count).toBe(exact.count);
    expect(differences(found, exact), JSON.stringify(options)).toEqual([]);
    return found.stats.settled;
  }

  function differences(found: Voxels, exact: Voxels): readonly (readonly number[])[] {
    const isSame = found.bits.every((word, i) => word === exact.bits[i]);
    const missing = (from: Voxels, other: Voxels) => setVoxels(from).filter(([x, y, z]) => !other.has(x, y, z));
    return isSame ? [] : [...missing(found, exact), ...missing(exact, found)];
  }

  const RULES = ['conservative', 'paper'] as const;

  it.each(sceneNames)('random scenes: %s', async (name) => {
    for (let seed = 0; seed < SEEDS; seed++) {
      const random = new Random(seed * 43 + sceneNames.indexOf(name));
      for (const mesh of randomScene(name, seed + 3).slice(0, 3)) {
        const resolution = random.pick([1, 7, 33]);
        for (const rule of RULES) await expectSame(mesh, { resolution, rule });
      }
    }
  });

  it.each(RULES)('large triangles and parts of them: %s', async (rule) => {
    const random = new Random(4);
    for (const size of [1, 30, 1e6, 1e15]) {
      const corner = () => [random.real(-size, size), random.real(-size, size), random.real(-size, size) / 3];
      const mesh = triangle(...corner(), ...corner(), ...corner());
      await expectSame(mesh, { box: { min: [-1, -1, -1], max: [1, 1, 1] }, resolution: [40, 17, 33], rule });
    }
    const long = triangle(0, 0, 0, 1, 0.3, 0.2, 0.9, 0.35, 0.25);
    await expectSame(long, { resolution: [160, 60, 60], rule });
    await expectSame(long, { resolution: [700, 200, 200], rule });
  });

  it('triangles too large or too far out for whole steps go to the CPU, if they come near the grid', async () => {
    const box = { min: [-1, -1, -1], max: [1, 1, 1] } as const;
    const far = { positions: Float64Array.of(-1e15, -1e15, 0.1, 1e15, -1e15, 0.3, 0, 1e15, 0.7) };
    expect(await expectSame(far, { box, resolution: 20 })).toBe(1);
    const large = { positions: Float64Array.of(-300, -300, 0.1, 300, -300, 0.3, 0, 300, 0.7) };
    expect(await expectSame(large, { box, resolution: 20 })).toBe(1);
    const beside = { positions: Float64Array.of(-1e15, -1e15, 2, 1e15, -1e15, 3, 0, 1e15, 2) };
    expect(await expectSame(beside, { box, resolution: 20 })).toBe(0);
  });

  it.each(RULES)('triangles that are cut into parts: %s', async (rule) => {
    const random = new Random(11);
    for (const size of [3, 14, 90]) {
      const corner = () => [random.real(-size, size), random.real(-size, size), random.real(-size, size) / 5];
      const mesh = triangle(...corner(), ...corner(), ...corner());
      await expectSame(mesh, { box: { min: [-1, -1, -1], max: [1, 1, 1] }, resolution: [40, 37, 33], rule });
    }
    for (const [a, b] of [
      [160, 150],
      [500, 300],
    ]) {
      await expectSame(triangle(0, 0, 0.3, 1, 0.02, 0.1, 0.4, 0.9, 0.5), { resolution: [a, b, 200], rule });
    }
  });

  it.each(RULES)('slivers across the grid: %s', async (rule) => {
    const random = new Random(5);
    for (let i = 0; i < 12; i++) {
      const end = () => [random.real(0, 1), random.real(0, 1), random.real(0, 1)];
      const [a, b] = [end(), end()];
      const width = 10 ** -random.integer(2, 9);
      const mesh = triangle(...a, ...b, ...b.map((value) => value + width * random.real(-1, 1)));
      await expectSame(mesh, { box: { min: [0, 0, 0], max: [1, 1, 1] }, resolution: random.pick([9, 40, 100]), rule });
    }
  });

  it.each(RULES)('faces exactly on the boundaries of voxels, and a hair beside them: %s', async (rule) => {
    for (const beside of [0, 2 ** -40, -(2 ** -40), 2 ** -14, -(2 ** -14), 2 ** -12, 2 ** -11, -(2 ** -11)]) {
      const mesh = boxMesh([2 + beside, 3, 1 - beside], [11, 9 + beside, 13]);
      const open = await expectSame(mesh, {
        grid: { resolution: [16, 16, 16], origin: [0, 0, 0], voxelSize: 1 },
        rule,
      });
      if (rule === 'conservative') expect(open).toBeGreaterThan(0);
    }
    // Centres of columns on edges and diagonals, depths on boundaries.
    const mesh = boxMesh([2.5, 3.5, 1], [11.5, 9.5, 13]);
    await expectSame(mesh, { grid: { resolution: [16, 16, 16], origin: [0, 0, 0], voxelSize: 1 }, rule });
  });

  it.each(RULES)('corners on a lattice of half voxels, triangles without area among them: %s', async (rule) => {
    const random = new Random(6);
    const positions = Float32Array.from({ length: 9 * 400 }, () => random.integer(0, 40) / 2);
    for (const scale of [1, 0.25]) {
      const options = { grid: { resolution: [24, 24, 24], origin: [0, 0, 0], voxelSize: scale }, rule } as const;
      expect(await expectSame({ positions }, options)).toBeGreaterThan(20);
    }
  });

  it.each(RULES)('small triangles are decided on the GPU, but for few: %s', async (rule) => {
    const mesh = ballMesh(5, (x, y, z) => [x + 0.013 * y, 0.8 * y + 0.1 * x + 0.017 * z, 0.9 * z + 0.011 * x]);
    for (const resolution of [40, 97]) {
      const settled = await expectSame(mesh, { resolution, rule });
      expect(settled).toBeLessThan(mesh.indices!.length / 3 / 20);
    }
  });

  it.each(RULES)('placed objects, far from the origin, in double precision: %s', async (rule) => {
    const random = new Random(7);
    const ball = ballMesh(3);
    const positions = Float64Array.from(ball.positions, (value) => 4e6 + value * 1.7 + 1e-9 * random.real(-1, 1));
    await expectSame({ positions, indices: ball.indices }, { resolution: 50, rule });
  });

  it.each(RULES)('grids of any shape, in slabs too: %s', async (rule) => {
    const mesh = ballMesh(3, (x, y, z) => [3 * x, 2 * y + 0.1 * x, z]);
    const options = { resolution: [65, 40, 34], rule } as const;
    const [exact, whole] = await both(mesh, options);
    const [, sliced] = await both(mesh, { ...options, slabBytes: 4 * 3 * 40 * 5 });
    expect(sliced.stats.slabs).toBeGreaterThan(3);
    expect(whole.bits).toEqual(exact.bits);
    expect(sliced.bits).toEqual(exact.bits);
  });

  it.each(RULES)('two objects: the same counts, common voxels and answer: %s', async (rule) => {
    const random = new Random(8);
    for (const resolution of [12, 40]) {
      const shift = random.times(3, () => random.real(0.3, 0.9));
      const answers = [];
      for (const engine of [wasm, webgpu]) {
        using scene = engine.createScene();
        const a = scene.add(boxMesh([-1, -1, -1], [1, 1, 1]));
        const b = scene.add(ballMesh(3, (x, y, z) => [x + shift[0], y + shift[1], z + shift[2]]));
        const { collides, common, counts, voxels } = await papers.voxelCollide(scene, a, b, {
          resolution,
          rule,
          list: true,
        });
        const early = await papers.voxelCollide(scene, a, b, { resolution, rule, early: true });
        answers.push({ collides, common, counts, voxels, early: early.collides });
      }
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[0].early).toBe(true);
    }
  });

  it('common voxels of two objects, counted and listed', async () => {
    using scene = webgpu.createScene();
    const a = scene.add(ballMesh(3));
    const b = scene.add(ballMesh(3, (x, y, z) => [x + 0.8, y, z]));
    const found = await papers.voxelCollide(scene, a, b, { resolution: 40, list: true });
    expect(found.stats.backend).toBe('webgpu');
    const grid = { resolution: found.resolution, origin: found.origin, voxelSize: found.voxelSize };
    const [va, vb] = [await papers.voxels(scene, a, { grid }), await papers.voxels(scene, b, { grid })];
    const shared = setVoxels({ resolution: grid.resolution, has: (x, y, z) => va.has(x, y, z) && vb.has(x, y, z) });
    const within = shared.filter((voxel) =>
      voxel.every((i, k) => grid.origin[k] + i * grid.voxelSize <= found.region!.max[k]),
    );
    expect([...found.voxels!]).toEqual(within.flat());
    expect(found.common).toBe(within.length);
    expect(found.collides).toBe(true);
    const apart = scene.add(ballMesh(2, (x, y, z) => [x + 1.9, y + 1.9, z]));
    expect((await papers.voxelCollide(scene, a, apart, { resolution: 40 })).collides).toBe(false);
  });

  it('leaves filling to wasm', async () => {
    using scene = webgpu.createScene();
    const outer = scene.add(boxMesh([0, 0, 0], [4, 4, 4]));
    const inner = scene.add(boxMesh([1, 1, 1], [2, 2, 2]));
    const solid = await papers.voxelCollide(scene, outer, inner, { resolution: 8, solid: true });
    expect([solid.collides, solid.stats.backend]).toEqual([true, 'wasm']);
    const exact = await papers.voxelCollide(scene, outer, inner, { resolution: 8, identify: true });
    expect([exact.collides, exact.trianglePairs?.length, exact.stats.backend]).toEqual([false, 0, 'webgpu']);
  });

  it.skipIf(sharedFolder === undefined).each(['cgal-data/anchor.off', 'cgal-data/blobby.off'])(
    'real meshes: %s',
    async (path) => {
      const model = await readModel(readShared(`meshes/${path}`), { name: path });
      for (const part of model.parts) {
        for (const rule of RULES) {
          for (const resolution of [24, 64, 127]) await expectSame(part, { resolution, rule });
        }
      }
    },
  );

  it('whole numbers of 64 bits are those of BigInt', async () => {
    const random = new Random(9);
    const values = random.times(512, () => random.integer(-(2 ** random.integer(1, 30)), 2 ** random.integer(1, 30)));
    const gpu = file.gpu();
    const shader = await gpu.compile(LONG_TEST);
    const result = await gpu.run((pass) => {
      const input = pass.memory.createFilled('numbers', Int32Array.from(values));
      const output = pass.memory.create('results', 4 * 8 * 128);
      pass.dispatch(shader, 4, [input, output]);
      return pass.readBack(output, 0, 4 * 8 * 128);
    });
    const words = result.u32;
    const long = (at: number) => BigInt.asIntN(64, (BigInt(words[at + 1]) << 32n) | BigInt(words[at]));
    for (let i = 0; i < 128; i++) {
      const [a, b, c, d] = values.slice(4 * i, 4 * i + 4).map(BigInt);
      const small = d >> 12n;
      expect(long(8 * i)).toBe(a * b - c * d);
      expect(long(8 * i + 2)).toBe((((a * b) >> 20n) - 1n) * small);
      expect(Number(long(8 * i + 4))).toBe(a * b > c * d ? 1 : a * b < c * d ? -1 : 0);
      expect(words[8 * i + 6] === 1).toBe((a * b < 0n ? -a * b : a * b) > (c * d < 0n ? -c * d : c * d));
    }
  });
});

export const LONG_TEST = new ShaderSource(
  'long-integers-test',
  [
    LONG_INTEGERS_WGSL,
    /* wgsl */ `
@group(0) @binding(0) var<storage, read> numbers: array<vec4i>;
@group(0) @binding(1) var<storage, read_write> results: array<vec2u>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let n = numbers[id.x];
  let ab = longProduct(n.x, n.y);
  let cd = longProduct(n.z, n.w);
  let difference = longSubtract(ab, cd);
  results[4u * id.x] = difference;
  // Arithmetic shift of ab by 20, less one, times a small number.
  let shifted = vec2u((ab.x >> 20u) | (ab.y << 12u), u32(i32(ab.y) >> 20u));
  results[4u * id.x + 1u] = longTimes(longAdd(shifted, longOf(-1)), n.w >> 12u);
  results[4u * id.x + 2u] = longOf(longSign(difference));
  results[4u * id.x + 3u] = vec2u(select(0u, 1u, longAbove(longAbs(ab), longAbs(cd))), 0u);
}
`,
  ],
  ['read', 'write'],
);
