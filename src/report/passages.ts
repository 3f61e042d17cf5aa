/**
 * What meets between two frames of an animation (`--continuous`).
 *
 * `impacts` knows straight paths only. Where vertices leave them, because parts turn, the step is followed in straight pieces, and
 * whatever comes nearer on them than the pieces leave the motion counts. How far they leave it is measured at three times within each
 * piece and taken half as large again: between these times the motion of a keyframed animation bends evenly.
 */
import type { Positions } from '../mesh/mesh-input.ts';
import type { CollideOptions } from '../queries/collide/collide.ts';
import type { Scene } from '../scene.ts';

export interface Passage {
  /** Vertices and faces, and edges, that meet on the way from the frame before, or come nearer than `separation`. */
  readonly impacts: number;
  /** When the first of them do, in seconds of the animation; none when nothing meets. */
  readonly firstImpact?: number;
  /** Where parts do not move straight: what is nearer than this on the straight pieces counts as an impact. */
  readonly separation?: number;
}

type Poses = ReadonlyMap<number, Positions>;

/** The way from one frame to the next. */
export interface Way {
  /** Where all objects are at `time`. */
  readonly from: readonly Positions[];
  /** Where those that move are at `nextTime`. */
  readonly next: Poses;
  readonly time: number;
  readonly nextTime: number;
  /** Where they are at a time in between. */
  readonly at: (time: number) => Promise<Poses>;
}

/** Pieces leave the motion by no more than this part of its extent, if so many are enough. */
const STRAIGHT = 2 ** -12;
const PIECES_MAX = 128;
/** Positions in single precision are off by less than this part of the largest coordinate. */
const ROUNDING = 2 ** -22;
const LOOKS = [0.25, 0.5, 0.75];
const SAFETY = 1.5;

/** How far vertices are from the straight line between two poses: the two objects that are farthest, together. */
async function bendOf(way: Way, start: Poses, end: Poses, time: number, nextTime: number): Promise<number> {
  const farthest = new Map<number, number>();
  for (const share of LOOKS) {
    const middle = await way.at(time + share * (nextTime - time));
    for (const [object, positions] of middle) {
      const [p, q] = [start.get(object)!, end.get(object)!];
      let most = farthest.get(object) ?? 0;
      for (let i = 0; i < positions.length; i += 3) {
        // A vertex that has not moved yet jumps at a keyframe: it is taken straight there.
        if (positions[i] === p[i] && positions[i + 1] === p[i + 1] && positions[i + 2] === p[i + 2]) continue;
        const off = (k: number) => positions[i + k] - (p[i + k] * (1 - share) + q[i + k] * share);
        const size = Math.max(Math.abs(positions[i]), Math.abs(positions[i + 1]), Math.abs(positions[i + 2]));
        most = Math.max(most, Math.hypot(off(0), off(1), off(2)) - ROUNDING * size);
      }
      farthest.set(object, most);
    }
  }
  const [first = 0, second = 0] = [...farthest.values()].sort((p, q) => q - p);
  return first + second;
}

function extentOf(poses: readonly Poses[]): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const pose of poses) {
    for (const positions of pose.values()) {
      for (let i = 0; i < positions.length; i++) {
        low[i % 3] = Math.min(low[i % 3], positions[i]);
        high[i % 3] = Math.max(high[i % 3], positions[i]);
      }
    }
  }
  return Math.max(0, ...high.map((value, k) => value - low[k]));
}

/** In how many pieces the way is followed: a piece of half the length leaves the motion by a quarter. */
async function piecesOf(way: Way, start: Poses): Promise<number> {
  const bend = await bendOf(way, start, way.next, way.time, way.nextTime);
  if (bend === 0) return 1;
  const least = STRAIGHT * extentOf([start, way.next]);
  // Two pieces at least: what bends to and fro may do so less at the times that were looked at.
  const pieces = 2 ** Math.ceil(Math.log2(Math.sqrt(bend / least)));
  return Math.max(2, Math.min(PIECES_MAX, pieces));
}

/** Asks for the way of the objects to where they are next. Leaves them somewhere on it. */
export async function passageOf(scene: Scene, { self, between, ignore }: CollideOptions, way: Way): Promise<Passage> {
  let start: Poses = new Map([...way.next.keys()].map((object) => [object, way.from[object]]));
  const pieces = await piecesOf(way, start);
  const timeOf = (piece: number) => way.time + (piece / pieces) * (way.nextTime - way.time);
  let [impacts, separation, first] = [0, 0, Number.POSITIVE_INFINITY];
  for (let piece = 0; piece < pieces; piece++) {
    const [time, nextTime] = [timeOf(piece), timeOf(piece + 1)];
    const end = piece === pieces - 1 ? way.next : await way.at(nextTime);
    const bend = pieces === 1 ? 0 : await bendOf(way, start, end, time, nextTime);
    const gap = SAFETY * bend;
    for (const [object, positions] of end) scene.aim(object, positions);
    const { times } = await scene.impacts({ self, between, ...(ignore && { ignore }), points: false, gap });
    for (const share of times) first = Math.min(first, time + share * (nextTime - time));
    impacts = Math.max(impacts, times.length);
    separation = Math.max(separation, gap);
    for (const [object, positions] of piece < pieces - 1 ? end : []) scene.move(object, positions);
    start = end;
  }
  return { impacts, ...(impacts > 0 && { firstImpact: first }), ...(separation > 0 && { separation }) };
}
