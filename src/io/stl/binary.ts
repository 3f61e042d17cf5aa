/**
 * Binary STL: an 80-byte header without meaning, a count, and 50 bytes per triangle (normal, three corners, two spare bytes).
 *
 * Promise: corners are the stored single-precision values; the mesh is a soup, three vertices per triangle.
 * Source: 3D Systems, "StereoLithography Interface Specification", 1989.
 */
import { fileError, partNameOf } from '../file-error.ts';
import type { Model, ReadOptions } from '../model.ts';
import { STEP_BYTES, type Steps } from '../read-steps.ts';
import { claimedTriangles } from '../recognise.ts';
import { soupIndices } from '../soup.ts';

const COUNT_OFFSET = 80;
export const STL_HEADER_BYTES = 84;
export const STL_TRIANGLE_BYTES = 50;
const NORMAL_BYTES = 12;
const STEP_TRIANGLES = Math.floor(STEP_BYTES / STL_TRIANGLE_BYTES);

export function* stlBinarySteps(bytes: Uint8Array, options: ReadOptions): Steps<Model> {
  const triangleCount = checkedTriangleCount(bytes, options);
  const positions = new Float32Array(9 * triangleCount);
  for (let triangle = 0; triangle < triangleCount; triangle += STEP_TRIANGLES) {
    const count = Math.min(triangleCount - triangle, STEP_TRIANGLES);
    const from = STL_HEADER_BYTES + STL_TRIANGLE_BYTES * triangle;
    copyStlCorners(bytes, from, positions.subarray(9 * triangle), count);
    yield triangle / triangleCount;
  }
  const indices = soupIndices(3 * triangleCount);
  return { format: 'stl', parts: [{ name: partNameOf(options), positions, indices }] };
}

/** The corners of `count` triangles, the first of which begins at byte `start`. */
export function copyStlCorners(bytes: Uint8Array, start: number, positions: Float32Array, count: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let triangle = 0; triangle < count; triangle++) {
    const from = start + NORMAL_BYTES + STL_TRIANGLE_BYTES * triangle;
    copyCorner(view, from, positions, 9 * triangle);
    copyCorner(view, from + 12, positions, 9 * triangle + 3);
    copyCorner(view, from + 24, positions, 9 * triangle + 6);
  }
}

// Written out: a loop over the nine coordinates takes half as long again.
function copyCorner(view: DataView, from: number, positions: Float32Array, to: number): void {
  positions[to] = view.getFloat32(from, true);
  positions[to + 1] = view.getFloat32(from + 4, true);
  positions[to + 2] = view.getFloat32(from + 8, true);
}

function checkedTriangleCount(bytes: Uint8Array, options: ReadOptions): number {
  if (bytes.length < STL_HEADER_BYTES) {
    throw fileError('truncated', options, {
      where: `byte ${bytes.length}`,
      found: `the file ends after ${bytes.length} bytes, expected at least the ${STL_HEADER_BYTES} bytes of an STL header`,
      advice: 'Copy or export it again; a text STL begins with the word "solid".',
      details: { byteCount: bytes.length, expectedBytes: STL_HEADER_BYTES },
    });
  }
  const triangleCount = claimedTriangles(bytes);
  const expectedBytes = STL_HEADER_BYTES + STL_TRIANGLE_BYTES * triangleCount;
  if (expectedBytes > bytes.length) {
    throw fileError('truncated', options, {
      where: `byte ${COUNT_OFFSET}`,
      found: `the header claims ${triangleCount} triangles (${expectedBytes} bytes), but the file has ${bytes.length} bytes`,
      advice: 'The file is cut off or no STL file; copy or export it again.',
      details: { triangleCount, byteCount: bytes.length, expectedBytes },
    });
  }
  return triangleCount;
}
