/**
 * Pairs of parts of which one deforms, along a clip: proven free, meeting, or open.
 *
 * An interval on which a pair is not proven free (deforming-looks.ts) is halved, and the pose in its middle looked at for a meeting, down to
 * the tolerance.
 */
import type { Scene } from '../../scene.ts';
import { DeformingLooks, type DeformingOptions, type DeformingPath, keyOf, type Pair } from './deforming-looks.ts';
import { joinedIntervals, type MotionInterval, type MotionPair, STATES } from './motion-rows.ts';

/** Which pairs to look at between two times. */
interface Task {
  readonly from: number;
  readonly to: number;
  readonly pairs: readonly Pair[];
}

const [FREE, MEETING, OPEN] = STATES;
/** Witnesses no farther apart than this, with nothing proven free between them, are taken as one meeting. */
const MEETING_STEP = 2 ** -7;

export class DeformingSearch {
  readonly #looks: DeformingLooks;
  readonly #breaks: readonly number[];
  readonly #options: DeformingOptions;
  readonly #intervals = new Map<string, MotionInterval[]>();
  #settled = 0;

  /** The objects of the scene are those of the path. */
  constructor(scene: Scene, path: DeformingPath, options: DeformingOptions) {
    this.#looks = new DeformingLooks(scene, path, options);
    this.#breaks = path.breaks;
    this.#options = options;
  }

  get evaluations(): number {
    return this.#looks.evaluations;
  }

  async run(pairs: readonly Pair[]): Promise<MotionPair[]> {
    for (const pair of pairs) this.#intervals.set(keyOf(pair), []);
    const [first] = this.#breaks;
    const atRest = await this.#looks.meetingAt(first, pairs);
    let tasks: Task[] = this.#breaks.slice(1).map((to, i) => ({ from: this.#breaks[i], to, pairs }));
    while (tasks.length > 0) {
      const next: Task[] = [];
      for (const task of tasks) {
        next.push(...(await this.#look(task)));
        this.#reportProgress(pairs.length);
      }
      // Should the effort not suffice for all, ends of meetings come before what lies in them.
      tasks = next.sort((p, q) => Number(this.#isEnd(q)) - Number(this.#isEnd(p)));
    }
    return pairs.map(([a, b]) => {
      const key = keyOf([a, b]);
      const intervals = this.#intervals.get(key)!.sort((p, q) => p.from - q.from || p.to - q.to);
      return {
        a,
        b,
        rest: atRest.has(key) ? 'overlapping' : 'apart',
        forgiven: 0,
        intervals: joinedIntervals(intervals),
      };
    });
  }

  /** What is settled, or how much of the effort is used up. */
  #reportProgress(pairs: number): void {
    const { effort, onProgress } = this.#options;
    const [from, to] = [this.#breaks[0], this.#breaks[this.#breaks.length - 1]];
    onProgress?.(Math.min(1, Math.max(this.#settled / (pairs * (to - from)), this.evaluations / effort)));
  }

  /** Whether a pair meets at one end of an interval and not at the other. */
  #isEnd({ from, to, pairs }: Task): boolean {
    return pairs.some((pair) => this.#looks.isMeeting(from, pair) !== this.#looks.isMeeting(to, pair));
  }

  #settle(
    pairs: readonly Pair[],
    from: number,
    to: number,
    state: MotionInterval['state'],
    witness: number | null,
  ): void {
    this.#settled += pairs.length * (to - from);
    for (const pair of pairs) this.#intervals.get(keyOf(pair))!.push({ state, from, to, witness });
  }

  /** Settles what it can of a task, and halves the rest. */
  async #look({ from, to, pairs }: Task): Promise<Task[]> {
    this.#options.signal?.throwIfAborted();
    if (this.evaluations >= this.#options.effort) {
      this.#settle(pairs, from, to, OPEN, null);
      return [];
    }
    const unproven = await this.#looks.unproven(from, to, pairs);
    const left = new Set(unproven.map(keyOf));
    const free = pairs.filter((pair) => !left.has(keyOf(pair)));
    this.#settle(free, from, to, FREE, null);
    if (unproven.length === 0) return [];
    const middle = (from + to) / 2;
    const poses: ReadonlySet<string>[] = [];
    for (const time of [from, middle, to]) poses.push(await this.#looks.meetingAt(time, unproven));
    const part = (to - from) / (this.#breaks[this.#breaks.length - 1] - this.#breaks[0]);
    const isNarrow = part <= this.#options.tolerance / 2 || middle <= from || middle >= to;
    const open: Pair[] = [];
    for (const pair of unproven) {
      const meets = poses.map((met) => met.has(keyOf(pair)));
      if (meets[0] && meets[2] && (isNarrow || (meets[1] && part <= MEETING_STEP)))
        this.#settle([pair], from, to, MEETING, meets[1] ? middle : from);
      else if (isNarrow) this.#settleNarrow(pair, from, to, meets);
      else open.push(pair);
    }
    if (open.length === 0) return [];
    return [
      { from, to: middle, pairs: open },
      { from: middle, to, pairs: open },
    ];
  }

  /** Open, with the pose in which they meet, if any, as a meeting of its own. */
  #settleNarrow(pair: Pair, from: number, to: number, [atStart, , atEnd]: readonly boolean[]): void {
    if (atStart) this.#settle([pair], from, from, MEETING, from);
    this.#settle([pair], from, to, OPEN, null);
    if (atEnd) this.#settle([pair], to, to, MEETING, to);
  }
}
