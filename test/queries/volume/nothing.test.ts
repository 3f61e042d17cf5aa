/** Where exact queries prove that there is nothing, the volume is 0 and known to be; where they cannot, the bound holds. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tetrahedronVolume as signedVolume } from '../../../oracle/convex-volume.ts';
import { createEngine, type Engine, type MeshInput, type Volume, type VolumeOptions } from '../../../src/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { boxShape } from '../../support/contact-scenes.ts';
import { Random } from '../../support/random.ts';
import { joined, type Shape, type Vector } from '../../support/scene-shape.ts';
import { asMesh, tetrahedron } from '../../support/solids.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine.dispose());

const NOTHING = { volume: 0, errorBound: 0, bounds: undefined, centroid: undefined, toleranceMet: true };

async function overlap(a: Shape, b: Shape, options: VolumeOptions = {}): Promise<Volume> {
  using scene = engine.createScene();
  return await scene.overlapVolume(scene.add(asMesh(a)), scene.add(asMesh(b)), options);
}

async function selfOverlap(shape: Shape, options: VolumeOptions = {}): Promise<Volume> {
  using scene = engine.createScene();
  return await scene.selfOverlapVolume(scene.add(asMesh(shape)), options);
}

/** About the axis (1, 1, 1) and about z, so that no face stands along an axis. */
function turned(shape: Shape, middle: Vector = [0, 0, 0]): Shape {
  const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
  const turn = ([x, y, z]: Vector): Vector => {
    const [u, v] = [c * x - s * y, s * x + c * y];
    return [u + middle[0], c * v - s * z + middle[1], s * v + c * z + middle[2]];
  };
  return { ...shape, vertices: shape.vertices.map(turn) };
}

const cube = (half: number): Shape => boxShape([-half, -half, -half], [half, half, half]);
const flipped = (shape: Shape): Shape => ({
  ...shape,
  triangles: shape.triangles.map(([a, b, c]): Vector => [a, c, b]),
});

function expectWithin({ volume, errorBound }: Volume, exact: number, about: string): void {
  const off = Math.abs(volume - exact);
  expect(off, `${about}: ${volume} ± ${errorBound}, exactly ${exact}`).toBeLessThanOrEqual(errorBound + 1e-9);
}

describe('overlapVolume is 0 ± 0', () => {
  it('for closed meshes that do not meet, though their boxes do', async () => {
    const [a, b] = [turned(cube(1)), turned(cube(1), [1.9, 1.9, 0])];
    const found = await overlap(a, b, { resolution: 32, tolerance: 1e-9 });
    expect(found).toMatchObject({ ...NOTHING, resolution: 32 });
    expect(found.stacks[0].pixels).toHaveLength(0);
    expect(await overlap(a, b, { axis: 'all', stacks: false })).toMatchObject(NOTHING);
  });

  it('in the cavity of a hollow one', async () => {
    const hollow = joined([turned(cube(2)), flipped(turned(cube(1.5)))]);
    expect(await overlap(hollow, turned(cube(1)))).toMatchObject(NOTHING);
  });

  it('but not when one of several shells lies in the other, even if it is smaller than a pixel', async () => {
    const speck: Shape = boxShape([0.31, 0.3, 0.3], [0.32, 0.31, 0.31]);
    const scattered = joined([turned(cube(1), [1.9, 1.9, 0]), turned(speck)]);
    for (const [a, b] of [
      [turned(cube(1)), scattered],
      [scattered, turned(cube(1))],
    ]) {
      const found = await overlap(a, b, { resolution: 8 });
      expect(found.errorBound).toBeGreaterThan(0);
      expectWithin(found, 1e-6, 'a speck');
    }
  });

  it('and not when they touch: that is left to the image', async () => {
    const found = await overlap(turned(cube(1)), turned(boxShape([1, -1, -1], [2, 1, 1])), { resolution: 32 });
    expectWithin(found, 0, 'face to face');
    expect(found.errorBound).toBeGreaterThan(0);
  });
});

describe('selfOverlapVolume is 0 ± 0', () => {
  it('for a closed mesh without self-collisions, hollow ones and several among them', async () => {
    expect(await selfOverlap(turned(cube(1)))).toMatchObject(NOTHING);
    expect(await selfOverlap(flipped(turned(cube(1))))).toMatchObject(NOTHING);
    const hollow = joined([turned(cube(2)), flipped(turned(cube(1.5))), turned(cube(1)), turned(cube(1), [6, 0, 1])]);
    expect(await selfOverlap(hollow)).toMatchObject(NOTHING);
  });

  it('or of the size of rounding, when it was placed', async () => {
    using scene = engine.createScene();
    const id = scene.add(asMesh(cube(1)));
    scene.place(id, [0.8, 0.6, 0, 0, -0.6, 0.8, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1]);
    const { volume, errorBound } = await scene.selfOverlapVolume(id, { axis: 'x' });
    expect(volume).toBe(0);
    expect(errorBound).toBeLessThan(1e-11);
  });

  it('but not for shells within each other that face the same way, nor for parts inside out', async () => {
    expectWithin(await selfOverlap(joined([turned(cube(2)), turned(cube(1))])), 8, 'nested');
    const apart = joined([turned(cube(2)), flipped(turned(cube(1), [6, 0, 1]))]);
    expectWithin(await selfOverlap(apart), 8, 'inside out');
    // A tetrahedron within a cube, with a corner of both that is one vertex; it is the first of either.
    const inner = tetrahedron([
      [-1, -1, -1],
      [0.5, 0, 0],
      [0, 0.5, 0],
      [0, 0, 0.5],
    ]);
    const cornered = joined([cube(1), inner]);
    const fused = cornered.triangles.map((corners) => corners.map((v) => (v === 8 ? 0 : v)) as unknown as Vector);
    expectWithin(
      await selfOverlap(turned({ ...cornered, triangles: fused })),
      Math.abs(signedVolume(inner.vertices)),
      'cornered',
    );
    // Two cubes that share the vertices of an edge, one of them inside out: in one piece, and without self-collisions.
    const [one, other] = [cube(1), flipped(boxShape([1, 1, -1], [2, 2, 1]))];
    const shared = new Map([
      [8, 3],
      [12, 7],
    ]);
    const both = joined([one, other]);
    const hinged = {
      ...both,
      triangles: both.triangles.map((corners) => corners.map((v) => shared.get(v) ?? v) as unknown as Vector),
    };
    expectWithin(await selfOverlap(turned(hinged)), 2, 'hinged');
  });
});

it('volumes of shells around each other, facing either way, are within their bound', async () => {
  for (let seed = 0; seed < 60; seed++) {
    const random = new Random(seed);
    const shells = () => {
      const halves = random.times(random.integer(1, 4), () => random.real(0.2, 4)).sort((p, q) => q - p);
      return halves.map((half) => ({ half, turn: random.pick([1, 1, -1]) }));
    };
    const [a, b] = [shells(), shells()];
    const shapeOf = (list: typeof a) =>
      joined(list.map(({ half, turn }) => turned(turn > 0 ? cube(half) : flipped(cube(half)))));
    const windingAt = (list: typeof a, radius: number) =>
      list.reduce((sum, { half, turn }) => sum + (radius < half ? turn : 0), 0);
    const radii = [...a, ...b].map(({ half }) => half).sort((p, q) => p - q);
    const integral = (times: (radius: number) => number) =>
      radii.reduce((sum, radius, i) => {
        const inner = i === 0 ? 0 : radii[i - 1];
        return sum + times((inner + radius) / 2) * ((2 * radius) ** 3 - (2 * inner) ** 3);
      }, 0);
    const total = a.reduce((sum, { half, turn }) => sum + turn * half ** 3, 0);
    const options = { resolution: random.pick([16, 40]), axis: random.pick(['x', 'z', 'all'] as const) };
    const both = integral((radius) => Number(windingAt(a, radius) !== 0 && windingAt(b, radius) !== 0));
    expectWithin(await overlap(shapeOf(a), shapeOf(b), options), both, `seed ${seed}`);
    const self = integral((radius) => {
      const winding = Math.sign(total) * windingAt(a, radius);
      return winding > 0 ? winding - 1 : -winding;
    });
    expectWithin(await selfOverlap(shapeOf(a), options), self, `self, seed ${seed}`);
  }
});

it('the volume of interest of placed objects is as tight as that of objects given there', async () => {
  const [c, s] = [Math.cos(0.6), Math.sin(0.6)];
  const matrix = [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 3, 4, 5, 1];
  const placed = (mesh: MeshInput): MeshInput => ({
    ...mesh,
    positions: Float64Array.from(mesh.positions, (_, at) => {
      const [x, y, z] = mesh.positions.subarray(at - (at % 3), at - (at % 3) + 3);
      return matrix[at % 3] * x + matrix[4 + (at % 3)] * y + matrix[8 + (at % 3)] * z + matrix[12 + (at % 3)];
    }),
  });
  const meshes = [turned(cube(1)), turned(cube(1), [0.5, 0.6, 0.2])].map(asMesh);
  using scene = engine.createScene();
  const [a, b] = meshes.map((mesh) => scene.add(mesh));
  for (const id of [a, b]) scene.place(id, matrix);
  const [bakedA, bakedB] = meshes.map((mesh) => scene.add(placed(mesh)));
  const found = await scene.overlapVolume(a, b, { resolution: 64, axis: 'z' });
  const baked = await scene.overlapVolume(bakedA, bakedB, { resolution: 64, axis: 'z' });
  expect(found.stacks[0].box.min[0]).toBeCloseTo(baked.stacks[0].box.min[0], 12);
  expect(found.volume).toBeCloseTo(baked.volume, 9);
  expect(found.errorBound).toBeCloseTo(baked.errorBound, 9);
  const image = await papers.layers(scene, a, { resolution: 16 });
  expect(image.box.max[1]).toBeCloseTo((await papers.layers(scene, bakedA, { resolution: 16 })).box.max[1], 12);
});
