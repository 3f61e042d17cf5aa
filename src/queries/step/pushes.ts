/**
 * Pushes at contacts: each keeps the two sides a distance apart along its normal, at the end of the step, and takes away some of
 * the sliding. One after the other, as often as it takes for the most part; what is left is found by the next look at impacts.
 */
import type { Body } from './bodies.ts';

export interface Push {
  readonly bodies: readonly Body[];
  readonly vertices: readonly number[];
  /** A minus B. */
  readonly weights: readonly number[];
  /** Of length 1, towards A. */
  readonly normal: ArrayLike<number>;
  /** How far apart they are to be along it. */
  readonly distance: number;
}

const PASSES = 6;

export interface Pushed {
  /** Vertices in the world: at the start, and at the end, which is changed. */
  readonly starts: ReadonlyMap<Body, Float64Array>;
  readonly ends: ReadonlyMap<Body, Float64Array>;
  readonly masses: ReadonlyMap<Body, Float64Array>;
  readonly friction: number;
}

function push(
  { bodies, vertices, weights, normal, distance }: Push,
  { starts, ends, masses, friction }: Pushed,
): boolean {
  const apart = [0, 0, 0];
  const way = [0, 0, 0];
  let ease = 0;
  for (let i = 0; i < 4; i++) {
    const [start, end] = [starts.get(bodies[i])!, ends.get(bodies[i])!];
    ease += weights[i] ** 2 * (masses.get(bodies[i])?.[vertices[i]] ?? 0);
    for (let k = 0; k < 3; k++) {
      apart[k] += weights[i] * end[3 * vertices[i] + k];
      way[k] += weights[i] * (end[3 * vertices[i] + k] - start[3 * vertices[i] + k]);
    }
  }
  const along = (vector: readonly number[]) => vector[0] * normal[0] + vector[1] * normal[1] + vector[2] * normal[2];
  const needed = distance - along(apart);
  if (!(needed > 0) || !(ease > 0)) return false;
  const wayAlong = along(way);
  const sliding = way.map((x, k) => x - wayAlong * normal[k]);
  const slid = Math.hypot(...sliding);
  const stopped = slid > 0 ? Math.min(1, (friction * needed) / slid) : 0;
  for (let i = 0; i < 4; i++) {
    const share = (weights[i] * (masses.get(bodies[i])?.[vertices[i]] ?? 0)) / ease;
    if (share === 0) continue;
    const end = ends.get(bodies[i])!;
    for (let k = 0; k < 3; k++) end[3 * vertices[i] + k] += share * (needed * normal[k] - stopped * sliding[k]);
  }
  return true;
}

export function applyPushes(pushes: Iterable<Push>, pushed: Pushed): void {
  const list = [...pushes];
  for (let pass = 0; pass < PASSES; pass++) {
    let some = false;
    for (const one of list) some = push(one, pushed) || some;
    if (!some) return;
  }
}
