/**
 * Pairs of faces that a query found, in terms of the caller's objects; what the answers of all queries have in common.
 *
 * The numbers stay in the engine's typed arrays; an object per pair is made only for those that are asked for.
 */
import type { Mesh } from 'three';
import type { BodyTable } from './bodies.ts';
import type { Body } from './body.ts';
import { faceOf } from './topology.ts';

/** A mesh, or one instance of it. */
export interface HitObject {
  readonly object: Mesh;
  /** Number of the instance of an InstancedMesh or BatchedMesh; none otherwise. */
  readonly instance: number | undefined;
}

export interface HitFace extends HitObject {
  /** The face of `object.geometry`, numbered as in `faceIndex` of a ray's hit. */
  readonly face: number;
}

export interface HitPair {
  readonly a: HitObject;
  readonly b: HitObject;
  /** How many pairs of faces there are. */
  readonly count: number;
}

/** What the engine's answers have in common. */
export interface PairAnswer {
  readonly trianglePairs: Uint32Array;
  readonly objectPairs: Uint32Array;
  readonly degenerateTriangles: Uint32Array;
  readonly limited: boolean;
}

export abstract class FacePairs {
  /** The engine's own answer. Its objects are numbers that `objectOf` explains, its triangles ones that `faceOf` does. */
  abstract readonly answer: PairAnswer;
  readonly #table: BodyTable;

  /** @internal */
  constructor(table: BodyTable) {
    this.#table = table;
  }

  get length(): number {
    return this.answer.trianglePairs.length / 4;
  }

  /** True when `limit` stopped the search, so that there may be more pairs than these. */
  get limited(): boolean {
    return this.answer.limited;
  }

  /** Which objects meet, and in how many pairs of faces. */
  get pairs(): HitPair[] {
    const { objectPairs } = this.answer;
    return Array.from({ length: objectPairs.length / 3 }, (_, i) => ({
      a: this.objectOf(objectPairs[3 * i]),
      b: this.objectOf(objectPairs[3 * i + 1]),
      count: objectPairs[3 * i + 2],
    }));
  }

  /** Faces without area; they are in no pair. */
  get degenerateFaces(): HitFace[] {
    const { degenerateTriangles } = this.answer;
    return Array.from({ length: degenerateTriangles.length / 2 }, (_, i) =>
      this.#face(degenerateTriangles[2 * i], degenerateTriangles[2 * i + 1]),
    );
  }

  /** The mesh, and its instance, that has this number in `answer`. */
  objectOf(id: number): HitObject {
    const { object, instance } = this.#body(id);
    return { object, instance };
  }

  /** The face that has this number in `answer`. */
  faceOf(id: number, triangle: number): number {
    return faceOf(this.#body(id).topology, triangle);
  }

  /** How many triangles the object with this number has in `answer`. */
  triangleCount(id: number): number {
    return this.#body(id).topology.indices.length / 3;
  }

  /**
   * Writes nine numbers: where the corners of a triangle of `answer` are in the world, as of the collider's last update.
   */
  readTriangle<T extends Float32Array | Float64Array | number[]>(id: number, triangle: number, target: T, at = 0): T {
    this.#body(id).readTriangle(triangle, target, at);
    return target;
  }

  protected facesAt(index: number): { readonly a: HitFace; readonly b: HitFace } {
    const [objectA, triangleA, objectB, triangleB] = this.answer.trianglePairs.subarray(4 * index, 4 * index + 4);
    return { a: this.#face(objectA, triangleA), b: this.#face(objectB, triangleB) };
  }

  #body(id: number): Body {
    return this.#table.get(id)!;
  }

  #face(id: number, triangle: number): HitFace {
    return { ...this.objectOf(id), face: this.faceOf(id, triangle) };
  }
}
