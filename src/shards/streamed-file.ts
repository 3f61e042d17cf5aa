/**
 * Files that are read in ranges of triangles, so that nobody holds the whole: binary STL, and binary PLY in single precision.
 *
 * Promise: triangles, their numbers and their corners are those that the readers of `src/io` give.
 */
import { MeshError } from '../errors.ts';
import type { CheckedFile } from './checked-file.ts';
import { openStreamedPly } from './streamed-ply.ts';
import { openStreamedStl } from './streamed-stl.ts';

/** Triangles that are read, measured and spilled together. */
export const PIECE_TRIANGLES = 1 << 20;

/** Triangles of one object, in ascending order and without a gap. */
export interface Piece {
  readonly firstTriangle: number;
  /** Nine per triangle. */
  readonly corners: Float32Array | Float64Array;
  /** Three per triangle: which vertices of the object its corners are. */
  readonly vertices: Uint32Array;
}

/** Where a piece begins; a face and its byte where that does not follow from the number of its first triangle. */
export interface PieceStart {
  readonly firstTriangle: number;
  readonly firstFace?: number;
  readonly firstByte?: number;
}

export interface StreamedPiece extends Piece {
  readonly start: PieceStart;
  /** Where the next one begins; none behind the last. */
  readonly next?: PieceStart;
}

export interface StreamedFile {
  readonly format: 'stl' | 'ply';
  readonly vertexCount: number;
  readonly start: PieceStart;
  /** About `most` triangles from a start: no more than a polygon beyond it. */
  read(start: PieceStart, most: number): Promise<StreamedPiece>;
}

/** How the file can be read in ranges; undefined if it cannot. */
export async function openStreamed(file: CheckedFile): Promise<StreamedFile | undefined> {
  return (await openStreamedStl(file)) ?? (await openStreamedPly(file));
}

/** All pieces of a file, one after the other. */
export async function* piecesOf(streamed: StreamedFile): AsyncGenerator<StreamedPiece> {
  let start: PieceStart | undefined = streamed.start;
  while (start) {
    const piece: StreamedPiece = await streamed.read(start, PIECE_TRIANGLES);
    if (piece.corners.length > 0) yield piece;
    start = piece.next;
  }
}

/** Numbers of triangles are 32 bits, as everywhere. */
export function refuseTooMany(file: string, triangleCount: number): void {
  if (triangleCount < 2 ** 32 - 1) return;
  throw new MeshError(
    'too-large',
    `file "${file}" has ${triangleCount} triangles; an object has at most ${2 ** 32 - 2}. Split the file.`,
    { file, triangleCount },
  );
}
