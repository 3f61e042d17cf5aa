/**
 * What meets between two frames of an animation (`--continuous`), and whether it is proven that nothing does.
 *
 * `impacts` knows straight paths only. Where vertices leave them, because parts turn or deform, the step is followed in straight pieces.
 * How far the motion can be from them is bounded, not sampled; whatever comes nearer on the pieces counts. Objects that begin a piece
 * too near for that to say anything are named as open.
 */
import type { Positions } from '../mesh/mesh-input.ts';
import type { CollideOptions } from '../queries/collide/collide.ts';
import type { Scene } from '../scene.ts';

/** Two objects that are not proven to stay apart. */
export interface OpenPair {
  readonly a: number;
  readonly b: number;
  /** Seconds: from then on. */
  readonly time: number;
  /** How far apart they are then; 0 when they meet. */
  readonly distance: number;
}

export interface Passage {
  /** Vertices and faces, and edges, that meet on the way from the frame before, or come nearer than `separation`. */
  readonly impacts: number;
  /** When the first of them do, in seconds of the animation; none when nothing meets. */
  readonly firstImpact?: number;
  /** Where parts do not move straight: what is nearer than this on the straight pieces counts as an impact. */
  readonly separation?: number;
  /** Whether it is proven that nothing meets. */
  readonly proven: boolean;
  /** Pairs that are too near each other to be proven apart, if any. */
  readonly open?: readonly OpenPair[];
  /** Objects whose motion has no known bound, if any. */
  readonly unbounded?: readonly number[];
}

export type Poses = ReadonlyMap<number, Positions>;

/** The way from one frame to the next. */
export interface FramePath {
  /** Where all objects are at `time`. */
  readonly from: readonly Positions[];
  /** Where those that move are at `nextTime`. */
  readonly next: Poses;
  readonly time: number;
  readonly nextTime: number;
  /** Where they are at a time in between; where something jumps then, behind the jump. */
  readonly at: (time: number) => Promise<Poses>;
  /** How far vertices of each object that moves can be from their chords between two times that no break lies between. */
  readonly bendBetween: (time: number, nextTime: number) => ReadonlyMap<number, number>;
  /** Times in between at which velocities change at once, ascending. */
  readonly breaks: readonly number[];
  /** Whether something jumps at breaks or frames. */
  readonly jumps: boolean;
  /** Whether two objects are fixed relative to each other. */
  readonly areFixed: (a: number, b: number) => boolean;
  /** Pairs of objects that meet at `time`, by twos and a count, as `collide` has them. */
  readonly meeting: Uint32Array;
}

/** Pieces deviate from the motion by no more than this fraction of its extent, if this many pieces suffice. */
const STRAIGHT = 2 ** -12;
const PIECES_MAX = 128;
/** The combined error of two single-precision vertices is less than this fraction of the largest coordinate. */
const ROUNDING = 2 ** -22;
/** Features keep this part of their distance at the start; `impacts` has it as its default. */
const KEEP = 0.5;

/** The two objects that are farthest from their chords, together. */
function bendOf(bends: ReadonlyMap<number, number>): number {
  const [first = 0, second = 0] = [...bends.values()].sort((p, q) => q - p);
  return first + second;
}

function rangeOf(poses: readonly Poses[]): { extent: number; largest: number } {
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
  const extent = Math.max(0, ...high.map((value, k) => value - low[k]));
  const isEmpty = low[0] > high[0];
  return { extent, largest: isEmpty ? 0 : Math.max(...low.map(Math.abs), ...high.map(Math.abs)) };
}

function isSame(p: Poses, q: Poses): boolean {
  for (const [object, positions] of p) {
    const others = q.get(object)!;
    for (let i = 0; i < positions.length; i++) if (positions[i] !== others[i]) return false;
  }
  return true;
}

/** Follows one motion, piece by piece. Leaves the objects somewhere on it. */
class Follower {
  readonly #scene: Scene;
  readonly #query: CollideOptions;
  readonly #path: FramePath;
  readonly #open = new Map<string, OpenPair>();
  readonly #unbounded = new Set<number>();
  #start: Poses;
  #impacts = 0;
  #separation = 0;
  #first = Number.POSITIVE_INFINITY;

  constructor(scene: Scene, query: CollideOptions, path: FramePath) {
    this.#scene = scene;
    this.#query = query;
    this.#path = path;
    this.#start = new Map([...path.next.keys()].map((object) => [object, path.from[object]]));
    for (let i = 0; i < path.meeting.length; i += 3)
      this.#leaveOpen({ a: path.meeting[i], b: path.meeting[i + 1], time: path.time, distance: 0 });
  }

  get passage(): Passage {
    const [open, unbounded] = [[...this.#open.values()], [...this.#unbounded]];
    // Within an object neighbours are always near: where it bends, nothing is proven there.
    const isLeftOut = this.#query.self === true && this.#separation > 0;
    return {
      impacts: this.#impacts,
      ...(this.#impacts > 0 && { firstImpact: this.#first }),
      ...(this.#separation > 0 && { separation: this.#separation }),
      proven: this.#impacts === 0 && open.length === 0 && unbounded.length === 0 && !isLeftOut,
      ...(open.length > 0 && { open }),
      ...(unbounded.length > 0 && { unbounded }),
    };
  }

  #leaveOpen(pair: OpenPair): void {
    const key = `${pair.a} ${pair.b}`;
    if (pair.a !== pair.b && !this.#path.areFixed(pair.a, pair.b) && !this.#open.has(key)) this.#open.set(key, pair);
  }

  async follow(): Promise<void> {
    const { time, nextTime, breaks, next, at } = this.#path;
    const ends = [...breaks, nextTime];
    for (const [i, end] of ends.entries())
      await this.#stretch(i === 0 ? time : ends[i - 1], end, end === nextTime ? next : await at(end));
  }

  /** From break to break. */
  async #stretch(time: number, nextTime: number, arrival: Poses): Promise<void> {
    const { jumps, at, bendBetween } = this.#path;
    // Just before the end: what jumps there has not jumped yet.
    const last = jumps ? await at(nextTime - Math.abs(nextTime) * 2 ** -52) : arrival;
    const { extent } = rangeOf([this.#start, last]);
    const bend = bendOf(bendBetween(time, nextTime));
    // A piece of half the length deviates from the motion by a quarter as much.
    const wanted = bend === 0 ? 1 : 2 ** Math.ceil(Math.log2(Math.sqrt(bend / (STRAIGHT * extent))));
    const pieces = Number.isNaN(wanted) ? PIECES_MAX : Math.max(1, Math.min(PIECES_MAX, wanted));
    const timeOf = (piece: number) => (piece === pieces ? nextTime : time + (piece / pieces) * (nextTime - time));
    for (let piece = 0; piece < pieces; piece++) {
      const [from, to] = [timeOf(piece), timeOf(piece + 1)];
      const end = piece === pieces - 1 ? last : await at(to);
      await this.#piece(end, from, to, bendBetween(from, to));
    }
    // A jump is taken straight.
    if (jumps && !isSame(last, arrival)) await this.#piece(arrival, nextTime, nextTime, new Map());
  }

  async #piece(end: Poses, time: number, nextTime: number, bends: ReadonlyMap<number, number>): Promise<void> {
    const scene = this.#scene;
    const { self, between, ignore = [] } = this.#query;
    const known = new Map([...bends].filter(([, bend]) => bend < Number.POSITIVE_INFINITY));
    for (const object of bends.keys()) if (!known.has(object)) this.#unbounded.add(object);
    const bend = bendOf(known);
    const gap = bend === 0 ? 0 : bend + ROUNDING * rangeOf([this.#start, end]).largest;
    const fixed = gap > 0 && between !== false ? await this.#near(gap, time) : [];
    for (const [object, positions] of end) scene.aim(object, positions);
    const { times } = await scene.impacts({ self, between, ignore: [...ignore, ...fixed], points: false, gap });
    for (const share of times) this.#first = Math.min(this.#first, time + share * (nextTime - time));
    this.#impacts = Math.max(this.#impacts, times.length);
    this.#separation = Math.max(this.#separation, gap);
    for (const [object, positions] of end) scene.move(object, positions);
    this.#start = end;
  }

  /** Leaves pairs open that begin a piece so near that `impacts` keeps only a part of their distance. Returns those that are fixed to each other. */
  async #near(gap: number, time: number): Promise<[number, number][]> {
    const { ignore = [] } = this.#query;
    const near = await this.#scene.within((gap / KEEP) * (1 + 2 ** -20), { ignore, objects: true });
    const fixed: [number, number][] = [];
    for (const [i, distance] of near.objectDistances.entries()) {
      const [a, b] = near.objectPairs.subarray(3 * i, 3 * i + 2);
      if (this.#path.areFixed(a, b)) fixed.push([a, b]);
      else this.#leaveOpen({ a, b, time, distance });
    }
    return fixed;
  }
}

/** Queries the motion of the objects to their next places. Leaves them there. */
export async function passageOf(scene: Scene, query: CollideOptions, path: FramePath): Promise<Passage> {
  const follower = new Follower(scene, query, path);
  await follower.follow();
  return follower.passage;
}
