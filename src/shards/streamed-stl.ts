/** A binary STL file in ranges of triangles: 84 bytes of head, 50 bytes per triangle. */
import { hasBinaryStlHead } from '../io/recognise.ts';
import { copyStlCorners, STL_HEADER_BYTES, STL_TRIANGLE_BYTES } from '../io/stl/binary.ts';
import type { CheckedFile } from './checked-file.ts';
import { type PieceStart, refuseTooMany, type StreamedFile, type StreamedPiece } from './streamed-file.ts';

export async function openStreamedStl(file: CheckedFile): Promise<StreamedFile | undefined> {
  const head = await file.read(0, Math.min(file.size, STL_HEADER_BYTES));
  if (!hasBinaryStlHead(head, file.size)) return undefined;
  const triangleCount = (file.size - STL_HEADER_BYTES) / STL_TRIANGLE_BYTES;
  refuseTooMany(file.file, triangleCount);
  return {
    format: 'stl',
    vertexCount: 3 * triangleCount,
    start: { firstTriangle: 0 },
    read: (start, most) => readRange(file, triangleCount, start, most),
  };
}

async function readRange(
  file: CheckedFile,
  triangleCount: number,
  start: PieceStart,
  most: number,
): Promise<StreamedPiece> {
  const { firstTriangle } = start;
  const end = Math.min(triangleCount, firstTriangle + most);
  const byteOf = (triangle: number) => STL_HEADER_BYTES + STL_TRIANGLE_BYTES * triangle;
  const bytes = await file.read(byteOf(firstTriangle), byteOf(end));
  const corners = new Float32Array(9 * (end - firstTriangle));
  copyStlCorners(bytes, 0, corners, end - firstTriangle);
  const vertices = new Uint32Array(corners.length / 3);
  for (let i = 0; i < vertices.length; i++) vertices[i] = 3 * firstTriangle + i;
  return { firstTriangle, corners, vertices, start, ...(end < triangleCount && { next: { firstTriangle: end } }) };
}
