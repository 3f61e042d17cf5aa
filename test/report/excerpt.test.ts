/** What is kept of the geometry around a clash: cut to a cube, rounded, packed and back. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64, toBase64 } from '../../src/report/base64.ts';
import type { ReportClash } from '../../src/report/clash-list.ts';
import {
  GRID_CELLS,
  gridMesh,
  gridPositions,
  loadSimplifier,
  reducedMesh,
} from '../../src/report/excerpt/coarse-mesh.ts';
import { CubeClipper, excerptOf } from '../../src/report/excerpt/excerpt.ts';
import { readExcerpt, writeExcerpt } from '../../src/report/excerpt/excerpt-codec.ts';
import { ObjectIndex } from '../../src/report/excerpt/object-index.ts';
import { sphereSoup } from '../support/sphere-soup.ts';

const coordinate = fc.double({ min: -3, max: 3, noNaN: true });

describe('cutting to the cube', () => {
  it('keeps exactly what is inside', () => {
    const corners = fc.array(coordinate, { minLength: 9, maxLength: 9 });
    const weight = fc.double({ min: 0.01, max: 1, noNaN: true });
    const places = fc.array(fc.tuple(weight, weight, weight), { minLength: 30, maxLength: 30 });
    fc.assert(
      fc.property(corners, places, (triangle, samples) => {
        fc.pre(areaOf(triangle) > 0.05);
        const kept: number[][] = [];
        new CubeClipper((found) => kept.push([...found])).add(Float64Array.from(triangle));
        for (const piece of kept) for (const value of piece) expect(Math.abs(value)).toBeLessThanOrEqual(1 + 1e-12);
        for (const weights of samples) {
          const sum = weights[0] + weights[1] + weights[2];
          const point = [0, 1, 2].map((k) =>
            weights.reduce((total, part, i) => total + (part / sum) * triangle[3 * i + k], 0),
          );
          const margin = Math.min(...point.map((value) => 1 - Math.abs(value)));
          if (Math.abs(margin) < 1e-3) continue;
          const isCovered = kept.some((piece) => covers(piece, point, triangle));
          expect(isCovered).toBe(margin > 0);
        }
      }),
      { numRuns: 150 },
    );
  });
});

/** Of a triangle seen along the axes, the largest. */
function areaOf([ax, ay, az, bx, by, bz, cx, cy, cz]: readonly number[]): number {
  const area = (u1: number, v1: number, u2: number, v2: number) => Math.abs(u1 * v2 - v1 * u2) / 2;
  const [p, q] = [
    [bx - ax, by - ay, bz - az],
    [cx - ax, cy - ay, cz - az],
  ];
  return Math.max(area(p[0], p[1], q[0], q[1]), area(p[1], p[2], q[1], q[2]), area(p[2], p[0], q[2], q[0]));
}

/** Whether a point of the plane of `whole` lies in a piece of it: by areas, seen along the axis in which `whole` is largest. */
function covers(piece: readonly number[], point: readonly number[], whole: readonly number[]): boolean {
  const area = (p: readonly number[], q: readonly number[], r: readonly number[], u: number, v: number) =>
    (q[u] - p[u]) * (r[v] - p[v]) - (q[v] - p[v]) * (r[u] - p[u]);
  const parts = (list: readonly number[]) => [list.slice(0, 3), list.slice(3, 6), list.slice(6, 9)];
  const axes = [
    [0, 1],
    [1, 2],
    [2, 0],
  ];
  const [a, b, c] = parts(whole);
  const sizes = axes.map(([u, v]) => Math.abs(area(a, b, c, u, v)));
  const largest = Math.max(...sizes);
  const [u, v] = axes[sizes.indexOf(largest)];
  const [p, q, r] = parts(piece);
  const whole3 = Math.abs(area(p, q, r, u, v));
  const split =
    Math.abs(area(p, q, point, u, v)) + Math.abs(area(q, r, point, u, v)) + Math.abs(area(r, p, point, u, v));
  return whole3 > 1e-12 && split <= whole3 * (1 + 1e-6);
}

describe('packing', () => {
  it('gives back the same triangles and curves', () => {
    const cell = fc.integer({ min: 0, max: GRID_CELLS });
    const mesh = fc
      .tuple(
        fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 40 }),
        fc.array(fc.nat(1000), { maxLength: 120 }),
      )
      .map(([points, uses]) => ({
        positions: Uint16Array.from(points.flat()),
        indices: Uint32Array.from(uses.slice(0, 3 * Math.floor(uses.length / 3)), (use) => use % points.length),
      }));
    const curve = fc.record({
      points: fc
        .array(fc.tuple(cell, cell, cell), { maxLength: 20 })
        .map((points) => Float32Array.from(points.flat(), (value) => (2 * value) / GRID_CELLS - 1)),
      closed: fc.boolean(),
    });
    fc.assert(
      fc.property(mesh, mesh, mesh, fc.array(curve, { maxLength: 3 }), (first, second, context, curves) => {
        const kept = { first, second, context, curves };
        expect(readExcerpt(fromBase64(toBase64(writeExcerpt(kept))))).toEqual(kept);
      }),
      { numRuns: 100 },
    );
    expect(() => readExcerpt(Uint8Array.of(3, 1))).toThrow(/cut off/);
  });

  it('rounds by no more than half a cell', () => {
    const corners = Float64Array.from({ length: 900 }, (_, i) => Math.sin(i * 12.9898));
    const mesh = gridMesh(corners);
    const positions = gridPositions(mesh);
    for (const [corner, vertex] of mesh.indices.entries()) {
      for (let k = 0; k < 3; k++)
        expect(Math.abs(positions[3 * vertex + k] - corners[3 * corner + k])).toBeLessThan(1.1 / GRID_CELLS);
    }
  });
});

describe('reducing', () => {
  it('keeps the shape of a sphere in a twentieth of its triangles', async () => {
    const fine = gridMesh(sphereSoup(64, 0.7));
    const coarse = reducedMesh(fine, fine.indices.length / 60, await loadSimplifier());
    expect(coarse.indices.length).toBeLessThanOrEqual(fine.indices.length / 13);
    expect(coarse.indices.length).toBeGreaterThan(300);
    const positions = gridPositions(coarse);
    for (let at = 0; at < positions.length; at += 3) {
      expect(Math.hypot(...positions.subarray(at, at + 3))).toBeCloseTo(0.7, 2);
    }
  });
});

describe('an excerpt', () => {
  it('of a small contact on a large wall holds the contact and little of the wall', () => {
    const quad = (size: number, x: number) => ({
      positions: Float64Array.of(x, -size, -size, x, size, -size, x, size, size, x, -size, size),
      indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
    });
    const indexes = [quad(5000, 1), quad(0.5, 1.01), quad(0.1, 2000)].map((object) => new ObjectIndex(object));
    const clash = {
      id: 'b222222',
      kind: 'penetrating',
      a: 0,
      b: 1,
      bounds: { min: [1, 0, 0], max: [1, 0.1, 0] },
    } as unknown as ReportClash;
    const curves = [{ points: [1, 0, 0, 1, 0.1, 0], closed: false }];
    const { centre, half, first, context, curves: local } = excerptOf(clash, { curves }, indexes);
    expect(half).toBeLessThan(5);
    expect(context.indices).toHaveLength(0);
    expect(first.indices.length).toBeGreaterThan(0);
    const world = Array.from(local[0].points, (value, i) => centre[i % 3] + half * value);
    for (const [i, value] of [1, 0, 0, 1, 0.1, 0].entries()) expect(world[i]).toBeCloseTo(value, 5);
  });
});
