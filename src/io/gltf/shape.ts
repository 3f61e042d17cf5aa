/**
 * The triangles of one glTF mesh: its primitives joined, at rest, in the mesh's own coordinates.
 *
 * Promise: triangles in file order, primitive after primitive; points and lines are left out, and so are the one or two
 * corners after the last whole triangle, which no viewer draws. `indices` stay below the number of vertices.
 * Source: glTF 2.0 specification, 3.7.2 "Meshes"; strips and fans as in its table of topology types.
 */
import { fileError } from '../file-error.ts';
import type { ReadOptions } from '../model.ts';
import { soupIndices } from '../soup.ts';
import type { AccessorUse } from './accessor-check.ts';
import type { GltfArray, GltfArrays } from './accessors.ts';
import type { GltfMesh, GltfPrimitive } from './outline.ts';
import { cornerCountOf, triangleCountOf, vertexCountOf } from './size.ts';

export interface GltfShape {
  readonly positions: Float32Array | Float64Array;
  readonly indices: Uint32Array;
  /** Offsets of each morph target, as long as `positions`; undefined when a target moves nothing. */
  readonly targets: readonly (Float32Array | Float64Array | undefined)[];
  readonly influences?: GltfInfluences;
}

/** Which joints pull a vertex, and how much: `count` per vertex, with a sum of 1. */
export interface GltfInfluences {
  readonly count: number;
  readonly joints: Uint16Array;
  readonly weights: Float64Array;
}

const TRIANGLE_STRIP = 5;
const TRIANGLE_FAN = 6;
const NORMALIZERS: Readonly<Record<string, number>> = {
  Int8Array: 127,
  Uint8Array: 255,
  Int16Array: 32767,
  Uint16Array: 65535,
};

/** Accessors that must be decoded before `joinPrimitives` can be called. */
export function shapeAccessors(mesh: GltfMesh): AccessorUse[] {
  return mesh.primitives.flatMap((primitive) => [
    { accessor: primitive.position, type: 'VEC3' },
    ...(primitive.indices === undefined ? [] : [{ accessor: primitive.indices, type: 'SCALAR' }]),
    ...primitive.targets.flatMap((accessor) => (accessor === undefined ? [] : [{ accessor, type: 'VEC3' }])),
    ...[...primitive.joints, ...primitive.weights].map((accessor) => ({ accessor, type: 'VEC4' })),
  ]);
}

export function joinPrimitives(mesh: GltfMesh, arrays: GltfArrays, options: ReadOptions): GltfShape {
  const vertexCounts = mesh.primitives.map((primitive) => vertexCountOf(primitive, arrays));
  return {
    positions: joinFloats(mesh.primitives.map(({ position }) => arrays(position))),
    indices: joinIndices(mesh, arrays, vertexCounts, options),
    targets: joinTargets(mesh, arrays, vertexCounts, options),
    influences: joinInfluences(mesh, arrays, vertexCounts, options),
  };
}

/** The numbers an accessor stands for: in single precision, except where the file has double. */
export function toFloats({ array, normalized }: GltfArray): Float32Array | Float64Array {
  if (array instanceof Float32Array || array instanceof Float64Array) return array;
  const floats = new Float32Array(array);
  if (!normalized) return floats;
  const divisor = NORMALIZERS[array.constructor.name] ?? 1;
  for (let i = 0; i < floats.length; i++) floats[i] = Math.max(array[i] / divisor, -1);
  return floats;
}

/** One after the other; pieces are made floats one at a time, since many may be the same array. */
function joinFloats(pieces: readonly GltfArray[]): Float32Array | Float64Array {
  if (pieces.length === 1) return toFloats(pieces[0]);
  const length = pieces.reduce((sum, { array }) => sum + array.length, 0);
  const isDouble = pieces.some(({ array }) => array instanceof Float64Array);
  const joined = isDouble ? new Float64Array(length) : new Float32Array(length);
  let at = 0;
  for (const piece of pieces) {
    joined.set(toFloats(piece), at);
    at += piece.array.length;
  }
  return joined;
}

function joinIndices(
  { primitives }: GltfMesh,
  arrays: GltfArrays,
  vertexCounts: readonly number[],
  options: ReadOptions,
): Uint32Array {
  if (primitives.length === 1) return listTriangles(primitives[0], arrays, vertexCounts[0], options);
  const counts = primitives.map((primitive) => triangleCountOf(primitive, cornerCountOf(primitive, arrays)));
  const joined = new Uint32Array(3 * counts.reduce((sum, count) => sum + count, 0));
  let at = 0;
  let firstVertex = 0;
  for (const [i, primitive] of primitives.entries()) {
    const piece = listTriangles(primitive, arrays, vertexCounts[i], options);
    for (let k = 0; k < piece.length; k++) joined[at + k] = firstVertex + piece[k];
    at += piece.length;
    firstVertex += vertexCounts[i];
  }
  return joined;
}

function listTriangles(
  primitive: GltfPrimitive,
  arrays: GltfArrays,
  vertexCount: number,
  options: ReadOptions,
): Uint32Array {
  const corners = primitive.indices === undefined ? soupIndices(vertexCount) : toIndices(arrays(primitive.indices));
  for (let i = 0; i < corners.length; i++) {
    if (corners[i] >= vertexCount) throw indexRange(primitive, i, corners[i], vertexCount, options);
  }
  if (primitive.mode === TRIANGLE_STRIP) return unrollStrip(corners);
  if (primitive.mode === TRIANGLE_FAN) return unrollFan(corners);
  return corners.length % 3 === 0 ? corners : corners.slice(0, corners.length - (corners.length % 3));
}

function indexRange(
  primitive: GltfPrimitive,
  entry: number,
  vertex: number,
  vertexCount: number,
  options: ReadOptions,
) {
  return fileError('index-range', options, {
    where: `${primitive.path}.indices`,
    found: `entry ${entry} is vertex ${vertex}, the primitive has ${vertexCount} vertices`,
    advice: 'Export the model again.',
    details: { entry, vertex, vertexCount },
  });
}

function toIndices({ array }: GltfArray): Uint32Array {
  return array instanceof Uint32Array ? array : new Uint32Array(array);
}

function unrollStrip(corners: Uint32Array): Uint32Array {
  const triangles = new Uint32Array(3 * Math.max(0, corners.length - 2));
  for (let i = 0; 3 * i < triangles.length; i++) {
    // Every second triangle is flipped, so that all are oriented alike.
    triangles.set([corners[i], corners[i + 1 + (i % 2)], corners[i + 2 - (i % 2)]], 3 * i);
  }
  return triangles;
}

function unrollFan(corners: Uint32Array): Uint32Array {
  const triangles = new Uint32Array(3 * Math.max(0, corners.length - 2));
  for (let i = 0; 3 * i < triangles.length; i++) triangles.set([corners[i + 1], corners[i + 2], corners[0]], 3 * i);
  return triangles;
}

function joinTargets(mesh: GltfMesh, arrays: GltfArrays, vertexCounts: readonly number[], options: ReadOptions) {
  const targetCount = largest(mesh.primitives.map((primitive) => primitive.targets.length));
  return Array.from({ length: targetCount }, (_, target) => {
    if (mesh.primitives.every((primitive) => primitive.targets[target] === undefined)) return undefined;
    return joinFloats(
      mesh.primitives.map((primitive, i) => {
        const accessor = primitive.targets[target];
        if (accessor === undefined) return { array: new Float32Array(3 * vertexCounts[i]), normalized: false };
        const path = `${primitive.path}.targets[${target}]`;
        checkLength(arrays(accessor).array, 3 * vertexCounts[i], path, options);
        return arrays(accessor);
      }),
    );
  });
}

function joinInfluences(
  mesh: GltfMesh,
  arrays: GltfArrays,
  vertexCounts: readonly number[],
  options: ReadOptions,
): GltfInfluences | undefined {
  const setCount = largest(mesh.primitives.map((primitive) => primitive.joints.length));
  if (setCount === 0) return undefined;
  const count = 4 * setCount;
  const vertexCount = vertexCounts.reduce((sum, n) => sum + n, 0);
  const joints = new Uint16Array(count * vertexCount);
  const weights = new Float64Array(count * vertexCount);
  let firstVertex = 0;
  for (const [i, primitive] of mesh.primitives.entries()) {
    for (const [set, accessor] of primitive.joints.entries()) {
      const path = `${primitive.path}.attributes.JOINTS_${set}`;
      const setJoints = checkLength(arrays(accessor).array, 4 * vertexCounts[i], path, options);
      const setWeights = checkLength(toFloats(arrays(primitive.weights[set])), 4 * vertexCounts[i], path, options);
      for (let k = 0; k < setJoints.length; k++) {
        const at = count * (firstVertex + (k >> 2)) + 4 * set + (k & 3);
        joints[at] = setJoints[k];
        weights[at] = setWeights[k];
      }
    }
    firstVertex += vertexCounts[i];
  }
  scaleToOne(weights, count);
  return { count, joints, weights };
}

function largest(counts: readonly number[]): number {
  return counts.reduce((most, count) => Math.max(most, count), 0);
}

/** Viewers make the weights of a vertex sum to 1; one without weights follows its first joint. */
function scaleToOne(weights: Float64Array, count: number): void {
  for (let at = 0; at < weights.length; at += count) {
    let sum = 0;
    for (let k = at; k < at + count; k++) sum += weights[k];
    if (sum === 0) weights[at] = 1;
    else for (let k = at; k < at + count; k++) weights[k] /= sum;
  }
}

function checkLength<Values extends ArrayLike<number>>(
  values: Values,
  expected: number,
  path: string,
  options: ReadOptions,
): Values {
  if (values.length === expected) return values;
  throw fileError('bad-gltf', options, {
    where: path,
    found: `found ${values.length} numbers, expected ${expected} for the vertices of the primitive`,
    advice: 'Export the model again.',
    details: { path, found: values.length, expected },
  });
}
