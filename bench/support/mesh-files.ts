/** Writes a mesh in each format that the readers take, for tests and benchmarks. Plain and slow; not part of the library. */

export interface PlainMesh {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

export type Digits = (value: number) => string;

const shortest: Digits = (value) => String(Math.fround(value));
const encoder = new TextEncoder();

/** A rectangular sheet with waves in it, of about `triangleCount` triangles; all coordinates are single precision, none −0. */
export function wavySheet(triangleCount: number): PlainMesh {
  const side = Math.max(1, Math.round(Math.sqrt(triangleCount / 2)));
  const positions = new Float64Array(3 * (side + 1) ** 2);
  const indices = new Uint32Array(6 * side * side);
  let at = 0;
  for (let row = 0; row <= side; row++) {
    for (let column = 0; column <= side; column++, at += 3) {
      const [u, v] = [column / side, row / side];
      positions.set([Math.fround(u), Math.fround(v), Math.fround(0.1 * Math.sin(20 * u) * Math.cos(30 * v)) + 0], at);
    }
  }
  at = 0;
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++, at += 6) {
      const a = row * (side + 1) + column;
      const c = a + side + 1;
      indices.set([a, a + 1, c, c, a + 1, c + 1], at);
    }
  }
  return { positions, indices };
}

export function asObj({ positions, indices }: PlainMesh, digits = shortest): Uint8Array<ArrayBuffer> {
  return text([
    'o sheet\n',
    ...triples(positions, (x, y, z) => `v ${digits(x)} ${digits(y)} ${digits(z)}\n`),
    ...triples(indices, (a, b, c) => `f ${a + 1} ${b + 1} ${c + 1}\n`),
  ]);
}

export function asOff({ positions, indices }: PlainMesh, digits = shortest): Uint8Array<ArrayBuffer> {
  return text([
    `OFF\n${positions.length / 3} ${indices.length / 3} 0\n`,
    ...triples(positions, (x, y, z) => `${digits(x)} ${digits(y)} ${digits(z)}\n`),
    ...triples(indices, (a, b, c) => `3 ${a} ${b} ${c}\n`),
  ]);
}

export function asStlAscii({ positions, indices }: PlainMesh, digits = shortest): Uint8Array<ArrayBuffer> {
  const corner = (vertex: number) =>
    `      vertex ${digits(positions[3 * vertex])} ${digits(positions[3 * vertex + 1])} ${digits(positions[3 * vertex + 2])}\n`;
  const facet = (a: number, b: number, c: number) =>
    `  facet normal 0 0 1\n    outer loop\n${corner(a)}${corner(b)}${corner(c)}    endloop\n  endfacet\n`;
  return text(['solid sheet\n', ...triples(indices, facet), 'endsolid sheet\n']);
}

export function asStlBinary({ positions, indices }: PlainMesh, header = ''): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(84 + (50 * indices.length) / 3);
  const view = new DataView(bytes.buffer);
  encoder.encodeInto(header, bytes.subarray(0, 80));
  view.setUint32(80, indices.length / 3, true);
  for (let corner = 0; corner < indices.length; corner++) {
    const at = 84 + 50 * Math.floor(corner / 3) + 12 + 12 * (corner % 3);
    for (let axis = 0; axis < 3; axis++) view.setFloat32(at + 4 * axis, positions[3 * indices[corner] + axis], true);
  }
  return bytes;
}

export function asPlyAscii({ positions, indices }: PlainMesh, digits = shortest): Uint8Array<ArrayBuffer> {
  return text([
    plyHeader('ascii', positions.length / 3, indices.length / 3),
    ...triples(positions, (x, y, z) => `${digits(x)} ${digits(y)} ${digits(z)}\n`),
    ...triples(indices, (a, b, c) => `3 ${a} ${b} ${c}\n`),
  ]);
}

export function asPlyBinary({ positions, indices }: PlainMesh, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  const encoding = littleEndian ? 'binary_little_endian' : 'binary_big_endian';
  const header = encoder.encode(plyHeader(encoding, positions.length / 3, indices.length / 3));
  const bytes = new Uint8Array(header.length + 4 * positions.length + (13 * indices.length) / 3);
  bytes.set(header);
  const view = new DataView(bytes.buffer, header.length);
  let at = 0;
  for (const value of positions) {
    view.setFloat32(at, value, littleEndian);
    at += 4;
  }
  for (let corner = 0; corner < indices.length; corner++, at += 4) {
    if (corner % 3 === 0) view.setUint8(at++, 3);
    view.setInt32(at, indices[corner], littleEndian);
  }
  return bytes;
}

function plyHeader(encoding: string, vertexCount: number, faceCount: number): string {
  return `ply
format ${encoding} 1.0
comment made for a test
element vertex ${vertexCount}
property float x
property float y
property float z
element face ${faceCount}
property list uchar int vertex_indices
end_header
`;
}

function* triples(values: ArrayLike<number>, line: (a: number, b: number, c: number) => string): Generator<string> {
  for (let at = 0; at < values.length; at += 3) yield line(values[at], values[at + 1], values[at + 2]);
}

function text(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  return encoder.encode(lines.join('')) as Uint8Array<ArrayBuffer>;
}
