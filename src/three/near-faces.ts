/** What `within` found: pairs of faces nearer than a distance, how near, and where. */
import { Vector3 } from 'three';
import type { Proximities, WithinStats } from '../index.ts';
import type { BodyTable } from './bodies.ts';
import { FacePairs, type HitFace, type HitPair } from './face-pairs.ts';

export interface NearPairOfFaces {
  readonly a: HitFace;
  readonly b: HitFace;
  /** 0 exactly when the faces share a point. */
  readonly distance: number;
  /** Unless `points: false` was asked for, the nearest point of each, in the world. */
  readonly points: readonly [Vector3, Vector3] | undefined;
}

export interface NearPair extends HitPair {
  /** The least distance between the two objects. */
  readonly distance: number;
}

export class NearFaces extends FacePairs implements Iterable<NearPairOfFaces> {
  readonly answer: Proximities;

  /** @internal */
  constructor(answer: Proximities, table: BodyTable) {
    super(table);
    this.answer = answer;
  }

  get stats(): WithinStats {
    return this.answer.stats;
  }

  /** Which objects are near each other, in how many pairs of faces, and how near. */
  override get pairs(): NearPair[] {
    return super.pairs.map((pair, i) => ({ ...pair, distance: this.answer.objectDistances[i] }));
  }

  /** One pair; `undefined` beyond the last. */
  at(index: number): NearPairOfFaces | undefined {
    if (!(index >= 0 && index < this.length)) return undefined;
    const { distances, points } = this.answer;
    const point = (at: number) => new Vector3().fromArray(points!, at);
    const both = points && ([point(6 * index), point(6 * index + 3)] as const);
    return { ...this.facesAt(index), distance: distances[index], points: both };
  }

  *[Symbol.iterator](): Iterator<NearPairOfFaces> {
    for (let i = 0; i < this.length; i++) yield this.at(i)!;
  }
}
