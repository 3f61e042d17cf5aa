/**
 * Changes of a scene's objects: made at once, or after the queries that came before.
 *
 * A query works on the objects as they were when it was called: changes made while one runs are checked at once, copied, and
 * carried out when it is done, in the order in which they were made.
 */
import { type FactsChange, KnownObjects } from './known-objects.ts';
import type { WasmRuntime } from './runtime.ts';
import type { SceneObject } from './scene-object.ts';

export class SceneChanges {
  /** The objects as of the latest call, changes that wait included. */
  readonly known: KnownObjects;
  readonly #runtime: WasmRuntime;
  #failed: { readonly error: unknown } | undefined;
  #isOver = false;

  constructor(runtime: WasmRuntime, objects: ReadonlyMap<number, SceneObject>) {
    this.#runtime = runtime;
    this.known = new KnownObjects(objects);
  }

  /** Whether a change has to wait, so that what it takes must be copied. */
  get mustWait(): boolean {
    return this.#runtime.busy;
  }

  /**
   * Changes an object now, or after the queries that came before it. Whether it can be done is checked now, by `facts`. If it
   * still fails then (memory), the scene is as if the change had been refused at once, and the next query rejects with the
   * error: otherwise it would answer for a scene that nobody asked about.
   */
  make(object: number, facts: FactsChange, change: () => void, undo?: () => void): void {
    if (!this.mustWait) {
      change();
      return;
    }
    this.known.wait(object, facts);
    const carryOut = () => {
      if (this.#isOver) return;
      let hasFailed = false;
      try {
        change();
      } catch (error) {
        hasFailed = true;
        undo?.();
        this.#failed ??= { error };
      }
      this.known.settle(object, hasFailed);
    };
    // Rejects only when the engine has been disposed; nobody is left to tell.
    this.#runtime.exclusive(carryOut).catch(() => {});
  }

  /** Throws what a change failed with that had waited, once. */
  throwFailed(): void {
    const failed = this.#failed;
    this.#failed = undefined;
    if (failed) throw failed.error;
  }

  /** The scene is disposed: what still waits is not carried out. */
  end(): void {
    this.#isOver = true;
    this.known.clear();
  }
}
