/**
 * What a query found, in terms of the caller's objects.
 *
 * The numbers stay in typed arrays; an object per hit is made only for those that are asked for.
 */
import { type Mesh, Vector3 } from 'three';
import type { CollideStats, Collisions } from '../index.ts';
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

export type HitKind = 'touching' | 'crossing' | 'coplanar';

const KINDS: readonly HitKind[] = ['touching', 'crossing', 'coplanar'];

export interface Hit {
  readonly a: HitFace;
  readonly b: HitFace;
  readonly kind: HitKind;
  /** With `segments: true`, the two ends of the segment in which the faces meet, in the world. */
  readonly segment: readonly [Vector3, Vector3] | undefined;
}

export interface HitPair {
  readonly a: HitObject;
  readonly b: HitObject;
  /** How many pairs of faces collide. */
  readonly count: number;
}

export class Hits implements Iterable<Hit> {
  /** The answer of the engine. Its objects are numbers that `objectOf` explains, its triangles ones that `faceOf` does. */
  readonly collisions: Collisions;
  readonly #table: BodyTable;

  constructor(collisions: Collisions, table: BodyTable) {
    this.collisions = collisions;
    this.#table = table;
  }

  get length(): number {
    return this.collisions.kinds.length;
  }

  /** True when `limit` stopped the search, so that there may be more hits than these. */
  get limited(): boolean {
    return this.collisions.limited;
  }

  get stats(): CollideStats {
    return this.collisions.stats;
  }

  /** One hit; `undefined` beyond the last. */
  at(index: number): Hit | undefined {
    if (!(index >= 0 && index < this.length)) return undefined;
    const { trianglePairs, kinds, segments } = this.collisions;
    const [objectA, triangleA, objectB, triangleB] = trianglePairs.subarray(4 * index, 4 * index + 4);
    const point = (at: number) => new Vector3().fromArray(segments!, at);
    return {
      a: this.#face(objectA, triangleA),
      b: this.#face(objectB, triangleB),
      kind: KINDS[kinds[index]],
      segment: segments && [point(6 * index), point(6 * index + 3)],
    };
  }

  *[Symbol.iterator](): Iterator<Hit> {
    for (let i = 0; i < this.length; i++) yield this.at(i)!;
  }

  /** Which objects meet, and in how many pairs of faces. */
  get pairs(): HitPair[] {
    const { objectPairs } = this.collisions;
    return Array.from({ length: objectPairs.length / 3 }, (_, i) => ({
      a: this.objectOf(objectPairs[3 * i]),
      b: this.objectOf(objectPairs[3 * i + 1]),
      count: objectPairs[3 * i + 2],
    }));
  }

  /** Faces without area; they are in no hit. */
  get degenerateFaces(): HitFace[] {
    const { degenerateTriangles } = this.collisions;
    return Array.from({ length: degenerateTriangles.length / 2 }, (_, i) =>
      this.#face(degenerateTriangles[2 * i], degenerateTriangles[2 * i + 1]),
    );
  }

  /** The mesh, and its instance, that has this number in `collisions`. */
  objectOf(id: number): HitObject {
    const { object, instance } = this.#body(id);
    return { object, instance };
  }

  /** The face that has this number in `collisions`. */
  faceOf(id: number, triangle: number): number {
    return faceOf(this.#body(id).topology, triangle);
  }

  /** How many triangles the object with this number has in `collisions`. */
  triangleCount(id: number): number {
    return this.#body(id).topology.indices.length / 3;
  }

  /**
   * Writes nine numbers: where the corners of a triangle of `collisions` are in the world, as of the collider's last
   * update.
   */
  readTriangle<T extends Float32Array | Float64Array | number[]>(id: number, triangle: number, target: T, at = 0): T {
    this.#body(id).readTriangle(triangle, target, at);
    return target;
  }

  #body(id: number): Body {
    return this.#table.get(id)!;
  }

  #face(id: number, triangle: number): HitFace {
    return { ...this.objectOf(id), face: this.faceOf(id, triangle) };
  }
}
