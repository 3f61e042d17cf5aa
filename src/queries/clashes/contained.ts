/**
 * Shells that lie wholly inside another object without touching it.
 *
 * Surfaces that do not meet are inside each other or apart, each shell as a whole; so the winding number round one
 * vertex decides.
 */
import { Points } from './points.ts';
import type { Surface } from './surface.ts';
import { windingAt } from './winding.ts';

/** Whether one box lies in another. */
function holds(outer: Float64Array, inner: ArrayLike<number>): boolean {
  for (let k = 0; k < 3; k++) if (!(inner[k] >= outer[k] && inner[k + 3] <= outer[k + 3])) return false;
  return true;
}

/** Boxes of the shells of a surface, six numbers each. */
const shellBoxes = new WeakMap<Surface, Float64Array>();

function boxesOf(surface: Surface): Float64Array {
  const known = shellBoxes.get(surface);
  if (known) return known;
  const { positions, corners, topology } = surface;
  const { count, ofVertex } = topology.shells;
  const boxes = new Float64Array(6 * count);
  for (let shell = 0; shell < count; shell++)
    boxes.fill(Infinity, 6 * shell, 6 * shell + 3).fill(-Infinity, 6 * shell + 3, 6 * shell + 6);
  for (const vertex of corners) {
    if (ofVertex[vertex] < 0) continue;
    const at = 6 * ofVertex[vertex];
    for (let k = 0; k < 3; k++) {
      const value = positions[3 * vertex + k];
      if (value < boxes[at + k]) boxes[at + k] = value;
      if (value > boxes[at + 3 + k]) boxes[at + 3 + k] = value;
    }
  }
  shellBoxes.set(surface, boxes);
  return boxes;
}

/** The shells of `inner`, other than those that touch `outer`, that lie inside it. */
export function shellsInside(inner: Surface, outer: Surface, touching: ReadonlySet<number>): number[] {
  if (!outer.isClosed || outer.topology.triangles.length === 0) return [];
  if (inner.topology.isOneShell && (touching.size > 0 || !holds(outer.box, inner.box))) return [];
  const { count, triangles } = inner.topology.shells;
  const boxes = boxesOf(inner);
  const found: number[] = [];
  let points: Points | undefined;
  for (let shell = 0; shell < count; shell++) {
    if (touching.has(shell) || !holds(outer.box, boxes.subarray(6 * shell, 6 * shell + 6))) continue;
    points ??= new Points(inner, outer);
    const vertex = points.addVertex(0, inner.corners[3 * triangles[shell]]);
    if (windingAt(points, vertex, 1).winding !== 0) found.push(shell);
  }
  return found;
}

/** Pairs of boxes that overlap, as places in the list, the lower first. */
export function overlappingBoxes(boxes: readonly (readonly number[])[]): [number, number][] {
  const order = boxes.map((_, i) => i).sort((p, q) => boxes[p][0] - boxes[q][0] || p - q);
  const found: [number, number][] = [];
  for (let i = 0; i < order.length; i++) {
    const box = boxes[order[i]];
    for (let j = i + 1; j < order.length && boxes[order[j]][0] <= box[3]; j++) {
      const other = boxes[order[j]];
      if (other[1] > box[4] || other[4] < box[1] || other[2] > box[5] || other[5] < box[2]) continue;
      found.push(order[i] < order[j] ? [order[i], order[j]] : [order[j], order[i]]);
    }
  }
  return found.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
}

/** Numbers of the triangles of some shells. */
export function trianglesOfShells({ topology }: Surface, shells: readonly number[]): number[] {
  if (shells.length === 0) return [];
  const wanted = new Set(shells);
  const found: number[] = [];
  for (const triangle of topology.triangles) {
    if (wanted.has(topology.shellOf(triangle))) found.push(triangle);
  }
  return found;
}
