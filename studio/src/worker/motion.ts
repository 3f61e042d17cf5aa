/** Plays the clips of a file: frames evenly from the first keyframe to the last. */
import type { PlayableClip } from '../../../src/io/gltf/clips.ts';
import type { ModelPart } from '../../../src/io/index.ts';
import type { MotionInfo } from '../protocol.ts';

export const FRAMES_PER_SECOND = 30;
/** Longer clips are sampled more sparsely. */
const FRAMES_MOST = 1200;
/** Frames sampled to find out which parts move. */
const LOOKED_AT = 7;

export function framesOf({ from, to }: PlayableClip): number {
  return Math.max(2, Math.min(FRAMES_MOST, Math.round((to - from) * FRAMES_PER_SECOND) + 1));
}

/** The parts in a frame of a clip. */
export function partsAt(clip: PlayableClip, frame: number): readonly ModelPart[] {
  const { from, to } = clip;
  const last = framesOf(clip) - 1;
  return clip.poseAt(from + ((to - from) * Math.min(frame, last)) / last).parts;
}

export function motionInfo(clips: readonly PlayableClip[], clip: number): MotionInfo {
  const { from, to } = clips[clip];
  const frames = framesOf(clips[clip]);
  const framesPerSecond = to > from ? (frames - 1) / (to - from) : FRAMES_PER_SECOND;
  return { clips: clips.map(({ name }) => name), clip, frames, framesPerSecond };
}

const isSame = (p: ArrayLike<number>, q: ArrayLike<number>) => {
  for (let i = 0; i < p.length; i++) if (p[i] !== q[i]) return false;
  return true;
};

/** Which parts some clip moves, judged by a few frames of each. */
export function movingParts(clips: readonly PlayableClip[], rest: readonly ModelPart[]): boolean[] {
  const moves = rest.map(() => false);
  for (const clip of clips) {
    for (let i = 0; i < LOOKED_AT; i++) {
      const parts = partsAt(clip, Math.round((i * (framesOf(clip) - 1)) / (LOOKED_AT - 1)));
      for (const [part, { positions }] of parts.entries()) {
        moves[part] ||= !isSame(positions, Float32Array.from(rest[part].positions));
      }
    }
  }
  return moves;
}
