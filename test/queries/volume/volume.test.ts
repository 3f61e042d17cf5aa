/**
 * Volumes agree with volumes computed otherwise, within the bound they state, on any input: boxes by hand, tetrahedra by
 * clipping, real meshes by the exact booleans of manifold-3d. COLLIDESCOPE_SLOW=1 runs every random case.
 */
import Module from 'manifold-3d';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonVolume } from '../../../oracle/convex-volume.ts';
import { createEngine, type Engine, type MeshInput, type Volume, type VolumeOptions } from '../../../src/index.ts';
import { readModel } from '../../../src/io/read-model.ts';
import { boxShape } from '../../support/contact-scenes.ts';
import { Random } from '../../support/random.ts';
import { joined, realPoint, type Vector } from '../../support/scene-shape.ts';
import { readShared, sharedFolder } from '../../support/shared.ts';
import { asMesh, tetrahedron } from '../../support/solids.ts';

const slow = process.env.COLLIDESCOPE_SLOW === '1';
const RANDOM_CASES = slow ? 1000 : 250;

let engine: Engine;
let threaded: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
  threaded = await createEngine({ backend: 'wasm', threads: 2 });
});
afterAll(() => {
  engine.dispose();
  threaded.dispose();
});

async function overlap(a: MeshInput, b: MeshInput, options: VolumeOptions = {}, on = engine): Promise<Volume> {
  using scene = on.createScene();
  return await scene.overlapVolume(scene.add(a), scene.add(b), options);
}

async function selfOverlap(mesh: MeshInput, options: VolumeOptions = {}): Promise<Volume> {
  using scene = engine.createScene();
  return await scene.selfOverlapVolume(scene.add(mesh), options);
}

function expectWithin({ volume, errorBound }: Volume, exact: number, about: string): void {
  expect(errorBound, about).toBeGreaterThanOrEqual(0);
  expect(Math.abs(volume - exact), `${about}: ${volume} ± ${errorBound}, exactly ${exact}`).toBeLessThanOrEqual(
    errorBound + 1e-12 * Math.abs(exact),
  );
}

const box = (low: Vector, high: Vector) => asMesh(boxShape(low, high));
const UNIT = box([0, 0, 0], [1, 1, 1]);

describe('overlapVolume', () => {
  it.each(['x', 'y', 'z', 'all', 'auto'] as const)('of two boxes, along %s', async (axis) => {
    const found = await overlap(UNIT, box([0.25, 0.5, 0.125], [2, 2, 2]), { axis, resolution: 64 });
    expectWithin(found, 0.75 * 0.5 * 0.875, axis);
    // Their sides are the sides of pixels: nothing is unsure but rounding.
    expect(found.errorBound).toBeLessThan(1e-6);
    expect(found.axes).toEqual(axis === 'all' ? ['x', 'y', 'z'] : [axis === 'auto' ? 'y' : axis]);
    for (const [k, value] of [0.625, 0.75, 0.5625].entries()) expect(found.centroid?.[k]).toBeCloseTo(value, 9);
    for (const [k, value] of [0.25, 0.5, 0.125].entries()) expect(found.bounds?.min[k]).toBeCloseTo(value, 9);
    for (const value of found.bounds!.max) expect(value).toBeCloseTo(1, 9);
  });

  it(`is within its bound for ${RANDOM_CASES} pairs of tetrahedra, fins and needles among them`, {
    timeout: 120_000,
  }, async () => {
    for (let seed = 0; seed < RANDOM_CASES; seed++) {
      const random = new Random(seed);
      const flatten = (corners: Vector[]): Vector[] => {
        // Thinner than any pixel, along an axis or askew, or drawn out to a needle.
        const thin = random.pick([1, 1, 1e-2, 1e-4, 1e-9]);
        const k = random.integer(0, 2);
        const skew = random.pick([0, 0, random.real(-1, 1)]);
        return corners.map((corner) => {
          const moved = [...corner];
          moved[k] = 0.5 + thin * (corner[k] - 0.5) + skew * corner[(k + 1) % 3];
          return moved as unknown as Vector;
        });
      };
      const corners = () => flatten(random.times(4, () => realPoint(random, 0, 1)));
      const [a, b] = [corners(), corners()];
      const far = random.pick([0, 0, 0, 1e3, 1e6]);
      const moved = (list: Vector[]) => list.map((corner) => corner.map((value) => value + far) as unknown as Vector);
      const [movedA, movedB] = [moved(a), moved(b)];
      const resolution = random.pick([1, 2, 7, 16, 33, 64]);
      const axis = random.pick(['x', 'y', 'z', 'all'] as const);
      const exact = commonVolume(movedA, movedB);
      const about = `seed ${seed}, resolution ${resolution}, axis ${axis}`;
      const found = await overlap(asMesh(tetrahedron(movedA)), asMesh(tetrahedron(movedB)), { resolution, axis });
      // Far from the origin the oracle itself is off by the rounding of its corners.
      const slack = far === 0 ? 0 : 1e-13 * far;
      expectWithin({ ...found, errorBound: found.errorBound + slack }, exact, about);
      const merged = joined([tetrahedron(upright(movedA)), tetrahedron(upright(movedB))]);
      const self = await selfOverlap(asMesh(merged), { resolution, axis });
      expectWithin({ ...self, errorBound: self.errorBound + slack }, exact, `self, ${about}`);
    }
  });

  it.each([1e-60, 1e-20, 1e20, 1e45, 1e70])('of boxes of size %s, beyond single precision', async (size) => {
    const scaled = (low: Vector, high: Vector) =>
      box(low.map((value) => size * value) as never, high.map((value) => size * value) as never);
    const found = await overlap(scaled([0, 0, 0], [1, 1, 1]), scaled([0.3, 0.4, 0.2], [2, 2, 2]), { resolution: 32 });
    const exact = 0.7 * 0.6 * 0.8;
    expectWithin(
      { ...found, volume: found.volume / size ** 3, errorBound: found.errorBound / size ** 3 },
      exact,
      `${size}`,
    );
    expect(found.volume / size ** 3).toBeCloseTo(exact, 6);
  });

  it('gives stacks of segments that add up to the volume', async () => {
    const found = await overlap(UNIT, box([0.5, 0.5, 0.5], [2, 2, 2]), { resolution: 20, axis: 'z' });
    const [stacks] = found.stacks;
    expect(stacks).toMatchObject({ axis: 'z', across: 20, down: 20, box: { min: [0.5, 0.5, 0.5], max: [1, 1, 1] } });
    expect([...stacks.pixels]).toEqual(Array.from({ length: 400 }, (_, pixel) => pixel));
    const length = stacks.from.reduce((sum, from, i) => sum + stacks.times[i] * (stacks.to[i] - from), 0);
    expect((length * 0.25) / 400).toBeCloseTo(found.volume, 12);
    expect((await overlap(UNIT, UNIT, { stacks: false })).stacks).toEqual([]);
  });

  it('counts what is inside both, however the surfaces are turned, doubled or folded', async () => {
    const shape = boxShape([0, 0, 0], [1, 1, 1]);
    const flipped = asMesh({ ...shape, triangles: shape.triangles.map(([a, b, c]) => [a, c, b] as const) });
    const doubled = asMesh(joined([shape, shape]));
    const crossed = asMesh(joined([shape, boxShape([0.25, 0.25, 0.25], [1.25, 1.25, 1.25])]));
    const half = box([0.5, -1, -1], [3, 3, 3]);
    for (const mesh of [flipped, doubled]) expectWithin(await overlap(mesh, half), 0.5, 'half');
    expectWithin(await overlap(crossed, half), 0.5 + 0.75 - 0.5 * 0.75 * 0.75, 'both');
  });

  it('is zero, exactly, for what does not meet, has no thickness or no triangles', async () => {
    const nothing = {
      volume: 0,
      errorBound: 0,
      bounds: undefined,
      centroid: undefined,
      stacks: [],
      toleranceMet: true,
    };
    expect(await overlap(UNIT, box([3, 0, 0], [4, 1, 1]))).toMatchObject(nothing);
    expect(await overlap(UNIT, box([1, 0, 0], [4, 1, 1]))).toMatchObject(nothing);
    expect(await overlap(UNIT, { positions: new Float64Array(0), indices: new Uint32Array(0) })).toMatchObject(nothing);
    const flat = asMesh(
      tetrahedron([
        [0, 0, 0.5],
        [1, 0, 0.5],
        [0, 1, 0.5],
        [1, 1, 0.5],
      ]),
    );
    expect(await overlap(UNIT, flat)).toMatchObject(nothing);
    expect(await selfOverlap(flat)).toMatchObject(nothing);
    const around = await overlap(UNIT, box([-1, -1, -1], [2, 2, 2]));
    expectWithin(around, 1, 'one inside the other');
  });

  it('is the same with threads, in either precision and wherever an object was placed', async () => {
    const blob = (seed: number) => bumpy(24, new Random(seed));
    const [a, b] = [blob(1), blob(2)];
    const found = await overlap(a, b, { resolution: 100 });
    const again = await overlap(a, b, { resolution: 100 }, threaded);
    const { stats: _, ...answer } = found;
    expect(again).toMatchObject(answer);
    using scene = threaded.createScene();
    const [first, second] = [scene.add(a), scene.add(b)];
    const shift = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 64, 64, 64, 1];
    scene.place(first, shift);
    scene.place(second, shift);
    const moved = await scene.overlapVolume(first, second, { resolution: 100 });
    expect(Math.abs(moved.volume - found.volume)).toBeLessThanOrEqual(moved.errorBound + found.errorBound);
  });

  it('errs less than half as much, at most, at twice the resolution', async () => {
    const [a, b] = [bumpy(40, new Random(1)), bumpy(40, new Random(2))];
    const bounds: number[] = [];
    for (const resolution of [32, 64, 128, 256]) bounds.push((await overlap(a, b, { resolution })).errorBound);
    for (let i = 1; i < bounds.length; i++) expect(bounds[i]).toBeLessThan(0.6 * bounds[i - 1]);
  });

  it('refines until the tolerance is met, or says that it could not', async () => {
    const [a, b] = [bumpy(24, new Random(1)), bumpy(24, new Random(2))];
    const met = await overlap(a, b, { resolution: 16, tolerance: 0.05, axis: 'all' });
    expect(met.toleranceMet).toBe(true);
    expect(met.errorBound).toBeLessThanOrEqual(0.05);
    expect(met.resolution).toBeGreaterThan(16);
    if (!slow) return;
    const notMet = await overlap(a, b, { resolution: 2048, tolerance: 1e-12, stacks: false }, threaded);
    expect(notMet).toMatchObject({ toleranceMet: false, resolution: 4096 });
  });
});

/** The same corners in an order in which the tetrahedron faces outwards. */
function upright(corners: Vector[]): Vector[] {
  const [a, b, c, d] = corners;
  const u = b.map((value, k) => value - a[k]);
  const v = c.map((value, k) => value - a[k]);
  const w = d.map((value, k) => value - a[k]);
  const volume =
    u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  return volume >= 0 ? corners : [b, a, c, d];
}

/** A bumpy ball of about 2 · side² triangles around a random middle. */
function bumpy(side: number, random: Random): MeshInput {
  const phase = random.times(6, () => random.real(0, 6));
  const middle = random.times(3, () => random.real(-0.3, 0.3));
  const positions: number[] = [];
  const point = (theta: number, phi: number) => {
    const radius = 1 + 0.15 * Math.sin(3 * theta + phase[0]) * Math.sin(2 * phi + phase[1]) * Math.sin(theta);
    positions.push(
      middle[0] + radius * Math.sin(theta) * Math.cos(phi),
      middle[1] + radius * Math.sin(theta) * Math.sin(phi),
      middle[2] + radius * Math.cos(theta),
    );
  };
  point(0, 0);
  for (let i = 1; i < side; i++) for (let j = 0; j < side; j++) point((Math.PI * i) / side, (2 * Math.PI * j) / side);
  point(Math.PI, 0);
  const last = positions.length / 3 - 1;
  const at = (i: number, j: number) => (i === 0 ? 0 : i === side ? last : 1 + (i - 1) * side + (j % side));
  const indices: number[] = [];
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      if (i > 0) indices.push(at(i, j), at(i + 1, j), at(i, j + 1));
      if (i + 1 < side) indices.push(at(i, j + 1), at(i + 1, j), at(i + 1, j + 1));
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

describe('selfOverlapVolume', () => {
  it('counts as often as the surface overlaps itself', async () => {
    const shape = boxShape([0, 0, 0], [1, 1, 1]);
    const shifted = boxShape([0.5, 0, 0], [1.5, 1, 1]);
    expectWithin(await selfOverlap(asMesh(shape)), 0, 'one box');
    expectWithin(await selfOverlap(asMesh(joined([shape, shifted]))), 0.5, 'two boxes');
    expectWithin(await selfOverlap(asMesh(joined([shape, shape, shape]))), 2, 'three times the same');
    const found = await selfOverlap(asMesh(joined([shape, shape, shape])), { resolution: 4 });
    expect([...found.stacks[0].times]).toEqual(Array.from({ length: 16 }, () => 2));
  });

  it('does not mind which way the whole is turned, but counts parts that are turned inside out', async () => {
    const shape = boxShape([0, 0, 0], [1, 1, 1]);
    const turned = (s: typeof shape) => ({ ...s, triangles: s.triangles.map(([a, b, c]) => [a, c, b] as const) });
    const shifted = boxShape([0.5, 0, 0], [1.5, 1, 1]);
    expectWithin(await selfOverlap(asMesh(turned(shape))), 0, 'flipped box');
    expectWithin(await selfOverlap(asMesh(turned(joined([shape, shifted])))), 0.5, 'flipped boxes');
    const apart = joined([boxShape([0, 0, 0], [2, 1, 1]), turned(boxShape([5, 0, 0], [6, 1, 1]))]);
    expectWithin(await selfOverlap(asMesh(apart)), 1, 'a part inside out');
  });

  it('is nothing, and known to be nearly nothing, for a smooth closed surface', async () => {
    const found = await selfOverlap(bumpy(40, new Random(4)), { resolution: 128 });
    expect(found.volume).toBe(0);
    expect(found.errorBound).toBeLessThan(0.3);
  });
});

describe('volumes of open meshes', () => {
  const shape = boxShape([0, 0, 0], [1, 1, 1]);
  const tray = asMesh({ ...shape, triangles: shape.triangles.slice(2) });
  const half = box([0.5, -1, -1], [3, 3, 3]);

  it('are refused with the count of open edges', async () => {
    await expect(overlap({ ...tray, name: 'tray' }, half)).rejects.toThrow(
      /open-mesh: overlapVolume: object 0 \("tray"\) is not closed: 4 edges of one triangle only.*allowOpen: true/,
    );
    await expect(selfOverlap(tray)).rejects.toMatchObject({ code: 'open-mesh', details: { open: 4, boundary: 4 } });
    await expect(overlap(tray, box([9, 9, 9], [10, 10, 10]))).rejects.toMatchObject({ code: 'open-mesh' });
  });

  it('say how much is not known: nearly nothing along the open side, everything across it', async () => {
    // The open side is z = 0: rays along x and y are closed, except at its edges; rays along z are not.
    const across = await overlap(tray, half, { axis: 'x', allowOpen: true, resolution: 64 });
    expect(across.openObjects).toEqual([{ object: 0, open: 4, boundary: 4, misoriented: 0, nonManifold: 0 }]);
    expect(across.unknownVolume).toBeLessThan(0.05);
    expectWithin(across, 0.5, 'across');
    const along = await overlap(tray, half, { axis: 'z', allowOpen: true, resolution: 64 });
    expect(along.unknownVolume).toBeCloseTo(0.5, 9);
    expectWithin(along, 0.5, 'along');
  });

  it('know a hole smaller than a pixel', async () => {
    const tiny = bumpy(60, new Random(8));
    const holed = { positions: tiny.positions, indices: (tiny.indices as Uint32Array).slice(3) };
    const found = await overlap(holed, box([-3, -3, -3], [3, 3, 3]), { allowOpen: true, resolution: 8, axis: 'z' });
    expect(found.openObjects[0]).toMatchObject({ open: 3, boundary: 3 });
    expect(found.unknownVolume).toBeGreaterThan(0);
  });
});

describe('volume queries refuse', () => {
  it.each([
    [
      'resolution 0',
      { resolution: 0 },
      /option-range: overlapVolume: resolution is number 0; expected a whole number from 1 to 8192/,
    ],
    ['half a pixel', { resolution: 2.5 }, /resolution is number 2.5/],
    ['too fine an image', { resolution: 10_000 }, /resolution is number 10000/],
    ['another axis', { axis: 'w' as never }, /option-value: overlapVolume: axis is the text "w"/],
    ['no tolerance at all', { tolerance: 0 }, /option-range: overlapVolume: tolerance is number 0/],
    ['a tolerance that is no number', { tolerance: Number.NaN }, /tolerance is number NaN/],
    ['another generator', { generator: 'magic' as never }, /option-value: overlapVolume: generator/],
    ['an unknown option', { precise: true } as never, /unknown-option: overlapVolume has no option "precise"/],
  ] as [string, VolumeOptions, RegExp][])('%s', async (_name, options, message) => {
    await expect(overlap(UNIT, UNIT, options)).rejects.toThrow(message);
  });

  it('the same object twice, unknown objects, and to go on when cancelled', async () => {
    using scene = engine.createScene();
    const id = scene.add(UNIT);
    await expect(scene.overlapVolume(id, id)).rejects.toThrow(/same-object: .*selfOverlapVolume\(0\)/);
    await expect(scene.overlapVolume(id, 7)).rejects.toThrow(/unknown-object/);
    const other = scene.add(UNIT);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(scene.overlapVolume(id, other, { signal })).rejects.toThrow('enough');
    const seen: number[] = [];
    const onProgress = (done: number) => seen.push(done);
    await scene.overlapVolume(id, other, { onProgress, axis: 'all' });
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual(seen.toSorted((p, q) => p - q));
  });
});

/** Closed manifold meshes of the shared folder, from 12 to some ten thousand triangles. */
const REAL = [
  '3torus',
  'anchor',
  'bull',
  'cactus',
  'couplingdown',
  'cow',
  'cross',
  'cube_meshed',
  'double-torus-example',
  'eight',
  'elephant',
  'fandisk',
  'geosphere',
  'hand',
  'handle',
  'helmet',
  'icosahedron',
  'joint',
  'knot1',
  'knot2',
  'mannequin-devil',
  'mushroom',
  'oblong',
  'pinion_small',
  'retinal',
  'rotor_small',
  'sphere',
  'spool',
  'star',
  'triceratops',
  'tetrahedron',
];

describe.skipIf(sharedFolder === undefined)('overlapVolume = manifold-3d', () => {
  it('on real meshes against turned copies of themselves and of each other', { timeout: 120_000 }, async () => {
    const wasm = await Module();
    wasm.setup();
    const solids: { name: string; mesh: MeshInput; volume: (other: MeshInput) => number }[] = [];
    const manifoldOf = ({ positions, indices }: MeshInput) =>
      new wasm.Manifold(
        new wasm.Mesh({
          numProp: 3,
          vertProperties: Float32Array.from(positions),
          triVerts: Uint32Array.from(indices!),
        }),
      );
    for (const name of REAL) {
      const { parts } = await readModel(readShared(`meshes/cgal-data/${name}.off`), { name });
      const mesh = unitSize(parts[0].positions, parts[0].indices);
      try {
        const own = manifoldOf(mesh);
        if (own.volume() <= 0) continue;
        solids.push({ name, mesh, volume: (other) => own.intersect(manifoldOf(other)).volume() });
      } catch {
        // Not a manifold; manifold-3d has no answer for it.
      }
    }
    expect(solids.length).toBeGreaterThanOrEqual(20);
    for (const [i, { name, mesh, volume }] of solids.entries()) {
      for (const other of [solids[(i + 1) % solids.length].mesh, mesh]) {
        const turned = { positions: turn(other.positions as Float32Array), indices: other.indices! };
        for (const resolution of [24, 96]) {
          const found = await overlap(mesh, turned, { resolution, stacks: false });
          expectWithin({ ...found, errorBound: found.errorBound + 1e-6 }, volume(turned), `${name} at ${resolution}`);
        }
      }
    }
  });
});

/** Scaled to a box of size 1 around the origin, in single precision, as manifold-3d has it. */
function unitSize(positions: Float32Array | Float64Array, indices: Uint32Array): MeshInput {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const [at, value] of positions.entries()) {
    low[at % 3] = Math.min(low[at % 3], value);
    high[at % 3] = Math.max(high[at % 3], value);
  }
  const size = Math.max(...high.map((value, k) => value - low[k]));
  const scaled = Float32Array.from(positions, (value, at) => (value - (low[at % 3] + high[at % 3]) / 2) / size);
  return { positions: scaled, indices };
}

function turn(positions: Float32Array): Float32Array {
  const [c, s] = [Math.cos(0.6), Math.sin(0.6)];
  return positions.map((_, at) => {
    const [x, y, z] = positions.subarray(at - (at % 3), at - (at % 3) + 3);
    return [c * x - s * z + 0.1, y + 0.05, s * x + c * z - 0.07][at % 3];
  });
}
