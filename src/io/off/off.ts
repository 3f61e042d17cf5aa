/**
 * OFF and its variants COFF, NOFF, STOFF and their mixtures: counts, a line per vertex, a line per face.
 *
 * Promise: anything after the coordinates of a vertex (normals, colours, texture) or the corners of a face (colours) is
 * ignored. Claimed counts are checked against the bytes that are there before anything is allocated.
 * Source: Geomview manual, "OFF Files". Its binary form and its spaces of other dimensions (4OFF, nOFF) are refused.
 */
import { fileError, partNameOf, refuseEmpty } from '../file-error.ts';
import { GrowableUint32 } from '../growable.ts';
import type { Model, ReadOptions } from '../model.ts';
import type { ModelSource } from '../model-source.ts';
import { readSteps, STEP_BYTES, type Steps } from '../read-steps.ts';
import { TextScanner } from '../text/text-scanner.ts';
import { type OffCounts, readOffHeader } from './header.ts';

/**
 * Reads an OFF file.
 * @throws {@link MeshError} the codes under "Files" in docs/errors.md, such as `truncated`, `bad-number` and `index-range`
 * @throws {@link OptionError} `bad-source`
 * @example
 * ```ts
 * const { parts } = await readOff(await readFile('part.off'), { name: 'part.off' });
 * const id = scene.add({ ...parts[0], weld: true });
 * ```
 */
export function readOff(source: ModelSource, options: ReadOptions = {}): Promise<Model> {
  return readSteps(source, options, offSteps);
}

function* offSteps(bytes: Uint8Array, options: ReadOptions): Steps<Model> {
  refuseEmpty(bytes, options);
  const scanner = new TextScanner(bytes, options);
  const { vertexCount, faceCount } = readOffHeader(scanner);
  refuseClaim({ vertexCount, faceCount }, scanner);
  const positions = new Float64Array(3 * vertexCount);
  yield* eachLine(scanner, 'vertex', vertexCount, (vertex) => {
    positions[3 * vertex] = scanner.number();
    positions[3 * vertex + 1] = scanner.number();
    positions[3 * vertex + 2] = scanner.number();
  });
  const corners = new GrowableUint32(3 * faceCount);
  yield* eachLine(scanner, 'face', faceCount, () => readFace(scanner, vertexCount, corners));
  return { format: 'off', parts: [{ name: partNameOf(options), positions, indices: corners.take() }] };
}

/** Calls `read` at the start of each line with content, and skips the rest of the line. */
function* eachLine(scanner: TextScanner, thing: string, count: number, read: (index: number) => void): Steps<void> {
  let pauseAt = scanner.position + STEP_BYTES;
  for (let index = 0; index < count; index++) {
    if (!scanner.skipToContent()) throw endsEarly(scanner, `${thing} ${index} of ${count}`);
    read(index);
    scanner.skipLine();
    if (scanner.position < pauseAt) continue;
    pauseAt += STEP_BYTES;
    yield scanner.position / scanner.end;
  }
}

function readFace(scanner: TextScanner, vertexCount: number, corners: GrowableUint32): void {
  scanner.peek();
  const start = scanner.position;
  const cornerCount = scanner.integer();
  if (cornerCount < 1) throw scanner.unexpected('bad-line', 'the number of corners', 'Correct the line.', start);
  let first = 0;
  let previous = 0;
  for (let corner = 0; corner < cornerCount; corner++) {
    const vertex = scanner.integer();
    if (!(vertex >= 0 && vertex < vertexCount)) throw outOfRange(scanner, vertex, vertexCount);
    if (corner === 0) first = vertex;
    else if (corner > 1) corners.push3(first, previous, vertex);
    previous = vertex;
  }
}

function refuseClaim({ vertexCount, faceCount }: OffCounts, scanner: TextScanner): void {
  const bytesLeft = scanner.end - scanner.position + 1; // the last line end may be missing
  const leastBytes = 6 * vertexCount + 2 * faceCount; // "0 0 0⏎" and "0⏎"
  if (leastBytes <= bytesLeft) return;
  throw fileError('truncated', scanner.options, {
    where: `line ${scanner.lineAt(scanner.position - 1)}`,
    found:
      `the header claims ${vertexCount} vertices and ${faceCount} faces (at least ${leastBytes} bytes), ` +
      `but ${bytesLeft} bytes are left`,
    advice: 'The file is cut off or its header is wrong; copy or export it again.',
    details: { vertexCount, faceCount, expectedBytes: leastBytes, byteCount: bytesLeft },
  });
}

function endsEarly(scanner: TextScanner, expected: string): Error {
  return scanner.unexpected('truncated', expected, 'The file is cut off; copy or export it again.', scanner.end);
}

function outOfRange(scanner: TextScanner, vertex: number, vertexCount: number): Error {
  const line = scanner.lineAt(scanner.position - 1);
  return fileError('index-range', scanner.options, {
    where: `line ${line}`,
    found: `the face uses vertex ${vertex}, but the file has ${vertexCount}, counted from 0`,
    advice: 'Check that the file is complete; export it again if it numbers vertices from 1.',
    details: { line, vertex, vertexCount },
  });
}
