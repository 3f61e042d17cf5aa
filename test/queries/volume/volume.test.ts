/**
 * Volumes agree with volumes computed otherwise, within the bound they state, on any input: boxes by hand, tetrahedra by
 * clipping. COLLIDESCOPE_SLOW=1 runs every random case.
 */
import { describe, expect, it } from 'vitest';
import { commonVolume } from '../../../oracle/convex-volume.ts';
import { boxShape } from '../../support/contact-scenes.ts';
import { Random } from '../../support/random.ts';
import { joined, realPoint, type Vector } from '../../support/scene-shape.ts';
import { asMesh, tetrahedron } from '../../support/solids.ts';
import { isLong } from '../../support/thoroughness.ts';
import { box, bumpy, expectWithin, UNIT, useVolumes } from '../../support/volumes.ts';

const RANDOM_CASES = isLong ? 1000 : 250;

const volumes = useVolumes();
const { overlap, selfOverlap } = volumes;

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

  it(`is within its bound for ${RANDOM_CASES} pairs of tetrahedra, fins and needles among them`, async () => {
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

  it.each([-100, -340, -600])(
    'has a bound that is not 0 where volumes are too small for a double (2^%i)',
    async (power) => {
      const t = 2 ** power;
      const found = await overlap(box([0, 0, 0], [t, t, t]), box([t / 2, t / 4, t / 8], [2 * t, 2 * t, 2 * t]), {
        method: 'layers',
        resolution: 16,
      });
      expect(found.errorBound).toBeGreaterThan(0);
    },
  );

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
    const again = await overlap(a, b, { resolution: 100 }, volumes.threaded);
    const { stats: _, ...answer } = found;
    expect(again).toMatchObject(answer);
    using scene = volumes.threaded.createScene();
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
    if (!isLong) return;
    const notMet = await overlap(a, b, { resolution: 2048, tolerance: 1e-12, stacks: false }, volumes.threaded);
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
