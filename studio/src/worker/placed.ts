/** Where the vertices of an object are. */
import type { Vector } from './matrices.ts';
import { placeOf, type WorldObject } from './world.ts';

interface Kept {
  readonly positions: WorldObject['positions'];
  readonly matrix: string;
  readonly placed: Float64Array;
}

const kept = new WeakMap<WorldObject, Kept>();

/** Relative to the world's origin; kept while the object stays where it is. */
export function placedVertices(object: WorldObject, [ox, oy, oz]: Vector): Float64Array {
  const { positions, deforming } = object;
  const m = placeOf(object);
  const matrix = `${m ? Array.from(m).join() : ''} ${ox} ${oy} ${oz}`;
  const known = kept.get(object);
  if (!deforming && known?.matrix === matrix && known.positions === positions) return known.placed;
  const placed = new Float64Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [positions[at], positions[at + 1], positions[at + 2]];
    placed[at] = (m ? m[0] * x + m[4] * y + m[8] * z + m[12] : x) - ox;
    placed[at + 1] = (m ? m[1] * x + m[5] * y + m[9] * z + m[13] : y) - oy;
    placed[at + 2] = (m ? m[2] * x + m[6] * y + m[10] * z + m[14] : z) - oz;
  }
  kept.set(object, { positions, matrix, placed });
  return placed;
}

/** Current vertex positions, in double precision if the object was placed. */
export function placedPositions(object: WorldObject): WorldObject['positions'] {
  const m = placeOf(object);
  if (!m) return object.positions;
  const placed = Float64Array.from(object.positions);
  for (let at = 0; at < placed.length; at += 3) {
    const [x, y, z] = placed.subarray(at, at + 3);
    for (let axis = 0; axis < 3; axis++)
      placed[at + axis] = m[axis] * x + m[4 + axis] * y + m[8 + axis] * z + m[12 + axis];
  }
  return placed;
}

/** The middle of their box and half its diagonal. */
export function sphereAround(vertices: Float64Array): { centre: Vector; radius: number } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < vertices.length; at++) {
    const axis = at % 3;
    if (vertices[at] < low[axis]) low[axis] = vertices[at];
    if (vertices[at] > high[axis]) high[axis] = vertices[at];
  }
  if (vertices.length === 0) return { centre: [0, 0, 0], radius: 0 };
  const centre: Vector = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2];
  return { centre, radius: Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2 };
}
