/** What `impacts` found: vertices that met faces, and edges that met edges, between the last two updates. */
import { Vector3 } from 'three';
import type { Impacts } from '../index.ts';
import type { HitFace } from './face-pairs.ts';
import { FeaturePairs, type ImpactVertices } from './feature-pairs.ts';

/** When and where something met. */
export interface ImpactMoment {
  /** From 0, the previous update, to 1, the last one: not after the first contact, and less than 2^-52 before it. */
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
export class FeatureImpacts extends FeaturePairs<Impacts, FeatureImpact> {
  /** The earliest impact, the first of equals; none when nothing met. */
  get first(): FeatureImpact | undefined {
    const { times } = this.answer;
    let least = 0;
    for (let i = 1; i < times.length; i++) if (times[i] < times[least]) least = i;
    return this.at(least);
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
    if (!this.has(index)) return undefined;
    const { times, points, normals } = this.answer;
    return {
      ...this.featuresAt(index),
      time: times[index],
      point: points && new Vector3().fromArray(points, 3 * index),
      normal: normals && new Vector3().fromArray(normals, 3 * index),
    };
  }
}
