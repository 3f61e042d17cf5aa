/**
 * Puts the meshes of a glTF where a viewer shows them: node transforms, skins, morph targets, instances.
 *
 * Promise: one part per node with a mesh, depth-first in scene order; with EXT_mesh_gpu_instancing one per instance,
 * `name[0]`, `name[1]`, …. Everything is computed in double precision from the numbers in the file.
 * Source: glTF 2.0 specification, 3.7.2.2 "Morph Targets" and 3.7.3 "Skins": the joints alone place a skinned mesh, the
 * transform of its own node is not used.
 */
import { fileError } from './file-error.ts';
import type { AccessorUse } from './gltf-accessor-check.ts';
import type { GltfArrays } from './gltf-accessors.ts';
import type { GltfMesh, GltfNode, GltfOutline } from './gltf-outline.ts';
import { type GltfShape, joinPrimitives, shapeAccessors, toFloats } from './gltf-shape.ts';
import {
  composeMatrix,
  identityMatrix,
  isIdentityMatrix,
  type Matrix,
  multiplyMatrices,
  transformPoints,
} from './matrix.ts';
import type { ReadOptions } from './model.ts';

export interface PosedPart {
  readonly name: string;
  readonly node: number;
  readonly shape: GltfShape;
  /** Place of an instance within its node. */
  readonly instance?: Matrix;
  readonly skin?: { readonly joints: readonly number[]; readonly inverseBinds: readonly Matrix[] };
}

/** A moment: the local matrix and the morph weights of every node. */
export interface Pose {
  readonly locals: readonly Matrix[];
  readonly weights: readonly (ArrayLike<number> | undefined)[];
}

/** Vertices of all parts together; more than this is refused, since instances cost a file nothing. */
const VERTEX_LIMIT = 100_000_000;

/** The meshes that the scene shows. */
export function sceneMeshes(outline: GltfOutline): GltfMesh[] {
  const meshes = outline.sceneNodes.flatMap((index) => outline.nodes[index].mesh ?? []);
  return [...new Set(meshes)].map((mesh) => outline.meshes[mesh]);
}

/** What has to be decoded before `listParts` can be called. */
export function partAccessors(outline: GltfOutline): AccessorUse[] {
  const nodes = outline.sceneNodes.map((index) => outline.nodes[index]).filter((node) => node.mesh !== undefined);
  const skins = [...new Set(nodes.flatMap((node) => node.skin ?? []))];
  const binds = skins.flatMap((skin) => outline.skins[skin].inverseBindMatrices ?? []);
  return [
    ...sceneMeshes(outline).flatMap(shapeAccessors),
    ...binds.map((accessor) => ({ accessor, type: 'MAT4' })),
    ...nodes.flatMap(({ instances }) => [
      ...(instances?.translation === undefined ? [] : [{ accessor: instances.translation, type: 'VEC3' }]),
      ...(instances?.rotation === undefined ? [] : [{ accessor: instances.rotation, type: 'VEC4' }]),
      ...(instances?.scale === undefined ? [] : [{ accessor: instances.scale, type: 'VEC3' }]),
    ]),
  ];
}

export function listParts(outline: GltfOutline, arrays: GltfArrays, options: ReadOptions): PosedPart[] {
  const shapes = new Map<number, GltfShape>();
  const parts: PosedPart[] = [];
  let vertexCount = 0;
  for (const index of outline.sceneNodes) {
    const node = outline.nodes[index];
    if (node.mesh === undefined) continue;
    const shape = shapes.get(node.mesh) ?? joinPrimitives(outline.meshes[node.mesh], arrays, options);
    shapes.set(node.mesh, shape);
    const instances = listInstances(node, arrays);
    vertexCount += (instances?.length ?? 1) * (shape.positions.length / 3);
    if (vertexCount > VERTEX_LIMIT) throw tooLarge(options, vertexCount);
    const name = node.name || outline.meshes[node.mesh].name || `node ${index}`;
    const skin = shape.influences && readSkin(outline, node, shape, arrays, options);
    if (!instances) parts.push({ name, node: index, shape, skin });
    for (const [i, instance] of instances?.entries() ?? []) {
      parts.push({ name: `${name}[${i}]`, node: index, shape, instance });
    }
  }
  return parts;
}

function listInstances({ instances }: GltfNode, arrays: GltfArrays): Matrix[] | undefined {
  if (!instances) return undefined;
  const read = (accessor: number | undefined) => (accessor === undefined ? undefined : toFloats(arrays(accessor)));
  const translations = read(instances.translation);
  const rotations = read(instances.rotation);
  const scales = read(instances.scale);
  const count = Math.min(...lengths(translations, 3), ...lengths(rotations, 4), ...lengths(scales, 3));
  if (!Number.isFinite(count)) return undefined;
  return Array.from({ length: count }, (_, i) =>
    composeMatrix(
      translations?.subarray(3 * i, 3 * i + 3) ?? [0, 0, 0],
      rotations?.subarray(4 * i, 4 * i + 4) ?? [0, 0, 0, 1],
      scales?.subarray(3 * i, 3 * i + 3) ?? [1, 1, 1],
    ),
  );
}

function lengths(values: ArrayLike<number> | undefined, size: number): number[] {
  return values === undefined ? [] : [values.length / size];
}

function readSkin(
  outline: GltfOutline,
  node: GltfNode,
  shape: GltfShape,
  arrays: GltfArrays,
  options: ReadOptions,
): PosedPart['skin'] {
  if (node.skin === undefined) return undefined;
  const { joints, inverseBindMatrices } = outline.skins[node.skin];
  const { joints: used, weights } = shape.influences!;
  const stored = inverseBindMatrices === undefined ? undefined : toFloats(arrays(inverseBindMatrices));
  const jointCount = stored ? Math.min(joints.length, stored.length / 16) : joints.length;
  const wrong = used.findIndex((joint, i) => joint >= jointCount && weights[i] !== 0);
  if (wrong !== -1) {
    throw fileError('index-range', options, {
      where: `skins[${node.skin}]`,
      found: `a vertex of the mesh follows joint ${used[wrong]}, the skin has ${jointCount} joints`,
      advice: 'Export the model again.',
      details: { joint: used[wrong], jointCount },
    });
  }
  const inverseBinds = Array.from({ length: jointCount }, (_, i) =>
    stored ? Float64Array.from(stored.subarray(16 * i, 16 * i + 16)) : identityMatrix(),
  );
  return { joints: joints.slice(0, jointCount), inverseBinds };
}

/** The file as it stands, without animation. */
export function restPose(outline: GltfOutline): Pose {
  return {
    locals: outline.nodes.map((node) =>
      node.matrix ? Float64Array.from(node.matrix) : composeMatrix(node.translation, node.rotation, node.scale),
    ),
    weights: outline.nodes.map((node) =>
      node.mesh === undefined ? undefined : (node.weights ?? outline.meshes[node.mesh].weights),
    ),
  };
}

/** Matrix of every node from its own coordinates to the scene's. */
export function worldMatrices(outline: GltfOutline, locals: readonly Matrix[]): Matrix[] {
  const worlds: Matrix[] = new Array(locals.length);
  for (const start of locals.keys()) {
    const chain: number[] = [];
    for (let node = start; node !== -1 && !worlds[node]; node = outline.parents[node]) chain.push(node);
    for (const node of chain.reverse()) {
      const parent = outline.parents[node];
      worlds[node] = parent === -1 ? locals[node] : multiplyMatrices(worlds[parent], locals[node]);
    }
  }
  return worlds;
}

/** Positions of a part in the scene: a new array, or the stored one when nothing moves it. */
export function posePart(part: PosedPart, pose: Pose, worlds: readonly Matrix[]): Float32Array | Float64Array {
  const positions = applyTargets(part.shape, pose.weights[part.node]);
  if (part.skin) return applySkin(part, positions, worlds);
  const world = part.instance ? multiplyMatrices(worlds[part.node], part.instance) : worlds[part.node];
  if (isIdentityMatrix(world)) return positions;
  const placed = new Float64Array(positions.length);
  transformPoints(world, positions, placed);
  return placed;
}

function applyTargets(shape: GltfShape, weights: ArrayLike<number> | undefined): Float32Array | Float64Array {
  let morphed: Float64Array | undefined;
  for (const [target, offsets] of shape.targets.entries()) {
    const weight = weights?.[target] ?? 0;
    if (!offsets || weight === 0) continue;
    morphed ??= new Float64Array(shape.positions);
    for (let i = 0; i < morphed.length; i++) morphed[i] += weight * offsets[i];
  }
  return morphed ?? shape.positions;
}

function applySkin(part: PosedPart, positions: ArrayLike<number>, worlds: readonly Matrix[]): Float64Array {
  const { count, joints, weights } = part.shape.influences!;
  const matrices = part.skin!.joints.map((joint, i) => multiplyMatrices(worlds[joint], part.skin!.inverseBinds[i]));
  const placed = new Float64Array(positions.length);
  for (let v = 0; 3 * v < positions.length; v++) {
    const x = positions[3 * v];
    const y = positions[3 * v + 1];
    const z = positions[3 * v + 2];
    for (let k = count * v; k < count * v + count; k++) {
      const weight = weights[k];
      if (weight === 0) continue;
      const m = matrices[joints[k]];
      placed[3 * v] += weight * (m[0] * x + m[4] * y + m[8] * z + m[12]);
      placed[3 * v + 1] += weight * (m[1] * x + m[5] * y + m[9] * z + m[13]);
      placed[3 * v + 2] += weight * (m[2] * x + m[6] * y + m[10] * z + m[14]);
    }
  }
  return placed;
}

function tooLarge(options: ReadOptions, vertexCount: number) {
  return fileError('too-large', options, {
    found: `with all instances the scene has at least ${vertexCount} vertices, the limit is ${VERTEX_LIMIT}`,
    advice: 'Split the scene.',
    details: { vertexCount, limit: VERTEX_LIMIT },
  });
}
