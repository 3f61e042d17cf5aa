/**
 * Pairs of faces that a query found, in terms of the caller's objects; what the answers of all queries have in common.
 *
 * The numbers stay in the engine's typed arrays; an object per pair is made only for those that are asked for.
 */
import { type Mesh, Vector3 } from 'three';
import type { BodyTable } from './bodies.ts';
import type { Body } from './body.ts';
import { faceOf } from './topology.ts';

/** A mesh, or one instance of it. */
export interface HitObject {
  /** The mesh. */
  readonly object: Mesh;
  /** Number of the instance of an InstancedMesh or BatchedMesh; undefined otherwise. */
  readonly instance: number | undefined;
}

/** A face of a mesh, or of one instance of it. */
export interface HitFace extends HitObject {
  /** The face of `object.geometry`, numbered as `faceIndex` of a ray cast. */
  readonly face: number;
}

/** Two objects that have pairs of faces. */
export interface HitPair {
  /** The first of the two. */
  readonly a: HitObject;
  /** The second; the same as `a` for pairs within one object. */
  readonly b: HitObject;
  /** Number of pairs of faces. */
  readonly count: number;
}

/** What the engine's answers have in common. */
export interface PairAnswer {
  /** Four per pair: objectA, triangleA, objectB, triangleB. */
  readonly trianglePairs: Uint32Array;
  /** Three per pair of objects: a, b, number of triangle pairs. */
  readonly objectPairs: Uint32Array;
  /** Two per triangle without area: object, triangle. */
  readonly degenerateTriangles: Uint32Array;
  /** True when `limit` stopped the search. */
  readonly limited: boolean;
  /**
   * What the query cost.
   * @experimental What it holds may change in any version.
   */
  readonly stats: object;
}

/** Pairs of faces that a query found. The numbers stay in typed arrays; objects are made only for the pairs you ask for. */
export abstract class FacePairs<Answer extends PairAnswer = PairAnswer, Pair = unknown> implements Iterable<Pair> {
  /** The engine's own answer. Its objects are ids that `objectOf` explains, its triangles numbers that `faceOf` does. */
  readonly answer: Answer;
  readonly #table: BodyTable;

  /** @internal */
  constructor(answer: Answer, table: BodyTable) {
    this.answer = answer;
    this.#table = table;
  }

  /**
   * What the query cost.
   * @experimental What it holds may change in any version.
   */
  get stats(): Answer['stats'] {
    return this.answer.stats;
  }

  /** Number of pairs. */
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

  /**
   * The mesh, and its instance, that has this id in `answer`.
   * @example
   * ```ts
   * const [id] = hits.answer.objectPairs;
   * console.log(hits.objectOf(id).object.name);
   * ```
   */
  objectOf(id: number): HitObject {
    const { object, instance } = this.#body(id);
    return { object, instance };
  }

  /**
   * The face that a triangle of `answer` is.
   * @example
   * ```ts
   * const [id, triangle] = hits.answer.trianglePairs;
   * console.log(hits.faceOf(id, triangle));
   * ```
   */
  faceOf(id: number, triangle: number): number {
    return faceOf(this.#body(id).topology, triangle);
  }

  /**
   * Number of triangles that the object with this id has in `answer`.
   * @example
   * ```ts
   * const [id] = hits.answer.objectPairs;
   * console.log(hits.triangleCount(id));
   * ```
   */
  triangleCount(id: number): number {
    return this.#body(id).topology.indices.length / 3;
  }

  /**
   * Writes nine numbers: the corners of a triangle of `answer` in world space, as of the collider's last update.
   * @example
   * ```ts
   * const [id, triangle] = hits.answer.trianglePairs;
   * const corners = hits.readTriangle(id, triangle, new Float32Array(9));
   * ```
   */
  readTriangle<T extends Float32Array | Float64Array | number[]>(id: number, triangle: number, target: T, at = 0): T {
    this.#body(id).readTriangle(triangle, target, at);
    return target;
  }

  /**
   * A pair by its number.
   *
   * @example
   * ```ts
   * const first = hits.at(0);
   * console.log(first?.a.object.name, first?.b.object.name);
   * ```
   */
  abstract at(index: number): Pair | undefined;

  *[Symbol.iterator](): Iterator<Pair> {
    for (let i = 0; i < this.length; i++) yield this.at(i)!;
  }

  /** @internal */
  protected has(index: number): boolean {
    return index >= 0 && index < this.length;
  }

  /**
   * The two points of a pair, in a list of six numbers per pair.
   * @internal
   */
  protected pointsAt(index: number, coordinates: Float64Array): readonly [Vector3, Vector3] {
    return [new Vector3().fromArray(coordinates, 6 * index), new Vector3().fromArray(coordinates, 6 * index + 3)];
  }

  /**
   * The two faces of a pair.
   * @internal
   */
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
