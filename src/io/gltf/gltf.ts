/**
 * Reads glTF 2: .glb, or .gltf with its buffers inside or beside it.
 *
 * Promise: what a viewer shows before it plays anything, in the scene's coordinates. One part per node with a mesh,
 * depth-first in scene order, primitives joined; an instanced node (EXT_mesh_gpu_instancing) gives one part per
 * instance, `name[0]`, `name[1]`, …. A part without a name is named after its mesh, else `node 7`. The scene is the
 * default one, else the first, else every node. Skins stand as their joints' nodes place them, morph targets have their
 * default weights.
 *
 * Positions are single precision as stored (after dequantization) where nothing moves them, otherwise double. Draco,
 * meshopt, quantized, sparse and interleaved data are read; materials, textures, cameras and lights are ignored.
 */
import type { MeshError } from '../../errors.ts';
import { fileError } from '../file-error.ts';
import type { Model, ModelPart, ReadOptions } from '../model.ts';
import { withinMemory } from '../within-memory.ts';
import type { AccessorUse } from './accessor-check.ts';
import { decodeAccessors, type GltfArrays, type GltfOptions } from './accessors.ts';
import { GltfChecker } from './checker.ts';
import { openGltfContainer } from './container.ts';
import { type GltfOutline, outlineGltf } from './outline.ts';
import {
  listParts,
  type Pose,
  type PosedPart,
  partAccessors,
  posePart,
  restPose,
  sceneMeshes,
  worldMatrices,
} from './pose.ts';
import { placeOf, sharedShapes } from './shared-shapes.ts';

export type { GltfOptions } from './accessors.ts';

/** A glTF whose arrays are decoded and whose parts are known, ready to be posed. */
export interface OpenGltf {
  readonly checker: GltfChecker;
  readonly outline: GltfOutline;
  readonly arrays: GltfArrays;
  readonly parts: readonly PosedPart[];
}

const DECODED_SHARE = 0.6;

export async function readGltf(bytes: Uint8Array, options: GltfOptions = {}): Promise<Model> {
  return withinMemory(options, async () => {
    const gltf = await openGltf(bytes, options);
    options.onProgress?.(DECODED_SHARE);
    const model = poseModel(gltf, restPose(gltf.outline), options);
    options.onProgress?.(1);
    return model;
  });
}

/** `moreAccessors` names what the caller wants decoded besides the parts. */
export async function openGltf(
  bytes: Uint8Array,
  options: GltfOptions,
  moreAccessors: (checker: GltfChecker) => readonly AccessorUse[] = () => [],
): Promise<OpenGltf> {
  options.signal?.throwIfAborted();
  const { json, binary } = openGltfContainer(bytes, options);
  const checker = new GltfChecker(json, options);
  const outline = outlineGltf(checker);
  const source = { checker, meshes: sceneMeshes(outline), binary, fileBytes: bytes.byteLength };
  const uses = [...partAccessors(outline), ...moreAccessors(checker)];
  const arrays = await decodeAccessors(source, uses, options);
  const parts = listParts(outline, arrays, options);
  if (parts.every((part) => part.shape.indices.length === 0)) throw noTriangles(outline, options);
  return { checker, outline, arrays, parts };
}

/**
 * `Positions` fixes the precision; without it, what nothing moves stays single and the rest is double, and parts that share a mesh say
 * so.
 */
export function poseModel(
  gltf: OpenGltf,
  pose: Pose,
  options: ReadOptions,
  Positions?: typeof Float32Array | typeof Float64Array,
): Model {
  const worlds = worldMatrices(gltf.outline, pose.locals);
  const shared = Positions ? [] : sharedShapes(gltf.parts, pose, worlds);
  const parts = gltf.parts.map((part, i): ModelPart => {
    options.signal?.throwIfAborted();
    const posed = posePart(part, pose, worlds);
    const positions = !Positions || posed instanceof Positions ? posed : new Positions(posed);
    refuseNotFinite(part, positions, options);
    const { name, path, assembly, guid, shape } = part;
    const instance = shared[i];
    const matrix = part.skin ? undefined : placeOf(part, worlds);
    const known = {
      ...(path && { path, assembly }),
      ...(guid && { guid }),
      ...(matrix && { matrix }),
      ...(instance && { instance }),
    };
    return { name, ...known, positions, indices: shape.indices };
  });
  return { format: 'gltf', parts, unit: 'meter' };
}

function refuseNotFinite(part: PosedPart, positions: ArrayLike<number>, options: ReadOptions): void {
  for (let i = 0; i < positions.length; i++) {
    if (Number.isFinite(positions[i])) continue;
    const vertex = Math.floor(i / 3);
    throw fileError('bad-number', options, {
      where: `part "${part.name}", vertex ${vertex}`,
      found: `found ${positions[i]}, expected a finite number`,
      advice: 'Export the model again.',
      details: { part: part.name, vertex },
    });
  }
}

function noTriangles(outline: GltfOutline, options: ReadOptions): MeshError {
  return fileError('no-triangles', options, {
    found: `the scene's ${outline.sceneNodes.length} nodes hold no triangles`,
    advice: 'Check that the scene has meshes, and that they are not only points and lines.',
    details: { nodes: outline.sceneNodes.length },
  });
}
