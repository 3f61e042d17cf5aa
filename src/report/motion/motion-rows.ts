/** What is told of one motion: intervals of each pair in the motion's own unit, what is free, and where parts jam. */
import type { Sweep } from '../../queries/sweep/sweep.ts';

export const STATES = ['free', 'meeting', 'open'] as const;
export const REST = ['apart', 'touching', 'overlapping'] as const;

export interface MotionInterval {
  readonly state: (typeof STATES)[number];
  readonly from: number;
  readonly to: number;
  /** Of a meeting, a value at which they meet. */
  readonly witness: number | null;
}

export interface MotionPair {
  readonly a: number;
  readonly b: number;
  readonly rest: (typeof REST)[number];
  readonly forgiven: number;
  readonly intervals: readonly MotionInterval[];
}

export interface Jam {
  readonly a: number;
  readonly b: number;
  /** The values that an end lies between; no end where the motion ends first. */
  readonly from: readonly [number, number];
  readonly to: readonly [number, number] | null;
  readonly witness: number;
  readonly point: readonly number[] | null;
}

export interface MotionRow {
  readonly name: string;
  readonly kind: 'clip' | 'joint' | 'path';
  readonly quantity: 'angle' | 'travel' | 'time';
  readonly unit: string;
  readonly from: number;
  readonly to: number;
  readonly evaluations: number;
  readonly free: readonly (readonly [number, number])[];
  readonly pairs: readonly MotionPair[];
  readonly jams: readonly Jam[];
}

/** A sweep and the values that it goes from and to. */
export interface Leg {
  readonly sweep: Sweep;
  readonly from: number;
  readonly to: number;
}

/** Intervals of one leg, from lower to higher values. */
function intervalsOf({ sweep, from, to }: Leg, pair: number): MotionInterval[] {
  const valueAt = (t: number) => (t === 1 ? to : from + t * (to - from));
  const rows: MotionInterval[] = [];
  for (let i = sweep.offsets[pair]; i < sweep.offsets[pair + 1]; i++) {
    const [low, high] = [sweep.ends[2 * i], sweep.ends[2 * i + 1]].map(valueAt).sort((x, y) => x - y);
    const witness = Number.isNaN(sweep.witnesses[i]) ? null : valueAt(sweep.witnesses[i]);
    rows.push({ state: STATES[sweep.states[i]], from: low, to: high, witness });
  }
  return to < from ? rows.reverse() : rows;
}

/** Adjacent intervals of the same state are merged. */
export function joinedIntervals(rows: readonly MotionInterval[]): MotionInterval[] {
  const out: MotionInterval[] = [];
  for (const row of rows) {
    const last = out.at(-1);
    if (last?.state === row.state) out[out.length - 1] = { ...last, to: row.to, witness: last.witness ?? row.witness };
    else out.push(row);
  }
  return out;
}

/** The pairs of one or more legs that begin in one pose; those that go down come first. */
export function pairsOf(legs: readonly Leg[]): MotionPair[] {
  const [{ sweep }] = legs;
  return Array.from(sweep.rest, (rest, i): MotionPair => {
    return {
      a: sweep.objectPairs[2 * i],
      b: sweep.objectPairs[2 * i + 1],
      rest: REST[rest],
      forgiven: sweep.forgiven[i],
      intervals: joinedIntervals(legs.flatMap((leg) => intervalsOf(leg, i))),
    };
  });
}

/** Each meeting, with the values that its ends lie between. */
export function jamsOf({ a, b, intervals }: MotionPair): Omit<Jam, 'point'>[] {
  return intervals.flatMap((row, i) => {
    if (row.state !== 'meeting' || row.witness === null) return [];
    const [before, behind] = [intervals[i - 1], intervals[i + 1]];
    const from: [number, number] = [before?.state === 'open' ? before.from : row.from, row.from];
    const to: [number, number] | null = behind ? [row.to, behind.state === 'open' ? behind.to : row.to] : null;
    return [{ a, b, from, to, witness: row.witness }];
  });
}

/** Ranges proven free for all pairs. */
export function freeRanges(pairs: readonly MotionPair[], from: number, to: number): [number, number][] {
  let free: [number, number][] = [[from, to]];
  for (const row of pairs.flatMap(({ intervals }) => intervals)) {
    if (row.state === 'free') continue;
    free = free.flatMap(([low, high]): [number, number][] => {
      if (row.to < low || row.from > high) return [[low, high]];
      const parts: [number, number][] = [
        [low, row.from],
        [row.to, high],
      ];
      return parts.filter(([x, y]) => x < y);
    });
  }
  return free;
}

/** A stretch that is not proven free, in parts of the whole way. */
export interface StripRange {
  readonly state: 'meeting' | 'open';
  readonly from: number;
  readonly to: number;
}

/** What is not proven free: jams up to where both sides are proven free again, and what is open besides. */
export function stripRanges({
  pairs,
  jams,
  from,
  to,
}: Pick<MotionRow, 'pairs' | 'from' | 'to'> & { readonly jams: readonly Omit<Jam, 'point'>[] }): StripRange[] {
  const part = (value: number) => (to > from ? (value - from) / (to - from) : 0);
  const meeting = jams.map(
    (jam): StripRange => ({ state: 'meeting', from: part(jam.from[0]), to: jam.to ? part(jam.to[1]) : 1 }),
  );
  const open = pairs.flatMap(({ intervals }) =>
    intervals.flatMap((row): StripRange[] =>
      row.state === 'open' ? [{ state: 'open', from: part(row.from), to: part(row.to) }] : [],
    ),
  );
  const isInJam = (range: StripRange) => meeting.some((jam) => jam.from <= range.from && jam.to >= range.to);
  return [...meeting, ...open.filter((range) => !isInJam(range))];
}

/** Not proven is not free: a meeting, or anything open. */
export const isProvenFree = ({ pairs }: Pick<MotionRow, 'pairs'>): boolean =>
  pairs.every(({ intervals }) => intervals.every(({ state }) => state === 'free'));

/** Pairs of objects that meet in one of the motions, or are not proven never to. */
export function pairsThatCanMeet(rows: readonly MotionRow[]): { a: number; b: number }[] {
  const met = new Map<string, { a: number; b: number }>();
  for (const { a, b, intervals } of rows.flatMap(({ pairs }) => pairs)) {
    if (intervals.some(({ state }) => state !== 'free')) met.set(`${a} ${b}`, { a, b });
  }
  return [...met.values()].sort((p, q) => p.a - q.a || p.b - q.b);
}
