/**
 * Meshes that take long to make, kept as raw bytes in build/bench/meshes.
 *
 * Reading them back leaves no garbage behind, so that the memory of a process that measures is its own.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchMesh } from './mesh.ts';
import { progress } from './progress.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), 'meshes');

/** The mesh of that name, made only once. A generator that changes needs another name. */
export function cached(name: string, make: () => BenchMesh): BenchMesh {
  const file = join(folder, `${name.replace(/[^\w.-]+/g, '-')}.bin`);
  if (!existsSync(file)) {
    progress(`making ${name}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, encode(make()));
  }
  return decode(name, readFileSync(file));
}

function encode({ positions, indices }: BenchMesh): Uint8Array {
  const bytes = new Uint8Array(8 + positions.byteLength + indices.byteLength);
  new Uint32Array(bytes.buffer, 0, 2).set([positions.length, indices.length]);
  new Float32Array(bytes.buffer, 8, positions.length).set(positions);
  new Uint32Array(bytes.buffer, 8 + positions.byteLength, indices.length).set(indices);
  return bytes;
}

function decode(name: string, bytes: Uint8Array): BenchMesh {
  const { buffer } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const start = bytes.byteOffset % 4 === 0 ? bytes.byteOffset : 0;
  const [positionsLength, indicesLength] = new Uint32Array(buffer, start, 2);
  return {
    name,
    positions: new Float32Array(buffer, start + 8, positionsLength),
    indices: new Uint32Array(buffer, start + 8 + 4 * positionsLength, indicesLength),
  };
}
