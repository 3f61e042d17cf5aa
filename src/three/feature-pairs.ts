/** Pairs of features that a query found, a vertex and a face or two edges, in terms of the caller's objects. */
import type { BodyTable } from './bodies.ts';
import type { Body } from './body.ts';
import type { HitFace, HitObject } from './face-pairs.ts';
import { faceOf } from './topology.ts';

/** Vertices of `object.geometry`: one, or the two ends of an edge. Where several lie together, one of them. */
export interface ImpactVertices extends HitObject {
  /** Their numbers. */
  readonly vertices: readonly number[];
}

/** A vertex and a face. */
export interface VertexAndFace {
  /** Which kind of pair this is. */
  readonly kind: 'vertex-face';
  /** The vertex. */
  readonly a: ImpactVertices;
  /** The face. */
  readonly b: HitFace;
}

/** Two edges, each with its two ends. */
export interface TwoEdges {
  /** Which kind of pair this is. */
  readonly kind: 'edge-edge';
  /** The ends of one edge. */
  readonly a: ImpactVertices;
  /** The ends of the other. */
  readonly b: ImpactVertices;
}

/** What answers about features have in common. */
export interface FeatureAnswer {
  /** One per pair: see `IMPACT_KIND`. */
  readonly kinds: Uint8Array;
  /** Six per pair: objectA, a0, a1, objectB, b0, b1. */
  readonly features: Uint32Array;
  /**
   * What the query cost.
   * @experimental What it holds may change in any version.
   */
  readonly stats: object;
}

/** Pairs of features. The numbers stay in typed arrays; objects are made only for the pairs you ask for. */
export abstract class FeaturePairs<Answer extends FeatureAnswer = FeatureAnswer, Pair = unknown>
  implements Iterable<Pair>
{
  /** The engine's own answer. Its objects are numbers that `objectOf` explains. */
  readonly answer: Answer;
  readonly #table: BodyTable;

  /** @internal */
  constructor(answer: Answer, table: BodyTable) {
    this.answer = answer;
    this.#table = table;
  }

  /** Number of pairs. */
  get length(): number {
    return this.answer.kinds.length;
  }

  /**
   * What the query cost.
   * @experimental What it holds may change in any version.
   */
  get stats(): Answer['stats'] {
    return this.answer.stats;
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
   * A pair by its number.
   * @example
   * ```ts
   * const first = impacts.at(0);
   * console.log(first?.kind);
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
   * The two features of a pair.
   * @internal
   */
  protected featuresAt(index: number): VertexAndFace | TwoEdges {
    const { kinds, features } = this.answer;
    const [objectA, a0, a1, objectB, b0, b1] = features.subarray(6 * index, 6 * index + 6);
    if (kinds[index] === 0) {
      const face = faceOf(this.#body(objectB).topology, b0);
      return { kind: 'vertex-face', a: this.#vertices(objectA, [a0]), b: { ...this.objectOf(objectB), face } };
    }
    return { kind: 'edge-edge', a: this.#vertices(objectA, [a0, a1]), b: this.#vertices(objectB, [b0, b1]) };
  }

  #body(id: number): Body {
    return this.#table.get(id)!;
  }

  #vertices(id: number, numbers: readonly number[]): ImpactVertices {
    const { sources } = this.#body(id).topology;
    return { ...this.objectOf(id), vertices: numbers.map((vertex) => sources[vertex]) };
  }
}
