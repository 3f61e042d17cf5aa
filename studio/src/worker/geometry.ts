/**
 * Splits objects into pieces that the page can upload one per frame without stuttering.
 *
 * Within a piece, equal vertices are merged, because drivers, software ones above all, cost time per vertex. Shading is per
 * face, so seams do not matter. Deforming objects are sent whole and unchanged, so that later frames need only positions.
 */
import type { GeometryMessage } from '../protocol.ts';
import type { Vector } from './matrices.ts';
import { GrowingBox, type WorldObject } from './world.ts';

const TRIANGLES_PER_PIECE = 32_768;
/** A power of two, well above the corners of a piece. */
const HASH_SLOTS = 1 << 18;

/** Single-precision positions relative to the origin. */
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

/** Finds equal vertices of a piece: an open-addressing hash table of their bits. */
class VertexTable {
  readonly #slots = new Int32Array(HASH_SLOTS);
  readonly #words = new Uint32Array(3);
  readonly #value = new Float32Array(this.#words.buffer);
  readonly positions = new Float32Array(9 * TRIANGLES_PER_PIECE);
  readonly #bits = new Uint32Array(this.positions.buffer);
  count = 0;

  constructor() {
    this.#slots.fill(-1);
  }

  /** The index within the piece of the vertex with these coordinates. */
  number(x: number, y: number, z: number): number {
    const [value, words, bits] = [this.#value, this.#words, this.#bits];
    value[0] = x;
    value[1] = y;
    value[2] = z;
    let hash = Math.imul(words[0], 73856093) ^ Math.imul(words[1], 19349663) ^ Math.imul(words[2], 83492791);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    for (let slot = (hash ^ (hash >>> 13)) & (HASH_SLOTS - 1); ; slot = (slot + 1) & (HASH_SLOTS - 1)) {
      const known = this.#slots[slot];
      if (known < 0) {
        this.#slots[slot] = this.count;
        this.positions.set(value, 3 * this.count);
        return this.count++;
      }
      const at = 3 * known;
      if (bits[at] === words[0] && bits[at + 1] === words[1] && bits[at + 2] === words[2]) return known;
    }
  }
}

function piece(object: WorldObject, origin: Vector, from: number, to: number): GeometryMessage {
  const { key, positions, indices } = object;
  const table = new VertexTable();
  const own = new Uint32Array(3 * (to - from));
  const bounds = new GrowingBox();
  for (let corner = 3 * from; corner < 3 * to; corner++) {
    const vertex = 3 * indices[corner];
    const [x, y, z] = [
      positions[vertex] - origin[0],
      positions[vertex + 1] - origin[1],
      positions[vertex + 2] - origin[2],
    ];
    own[corner - 3 * from] = table.number(x, y, z);
    bounds.add(x, y, z);
  }
  const used = table.positions.slice(0, 3 * table.count);
  return { type: 'geometry', key, positions: used, indices: own, bounds: bounds.about([0, 0, 0]) };
}

export function* geometryOf(object: WorldObject, origin: Vector): Generator<GeometryMessage> {
  if (object.deforming) {
    const positions = shiftedPositions(object, origin);
    const bounds = new GrowingBox();
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
