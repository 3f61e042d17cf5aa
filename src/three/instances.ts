/**
 * What a mesh draws: itself, or each of its instances, with its part of the geometry and its place.
 *
 * `visit` is called with one object, which is overwritten for the next instance.
 */
import { type BatchedMesh, type InstancedMesh, Matrix4, type Mesh, type SkinnedMesh } from 'three';
import { type CornerRanges, drawnRanges, wholeTriangles } from './drawn-ranges.ts';
import { meshError } from './object-label.ts';

export interface Instance {
  /** Its number; none for a mesh that is not instanced. */
  instance: number | undefined;
  ranges: CornerRanges;
  /** Where it is in the world; skinned vertices are in the world already. */
  matrix: Matrix4;
  /** Influences of its morph targets, if any. */
  influences: ArrayLike<number> | undefined;
}

export type Visit = (instance: Instance) => void;

const identity = /*@__PURE__*/ new Matrix4();

export const isInstanced = (mesh: Mesh): mesh is InstancedMesh => (mesh as InstancedMesh).isInstancedMesh === true;
export const isBatched = (mesh: Mesh): mesh is BatchedMesh => (mesh as BatchedMesh).isBatchedMesh === true;
export const isSkinned = (mesh: Mesh): mesh is SkinnedMesh => (mesh as SkinnedMesh).isSkinnedMesh === true;

export function visitMesh(mesh: Mesh, invisible: boolean, visit: Visit): void {
  const ranges = drawnRanges(mesh, invisible);
  if (ranges.length === 0) return;
  const matrix = isSkinned(mesh) ? identity : mesh.matrixWorld;
  visit({ instance: undefined, ranges, matrix, influences: mesh.morphTargetInfluences });
}

export function visitInstanced(mesh: InstancedMesh, invisible: boolean, visit: Visit): void {
  const ranges = drawnRanges(mesh, invisible);
  if (ranges.length === 0) return;
  // A row per instance: the influence of the positions themselves, then one per target.
  const morphs = mesh.morphTexture?.image as { data: Float32Array; width: number } | undefined;
  const one: Instance = { instance: 0, ranges, matrix: new Matrix4(), influences: mesh.morphTargetInfluences };
  for (let i = 0; i < mesh.count; i++) {
    one.instance = i;
    mesh.getMatrixAt(i, one.matrix);
    one.matrix.premultiply(mesh.matrixWorld);
    if (morphs) one.influences = morphs.data.subarray(i * morphs.width + 1, (i + 1) * morphs.width);
    visit(one);
  }
}

/** Tracks which instances of a BatchedMesh exist, from one update to the next. */
export class BatchedInstances {
  #live: number[] = [];

  /**
   * Asking for a deleted instance throws, which is slow; so known instances are asked first, and all
   * only when one of them is gone or the number of instances has changed.
   */
  #find(mesh: BatchedMesh): readonly number[] {
    const exists = (instance: number) => {
      try {
        mesh.getGeometryIdAt(instance);
        return true;
      } catch {
        return false;
      }
    };
    const count = mesh.instanceCount;
    if (this.#live.length === count && this.#live.every(exists)) return this.#live;
    this.#live = [];
    for (let i = 0; i < mesh.maxInstanceCount && this.#live.length < count; i++) if (exists(i)) this.#live.push(i);
    return this.#live;
  }

  visit(mesh: BatchedMesh, invisible: boolean, visit: Visit): void {
    if (typeof mesh.getGeometryRangeAt !== 'function' || mesh.instanceCount === undefined) {
      const found = 'is a BatchedMesh of a version of three.js that does not reveal which parts its instances draw';
      throw meshError('three-version', mesh, found, 'Use a newer version of three.js.');
    }
    const isDrawn = [mesh.material].flat().some((material) => material?.visible);
    if (!isDrawn && !invisible) return;
    const ranges = new Map<number, CornerRanges>();
    const one: Instance = { instance: 0, ranges: [], matrix: new Matrix4(), influences: undefined };
    for (const instance of this.#find(mesh)) {
      if (!invisible && !mesh.getVisibleAt(instance)) continue;
      const geometry = mesh.getGeometryIdAt(instance);
      one.instance = instance;
      one.ranges = ranges.get(geometry) ?? rangeOf(mesh, geometry);
      ranges.set(geometry, one.ranges);
      mesh.getMatrixAt(instance, one.matrix);
      one.matrix.premultiply(mesh.matrixWorld);
      if (one.ranges.length > 0) visit(one);
    }
  }
}

function rangeOf(mesh: BatchedMesh, geometry: number): CornerRanges {
  const range = mesh.getGeometryRangeAt(geometry);
  return range ? wholeTriangles(range.start, range.start + range.count) : [];
}
