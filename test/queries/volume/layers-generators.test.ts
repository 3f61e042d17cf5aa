/**
 * The paper's own query on every generator: images of a volume of interest that surfaces lie in front of. A ray that comes into the
 * volume inside an object has no layer that says so.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tetrahedronVolume } from '../../../oracle/convex-volume.ts';
import { insideOracle } from '../../../oracle/inside-oracle.ts';
import { createEngine, type Engine } from '../../../src/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { type LayersGenerator, layersInside, layersOverlap, layersSelfOverlap } from '../../../src/papers/index.ts';
import { describeGpu } from '../../support/gpu.ts';
import { Random } from '../../support/random.ts';

const sceneCount = Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? 8);

interface Mesh {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

/** A tetrahedron of random corners, turned outward. */
function tetrahedron(random: Random, turned = false): Mesh {
  const positions = Float32Array.from({ length: 12 }, () => random.real(-1, 1));
  const [a, b, c, d] = [0, 3, 6, 9].map((at) => [...positions.subarray(at, at + 3)] as [number, number, number]);
  const [u, v, w] = [b, c, d].map((p) => p.map((value, k) => value - a[k]));
  const sign =
    u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  const outward = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  return { positions, indices: Uint32Array.from(sign > 0 !== turned ? outward : outward.reverse()) };
}

const corners = ({ positions }: Mesh) =>
  [0, 3, 6, 9].map((at) => [...positions.subarray(at, at + 3)] as [number, number, number]);

function describeGenerators(generators: readonly LayersGenerator[], open: () => Promise<Engine>) {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open();
  });
  afterAll(() => engine?.dispose());

  describe.each(generators)('%s', (generator) => {
    it('knows what rays are inside of where they begin', async () => {
      let insideBefore = 0;
      let volumes = 0;
      for (let seed = 0; seed < sceneCount; seed++) {
        const random = new Random(seed);
        const meshes = [tetrahedron(random), tetrahedron(random, random.chance(0.3))];
        using scene = engine.createScene();
        const [a, b] = meshes.map((mesh) => scene.add(mesh));
        const options = { generator, resolution: 48, axis: random.pick(['x', 'y', 'z'] as const) };
        const images = [
          await papers.layers(scene, a, { ...options, with: b }),
          await papers.layers(scene, b, { ...options, with: a }),
        ];
        const found = layersOverlap(images[0], images[1]).volume;
        const { volume, errorBound } = await scene.overlapVolume(a, b);
        expect(Math.abs(found - volume), `seed ${seed}`).toBeLessThan(0.03 * volume + errorBound + 2e-4);
        if (volume > 0) volumes++;
        for (const [i, image] of images.entries()) {
          insideBefore += image.windings.filter((winding) => winding !== 0).length;
          const { min, max } = image.box;
          if (!(max[0] > min[0])) continue;
          const points = Float64Array.from({ length: 300 }, (_, k) => random.real(min[k % 3], max[k % 3]));
          const { places } = insideOracle(meshes[i], points, () => random.real(0, 1));
          const wrong = layersInside(image, points).filter((place, k) => place !== Number(places[k] !== 0)).length;
          expect(wrong, `seed ${seed}, points of ${i}`).toBeLessThan(10);
        }
      }
      expect(insideBefore).toBeGreaterThan(100);
      expect(volumes).toBeGreaterThan(sceneCount / 4);
    });

    it('finds self-overlap in a part of an object, wherever it lies', async () => {
      const shell = tetrahedron(new Random(3));
      const twice = {
        positions: Float32Array.from([
          ...shell.positions,
          ...shell.positions.map((x, i) => x + (i % 3 === 2 ? 2 ** -6 : 0)),
        ]),
        indices: Uint32Array.from([...shell.indices, ...shell.indices.map((index) => index + 4)]),
      };
      const volume = Math.abs(tetrahedronVolume(corners(shell)));
      for (const shift of [-50, 0, 50]) {
        const positions = twice.positions.map((x) => x + shift);
        using scene = engine.createScene();
        const id = scene.add({ ...twice, positions });
        const whole = await papers.layers(scene, id, { generator, resolution: 64 });
        const { min, max } = whole.box;
        const middle = (min[2] + max[2]) / 2;
        const parts = [
          { min, max: [max[0], max[1], middle] as const },
          { min: [min[0], min[1], middle] as const, max },
        ];
        let sum = 0;
        for (const box of parts) {
          sum += layersSelfOverlap(await papers.layers(scene, id, { generator, resolution: 64, box })).volume;
        }
        const found = layersSelfOverlap(whole).volume;
        expect(found).toBeGreaterThan(0.8 * volume);
        expect(found).toBeLessThan(1.02 * volume);
        expect(Math.abs(sum - found)).toBeLessThan(1e-3 * volume);
      }
    });
  });
}

describe('on wasm', () =>
  describeGenerators(['software', 'sampled'], () => createEngine({ backend: 'wasm', threads: 0 })));
describeGpu('on WebGPU', () =>
  describeGenerators(['ordered', 'unordered', 'compute'], () => createEngine({ backend: 'webgpu', threads: 0 })),
);

it('refuses an image that does not say what rays are inside of', async () => {
  using engine = await createEngine({ backend: 'wasm', threads: 0 });
  using scene = engine.createScene();
  const { windings: _windings, ...stored } = await papers.layers(scene, scene.add(tetrahedron(new Random(1))), {
    resolution: 4,
  });
  const image = stored as Parameters<typeof layersInside>[0];
  const refused = expect.objectContaining({ code: 'option-value', message: expect.stringMatching(/no windings/) });
  expect(() => layersOverlap(image, image)).toThrow(refused);
  expect(() => layersSelfOverlap(image)).toThrow(refused);
  expect(() => layersInside(image, [0, 0, 0])).toThrow(refused);
});
