/**
 * Reads an animation of a glTF as a sequence of models, one per frame, with skins and morph targets applied.
 *
 * Promise: every frame has the same parts, in the same order and with the same `indices` as `readGltf` gives, so that
 * only the positions change: add the parts of the first frame, `move` them for the others. All frames have the same
 * precision: single unless double is asked for. They are computed in double either way, and rounded once at the end.
 * Frames are computed on demand; the sequence can be iterated more than once.
 */
import { OptionError } from '../../errors.ts';
import type { Model, ReadOptions } from '../model.ts';
import { withinMemory } from '../within-memory.ts';
import { ClipPlayer, clipAccessors, findClip, type GltfClip } from './clip.ts';
import type { ClipSource } from './clips.ts';
import { type GltfOptions, openGltf, poseModel } from './gltf.ts';

export interface GltfFramesOptions extends GltfOptions {
  /** Name or number of the animation. */
  animation?: string | number;
  /** `'all'`: at every keyframe of the clip. A number: that many, evenly from the first keyframe to the last. */
  frames: 'all' | number;
  /** Single is what animations are stored, baked and shown in; double keeps small steps far from the origin. */
  precision?: 'single' | 'double';
}

export const GLTF_FRAMES_DEFAULTS = { animation: 0, precision: 'single' } as const;

export interface GltfFrames {
  /** Name of the animation, or its number when it has none. */
  readonly animation: string;
  /** Seconds, one per frame. */
  readonly times: Float64Array;
  readonly partNames: readonly string[];
  readonly frames: AsyncIterable<Model>;
  /** The model at any time, in seconds. */
  readonly modelAt: (time: number) => Promise<Model>;
  /** What moves: its nodes, parts and tracks. */
  readonly clip: ClipSource;
}

const FRAME_LIMIT = 1_000_000;

export async function readGltfFrames(bytes: Uint8Array, options: GltfFramesOptions): Promise<GltfFrames> {
  const { frames, animation = GLTF_FRAMES_DEFAULTS.animation, precision = GLTF_FRAMES_DEFAULTS.precision } = options;
  checkFrameCount(frames);
  checkPrecision(precision);
  let clip: GltfClip | undefined;
  const gltf = await withinMemory(options, () =>
    openGltf(bytes, options, (checker) => {
      clip = findClip(checker, animation);
      return clipAccessors(clip);
    }),
  );
  const player = new ClipPlayer(clip!, gltf.outline, gltf.arrays, gltf.checker);
  const times = frameTimes(player.times, frames);
  // A part may be at its stored position in one frame and not in the next; its precision must not change with that.
  const Positions = precision === 'single' ? Float32Array : Float64Array;
  const modelAt = (time: number) => poseModel(gltf, player.poseAt(time), options, Positions);
  return {
    animation: clip!.name,
    times,
    partNames: gltf.parts.map((part) => part.name),
    frames: playFrames(times, options, modelAt),
    modelAt: (time) => withinMemory(options, async () => modelAt(time)),
    clip: { from: player.times[0] ?? 0, to: player.times.at(-1) ?? 0, gltf, player },
  };
}

function checkFrameCount(frames: unknown): void {
  const isCount = typeof frames === 'number' && Number.isInteger(frames) && frames >= 1 && frames <= FRAME_LIMIT;
  if (frames === 'all' || isCount) return;
  throw new OptionError(
    'option-value',
    `frames is ${JSON.stringify(frames)}; expected 'all' or a whole number from 1 to ${FRAME_LIMIT}.`,
    { frames },
  );
}

function checkPrecision(precision: unknown): void {
  if (precision === 'single' || precision === 'double') return;
  throw new OptionError('option-value', `precision is ${JSON.stringify(precision)}; expected 'single' or 'double'.`, {
    precision,
  });
}

function frameTimes(keyframeTimes: Float64Array, frames: 'all' | number): Float64Array {
  if (keyframeTimes.length === 0) return new Float64Array(frames === 'all' ? 1 : frames);
  if (frames === 'all') return keyframeTimes;
  const start = keyframeTimes[0];
  const duration = keyframeTimes[keyframeTimes.length - 1] - start;
  return Float64Array.from({ length: frames }, (_, i) => start + (duration * i) / Math.max(1, frames - 1));
}

function playFrames(times: Float64Array, options: ReadOptions, poseAt: (time: number) => Model): AsyncIterable<Model> {
  return {
    async *[Symbol.asyncIterator]() {
      for (const [i, time] of times.entries()) {
        options.signal?.throwIfAborted();
        yield await withinMemory(options, async () => poseAt(time));
        options.onProgress?.((i + 1) / times.length);
      }
    },
  };
}
