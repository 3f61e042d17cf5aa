/** What `within` found: pairs of faces nearer than a distance, how near, and where. */
import type { Vector3 } from 'three';
import type { Proximities } from '../index.ts';
import { FacePairs, type HitFace, type HitPair } from './face-pairs.ts';

/** Two faces that are near each other. */
export interface NearPairOfFaces {
  /** The first face. */
  readonly a: HitFace;
  /** The second face. */
  readonly b: HitFace;
  /** Their distance; 0 exactly when the faces share a point. */
  readonly distance: number;
  /** The nearest point of each, in world space; undefined with `points: false`. */
  readonly points: readonly [Vector3, Vector3] | undefined;
}

/** Two objects that are near each other. */
export interface NearPair extends HitPair {
  /** The least distance between the two objects. */
  readonly distance: number;
}

/** The answer of {@link Collider.within}: pairs of faces closer than a distance, how close, and where. */
export class NearFaces extends FacePairs<Proximities, NearPairOfFaces> {
  /** Which objects are near each other, in how many pairs of faces, and how near. */
  override get pairs(): NearPair[] {
    return super.pairs.map((pair, i) => ({ ...pair, distance: this.answer.objectDistances[i] }));
  }

  /**
   * One pair; undefined beyond the last.
   * @example
   * ```ts
   * const first = near.at(0);
   * console.log(first?.a.object.name, first?.distance);
   * ```
   */
  at(index: number): NearPairOfFaces | undefined {
    if (!this.has(index)) return undefined;
    const { distances, points } = this.answer;
    return { ...this.facesAt(index), distance: distances[index], points: points && this.pointsAt(index, points) };
  }
}
