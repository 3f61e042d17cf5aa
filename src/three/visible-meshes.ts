/** The meshes below an object, and the tops of the graphs that decide where they are. */
import type { InstancedBufferGeometry, Mesh, Object3D } from 'three';
import { isSkinned } from './instances.ts';
import { meshError } from './object-label.ts';

export interface MeshFilter {
  readonly invisible: boolean;
  readonly filter: ((object: Object3D) => boolean) | undefined;
}

/** Marks objects that show hits and take no part in collisions. */
export const SHOWS_HITS = 'isCollisionHelper';

function isShown(object: Object3D): boolean {
  for (let at: Object3D | null = object; at; at = at.parent) if (!at.visible) return false;
  return true;
}

/** Every mesh below `root`, and `root` itself, that takes part. */
export function addMeshes(root: Object3D, { invisible, filter }: MeshFilter, meshes: Set<Mesh>): void {
  if (!invisible && !isShown(root)) return;
  const add = (object: Object3D) => {
    if (SHOWS_HITS in object || (!invisible && !object.visible) || (filter && !filter(object))) return;
    if (isTriangles(object)) meshes.add(object);
    for (const child of object.children) add(child);
  };
  add(root);
}

function isTriangles(object: Object3D): object is Mesh {
  const mesh = object as Mesh & { isLineSegments2?: boolean };
  // Thick lines are meshes of instanced quads.
  if (!mesh.isMesh || mesh.isLineSegments2) return false;
  if ((mesh.geometry as InstancedBufferGeometry).isInstancedBufferGeometry) {
    const found = 'has an InstancedBufferGeometry, whose instances only its shader can place';
    throw meshError('instanced-geometry', mesh, found, 'Use InstancedMesh, or leave it out with the option filter.');
  }
  return true;
}

/** Updates world matrices as a renderer does, in every graph that contains one of the objects or bones. */
export function updateWorldMatrices(roots: Iterable<Object3D>, meshes: Iterable<Mesh>): void {
  const tops = new Set<Object3D>();
  const passed = new Set<Object3D>();
  const climb = (object: Object3D) => {
    let at = object;
    while (!passed.has(at)) {
      passed.add(at);
      if (!at.parent) tops.add(at);
      else at = at.parent;
    }
  };
  for (const root of roots) climb(root);
  for (const mesh of meshes) {
    if (isSkinned(mesh)) for (const bone of mesh.skeleton?.bones ?? []) if (bone) climb(bone);
  }
  for (const top of tops) if (top.matrixWorldAutoUpdate) top.updateMatrixWorld();
}
