/**
 * A binary PLY file in ranges of faces. Vertices are fetched as faces ask for them, through a small cache of blocks: faces
 * of real models use vertices that lie close together, and a model where they do not is slow, not wrong.
 *
 * Only what most scanners write: vertices of fixed length in single precision, then faces. Others are read whole.
 */
import { fileError } from '../io/file-error.ts';
import { type PlyElement, type PlyHeader, type PlyProperty, readPlyHeader } from '../io/ply/header.ts';
import { indexListOf, positionPropertiesOf } from '../io/ply/properties.ts';
import type { CheckedFile } from './checked-file.ts';
import { ByteWindow, VertexBlocks } from './ply-bytes.ts';
import { type PieceStart, refuseTooMany, type StreamedFile, type StreamedPiece } from './streamed-file.ts';

/** Most bytes of a header; a file with a longer one is not read in ranges. */
const HEADER_BYTES = 1 << 16;

interface Faces {
  readonly element: PlyElement;
  readonly list: PlyProperty;
  readonly start: number;
}

export async function openStreamedPly(file: CheckedFile): Promise<StreamedFile | undefined> {
  const head = await file.read(0, Math.min(file.size, HEADER_BYTES));
  if (head.length < 4 || String.fromCharCode(...head.subarray(0, 3)) !== 'ply') return undefined;
  const text = String.fromCharCode(...head.subarray(0, 4096));
  if (!text.includes('end_header') || !/format binary_/.test(text)) return undefined;
  const options = { name: file.file };
  const header = readPlyHeader(head, options);
  const [vertex, face] = header.elements;
  if (!isPlain(header) || !vertex || !face) return undefined;
  const positions = positionPropertiesOf(vertex, options);
  if (!positions.every(({ type }) => type.name === 'float')) return undefined;
  const stride = strideOf(vertex);
  const facesStart = header.byteLength + stride * vertex.count;
  if (facesStart > file.size) return undefined;
  const isLittle = header.encoding === 'little-endian';
  const offsets = positions.map((property) => offsetOf(vertex, property));
  const vertices = new VertexBlocks(file, { start: header.byteLength, stride, offsets, isLittle });
  const faces = { element: face, list: indexListOf(face, options), start: facesStart };
  return {
    format: 'ply',
    vertexCount: vertex.count,
    start: { firstTriangle: 0, firstFace: 0, firstByte: facesStart },
    read: (start, most) => readRange(file, vertices, vertex.count, faces, isLittle, start, most),
  };
}

/** Vertices of fixed length, then faces, then nothing that has triangles. */
function isPlain({ elements }: PlyHeader): boolean {
  const [vertex, face, ...others] = elements;
  if (vertex?.name !== 'vertex' || face?.name !== 'face' || others.some(({ count }) => count > 0)) return false;
  return vertex.properties.every(({ countType }) => countType === undefined);
}

function strideOf({ properties }: PlyElement): number {
  return properties.reduce((sum, { type }) => sum + type.byteCount, 0);
}

function offsetOf({ properties }: PlyElement, wanted: PlyProperty): number {
  return strideOf({ name: '', count: 0, properties: properties.slice(0, properties.indexOf(wanted)) });
}

/** Corners of the faces from a byte on, fanned, until there are `most` triangles or the faces end. */
async function readRange(
  file: CheckedFile,
  blocks: VertexBlocks,
  vertexCount: number,
  { element, list, start: facesStart }: Faces,
  isLittle: boolean,
  start: PieceStart,
  most: number,
): Promise<StreamedPiece> {
  const bytes = new ByteWindow(file, start.firstByte ?? facesStart, isLittle);
  const vertices: number[] = [];
  let face = start.firstFace ?? 0;
  for (; vertices.length < 3 * most && face < element.count; face++) {
    await bytes.need(1 << 12);
    for (const property of element.properties) {
      if (!property.countType) {
        bytes.skip(property.type.byteCount);
        continue;
      }
      const length = bytes.take(property.countType);
      await bytes.need(length * property.type.byteCount + (1 << 12));
      if (property !== list || length < 3) bytes.skip(length * property.type.byteCount);
      else for (let k = 0; k < length; k++) fan(vertices, k, checked(bytes.take(property.type), bytes.at));
    }
  }
  const own = Uint32Array.from(vertices);
  const end = start.firstTriangle + own.length / 3;
  refuseTooMany(file.file, end);
  const next = face < element.count ? { firstTriangle: end, firstFace: face, firstByte: bytes.at } : undefined;
  const corners = await blocks.corners(own);
  return { firstTriangle: start.firstTriangle, corners, vertices: own, start, ...(next && { next }) };

  function checked(vertex: number, byte: number): number {
    if (vertex >>> 0 === vertex && vertex < vertexCount) return vertex;
    throw fileError(
      'index-range',
      { name: file.file },
      {
        where: `byte ${byte}`,
        found: `the face uses vertex ${vertex}, but the file has ${vertexCount}, counted from 0`,
        advice: 'Check that the file is complete; export it again if it numbers vertices from 1.',
        details: { vertex, vertexCount },
      },
    );
  }
}

/** The next corner of a polygon: triangles are fanned from its first. */
function fan(vertices: number[], corner: number, vertex: number): void {
  if (corner > 2) vertices.push(vertices[vertices.length - 3], vertices[vertices.length - 1]);
  vertices.push(vertex);
}
