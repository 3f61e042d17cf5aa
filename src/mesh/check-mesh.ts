/**
 * Checks a mesh when it is added. Checks of every coordinate are left to the engine, which reads them anyway while it copies
 * them; it reports through `badCoordinate` and `badIndex`. Welding is left to it as well.
 */
import { MeshError } from '../errors.ts';
import { describe } from './describe.ts';
import { type CheckedGpuPositions, checkGpuPositions, isGpuPositions } from './gpu-positions.ts';
import type { GpuMeshInput, MeshInput, Positions } from './mesh-input.ts';

export { describe };

export interface CheckedMesh {
  readonly name: string;
  readonly positions: Positions;
  /** Of a soup none: every three vertices form a triangle. */
  readonly indices: Uint32Array | Uint16Array | undefined;
  /** Number of vertices as the caller counts them. */
  readonly givenVertexCount: number;
  readonly triangleCount: number;
  /** Whether vertices with equal coordinates are to be one. */
  readonly isWelded: boolean;
  /** Of the end of a motion: the vertices that the moving mesh has, and the given one that each takes its coordinates from. */
  readonly vertices?: { readonly count: number; readonly sources: Uint32Array | undefined };
  /** The GPU buffer that holds the positions; `positions` are then all 0. */
  readonly inBuffer?: CheckedGpuPositions;
}

const MESH_FIELDS = ['name', 'positions', 'indices', 'weld'];

/** The name of a mesh in messages. */
export function meshLabel(name: string | undefined): string {
  return name === undefined || name === '' ? 'the mesh' : `mesh "${String(name)}"`;
}

export function checkPositions(positions: unknown, label: string): Positions {
  if (!(positions instanceof Float32Array) && !(positions instanceof Float64Array)) {
    throw new MeshError(
      'positions-type',
      `${label}: positions are ${describe(positions)}; expected a Float32Array or a Float64Array with x, y, z of each vertex.`,
    );
  }
  if (positions.length % 3 !== 0) {
    throw new MeshError(
      'positions-length',
      `${label}: positions hold ${positions.length} numbers; expected a multiple of three (x, y, z of each vertex).`,
      { length: positions.length },
    );
  }
  return positions;
}

function checkIndices(indices: unknown, label: string): Uint32Array | Uint16Array {
  if (!(indices instanceof Uint32Array) && !(indices instanceof Uint16Array)) {
    throw new MeshError(
      'indices-type',
      `${label}: indices are ${describe(indices)}; expected a Uint32Array or a Uint16Array, or none for a soup of triangles.`,
    );
  }
  if (indices.length % 3 !== 0) {
    throw new MeshError(
      'indices-length',
      `${label}: ${indices.length} indices; expected a multiple of three, one triangle after the other.`,
      {
        length: indices.length,
      },
    );
  }
  return indices;
}

function checkFields(input: MeshInput | GpuMeshInput): void {
  if (typeof input !== 'object' || input === null) {
    throw new MeshError('mesh-type', `a mesh is an object with positions and indices; found ${describe(input)}.`);
  }
  refuseThreeMesh(input);
  const unknown = Object.keys(input).find((key) => !MESH_FIELDS.includes(key));
  if (unknown !== undefined) {
    throw new MeshError('unknown-field', `a mesh has no field "${unknown}"; it may have ${MESH_FIELDS.join(', ')}.`, {
      field: unknown,
    });
  }
}

/** An object of three.js, or its geometry, where plain arrays are expected. */
function refuseThreeMesh(input: object): void {
  const { isObject3D, isBufferGeometry } = input as { isObject3D?: unknown; isBufferGeometry?: unknown };
  if (isObject3D !== true && isBufferGeometry !== true) return;
  throw new MeshError(
    'mesh-type',
    `a mesh is an object with positions and indices; found ${isObject3D ? 'an object' : 'a geometry'} of three.js. Use Collider of collidescope/three, or pass { positions: geometry.attributes.position.array, indices: geometry.index.array }.`,
  );
}

/** Positions in a GPU buffer are not read; zeros take their place. */
function checkInBuffer(input: MeshInput | GpuMeshInput, label: string): CheckedGpuPositions | undefined {
  if (!isGpuPositions(input.positions)) return undefined;
  const inBuffer = checkGpuPositions(input.positions, label);
  if (input.weld !== true) return inBuffer;
  throw new MeshError(
    'gpu-weld',
    `${label}: vertices in a GPU buffer cannot be welded. Weld them first and pass indices, or leave weld out.`,
  );
}

export function checkMesh(input: MeshInput | GpuMeshInput): CheckedMesh {
  checkFields(input);
  const label = meshLabel(input.name);
  const inBuffer = checkInBuffer(input, label);
  const positions = inBuffer ? new Float32Array(3 * inBuffer.vertexCount) : checkPositions(input.positions, label);
  const givenVertexCount = positions.length / 3;
  const isSoup = input.indices === undefined;
  if (isSoup && givenVertexCount % 3 !== 0) {
    throw new MeshError(
      'soup-length',
      `${label}: without indices, every three vertices form a triangle, but ${givenVertexCount} vertices are not a multiple of three. Pass indices, or all corners.`,
      { vertexCount: givenVertexCount },
    );
  }
  const indices = isSoup ? undefined : checkIndices(input.indices, label);
  return {
    name: input.name ?? '',
    positions,
    indices,
    givenVertexCount,
    triangleCount: (indices?.length ?? givenVertexCount) / 3,
    isWelded: input.weld ?? (isSoup && !inBuffer),
    inBuffer,
  };
}

export function badIndex(label: string, corner: number, index: number, vertexCount: number): MeshError {
  const triangle = Math.floor(corner / 3);
  const range = vertexCount === 0 ? 'no vertices' : `${vertexCount} vertices (0–${vertexCount - 1})`;
  return new MeshError(
    'index-range',
    `${label}, triangle ${triangle} uses vertex ${index}; the mesh has ${range}. If the numbers count from 1, subtract 1 from each.`,
    { triangle, index, vertexCount },
  );
}

/** Names the first coordinate of a vertex that is not finite or beyond the range of exact arithmetic. */
export function badCoordinate(label: string, positions: Positions, vertex: number): MeshError {
  const xyz = [0, 1, 2].map((k) => positions[3 * vertex + k]);
  const bad = xyz.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) {
    return new MeshError(
      'not-finite',
      `${label}, vertex ${vertex}: ${'xyz'[bad]} is ${xyz[bad]}; expected a finite number. Remove the vertex or correct its coordinates.`,
      {
        vertex,
        axis: 'xyz'[bad],
        value: xyz[bad],
      },
    );
  }
  const far = xyz.findIndex((value) => Math.abs(value) > 2 ** 250);
  return new MeshError(
    'out-of-range',
    `${label}, vertex ${vertex}: ${'xyz'[far]} is ${xyz[far]}; beyond 2^250 answers would not be exact. Scale the mesh down.`,
    { vertex, axis: 'xyz'[far], value: xyz[far] },
  );
}

/** Checks every coordinate and index now, for callers that cannot leave it to the engine. */
export function checkContents(mesh: CheckedMesh): void {
  const label = meshLabel(mesh.name);
  checkCoordinates(mesh.positions, label);
  const { indices, givenVertexCount } = mesh;
  if (!indices) return;
  const bad = indices.findIndex((index) => index >= givenVertexCount);
  if (bad >= 0) throw badIndex(label, bad, indices[bad], givenVertexCount);
}

export function checkCoordinates(positions: Positions, label: string): void {
  // Negated, so that NaN is caught too.
  const bad = positions.findIndex((value) => !(Math.abs(value) <= 2 ** 250));
  if (bad >= 0) throw badCoordinate(label, positions, Math.floor(bad / 3));
}
