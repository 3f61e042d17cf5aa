/**
 * Counts the size of a glTF scene with all its instances before anything is allocated: nodes, instances and primitives can
 * reuse the same arrays any number of times at no cost to the file.
 */
import { fileError } from '../file-error.ts';
import type { ReadOptions } from '../model.ts';
import type { GltfArrays } from './accessors.ts';
import type { GltfMesh, GltfPrimitive } from './outline.ts';

export const SCENE_LIMITS = {
  parts: 1_000_000,
  /** Of all parts together. */
  vertices: 100_000_000,
  /** Of all meshes, each counted once. */
  triangles: 200_000_000,
  /** Vertices times morph targets, and twice the vertices times sets of four joints. */
  offsets: 300_000_000,
} as const;

const TRIANGLES = 4;

/** Triangles of a primitive with this many corners; strips and fans have one per corner after the second. */
export function triangleCountOf({ mode }: GltfPrimitive, cornerCount: number): number {
  return mode === TRIANGLES ? Math.floor(cornerCount / 3) : Math.max(0, cornerCount - 2);
}

export function vertexCountOf(primitive: GltfPrimitive, arrays: GltfArrays): number {
  return arrays(primitive.position).array.length / 3;
}

export function cornerCountOf(primitive: GltfPrimitive, arrays: GltfArrays): number {
  const { indices } = primitive;
  return indices === undefined ? vertexCountOf(primitive, arrays) : arrays(indices).array.length;
}

export class SceneSize {
  readonly #options: ReadOptions;
  readonly #sums = { parts: 0, vertices: 0, triangles: 0, offsets: 0 };
  readonly #verticesOf = new Map<GltfMesh, number>();

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  /** Counts a node with a mesh, or refuses it. */
  add(mesh: GltfMesh, instanceCount: number, arrays: GltfArrays): void {
    const sums = this.#sums;
    if (!this.#verticesOf.has(mesh)) this.#addMesh(mesh, arrays);
    sums.parts += instanceCount;
    sums.vertices += instanceCount * this.#verticesOf.get(mesh)!;
    const kinds = Object.keys(SCENE_LIMITS) as (keyof typeof SCENE_LIMITS)[];
    for (const kind of kinds) if (sums[kind] > SCENE_LIMITS[kind]) throw this.#tooLarge(kind);
  }

  #addMesh(mesh: GltfMesh, arrays: GltfArrays): void {
    const most = (counts: readonly number[]) => counts.reduce((larger, count) => Math.max(larger, count), 0);
    let vertices = 0;
    for (const primitive of mesh.primitives) {
      vertices += vertexCountOf(primitive, arrays);
      this.#sums.triangles += triangleCountOf(primitive, cornerCountOf(primitive, arrays));
    }
    const targets = most(mesh.primitives.map((primitive) => primitive.targets.length));
    const jointSets = most(mesh.primitives.map((primitive) => primitive.joints.length));
    this.#sums.offsets += vertices * (targets + 2 * jointSets);
    this.#verticesOf.set(mesh, vertices);
  }

  #tooLarge(kind: keyof typeof SCENE_LIMITS) {
    const [count, limit] = [this.#sums[kind], SCENE_LIMITS[kind]];
    const what = kind === 'offsets' ? 'offsets of morph targets and influences of joints' : kind;
    return fileError('too-large', this.#options, {
      found: `with all its instances and primitives the scene has at least ${count} ${what}, the limit is ${limit}`,
      advice: 'Split the scene.',
      details: { [kind]: count, limit },
    });
  }
}
