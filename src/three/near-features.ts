/** What `contacts` found: vertices near faces, and edges near edges. */
import { Vector3 } from 'three';
import type { FeatureContacts } from '../index.ts';
import { FeaturePairs, type TwoEdges, type VertexAndFace } from './feature-pairs.ts';

/** How and where two features are near each other. */
export interface FeatureNearness {
  /** 0 exactly when they meet. */
  readonly distance: number;
  /** On which side of the face, or of the pair of edges, `a` is: −1, 0 or 1. */
  readonly side: number;
  /** Whether it is the first of those with the same nearest points; a solver that pushes takes these. */
  readonly leads: boolean;
  /** The nearest point of each, in the world; undefined with `points: false`. */
  readonly points: readonly [Vector3, Vector3] | undefined;
  /** Of length 1, from `b` to `a`, in the world. */
  readonly normal: Vector3;
}

/** A vertex and a face, or two edges, that are near each other. */
export type FeatureContact = (VertexAndFace | TwoEdges) & FeatureNearness;

/** The answer of {@link Collider.contacts}. The numbers stay in typed arrays; objects are made only for the contacts you ask for. */
export class NearFeatures extends FeaturePairs<FeatureContacts, FeatureContact> {
  /**
   * One contact; undefined beyond the last.
   * @example
   * ```ts
   * const contact = contacts.at(0);
   * console.log(contact?.kind, contact?.distance);
   * ```
   */
  at(index: number): FeatureContact | undefined {
    if (!this.has(index)) return undefined;
    const { distances, sides, leads, normals } = this.answer;
    const points: Float64Array | undefined = this.answer.points;
    return {
      ...this.featuresAt(index),
      distance: distances[index],
      side: sides[index],
      leads: leads[index] === 1,
      points: points && [new Vector3().fromArray(points, 6 * index), new Vector3().fromArray(points, 6 * index + 3)],
      normal: new Vector3().fromArray(normals, 3 * index),
    };
  }
}
