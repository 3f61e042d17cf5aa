/**
 * What is known of pairs of parts that deform: which are proven free between two times, and which meet at a time.
 *
 * Between two times, vertices are within some distance of their chords (clip-bends.ts). Parts whose boxes of the interval are farther apart
 * than that of both are apart (swept-boxes.ts). So are others, if they are farther apart than it, twice over, at the start, and `impacts` finds no
 * features on the chords that come nearer than it.
 *
 * Only objects of the pairs that are asked about are posed and looked at: late in a search, most intervals are halved for a pair or two.
 */
import type { Positions } from '../../mesh/mesh-input.ts';
import type { Scene } from '../../scene.ts';
import { SweptBoxes } from './swept-boxes.ts';

export interface DeformingPath {
  /** Positions of objects at a time, in double precision; where something jumps then, behind the jump. */
  readonly at: (time: number) => (object: number) => Positions;
  /** How far vertices of an object can be from their chords between two times. */
  readonly between: (from: number, to: number) => (object: number) => number;
  /** Whether something can jump at one of the breaks. */
  readonly jumps: boolean;
  /** Ascending, the first and last time of all among them. */
  readonly breaks: readonly number[];
  /** Objects that move. */
  readonly moving: ReadonlySet<number>;
}

export interface DeformingOptions {
  /** As a part of the whole time. */
  readonly tolerance: number;
  readonly gap: number;
  /** Intervals and poses to look at, at most. */
  readonly effort: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number) => void;
}

export type Pair = readonly [number, number];

/** Features keep this part of their distance at the start; `impacts` has it as its default. */
const KEEP = 0.5;
/** Pairs whose bends are alike within this factor are asked about together. */
const ALIKE = 4;

export const keyOf = ([a, b]: Pair): string => `${a} ${b}`;

interface Asked {
  readonly pair: Pair;
  readonly gap: number;
}

/** Grouped by nearly equal gap. */
function groupsOf(asked: readonly Asked[]): Asked[][] {
  const groups = new Map<number, Asked[]>();
  for (const each of asked) {
    const size = Math.ceil(Math.log(each.gap) / Math.log(ALIKE));
    groups.set(size, [...(groups.get(size) ?? []), each]);
  }
  return [...groups.values()];
}

export class DeformingLooks {
  readonly #scene: Scene;
  readonly #path: DeformingPath;
  readonly #options: DeformingOptions;
  /** By time and pair, whether it meets there. */
  readonly #poses = new Map<number, Map<string, boolean>>();
  /** Where objects are in the scene. */
  readonly #times = new Map<number, number>();
  evaluations = 0;

  constructor(scene: Scene, path: DeformingPath, options: DeformingOptions) {
    this.#scene = scene;
    this.#path = path;
    this.#options = options;
  }

  #move(time: number, pairs: readonly Pair[]): void {
    const positions = this.#path.at(time);
    for (const object of new Set(pairs.flat())) {
      if (!this.#path.moving.has(object) || this.#times.get(object) === time) continue;
      this.#scene.move(object, positions(object));
      this.#times.set(object, time);
    }
  }

  #asked(pairs: readonly Pair[]) {
    const { signal } = this.#options;
    return { pairs: pairs.map(([a, b]): [number, number] => [a, b]), ...(signal && { signal }) };
  }

  /** Undefined if it was not looked at. */
  isMeeting(time: number, pair: Pair): boolean | undefined {
    return this.#poses.get(time)?.get(keyOf(pair));
  }

  /** Which of the pairs meet, or are nearer than the gap, at a time. */
  async meetingAt(time: number, pairs: readonly Pair[]): Promise<ReadonlySet<string>> {
    const known = this.#poses.get(time) ?? new Map<string, boolean>();
    this.#poses.set(time, known);
    const unknown = pairs.filter((pair) => !known.has(keyOf(pair)));
    if (unknown.length > 0) {
      this.evaluations++;
      this.#move(time, unknown);
      const { gap } = this.#options;
      const asked = this.#asked(unknown);
      const { objectPairs } =
        gap > 0 ? await this.#scene.within(gap, { ...asked, objects: true }) : await this.#scene.collide(asked);
      for (const pair of unknown) known.set(keyOf(pair), false);
      for (const key of keysOf(objectPairs)) known.set(key, true);
    }
    return new Set(pairs.map(keyOf).filter((key) => known.get(key)));
  }

  /** The pairs that are not proven free between two times. */
  async unproven(from: number, to: number, pairs: readonly Pair[]): Promise<Pair[]> {
    this.evaluations++;
    const bends = this.#path.between(from, to);
    const starts = this.#path.at(from);
    // Just before the end: what jumps there has not jumped yet.
    const ends = this.#path.at(this.#path.jumps ? to - Math.abs(to) * 2 ** -52 : to);
    const boxes = new SweptBoxes((object) => ({ start: starts(object), end: ends(object), bend: bends(object) }));
    const { gap } = this.#options;
    const left = new Set<string>();
    const asked: Asked[] = [];
    for (const pair of pairs) {
      const least = gap + boxes.slackOf(...pair);
      if (boxes.areApart(...pair, gap)) continue;
      const isNear = !(least < Infinity) || this.isMeeting(from, pair) || this.isMeeting(to, pair);
      if (isNear || boxes.areNear(...pair, least / KEEP)) left.add(keyOf(pair));
      else asked.push({ pair, gap: least });
    }
    for (const group of groupsOf(asked)) for (const key of await this.#near(group, from, ends)) left.add(key);
    return pairs.filter((pair) => left.has(keyOf(pair)));
  }

  /** Which of the pairs are nearer than twice the gap at the start, or come nearer than the gap on the chords. */
  async #near(group: readonly Asked[], from: number, ends: (object: number) => Positions): Promise<Set<string>> {
    const gap = Math.max(...group.map((each) => each.gap));
    const pairs = group.map(({ pair }) => pair);
    this.#move(from, pairs);
    const distance = (gap / KEEP) * (1 + 2 ** -20);
    const { objectPairs } = await this.#scene.within(distance, { ...this.#asked(pairs), objects: true });
    const near = new Set(keysOf(objectPairs));
    const far = pairs.filter((pair) => !near.has(keyOf(pair)));
    if (far.length === 0) return near;
    for (const object of new Set(far.flat())) if (this.#path.moving.has(object)) this.#scene.aim(object, ends(object));
    const impacts = await this.#scene.impacts({ ...this.#asked(far), gap, points: false });
    for (const key of keysOf(impacts.objectPairs)) near.add(key);
    return near;
  }
}

function* keysOf(objectPairs: Uint32Array): Generator<string> {
  for (let i = 0; i < objectPairs.length; i += 3) yield keyOf([objectPairs[i], objectPairs[i + 1]]);
}
