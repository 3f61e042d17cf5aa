/** Shapes that voxelize themselves: each against a plain reference, and every kind against every other. */
import { describe, expect, it } from 'vitest';
import { insideVoxels, touchedVoxels, type Voxel } from '../../../oracle/voxel-oracle.ts';
import {
  type BsplinePatchInput,
  bezierPatchShape,
  bsplinePatchShape,
  collideShapes,
  createEngine,
  differenceShape,
  implicitShape,
  intersectionShape,
  meshShape,
  pointCloudShape,
  rangeBySteepness,
  shapeVoxels,
  unionShape,
  type VoxelShape,
  voxelGrid,
  voxelsShape,
} from '../../../src/index.ts';
import { type Bounds, boundsOfBox, boxOfBounds } from '../../../src/mesh/bounds.ts';
import { Pace } from '../../../src/queries/voxels/shapes/pace.ts';
import { VoxelSheet } from '../../../src/queries/voxels/shapes/sheet.ts';
import { ballMesh, boxMesh } from '../../support/closed-meshes.ts';
import { Random } from '../../support/random.ts';
import { randomScene } from '../../support/random-scenes.ts';
import { triangle } from '../../support/shapes.ts';
import { setVoxels, unionOf } from '../../support/voxel-lists.ts';

type Box = readonly number[];

/** Least and greatest distance from the origin to a box. */
function distances(box: Box): [number, number] {
  const near = [0, 1, 2].map((k) => Math.max(box[k], -box[k + 3], 0));
  const far = [0, 1, 2].map((k) => Math.max(Math.abs(box[k]), Math.abs(box[k + 3])));
  return [Math.hypot(...near), Math.hypot(...far)];
}

const ballRange =
  (radius: number, x = 0) =>
  (box: Box) => {
    const [near, far] = distances(box.map((value, i) => value - (i % 3 === 0 ? x : 0)));
    return [near - radius, far - radius] as const;
  };
const ballShape = (radius: number, x = 0, solid = true) =>
  implicitShape({
    box: { min: [x - radius, -radius, -radius], max: [x + radius, radius, radius] },
    range: (box) => ballRange(radius, x)(boxOfBounds(box)),
    solid,
  });

/** The voxels of a side, without going through the options of a call. */
async function sideOf(shape: VoxelShape, side: 'touched' | 'inside', box: Box, resolution: number): Promise<Voxel[]> {
  const grid = voxelGrid(boundsOfBox(box), { resolution });
  const bits = new Uint32Array(Math.ceil(resolution / 32) * resolution ** 2);
  const sheet = new VoxelSheet(grid, bits);
  await shape.voxelize(sheet, side, new Pace({ signal: undefined, onProgress: undefined }));
  return setVoxels({ resolution: grid.resolution, has: (x, y, z) => sheet.has(x, y, z) });
}

function boxOfVoxel(grid: { origin: readonly number[]; voxelSize: number }, voxel: Voxel): Box {
  const low = voxel.map((i, k) => grid.origin[k] + i * grid.voxelSize);
  return [...low, ...low.map((value) => value + grid.voxelSize)];
}

/** Every voxel of a grid for which `wanted` says so. */
function voxelsWhere(box: Box, resolution: number, wanted: (box: Box) => boolean): Voxel[] {
  const grid = voxelGrid(boundsOfBox(box), { resolution });
  return setVoxels({ resolution: grid.resolution, has: (x, y, z) => wanted(boxOfVoxel(grid, [x, y, z])) });
}

describe('meshShape', () => {
  it.each(['lattice', 'realNumbers', 'slivers', 'degenerates', 'huge', 'fans'].filter((name) => name !== 'huge'))(
    'touches what the oracle says, %s',
    async (name) => {
      for (const mesh of randomScene(name, 4)) {
        const voxels = await shapeVoxels(meshShape(mesh), { resolution: 13 });
        expect(setVoxels(voxels)).toEqual(touchedVoxels(mesh, voxels));
      }
    },
  );

  it('divides the grid for large triangles', async () => {
    const mesh = triangle(0, 0, 0, 3, 1, 0.5, 1, 3, 2.5);
    const voxels = await shapeVoxels(meshShape(mesh), { resolution: 40 });
    expect(setVoxels(voxels)).toEqual(touchedVoxels(mesh, voxels));
  });

  it('is filled, and knows what is wholly inside', async () => {
    for (const mesh of [boxMesh([0, 0, 0], [3, 2, 1]), ballMesh(1), boxMesh([0.5, 0.5, 0.5], [7.5, 6.5, 5.5])]) {
      const shape = meshShape(mesh, { solid: true });
      const filled = await shapeVoxels(shape, { resolution: 11 });
      const touched = touchedVoxels(mesh, filled);
      const inside = insideVoxels(mesh, filled);
      expect(setVoxels(filled)).toEqual(unionOf(touched, inside));
      const surface = new Set(touched.map((voxel) => voxel.join(' ')));
      const box = [...filled.origin, ...filled.origin.map((low) => low + 11 * filled.voxelSize)];
      expect(await sideOf(shape, 'inside', box, 11)).toEqual(inside.filter((voxel) => !surface.has(voxel.join(' '))));
    }
  });

  it('refuses an open mesh when it is to be filled', () => {
    expect(() => meshShape(triangle(0, 0, 0, 1, 0, 0, 0, 1, 0), { solid: true })).toThrow(
      /3 edges of one triangle only/,
    );
  });
});

describe('pointCloudShape', () => {
  it.each([1, 2, 3])('touches every voxel within its radius, and is inside where it should, seed %i', async (seed) => {
    const random = new Random(seed);
    const positions = Float64Array.from({ length: 60 }, () => random.real(0, 1));
    const radius = Float64Array.from({ length: 20 }, () => random.real(0, 0.2));
    const shape = pointCloudShape({ positions, radius });
    const box = [0, 0, 0, 1, 1, 1];
    const wanted = (far: boolean) =>
      voxelsWhere(box, 17, (voxel) =>
        radius.some((r, i) => {
          const moved = voxel.map((value, k) => value - positions[3 * i + (k % 3)]);
          return distances(moved)[Number(far)] <= r;
        }),
      );
    expect(await sideOf(shape, 'touched', box, 17)).toEqual(wanted(false));
    expect(await sideOf(shape, 'inside', box, 17)).toEqual(wanted(true));
  });

  it('of radius 0 is in the voxels that hold the point', async () => {
    const shape = pointCloudShape({ positions: Float32Array.of(0.5, 0.5, 0.5, 0.1, 0.9, 0.3), radius: 0 });
    expect(await sideOf(shape, 'touched', [0, 0, 0, 1, 1, 1], 2)).toHaveLength(8);
    expect(await sideOf(shape, 'touched', [0, 0, 0, 1, 1, 1], 3)).toHaveLength(2);
    expect((await shapeVoxels(pointCloudShape({ positions: new Float32Array(0), radius: 1 }))).count).toBe(0);
  });
});

describe('implicitShape', () => {
  it('of exact bounds sets exactly what it touches', async () => {
    const box = [-1, -1, -1, 1, 1, 1];
    const touches = (voxel: Box) => distances(voxel)[0] <= 0.8 && distances(voxel)[1] >= 0.8;
    expect(await sideOf(ballShape(0.8, 0, false), 'touched', box, 15)).toEqual(voxelsWhere(box, 15, touches));
    expect(await sideOf(ballShape(0.8, 0, false), 'inside', box, 15)).toEqual([]);
    expect(await sideOf(ballShape(0.8), 'touched', box, 15)).toEqual(
      voxelsWhere(box, 15, (v) => distances(v)[0] <= 0.8),
    );
    expect(await sideOf(ballShape(0.8), 'inside', box, 15)).toEqual(
      voxelsWhere(box, 15, (v) => distances(v)[1] <= 0.8),
    );
  });

  it('of bounds by steepness misses nothing', async () => {
    const torus = (x: number, y: number, z: number) => Math.hypot(Math.hypot(x, y) - 0.7, z) - 0.2;
    const shape = implicitShape({
      box: { min: [-1, -1, -0.3], max: [1, 1, 0.3] },
      range: rangeBySteepness(torus, 1),
      value: torus,
    });
    const voxels = await shapeVoxels(shape, { resolution: 40 });
    for (let i = 0; i < 5000; i++) {
      const [u, v] = [(i * 0.618034) % 1, i / 5000].map((part) => 2 * Math.PI * part);
      const out = 0.7 + 0.2 * Math.cos(v);
      const point = [out * Math.cos(u), out * Math.sin(u), 0.2 * Math.sin(v)];
      const [x, y, z] = point.map((value, k) => Math.floor((value - voxels.origin[k]) / voxels.voxelSize));
      expect(voxels.has(x, y, z)).toBe(true);
    }
    for (const [x, y, z] of setVoxels(voxels)) {
      const centre = [x, y, z].map((i, k) => voxels.origin[k] + (i + 0.5) * voxels.voxelSize);
      expect(Math.abs(torus(centre[0], centre[1], centre[2]))).toBeLessThan(voxels.voxelSize);
    }
  });

  it.each([
    ['NaN', () => [Number.NaN, 1], 'bad-range', /range gave \[NaN, 1\]; expected two numbers/],
    ['nothing', () => undefined, 'bad-range', /range gave missing/],
    ['one number', () => 3, 'bad-range', /range gave number 3/],
    ['bounds the wrong way round', () => [1, -1], 'bad-range', /\[1, -1\]/],
    [
      'bounds that contradict those of a larger box',
      ({ min, max }: Bounds) => (max[0] - min[0] > 1 ? [-1, 1] : [5, 6]),
      'false-range',
      /both cannot be true/,
    ],
  ])('refuses a function that gives %s', async (_name, range, code, message) => {
    const shape = implicitShape({ box: { min: [-1, -1, -1], max: [1, 1, 1] }, range: range as never });
    await expect(shapeVoxels(shape, { resolution: 8 })).rejects.toMatchObject({ name: 'OptionError', code });
    await expect(shapeVoxels(shape, { resolution: 8 })).rejects.toThrow(message);
  });

  it('refuses bounds that its own values break', async () => {
    const narrow = (box: Bounds) => [distances(boxOfBounds(box))[0], distances(boxOfBounds(box))[0] + 0.01] as const;
    const shape = implicitShape({
      box: { min: [-1, -1, -1], max: [1, 1, 1] },
      range: narrow,
      value: (x, y, z) => Math.hypot(x, y, z) - 0.5,
    });
    await expect(shapeVoxels(shape, { resolution: 8 })).rejects.toThrow(/false-range.*value is -0.5 in its middle/);
    const nan = implicitShape({
      box: { min: [-1, -1, -1], max: [1, 1, 1] },
      range: () => [-1, 1],
      value: () => Number.NaN,
    });
    await expect(shapeVoxels(nan, { resolution: 8 })).rejects.toThrow(/not-finite.*value is NaN at \[0, 0, 0\]/);
  });

  it('takes bounds that say nothing, and then sets all there is', async () => {
    const shape = implicitShape({ box: { min: [0, 0, 0], max: [1, 1, 1] }, range: () => [-Infinity, Infinity] });
    expect((await shapeVoxels(shape, { resolution: 4 })).count).toBe(64);
  });
});

/** A point of a B-spline surface by the recursion of Cox and de Boor: slow, and shares no code with the shape. */
function splinePoint({ degrees, points, knots, weights }: BsplinePatchInput, u: number, v: number): number[] {
  const basis = (list: ArrayLike<number>, i: number, p: number, t: number): number => {
    if (p === 0) return list[i] <= t && t < list[i + 1] ? 1 : 0;
    const [a, b] = [list[i + p] - list[i], list[i + p + 1] - list[i + 1]];
    const low = a > 0 ? ((t - list[i]) / a) * basis(list, i, p - 1, t) : 0;
    return low + (b > 0 ? ((list[i + p + 1] - t) / b) * basis(list, i + 1, p - 1, t) : 0);
  };
  const [nu, nv] = [0, 1].map((k) => knots[k].length - degrees[k] - 1);
  const sum = [0, 0, 0, 0];
  for (let i = 0; i < nu; i++) {
    for (let j = 0; j < nv; j++) {
      const at = i * nv + j;
      const share = basis(knots[0], i, degrees[0], u) * basis(knots[1], j, degrees[1], v) * (weights?.[at] ?? 1);
      for (let k = 0; k < 3; k++) sum[k] += share * points[3 * at + k];
      sum[3] += share;
    }
  }
  return sum.slice(0, 3).map((value) => value / sum[3]);
}

describe('patches', () => {
  const random = new Random(11);
  const clamped = (count: number, degree: number) => [
    ...Array.from({ length: degree + 1 }, () => 0),
    ...Array.from({ length: count - degree - 1 }, (_, i) => i + 1),
    ...Array.from({ length: degree + 1 }, () => count - degree),
  ];
  const splines: Record<string, BsplinePatchInput> = {
    'bicubic Bézier': {
      degrees: [3, 3],
      points: random.times(48, (i) =>
        i % 3 === 0 ? Math.floor(i / 12) : i % 3 === 1 ? Math.floor(i / 3) % 4 : 2 * random.next(),
      ),
      knots: [clamped(4, 3), clamped(4, 3)],
    },
    'rational, degrees 2 and 1': {
      degrees: [2, 1],
      points: [1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 0, 1, 1],
      weights: [1, 1, Math.SQRT1_2, Math.SQRT1_2, 1, 1],
      knots: [clamped(3, 2), clamped(2, 1)],
    },
    'B-spline with a double knot': {
      degrees: [2, 3],
      points: random.times(3 * 6 * 7, () => random.real(0, 3)),
      knots: [
        [0, 0, 0, 1, 1, 2, 3, 3, 3],
        [-1, 0, 0.5, 1, 2, 3.5, 4, 5, 5, 6, 7],
      ],
    },
  };

  it.each(Object.keys(splines))('%s: every point is in a set voxel, and no voxel is far from it', async (name) => {
    const input = splines[name];
    const [u0, u1] = [input.knots[0][input.degrees[0]], input.knots[0][input.knots[0].length - 1 - input.degrees[0]]];
    const [v0, v1] = [input.knots[1][input.degrees[1]], input.knots[1][input.knots[1].length - 1 - input.degrees[1]]];
    const isBezier = input.knots.every((list, k) => list.length === 2 * input.degrees[k] + 2);
    const { degrees, points, weights } = input;
    const shape = isBezier
      ? bezierPatchShape({ degrees, points, ...(weights && { weights }) })
      : bsplinePatchShape(input);
    const voxels = await shapeVoxels(shape, { resolution: 24 });
    const near = new Set<string>();
    const steps = 160;
    for (let i = 0; i < steps; i++) {
      for (let j = 0; j < steps; j++) {
        const point = splinePoint(input, u0 + ((u1 - u0) * (i + 0.5)) / steps, v0 + ((v1 - v0) * (j + 0.5)) / steps);
        const [x, y, z] = point.map((value, k) => Math.floor((value - voxels.origin[k]) / voxels.voxelSize));
        expect(voxels.has(x, y, z)).toBe(true);
        for (let d = 0; d < 27; d++)
          near.add(`${x + (d % 3) - 1} ${y + (Math.floor(d / 3) % 3) - 1} ${z + Math.floor(d / 9) - 1}`);
      }
    }
    for (const voxel of setVoxels(voxels)) expect(near.has(voxel.join(' '))).toBe(true);
  });

  it('a Bézier patch is the B-spline without inner knots', async () => {
    const input = splines['bicubic Bézier'];
    const bezier = await shapeVoxels(bezierPatchShape({ degrees: [3, 3], points: input.points }), { resolution: 20 });
    const spline = await shapeVoxels(bsplinePatchShape(input), { grid: bezier });
    expect(spline.bits).toEqual(bezier.bits);
  });

  it.each([
    [
      () => bezierPatchShape({ degrees: [0, 1], points: [] }),
      /degrees are \[0, 1\]; expected two whole numbers from 1/,
    ],
    [() => bezierPatchShape({ degrees: [1, 1], points: [1, 2, 3] }), /points hold 3 numbers; expected 12/],
    [() => bezierPatchShape({ degrees: [1, 1], points: Array(12).fill(Number.NaN) }), /x of control point 0 is NaN/],
    [
      () => bezierPatchShape({ degrees: [1, 1], points: Array(12).fill(0), weights: [1, 1, 0, 1] }),
      /weight 2 is 0; expected a positive/,
    ],
    [() => bezierPatchShape({ degrees: [1, 1], points: Array(12).fill(0), weights: [1] }), /1 weights; expected 4/],
    [
      () =>
        bsplinePatchShape({
          degrees: [1, 1],
          points: [],
          knots: [
            [0, 1],
            [0, 0, 1, 1],
          ],
        }),
      /2 knots along u leave nothing/,
    ],
    [
      () =>
        bsplinePatchShape({
          degrees: [1, 1],
          points: [],
          knots: [
            [0, 0, 1, 1],
            [0, 2, 1, 3],
          ],
        }),
      /knot 2 along v is 1, after 2/,
    ],
    [() => pointCloudShape({ positions: new Float32Array(3) } as never), /the points have no radius/],
    [() => pointCloudShape({ positions: new Float32Array(3), radius: -1 }), /radius is number -1/],
    [
      () => pointCloudShape({ positions: new Float32Array(3), radius: new Float32Array(2) }),
      /a list of 2; expected a number from 0, or 1/,
    ],
    [() => pointCloudShape({ positions: Float32Array.of(0, Number.NaN, 0), radius: 1 }), /vertex 0: y is NaN/],
    [
      () => implicitShape({ box: { min: [0, 0, 0], max: [1, 1, 1] } } as never),
      /range is missing; expected a function/,
    ],
    [() => implicitShape({ box: [0, 0], range: () => [0, 1] } as never), /box is of type Array; expected \{ min/],
    [() => rangeBySteepness(() => 0, -1), /steepness/],
    [() => unionShape(), /unionShape expects at least one shape/],
    [() => differenceShape(ballShape(1), 7 as never), /shape 1 is number 7/],
  ])('refuses %s', (make, message) => {
    expect(make).toThrow(message);
  });
});

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
    const object = await scene.voxels(scene.add(ballMesh(2)), { grid });
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
