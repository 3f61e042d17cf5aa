/** All objects of a query on their way, and trials of other ends than those that they are aimed at. */
import { makeEnd } from '../../backend/wasm/motion-end.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { participants } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { checkImpactsOptions, GAP_MAX } from '../impacts/options.ts';
import { type FoundImpacts, type ImpactsSearch, impactsWasm } from '../impacts/wasm.ts';
import { selectedObjects, selectionOf } from '../pair-selection.ts';
import { Body, type End } from './body.ts';
import type { CheckedStepOptions } from './options.ts';

function extentOf(objects: readonly SceneObject[]): number {
  let extent = 0;
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { box } of objects) {
      low = Math.min(low, box[k]);
      high = Math.max(high, box[k + 3]);
    }
    extent = Math.max(extent, high - low);
  }
  return extent;
}

/** Number of triangles sampled for the length of edges. */
const SAMPLE = 1024;

/** The objects of a query, by their ids. Those that it does not ask about go where they are aimed. */
export class Bodies {
  readonly #runtime: WasmRuntime;
  readonly #options: CheckedStepOptions;
  /** Those that the query asks about. */
  readonly asked: ReadonlyMap<number, SceneObject>;
  readonly all = new Map<number, Body>();
  readonly aimed: readonly Body[];

  constructor(runtime: WasmRuntime, objects: ReadonlyMap<number, SceneObject>, options: CheckedStepOptions) {
    this.#runtime = runtime;
    this.#options = options;
    this.asked = selectedObjects(objects, options);
    for (const { id, object } of participants(objects)) this.all.set(id, new Body(id, object));
    this.aimed = [...this.all.values()].filter(({ isAimed }) => isAimed);
  }

  /** The extent of all bodies, where they are and where they are aimed. */
  get extent(): number {
    return extentOf([...this.all.values()].flatMap(({ object }) => (object.aimed ? [object, object.aimed] : [object])));
  }

  /** The extent of all bodies where they are now. */
  get extentNow(): number {
    return extentOf(Array.from(this.all.values(), ({ object }) => object));
  }

  /** The median of the shortest edges of some triangles of what the query asks about, in the world. */
  get edgeLength(): number {
    const bodies = [...this.all.values()].filter(({ id }) => this.asked.has(id));
    const total = bodies.reduce((sum, { object }) => sum + object.triangleCount, 0);
    const every = Math.max(1, Math.floor(total / SAMPLE));
    const lengths: number[] = [];
    const corners = new Float64Array(9);
    for (const body of bodies) {
      for (let t = 0; t < body.object.triangleCount; t += every) {
        for (let k = 0; k < 3; k++) body.writeWorld(body.start, body.corner(t, k), corners, 3 * k);
        lengths.push(shortestEdge(corners));
      }
    }
    return lengths.sort((p, q) => p - q)[lengths.length >> 1] ?? 0;
  }

  /**
   * Impacts on the way to other ends of the aimed bodies: exact, or, with a gap, where pairs come nearer than that, or than the
   * part `keep` of their distance. Where they are aimed stays as it was.
   */
  async impacts(ends: ReadonlyMap<Body, End>, gap = 0, search: ImpactsSearch = {}): Promise<FoundImpacts> {
    const { signal, keep } = this.#options;
    const apart = { gap: Math.min(gap, GAP_MAX), keep };
    const options = { ...checkImpactsOptions({}), ...selectionOf(this.#options), ...apart, signal };
    const before = this.aimed.map(({ object }) => object.aimed!);
    const made: SceneObject[] = [];
    try {
      for (const body of this.aimed) {
        const to = ends.get(body) ?? body.start;
        // Where it is aimed there is an end already.
        if (to === body.aim) continue;
        const end = makeEnd(this.#runtime, body.object, to.positions, true);
        made.push(end);
        if (to.matrix) end.place(to.matrix);
        body.object.aimed = end;
      }
      return await impactsWasm(this.#runtime, this.asked, options, search);
    } finally {
      for (const [i, body] of this.aimed.entries()) body.object.aimed = before[i];
      if (!this.#runtime.disposed) for (const end of made) end.free();
    }
  }
}

function shortestEdge(corners: Float64Array): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 9; k += 3) {
    const n = (k + 3) % 9;
    const [x, y, z] = [corners[n] - corners[k], corners[n + 1] - corners[k + 1], corners[n + 2] - corners[k + 2]];
    shortest = Math.min(shortest, Math.sqrt(x * x + y * y + z * z));
  }
  return shortest;
}
