/**
 * An excerpt as bytes and back: what the report keeps of the geometry around a clash.
 *
 * Numbers are written as their difference to the one before, seven bits to a byte, the sign in the lowest bit: neighbours in a
 * mesh are close together, so most take one byte. Deflate, which whoever stores them applies, halves that again.
 */
import { GRID_CELLS, type GridMesh } from './coarse-mesh.ts';
import type { EvidenceCurve } from './evidence.ts';

/** What is kept: meshes on the grid, and curves with their points on the same grid. */
export interface KeptExcerpt {
  readonly first: GridMesh;
  readonly second: GridMesh;
  readonly context: GridMesh;
  /** Coordinates from -1 to 1. */
  readonly curves: readonly EvidenceCurve[];
}

class ByteWriter {
  readonly bytes: number[] = [];

  /** A whole number from 0 up to 2^31. */
  count(value: number): void {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.bytes.push((rest % 128) + 128);
    this.bytes.push(rest);
  }

  signed(value: number): void {
    this.count(value < 0 ? -2 * value - 1 : 2 * value);
  }

  points(positions: ArrayLike<number>): void {
    for (let i = 0; i < positions.length; i++) this.signed(positions[i] - (i < 3 ? 0 : positions[i - 3]));
  }
}

class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  count(): number {
    let value = 0;
    for (let weight = 1; ; weight *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError('the geometry of this clash is cut off');
      value += (byte % 128) * weight;
      if (byte < 128) return value;
    }
  }

  signed(): number {
    const value = this.count();
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  points(count: number): Uint16Array {
    const positions = new Uint16Array(3 * count);
    for (let i = 0; i < positions.length; i++) positions[i] = this.signed() + (i < 3 ? 0 : positions[i - 3]);
    return positions;
  }
}

function writeMesh(writer: ByteWriter, { positions, indices }: GridMesh): void {
  writer.count(positions.length / 3);
  writer.count(indices.length / 3);
  writer.points(positions);
  // Vertices come in the order of their first use: most numbers are the next one, or one of a moment ago.
  let next = 0;
  for (const vertex of indices) {
    writer.signed(next - vertex);
    if (vertex >= next) next = vertex + 1;
  }
}

function readMesh(reader: ByteReader): GridMesh {
  const vertexCount = reader.count();
  const indices = new Uint32Array(3 * reader.count());
  const positions = reader.points(vertexCount);
  let next = 0;
  for (let i = 0; i < indices.length; i++) {
    indices[i] = next - reader.signed();
    if (indices[i] >= next) next = indices[i] + 1;
  }
  return { positions, indices };
}

const toGrid = (value: number) => Math.min(GRID_CELLS, Math.max(0, Math.round(((value + 1) / 2) * GRID_CELLS)));

export function writeExcerpt({ first, second, context, curves }: KeptExcerpt): Uint8Array {
  const writer = new ByteWriter();
  for (const mesh of [first, second, context]) writeMesh(writer, mesh);
  writer.count(curves.length);
  for (const { points, closed } of curves) {
    writer.count(points.length / 3);
    writer.count(Number(closed));
    writer.points(Array.from(points, toGrid));
  }
  return Uint8Array.from(writer.bytes);
}

export function readExcerpt(bytes: Uint8Array): KeptExcerpt {
  const reader = new ByteReader(bytes);
  const [first, second, context] = [readMesh(reader), readMesh(reader), readMesh(reader)];
  const curves = Array.from({ length: reader.count() }, (): EvidenceCurve => {
    const count = reader.count();
    const closed = reader.count() === 1;
    return { points: Float32Array.from(reader.points(count), (value) => (2 * value) / GRID_CELLS - 1), closed };
  });
  return { first, second, context, curves };
}
