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
  /** Null for an object that is as its facts would say: they are made when somebody asks. */
  readonly #facts = new Map<number, ObjectFacts | null>();
  readonly #waiting = new Map<number, FactsChange[]>();

  /** `objects` are those that are there. */
  constructor(objects: ReadonlyMap<number, SceneObject>) {
    this.#objects = objects;
  }

  get ids(): number[] {
    return [...this.#facts.keys()];
  }

  get(id: number): ObjectFacts | undefined {
    const known = this.#facts.get(id);
    if (known !== null) return known;
    const object = this.#objects.get(id);
    const facts = object && factsOfObject(id, object);
    this.#set(id, facts);
    return facts;
  }

  /** An object has been changed at once. */
  renew(id: number): void {
    if (this.#objects.has(id)) {
      if (this.#facts.get(id) !== null) this.#facts.set(id, null);
    } else this.#facts.delete(id);
  }

  /** Records a pending change; throws if it cannot be made. */
  wait(id: number, change: FactsChange): void {
    this.#set(id, change(this.get(id)));
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
      this.renew(id);
    } else if (hasFailed) {
      this.renew(id);
      for (const change of waiting) this.#retry(id, change);
    }
  }

  #retry(id: number, change: FactsChange): void {
    try {
      this.#set(id, change(this.get(id)));
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
