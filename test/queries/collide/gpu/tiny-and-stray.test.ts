/** Coordinates next to nothing, placed ones among them, and stray geometry: WebGPU gives the answer of wasm. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput } from '../../../../src/index.ts';
import { ballMesh } from '../../../support/closed-meshes.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { engineOn } from '../../../support/gpu-engine.ts';
import { Random } from '../../../support/random.ts';
import { isLong } from '../../../support/thoroughness.ts';
import { tinyCoordinates } from '../../../support/tiny-coordinates.ts';

const SCENES = isLong ? 1000 : 40;

/** Sixteen numbers that bring zeros next to 0 and tiny numbers elsewhere. */
function tinyMatrix(random: Random): number[] {
  const tiny = () => random.pick([0, 0, 1e-300, -(2 ** -1074), 1e-40]);
  const size = random.pick([1, -1, 2]);
  return [size, 0, tiny(), 0, 0, 1, 0, 0, tiny(), 0, 1, 0, tiny(), tiny(), tiny(), 1];
}

describeGpu('collide on WebGPU = wasm', (file) => {
  let gpu: Engine;
  let wasm: Engine;
  beforeAll(async () => {
    gpu = await engineOn(file.device.handle);
    wasm = await createEngine({ backend: 'wasm', threads: 0 });
  });
  afterAll(() => {
    gpu.dispose();
    wasm.dispose();
  });

  async function expectSame(meshes: readonly MeshInput[], places: readonly (number[] | undefined)[], about: string) {
    const [found, expected] = await Promise.all(
      [gpu, wasm].map(async (engine) => {
        using scene = engine.createScene();
        for (const mesh of meshes) scene.add(mesh);
        for (const [object, matrix] of places.entries()) if (matrix) scene.place(object, matrix);
        const { stats, trianglePairs, kinds, degenerateTriangles, segments } = await scene.collide({
          self: true,
          segments: true,
        });
        expect(stats.backend).toBe(engine === gpu ? 'webgpu' : 'wasm');
        return [trianglePairs, kinds, degenerateTriangles, segments].map((list) => [...list!]);
      }),
    );
    expect(found, about).toEqual(expected);
    return expected[1].length;
  }

  it.each([true, false])('on tiny coordinates, single precision: %s', async (isSingle) => {
    let pairs = 0;
    for (let seed = 0; seed < SCENES; seed++) {
      pairs += await expectSame(tinyCoordinates(new Random(seed), isSingle), [], `seed ${seed}`);
    }
    expect(pairs).toBeGreaterThan(SCENES);
  });

  it.each([true, false])('on coordinates that placing makes tiny, single precision: %s', async (isSingle) => {
    let pairs = 0;
    for (let seed = 0; seed < SCENES; seed++) {
      const random = new Random(5000 + seed);
      const meshes = tinyCoordinates(random, isSingle);
      const places = meshes.map(() => (random.chance(0.6) ? tinyMatrix(random) : undefined));
      pairs += await expectSame(meshes, places, `seed ${seed}`);
    }
    expect(pairs).toBeGreaterThan(SCENES);
  });

  it.each([Float32Array, Float64Array])('beside strays, in a %o', async (format) => {
    const random = new Random(1);
    const { positions, indices } = ballMesh(3, (x, y, z) => [x, y, z + random.next()]);
    const ball = { positions: format.from(positions), indices };
    const strays = [1e4, -1e8, 1e12].map((at) => [at, 0, 0, 0, at, 0, at, at, at]);
    const mesh = { positions: format.from(strays.flat()) };
    expect(await expectSame([ball, mesh], [], 'as an object')).toBeGreaterThan(0);
    expect(await expectSame([mesh, ball], [undefined, tinyMatrix(random)], 'beside what is placed')).toBeGreaterThan(0);
  });
});
