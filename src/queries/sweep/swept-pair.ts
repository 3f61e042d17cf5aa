/** Two moving objects: their poses, what has to be proven, and what is known so far. */
import type { Participant } from '../../backend/wasm/scene-job.ts';
import { matrixOf } from '../closest/trees.ts';
import type { ClosestQuestion } from '../closest/wasm.ts';
import {
  breaksOf,
  type Chain,
  deviationBound,
  largestDeviation,
  poseOf,
  roundingOf,
  withFewLines,
  withoutCommon,
} from './chain.ts';
import { transformed, type Vector } from './rigid.ts';
import type { SweepQuestion, SweepSide } from './wasm.ts';

/** An object that takes part. */
export interface Mover {
  readonly place: number;
  readonly participant: Participant;
  readonly chain: Chain;
}

/** How near two objects are in a pose: whether that counts as meeting, and what they are farther apart than that; infinite beyond the accuracy. */
export interface PoseFound {
  readonly meets: boolean;
  readonly excess: number;
}

/** On wider intervals a proof that takes long is given up: halves deviate a quarter as much, and take less together. */
const GIVEN_UP = 2 ** -7;
const WORK_LEAST = 20_000;

export class SweptPair {
  readonly movers: readonly [Mover, Mover];
  /** The motions without their common part. */
  readonly #chains: readonly [Chain, Chain];
  readonly breaks: readonly number[];
  readonly #rounding: number;
  readonly #triangles: number;
  /** How far they are to stay apart; below 0, how deep triangles may overlap. */
  gap = 0;
  rest = 0;
  forgiven = 0;
  /** What was found in poses. */
  readonly poses = new Map<number, PoseFound>();

  constructor(a: Mover, b: Mover) {
    this.movers = [a, b];
    this.#chains = withoutCommon(a.chain, b.chain);
    this.breaks = breaksOf(...this.#chains);
    this.#triangles = a.participant.object.triangleCount + b.participant.object.triangleCount;
    this.#rounding = roundingOf(a.chain) + roundingOf(b.chain);
  }

  /** The pose of one object in the world, as one would place it. */
  worldPose(k: 0 | 1, t: number): Float64Array {
    const { chain, participant } = this.movers[k];
    return poseOf(chain, matrixOf(participant.object), t, t);
  }

  #corners(k: 0 | 1, pose: Float64Array): Vector[] {
    const box = this.movers[k].participant.object.restBox;
    return [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
      transformed(pose, [box[i & 1 ? 3 : 0], box[i & 2 ? 4 : 1], box[i & 4 ? 5 : 2]]),
    );
  }

  #side(k: 0 | 1, from: number, to: number): { side: SweepSide; deviation: number } {
    const chain = this.#chains[k];
    const near = (from + to) / 2;
    const place = matrixOf(this.movers[k].participant.object);
    const middle = poseOf(chain, place, near, near);
    const corners = this.#corners(k, middle);
    const bound = deviationBound(chain, from, to);
    const side = {
      place: this.movers[k].place,
      start: poseOf(chain, place, from, near),
      middle,
      end: poseOf(chain, place, to, near),
      bound: withFewLines(bound, corners),
    };
    return { side, deviation: largestDeviation(bound, corners) };
  }

  /** Is an interval free? And how far points deviate from their chords on it, at most. */
  proof(from: number, to: number): { question: SweepQuestion; deviation: number } {
    const a = this.#side(0, from, to);
    const b = this.#side(1, from, to);
    const sides = [a.side, b.side] as const;
    const work = to - from > GIVEN_UP ? WORK_LEAST + this.#triangles : undefined;
    const question: SweepQuestion = { kind: 'prove', sides, gap: this.gap, rounding: this.#rounding, work };
    return { question, deviation: a.deviation + b.deviation };
  }

  /** How deep do they meet at a time? Looks no further once triangles overlap by more than `enough`. */
  meeting(t: number, enough: number): SweepQuestion {
    const side = (k: 0 | 1): SweepSide => {
      const pose = this.worldPose(k, t);
      return { place: this.movers[k].place, start: pose, middle: pose, end: pose, bound: { constant: 0, lines: [] } };
    };
    return { kind: 'meet', sides: [side(0), side(1)], gap: -enough, rounding: this.#rounding };
  }

  distance(t: number, below: number): ClosestQuestion {
    const [a, b] = this.movers;
    return { a: a.place, b: b.place, matrixA: this.worldPose(0, t), matrixB: this.worldPose(1, t), below };
  }
}
