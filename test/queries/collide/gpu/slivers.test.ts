/**
 * Long slivers on WebGPU: so many share so few cells that the GPU leaves the query to wasm, and says so; the answer is the
 * oracle's. What is not crowded stays on the GPU.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { oracle } from '../../../../oracle/oracle.ts';
import { createEngine, type Engine, type MeshInput, type Scene } from '../../../../src/index.ts';
import { asRows, engineAnswer } from '../../../support/engine-answer.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { Random } from '../../../support/random.ts';
import { BUNDLES, bundle } from '../../../support/slivers.ts';

const COUNT = 1700;
const LEFT = { backend: 'wasm', leftToWasm: 'crowded-cells' };
// Of GPUBufferUsage, which Node does not have.
const [COPY_DST, STORAGE] = [0x8, 0x80];

const single = ({ positions }: MeshInput) => Float32Array.from(positions as Float64Array);
/** The same triangles one beside the other, so that their boxes are apart. */
const apart = (positions: Float32Array) =>
  positions.map(
    (x, i) => x / 64 + (i % 3 === 0 ? 4 * (Math.floor(i / 9) % 64) : i % 3 === 1 ? Math.floor(i / 576) : 0),
  );

describeGpu('slivers on WebGPU', (file) => {
  let engine: Engine;
  let wasm: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'webgpu', threads: 0, device: file.device.handle });
    wasm = await createEngine({ backend: 'wasm', threads: 0 });
  });
  afterAll(() => {
    engine?.dispose();
    wasm?.dispose();
  });

  function sceneOf(meshes: readonly MeshInput[], of = engine): Scene {
    const scene = of.createScene();
    for (const mesh of meshes) scene.add(mesh);
    return scene;
  }

  it.each(Object.keys(BUNDLES))('%s: answers are those of wasm, with every option', async (name) => {
    const random = new Random(5);
    const meshes = [bundle(name, random, COUNT), bundle(name, random, COUNT / 4)];
    const scene = sceneOf(meshes);
    const other = sceneOf(meshes, wasm);
    for (const options of [
      { self: true },
      { self: true, between: false, contacts: 'penetrating', segments: true },
      { segments: true },
      { ignore: [[0, 1]], self: true },
    ] as const) {
      const { stats, ...found } = await scene.collide(options);
      const { stats: _, ...expected } = await other.collide(options);
      expect(found, JSON.stringify(options)).toEqual(expected);
      expect(stats, JSON.stringify(options)).toMatchObject(LEFT);
    }
    scene.dispose();
    other.dispose();
  });

  it('answers are those of the oracle', async () => {
    const meshes = [bundle('parallel', new Random(3), COUNT)];
    const scene = sceneOf(meshes);
    const found = await scene.collide({ self: true });
    expect(found.stats).toMatchObject(LEFT);
    expect(found.stats.gpu).toBeUndefined();
    expect(asRows(found)).toEqual(oracle.collide(meshes, { self: true }));
    scene.dispose();
  });

  it('are held against all small triangles below them, which counts as well', async () => {
    const random = new Random(7);
    const long = bundle('parallel', random, 1300);
    const small = Array.from({ length: 4000 }, () => {
      const [x, y, z] = [36, 72, 18].map((size) => 2 + size * random.next());
      return [x, y, z, x + 0.1, y, z, x, y + 0.1, z + 0.1];
    });
    // By themselves, the long ones are too few: 5200 tests each at most are 1300 for each of the 5300 triangles.
    const meshes = [long, { positions: Float64Array.from(small.flat()) }];
    const scene = sceneOf(meshes);
    const found = await scene.collide();
    expect(asRows(found)).toEqual(await engineAnswer(wasm, meshes));
    expect(found.stats).toMatchObject(LEFT);
    scene.dispose();
  });

  it('stay on the GPU when they lie apart, and go back there when they do again', async () => {
    const crowded = single(bundle('parallel', new Random(4), COUNT));
    const scene = sceneOf([{ positions: apart(crowded) }]);
    const backends: unknown[] = [];
    for (const positions of [apart(crowded), crowded, crowded, apart(crowded)]) {
      scene.move(0, positions);
      const found = await scene.collide({ self: true });
      expect(asRows(found)).toEqual(await engineAnswer(wasm, [{ positions }], { self: true }));
      backends.push([found.stats.backend, found.stats.leftToWasm]);
    }
    const [onGpu, left] = [
      ['webgpu', undefined],
      ['wasm', 'crowded-cells'],
    ];
    expect(backends).toEqual([onGpu, left, left, onGpu]);
    scene.dispose();
  });

  it('whose positions are on the GPU are read back, whether crowded from the start or later', async () => {
    const device = file.device.handle;
    const crowded = single(bundle('twisted', new Random(6), COUNT));
    const indices = Uint32Array.from({ length: crowded.length / 3 }, (_, i) => i);
    const inBuffer = (positions: Float32Array) => {
      const buffer = device.createBuffer({ size: positions.byteLength, usage: STORAGE | COPY_DST });
      device.queue.writeBuffer(buffer, 0, positions as Float32Array<ArrayBuffer>);
      return { buffer, vertexCount: positions.length / 3 };
    };
    const scene = engine.createScene();
    const id = scene.add({ positions: inBuffer(crowded), indices });
    const shifted = crowded.map((x) => x + 0.5);
    for (const [positions, expected] of [
      [crowded, LEFT],
      [apart(crowded), { backend: 'webgpu' }],
      [shifted, LEFT],
    ] as const) {
      scene.move(id, inBuffer(positions));
      const found = await scene.collide({ self: true });
      expect(found.stats).toMatchObject(expected);
      expect(asRows(found)).toEqual(await engineAnswer(wasm, [{ positions, indices }], { self: true }));
    }
    scene.dispose();
  });

  it('are decided on the GPU if the answer is to stay there', async () => {
    const meshes = [{ positions: single(bundle('parallel', new Random(8), 1400)) }];
    const scene = sceneOf(meshes);
    expect((await scene.collide({ self: true })).stats).toMatchObject(LEFT);
    const found = await scene.collide({ self: true, output: 'gpu' });
    expect(found.stats).toMatchObject({ backend: 'webgpu' });
    const { trianglePairs } = await engineAnswer(wasm, meshes, { self: true });
    expect(trianglePairs.length).toBeGreaterThan(10);
    expect(found.pairCount).toBeGreaterThanOrEqual(trianglePairs.length);
    found.dispose();
    scene.dispose();
  });
});
