/**
 * The part of a glTF's JSON that determines where triangles are: nodes, meshes, skins, animations. The rest (materials,
 * textures, cameras) is ignored, so a missing texture or an odd material does no harm.
 *
 * Promise: every reference points at something, nodes form trees, numbers are finite.
 */
import { fileError } from '../file-error.ts';
import type { GltfChecker, JsonObject } from './checker.ts';

export interface GltfNode {
  readonly name: string;
  /** Persistent identifier, from its extras. */
  readonly guid?: string;
  readonly children: readonly number[];
  /** Given as a matrix; otherwise translation, rotation and scale hold. */
  readonly matrix?: readonly number[];
  readonly translation: readonly number[];
  readonly rotation: readonly number[];
  readonly scale: readonly number[];
  readonly mesh?: number;
  readonly skin?: number;
  /** Morph weights that replace the mesh's. */
  readonly weights?: readonly number[];
  /** Accessors of EXT_mesh_gpu_instancing. */
  readonly instances?: { readonly translation?: number; readonly rotation?: number; readonly scale?: number };
}

export interface GltfPrimitive {
  readonly path: string;
  readonly mode: number;
  readonly position: number;
  readonly indices?: number;
  /** JOINTS_0, JOINTS_1, … and the WEIGHTS_n that go with them. */
  readonly joints: readonly number[];
  readonly weights: readonly number[];
  /** POSITION of each morph target; undefined when a target leaves positions alone. */
  readonly targets: readonly (number | undefined)[];
  readonly draco?: JsonObject;
}

export interface GltfMesh {
  readonly name: string;
  readonly weights?: readonly number[];
  readonly primitives: readonly GltfPrimitive[];
}

export interface GltfSkin {
  readonly joints: readonly number[];
  readonly inverseBindMatrices?: number;
}

export interface GltfOutline {
  readonly nodes: readonly GltfNode[];
  /** Parent of each node, -1 for none. */
  readonly parents: Int32Array;
  /** Nodes of the scene, depth-first: the default scene, else the first, else every tree of the file. */
  readonly sceneNodes: readonly number[];
  readonly meshes: readonly GltfMesh[];
  readonly skins: readonly GltfSkin[];
}

const TRIANGLES = 4;
const FIRST_TRIANGLE_MODE = 4;
const LAST_MODE = 6;

/** Extensions that change where triangles are, and that are read here. */
const KNOWN_EXTENSIONS = [
  'KHR_draco_mesh_compression',
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
  'KHR_mesh_quantization',
  'EXT_mesh_gpu_instancing',
  'KHR_accessor_float64',
];
/** Extensions that only change how things look. */
const LOOKS =
  /^(KHR_materials_|KHR_texture_|EXT_texture_|MSFT_texture_|KHR_lights_|EXT_lights_|KHR_xmp|EXT_mesh_features)/;

export function outlineGltf(checker: GltfChecker): GltfOutline {
  refuseUnknownExtensions(checker);
  const meshes = checker.list('meshes').map((mesh, i) => readMesh(checker, mesh, `meshes[${i}]`));
  const skins = checker.list('skins').map((skin, i) => readSkin(checker, skin, `skins[${i}]`));
  const nodes = checker.list('nodes').map((node, i) => readNode(checker, node, `nodes[${i}]`));
  const parents = findParents(checker, nodes);
  return { nodes, parents, sceneNodes: listSceneNodes(checker, nodes, parents), meshes, skins };
}

function refuseUnknownExtensions(checker: GltfChecker): void {
  const listed = checker.json.extensionsRequired ?? [];
  const required: unknown[] = Array.isArray(listed) ? listed : checker.fail('extensionsRequired', listed, 'a list');
  const unknown = required.find((name) => !KNOWN_EXTENSIONS.includes(String(name)) && !LOOKS.test(String(name)));
  if (unknown === undefined) return;
  throw fileError('unsupported-extension', checker.options, {
    found: `the file requires the extension ${String(unknown)}, read are ${KNOWN_EXTENSIONS.join(', ')} and mere looks`,
    advice: 'Export it without that extension.',
    details: { extension: unknown },
  });
}

/** Names that exporters use for a persistent identifier. */
const GUID_NAMES = /^(global_?id|guid|ifc_?guid|uuid|unique_?id)$/i;

function readGuid(extras: unknown): string | undefined {
  if (typeof extras !== 'object' || extras === null) return undefined;
  const found = Object.entries(extras).find(([name, value]) => GUID_NAMES.test(name) && typeof value === 'string');
  return (found?.[1] as string | undefined) || undefined;
}

function readNode(checker: GltfChecker, node: JsonObject, path: string): GltfNode {
  const instancing = checker.extension(node, 'EXT_mesh_gpu_instancing', path);
  return {
    name: checker.name(node.name),
    guid: readGuid(node.extras),
    children: checker.references(node.children, 'nodes', `${path}.children`),
    matrix: checker.numbers(node.matrix, `${path}.matrix`, 16),
    translation: checker.numbers(node.translation, `${path}.translation`, 3) ?? [0, 0, 0],
    rotation: checker.numbers(node.rotation, `${path}.rotation`, 4) ?? [0, 0, 0, 1],
    scale: checker.numbers(node.scale, `${path}.scale`, 3) ?? [1, 1, 1],
    mesh: checker.reference(node.mesh, 'meshes', `${path}.mesh`),
    skin: checker.reference(node.skin, 'skins', `${path}.skin`),
    weights: checker.numbers(node.weights, `${path}.weights`),
    instances: instancing && readInstances(checker, instancing, `${path}.extensions.EXT_mesh_gpu_instancing`),
  };
}

function readInstances(checker: GltfChecker, instancing: JsonObject, path: string): GltfNode['instances'] {
  const attributes = checker.object(instancing.attributes, `${path}.attributes`);
  return {
    translation: checker.reference(attributes.TRANSLATION, 'accessors', `${path}.attributes.TRANSLATION`),
    rotation: checker.reference(attributes.ROTATION, 'accessors', `${path}.attributes.ROTATION`),
    scale: checker.reference(attributes.SCALE, 'accessors', `${path}.attributes.SCALE`),
  };
}

function readMesh(checker: GltfChecker, mesh: JsonObject, path: string): GltfMesh {
  const primitives = checker.objects(mesh.primitives, `${path}.primitives`);
  return {
    name: checker.name(mesh.name),
    weights: checker.numbers(mesh.weights, `${path}.weights`),
    primitives: primitives.flatMap((primitive, i) => readPrimitive(checker, primitive, `${path}.primitives[${i}]`)),
  };
}

/** A list of one, or of none for points, lines and primitives without positions. */
function readPrimitive(checker: GltfChecker, primitive: JsonObject, path: string): GltfPrimitive[] {
  const mode = primitive.mode === undefined ? TRIANGLES : checker.whole(primitive.mode, `${path}.mode`);
  if (mode > LAST_MODE) checker.fail(`${path}.mode`, mode, `0 to ${LAST_MODE}`);
  const attributes = checker.object(primitive.attributes, `${path}.attributes`);
  const attribute = (name: string) => checker.reference(attributes[name], 'accessors', `${path}.attributes.${name}`);
  const position = attribute('POSITION');
  if (mode < FIRST_TRIANGLE_MODE || position === undefined) return [];
  const setCount = countJointSets(attributes);
  const targets = checker.objects(primitive.targets, `${path}.targets`);
  return [
    {
      path,
      mode,
      position,
      indices: checker.reference(primitive.indices, 'accessors', `${path}.indices`),
      joints: Array.from({ length: setCount }, (_, set) => attribute(`JOINTS_${set}`)!),
      weights: Array.from({ length: setCount }, (_, set) => attribute(`WEIGHTS_${set}`)!),
      targets: targets.map((target, i) =>
        checker.reference(target.POSITION, 'accessors', `${path}.targets[${i}].POSITION`),
      ),
      draco: checker.extension(primitive, 'KHR_draco_mesh_compression', path),
    },
  ];
}

function countJointSets(attributes: JsonObject): number {
  let count = 0;
  while (attributes[`JOINTS_${count}`] !== undefined && attributes[`WEIGHTS_${count}`] !== undefined) count++;
  return count;
}

function readSkin(checker: GltfChecker, skin: JsonObject, path: string): GltfSkin {
  const joints = checker.references(skin.joints, 'nodes', `${path}.joints`);
  if (joints.length === 0) checker.fail(`${path}.joints`, skin.joints, 'at least one node');
  return {
    joints,
    inverseBindMatrices: checker.reference(skin.inverseBindMatrices, 'accessors', `${path}.inverseBindMatrices`),
  };
}

function findParents(checker: GltfChecker, nodes: readonly GltfNode[]): Int32Array {
  const parents = new Int32Array(nodes.length).fill(-1);
  for (const [parent, { children }] of nodes.entries()) {
    for (const child of children) {
      if (parents[child] !== -1) {
        checker.fail(`nodes[${parent}].children`, child, `a node without a parent (it has nodes[${parents[child]}])`);
      }
      parents[child] = parent;
    }
  }
  // Each node has at most one parent, so nodes that no root reaches form a cycle.
  const roots = listRoots(parents);
  const reached = new Set(walkDepthFirst(nodes, roots));
  const stray = parents.findIndex((_, i) => !reached.has(i));
  if (stray !== -1) checker.fail(`nodes[${stray}]`, 'a node that is its own ancestor', 'trees of nodes');
  return parents;
}

function listSceneNodes(checker: GltfChecker, nodes: readonly GltfNode[], parents: Int32Array): number[] {
  const scenes = checker
    .list('scenes')
    .map((scene, i) => checker.references(scene.nodes, 'nodes', `scenes[${i}].nodes`));
  const scene = checker.reference(checker.json.scene, 'scenes', 'scene') ?? 0;
  return walkDepthFirst(nodes, scenes[scene] ?? listRoots(parents));
}

function listRoots(parents: Int32Array): number[] {
  return Array.from(parents.keys()).filter((node) => parents[node] === -1);
}

function walkDepthFirst(nodes: readonly GltfNode[], roots: readonly number[]): number[] {
  const visited = new Set<number>();
  const waiting = roots.toReversed();
  while (waiting.length > 0) {
    const node = waiting.pop()!;
    if (visited.has(node)) continue;
    visited.add(node);
    for (let i = nodes[node].children.length - 1; i >= 0; i--) waiting.push(nodes[node].children[i]);
  }
  return [...visited];
}
