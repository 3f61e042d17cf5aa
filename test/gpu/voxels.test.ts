/** Voxels on WebGPU: nothing that wasm has is missing, and nothing is farther from the surface than promised. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LONG_INTEGERS_WGSL } from '../../src/gpu/long-integers.wgsl.ts';
import { KernelSource } from '../../src/gpu/pipelines.ts';
import { createEngine, type Engine, type MeshInput, type Voxels, type VoxelsOptions } from '../../src/index.ts';
import { readModel } from '../../src/io/index.ts';
import { boxTriangleDistance } from '../support/box-distance.ts';
import { ballMesh, boxMesh } from '../support/closed-meshes.ts';
import { describeGpu } from '../support/gpu.ts';
import { distanceToMesh } from '../support/point-distance.ts';
import { Random } from '../support/random.ts';
import { randomScene, sceneNames } from '../support/random-scenes.ts';
import { triangle } from '../support/shapes.ts';
import { readShared, sharedFolder } from '../support/shared.ts';
import { setVoxels } from '../support/voxel-lists.ts';

const SLACK = 2 ** -10;

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
      answers.push(await scene.voxels(scene.add(mesh), options));
    }
    return [answers[0], answers[1]];
  }

  /** All of the exact voxels are there, and others only if the surface is as near as the promise says. */
  async function expectPromise(mesh: MeshInput, options: VoxelsOptions): Promise<void> {
    const [exact, found] = await both(mesh, options);
    expect(found.stats.backend).toBe('webgpu');
    expect([found.origin, found.voxelSize, found.resolution]).toEqual([
      exact.origin,
      exact.voxelSize,
      exact.resolution,
    ]);
    expect(exact.bits.every((word, i) => (word & ~found.bits[i]) === 0)).toBe(true);
    expect(found.count).toBe(setVoxels(found).length);
    const more = setVoxels(found).filter(([x, y, z]) => !exact.has(x, y, z));
    for (const voxel of more) {
      const low = voxel.map((i, k) => found.origin[k] + i * found.voxelSize);
      expect(boxTriangleDistance(mesh, low, found.voxelSize)).toBeLessThanOrEqual(SLACK * found.voxelSize);
    }
  }

  it.each(sceneNames)('conservative, random scenes: %s', async (name) => {
    const random = new Random(3);
    for (const mesh of randomScene(name, 3).slice(0, 3))
      await expectPromise(mesh, { resolution: random.pick([1, 7, 33]) });
  });

  it('conservative, large triangles and parts of them', async () => {
    const random = new Random(4);
    for (const size of [1, 30, 1e6]) {
      const corner = () => [random.real(-size, size), random.real(-size, size), random.real(-size, size) / 3];
      const mesh = triangle(...corner(), ...corner(), ...corner());
      await expectPromise(mesh, { box: [-1, -1, -1, 1, 1, 1], resolution: [40, 17, 33] });
    }
    const long = triangle(0, 0, 0, 1, 0.3, 0.2, 0.9, 0.35, 0.25);
    await expectPromise(long, { resolution: [160, 60, 60] });
  });

  it('conservative, slivers across the grid', async () => {
    const random = new Random(5);
    for (let i = 0; i < 4; i++) {
      const end = () => [random.real(0, 1), random.real(0, 1), random.real(0, 1)];
      const [a, b] = [end(), end()];
      const mesh = triangle(...a, ...b, ...b.map((value) => value + 1e-4 * random.real(-1, 1)));
      await expectPromise(mesh, { box: [0, 0, 0, 1, 1, 1], resolution: 100 });
    }
  });

  it("the paper's rule: centres within half a voxel's diagonal, and hardly a voxel different from wasm", async () => {
    const mesh = ballMesh(4, (x, y, z) => [x, 0.8 * y + 0.1 * x, 0.9 * z]);
    const [exact, found] = await both(mesh, { resolution: 40, rule: 'paper' });
    const distance = distanceToMesh(mesh, found.voxelSize);
    for (const [x, y, z] of setVoxels(found)) {
      const centre = [x, y, z].map((i, k) => found.origin[k] + (i + 0.5) * found.voxelSize);
      expect(distance(centre[0], centre[1], centre[2])).toBeLessThanOrEqual((Math.sqrt(3) / 2) * found.voxelSize);
    }
    const different = setVoxels(found).filter(([x, y, z]) => !exact.has(x, y, z)).length;
    expect(different).toBeLessThan(found.count / 100);
    expect(Math.abs(found.count - exact.count)).toBeLessThan(found.count / 100);
  });

  it("the paper's rule joins the three sheets on a grid of any shape, in slabs too", async () => {
    const mesh = ballMesh(3, (x, y, z) => [3 * x, 2 * y + 0.1 * x, z]);
    const options = { resolution: [65, 40, 34], rule: 'paper' } as const;
    const [, whole] = await both(mesh, options);
    const [, sliced] = await both(mesh, { ...options, slabBytes: 4 * 3 * 40 * 5 });
    expect(sliced.stats.slabs).toBeGreaterThan(3);
    expect(sliced.bits).toEqual(whole.bits);
  });

  it('common voxels of two objects, counted and listed', async () => {
    using scene = webgpu.createScene();
    const a = scene.add(ballMesh(3));
    const b = scene.add(ballMesh(3, (x, y, z) => [x + 0.8, y, z]));
    const found = await scene.voxelCollide(a, b, { resolution: 40, list: true });
    expect(found.stats.backend).toBe('webgpu');
    const grid = { resolution: found.resolution, origin: found.origin, voxelSize: found.voxelSize };
    const [va, vb] = [await scene.voxels(a, { grid }), await scene.voxels(b, { grid })];
    const shared = setVoxels({ resolution: grid.resolution, has: (x, y, z) => va.has(x, y, z) && vb.has(x, y, z) });
    const within = shared.filter((voxel) =>
      voxel.every((i, k) => grid.origin[k] + i * grid.voxelSize <= found.region![k + 3]),
    );
    expect([...found.voxels!]).toEqual(within.flat());
    expect(found.common).toBe(within.length);
    expect(found.collides).toBe(true);
    const apart = scene.add(ballMesh(2, (x, y, z) => [x + 1.9, y + 1.9, z]));
    expect((await scene.voxelCollide(a, apart, { resolution: 40 })).collides).toBe(false);
  });

  it('leaves filling and exact pairs to wasm', async () => {
    using scene = webgpu.createScene();
    const outer = scene.add(boxMesh([0, 0, 0], [4, 4, 4]));
    const inner = scene.add(boxMesh([1, 1, 1], [2, 2, 2]));
    const solid = await scene.voxelCollide(outer, inner, { resolution: 8, solid: true });
    expect([solid.collides, solid.stats.backend]).toEqual([true, 'wasm']);
    const exact = await scene.voxelCollide(outer, inner, { resolution: 8, identify: true });
    expect([exact.collides, exact.trianglePairs?.length]).toEqual([false, 0]);
  });

  it.skipIf(sharedFolder === undefined).each(['cgal-data/anchor.off', 'cgal-data/blobby.off'])(
    'conservative, real meshes: %s',
    async (path) => {
      const model = await readModel(readShared(`meshes/${path}`), { name: path });
      for (const part of model.parts) await expectPromise(part, { resolution: 24 });
    },
  );

  it('whole numbers of 64 bits are those of BigInt', async () => {
    const random = new Random(9);
    const values = random.times(512, () => random.integer(-(2 ** random.integer(1, 30)), 2 ** random.integer(1, 30)));
    const gpu = file.gpu();
    const kernel = await gpu.compile(LONG_TEST);
    const result = await gpu.run((pass) => {
      const input = pass.memory.createFilled('numbers', Int32Array.from(values));
      const output = pass.memory.create('results', 4 * 8 * 128);
      pass.dispatch(kernel, 4, [input, output]);
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

export const LONG_TEST = new KernelSource(
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
