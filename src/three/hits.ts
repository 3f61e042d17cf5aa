/** What `collide` found: pairs of faces that collide, how, and where. */
import type { Vector3 } from 'three';
import type { Collisions } from '../index.ts';
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
export class Hits extends FacePairs<Collisions, Hit> {
  /**
   * One hit; undefined beyond the last.
   * @example
   * ```ts
   * const first = hits.at(0);
   * console.log(first?.a.object.name, first?.kind);
   * ```
   */
  at(index: number): Hit | undefined {
    if (!this.has(index)) return undefined;
    const { kinds, segments } = this.answer;
    const segment = segments && this.pointsAt(index, segments);
    return { ...this.facesAt(index), kind: KINDS[kinds[index]], segment };
  }
}
