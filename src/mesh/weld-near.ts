/**
 * Moves vertices that lie within a distance of each other onto the first of them, so that they are equal and weld.
 *
 * For files with rounded coordinates, in which the same corner is written differently by different faces. Promise: no vertex
 * moves farther than the distance; a vertex moves onto one that does not move, so chains do not drift; the order of the
 * file decides, nothing else.
 */
import type { Positions } from './mesh-input.ts';

export function weldNear(positions: Positions, distance: number): Positions {
  if (!(distance > 0)) return positions;
  const moved = positions.slice();
  const kept = new Map<string, number[]>();
  const cellOf = (value: number) => Math.floor(value / distance);
  for (let at = 0; at < moved.length; at += 3) {
    const cell = [cellOf(moved[at]), cellOf(moved[at + 1]), cellOf(moved[at + 2])];
    const near = nearest(moved, at, cell, kept, distance);
    if (near === undefined) {
      const key = cell.join();
      const there = kept.get(key);
      if (there) there.push(at);
      else kept.set(key, [at]);
      continue;
    }
    for (let axis = 0; axis < 3; axis++) moved[at + axis] = moved[near + axis];
  }
  return moved;
}

/** The nearest vertex that stays, within the distance. Cells are as wide as the distance, so those around suffice. */
function nearest(
  positions: Positions,
  at: number,
  cell: readonly number[],
  kept: ReadonlyMap<string, readonly number[]>,
  distance: number,
): number | undefined {
  let found: number | undefined;
  let least = distance;
  for (let x = -1; x <= 1; x++) {
    for (let y = -1; y <= 1; y++) {
      for (let z = -1; z <= 1; z++) {
        for (const other of kept.get(`${cell[0] + x},${cell[1] + y},${cell[2] + z}`) ?? []) {
          const apart = Math.hypot(
            positions[other] - positions[at],
            positions[other + 1] - positions[at + 1],
            positions[other + 2] - positions[at + 2],
          );
          if (apart > least || (apart === least && found !== undefined)) continue;
          found = other;
          least = apart;
        }
      }
    }
  }
  return found;
}
