/** How animated objects get from one frame to the next: where they are in between, and bounds of how far that is from straight lines. */
import type { GltfFrames } from '../io/gltf/animation.ts';
import type { Positions } from '../mesh/mesh-input.ts';
import { ClipBends } from './motion/clip-bends.ts';
import { clipCarriers } from './motion/clip-carriers.ts';
import { movingTracks } from './motion/clip-tracks.ts';
import { positionsOf } from './objects.ts';
import type { FramePath, Poses } from './passages.ts';

/** Objects that a file moves. */
export interface Mover {
  readonly file: string;
  readonly motion: GltfFrames;
  readonly firstObject: number;
  readonly merge: boolean;
}

type Follows = number | 'fixed' | 'deforms';

/** One file's animation. Its frames may be at other times than those of the first file. */
class MoverPath {
  readonly #mover: Mover;
  readonly #lead: Float64Array;
  /** None if nothing moves. */
  readonly #bends: ClipBends | undefined;
  readonly follows: readonly Follows[];
  readonly jumps: boolean;

  constructor(mover: Mover, lead: Float64Array) {
    this.#mover = mover;
    this.#lead = lead;
    const { clip } = mover.motion;
    const moves = clip.to > clip.from;
    this.#bends = moves ? new ClipBends(clip) : undefined;
    this.follows = moves ? clipCarriers(clip).parts : clip.gltf.parts.map(() => 'fixed');
    const tracks = [...movingTracks(clip).values()].flatMap((node) => Object.values(node));
    this.jumps = tracks.some(({ interpolation }) => interpolation === 'STEP');
  }

  /** What an object follows; undefined if it is not of this file. */
  followed(object: number): Follows | undefined {
    const { firstObject, merge } = this.#mover;
    if (!merge) return this.follows[object - firstObject];
    if (object !== firstObject) return undefined;
    return this.follows.every((each) => each === this.follows[0]) ? this.follows[0] : 'deforms';
  }

  #isInStep(frame: number): boolean {
    const { times } = this.#mover.motion;
    return times[frame - 1] === this.#lead[frame - 1] && times[frame] === this.#lead[frame];
  }

  /** Seconds of this animation, at seconds of the first one on the way to a frame; or back. */
  #seconds(frame: number, time: number, isBack = false): number {
    if (this.#isInStep(frame)) return time;
    const { times } = this.#mover.motion;
    const [from, to] = isBack ? [times, this.#lead] : [this.#lead, times];
    const share = (time - from[frame - 1]) / (from[frame] - from[frame - 1]);
    return to[frame - 1] + share * (to[frame] - to[frame - 1]);
  }

  async addPoses(frame: number, time: number, poses: Map<number, Positions>): Promise<void> {
    const { motion, firstObject, merge } = this.#mover;
    const model = await motion.modelAt(this.#seconds(frame, time));
    for (const [part, moved] of positionsOf(model, merge).entries()) poses.set(firstObject + part, moved);
  }

  addBends(frame: number, time: number, nextTime: number, bends: Map<number, number>): void {
    const { firstObject, merge } = this.#mover;
    if (!this.#bends) return;
    const own = this.#bends.between(this.#seconds(frame, time), this.#seconds(frame, nextTime));
    // When clocks differ, rounding may place a time after a jump.
    if (this.jumps && !this.#isInStep(frame)) own.fill(Number.POSITIVE_INFINITY);
    if (merge) bends.set(firstObject, Math.max(0, ...own));
    else for (const [part, bend] of own.entries()) bends.set(firstObject + part, bend);
  }

  breaks(frame: number): number[] {
    const { times } = this.#mover.motion;
    const inner = (this.#bends?.breaks ?? []).filter((time) => time > times[frame - 1] && time < times[frame]);
    return inner.map((time) => this.#seconds(frame, time, true));
  }
}

export class MoverPaths {
  readonly #times: Float64Array;
  readonly #movers: readonly MoverPath[];

  constructor(movers: readonly Mover[]) {
    this.#times = movers[0].motion.times;
    this.#movers = movers.map((mover) => new MoverPath(mover, this.#times));
  }

  /** To a frame from the one before, in which `meeting` are the pairs of objects that meet. */
  to(frame: number, from: readonly Positions[], next: Poses, meeting: Uint32Array): FramePath {
    const [time, nextTime] = [this.#times[frame - 1], this.#times[frame]];
    const breaks = this.#movers.flatMap((mover) => mover.breaks(frame));
    return {
      from,
      next,
      time,
      nextTime,
      at: (at) => this.#at(frame, at),
      bendBetween: (start, end) => this.#bendBetween(frame, start, end),
      breaks: [...new Set(breaks)].filter((at) => at > time && at < nextTime).sort((p, q) => p - q),
      jumps: this.#movers.some(({ jumps }) => jumps),
      areFixed: (a, b) => this.#areFixed(a, b),
      meeting,
    };
  }

  async #at(frame: number, time: number): Promise<Poses> {
    const poses = new Map<number, Positions>();
    for (const mover of this.#movers) await mover.addPoses(frame, time, poses);
    return poses;
  }

  #bendBetween(frame: number, time: number, nextTime: number): ReadonlyMap<number, number> {
    const bends = new Map<number, number>();
    for (const mover of this.#movers) mover.addBends(frame, time, nextTime, bends);
    return bends;
  }

  /** Of one carrier, or at rest. Carriers of different files are different. */
  #areFixed(a: number, b: number): boolean {
    for (const mover of this.#movers) {
      const [first, second] = [mover.followed(a), mover.followed(b)];
      if (typeof first === 'number' || first === 'deforms') return first !== 'deforms' && first === second;
      if (typeof second === 'number' || second === 'deforms') return false;
    }
    return true;
  }
}
