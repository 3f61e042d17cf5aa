/** What `collide` found: pairs of faces that collide, how, and where. */
import { Vector3 } from 'three';
import type { CollideStats, Collisions } from '../index.ts';
import type { BodyTable } from './bodies.ts';
import { FacePairs, type HitFace } from './face-pairs.ts';

export type HitKind = 'touching' | 'crossing' | 'coplanar';

const KINDS: readonly HitKind[] = ['touching', 'crossing', 'coplanar'];

export interface Hit {
  readonly a: HitFace;
  readonly b: HitFace;
  readonly kind: HitKind;
  /** With `segments: true`, the two ends of the segment in which the faces meet, in the world. */
  readonly segment: readonly [Vector3, Vector3] | undefined;
}

export class Hits extends FacePairs implements Iterable<Hit> {
  readonly answer: Collisions;

  /** @internal */
  constructor(answer: Collisions, table: BodyTable) {
    super(table);
    this.answer = answer;
  }

  get stats(): CollideStats {
    return this.answer.stats;
  }

  /** One hit; `undefined` beyond the last. */
  at(index: number): Hit | undefined {
    if (!(index >= 0 && index < this.length)) return undefined;
    const { kinds, segments } = this.answer;
    const end = (at: number) => new Vector3().fromArray(segments!, at);
    const segment = segments && ([end(6 * index), end(6 * index + 3)] as const);
    return { ...this.facesAt(index), kind: KINDS[kinds[index]], segment };
  }

  *[Symbol.iterator](): Iterator<Hit> {
    for (let i = 0; i < this.length; i++) yield this.at(i)!;
  }
}
