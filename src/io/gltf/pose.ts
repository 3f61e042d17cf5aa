/**
 * Puts the meshes of a glTF where a viewer shows them: node transforms, skins, morph targets, instances.
 *
 * Promise: one part per node with a mesh, depth-first in scene order; with EXT_mesh_gpu_instancing one per instance,
 * `name[0]`, `name[1]`, …. Everything is computed in double precision from the numbers in the file.
 * Source: glTF 2.0 specification, 3.7.2.2 "Morph Targets" and 3.7.3 "Skins": the joints alone place a skinned mesh, the
 * transform of its own node is not used.
 */
import { fileError } from '../file-error.ts';
import {
  composeMatrix,
  identityMatrix,
  isIdentityMatrix,
  type Matrix,
  multiplyMatrices,
  transformPoints,
} from '../matrix.ts';
import type { ReadOptions } from '../model.ts';
import type { AccessorUse } from './accessor-check.ts';
import type { GltfArrays } from './accessors.ts';
import type { GltfMesh, GltfNode, GltfOutline } from './outline.ts';
import { type GltfShape, joinPrimitives, shapeAccessors, toFloats } from './shape.ts';
import { SceneSize } from './size.ts';

export interface PosedPart {
  readonly name: string;
  readonly path?: readonly string[];
  /** Which nodes those are, by their numbers: `/0/3`. */
  readonly assembly?: string;
  readonly guid?: string;
  readonly node: number;
  readonly shape: GltfShape;
  /** Place of an instance within its node. */
  readonly instance?: Matrix;
  readonly skin?: PosedSkin;
}

export interface PosedSkin {
  readonly joints: readonly number[];
  readonly inverseBinds: readonly Matrix[];
}

/** A pose: the local matrix and the morph weights of every node. */
export interface Pose {
  readonly locals: readonly Matrix[];
  readonly weights: readonly (ArrayLike<number> | undefined)[];
}

/** The meshes that the scene shows. */
export function sceneMeshes(outline: GltfOutline): GltfMesh[] {
  const meshes = outline.sceneNodes.flatMap((index) => outline.nodes[index].mesh ?? []);
  return [...new Set(meshes)].map((mesh) => outline.meshes[mesh]);
}

/** Accessors that must be decoded before `listParts` can be called. */
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
  const skins = new SkinReader(outline, arrays, options);
  const size = new SceneSize(options);
  const assemblies = new NumbersAbove(outline);
  for (const index of outline.sceneNodes) {
    const node = outline.nodes[index];
    if (node.mesh === undefined) continue;
    size.add(outline.meshes[node.mesh], countInstances(node, arrays) ?? 1, arrays);
    const shape = shapes.get(node.mesh) ?? joinPrimitives(outline.meshes[node.mesh], arrays, options);
    shapes.set(node.mesh, shape);
    const instances = listInstances(node, arrays);
    const name = node.name || outline.meshes[node.mesh].name || `node ${index}`;
    const skin = shape.influences && skins.read(node, shape);
    const path = namesAbove(outline, index);
    const known = {
      ...(path.length > 0 && { path, assembly: assemblies.of(index) }),
      ...(node.guid && !instances && { guid: node.guid }),
    };
    if (!instances) parts.push({ name, ...known, node: index, shape, skin });
    for (const [i, instance] of instances?.entries() ?? []) {
      parts.push({ name: `${name}[${i}]`, ...known, node: index, shape, instance });
    }
  }
  return parts;
}

/** Maximum number of ancestor names kept per part: a chain of thousands would be stored with every part in it. */
const NAMES_ABOVE_MOST = 64;

/** Names of the nodes above one, the topmost first. */
function namesAbove({ nodes, parents }: GltfOutline, index: number): string[] {
  const names: string[] = [];
  for (let at = parents[index]; at >= 0 && names.length < NAMES_ABOVE_MOST; at = parents[at])
    names.unshift(nodes[at].name || `node ${at}`);
  return names;
}

/** Indices of a node's ancestors, topmost first, as one string; no more than there are names. */
class NumbersAbove {
  readonly #parents: GltfOutline['parents'];
  readonly #known = new Map<number, { readonly text: string; readonly depth: number }>([[-1, { text: '', depth: 0 }]]);

  constructor({ parents }: GltfOutline) {
    this.#parents = parents;
  }

  of(index: number): string {
    return this.#below(this.#parents[index]).text;
  }

  #below(node: number): { readonly text: string; readonly depth: number } {
    const open: number[] = [];
    let at = node;
    while (!this.#known.has(at)) {
      open.push(at);
      at = this.#parents[at];
    }
    for (const each of open.reverse()) {
      const above = this.#known.get(this.#parents[each])!;
      const isDeep = above.depth === NAMES_ABOVE_MOST;
      this.#known.set(each, isDeep ? above : { text: `${above.text}/${each}`, depth: above.depth + 1 });
    }
    return this.#known.get(node)!;
  }
}

function countInstances({ instances }: GltfNode, arrays: GltfArrays): number | undefined {
  if (!instances) return undefined;
  const { translation, rotation, scale } = instances;
  const length = (accessor: number | undefined, size: number) =>
    accessor === undefined ? Number.POSITIVE_INFINITY : arrays(accessor).array.length / size;
  const count = Math.min(length(translation, 3), length(rotation, 4), length(scale, 3));
  return Number.isFinite(count) ? count : undefined;
}

function listInstances(node: GltfNode, arrays: GltfArrays): Matrix[] | undefined {
  const length = countInstances(node, arrays);
  if (length === undefined) return undefined;
  const read = (accessor: number | undefined) => (accessor === undefined ? undefined : toFloats(arrays(accessor)));
  const translations = read(node.instances!.translation);
  const rotations = read(node.instances!.rotation);
  const scales = read(node.instances!.scale);
  return Array.from({ length }, (_, i) =>
    composeMatrix(
      translations?.subarray(3 * i, 3 * i + 3) ?? [0, 0, 0],
      rotations?.subarray(4 * i, 4 * i + 4) ?? [0, 0, 0, 1],
      scales?.subarray(3 * i, 3 * i + 3) ?? [1, 1, 1],
    ),
  );
}

/** Skins as parts need them, each read once however many parts use it. */
class SkinReader {
  readonly #outline: GltfOutline;
  readonly #arrays: GltfArrays;
  readonly #options: ReadOptions;
  readonly #skins = new Map<number, PosedSkin>();

  constructor(outline: GltfOutline, arrays: GltfArrays, options: ReadOptions) {
    this.#outline = outline;
    this.#arrays = arrays;
    this.#options = options;
  }

  read({ skin: index }: GltfNode, shape: GltfShape): PosedSkin | undefined {
    if (index === undefined) return undefined;
    const skin = this.#skins.get(index) ?? this.#open(index);
    this.#skins.set(index, skin);
    const { joints: used, weights } = shape.influences!;
    const jointCount = skin.joints.length;
    const wrong = used.findIndex((joint, i) => joint >= jointCount && weights[i] !== 0);
    if (wrong === -1) return skin;
    throw fileError('index-range', this.#options, {
      where: `skins[${index}]`,
      found: `a vertex of the mesh follows joint ${used[wrong]}, the skin has ${jointCount} joints`,
      advice: 'Export the model again.',
      details: { joint: used[wrong], jointCount },
    });
  }

  #open(index: number): PosedSkin {
    const { joints, inverseBindMatrices } = this.#outline.skins[index];
    const stored = inverseBindMatrices === undefined ? undefined : toFloats(this.#arrays(inverseBindMatrices));
    const jointCount = stored ? Math.min(joints.length, stored.length / 16) : joints.length;
    const inverseBinds = Array.from({ length: jointCount }, (_, i) =>
      stored ? Float64Array.from(stored.subarray(16 * i, 16 * i + 16)) : identityMatrix(),
    );
    return { joints: joints.slice(0, jointCount), inverseBinds };
  }
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
  const matrices = skinMatrices(part.skin!, worlds);
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

/** Matrices of a skin's joints in a pose, once for all the parts that follow it. */
const matricesOfPose = new WeakMap<readonly Matrix[], Map<PosedSkin, Matrix[]>>();

function skinMatrices(skin: PosedSkin, worlds: readonly Matrix[]): Matrix[] {
  const ofPose = matricesOfPose.get(worlds) ?? new Map<PosedSkin, Matrix[]>();
  matricesOfPose.set(worlds, ofPose);
  const matrices =
    ofPose.get(skin) ?? skin.joints.map((joint, i) => multiplyMatrices(worlds[joint], skin.inverseBinds[i]));
  ofPose.set(skin, matrices);
  return matrices;
}
