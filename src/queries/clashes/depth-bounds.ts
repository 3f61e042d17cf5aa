/** Upper bounds for the distance of a triangle's points to a surface. */
import type { TriangleTree } from './triangle-tree.ts';

/** A point of a surface, and how far it is from the other. */
export interface Corner {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** To the triangle `nearest` of the other surface: the nearest of all, or near enough. */
  readonly distance: number;
  readonly nearest: number;
  /** Distances to triangles that were asked for, since parts of a triangle share corners and have the same neighbours. */
  readonly asked: number[];
  readonly heights: number[];
}

function heightAt(tree: TriangleTree, corner: Corner, triangle: number): number {
  if (triangle === corner.nearest) return corner.distance;
  const known = corner.asked.indexOf(triangle);
  if (known >= 0) return corner.heights[known];
  const height = Math.sqrt(tree.distanceTo(triangle, corner.x, corner.y, corner.z, 0));
  corner.asked.push(triangle);
  corner.heights.push(height);
  return height;
}

export function wayBetween(p: Corner, q: Corner): number {
  const x = p.x - q.x;
  const y = p.y - q.y;
  const z = p.z - q.z;
  return Math.sqrt(x * x + y * y + z * z);
}

/** A ball around points: the one of them nearest to the middle of their box, and the largest distance from it. */
export function ballOf(points: Float64Array, from: number, to: number): [number, number, number, number] {
  let [lowX, lowY, lowZ] = [Infinity, Infinity, Infinity];
  let [highX, highY, highZ] = [-Infinity, -Infinity, -Infinity];
  for (let at = from; at < to; at += 3) {
    lowX = Math.min(lowX, points[at]);
    lowY = Math.min(lowY, points[at + 1]);
    lowZ = Math.min(lowZ, points[at + 2]);
    highX = Math.max(highX, points[at]);
    highY = Math.max(highY, points[at + 1]);
    highZ = Math.max(highZ, points[at + 2]);
  }
  const middle = [lowX / 2 + highX / 2, lowY / 2 + highY / 2, lowZ / 2 + highZ / 2];
  let chosen = from;
  let least = Infinity;
  for (let at = from; at < to; at += 3) {
    const squared = squaredWay(points, at, middle[0], middle[1], middle[2]);
    if (squared >= least) continue;
    least = squared;
    chosen = at;
  }
  const [x, y, z] = [points[chosen], points[chosen + 1], points[chosen + 2]];
  let most = 0;
  for (let at = from; at < to; at += 3) most = Math.max(most, squaredWay(points, at, x, y, z));
  return [x, y, z, Math.sqrt(most)];
}

function squaredWay(points: Float64Array, at: number, x: number, y: number, z: number): number {
  const dx = points[at] - x;
  const dy = points[at + 1] - y;
  const dz = points[at + 2] - z;
  return dx * dx + dy * dy + dz * dz;
}

/**
 * The least of the upper bounds of a triangle that is known at its corners, or one that is no more than `enough`; `near`
 * is a triangle that is likely near.
 *
 * The distance to one triangle of the other surface is convex, so it is nowhere more than what its values at the corners
 * give by linear interpolation; and the distance to the surface is nowhere more than the lesser of two of these.
 */
export function upperBound(tree: TriangleTree, corners: readonly Corner[], near: number, enough: number): number {
  const [a, b, c] = corners;
  const [ab, bc, ca] = [wayBetween(a, b), wayBetween(b, c), wayBetween(c, a)];
  let bound = Math.min(a.distance + Math.max(ab, ca), b.distance + Math.max(ab, bc), c.distance + Math.max(bc, ca));
  if (bound <= enough) return bound;
  const triangles = [a.nearest, b.nearest, c.nearest, near];
  for (let i = 0; i < 4; i++) {
    const f = triangles[i];
    if (triangles.indexOf(f) < i) continue;
    const [fa, fb, fc] = [heightAt(tree, a, f), heightAt(tree, b, f), heightAt(tree, c, f)];
    bound = Math.min(bound, Math.max(fa, fb, fc));
    for (let j = 0; j < i; j++) {
      const g = triangles[j];
      if (triangles.indexOf(g) < j) continue;
      const lesser = mostOfLesser(fa, fb, fc, heightAt(tree, a, g), heightAt(tree, b, g), heightAt(tree, c, g));
      bound = Math.min(bound, lesser);
    }
    if (bound <= enough) return bound;
  }
  return bound;
}

/** The most that the lesser of two linear functions on a triangle can be, given at its corners. */
function mostOfLesser(fa: number, fb: number, fc: number, ga: number, gb: number, gc: number): number {
  const corners = Math.max(Math.min(fa, ga), Math.min(fb, gb), Math.min(fc, gc));
  return Math.max(corners, whereEqual(fa, fb, ga, gb), whereEqual(fb, fc, gb, gc), whereEqual(fc, fa, gc, ga));
}

/** The value of two linear functions where they are equal between two corners; 0 when they are not. */
function whereEqual(fa: number, fb: number, ga: number, gb: number): number {
  const from = fa - ga;
  const to = fb - gb;
  return from * to < 0 ? fa + (fb - fa) * (from / (from - to)) : 0;
}
