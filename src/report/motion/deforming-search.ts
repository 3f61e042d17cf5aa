/**
 * Pairs of parts of which one deforms, along a clip: proven free, meeting, or open.
 *
 * Between two times, vertices are within some distance of their chords (clip-bends.ts). If the parts are farther apart at the start than
 * that of both, twice over, and `impacts` finds no features on the chords that come nearer than it, they are apart on the whole interval. Otherwise the interval is
 * halved, and the pose in its middle looked at for a meeting, down to the tolerance.
 */
import type { Positions } from '../../mesh/mesh-input.ts';
import type { Scene } from '../../scene.ts';
import { joinedIntervals, type MotionInterval, type MotionPair, STATES } from './motion-rows.ts';

export interface DeformingWay {
  /** Positions of all objects at a time, in double precision; where something jumps then, behind the jump. */
  readonly positionsAt: (time: number) => readonly Positions[];
  /** How far vertices of each object can be from their chords between two times. */
  readonly between: (from: number, to: number) => Float64Array;
  /** Ascending, the first and last time of all among them. */
  readonly breaks: readonly number[];
  /** Objects that move. */
  readonly moving: readonly number[];
}

export interface DeformingOptions {
  /** As a part of the whole time. */
  readonly tolerance: number;
  readonly gap: number;
  /** Intervals and poses to look at, at most. */
  readonly effort: number;
  readonly signal?: AbortSignal;
}

type Pair = readonly [number, number];
interface Task {
  readonly from: number;
  readonly to: number;
  readonly pairs: readonly Pair[];
}

const [FREE, MEETING, OPEN] = STATES;
/** Witnesses no farther apart than this, with nothing proven free between them, are taken as one meeting. */
const MEETING_STEP = 2 ** -7;
/** What coordinates are rounded by, as a part of their size. */
const ROUNDING = 2 ** -44;
/** Features keep this part of their distance at the start; `impacts` has it as its default. */
const KEEP = 0.5;
function largestOf(positions: Positions): number {
  let most = 0;
  for (let i = 0; i < positions.length; i++) most = Math.max(most, Math.abs(positions[i]));
  return most;
}

const keyOf = ([a, b]: Pair): string => `${a} ${b}`;

export class DeformingSearch {
  readonly #scene: Scene;
  readonly #way: DeformingWay;
  readonly #options: DeformingOptions;
  readonly #intervals = new Map<string, MotionInterval[]>();
  /** By time, the pairs that meet there. */
  readonly #poses = new Map<number, ReadonlySet<string>>();
  evaluations = 0;

  constructor(scene: Scene, way: DeformingWay, options: DeformingOptions) {
    this.#scene = scene;
    this.#way = way;
    this.#options = options;
  }

  /** The objects of the scene are those of the way. */
  async run(pairs: readonly Pair[]): Promise<MotionPair[]> {
    for (const pair of pairs) this.#intervals.set(keyOf(pair), []);
    const { breaks } = this.#way;
    let tasks: Task[] = breaks.slice(1).map((to, i) => ({ from: breaks[i], to, pairs }));
    while (tasks.length > 0) {
      const next: Task[] = [];
      for (const task of tasks) next.push(...(await this.#look(task)));
      // Should the effort not suffice for all, ends of meetings come before what lies in them.
      tasks = next.sort((p, q) => Number(this.#isEnd(q)) - Number(this.#isEnd(p)));
    }
    const atRest = await this.#meetingAt(breaks[0], pairs);
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

  /** Whether a pair meets at one end of an interval and not at the other. */
  #isEnd({ from, to, pairs }: Task): boolean {
    const [start, end] = [this.#poses.get(from), this.#poses.get(to)];
    return pairs.map(keyOf).some((key) => start?.has(key) !== end?.has(key));
  }

  #move(t: number): readonly Positions[] {
    const positions = this.#way.positionsAt(t);
    for (const object of this.#way.moving) this.#scene.move(object, positions[object]);
    return positions;
  }

  /** Which of the pairs meet, or are nearer than the gap, at a time. */
  async #meetingAt(t: number, pairs: readonly Pair[]): Promise<ReadonlySet<string>> {
    const known = this.#poses.get(t);
    if (known) return known;
    this.evaluations++;
    this.#move(t);
    const asked = { pairs: pairs.map(([a, b]): [number, number] => [a, b]), signal: this.#options.signal };
    const { gap } = this.#options;
    const { objectPairs } =
      gap > 0 ? await this.#scene.within(gap, { ...asked, objects: true }) : await this.#scene.collide(asked);
    const met = new Set<string>();
    for (let i = 0; i < objectPairs.length; i += 3) met.add(keyOf([objectPairs[i], objectPairs[i + 1]]));
    this.#poses.set(t, met);
    return met;
  }

  /** The pairs that are not proven free between two times. */
  async #unproven({ from, to, pairs }: Task): Promise<Pair[]> {
    const bends = this.#way.between(from, to);
    // Just before the end: what jumps there has not jumped yet.
    const ends = this.#way.positionsAt(to - Math.abs(to) * 2 ** -52);
    const starts = this.#move(from);
    const involved = [...new Set(pairs.flat())];
    const size = Math.max(...involved.flatMap((object) => [starts[object], ends[object]].map(largestOf)));
    const [first = 0, second = 0] = involved.map((object) => bends[object]).sort((p, q) => q - p);
    const gap = this.#options.gap + first + second + ROUNDING * size;
    if (!Number.isFinite(gap)) return [...pairs];
    this.evaluations++;
    const asked = { pairs: pairs.map(([a, b]): [number, number] => [a, b]), signal: this.#options.signal };
    const near = await this.#scene.within((gap / KEEP) * (1 + 2 ** -20), { ...asked, objects: true });
    const left = new Set<string>();
    for (let i = 0; i < near.objectPairs.length; i += 3)
      left.add(keyOf([near.objectPairs[i], near.objectPairs[i + 1]]));
    const far = asked.pairs.filter((pair) => !left.has(keyOf(pair)));
    if (far.length > 0) {
      for (const object of this.#way.moving) this.#scene.aim(object, ends[object]);
      const { objectPairs } = await this.#scene.impacts({ ...asked, pairs: far, gap, points: false });
      for (let i = 0; i < objectPairs.length; i += 3) left.add(keyOf([objectPairs[i], objectPairs[i + 1]]));
    }
    return pairs.filter((pair) => left.has(keyOf(pair)));
  }

  #settle(
    pairs: readonly Pair[],
    from: number,
    to: number,
    state: MotionInterval['state'],
    witness: number | null,
  ): void {
    for (const pair of pairs) this.#intervals.get(keyOf(pair))!.push({ state, from, to, witness });
  }

  /** Settles what it can of a task, and halves the rest. */
  async #look(task: Task): Promise<Task[]> {
    this.#options.signal?.throwIfAborted();
    const { from, to, pairs } = task;
    if (this.evaluations >= this.#options.effort) {
      this.#settle(pairs, from, to, OPEN, null);
      return [];
    }
    const unproven = await this.#unproven(task);
    const left = new Set(unproven.map(keyOf));
    this.#settle(
      pairs.filter((pair) => !left.has(keyOf(pair))),
      from,
      to,
      FREE,
      null,
    );
    if (unproven.length === 0) return [];
    const middle = (from + to) / 2;
    const all = [...this.#intervals.keys()].map((key) => key.split(' ').map(Number) as [number, number]);
    const [start, between, end] = [
      await this.#meetingAt(from, all),
      await this.#meetingAt(middle, all),
      await this.#meetingAt(to, all),
    ];
    const { breaks } = this.#way;
    const part = (to - from) / (breaks[breaks.length - 1] - breaks[0]);
    const isNarrow = part <= this.#options.tolerance / 2 || middle <= from || middle >= to;
    const open: Pair[] = [];
    for (const pair of unproven) {
      const key = keyOf(pair);
      const meets = [start, between, end].map((met) => met.has(key));
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
