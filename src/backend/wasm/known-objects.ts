/**
 * What is known of the objects of a scene at the time of a call: as they are, with the changes that wait made to them.
 *
 * A change that waits may yet fail, for want of memory. It then counts for nothing, and the changes behind it are looked at
 * again: each makes of the facts what it will make of the object, or nothing where it will fail.
 */
import { factsOfObject, type ObjectFacts } from './object-facts.ts';
import type { SceneObject } from './scene-object.ts';

/** Facts after a change; undefined when there is no such object. Throws when the change cannot be made. */
export type FactsChange = (before: ObjectFacts | undefined) => ObjectFacts | undefined;

export class KnownObjects {
  readonly #objects: ReadonlyMap<number, SceneObject>;
  readonly #facts = new Map<number, ObjectFacts>();
  readonly #waiting = new Map<number, FactsChange[]>();

  /** `objects` are those that are there. */
  constructor(objects: ReadonlyMap<number, SceneObject>) {
    this.#objects = objects;
  }

  get ids(): number[] {
    return [...this.#facts.keys()];
  }

  get(id: number): ObjectFacts | undefined {
    return this.#facts.get(id);
  }

  /** An object has been changed at once. */
  renew(id: number): void {
    const object = this.#objects.get(id);
    this.#set(id, object && factsOfObject(id, object));
  }

  /** Notes a change that waits; throws when it cannot be made. */
  wait(id: number, change: FactsChange): void {
    this.#set(id, change(this.#facts.get(id)));
    const waiting = this.#waiting.get(id);
    if (waiting) waiting.push(change);
    else this.#waiting.set(id, [change]);
  }

  /** The change of an object that has waited longest has had its turn. */
  settle(id: number, hasFailed: boolean): void {
    const waiting = this.#waiting.get(id) ?? [];
    waiting.shift();
    if (waiting.length === 0) {
      this.#waiting.delete(id);
      this.renew(id);
    } else if (hasFailed) {
      this.renew(id);
      for (const change of waiting) this.#retry(id, change);
    }
  }

  #retry(id: number, change: FactsChange): void {
    try {
      this.#set(id, change(this.#facts.get(id)));
    } catch {
      // It will fail when its turn comes, and leave the object as it is.
    }
  }

  #set(id: number, facts: ObjectFacts | undefined): void {
    if (facts) this.#facts.set(id, facts);
    else this.#facts.delete(id);
  }

  clear(): void {
    this.#facts.clear();
    this.#waiting.clear();
  }
}
