/** Unions, intersections and differences of shapes, and every kind of shape against every other. */

import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/index.ts';
import { boxOfBounds } from '../../../src/mesh/bounds.ts';
import * as papers from '../../../src/papers/index.ts';
import {
  bezierPatchShape,
  collideShapes,
  differenceShape,
  implicitShape,
  intersectionShape,
  meshShape,
  pointCloudShape,
  shapeVoxels,
  unionShape,
  type VoxelShape,
  voxelGrid,
  voxelsShape,
} from '../../../src/papers/index.ts';
import { ballMesh, boxMesh } from '../../support/closed-meshes.ts';
import { type Box, ballRange, ballShape, distances, sideOf, voxelsWhere } from '../../support/voxel-shapes.ts';

describe('unions, intersections and differences', () => {
  const box = [-2, -2, -2, 2, 2, 2];
  const [a, b] = [ballShape(1.2, -0.5), ballShape(1.2, 0.5)];
  const inA = (v: Box) => distances(v.map((value, i) => value + (i % 3 === 0 ? 0.5 : 0)));
  const inB = (v: Box) => distances(v.map((value, i) => value - (i % 3 === 0 ? 0.5 : 0)));
  const touched = ([near]: [number, number]) => near <= 1.2;
  const inside = ([, far]: [number, number]) => far <= 1.2;

  it('are those of the voxels, on the side that keeps the promise', async () => {
    const where = (wanted: (box: Box) => boolean) => voxelsWhere(box, 21, wanted);
    expect(await sideOf(unionShape(a, b), 'touched', box, 21)).toEqual(
      where((v) => touched(inA(v)) || touched(inB(v))),
    );
    expect(await sideOf(unionShape(a, b), 'inside', box, 21)).toEqual(where((v) => inside(inA(v)) || inside(inB(v))));
    expect(await sideOf(intersectionShape(a, b), 'touched', box, 21)).toEqual(
      where((v) => touched(inA(v)) && touched(inB(v))),
    );
    expect(await sideOf(intersectionShape(a, b), 'inside', box, 21)).toEqual(
      where((v) => inside(inA(v)) && inside(inB(v))),
    );
    expect(await sideOf(differenceShape(a, b), 'touched', box, 21)).toEqual(
      where((v) => touched(inA(v)) && !inside(inB(v))),
    );
    expect(await sideOf(differenceShape(a, b), 'inside', box, 21)).toEqual(
      where((v) => inside(inA(v)) && !touched(inB(v))),
    );
  });

  it('nest, and mix kinds', async () => {
    const drilled = differenceShape(meshShape(boxMesh([-1, -1, -1], [1, 1, 1]), { solid: true }), ballShape(0.9));
    const probe = (x: number, radius: number) => pointCloudShape({ positions: Float64Array.of(x, 0, 0), radius });
    expect((await collideShapes(drilled, probe(0, 0.5), { voxelSize: 0.05 })).collides).toBe(false);
    expect((await collideShapes(drilled, probe(0.95, 0.01), { voxelSize: 0.05 })).collides).toBe(true);
    const both = unionShape(drilled, probe(0, 0.5));
    expect(
      (await collideShapes(intersectionShape(both, ballShape(0.3)), probe(0, 0.1), { voxelSize: 0.05 })).collides,
    ).toBe(true);
  });

  it('of shapes that are apart are nothing', async () => {
    const none = intersectionShape(ballShape(1), ballShape(1, 9));
    expect(none.box).toBeUndefined();
    expect((await shapeVoxels(none, { resolution: 4 })).count).toBe(0);
    expect((await collideShapes(none, ballShape(1), { list: true })).voxels).toEqual(new Uint32Array(0));
  });
});

describe('collideShapes', () => {
  const kinds: Record<string, (x: number) => VoxelShape> = {
    mesh: (x) => meshShape(ballMesh(2, (a, b, c) => [x + a, b, c])),
    'solid mesh': (x) =>
      meshShape(
        ballMesh(2, (a, b, c) => [x + a, b, c]),
        { solid: true },
      ),
    points: (x) => pointCloudShape({ positions: Float64Array.of(x, 0, 0), radius: 1 }),
    implicit: (x) => ballShape(1, x, false),
    'solid implicit': (x) => ballShape(1, x),
    patch: (x) =>
      bezierPatchShape({
        degrees: [1, 1],
        points: [x - 0.7, -0.7, 0, x - 0.7, 0.7, 0, x + 0.7, -0.7, 0, x + 0.7, 0.7, 0],
      }),
    combined: (x) => differenceShape(ballShape(1, x), ballShape(0.5, x)),
  };
  const names = Object.keys(kinds);

  it.each(names.flatMap((first, i) => names.slice(i).map((second) => [first, second])))(
    '%s meets %s',
    async (first, second) => {
      const options = { resolution: 24 };
      expect((await collideShapes(kinds[first](0), kinds[second](1.1), options)).collides).toBe(true);
      expect((await collideShapes(kinds[first](0), kinds[second](2.4), options)).collides).toBe(false);
    },
  );

  it('meets an object of a scene by its voxels', async () => {
    const engine = await createEngine({ backend: 'wasm', threads: 0 });
    using scene = engine.createScene();
    const grid = voxelGrid({ min: [-1, -1, -1], max: [3, 1, 1] }, { voxelSize: 0.1 });
    const object = await papers.voxels(scene, scene.add(ballMesh(2)), { grid });
    const shape = voxelsShape(object);
    expect((await collideShapes(shape, ballShape(1, 1.5), { grid })).collides).toBe(true);
    expect((await collideShapes(shape, ballShape(0.5, 2.4), { grid })).collides).toBe(false);
    await expect(collideShapes(shape, ballShape(1, 1.5), { resolution: 8 })).rejects.toThrow(/of another grid/);
    engine.dispose();
  });

  it('can be stopped, and tells of its progress', async () => {
    const controller = new AbortController();
    const slow = implicitShape({
      box: { min: [-1, -1, -1], max: [1, 1, 1] },
      range: (box) => {
        const until = performance.now() + 0.2;
        while (performance.now() < until);
        return ballRange(0.8)(boxOfBounds(box));
      },
    });
    const heard: number[] = [];
    const onProgress = (done: number) => {
      heard.push(done);
      controller.abort(new Error('enough'));
    };
    await expect(shapeVoxels(slow, { resolution: 64, signal: controller.signal, onProgress })).rejects.toThrow(
      'enough',
    );
    expect(heard[0]).toBeLessThan(1);
  });

  it.each([
    [() => collideShapes(3 as never, ballShape(1)), /the shape is number 3/],
    [() => collideShapes(ballShape(1), ballShape(1), { resolution: 0 }), /resolution is number 0/],
    [() => collideShapes(ballShape(1), ballShape(1), { solid: true } as never), /collideShapes has no option "solid"/],
    [() => shapeVoxels(ballShape(1), { resolution: 65536 }), /out-of-memory: shapeVoxels: 65536 × 65536 × 65536/],
  ])('refuses %s', async (ask, message) => {
    await expect(ask()).rejects.toThrow(message);
  });
});
