/** What `collide` found: pairs of faces that collide, how, and where. */
import { Vector3 } from 'three';
import type { CollideStats, Collisions } from '../index.ts';
import type { BodyTable } from './bodies.ts';
import { FacePairs, type HitFace } from './face-pairs.ts';

/** How two faces meet: they only touch, they cross, or they overlap in one plane. */
export type HitKind = 'touching' | 'crossing' | 'coplanar';

const KINDS: readonly HitKind[] = ['touching', 'crossing', 'coplanar'];

/** Two faces that collide. */
export interface Hit {
  /** The first face. */
  readonly a: HitFace;
  /** The second face. */
  readonly b: HitFace;
  /** How they meet. */
  readonly kind: HitKind;
  /** With `segments: true`, the two ends of the segment in which the faces meet, in world space. */
  readonly segment: readonly [Vector3, Vector3] | undefined;
}

/** The answer of {@link Collider.collide}: pairs of faces that collide, how, and where. */
export class Hits extends FacePairs implements Iterable<Hit> {
  /** The engine's own answer. */
  readonly answer: Collisions;

  /** @internal */
  constructor(answer: Collisions, table: BodyTable) {
    super(table);
    this.answer = answer;
  }

  /** What the query cost. */
  get stats(): CollideStats {
    return this.answer.stats;
  }

  /**
   * One hit; undefined beyond the last.
   * @example
   * ```ts
   * const first = hits.at(0);
   * console.log(first?.a.object.name, first?.kind);
   * ```
   */
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
