/** Small models for the tests of the command line, whose answers can be seen by eye. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Two triangles that cross, two that touch in a corner, one duplicate and one without area; two parts. */
export const TANGLE = `o cross
v 0 0 0
v 4 0 0
v 0 4 0
v 1 1 -1
v 1 1 1
v 5 1 1
f 1 2 3
f 4 5 6
f 1 2 3
o line
v 10 0 0
v 11 1 1
v 12 2 2
f 7 8 9
`;

/** Pairs within `cross`: 0 × 1 and 1 × 2 cross, 0 × 2 are the same triangle. */
export const TANGLE_PAIRS = '0\t0\t0\t1\n0\t0\t0\t2\n0\t1\t0\t2\n';

/** An axis-parallel box as OBJ, one part. */
export function box(name: string, [x, y, z]: readonly number[], size = 1): string {
  const corners = Array.from({ length: 8 }, (_, i) => [
    x + size * (i & 1),
    y + size * ((i >> 1) & 1),
    z + size * (i >> 2),
  ]);
  const faces = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'];
  const relative = (face: string) => face.replace(/\d/g, (digit) => String(Number(digit) - 9));
  return [
    `o ${name}\n`,
    ...corners.map((xyz) => `v ${xyz.join(' ')}\n`),
    ...faces.map((face) => `f ${relative(face)}\n`),
  ].join('');
}

/** Boxes in a row: bolt goes through plate, washer lies on it, far stands alone. */
export const ASSEMBLY = [
  box('plate', [0, 0, 0], 4),
  box('bolt', [3, 1, 1], 2),
  box('washer', [1, 1, 4]),
  box('far', [20, 20, 20]),
].join('');

/** Triangles in a heap, nearly every one through every other; takes seconds from some ten thousand on. */
export function heap(triangleCount: number): string {
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const vertices = Array.from({ length: 3 * triangleCount }, () => `v ${random()} ${random()} ${random()}\n`);
  const faces = Array.from({ length: triangleCount }, (_, i) => `f ${3 * i + 1} ${3 * i + 2} ${3 * i + 3}\n`);
  return [...vertices, ...faces].join('');
}

export function write(folder: string, name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return name;
}

/** A glTF: two crossing triangles, the second of which moves away by 10 along x in one second. */
export function movingTriangles(): string {
  const triangle = [0, 0, 0, 4, 0, 0, 0, 4, 0];
  const crossing = [1, 1, -1, 1, 1, 1, 5, 1, 1];
  const data = Buffer.from(Float32Array.from([...triangle, ...crossing, 0, 1, 0, 0, 0, 10, 0, 0]).buffer);
  const accessor = (byteOffset: number, count: number, type: string) => ({
    bufferView: 0,
    byteOffset,
    componentType: 5126,
    count,
    type,
    ...(type === 'VEC3' && { min: [0, 0, -1], max: [10, 4, 1] }),
    ...(type === 'SCALAR' && { min: [0], max: [1] }),
  });
  return JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes: [
      { name: 'still', mesh: 0 },
      { name: 'moving', mesh: 1 },
    ],
    meshes: [0, 1].map((mesh) => ({ primitives: [{ attributes: { POSITION: mesh } }] })),
    accessors: [accessor(0, 3, 'VEC3'), accessor(36, 3, 'VEC3'), accessor(72, 2, 'SCALAR'), accessor(80, 2, 'VEC3')],
    bufferViews: [{ buffer: 0, byteLength: data.length }],
    buffers: [{ byteLength: data.length, uri: `data:application/octet-stream;base64,${data.toString('base64')}` }],
    animations: [
      {
        name: 'leave',
        samplers: [{ input: 2, output: 3, interpolation: 'LINEAR' }],
        channels: [{ sampler: 0, target: { node: 1, path: 'translation' } }],
      },
    ],
  });
}
