/**
 * Objects in pieces that the page can take over one per frame without a stutter.
 *
 * What keeps its shape goes as corners of triangles, cut up; shading is by faces, so vertices need not be shared. What
 * deforms goes in one piece with its triangles, so that later frames send positions alone.
 */
import type { GeometryMessage } from '../protocol.ts';
import type { Vector } from './matrices.ts';
import { Bounds, type WorldObject } from './world.ts';

const TRIANGLES_PER_PIECE = 32_768;

/** Positions in single precision about the origin. */
export function shiftedPositions({ positions }: WorldObject, [x, y, z]: Vector): Float32Array<ArrayBuffer> {
  const shifted = new Float32Array(positions.length);
  if (x === 0 && y === 0 && z === 0) {
    shifted.set(positions);
    return shifted;
  }
  for (let at = 0; at < positions.length; at += 3) {
    shifted[at] = positions[at] - x;
    shifted[at + 1] = positions[at + 1] - y;
    shifted[at + 2] = positions[at + 2] - z;
  }
  return shifted;
}

function piece(object: WorldObject, origin: Vector, from: number, to: number): GeometryMessage {
  const { key, positions, indices } = object;
  const corners = new Float32Array(9 * (to - from));
  const bounds = new Bounds();
  for (let corner = 3 * from, at = 0; corner < 3 * to; corner++, at += 3) {
    const vertex = 3 * indices[corner];
    const [x, y, z] = [
      positions[vertex] - origin[0],
      positions[vertex + 1] - origin[1],
      positions[vertex + 2] - origin[2],
    ];
    corners[at] = x;
    corners[at + 1] = y;
    corners[at + 2] = z;
    bounds.add(x, y, z);
  }
  return { type: 'geometry', key, positions: corners, bounds: bounds.about([0, 0, 0]) };
}

export function* geometryOf(object: WorldObject, origin: Vector): Generator<GeometryMessage> {
  if (object.deforming) {
    const positions = shiftedPositions(object, origin);
    const bounds = new Bounds();
    for (let at = 0; at < positions.length; at += 3) bounds.add(positions[at], positions[at + 1], positions[at + 2]);
    const indices = new Uint32Array(object.indices);
    yield { type: 'geometry', key: object.key, positions, indices, bounds: bounds.about([0, 0, 0]) };
    return;
  }
  const triangles = object.indices.length / 3;
  for (let from = 0; from < triangles; from += TRIANGLES_PER_PIECE) {
    yield piece(object, origin, from, Math.min(triangles, from + TRIANGLES_PER_PIECE));
  }
}
