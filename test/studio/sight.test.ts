import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sectionOf } from '../../studio/src/worker/section.ts';
import { blockedFrom, directionsAround } from '../../studio/src/worker/sight.ts';
import { boxMesh } from '../support/closed-meshes.ts';

type Point = [number, number, number];
const minus = (p: Point, q: Point): Point => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const cross = (p: Point, q: Point): Point => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];
const dot = (p: Point, q: Point) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];

/** By the plane of the triangle and the sides on which its edges have the point of the plane. */
function rayMeets(from: Point, way: Point, [a, b, c]: readonly Point[]): boolean {
  const normal = cross(minus(b, a), minus(c, a));
  const along = dot(normal, way);
  if (along === 0) return false;
  const far = dot(normal, minus(a, from)) / along;
  if (far <= 0) return false;
  const hit: Point = [from[0] + far * way[0], from[1] + far * way[1], from[2] + far * way[2]];
  const sides = [
    [a, b],
    [b, c],
    [c, a],
  ].map(([p, q]) => dot(normal, cross(minus(q, p), minus(hit, p))));
  return sides.every((side) => side >= 0);
}

const coordinate = fc.integer({ min: -1000, max: 1000 }).map((value) => value / 100);
const point = fc.tuple(coordinate, coordinate, coordinate);

describe('from where a point is seen', () => {
  const directions = directionsAround(48);

  it('tries directions of length 1 that lie all around', () => {
    let [x, y, z] = [0, 0, 0];
    for (let i = 0; i < 48; i++) {
      const way = directions.subarray(3 * i, 3 * i + 3);
      expect(Math.hypot(...way)).toBeCloseTo(1, 12);
      x += way[0];
      y += way[1];
      z += way[2];
    }
    expect(Math.hypot(x, y, z)).toBeLessThan(1.5);
  });

  it('finds the directions in which triangles lie before it', () => {
    fc.assert(
      fc.property(
        point,
        fc.array(fc.tuple(point, point, point), { minLength: 1, maxLength: 12 }),
        (from, triangles) => {
          const vertices = Float64Array.from(triangles.flat(2));
          const indices = Uint32Array.from({ length: 3 * triangles.length }, (_, i) => i);
          const blocked = new Uint8Array(48);
          blockedFrom(from, { vertices, indices }, directions, 0, blocked);
          for (let i = 0; i < 48; i++) {
            const way = Array.from(directions.subarray(3 * i, 3 * i + 3)) as Point;
            expect(blocked[i]).toBe(Number(triangles.some((triangle) => rayMeets(from, way, triangle))));
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('passes over what is nearer than asked for', () => {
    const vertices = Float64Array.of(-9, 1, -9, 9, 1, -9, 0, 1, 18);
    const surface = { vertices, indices: Uint32Array.of(0, 1, 2) };
    const up = Float64Array.of(0, 1, 0);
    const asked = (least: number) => {
      const blocked = new Uint8Array(1);
      blockedFrom([0, 0, 0], surface, up, least, blocked);
      return blocked[0];
    };
    expect([asked(0.5), asked(1.5)]).toEqual([1, 0]);
  });
});

describe('a section', () => {
  /** A cube of side 2 about the origin. */
  const { positions: vertices, indices } = boxMesh([-1, -1, -1], [1, 1, 1]);
  const cube = { vertices, indices };

  const lengthOf = (segments: Float32Array) => {
    let sum = 0;
    for (let at = 0; at < segments.length; at += 6) {
      const [x, y, z, u, v, w] = segments.subarray(at, at + 6);
      sum += Math.hypot(u - x, v - y, w - z);
    }
    return sum;
  };

  it('of a cube across its middle is a square', () => {
    const cut = sectionOf(cube, { point: [0, 0.25, 0], normal: [0, 1, 0] });
    expect(lengthOf(cut)).toBeCloseTo(8, 6);
    for (let at = 1; at < cut.length; at += 3) expect(cut[at]).toBeCloseTo(0.25, 6);
  });

  it('of a closed surface closes: every end is there an even number of times', () => {
    const slanted = 1 / Math.sqrt(3);
    for (const height of [-0.9, -0.3, 0, 0.4, 1.1]) {
      const cut = sectionOf(cube, {
        point: [height * slanted, height * slanted, height * slanted],
        normal: [slanted, slanted, slanted],
      });
      expect(cut.length).toBeGreaterThan(0);
      const ends = new Map<string, number>();
      for (let at = 0; at < cut.length; at += 3) {
        const name = Array.from(cut.subarray(at, at + 3), (value) => (Math.round(value * 1e5) + 0) / 1e5).join();
        ends.set(name, (ends.get(name) ?? 0) + 1);
      }
      for (const [name, count] of ends) expect(count % 2, `${name} at ${height}`).toBe(0);
    }
  });

  it('beside an object is empty', () => {
    expect(sectionOf(cube, { point: [0, 1.5, 0], normal: [0, 1, 0] }).length).toBe(0);
  });
});
