/**
 * Clashes followed over the frames of an animation: when each begins, when it is worst, and when it ends.
 *
 * A clash of one frame continues an earlier one between the same objects: the one whose last place, relative to
 * the first object, is nearest; each is continued by at most one.
 */
import { distinctIds, idOf } from './clash-id.ts';
import { type ReportClash, worstFirst } from './clash-list.ts';
import { groupBy } from './group-by.ts';
import { distanceBetween } from './object-shape.ts';

export interface TrackMoment {
  readonly frame: number;
  /** Seconds. */
  readonly time: number;
}

export interface ClashTrack {
  readonly id: string;
  readonly a: number;
  readonly b: number;
  readonly first: TrackMoment;
  readonly worst: TrackMoment & Pick<ReportClash, 'kind' | 'depth' | 'distance' | 'point'>;
  readonly last: TrackMoment;
  /** Number of frames in which it exists. */
  readonly frames: number;
}

interface Follower {
  readonly a: number;
  readonly b: number;
  readonly moments: TrackMoment[];
  worst: ReportClash;
  worstAt: TrackMoment;
  place: readonly number[];
}

const isWorse = (p: ReportClash, q: ReportClash) => worstFirst({ ...p, id: '' }, { ...q, id: '' }) < 0;

export class ClashTracker {
  readonly #followers = new Map<string, Follower[]>();

  /** Adds the clashes of a frame; `centres` are the centres of the objects in it. */
  add(moment: TrackMoment, clashes: readonly ReportClash[], centres: readonly ArrayLike<number>[]): void {
    for (const [pair, own] of groupBy(clashes, ({ a, b }) => `${a} ${b}`)) {
      const followers = this.#followers.get(pair) ?? [];
      this.#followers.set(pair, followers);
      const places = own.map(({ a, point }) => point.map((value, axis) => value - centres[a][axis]));
      const all = own.flatMap((_, i) =>
        followers.map((follower) => ({ i, follower, apart: distanceBetween(places[i], follower.place) })),
      );
      all.sort((p, q) => p.apart - q.apart);
      const goingOn = new Map<number, Follower>();
      const taken = new Set<Follower>();
      for (const { i, follower } of all) {
        if (goingOn.has(i) || taken.has(follower)) continue;
        goingOn.set(i, follower);
        taken.add(follower);
      }
      for (const [i, clash] of own.entries()) {
        const follower = goingOn.get(i);
        if (follower) goOn(follower, moment, clash, places[i]);
        else followers.push(begin(moment, clash, places[i]));
      }
    }
  }

  /** All of them, the worst first. Those of the reported frame have the ids that they have there. */
  tracks(keys: readonly string[], reported: { frame: number; clashes: readonly ReportClash[] }): ClashTrack[] {
    const ids = new Map(reported.clashes.map(({ id, a, b, point }) => [`${a} ${b} ${point}`, id]));
    const used = new Set(reported.clashes.map(({ id }) => id));
    const all: { track: ClashTrack; worst: ReportClash }[] = [];
    for (const followers of this.#followers.values()) {
      let rank = 0;
      for (const { a, b, moments, worst, worstAt } of followers) {
        let id = worstAt.frame === reported.frame ? ids.get(`${a} ${b} ${worst.point}`) : undefined;
        while (id === undefined) {
          const candidate = idOf(keys[a], keys[b], rank++);
          if (!used.has(candidate) || followers.length === 1) id = candidate;
        }
        used.add(id);
        const { kind, depth, distance, point } = worst;
        const track = { id, a, b, first: moments[0], worst: { ...worstAt, kind, depth, distance, point } };
        all.push({ worst, track: { ...track, last: moments.at(-1)!, frames: moments.length } });
      }
    }
    const distinct = distinctIds(
      all.map(({ track }) => track.id),
      all.map(({ track }) => `${keys[track.a]} ${keys[track.b]}`),
    );
    const named = all.map(({ track, worst }, i) => ({ track: { ...track, id: distinct[i] }, worst }));
    return named
      .sort((p, q) => worstFirst({ ...p.worst, id: p.track.id }, { ...q.worst, id: q.track.id }))
      .map(({ track }) => track);
  }
}

function begin(moment: TrackMoment, clash: ReportClash, place: readonly number[]): Follower {
  return { a: clash.a, b: clash.b, moments: [moment], worst: clash, worstAt: moment, place };
}

function goOn(follower: Follower, moment: TrackMoment, clash: ReportClash, place: readonly number[]): void {
  follower.moments.push(moment);
  follower.place = place;
  if (!isWorse(clash, follower.worst)) return;
  follower.worst = clash;
  follower.worstAt = moment;
}
