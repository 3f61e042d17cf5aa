/**
 * Voxels as a binary PLY file: their centres as points, or the faces of their cubes that no other set voxel covers.
 *
 * Coordinates are doubles, so they are exactly those of the grid.
 */
import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import { checkAnswer, checkOptionNames } from '../options.ts';
import { eachVoxel, type VoxelSet } from './bit-grid.ts';
import { VOXEL_FIELDS } from './grid.ts';
import { voxelCentre } from './voxels.ts';

/** Options of {@link voxelsToPly}. */
export interface VoxelPlyOptions {
  /**
   * One point per voxel, or the outer faces of their cubes.
   * @defaultValue `'points'`
   */
  as?: 'points' | 'cubes';
}

const VERTEX_BYTES = 24;
/** A count of one byte and four vertex numbers. */
const FACE_BYTES = 17;

/** Of each face: the axis it looks along, its side, and its corners (bit k: at the far end along axis k), seen from outside. */
const FACES = [
  { axis: 0, step: -1, corners: [0, 4, 6, 2] },
  { axis: 0, step: 1, corners: [1, 3, 7, 5] },
  { axis: 1, step: -1, corners: [0, 1, 5, 4] },
  { axis: 1, step: 1, corners: [2, 6, 7, 3] },
  { axis: 2, step: -1, corners: [0, 2, 3, 1] },
  { axis: 2, step: 1, corners: [4, 5, 7, 6] },
] as const;

function plyHead(vertices: number, faces: number | undefined): Uint8Array {
  const lines = ['ply', 'format binary_little_endian 1.0', `element vertex ${vertices}`];
  lines.push('property double x', 'property double y', 'property double z');
  if (faces !== undefined) lines.push(`element face ${faces}`, 'property list uchar uint vertex_indices');
  return new TextEncoder().encode(`${[...lines, 'end_header'].join('\n')}\n`);
}

function withHead(head: Uint8Array, bodyBytes: number): { file: Uint8Array; view: DataView } {
  const file = new Uint8Array(head.length + bodyBytes);
  file.set(head);
  return { file, view: new DataView(file.buffer, head.length) };
}

function writePoint(view: DataView, vertex: number, point: readonly number[]): void {
  for (let k = 0; k < 3; k++) view.setFloat64(vertex * VERTEX_BYTES + 8 * k, point[k], true);
}

function pointsFile(voxels: VoxelSet): Uint8Array {
  let count = 0;
  eachVoxel(voxels.bits, voxels, () => count++);
  const { file, view } = withHead(plyHead(count, undefined), count * VERTEX_BYTES);
  let vertex = 0;
  eachVoxel(voxels.bits, voxels, (x, y, z) => writePoint(view, vertex++, voxelCentre(voxels, x, y, z)));
  return file;
}

function cubesFile(voxels: VoxelSet): Uint8Array {
  const { resolution, origin, voxelSize } = voxels;
  const [across, down] = [resolution[0] + 1, resolution[1] + 1];
  const vertexOf = new Map<number, number>();
  const faces: number[] = [];
  eachVoxel(voxels.bits, voxels, (x, y, z) => {
    for (const { axis, step, corners } of FACES) {
      const [nx, ny, nz] = [x + (axis === 0 ? step : 0), y + (axis === 1 ? step : 0), z + (axis === 2 ? step : 0)];
      if (voxels.has(nx, ny, nz)) continue;
      for (const corner of corners) {
        const key = ((z + (corner >> 2)) * down + y + ((corner >> 1) & 1)) * across + x + (corner & 1);
        let vertex = vertexOf.get(key);
        if (vertex === undefined) {
          vertex = vertexOf.size;
          vertexOf.set(key, vertex);
        }
        faces.push(vertex);
      }
    }
  });
  const faceCount = faces.length / 4;
  const { file, view } = withHead(
    plyHead(vertexOf.size, faceCount),
    vertexOf.size * VERTEX_BYTES + faceCount * FACE_BYTES,
  );
  for (const [key, vertex] of vertexOf) {
    const place = [key % across, Math.floor(key / across) % down, Math.floor(key / across / down)];
    writePoint(
      view,
      vertex,
      place.map((i, k) => origin[k] + i * voxelSize),
    );
  }
  const start = vertexOf.size * VERTEX_BYTES;
  for (let face = 0; face < faceCount; face++) {
    view.setUint8(start + face * FACE_BYTES, 4);
    for (let k = 0; k < 4; k++) view.setUint32(start + face * FACE_BYTES + 1 + 4 * k, faces[4 * face + k], true);
  }
  return file;
}

/**
 * Writes voxels as a binary PLY file, with exact coordinates in double precision.
 * @throws {@link OptionError} `option-value`
 * @example
 * ```ts
 * const found = await voxels(scene, id);
 * await writeFile('part.ply', voxelsToPly(found, { as: 'cubes' }));
 * ```
 */
export function voxelsToPly(voxels: VoxelSet, options: VoxelPlyOptions = {}): Uint8Array {
  checkAnswer('voxelsToPly', voxels, 'voxels()', VOXEL_FIELDS);
  checkOptionNames('voxelsToPly', options, ['as']);
  const as = options.as ?? 'points';
  if (as === 'points') return pointsFile(voxels);
  if (as === 'cubes') return cubesFile(voxels);
  throw new OptionError('option-value', `voxelsToPly: as is ${describe(as)}; expected "points" or "cubes".`, {
    option: 'as',
  });
}
