/** A face that is cut along arcs which cross each other: all crossings are there, and their coordinates are no longer than they need to be. */
import { describe, expect, it } from 'vitest';
import { FaceMesh } from '../../../src/queries/clashes/face-mesh.ts';
import { Points, type Projection } from '../../../src/queries/clashes/points.ts';
import type { Surface } from '../../../src/queries/clashes/surface.ts';
import { Random } from '../../support/random.ts';
import { seedsOf } from '../../support/thoroughness.ts';

const ACROSS: Projection = { u: 0, v: 1, w: 2, orientation: 1 };
const ARCS = 12;
/** Coordinates are whole multiples of this below 1. */
const STEP = 2 ** -30;

/** The points of a surface with these vertices. */
function pointsOf(positions: number[]): Points {
  const surface = { positions: Float64Array.from(positions), isWide: false, exponent: Math.log2(STEP) };
  return new Points(surface as unknown as Surface, surface as unknown as Surface);
}

describe('arcs that cross each other', () => {
  it('meet in points of their own, told by the ends of the arcs', () => {
    for (let seed = 0; seed < seedsOf(40); seed++) {
      const random = new Random(seed);
      const at = () => Math.floor(random.real(0.01, 0.07) / STEP) * STEP;
      // Arcs from left to right, then from below to above: each crosses all of the other kind.
      const ends = Array.from({ length: ARCS }, (_, i) => [0.05, i / ARCS + at(), 0, 1, i / ARCS + at(), 0]);
      const upwards = ends.map((_, i) => [(i + 1) / (ARCS + 2) + at(), 0.01, 0, (i + 1) / (ARCS + 2) + at(), 1.2, 0]);
      const points = pointsOf([[-4, -4, 0, 6, -4, 0, 0, 8, 0], ...ends, ...upwards].flat());
      const vertices = Array.from({ length: 3 + 4 * ARCS }, (_, vertex) => points.addVertex(0, vertex));
      const mesh = new FaceMesh(points);
      mesh.begin(vertices[0], vertices[1], vertices[2], ACROSS);
      for (let arc = 0; arc < 2 * ARCS; arc++) mesh.addArc(vertices[3 + 2 * arc], vertices[4 + 2 * arc]);
      expect(points.count, `seed ${seed}`).toBe(vertices.length + ARCS * ARCS);
      let longest = 0;
      for (let point = vertices.length; point < points.count; point++)
        for (const value of points.whole(point)) longest = Math.max(longest, value.toString(2).length);
      // A crossing is a sum of products of four coordinates of at most 34 bits.
      expect(longest, `seed ${seed}`).toBeLessThan(150);
      let area = 0;
      for (let t = 0; t < mesh.triangleCount; t++) {
        const [p, q, r] = [0, 1, 2].map((k) => mesh.ids[mesh.corners[3 * t + k]]);
        const { x, y } = points;
        area += (x[q] - x[p]) * (y[r] - y[p]) - (y[q] - y[p]) * (x[r] - x[p]);
      }
      expect(area, `seed ${seed}`).toBeCloseTo(120, 9);
    }
  });
});
