/** What `impacts` found: vertices that met faces, and edges that met edges, between the last two updates. */
import { Vector3 } from 'three';
import type { Impacts, ImpactsStats } from '../index.ts';
import type { BodyTable } from './bodies.ts';
import type { Body } from './body.ts';
import type { HitFace, HitObject } from './face-pairs.ts';
import { faceOf } from './topology.ts';

/** Vertices of `object.geometry`: one, or the two ends of an edge. Where several lie together, one of them. */
export interface ImpactVertices extends HitObject {
  /** Their numbers. */
  readonly vertices: readonly number[];
}

/** When and where something met. */
export interface ImpactMoment {
  /** From 0, the update before, to 1, the last one: not after the first contact, and not earlier by 2^-52. */
  readonly time: number;
  /** Where, in the world; undefined with `points: false`. */
  readonly point: Vector3 | undefined;
  /** The direction against which `a` came, in the world; undefined with `points: false`. */
  readonly normal: Vector3 | undefined;
}

/** A vertex that met a face. */
export interface VertexFaceImpact extends ImpactMoment {
  /** Which kind of impact this is. */
  readonly kind: 'vertex-face';
  /** The vertex. */
  readonly a: ImpactVertices;
  /** The face. */
  readonly b: HitFace;
}

/** Two edges that met. */
export interface EdgeEdgeImpact extends ImpactMoment {
  /** Which kind of impact this is. */
  readonly kind: 'edge-edge';
  /** The ends of one edge. */
  readonly a: ImpactVertices;
  /** The ends of the other. */
  readonly b: ImpactVertices;
}

/** One impact: a vertex and a face, or two edges, and when they met. */
export type FeatureImpact = VertexFaceImpact | EdgeEdgeImpact;

/** Impacts that a query found. The numbers stay in typed arrays; objects are made only for the impacts you ask for. */
export class FeatureImpacts implements Iterable<FeatureImpact> {
  /** The engine's own answer. Its objects are numbers that `objectOf` explains. */
  readonly answer: Impacts;
  readonly #table: BodyTable;

  /** @internal */
  constructor(answer: Impacts, table: BodyTable) {
    this.answer = answer;
    this.#table = table;
  }

  /** Number of impacts. */
  get length(): number {
    return this.answer.times.length;
  }

  /** What the query cost. */
  get stats(): ImpactsStats {
    return this.answer.stats;
  }

  /** The earliest impact, the first of equals; none when nothing met. */
  get first(): FeatureImpact | undefined {
    const { times } = this.answer;
    let least = 0;
    for (let i = 1; i < times.length; i++) if (times[i] < times[least]) least = i;
    return this.at(least);
  }

  /**
   * The mesh, and its instance, that has this number in `answer`.
   * @example
   * ```ts
   * const [a] = impacts.answer.objectPairs;
   * console.log(impacts.objectOf(a).object.name);
   * ```
   */
  objectOf(id: number): HitObject {
    const { object, instance } = this.#body(id);
    return { object, instance };
  }

  /**
   * One impact; undefined beyond the last.
   * @example
   * ```ts
   * const impact = impacts.at(0);
   * console.log(impact?.kind, impact?.time);
   * ```
   */
  at(index: number): FeatureImpact | undefined {
    if (!(index >= 0 && index < this.length)) return undefined;
    const { kinds, features, times, points, normals } = this.answer;
    const [objectA, a0, a1, objectB, b0, b1] = features.subarray(6 * index, 6 * index + 6);
    const base = {
      time: times[index],
      point: points && new Vector3().fromArray(points, 3 * index),
      normal: normals && new Vector3().fromArray(normals, 3 * index),
    };
    if (kinds[index] === 0) {
      const face = faceOf(this.#body(objectB).topology, b0);
      return { kind: 'vertex-face', a: this.#vertices(objectA, [a0]), b: { ...this.objectOf(objectB), face }, ...base };
    }
    return { kind: 'edge-edge', a: this.#vertices(objectA, [a0, a1]), b: this.#vertices(objectB, [b0, b1]), ...base };
  }

  *[Symbol.iterator](): Iterator<FeatureImpact> {
    for (let i = 0; i < this.length; i++) yield this.at(i)!;
  }

  #body(id: number): Body {
    return this.#table.get(id)!;
  }

  #vertices(id: number, numbers: readonly number[]): ImpactVertices {
    const { sources } = this.#body(id).topology;
    return { ...this.objectOf(id), vertices: numbers.map((vertex) => sources[vertex]) };
  }
}
