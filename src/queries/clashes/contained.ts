/**
 * Shells that lie wholly inside another object without touching it.
 *
 * Surfaces that do not meet are inside each other or apart, each shell as a whole; so the winding number round one
 * vertex decides.
 */
import { Points } from './points.ts';
import { boxOfShell } from './shell-boxes.ts';
import type { Surface } from './surface.ts';
import { windingsAt } from './winding.ts';

function holds(outer: Float64Array, box: Float64Array): boolean {
  for (let k = 0; k < 3; k++) if (!(box[k] >= outer[k] && box[k + 3] <= outer[k + 3])) return false;
  return true;
}

/** The shells of `inner`, other than those that touch `outer`, that may lie inside it. */
export function shellsToPlace(inner: Surface, outer: Surface, touching: ReadonlySet<number>): number[] {
  if (!outer.isClosed || outer.topology.triangles.length === 0) return [];
  const { count } = inner.topology.shells;
  if (touching.size === count) return [];
  const found: number[] = [];
  for (let shell = 0; shell < count; shell++) {
    if (!touching.has(shell) && holds(outer.box, boxOfShell(inner, shell))) found.push(shell);
  }
  return found;
}

/** Some vertex of each shell, as points of one side. */
export function pointsOfShells(points: Points, side: 0 | 1, shells: readonly number[]): number[] {
  const { corners, topology } = points.surfaces[side];
  return shells.map((shell) => points.addVertex(side, corners[3 * topology.shells.triangles[shell]]));
}

/** The shells of `inner`, other than those that touch `outer`, that lie inside it. */
export function shellsInside(inner: Surface, outer: Surface, touching: ReadonlySet<number> = new Set()): number[] {
  const shells = shellsToPlace(inner, outer, touching);
  if (shells.length === 0) return [];
  const points = new Points(inner, outer);
  const windings = windingsAt(points, pointsOfShells(points, 0, shells), 1);
  return shells.filter((_, i) => windings[i].winding !== 0);
}

/** The shells of one side that some pair has a triangle of. */
export function shellsInPairs({ topology }: Surface, pairs: Uint32Array, side: 0 | 1): Set<number> {
  const { count, ofVertex } = topology.shells;
  if (count === 1) return new Set([0]);
  const { corners } = topology;
  const isKnown = new Uint8Array(count);
  const shells = new Set<number>();
  for (let at: number = side; at < pairs.length && shells.size < count; at += 2) {
    const shell = ofVertex[corners[3 * pairs[at]]];
    if (isKnown[shell]) continue;
    isKnown[shell] = 1;
    shells.add(shell);
  }
  return shells;
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
