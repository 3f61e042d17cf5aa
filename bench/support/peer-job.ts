/** A job that both sides do: how ours and the rival run it, and whether our answer is right. */
import type { Collisions, Engine } from '../../src/index.ts';

export interface Verdict {
  /** Our answer is the exact one. */
  readonly right: boolean;
  /** Pairs in our answer, of the last frame where there are several. */
  readonly pairs: number;
  /** Pairs that the rival should have found by its own rule, and those it should not. */
  readonly missed: number;
  readonly extra: number;
}

/** One side of a job, made ready to run. */
export interface Side<Answer> {
  run(frame: number): Answer | Promise<Answer>;
  close?(): void;
}

export interface PeerJob {
  readonly name: string;
  readonly about: string;
  readonly triangles: number;
  /** Times faster than the rival that two threads must be; one thread half of it. None where nothing is asked. */
  readonly target?: number;
  /** Frames of a moving scene, otherwise 1. */
  readonly frames: number;
  ours(engine: Engine): Side<Collisions>;
  rival(): Side<number[]>;
  /** Answers by frame. */
  judge(ours: readonly Collisions[], rival: readonly number[][]): Verdict;
}
