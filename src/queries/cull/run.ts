/**
 * The driver: with `hierarchy`, objects → prune → replace what is left by its children → … → triangles (CULLIDE;
 * self-CULLIDE, figure 1); else only the last of these levels.
 *
 * It knows nothing of pixels: a generator visits a view with the elements of a level and says which are fully visible in
 * both passes. Elements are drawn in the same order in all views of a level, because the sets FFV and SFV speak of what
 * comes before and after (Quick-CULLIDE, lemmas 3 to 5). Between objects only the order of objects matters, so children
 * inherit the set of their parent; within objects they start afresh.
 */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, participants, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { EngineContext } from '../context.ts';
import { blindViews } from './blind-views.ts';
import { elementSizes, triangleOrders } from './clusters.ts';
import { CULL_SET, type Culled, type CullLevel, type CullLevelStats, type CullPass, type CullTrace } from './cull.ts';
import { objectOrder, sortedElements } from './draw-order.ts';
import {
  children,
  type Elements,
  forTriangles,
  objectElements,
  type TriangleOrders,
  trianglesOutside,
  triangleTotal,
  wholeScene,
  withoutSet,
} from './elements.ts';
import { type Extent, type Frame, frameOf, seesArea, type ViewFrame, viewFrame } from './frame.ts';
import { checkGenerator, chooseGenerator, type Generator, prepareImages } from './generator.ts';
import { collidingWithin } from './kept-within.ts';
import type { CheckedCullOptions } from './options.ts';
import type { Prune, PruneRounds } from './prune.ts';
import { reachingElements } from './reach.ts';
import { extentOfElements } from './refit.ts';
import { emptyCulled, readCulled } from './result.ts';
import { survivingPairs } from './surviving-pairs.ts';
import { ViewOrder } from './view-order.ts';
import type { View } from './views.ts';

/** Results that the driver collects. */
export interface Progress {
  readonly passes: CullPass[];
  readonly trace: CullTrace[];
  readonly levels: CullLevelStats[];
  fragments: number;
  bytes: number;
  keptNeighbours: number;
  swept: number;
  readonly milliseconds: { clusters: number; neighbours: number; prune: number };
}

interface Level {
  readonly name: CullLevel;
  /** Triangles of an element at most. */
  readonly size: number;
}

function levelsOf(list: readonly Participant[], options: CheckedCullOptions): Level[] {
  const largest = Math.max(...list.map(({ object }) => object.triangleCount));
  const levels: Level[] = [{ name: 'object', size: largest }];
  if (options.level === 'object') return levels;
  for (const size of elementSizes(list, options.clusterSize)) {
    if (size > 1) levels.push({ name: 'cluster', size });
    else if (options.level === 'triangle') levels.push({ name: 'triangle', size });
  }
  return options.hierarchy ? levels : levels.slice(-1);
}

class CullRun {
  readonly #runtime: WasmRuntime;
  readonly #objects: ReadonlyMap<number, SceneObject>;
  readonly #list: readonly Participant[];
  readonly #options: CheckedCullOptions;
  readonly #prune: Prune;
  readonly #pruneRounds: PruneRounds | undefined;
  readonly #frame: Frame;
  readonly #views: ViewOrder;
  readonly progress: Progress = {
    passes: [],
    trace: [],
    levels: [],
    fragments: 0,
    bytes: 0,
    keptNeighbours: 0,
    swept: 0,
    milliseconds: { clusters: 0, neighbours: 0, prune: 0 },
  };
  #orders: TriangleOrders = [];
  #boxes: Float32Array | undefined;
  #kept: readonly ReadonlySet<number>[] | undefined;

  constructor(
    runtime: WasmRuntime,
    objects: ReadonlyMap<number, SceneObject>,
    list: readonly Participant[],
    options: CheckedCullOptions,
    { prune, pruneRounds }: Pick<Generator, 'prune' | 'pruneRounds'>,
  ) {
    this.#runtime = runtime;
    this.#objects = objects;
    this.#list = list;
    this.#options = options;
    this.#prune = prune;
    this.#pruneRounds = pruneRounds;
    this.#frame = frameOf(list);
    this.#views = new ViewOrder(objects, options);
  }

  get frame(): Frame {
    return this.#frame;
  }

  get views(): readonly View[] {
    return this.#views.next();
  }

  get orders(): TriangleOrders {
    return this.#orders;
  }

  /** Of what is left of each object, if it is known. */
  get boxes(): Float32Array | undefined {
    return this.#boxes;
  }

  async run(keepNeighbours: boolean): Promise<Elements> {
    const { order, self } = this.#options;
    const { milliseconds } = this.progress;
    const levels = levelsOf(this.#list, this.#options);
    if (levels.some(({ name }) => name === 'cluster')) {
      milliseconds.clusters = await timed(() => this.#findClusters());
    }
    if (keepNeighbours) milliseconds.neighbours = await timed(() => this.#findKept());
    const first = this.#views.next()[0];
    let elements = objectElements(this.#list, objectOrder(this.#list, first, order));
    for (const [i, { name, size }] of levels.entries()) {
      if (name === 'triangle' && i === 0 && order === 'given') elements = wholeScene(this.#list);
      else if (name !== 'object') {
        elements = children(elements, size, !self);
        if (self && order !== 'given' && i === 0) await prepareImages(this.#runtime, this.#list, this.#options);
        if (self)
          elements = sortedElements(this.#runtime, this.#list, elements, this.#orders, this.#frame, first, order);
      }
      milliseconds.prune += await timed(async () => {
        const share = [i / levels.length, (i + 1) / levels.length] as const;
        elements = await this.#pruneLevel(elements, name, size, share, i === levels.length - 1);
      });
      if (elements.count === 0) break;
    }
    return elements;
  }

  async #findClusters(): Promise<void> {
    const { clusterSize, signal } = this.#options;
    this.#orders = await triangleOrders(this.#runtime, this.#list, clusterSize, signal ? { signal } : {});
  }

  async #findKept(): Promise<void> {
    this.#kept = await collidingWithin(this.#runtime, this.#objects, this.#list, this.#options);
    this.progress.keptNeighbours = this.#kept.reduce((sum, { size }) => sum + size, 0);
  }

  #keptFlags(elements: Elements): Uint8Array {
    const flags = new Uint8Array(elements.count);
    const kept = this.#kept;
    // Before the tables of a whole scene would be made.
    if (!kept || this.progress.keptNeighbours === 0) return flags;
    const { count, object, from, to } = elements;
    // No call for each triangle.
    const isKept = this.#list.map(({ object: { triangleCount } }, index) => {
      const ofObject = new Uint8Array(triangleCount);
      for (const triangle of kept[index]) ofObject[triangle] = 1;
      return ofObject;
    });
    for (let i = 0; i < count; i++) {
      const ofObject = isKept[object[i]];
      const order = this.#orders[object[i]];
      for (let at = from[i]; at < to[i]; at++) flags[i] |= ofObject[order ? order[at] : at];
    }
    return flags;
  }

  async #pruneLevel(
    whole: Elements,
    level: CullLevel,
    size: number,
    [from, to]: readonly [number, number],
    isLast: boolean,
  ): Promise<Elements> {
    const { onProgress } = this.#options;
    // What a further look at clusters would prune, the triangles of them show as well.
    const rounds = isLast ? this.#options.rounds : 1;
    const iterations = isLast ? this.#options.iterations : 1;
    const report = onProgress && ((part: number) => onProgress(from + (to - from) * part));
    const atOnce = await this.#pruneAtOnce(whole, level, rounds, iterations, report);
    let elements = atOnce ?? (await this.#sweep(whole));
    // Views in a row of which another iteration would change nothing.
    let stable = 0;
    for (let round = 1; round <= rounds && !atOnce; round++) {
      const views = this.#views.next();
      for (const view of views) {
        if (elements.count === 0 || stable >= views.length) break;
        // The number of visits is not known in advance: each takes a part of what is left of the level's share.
        const done = 1 - 0.6 ** ((round - 1) * views.length + views.indexOf(view));
        const here = from + (to - from) * done;
        const report = onProgress && ((part: number) => onProgress(here + (to - here) * 0.4 * part));
        const outcome = await this.#visit(elements, view, level, iterations, report);
        stable = outcome.stable ? (outcome.changed ? 1 : stable + 1) : 0;
        elements = withoutSet(elements, CULL_SET.BFV);
      }
      if (elements.count === 0 || stable >= views.length) break;
    }
    this.#views.closeLevel();
    this.progress.levels.push({
      level,
      elementTriangles: size,
      before: whole.count,
      after: elements.count,
      trianglesBefore: triangleTotal(whole),
      trianglesAfter: triangleTotal(elements),
    });
    return elements;
  }

  /** The elements that reach into the box of another object, where that is asked for. */
  async #sweep(whole: Elements): Promise<Elements> {
    if (!this.#options.sweep) return whole;
    // The same along every view.
    const { reach } = viewFrame(this.#frame, this.#views.next()[0], this.#options);
    const visit = { elements: whole, orders: this.#orders, reach };
    const { elements, bytes } = await reachingElements(this.#runtime, this.#list, this.#options, visit);
    this.progress.bytes = Math.max(this.progress.bytes, bytes);
    this.progress.swept += triangleTotal(whole) - triangleTotal(elements);
    return elements;
  }

  /** All visits of the level in one go; nothing if the generator makes them one by one. */
  async #pruneAtOnce(
    whole: Elements,
    level: CullLevel,
    rounds: number,
    iterations: number,
    onProgress: ((done: number) => void) | undefined,
  ): Promise<Elements | undefined> {
    if (!this.#pruneRounds) return undefined;
    const all = this.#views.next();
    // Seen edge-on a flat scene covers no pixel centre, and nothing can be told from that.
    const views = all.filter((view) => this.#options.coverage !== 'sampled' || seesArea(this.#frameOf(view)));
    if (views.length === 0) return undefined;
    const frames = views.map((view) => this.#frameOf(view));
    const kept = this.#keptFlags(whole);
    const orders = this.#orders;
    const outcome = await this.#pruneRounds({
      views: frames,
      elements: whole,
      orders,
      kept,
      iterations,
      rounds,
      onProgress,
    });
    if (!outcome) return undefined;
    this.#orders = outcome.orders;
    this.#boxes = outcome.boxes;
    for (const [visit, passes] of outcome.visits.entries()) {
      const view = views[visit % views.length];
      for (const [i, counts] of passes.entries()) {
        this.progress.passes.push({ view: view.name, pass: i + 1, level, ...counts });
      }
      this.#views.note(view, passes[0].before - passes.at(-1)!.after);
    }
    this.progress.swept += outcome.swept;
    this.progress.fragments += outcome.fragments;
    this.progress.bytes = Math.max(this.progress.bytes, outcome.bytes);
    return outcome.elements;
  }

  #frameOf(view: View): ViewFrame {
    return viewFrame(this.#frame, view, this.#options);
  }

  /** What the frame is fitted to: the whole scene, or what is left of it. */
  #extentOf(elements: Elements, triangles: number, view: View): Extent | undefined {
    // Image coordinates are up to date once something has been pruned.
    if (!this.#options.refit || triangles === totalTriangles(this.#list)) return undefined;
    return extentOfElements(this.#runtime, this.#list, elements, this.#orders, this.#frame, view);
  }

  /** Looks along a view; what it prunes is labelled BFV. */
  async #visit(
    elements: Elements,
    view: View,
    level: CullLevel,
    iterations: number,
    onProgress: ((done: number) => void) | undefined,
  ): Promise<{ stable: boolean; changed: boolean }> {
    const before = triangleTotal(elements);
    const frame = viewFrame(this.#frame, view, this.#options, this.#extentOf(elements, before, view));
    // Seen edge-on a flat scene covers no pixel centre, and nothing can be told from that.
    if (this.#options.coverage === 'sampled' && !seesArea(frame)) return { stable: true, changed: false };
    const kept = this.#keptFlags(elements);
    let changed = false;
    let stable = false;
    let pass = 0;
    for (let left = iterations; left > 0 && !stable; ) {
      const visit = { view: frame, elements, orders: this.#orders, kept, iterations: left, onProgress };
      const outcome = await this.#prune(visit);
      for (const { sets, ...counts } of outcome.passes) {
        this.progress.passes.push({ view: view.name, pass: ++pass, level, ...counts });
        if (sets) this.#addTrace(elements, sets);
      }
      this.progress.fragments += outcome.fragments;
      this.progress.bytes = Math.max(this.progress.bytes, outcome.bytes);
      stable = outcome.stable;
      changed ||= !stable || outcome.passes.length > 2;
      left -= Math.ceil(outcome.passes.length / 2);
    }
    this.#views.note(view, before - trianglesOutside(elements, CULL_SET.BFV));
    return { stable, changed };
  }

  #addTrace(elements: Elements, sets: Uint8Array): void {
    const traced = this.#list.map(({ object }) => new Uint8Array(object.triangleCount).fill(CULL_SET.BFV));
    forTriangles(elements, this.#orders, (element, triangle) => {
      traced[elements.object[element]][triangle] = sets[element];
    });
    const byId = new Map(this.#list.map(({ id }, index) => [id, traced[index]]));
    this.progress.trace.push({ pass: this.progress.passes.length - 1, sets: byId });
  }
}

async function timed(task: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await task();
  return performance.now() - began;
}

/**
 * Runs the query. Must not run at the same time as another job of the same engine. Without `neighbours`, triangles that
 * collide with a triangle that shares a vertex are not kept for that: the caller decides those pairs anyway.
 */
export async function cull(
  context: EngineContext,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedCullOptions,
  { neighbours }: { neighbours: boolean } = { neighbours: true },
): Promise<Culled> {
  const began = performance.now();
  const { runtime } = context;
  options.signal?.throwIfAborted();
  checkGenerator(context, options);
  const list = participants(objects);
  if (list.length === 0) return emptyCulled(runtime, options, performance.now() - began);
  const generator = await chooseGenerator(context, objects, list, options);
  const run = new CullRun(runtime, objects, list, options, generator);
  const elements = await run.run(neighbours && options.self && options.coverage !== 'sampled');
  options.onProgress?.(1);
  options.signal?.throwIfAborted();
  const { backend, restartedAfter, leftToWasm } = generator;
  const trianglePairs = options.pairs
    ? await survivingPairs(runtime, list, options, { elements, orders: run.orders, frame: run.frame })
    : undefined;
  const blind = blindViews(list, run.frame, run.views, options);
  const { orders, boxes, frame, progress } = run;
  const shown = { elements, orders, boxes, frame, progress, blind, trianglePairs };
  const triangles = totalTriangles(list);
  return readCulled(runtime, list, options, shown, { backend, restartedAfter, leftToWasm, triangles, began });
}
