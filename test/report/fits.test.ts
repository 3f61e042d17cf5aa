/** Cylinders on triangulated surfaces, and the fits they make, against shapes whose radii and axes are given. */
import { describe, expect, it } from 'vitest';
import { findCylinders } from '../../src/report/fits/cylinders.ts';
import { type FittingClash, fitsOf } from '../../src/report/fits/fits.ts';
import { threadOf } from '../../src/report/fits/standards.ts';
import type { FileObject } from '../../src/report/objects.ts';
import { Random } from '../support/random.ts';
import { type TurnedMesh as Mesh, pin, sleeve, turned } from '../support/turned-shapes.ts';

/** Turned by a random rotation and moved. */
function placed({ positions, indices }: Mesh, random: () => number, far: number): Mesh & { axis: number[] } {
  const [a, b, c, d] = [0, 1, 2, 3].map(() => random() - 0.5);
  const n = Math.hypot(a, b, c, d);
  const [w, x, y, z] = [a / n, b / n, c / n, d / n];
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  const move = [far * random(), far * random(), far * random()];
  const moved = positions.map((_, i) => {
    const at = i - (i % 3);
    const row = rows[i % 3];
    return row[0] * positions[at] + row[1] * positions[at + 1] + row[2] * positions[at + 2] + move[i % 3];
  });
  return { positions: moved, indices, axis: rows.map((row) => row[2]) };
}

describe('cylinders of a triangulated surface', () => {
  it('are found with their radii and axes, wherever they are and however they are turned', () => {
    const seeded = new Random(7);
    const random = () => seeded.next();
    for (let run = 0; run < 40; run++) {
      const [inner, thick, height] = [1 + 20 * random(), 1 + 5 * random(), 2 + 30 * random()];
      const steps = 8 + Math.floor(60 * random());
      const { positions, indices, axis } = placed(sleeve(inner, inner + thick, 0, height, steps), random, 1000);
      const found = findCylinders(positions, indices, 0.01).sort((p, q) => p.radius - q.radius);
      expect(found.map(({ isBore }) => isBore)).toEqual([true, false]);
      for (const [i, radius] of [inner, inner + thick].entries()) {
        expect(Math.abs(found[i].radius - radius)).toBeLessThan(1e-9 * 1000);
        expect(Math.abs(found[i].to - found[i].from - height)).toBeLessThan(1e-8);
        const along = found[i].axis.reduce((sum, value, k) => sum + value * axis[k], 0);
        expect(Math.abs(along)).toBeGreaterThan(1 - 1e-9);
        expect(found[i].sag).toBeCloseTo(radius * (1 - Math.cos(Math.PI / steps)), 6);
      }
    }
  });

  it.each([
    [
      'a cone',
      [
        [0, 0],
        [5, 0],
        [2, 10],
        [0, 10],
      ],
      48,
    ],
    [
      'a ball',
      Array.from({ length: 25 }, (_, k) => [5 * Math.sin((Math.PI * k) / 24), -5 * Math.cos((Math.PI * k) / 24)]),
      48,
    ],
    [
      'a square bar',
      [
        [0, 0],
        [5, 0],
        [5, 10],
        [0, 10],
      ],
      4,
    ],
  ] as const)('are not found on %s', (_, profile, steps) => {
    const { positions, indices } = turned(profile as readonly (readonly [number, number])[], steps);
    expect(findCylinders(positions, indices, 0.01)).toEqual([]);
  });
});

describe('the fit of a clash', () => {
  const objectOf = ({ positions, indices }: Mesh, facts: Partial<FileObject> = {}): FileObject => ({
    file: 'a.step',
    name: 'part',
    vertices: positions.length / 3,
    triangles: indices.length / 3,
    mesh: { positions, indices },
    ...facts,
  });

  function fitFound(
    shaft: Mesh,
    bore: Mesh,
    clash: Partial<FittingClash>,
    millimetres: number | 'unsaid' = 1,
    facts = {},
  ) {
    const objects = [objectOf(shaft, facts), objectOf(bore)];
    const bounds = { min: [-10, -10, 0], max: [10, 10, 10] };
    return fitsOf(
      objects,
      objects.map(({ mesh }) => mesh.positions),
    )(
      { kind: 'penetrating', a: 0, b: 1, depth: { most: 0.01 }, bounds, ...clash },
      millimetres === 'unsaid' ? undefined : millimetres,
    );
  }
  const hub = sleeve(10, 20, 0, 10, 64, 0.02);

  it('is told with both diameters where it explains the clash', () => {
    expect(fitFound(pin(10.01, -5, 20, 60), hub, {})).toMatchObject({ kind: 'press', shaft: 0, bore: 1, length: 10 });
    const found = fitFound(pin(10.01, -5, 20, 60), hub, {})!;
    expect(found.shaftDiameter).toBeCloseTo(20.02, 9);
    expect(found.boreDiameter).toBeCloseTo(20, 9);
  });

  it('is a press fit, a thread, or neither', () => {
    const bounds = { min: [-4, -4, 0], max: [4, 4, 10] };
    const nut = sleeve(3.4, 8, 0, 10, 64);
    expect(fitFound(pin(4, -5, 20, 60), nut, { bounds, depth: { most: 0.6 } })).toMatchObject({
      kind: 'thread',
      thread: 'M8',
    });
    expect(fitFound(pin(10.5, -5, 20, 60), hub, { depth: { most: 0.5 } })).toMatchObject({ kind: 'coaxial' });
    expect(fitFound(pin(10.01, -5, 20, 60), hub, {}, 'unsaid')).toMatchObject({ kind: 'coaxial' });
    expect(fitFound(pin(10.01, -5, 20, 60), hub, {}, 10)).toMatchObject({ kind: 'press' });
    // In metres it would be a shaft of 20 m, which no class has.
    expect(fitFound(pin(10.01, -5, 20, 60), hub, {}, 1000)).toMatchObject({ kind: 'coaxial' });
    expect(threadOf(8, 7.9)).toBeUndefined();
  });

  it.each([
    ['reaches deeper', pin(10.01, -5, 20, 60), { depth: { most: 0.2 } }],
    ['has no depth', pin(10.01, -5, 20, 60), { depth: null }],
    ['lies elsewhere', pin(10.01, -5, 20, 60), { bounds: { min: [-10, -10, 0], max: [10, 10, 12] } }],
    ['is of a pin beside the axis', placedBeside(pin(10.01, -5, 20, 60), 0.2), {}],
    ['is of a pin that fits', pin(9.9, -5, 20, 60), {}],
    ['is one of containment', pin(10.01, -5, 20, 60), { kind: 'contained' }],
  ] as [string, Mesh, Partial<FittingClash>][])('is not told of a clash that %s', (_, shaft, clash) => {
    expect(fitFound(shaft, hub, clash)).toBeUndefined();
  });

  it('is not told of elements of buildings: a pipe in a wall is no press fit', () => {
    expect(fitFound(pin(10.01, -5, 20, 60), hub, {}, 1, { class: 'IfcPipeSegment' })).toBeUndefined();
  });
});

function placedBeside({ positions, indices }: Mesh, by: number): Mesh {
  return { positions: positions.map((value, i) => (i % 3 === 0 ? value + by : value)), indices };
}
