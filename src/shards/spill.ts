/**
 * Part of a model on disk, cut into space tiles: for each tile, runs of triangles of one object.
 *
 * The file has a short head (how many tiles and runs), where the runs of each tile begin, a row per run, and the data, so
 * that who wants one tile reads a few bytes and then just that tile. A run has the numbers of its triangles, for meshes that
 * are not welded the vertices of their corners, and the corners in the precision of the object.
 */

import { padded } from './padded.ts';
import type { SpaceTiles } from './space-tiles.ts';
import type { StoredBytes } from './store.ts';
import type { Piece } from './streamed-file.ts';
import { boxOfCorners, growBox } from './triangle-box.ts';

/** Bytes CSSPILL1, as two words. */
const MAGIC = [0x50535343, 0x314c4c49];
const HEAD_BYTES = 16;
/** Object, triangles, bytes per coordinate, 1 with vertices, first byte. */
const ROW = 5;

/** Triangles of one object. */
export interface ObjectPiece extends Piece {
  readonly object: number;
  /** Whether vertices are told apart by number and not by place. */
  readonly withVertices: boolean;
}

export interface Run {
  readonly object: number;
  readonly numbers: Uint32Array;
  readonly vertices: Uint32Array | undefined;
  readonly corners: Float32Array | Float64Array;
}

function runBytes(count: number, coordinateBytes: number, withVertices: boolean): number {
  return padded(4 * count) + (withVertices ? padded(12 * count) : 0) + padded(9 * count * coordinateBytes);
}

/** Which triangles of a piece go to which tile, by tile: `members` from `starts[tile]` to `starts[tile + 1]`. */
function route({ corners }: ObjectPiece, tiles: SpaceTiles, distance: number) {
  const triangleCount = corners.length / 9;
  const box = new Float64Array(6);
  const met = new Uint32Array(tiles.tileCount);
  const starts = new Uint32Array(tiles.tileCount + 1);
  // Most triangles have one tile: it is kept, and only the others are walked a second time.
  const only = new Int32Array(triangleCount);
  for (let t = 0; t < triangleCount; t++) {
    boxOfCorners(corners, 9 * t, box);
    growBox(box, distance);
    const count = tiles.tilesOf(box, met);
    only[t] = count === 1 ? met[0] : -1;
    for (let i = 0; i < count; i++) starts[met[i] + 1]++;
  }
  for (let tile = 0; tile < tiles.tileCount; tile++) starts[tile + 1] += starts[tile];
  const members = new Uint32Array(starts[tiles.tileCount]);
  const next = starts.slice();
  for (let t = 0; t < triangleCount; t++) {
    if (only[t] >= 0) {
      members[next[only[t]]++] = t;
      continue;
    }
    boxOfCorners(corners, 9 * t, box);
    growBox(box, distance);
    const count = tiles.tilesOf(box, met);
    for (let i = 0; i < count; i++) members[next[met[i]]++] = t;
  }
  return { starts, members };
}

function runData({ firstTriangle, corners, vertices, withVertices }: ObjectPiece, members: Uint32Array): Uint8Array {
  const size = corners.BYTES_PER_ELEMENT;
  const bytes = new Uint8Array(runBytes(members.length, size, withVertices));
  const numbers = new Uint32Array(bytes.buffer, 0, members.length);
  let at = padded(4 * members.length);
  if (withVertices) {
    const own = new Uint32Array(bytes.buffer, at, 3 * members.length);
    for (let i = 0; i < members.length; i++) {
      for (let k = 0; k < 3; k++) own[3 * i + k] = vertices[3 * members[i] + k];
    }
    at += padded(12 * members.length);
  }
  const Coordinates = size === 4 ? Float32Array : Float64Array;
  const own = new Coordinates(bytes.buffer, at, 9 * members.length);
  for (let i = 0; i < members.length; i++) {
    numbers[i] = firstTriangle + members[i];
    const from = 9 * members[i];
    for (let k = 0; k < 9; k++) own[9 * i + k] = corners[from + k];
  }
  return bytes;
}

/** The bytes of a spilled part of a model. Triangles go to every tile that their box, grown for `distance`, meets. */
export function spillBytes(pieces: readonly ObjectPiece[], tiles: SpaceTiles, distance: number): Uint8Array[] {
  const byTile: { object: number; size: number; withVertices: boolean; data: Uint8Array; count: number }[][] = [];
  for (let tile = 0; tile < tiles.tileCount; tile++) byTile.push([]);
  for (const piece of pieces) {
    const { starts, members } = route(piece, tiles, distance);
    for (let tile = 0; tile < tiles.tileCount; tile++) {
      const own = members.subarray(starts[tile], starts[tile + 1]);
      if (own.length === 0) continue;
      const { object, withVertices } = piece;
      const size = piece.corners.BYTES_PER_ELEMENT;
      byTile[tile].push({ object, size, withVertices, data: runData(piece, own), count: own.length });
    }
  }
  const runs = byTile.flat();
  const tableBytes = padded(4 * (tiles.tileCount + 1));
  const head = new Uint8Array(HEAD_BYTES + tableBytes + 8 * ROW * runs.length);
  new Uint32Array(head.buffer, 0, 4).set([...MAGIC, tiles.tileCount, runs.length]);
  const starts = new Uint32Array(head.buffer, HEAD_BYTES, tiles.tileCount + 1);
  for (let tile = 0; tile < tiles.tileCount; tile++) starts[tile + 1] = starts[tile] + byTile[tile].length;
  const rows = new Float64Array(head.buffer, HEAD_BYTES + tableBytes, ROW * runs.length);
  let at = head.length;
  for (const [i, { object, count, size, withVertices, data }] of runs.entries()) {
    rows.set([object, count, size, Number(withVertices), at], ROW * i);
    at += data.length;
  }
  return [head, ...runs.map(({ data }) => data)];
}

/** The runs of one tile, in the order in which they were spilled. */
export async function readRuns(file: StoredBytes, tile: number): Promise<Run[]> {
  const head = await file.read(0, HEAD_BYTES);
  const [first, second, tileCount, runCount] = new Uint32Array(head.buffer, 0, 4);
  if (first !== MAGIC[0] || second !== MAGIC[1] || tile >= tileCount) throw new Error('no spilled part of a model');
  const place = await file.read(HEAD_BYTES + 4 * tile, HEAD_BYTES + 4 * (tile + 2));
  const [start, end] = new Uint32Array(place.buffer, 0, 2);
  if (start === end) return [];
  const rowsAt = HEAD_BYTES + padded(4 * (tileCount + 1));
  if (end > runCount) throw new Error('a damaged part of a model');
  const bytes = await file.read(rowsAt + 8 * ROW * start, rowsAt + 8 * ROW * end);
  const rows = new Float64Array(bytes.buffer, 0, ROW * (end - start));
  const lastAt = rows[rows.length - 1];
  const lastBytes = runBytes(rows[rows.length - 4], rows[rows.length - 3], rows[rows.length - 2] === 1);
  // The runs of a tile are contiguous.
  const data = await file.read(rows[ROW - 1], lastAt + lastBytes);
  return Array.from({ length: end - start }, (_, i) =>
    readRun(data.buffer as ArrayBuffer, rows.subarray(ROW * i), rows[ROW - 1]),
  );
}

function readRun(data: ArrayBuffer, [object, count, size, withVertices, place]: Float64Array, from: number): Run {
  let at = place - from;
  const numbers = new Uint32Array(data, at, count);
  at += padded(4 * count);
  const vertices = withVertices === 1 ? new Uint32Array(data, at, 3 * count) : undefined;
  if (vertices) at += padded(12 * count);
  const Coordinates = size === 4 ? Float32Array : Float64Array;
  return { object, numbers, vertices, corners: new Coordinates(data, at, 9 * count) };
}
