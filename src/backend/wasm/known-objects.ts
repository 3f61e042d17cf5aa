/**
 * What is known about the objects of a scene at the time of a call: their present state with all pending changes
 * applied.
 *
 * A pending change may still fail, for lack of memory. It is then dropped, and the changes behind it are evaluated
 * again: each is applied to the facts as it will be to the object, or skipped if it is going to fail.
 */
import { factsOfObject, type ObjectFacts } from './object-facts.ts';
import type { SceneObject } from './scene-object.ts';

/** Facts after a change; undefined when there is no such object. Throws when the change cannot be made. */
export type FactsChange = (before: ObjectFacts | undefined) => ObjectFacts | undefined;

export class KnownObjects {
  readonly #objects: ReadonlyMap<number, SceneObject>;
  /** Of objects with changes that wait: undefined for one that will be gone. Of the others, what is there says all. */
  readonly #facts = new Map<number, ObjectFacts | undefined>();
  readonly #waiting = new Map<number, FactsChange[]>();

  /** `objects` are those that are there. */
  constructor(objects: ReadonlyMap<number, SceneObject>) {
    this.#objects = objects;
  }

  /** In ascending order. */
  get ids(): number[] {
    const ids = new Set(this.#objects.keys());
    for (const [id, facts] of this.#facts) {
      if (facts) ids.add(id);
      else ids.delete(id);
    }
    return [...ids].sort((a, b) => a - b);
  }

  has(id: number): boolean {
    return this.#facts.has(id) ? this.#facts.get(id) !== undefined : this.#objects.has(id);
  }

  get(id: number): ObjectFacts | undefined {
    if (this.#facts.has(id)) return this.#facts.get(id);
    const object = this.#objects.get(id);
    return object && factsOfObject(id, object);
  }

  /** Records a pending change; throws if it cannot be made. */
  wait(id: number, change: FactsChange): void {
    this.#facts.set(id, change(this.get(id)));
    const waiting = this.#waiting.get(id);
    if (waiting) waiting.push(change);
    else this.#waiting.set(id, [change]);
  }

  /** The oldest pending change of an object has been carried out. */
  settle(id: number, hasFailed: boolean): void {
    const waiting = this.#waiting.get(id) ?? [];
    waiting.shift();
    if (waiting.length === 0) {
      this.#waiting.delete(id);
      this.#facts.delete(id);
    } else if (hasFailed) {
      this.#facts.delete(id);
      for (const change of waiting) this.#retry(id, change);
    }
  }

  #retry(id: number, change: FactsChange): void {
    try {
      this.#facts.set(id, change(this.get(id)));
    } catch {
      // It will fail when its turn comes, and leave the object as it is.
    }
  }

  clear(): void {
    this.#facts.clear();
    this.#waiting.clear();
  }
}
