/**
 * Whole objects on disk, for the shards that measure clashes: what a shard of the spill read, as it read it, so that no
 * file is parsed again. A streamed object lies there in pieces.
 */
import type { MeshInput } from '../mesh/mesh-input.ts';
import { padded, paddedBytes } from './padded.ts';
import type { ObjectPiece } from './spill.ts';
import type { StoredBytes } from './store.ts';

/** Object, triangles, vertices (0: soup), bytes per coordinate, first byte. */
const ROW = 5;
const MAGIC = 0x4a424f43;

export interface StoredObject {
  readonly object: number;
  readonly mesh: { readonly positions: Float32Array | Float64Array; readonly indices: Uint32Array | undefined };
}

export function objectBytes(objects: readonly StoredObject[]): Uint8Array[] {
  const head = new Float64Array(2 + ROW * objects.length);
  head.set([MAGIC, objects.length]);
  const data: Uint8Array[] = [];
  let at = head.byteLength;
  for (const [i, { object, mesh }] of objects.entries()) {
    const { positions, indices } = mesh;
    const triangles = indices ? indices.length / 3 : positions.length / 9;
    head.set([object, triangles, indices ? positions.length / 3 : 0, positions.BYTES_PER_ELEMENT, at], 2 + ROW * i);
    for (const own of [positions, ...(indices ? [indices] : [])].map(paddedBytes)) {
      data.push(own);
      at += own.length;
    }
  }
  return [new Uint8Array(head.buffer), ...data];
}

/** A piece of a streamed object. */
export function soupOf({ object, corners }: ObjectPiece): StoredObject {
  return { object, mesh: { positions: corners, indices: undefined } };
}

/** Those of some objects that lie in this file. */
export async function readObjects(file: StoredBytes, wanted: ReadonlySet<number>): Promise<StoredObject[]> {
  const [magic, count] = new Float64Array((await file.read(0, 16)).buffer);
  if (magic !== MAGIC) throw new Error('no objects of a model');
  const rows = new Float64Array((await file.read(16, 16 + 8 * ROW * count)).buffer);
  const found: StoredObject[] = [];
  for (let i = 0; i < count; i++) {
    const [object, triangles, vertices, size, at] = rows.subarray(ROW * i, ROW * (i + 1));
    if (!wanted.has(object)) continue;
    const length = vertices > 0 ? 3 * vertices : 9 * triangles;
    const bytes = await file.read(at, at + padded(length * size) + (vertices > 0 ? padded(12 * triangles) : 0));
    const positions = new (size === 4 ? Float32Array : Float64Array)(bytes.buffer as ArrayBuffer, 0, length);
    const indices = vertices > 0 ? new Uint32Array(bytes.buffer, padded(length * size), 3 * triangles) : undefined;
    found.push({ object, mesh: { positions, indices } });
  }
  return found;
}

/** The pieces of one object as a mesh. */
export function joinStored(pieces: readonly StoredObject[], weld: boolean): MeshInput & { indices: Uint32Array } {
  const soup = (count: number) => Uint32Array.from({ length: count }, (_, i) => i);
  if (pieces.length === 1) {
    const { positions, indices } = pieces[0].mesh;
    return { positions, indices: indices ?? soup(positions.length / 3), weld };
  }
  const length = pieces.reduce((sum, { mesh }) => sum + mesh.positions.length, 0);
  const isSingle = pieces.every(({ mesh }) => mesh.positions instanceof Float32Array);
  const positions = new (isSingle ? Float32Array : Float64Array)(length);
  let at = 0;
  for (const { mesh } of pieces) {
    positions.set(mesh.positions, at);
    at += mesh.positions.length;
  }
  return { positions, indices: soup(length / 3), weld };
}
