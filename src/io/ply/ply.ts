/**
 * PLY, text or binary of either byte order: vertices with x, y and z, and faces, polygons or triangle strips.
 *
 * Promise: any order of elements and properties, lists of any type, unneeded elements and properties are
 * skipped. What the header claims is checked against the bytes that are there before anything is allocated for it.
 */
import { fileError, partNameOf, refuseEmpty } from '../file-error.ts';
import type { Model, ReadOptions } from '../model.ts';
import type { ModelSource } from '../model-source.ts';
import { readSteps, type Steps } from '../read-steps.ts';
import { PlyAsciiBody } from './ascii.ts';
import { PlyBinaryBody } from './binary.ts';
import { PlyFaces } from './faces.ts';
import { type PlyElement, type PlyHeader, readPlyHeader } from './header.ts';

/** What follows the header. Elements are read in file order, each by one of these; the body keeps its place. */
export interface PlyBody {
  /** 0 to 1. */
  readonly share: number;
  /** The least number of bytes that an element can take. */
  leastBytes(element: PlyElement): number;
  readonly bytesLeft: number;
  vertices(element: PlyElement): Generator<number, Float32Array | Float64Array, void>;
  faces(element: PlyElement, faces: PlyFaces): Generator<number, void, void>;
  skip(element: PlyElement): Generator<number, void, void>;
}

const STRIP_ELEMENTS = ['tristrips', 'triangle_strips'];

/**
 * Reads a PLY file, text or binary.
 * @throws {@link MeshError} the codes under "Files" in docs/errors.md, such as `truncated`, `bad-number` and `index-range`
 * @throws {@link OptionError} `bad-source`
 * @example
 * ```ts
 * const { parts } = await readPly(await readFile('part.ply'), { name: 'part.ply' });
 * const id = scene.add({ ...parts[0], weld: true });
 * ```
 */
export function readPly(source: ModelSource, options: ReadOptions = {}): Promise<Model> {
  return readSteps(source, options, plySteps);
}

function* plySteps(bytes: Uint8Array, options: ReadOptions): Steps<Model> {
  refuseEmpty(bytes, options);
  const header = readPlyHeader(bytes, options);
  const vertex = header.elements.find(({ name }) => name === 'vertex');
  const face = header.elements.find(({ name }) => name === 'face');
  const body = openBody(bytes, header, options);
  // A claim of more faces than bytes is refused when that element is reached.
  const faces = new PlyFaces(vertex?.count ?? 0, Math.min(face?.count ?? 0, bytes.length), options);
  let positions: Float32Array | Float64Array = new Float64Array(0);
  for (const element of header.elements) {
    refuseClaim(element, body, options);
    faces.strips = STRIP_ELEMENTS.includes(element.name);
    if (element.count === 0) continue;
    if (element === vertex) positions = yield* body.vertices(element);
    else if (element.name === 'face' || faces.strips) yield* body.faces(element, faces);
    else if (element.properties.length > 0) yield* body.skip(element);
  }
  return { format: 'ply', parts: [{ name: partNameOf(options), positions, indices: faces.take() }] };
}

function openBody(bytes: Uint8Array, header: PlyHeader, options: ReadOptions): PlyBody {
  return header.encoding === 'ascii'
    ? new PlyAsciiBody(bytes, header.byteLength, options)
    : new PlyBinaryBody(bytes, header.byteLength, header.encoding === 'little-endian', options);
}

function refuseClaim(element: PlyElement, body: PlyBody, options: ReadOptions): void {
  const leastBytes = element.count * body.leastBytes(element);
  if (leastBytes <= body.bytesLeft) return;
  throw fileError('truncated', options, {
    found:
      `the header claims ${element.count} of element "${element.name}" (at least ${leastBytes} bytes), ` +
      `but ${body.bytesLeft} bytes are left`,
    advice: 'The file is cut off or its header is wrong; copy or export it again.',
    details: { element: element.name, count: element.count, expectedBytes: leastBytes, byteCount: body.bytesLeft },
  });
}
