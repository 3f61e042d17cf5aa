/**
 * All animations of a glTF, posed at any time: for viewers that play them and seek in them.
 *
 * Promise: every pose has the same parts, in the same order and with the same `indices` as `readGltf` gives, in single
 * precision, as `readGltfFrames` does.
 */
import type { Model } from '../model.ts';
import { withinMemory } from '../within-memory.ts';
import { ClipPlayer, clipAccessors, findClip, type GltfClip } from './clip.ts';
import { openGltfContainer } from './container.ts';
import { type GltfOptions, type OpenGltf, openGltf, poseModel } from './gltf.ts';

/** What moves in a clip, and when. */
export interface ClipSource {
  /** Seconds of its first and last keyframe. */
  readonly from: number;
  readonly to: number;
  /** Its nodes, parts and tracks. */
  readonly gltf: OpenGltf;
  readonly player: ClipPlayer;
}

export interface PlayableClip extends ClipSource {
  /** The animation's name, or its number when it has none. */
  readonly name: string;
  poseAt(time: number): Model;
  /** The same in double precision. */
  exactPoseAt(time: number): Model;
}

/** Empty when the file has no animations. */
export async function readGltfClips(bytes: Uint8Array, options: GltfOptions): Promise<PlayableClip[]> {
  const { json } = openGltfContainer(bytes, options);
  const count = Array.isArray(json.animations) ? json.animations.length : 0;
  if (count === 0) return [];
  let clips: GltfClip[] = [];
  const gltf = await withinMemory(options, () =>
    openGltf(bytes, options, (checker) => {
      clips = Array.from({ length: count }, (_, i) => findClip(checker, i));
      return clips.flatMap(clipAccessors);
    }),
  );
  return clips.map((clip) => {
    const player = new ClipPlayer(clip, gltf.outline, gltf.arrays, gltf.checker);
    return {
      name: clip.name,
      from: player.times[0] ?? 0,
      to: player.times.at(-1) ?? 0,
      poseAt: (time) => poseModel(gltf, player.poseAt(time), {}, Float32Array),
      exactPoseAt: (time) => poseModel(gltf, player.poseAt(time), {}, Float64Array),
      gltf,
      player,
    };
  });
}
