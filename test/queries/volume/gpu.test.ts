/**
 * The hardware generators see what the software generator sees, wherever a pixel's centre is not near an edge, and volumes
 * made from them stay within their bound.
 */

import { expect, it } from 'vitest';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import type { LayeredImage } from '../../../src/papers/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { cadCase } from '../../support/cad-solids.ts';
import { boxShape } from '../../support/contact-scenes.ts';
import { describeGpu } from '../../support/gpu.ts';
import { Random } from '../../support/random.ts';
import { joined, realPoint, type Shape } from '../../support/scene-shape.ts';
import { asMesh, tetrahedron } from '../../support/solids.ts';
import { isLong } from '../../support/thoroughness.ts';
import { withWatchedGpu } from '../../support/watched-gpu.ts';

/** Pixels: hardware rounds corners to parts of a pixel, and this driver to sixteenths. docs/volumes.md states it. */
const NEAR_EDGE = 1 / 8;
const GENERATORS = ['ordered', 'unordered', 'compute'] as const;
/** Drawn parts for each generator: their walls stand within pixels. */
const CAD_CASES = isLong ? 100 : 30;

/** How far, in pixels, a centre is from the nearest edge of a shape, seen along z. */
function edgeDistance(shape: Shape, image: LayeredImage, pixel: number): number {
  const { min, max } = image.box;
  const inPixels = (vertex: number) =>
    [0, 1].map((k) => ((shape.vertices[vertex][k] - min[k]) / (max[k] - min[k])) * image.across);
  const [u, v] = [(pixel % image.across) + 0.5, Math.floor(pixel / image.across) + 0.5];
  let least = Infinity;
  for (const triangle of shape.triangles) {
    for (let corner = 0; corner < 3; corner++) {
      const [p, q] = [inPixels(triangle[corner]), inPixels(triangle[(corner + 1) % 3])];
      const [du, dv] = [q[0] - p[0], q[1] - p[1]];
      const length = du * du + dv * dv;
      const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((u - p[0]) * du + (v - p[1]) * dv) / length));
      least = Math.min(least, Math.hypot(u - p[0] - t * du, v - p[1] - t * dv));
    }
  }
  return least;
}

function layersOf(image: LayeredImage, pixel: number): { depth: number; enters: number }[] {
  const layers = [];
  for (let at = image.starts[pixel]; at < image.starts[pixel + 1]; at++) {
    layers.push({ depth: image.depths[at], enters: image.enters[at] });
  }
  return layers;
}

const SHAPES: Readonly<Record<string, () => Shape>> = {
  box: () => boxShape([0.1, 0.2, 0.3], [0.9, 0.8, 0.7]),
  'boxes inside each other': () =>
    joined([boxShape([0, 0, 0], [1, 1, 1]), boxShape([0.21, 0.2, 0.22], [0.8, 0.83, 0.7])]),
  tetrahedra: () => {
    const random = new Random(5);
    return joined(random.times(12, () => tetrahedron(random.times(4, () => realPoint(random, 0, 1)))));
  },
};

describeGpu('layers by hardware', () => {
  let opened: Promise<Engine> | undefined;
  const engine = () => {
    opened ??= createEngine({ backend: 'webgpu', threads: 0 });
    return opened;
  };

  it.each(Object.keys(SHAPES).flatMap((name) => GENERATORS.map((generator) => [generator, name] as const)))(
    '%s = software on %s',
    async (generator, name) => {
      using scene = (await engine()).createScene();
      const shape = SHAPES[name]();
      const id = scene.add(asMesh(shape));
      const software = await papers.layers(scene, id, { resolution: 24, axis: 'z' });
      const hardware = await papers.layers(scene, id, { resolution: 24, axis: 'z', generator });
      expect(hardware).toMatchObject({ axis: 'z', across: 24, down: 24, box: software.box, generator });
      let compared = 0;
      for (let pixel = 0; pixel < 24 * 24; pixel++) {
        if (edgeDistance(shape, software, pixel) <= NEAR_EDGE) continue;
        compared++;
        const [expected, found] = [layersOf(software, pixel), layersOf(hardware, pixel)];
        expect(found.length, `pixel ${pixel}`).toBe(expected.length);
        for (const direction of [0, 1]) {
          const depths = (list: typeof found) =>
            list.filter(({ enters }) => enters === direction).map(({ depth }) => depth);
          for (const [i, depth] of depths(found).entries()) {
            // Steep surfaces are off by their slope times what corners are rounded.
            expect(Math.abs(depth - depths(expected)[i])).toBeLessThan(0.02);
          }
        }
      }
      expect(compared).toBeGreaterThan(100);
    },
  );

  it.each(GENERATORS)('volumes by %s are within their bound', async (generator) => {
    using scene = (await engine()).createScene();
    const meshes: MeshInput[] = [boxShape([0, 0, 0], [1, 1, 1]), boxShape([0.3, 0.4, 0.5], [2, 2, 2])].map(asMesh);
    const [a, b] = meshes.map((mesh) => scene.add(mesh));
    const found = await scene.overlapVolume(a, b, { resolution: 32, generator });
    expect(found.generator).toBe(generator);
    expect(Math.abs(found.volume - 0.7 * 0.6 * 0.5)).toBeLessThanOrEqual(found.errorBound);
    expect(found.errorBound).toBeLessThan(0.02);
    expect(found.stacks[0].pixels).toHaveLength(32 * 32);
    const both = scene.add(asMesh(joined([boxShape([0, 0, 0], [1, 1, 1]), boxShape([0.5, 0, 0], [1.5, 1, 1])])));
    const self = await scene.selfOverlapVolume(both, { resolution: 32, generator, axis: 'z' });
    expect(Math.abs(self.volume - 0.5)).toBeLessThanOrEqual(self.errorBound);
  });

  it.each(GENERATORS)(`volumes of ${CAD_CASES} drawn parts by %s are within their bound`, async (generator) => {
    for (let seed = 0; seed < CAD_CASES; seed++) {
      const random = new Random(seed);
      const { kind, part, seat, overlap, selfOverlap, size } = cadCase(random);
      using scene = (await engine()).createScene();
      const [a, b] = [part, seat].map((shape) => scene.add(asMesh(shape)));
      const axis = random.pick(['auto', 'x', 'y', 'z'] as const);
      const options = { resolution: random.pick([16, 33, 64]), axis, generator, stacks: false };
      const about = `seed ${seed} (${kind}), ${JSON.stringify(options)}`;
      const found = await scene.overlapVolume(a, b, options);
      expect(Math.abs(found.volume - overlap), about).toBeLessThanOrEqual(found.errorBound + 1e-12 * size);
      const self = await scene.selfOverlapVolume(a, options);
      expect(Math.abs(self.volume - selfOverlap), `self, ${about}`).toBeLessThanOrEqual(self.errorBound + 1e-12 * size);
    }
  });

  it('compute reads back the layers that there are, not the room that they had', async () => {
    await withWatchedGpu(async ({ devices }) => {
      using own = await createEngine({ backend: 'webgpu', threads: 0 });
      let mapped = 0;
      const [device] = devices;
      const { createBuffer } = device;
      device.createBuffer = (descriptor) => {
        const buffer = createBuffer.call(device, descriptor);
        const { mapAsync } = buffer;
        buffer.mapAsync = (mode, offset, bytes) => {
          mapped += bytes ?? buffer.size;
          return mapAsync.call(buffer, mode, offset, bytes);
        };
        return buffer;
      };
      using scene = own.createScene();
      // Sixteen sheets: more layers than are read at first, and then an image with few.
      const positions = Array.from({ length: 16 }, (_, i) => [-3, -3, i, 3, -3, i, 0, 6, i]).flat();
      const stack = scene.add({ positions: Float32Array.from(positions), weld: false });
      const one = scene.add({ positions: Float32Array.of(0, 0, 0, 1, 0, 0.5, 0, 1, 0.7) });
      const box = { min: [-0.5, -0.5, -1], max: [0.5, 0.5, 20] } as const;
      const options = { resolution: 16, generator: 'compute', box } as const;
      expect((await papers.layers(scene, stack, options)).depths).toHaveLength(16 * 16 ** 2);
      mapped = 0;
      expect((await papers.layers(scene, stack, options)).depths).toHaveLength(16 * 16 ** 2);
      // Besides, where each pixel begins, and its winding.
      expect(mapped).toBeLessThan(1.3 * 8 * 16 * 16 ** 2 + 8 * 16 ** 2);
      await papers.layers(scene, one, options);
      mapped = 0;
      const { depths } = await papers.layers(scene, one, options);
      expect(mapped).toBeLessThan(1.3 * 8 * depths.length + 8 * 16 ** 2 + 64);
    });
  });

  it('images of nothing, and engines without a GPU', async () => {
    using scene = (await engine()).createScene();
    const empty = scene.add({ positions: new Float32Array(0), indices: new Uint32Array(0) });
    expect((await papers.layers(scene, empty, { resolution: 4, generator: 'ordered' })).depths).toHaveLength(0);
    using wasm = await createEngine({ backend: 'wasm', threads: 0 });
    using other = wasm.createScene();
    const [a, b] = [other.add(asMesh(SHAPES.box())), other.add(asMesh(SHAPES.box()))];
    await expect(papers.layers(other, a, { generator: 'ordered' })).rejects.toMatchObject({ code: 'no-webgpu' });
    await expect(other.overlapVolume(a, b, { generator: 'unordered' })).rejects.toMatchObject({ code: 'no-webgpu' });
  });
});
