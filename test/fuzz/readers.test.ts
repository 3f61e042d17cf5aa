/**
 * Mutated and truncated files of every format: a reader gives a sound model or a MeshError, quickly, and holds no more
 * memory than its input explains. A failure prints its seed.
 */
import { describe, expect, it } from 'vitest';
import { MeshError } from '../../src/errors.ts';
import { detectFormat, type Model, type ModelFormat, readModel } from '../../src/io/index.ts';
import { asObj, asOff, asPlyBinary, asStlAscii, asStlBinary, wavySheet } from '../support/mesh-files.ts';
import { processorMilliseconds } from '../support/processor-time.ts';
import { Random } from '../support/random.ts';
import { bytesOf } from '../support/reading.ts';
import { seedsOf } from '../support/thoroughness.ts';

const MUTATIONS_PER_FILE = seedsOf(10_000);
const LONGEST_MILLISECONDS = 5000;
// A corner of two bytes ("1 ") can make a triangle of twelve; a claim that the bytes could bear may reserve as much.
const MOST_BYTES_PER_BYTE = 32;

const sheet = wavySheet(18);
const richObj = `# parts\no a\n${'v 0.5 1e-3 -2.25 1\n'.repeat(6)}f 1/1/1 2//2 3 4\ng x\nf -1 -2 \\\n-3\no b\nusemtl m\nf 1 2 3 4 5 6\no a\nf 6 5 4`;
const richPly = `ply\nformat ascii 1.0\ncomment x\nelement face 2\nproperty list uchar float uv\nproperty list int uint vertex_index\nelement vertex 4\nproperty float q\nproperty float x\nproperty float y\nproperty double z\nelement tristrips 1\nproperty list int int vertex_indices\nend_header\n2 0.5 0.5 3 0 1 2\n0 4 0 1 2 3\n${'nan 1 2 3\n'.repeat(4)}7 0 1 2 3 -1 1 2\n`;

const FILES: readonly (readonly [string, ModelFormat, Uint8Array])[] = [
  ['OBJ', 'obj', asObj(sheet)],
  ['OBJ of several parts', 'obj', bytesOf(richObj)],
  ['binary STL', 'stl', asStlBinary(sheet, 'solid x')],
  ['text STL', 'stl', asStlAscii(wavySheet(8))],
  ['text PLY', 'ply', bytesOf(richPly)],
  ['binary PLY', 'ply', asPlyBinary(sheet, true)],
  ['big-endian PLY', 'ply', asPlyBinary(sheet, false)],
  ['OFF', 'off', asOff(sheet)],
];

const TOKENS = ['nan', '-1', '0', '1e999', '4294967295', '99999999999999999999', 'f ', '\nv ', '\\\n', '#', '/', '\0'];

/** One to four changes: bytes, spans copied or cut, tokens put in, the end cut off. */
function mutated(file: Uint8Array, random: Random): Uint8Array {
  let bytes = [...file];
  for (let change = random.integer(1, 4); change > 0; change--) {
    const at = random.integer(0, Math.max(0, bytes.length - 1));
    const span = bytes.slice(at, at + random.integer(1, 40));
    const kind = random.integer(0, 5);
    if (kind === 0) bytes[at] = random.integer(0, 255);
    else if (kind === 1) bytes[at] ^= 1 << random.integer(0, 7);
    else if (kind === 2) bytes.splice(at, span.length);
    else if (kind === 3) bytes.splice(random.integer(0, bytes.length), 0, ...span);
    else if (kind === 4) bytes.splice(at, random.integer(0, 4), ...bytesOf(random.pick(TOKENS)));
    else bytes = bytes.slice(0, at);
  }
  return Uint8Array.from(bytes);
}

/** Whole triangles of vertices that are there, and no more memory than the file explains. */
function expectSound({ parts }: Model, byteCount: number): void {
  let held = 0;
  for (const { positions, indices } of parts) {
    held += positions.buffer.byteLength + indices.buffer.byteLength;
    expect([positions.length % 3, indices.length % 3]).toEqual([0, 0]);
    const vertexCount = positions.length / 3;
    expect(indices.every((vertex) => vertex < vertexCount)).toBe(true);
  }
  expect(held).toBeLessThanOrEqual(MOST_BYTES_PER_BYTE * byteCount);
}

function expectFormatOrMeshError(bytes: Uint8Array): void {
  try {
    detectFormat(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(MeshError);
  }
}

async function expectModelOrMeshError(bytes: Uint8Array, format: ModelFormat): Promise<void> {
  expectFormatOrMeshError(bytes);
  const start = processorMilliseconds();
  const outcome = await readModel(bytes, { format, name: 'fuzz' }).catch((error: unknown) => error);
  expect(processorMilliseconds() - start).toBeLessThan(LONGEST_MILLISECONDS);
  if (outcome instanceof Error) expect(outcome).toBeInstanceOf(MeshError);
  else expectSound(outcome as Model, bytes.length);
}

async function withSeed(seed: number, check: () => Promise<void>): Promise<void> {
  await check().catch((error: unknown) => {
    throw new Error(`seed ${seed}: ${error}`, { cause: error });
  });
}

describe('the readers', () => {
  it.each(FILES)(`survive ${MUTATIONS_PER_FILE} mutations of %s`, async (_what, format, file) => {
    const before = process.memoryUsage().arrayBuffers;
    for (let seed = 1; seed <= MUTATIONS_PER_FILE; seed++) {
      const bytes = mutated(file, new Random(seed));
      await withSeed(seed, () => expectModelOrMeshError(bytes, format));
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(512e6);
  });

  it.each(FILES)('survive %s cut off at every byte', async (_what, format, file) => {
    for (let end = 0; end < file.length; end++) await expectModelOrMeshError(file.subarray(0, end), format);
  });

  it.each(FILES)('survive %s read as every format', async (_what, _format, file) => {
    for (const format of ['obj', 'stl', 'ply', 'off'] as const) {
      for (let seed = 1; seed <= 50; seed++) {
        await withSeed(seed, () => expectModelOrMeshError(mutated(file, new Random(seed)), format));
      }
    }
  });
});
