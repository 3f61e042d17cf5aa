/** Upper bounds for the distance of a triangle's points to a surface. */
import { mostOfLeast } from './least-of-linear.ts';
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

/** Most triangles of the other surface that a bound is made of. */
export const NEAR_MOST = 4;

/** Distances of the corners of the triangle at hand to triangles of the other surface. */
const heights = new Float64Array(3 * NEAR_MOST);

/**
 * The least of the upper bounds of a triangle that is known at its corners, or one that is no more than `enough`; `near`
 * are triangles that are likely near.
 *
 * The distance to one triangle of the other surface is convex, so it is nowhere more than what its values at the corners
 * give by linear interpolation; and the distance to the surface is nowhere more than the least of several of these.
 */
export function upperBound(
  tree: TriangleTree,
  corners: readonly Corner[],
  near: readonly number[],
  enough: number,
): number {
  const [a, b, c] = corners;
  const [ab, bc, ca] = [wayBetween(a, b), wayBetween(b, c), wayBetween(c, a)];
  const bound = Math.min(a.distance + Math.max(ab, ca), b.distance + Math.max(ab, bc), c.distance + Math.max(bc, ca));
  if (bound <= enough) return bound;
  for (let i = 0; i < near.length; i++) {
    const at = 3 * i;
    heights[at] = heightAt(tree, a, near[i]);
    heights[at + 1] = heightAt(tree, b, near[i]);
    heights[at + 2] = heightAt(tree, c, near[i]);
    const most = Math.max(heights[at], heights[at + 1], heights[at + 2]);
    if (most <= enough) return Math.min(bound, most);
  }
  return Math.min(bound, mostOfLeast(heights, near.length));
}

/** What is nearest to the corners of a triangle, then others that are likely near, each once. */
export function nearCorners(corners: readonly Corner[], others: readonly number[]): number[] {
  const near: number[] = [];
  for (const { nearest } of corners) if (!near.includes(nearest)) near.push(nearest);
  for (const other of others) if (near.length < NEAR_MOST && !near.includes(other)) near.push(other);
  return near;
}
