import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readModel } from '../../src/io/read-model.ts';
import { CheckedFile } from '../../src/shards/checked-file.ts';
import { BLOCK_BYTES, fingerprintFile, fingerprintOf } from '../../src/shards/file-fingerprint.ts';
import { cornersOf } from '../../src/shards/measure-model.ts';
import { openStreamed, type StreamedPiece } from '../../src/shards/streamed-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'collidescope-streamed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function withFile<T>(bytes: Uint8Array, look: (file: CheckedFile) => Promise<T>): Promise<T> {
  const path = join(folder, 'model');
  writeFileSync(path, bytes);
  const file = await CheckedFile.open(path, 'model', fingerprintOf(bytes));
  try {
    return await look(file);
  } finally {
    await file.close();
  }
}

function binaryStl(values: readonly number[]): Uint8Array {
  const count = Math.floor(values.length / 9);
  const bytes = new Uint8Array(84 + 50 * count);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, count, true);
  for (let t = 0; t < count; t++)
    for (let k = 0; k < 9; k++) view.setFloat32(96 + 50 * t + 4 * k, values[9 * t + k], true);
  return bytes;
}

/** Vertices with a property in front and one behind, polygons of 1 to 6 corners with a property behind. */
function binaryPly(
  vertices: readonly number[][],
  faces: readonly number[][],
  little: boolean,
  trailing: number,
): Uint8Array {
  const head = `ply\nformat binary_${little ? 'little' : 'big'}_endian 1.0\nelement vertex ${vertices.length}\nproperty uchar mark\nproperty float x\nproperty float y\nproperty float z\nproperty double more\nelement face ${faces.length}\nproperty list uchar int vertex_indices\nproperty uchar flag\nend_header\n`;
  const size = 21 * vertices.length + faces.reduce((sum, face) => sum + 2 + 4 * face.length, 0) + trailing;
  const body = new DataView(new ArrayBuffer(size));
  let at = 0;
  for (const vertex of vertices) {
    for (let k = 0; k < 3; k++) body.setFloat32(at + 1 + 4 * k, vertex[k], little);
    at += 21;
  }
  for (const face of faces) {
    body.setUint8(at++, face.length);
    for (const corner of face) {
      body.setInt32(at, corner, little);
      at += 4;
    }
    body.setUint8(at++, 7);
  }
  return Buffer.concat([Buffer.from(head), new Uint8Array(body.buffer)]);
}

async function allPieces(file: CheckedFile, most: number): Promise<StreamedPiece[]> {
  const streamed = await openStreamed(file);
  const pieces: StreamedPiece[] = [];
  for (let start = streamed?.start; start; start = pieces.at(-1)!.next) pieces.push(await streamed!.read(start, most));
  return pieces;
}

async function expectSame(bytes: Uint8Array, name: string, most: number): Promise<void> {
  const { parts } = await readModel(bytes, { name });
  const pieces = await withFile(bytes, (file) => allPieces(file, most));
  let next = 0;
  for (const { firstTriangle, corners } of pieces) {
    expect(firstTriangle).toBe(next);
    next += corners.length / 9;
  }
  expect(pieces.flatMap(({ corners }) => Array.from(corners))).toEqual(
    Array.from(cornersOf(parts[0].positions, parts[0].indices)),
  );
  expect(pieces.flatMap(({ vertices }) => Array.from(vertices))).toEqual(Array.from(parts[0].indices));
}

describe('a file that is read in ranges', () => {
  it('has the triangles of the reader: binary STL', async () => {
    const value = fc.float({ noNaN: true, noDefaultInfinity: true });
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { minLength: 9, maxLength: 90 }),
        fc.integer({ min: 1, max: 12 }),
        (values, most) => expectSame(binaryStl(values), 'model.stl', most),
      ),
      { numRuns: 40 },
    );
  });

  it('has the triangles of the reader: binary PLY, polygons, both byte orders, something behind the faces', async () => {
    const vertex = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 });
    const face = fc.array(fc.nat(7), { minLength: 0, maxLength: 6 });
    const model = fc.record({
      vertices: fc.array(vertex, { minLength: 8, maxLength: 12 }),
      faces: fc.array(face, { minLength: 1, maxLength: 20 }),
      little: fc.boolean(),
      trailing: fc.nat(9),
      most: fc.integer({ min: 1, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(model, ({ vertices, faces, little, trailing, most }) =>
        expectSame(binaryPly(vertices, faces, little, trailing), 'model.ply', most),
      ),
      { numRuns: 60 },
    );
  });

  it('names a face with a vertex that is not there, and a file that is cut off', async () => {
    const wrong = binaryPly([[0, 0, 0]], [[0, 0, 5]], true, 0);
    await expect(withFile(wrong, (file) => allPieces(file, 9))).rejects.toMatchObject({ code: 'index-range' });
    const short = binaryPly([[0, 0, 0]], [[0, 0, 0]], true, 0).subarray(0, -3);
    await expect(withFile(short, (file) => allPieces(file, 9))).rejects.toMatchObject({ code: 'truncated' });
  });

  it('is not tried with other formats', async () => {
    for (const text of ['solid a\nendsolid a\n', 'ply\nformat ascii 1.0\nend_header\n', 'OFF\n0 0 0\n', '']) {
      expect(await withFile(Buffer.from(text), openStreamed)).toBeUndefined();
    }
  });
});

describe('a planned file', () => {
  it('is refused when its size or any byte that is read has changed', async () => {
    const bytes = new Uint8Array(2 * BLOCK_BYTES + 5).map((_, i) => i * 7);
    const path = join(folder, 'blocks');
    writeFileSync(path, bytes);
    const planned = await fingerprintFile(path);
    expect(planned).toEqual(fingerprintOf(bytes));
    bytes[BLOCK_BYTES + 1] ^= 1;
    writeFileSync(path, bytes);
    const file = await CheckedFile.open(path, 'blocks', planned);
    expect(await file.read(3, 9)).toEqual(bytes.slice(3, 9));
    expect(await file.read(2 * BLOCK_BYTES - 0, 2 * BLOCK_BYTES + 5)).toEqual(bytes.slice(2 * BLOCK_BYTES));
    await expect(file.read(BLOCK_BYTES - 1, BLOCK_BYTES + 1)).rejects.toMatchObject({ code: 'file-changed' });
    await file.close();
    writeFileSync(path, bytes.slice(1));
    await expect(CheckedFile.open(path, 'blocks', planned)).rejects.toThrow(/has 8388612 bytes, expected 8388613/);
  });
});
