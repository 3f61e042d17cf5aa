/**
 * What `within` uses of what is kept between queries: the clusters of objects whose vertices are unchanged, however they are placed. Only
 * clusters near another object are placed and searched (select-clusters.ts); the answer is the same as without them.
 *
 * Where the distance is large compared with the objects, nearly all clusters are near. If only the nearest pair of each two objects is wanted,
 * distances are found first, by the trees of clusters (`closest`); pairs beyond the largest of these need no search.
 */
import { surveyOf } from '../../backend/wasm/participants.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, totalTriangles } from '../../backend/wasm/scene-job.ts';
import { runAsync } from '../../backend/wasm/task.ts';
import { matrixOf } from '../closest/trees.ts';
import { askClosest, type ClosestQuestion } from '../closest/wasm.ts';
import {
  chooseClusters,
  makeAhead,
  makeClusters,
  NO_CHOICE,
  noteSelection,
  type Selection,
} from '../collide/keeper.ts';
import { joinDegenerate, running } from '../collide/own-pairs.ts';
import { findPlacedDegenerate } from '../keep/placed-degenerate.ts';
import { asksAbout } from '../pair-selection.ts';
import type { CheckedWithinOptions } from './options.ts';
import type { WithinStats } from './within.ts';

/** A distance below this part of an object's diagonal is small for it: few of its clusters are near. It must be small for this share of the triangles. */
const SMALL_PART = 1 / 16;
const MOST_TRIANGLES = 3 / 4;
/** The most pairs of objects whose distances are found first. */
const PAIRS_MOST = 256;

const diagonalOf = ({ object: { box } }: Participant): number =>
  Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);

/** Whether a distance is small for most of the scene. */
export function isSmallFor(list: readonly Participant[], distance: number): boolean {
  let triangles = 0;
  for (const each of list) if (distance < SMALL_PART * diagonalOf(each)) triangles += each.object.triangleCount;
  return triangles >= MOST_TRIANGLES * totalTriangles(list);
}

/** Whether two boxes are farther apart than a distance in some coordinate, told with ample reserve for rounding. */
function areFar({ object: { box: p } }: Participant, { object: { box: q } }: Participant, distance: number): boolean {
  for (let k = 0; k < 3; k++) {
    const size = Math.abs(p[k]) + Math.abs(p[k + 3]) + Math.abs(q[k]) + Math.abs(q[k + 3]);
    const gap = Math.max(p[k] - q[k + 3], q[k] - p[k + 3]);
    if (gap > distance * (1 + 2 ** -40) + size * 2 ** -40) return true;
  }
  return false;
}

export class KeptWithin {
  readonly #runtime: WasmRuntime;
  readonly #list: readonly Participant[];
  readonly #options: CheckedWithinOptions;
  readonly #clustered: Selection;
  readonly #ahead: Parameters<typeof makeAhead>[1];
  /** The distance that is searched: at most what is asked for. */
  readonly distance: number;

  private constructor(
    runtime: WasmRuntime,
    list: readonly Participant[],
    options: CheckedWithinOptions,
    clustered: Selection,
    ahead: Parameters<typeof makeAhead>[1],
    distance: number,
  ) {
    this.#runtime = runtime;
    this.#list = list;
    this.#options = options;
    this.#clustered = clustered;
    this.#ahead = ahead;
    this.distance = distance;
  }

  /** Chooses objects whose clusters are used, and makes those that are missing. */
  static async open(
    runtime: WasmRuntime,
    list: readonly Participant[],
    options: CheckedWithinOptions,
  ): Promise<KeptWithin> {
    const { use, ahead } = options.self || !options.between ? NO_CHOICE : chooseClusters(list);
    const clustered = await runAsync(makeClusters(runtime, list, use, options));
    const isSmall = isSmallFor(list, options.distance);
    if (isSmall || clustered !== 'all')
      return new KeptWithin(runtime, list, options, isSmall ? clustered : NO_CHOICE.use, ahead, options.distance);
    const distance = options.objects ? await largestDistance(runtime, list, options) : undefined;
    const used = distance === undefined ? NO_CHOICE.use : clustered;
    return new KeptWithin(runtime, list, options, used, ahead, distance ?? options.distance);
  }

  /** For the job. */
  get selects(): Selection | undefined {
    return this.#clustered === 'all' || this.#clustered.size > 0 ? this.#clustered : undefined;
  }

  /** Degenerate triangles, including those of objects that were searched only in part. */
  async degenerateBeside(found: Uint32Array): Promise<Uint32Array> {
    const clustered = this.#clustered;
    const list = this.#list;
    if (!this.selects || (clustered === 'all' && surveyOf(list).thin === 0)) return found;
    const selected = list.map(({ object }) => object).filter((object) => clustered === 'all' || clustered.has(object));
    return joinDegenerate(
      found,
      list,
      await runAsync(findPlacedDegenerate(this.#runtime, selected, running(this.#options))),
    );
  }

  /** Counts the query, and continues to make clusters for later ones. */
  async note(stats: WithinStats): Promise<void> {
    const [{ object }] = this.#list;
    object.kept.tally.queries++;
    const pays = this.#clustered === 'all' || noteSelection(this.#list, this.#clustered, stats);
    if (pays) await runAsync(makeAhead(this.#runtime, this.#ahead, stats));
  }
}

/**
 * The least distance above those of all pairs of objects that are nearer than asked for; undefined where they are too many to ask about
 * one by one.
 */
async function largestDistance(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedWithinOptions,
): Promise<number | undefined> {
  const questions: ClosestQuestion[] = [];
  const isAsked = asksAbout(options);
  for (let a = 0; a < list.length; a++) {
    for (let b = a + 1; b < list.length; b++) {
      if (!isAsked(list[a].id, list[b].id) || areFar(list[a], list[b], options.distance)) continue;
      if (questions.length === PAIRS_MOST) return undefined;
      const [matrixA, matrixB] = [a, b].map((place) => matrixOf(list[place].object));
      questions.push({ a, b, matrixA, matrixB, below: options.distance });
    }
  }
  let largest = 0;
  for (const { distance } of await askClosest(runtime, list, questions, running(options)))
    if (distance < options.distance) largest = Math.max(largest, distance);
  // Nothing is nearer than 0, and what touches is nearer than anything above it.
  return Math.min(options.distance, largest * (1 + 2 ** -50) + Number.MIN_VALUE);
}
