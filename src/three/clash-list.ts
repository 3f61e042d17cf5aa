/** What `clashes` found: places in which objects clash, in terms of the caller's objects. */
import { Box3, Vector3 } from 'three';
import type { Clash, ClashDepth, Clashes, ClashKind, ClashStats, NoDepthReason } from '../queries/clashes/clashes.ts';
import type { BodyTable } from './bodies.ts';
import type { HitFace, HitObject } from './face-pairs.ts';
import { Hits } from './hits.ts';

/** One place where two objects clash. */
export interface ObjectClash {
  /** The first object. */
  readonly a: HitObject;
  /** The second object. */
  readonly b: HitObject;
  /** What kind of clash it is. */
  readonly kind: ClashKind;
  /** Of a `contained` clash: the object that lies inside. */
  readonly inner: HitObject | undefined;
  /** How many pairs of faces it has. */
  readonly count: number;
  /** How deep it is; null where there is no depth, see `reason`. */
  readonly depth: ClashDepth | null;
  /** Why there is no depth. */
  readonly reason: NoDepthReason | undefined;
  /** From a to b, of length 1: where moving a makes the overlap grow fastest. To separate them, see {@link Collider.separate}. */
  readonly normal: Vector3 | null;
  /** A point of the contact, in world space. */
  readonly point: Vector3;
  /** Where it is deepest: the points of a and of b. */
  readonly deepest: readonly [Vector3, Vector3] | null;
  /** A box around the contact and what lies inside, in world space. */
  readonly bounds: Box3;
}

const vector = ([x, y, z]: readonly number[]) => new Vector3(x, y, z);

/** The answer of {@link Collider.clashes}: which objects clash, how deep and where; the worst first. */
export class ClashList implements Iterable<ObjectClash> {
  /** The engine's own answer. */
  readonly answer: Clashes;
  /** All pairs of faces, as `collide` gives them. */
  readonly hits: Hits;

  /** @internal */
  constructor(answer: Clashes, table: BodyTable) {
    this.answer = answer;
    this.hits = new Hits(answer.collisions, table);
  }

  /** How many clashes there are. */
  get length(): number {
    return this.answer.clashes.length;
  }

  /**
   * What the query cost.
   * @experimental What it holds may change in any version.
   */
  get stats(): ClashStats {
    return this.answer.stats;
  }

  /**
   * One clash, the worst at 0; undefined beyond the last.
   * @example
   * ```ts
   * const worst = clashes.at(0);
   * console.log(worst?.a.object.name, worst?.kind, worst?.depth?.most);
   * ```
   */
  at(index: number): ObjectClash | undefined {
    const clash: Clash | undefined = this.answer.clashes[index];
    if (!clash) return undefined;
    const { kind, inner, pairCount, depth, reason, normal, point, deepest, bounds } = clash;
    return {
      a: this.hits.objectOf(clash.a),
      b: this.hits.objectOf(clash.b),
      kind,
      inner: inner === undefined ? undefined : this.hits.objectOf(inner),
      count: pairCount,
      depth,
      reason,
      normal: normal && vector(normal),
      point: vector(point),
      deepest: deepest && [vector(deepest.a), vector(deepest.b)],
      bounds: new Box3(vector(bounds.min), vector(bounds.max)),
    };
  }

  /**
   * The pairs of faces of one clash.
   * @example
   * ```ts
   * for (const { a, b } of clashes.facesOf(0)) console.log(a.object.name, a.face, b.object.name, b.face);
   * ```
   */
  *facesOf(index: number): Generator<{ a: HitFace; b: HitFace }> {
    const { offsets, pairOrder } = this.answer;
    for (let at = offsets[index]; at < offsets[index + 1]; at++) {
      const { a, b } = this.hits.at(pairOrder[at])!;
      yield { a, b };
    }
  }

  *[Symbol.iterator](): Iterator<ObjectClash> {
    for (let i = 0; i < this.length; i++) yield this.at(i)!;
  }
}
