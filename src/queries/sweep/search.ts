/**
 * Bisection: intervals are proven free or halved, in rounds that look at those of all pairs at once, so that the threads share them. Poses at which an
 * interval is halved are looked at, which finds the meetings.
 *
 * An interval is settled when it is proven free; when it is no wider than half the tolerance; when the objects meet at both of its ends and it is
 * no wider than MEETING_STEP; or when they stay in contact, or so near that halving would not help: no point deviates from its chord by more than
 * half the accuracy, and at both ends and in the middle the objects are nearer than some of these deviations, and meet at both ends or at none.
 */
import type { JobOptions, WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import { askClosest } from '../closest/wasm.ts';
import { SWEEP_STATE } from './sweep.ts';
import type { PoseFound, SweptPair } from './swept-pair.ts';
import { askSweep } from './wasm.ts';

/** Witnesses no farther apart than this, with nothing proven free between them, are taken as one meeting. */
const MEETING_STEP = 2 ** -10;
/** On wider intervals that are not proven, poses would tell nothing that the halves do not need anyway. */
const LOOKED_AT = 2 ** -5;
/** Where objects are farther apart than this many deviations, halving the interval soon proves it free. */
const DEVIATIONS = 8;
/** The part of the accuracy that counts as contact where nothing deviates. */
const CONTACT_PART = 1e-3;

export interface SearchOptions extends JobOptions {
  readonly tolerance: number;
  readonly accuracy: number;
  readonly first: boolean;
  readonly effort: number;
}

export interface Interval {
  readonly from: number;
  readonly to: number;
  readonly state: number;
}

interface Task {
  readonly pair: SweptPair;
  readonly from: number;
  readonly to: number;
}

function halvesOf({ pair, from, to }: Task): [Task, Task] {
  const middle = (from + to) / 2;
  return [
    { pair, from, to: middle },
    { pair, from: middle, to },
  ];
}

/** A pose to look at. */
interface Asked {
  readonly pair: SweptPair;
  readonly t: number;
}

export class SweepSearch {
  readonly #runtime: WasmRuntime;
  readonly #list: readonly Participant[];
  readonly #options: SearchOptions;
  readonly settled = new Map<SweptPair, Interval[]>();
  intervals = 0;
  poses = 0;
  limited = false;
  /** The earliest pose in which a pair meets. */
  firstWitness = Number.POSITIVE_INFINITY;

  constructor(runtime: WasmRuntime, list: readonly Participant[], options: SearchOptions) {
    this.#runtime = runtime;
    this.#list = list;
    this.#options = options;
  }

  get evaluations(): number {
    return this.intervals + this.poses;
  }

  #settle({ pair, from, to }: Task, state: number): void {
    this.settled.get(pair)!.push({ from, to, state });
  }

  /** What is left over from one round for the next. */
  async run(pairs: readonly SweptPair[]): Promise<void> {
    let tasks: Task[] = [];
    for (const pair of pairs) {
      this.settled.set(pair, []);
      // A jump at the end makes an interval of one moment.
      const times = [0, ...pair.breaks, 1];
      for (let i = 1; i < times.length; i++) tasks.push({ pair, from: times[i - 1], to: times[i] });
    }
    while (tasks.length > 0) {
      this.#options.signal?.throwIfAborted();
      const left = Math.max(0, Math.floor(this.#options.effort - this.evaluations));
      // What comes first in time is done first, should the effort not suffice for all.
      if (tasks.length > left) tasks.sort((a, b) => a.from - b.from);
      for (const task of tasks.slice(left)) {
        this.#settle(task, SWEEP_STATE.open);
        this.limited = true;
      }
      tasks = await this.#round(tasks.slice(0, left));
    }
  }

  async #round(tasks: readonly Task[]): Promise<Task[]> {
    const { tolerance, accuracy, first } = this.#options;
    const wanted = tasks.filter((task) => {
      const isWanted = !first || task.from < this.firstWitness;
      if (!isWanted) this.#settle(task, SWEEP_STATE.open);
      return isWanted;
    });
    const proofs = wanted.map(({ pair, from, to }) => pair.proof(from, to));
    this.intervals += proofs.length;
    const found = await askSweep(
      this.#runtime,
      this.#list,
      proofs.map(({ question }) => question),
      this.#job,
    );
    const failed: { task: Task; deviation: number }[] = [];
    const next: Task[] = [];
    for (const [i, task] of wanted.entries()) {
      const { deviation } = proofs[i];
      if (found[i].found) this.#settle(task, SWEEP_STATE.free);
      else if (!first && task.to - task.from > LOOKED_AT && deviation > accuracy / 2) next.push(...halvesOf(task));
      else failed.push({ task, deviation });
    }
    const looked = await this.#lookAtEach(failed);
    for (const { task, deviation } of looked) {
      const { pair, from, to } = task;
      const middle = (from + to) / 2;
      const [start, between, end] = [from, middle, to].map((t) => pair.poses.get(t)!);
      const meetsThroughout = start.meets && between.meets && end.meets && to - from <= MEETING_STEP;
      const most = DEVIATIONS * deviation + CONTACT_PART * accuracy;
      const isNear = start.excess <= most && between.excess <= most && end.excess <= most;
      // Where a meeting begins or ends, that is looked for more closely.
      const isEnd = start.meets !== end.meets;
      const staysNear = deviation <= accuracy / 2 && isNear && !isEnd;
      const isNarrow = to - from <= tolerance / 2 || middle <= from || middle >= to;
      if (meetsThroughout || ((staysNear || isNarrow) && start.meets && end.meets))
        this.#settle(task, SWEEP_STATE.meeting);
      else if (staysNear || isNarrow) this.#settle(task, SWEEP_STATE.open);
      else next.push(...halvesOf(task));
    }
    this.#noteProgress(next);
    return next;
  }

  /** Looks at both ends and the middle of each task; returns those for which the effort suffices, the others are left open. */
  async #lookAtEach<T extends { readonly task: Task }>(all: readonly T[]): Promise<T[]> {
    const asked: Asked[] = [];
    const seen = new Map<SweptPair, Set<number>>();
    const looked = all.filter(({ task }) => {
      const { pair, from, to } = task;
      const known = seen.get(pair) ?? new Set();
      seen.set(pair, known);
      const fresh = [from, (from + to) / 2, to].filter((t) => !pair.poses.has(t) && !known.has(t));
      if (this.evaluations + asked.length + fresh.length > this.#options.effort) {
        this.#settle(task, SWEEP_STATE.open);
        this.limited = true;
        return false;
      }
      for (const t of fresh) {
        known.add(t);
        asked.push({ pair, t });
      }
      return true;
    });
    await this.#lookAt(asked);
    return looked;
  }

  get #job(): JobOptions {
    return { signal: this.#options.signal, onProgress: undefined };
  }

  #noteProgress(left: readonly Task[]): void {
    const open = left.reduce((sum, { from, to }) => sum + to - from, 0);
    this.#options.onProgress?.(1 - open / this.settled.size);
  }

  async #lookAt(unknown: readonly Asked[]): Promise<void> {
    this.poses += unknown.length;
    const apart = unknown.filter(({ pair }) => pair.gap >= 0);
    const overlapping = unknown.filter(({ pair }) => pair.gap < 0);
    if (apart.length > 0) await this.#lookForGaps(apart);
    if (overlapping.length > 0) await this.#lookForOverlaps(overlapping);
  }

  #note(pair: SweptPair, t: number, found: PoseFound): void {
    pair.poses.set(t, found);
    if (found.meets) this.firstWitness = Math.min(this.firstWitness, t);
  }

  async #lookForGaps(asked: readonly Asked[]): Promise<void> {
    const { accuracy } = this.#options;
    const questions = asked.map(({ pair, t }) => pair.distance(t, pair.gap + accuracy));
    const found = await askClosest(this.#runtime, this.#list, questions, this.#job);
    for (const [i, { pair, t }] of asked.entries()) {
      const { distance } = found[i];
      const meets = pair.gap > 0 ? distance < pair.gap : distance === 0;
      this.#note(pair, t, { meets, excess: distance - pair.gap });
    }
  }

  async #lookForOverlaps(asked: readonly Asked[]): Promise<void> {
    const questions = asked.map(({ pair, t }) => pair.meeting(t, -pair.gap));
    const found = await askSweep(this.#runtime, this.#list, questions, this.#job);
    for (const [i, { pair, t }] of asked.entries()) {
      const { depth } = found[i];
      this.#note(pair, t, { meets: depth > -pair.gap, excess: -pair.gap - depth });
    }
  }
}
