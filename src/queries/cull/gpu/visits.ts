/**
 * Visits of views on WebGPU, as many as a query makes at a level, in as few submissions as possible: the first brings what has changed
 * of the scene, and another one follows only if a list was too short or visits had more passes than were recorded.
 */

import { BetterOnWasm } from '../../../backend/choose.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import { Tally } from '../../../backend/gpu/tally.ts';
import type { WasmRuntime } from '../../../backend/wasm/runtime.ts';
import { type Participant, totalTriangles } from '../../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../../backend/wasm/scene-object.ts';
import { type Elements, type TriangleOrders, triangleTotal } from '../elements.ts';
import type { Frame, ViewFrame } from '../frame.ts';
import type { CheckedCullOptions } from '../options.ts';
import { setsOfPass } from '../passes.ts';
import type { VisitPass } from '../prune.ts';
import type { CullImage, CullReads, ListLengths, Recorded } from './cull-image.ts';
import { CullPasses } from './cull-passes.ts';
import { LOG, type LogName, SQUARE_BITS, type StateName, stateIndex } from './flow.ts';
import { type PairCounts, planPairs } from './near-pairs.ts';
import { NOWHERE } from './near-pairs.wgsl.ts';
import { elementsLeft, unpackSets } from './read-sets.ts';
import { type SceneOnGpu, sceneOn } from './scene-on-gpu.ts';
import type { SeenBy } from './shaders.ts';
import { viewWords } from './view-words.ts';

/** What is looked at, and how often. */
export interface Look {
  readonly views: readonly ViewFrame[];
  readonly elements: Elements;
  readonly orders: TriangleOrders;
  /** One byte per element: not zero keeps it. */
  readonly kept: Uint8Array;
  readonly iterations: number;
  readonly rounds: number;
  /** Whether nothing is known of any element yet. */
  readonly isFresh: boolean;
  readonly onProgress: ((done: number) => void) | undefined;
}

export interface Looked {
  /** Sixteen sets in a word, in the order of the elements. */
  readonly packed: Uint32Array;
  /** The passes of each visit. */
  readonly visits: readonly (readonly VisitPass[])[];
  /** Whether another iteration of the last visit would change nothing. */
  readonly stable: boolean;
  readonly fragments: number;
  readonly bytes: number;
}

/** What a query is made with. */
export interface LookTools {
  readonly runtime: WasmRuntime;
  readonly objects: ReadonlyMap<number, SceneObject>;
  readonly list: readonly Participant[];
  readonly options: CheckedCullOptions;
  readonly frame: Frame;
  /** Entries in all lists for which squares are made larger; fewer for tests. */
  readonly entriesMost?: number;
}

/** Whether elements are hidden in pictures, by near triangles, or either. Relative of src/queries/cull/prune-wasm.ts. */
function seenByOf({ coverage, self, boxes, generator }: CheckedCullOptions): SeenBy {
  const isSampled = coverage === 'sampled';
  const isDrawn = isSampled || !boxes;
  const queries = isDrawn && generator === 'hardware';
  return { lists: isDrawn && !queries, queries, pairs: !isSampled && (self || boxes) };
}

const opened = new WeakMap<Gpu, Map<string, Promise<CullPasses>>>();

function passesOn(gpu: Gpu, options: CheckedCullOptions): Promise<CullPasses> {
  const ofGpu = opened.get(gpu) ?? new Map<string, Promise<CullPasses>>();
  opened.set(gpu, ofGpu);
  const { coverage, depthBits, self } = options;
  const seenBy = seenByOf(options);
  const key = JSON.stringify({ coverage, ...seenBy, ...(seenBy.queries && { depthBits, self }) });
  const known = ofGpu.get(key) ?? CullPasses.create(gpu, options, seenBy);
  ofGpu.set(key, known);
  known.catch(() => ofGpu.delete(key)); // a later try may have better luck
  return known;
}

/** Visits of a submission and passes of each that are recorded: those after the last that is needed find nothing to do. */
const VISITS_PER_RUN = 12;
const PASSES_PER_VISIT = 8;
const COUNT_MOST = 2 ** 31;
const ENTRIES_MOST = 1 << 23;
/** Initial capacity of the lists, per triangle and in addition. */
const PIECES_PER_RANK = 1.125;
const ENTRIES_PER_RANK = 4;
const CAPACITY_LEAST = 1024;
const MARGIN = 1.125;

/** Triangles and elements in the order of drawing, where they are not simply all triangles. */
function rankTables(
  list: readonly Participant[],
  { elements, orders }: Look,
  { pairs, queries }: SeenBy,
): Pick<CullImage, 'ranks' | 'sizes' | 'places' | 'firstRanks'> {
  const { count, object, from, to } = elements;
  const ranks = new Uint32Array(2 * triangleTotal(elements));
  const sizes = new Uint32Array(count);
  const places = pairs ? new Uint32Array(2 * totalTriangles(list)).fill(NOWHERE) : undefined;
  const firstRanks = queries ? new Uint32Array(count + 1) : undefined;
  let at = 0;
  for (let element = 0; element < count; element++) {
    const { triangleStart } = list[object[element]];
    const order = orders[object[element]];
    sizes[element] = to[element] - from[element];
    for (let place = from[element]; place < to[element]; place++) {
      const triangle = triangleStart + (order ? order[place] : place);
      if (places) {
        places[2 * triangle] = at >>> 1;
        places[2 * triangle + 1] = element;
      }
      ranks[at++] = triangle;
      ranks[at++] = element;
    }
    if (firstRanks) firstRanks[element + 1] = at >>> 1;
  }
  return { ranks, sizes, places, firstRanks };
}

/** A bit per element; none where nothing is kept. */
function packKept(kept: Uint8Array): Uint32Array<ArrayBuffer> | undefined {
  if (kept.indexOf(1) < 0) return undefined;
  const words = new Uint32Array(Math.ceil(kept.length / 32));
  for (let i = 0; i < kept.length; i++) words[i >>> 5] |= kept[i] << (i & 31);
  return words;
}

const NO_TABLES = { ranks: undefined, sizes: undefined, places: undefined, firstRanks: undefined };

/** What shaders are told of a query. */
function imageOf(gpu: Gpu, { runtime, list, options, frame }: LookTools, look: Look): CullImage {
  const { views, elements } = look;
  const seenBy = seenByOf(options);
  const kept = packKept(look.kept);
  const isPlain = elements.isWhole === true;
  const last = list[list.length - 1];
  const [first, second] = [setsOfPass(options, false), setsOfPass(options, true)];
  return {
    vertexCount: last.vertexStart + last.object.vertexCount,
    rankCount: triangleTotal(elements),
    elementCount: elements.count,
    resolution: options.resolution,
    bits: SQUARE_BITS[0],
    isPlain: Number(isPlain),
    withinObjects: Number(options.self && options.coverage === 'sampled'),
    hasKept: Number(kept !== undefined),
    usesImages: Number(seenBy.lists || seenBy.queries),
    usesPairs: Number(seenBy.pairs),
    isQuick: Number(options.passes === 'quick'),
    depthBits: options.depthBits,
    viewCount: views.length,
    visitCount: Math.min(COUNT_MOST, look.rounds * views.length),
    passesMost: Math.min(COUNT_MOST, 2 * look.iterations),
    askedFirst: first.asked,
    drawnFirst: first.drawn,
    askedSecond: second.asked,
    drawnSecond: second.drawn,
    views: viewWords(views, options),
    sets: look.isFresh ? undefined : Uint32Array.from(elements.sets),
    kept,
    pairs: seenBy.pairs ? planPairs(runtime, gpu, list, frame, options, views[0].reach) : undefined,
    objectOf: seenBy.queries ? elements.object : undefined,
    ...(isPlain ? NO_TABLES : rankTables(list, look, seenBy)),
  };
}

/** One query's visits of a level. */
class Visits {
  readonly #gpu: Gpu;
  readonly #passes: CullPasses;
  readonly #tools: LookTools;
  readonly #look: Look;
  readonly #scene: SceneOnGpu;
  readonly #tally = new Tally();
  readonly #visits: VisitPass[][] = [];
  #image: CullImage;
  #lengths: ListLengths;
  #isOpen = false;
  /** Whether pairs of near triangles are still to be found. */
  #findsPairs: boolean;
  #fragments = 0;
  #stable = false;
  /** Whether the next pass goes backward, and what is left, where that is known. */
  #isBackward = false;
  #left: Uint32Array<ArrayBuffer> | undefined;

  constructor(gpu: Gpu, passes: CullPasses, tools: LookTools, look: Look) {
    this.#gpu = gpu;
    this.#passes = passes;
    this.#tools = tools;
    this.#look = look;
    this.#scene = sceneOn(gpu, tools.objects);
    this.#image = imageOf(gpu, tools, look);
    const { rankCount, pairs } = this.#image;
    this.#findsPairs = pairs !== undefined;
    const guess = {
      pieces: PIECES_PER_RANK * rankCount + CAPACITY_LEAST,
      entries: ENTRIES_PER_RANK * rankCount + CAPACITY_LEAST,
    };
    const lengths = this.#scene.lengths.get(tools.options.coverage);
    this.#image = { ...this.#image, bits: lengths?.bits ?? this.#image.bits };
    this.#lengths = {
      pieces: Math.ceil(Math.max(guess.pieces, lengths?.pieces ?? 0)),
      entries: Math.ceil(Math.max(guess.entries, lengths?.entries ?? 0)),
      steep: lengths?.steep ?? 0,
    };
  }

  async run(): Promise<Looked> {
    try {
      return await this.#lookOn();
    } finally {
      this.#passes.close();
    }
  }

  async #lookOn(): Promise<Looked> {
    const { options } = this.#tools;
    for (;;) {
      options.signal?.throwIfAborted();
      const began = performance.now();
      await this.#passes.prepare(this.#lengths);
      const reads = await this.#submit();
      const state = reads.state.u32;
      const at = (name: StateName) => state[stateIndex(name)];
      this.#readLog(reads, at('logged'), performance.now() - began);
      this.#look.onProgress?.(1 - 0.6 ** this.#visits.length);
      if (at('isOver') !== 0) return this.#looked(reads.packed.u32);
      this.#isBackward = (at('pass') & 1) !== 0;
      if (this.#image.objectOf) this.#left = elementsLeft(reads.packed.u32, this.#image.elementCount);
      // Found once: relations belong to pairs by their places in the list, which are others every time.
      if (reads.pairs) this.#findsPairs = await this.#growPairs(reads.pairs);
      if (at('isShort') !== 0 && !this.#findsPairs) this.#grow(at);
    }
  }

  /** Visits and passes that the next submission makes at most. */
  #recorded(): Pick<Recorded, 'visits' | 'passes'> {
    const { visitCount, passesMost, viewCount, objectOf } = this.#image;
    const visits = visitCount - Math.max(0, this.#visits.length - 1);
    // A trace wants to see the sets after each pass.
    if (this.#tools.options.trace) return { visits: 1, passes: 1 };
    // Queries take a call for every element that is left: once along each view, and what follows for what that has left.
    if (objectOf) return { visits: passesMost === 2 ? Math.min(viewCount, visits) : 1, passes: 2 };
    return { visits: Math.min(VISITS_PER_RUN, visits), passes: Math.min(PASSES_PER_VISIT, passesMost) };
  }

  async #submit(): Promise<CullReads> {
    const { runtime, list, frame } = this.#tools;
    const how = { findsPairs: this.#findsPairs, isBackward: this.#isBackward, left: this.#left, ...this.#recorded() };
    try {
      return await this.#gpu.run(
        (pass) => {
          if (!this.#isOpen) {
            this.#scene.bring(pass, runtime.memory, list, frame.map);
            this.#passes.open(pass, this.#image);
          }
          this.#isOpen = true;
          return this.#passes.record(pass, this.#scene.buffers, this.#image, this.#lengths, how);
        },
        { purpose: 'the passes of culling', tally: this.#tally },
      );
    } catch (error) {
      this.#scene.forget();
      throw error;
    }
  }

  #readLog({ log, packed }: CullReads, count: number, milliseconds: number): void {
    const words = log.u32;
    const { trace } = this.#tools.options;
    for (let line = 0; line < count; line++) {
      const field = (name: LogName) => words[LOG.length * line + LOG.indexOf(name)];
      const visit = field('visit');
      this.#visits[visit] ??= [];
      if (this.#visits[visit].length === 0) this.#fragments += field('entries') * 4 ** this.#image.bits;
      this.#stable = field('isStable') !== 0;
      this.#visits[visit].push({
        before: field('before'),
        after: field('after'),
        queries: field('queries'),
        renders: field('renders'),
        triangles: field('triangles'),
        milliseconds: milliseconds / count,
        ...(trace && { sets: unpackSets(packed.u32, this.#image.elementCount) }),
      });
    }
  }

  /** Whether the lists of pairs were too short; they have grown then. */
  async #growPairs(pairs: PairCounts): Promise<boolean> {
    if (pairs.boxTests() > this.#image.pairs!.boxTestsMost) throw new BetterOnWasm('crowded-cells');
    const isShort = await this.#passes.growPairs(pairs);
    if (isShort) this.#tally.reruns++;
    return isShort;
  }

  /** Squares as small as the lists allow: a pixel goes through the list of its square. Large triangles lie in many small ones. */
  #grow(at: (name: StateName) => number): void {
    const { entriesMost = ENTRIES_MOST } = this.#tools;
    const largest = SQUARE_BITS[SQUARE_BITS.length - 1];
    const needed = (bits: (typeof SQUARE_BITS)[number]) =>
      at(`tooMany${bits}`) !== 0 ? Number.POSITIVE_INFINITY : at(`entries${bits}`);
    const bits = SQUARE_BITS.find((size) => needed(size) <= entriesMost) ?? largest;
    this.#image = { ...this.#image, bits };
    // Squares of the largest size are panes, which pieces are cut at.
    this.#lengths = {
      pieces: Math.max(this.#lengths.pieces, Math.ceil(MARGIN * needed(largest))),
      entries: Math.max(this.#lengths.entries, Math.ceil(MARGIN * needed(bits))),
      steep: Math.max(this.#lengths.steep, Math.ceil(MARGIN * at('steep'))),
    };
    this.#scene.lengths.set(this.#tools.options.coverage, { ...this.#lengths, bits });
    this.#tally.reruns++;
  }

  #looked(packed: Uint32Array): Looked {
    const { bytes } = this.#passes;
    return { packed, visits: this.#visits, stable: this.#stable, fragments: this.#fragments, bytes };
  }
}

export async function lookOnGpu(gpu: Gpu, tools: LookTools, look: Look): Promise<Looked> {
  return new Visits(gpu, await passesOn(gpu, tools.options), tools, look).run();
}
