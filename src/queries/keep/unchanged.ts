/**
 * Which meshes a query has found unchanged, and which scenes it searches as a whole for a while.
 *
 * In a simulation several queries look at the same frame. So each has a watch of its own: vertices count as unchanged only once an earlier
 * query of the same kind has found them as they are, and such a query does not count as one about unchanged vertices for others.
 */
import type { KeptParts, SceneTally } from '../../backend/wasm/kept-parts.ts';
import { type Participant, totalTriangles } from '../../backend/wasm/participants.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';

/** Clusters are of use when this part of the triangles is unchanged; `collide` has the same rule. */
export const UNCHANGED_PART = 0.5;
/** After a query that looked at more than this part of the triangles, so many do without clusters: searching all is then faster. */
const MOST_GATHERED = 0.75;
const QUERIES_TO_REST = 32;

export class UnchangedWatch {
  /** How often the vertices of a mesh had been written when the query last looked at them. */
  readonly #seenWrites = new WeakMap<KeptParts, number>();
  /** How many queries about a scene are still to do without clusters. */
  readonly #rests = new WeakMap<SceneTally, number>();

  isUnchanged({ kept }: SceneObject): boolean {
    return this.#seenWrites.get(kept) === kept.writes;
  }

  /** Notes the objects as they are; returns whether most were so before. */
  look(list: readonly Participant[]): boolean {
    let unchanged = 0;
    const unknown: KeptParts[] = [];
    for (const { object } of list) {
      if (this.isUnchanged(object)) {
        unchanged += object.triangleCount;
        object.kept.noteStay();
      } else unknown.push(object.kept);
    }
    for (const kept of unknown) this.#seenWrites.set(kept, kept.writes);
    return unchanged >= UNCHANGED_PART * totalTriangles(list);
  }

  /** Whether a scene does without clusters for now; counts the query. */
  isResting({ tally }: KeptParts): boolean {
    const left = this.#rests.get(tally) ?? 0;
    if (left > 0) this.#rests.set(tally, left - 1);
    return left > 0;
  }

  /** Notes how many triangles of a list a query with clusters looked at; returns whether that paid off. */
  noteLookedAt(list: readonly Participant[], lookedAt: number): boolean {
    const pays = lookedAt <= MOST_GATHERED * totalTriangles(list);
    if (!pays) this.#rests.set(list[0].object.kept.tally, QUERIES_TO_REST);
    return pays;
  }
}
