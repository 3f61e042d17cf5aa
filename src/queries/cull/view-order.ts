/** Which views are looked along, and in which order; `auto` remembers how well each did. */
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { CheckedCullOptions } from './options.ts';
import { AXIS_VIEWS, type View } from './views.ts';

/** Triangles that each axis pruned, last time, of the scene with these objects. */
const lastTime = new WeakMap<ReadonlyMap<number, SceneObject>, readonly number[]>();

export class ViewOrder {
  readonly #views: readonly View[] | 'auto';
  readonly #objects: ReadonlyMap<number, SceneObject>;
  #last: readonly number[];
  readonly #pruned = [0, 0, 0];

  constructor(objects: ReadonlyMap<number, SceneObject>, { views }: CheckedCullOptions) {
    this.#views = views;
    this.#objects = objects;
    this.#last = lastTime.get(objects) ?? [0, 0, 0];
  }

  /** The views of the next round. */
  next(): readonly View[] {
    if (this.#views !== 'auto') return this.#views;
    return [...AXIS_VIEWS].sort((a, b) => this.#last[b.axis!] - this.#last[a.axis!]);
  }

  note(view: View, prunedTriangles: number): void {
    if (view.axis !== undefined) this.#pruned[view.axis] += prunedTriangles;
  }

  /** At the end of a level: what was seen so far counts from now on. */
  closeLevel(): void {
    if (this.#views !== 'auto') return;
    this.#last = [...this.#pruned];
    lastTime.set(this.#objects, this.#last);
  }
}
