/** Where parts of a clip are at a time, in double precision: each part when it is asked for, and the latest times kept. */
import type { ClipSource } from '../../io/gltf/clips.ts';
import { type Pose, posePart, worldMatrices } from '../../io/gltf/pose.ts';

/** Times that are kept: an interval's ends and middle, and those of its neighbours. */
const KEPT = 16;

type PoseOf = (part: number) => Float64Array;

export class ClipPoses {
  readonly #clip: ClipSource;
  readonly #kept = new Map<number, PoseOf>();

  constructor(clip: ClipSource) {
    this.#clip = clip;
  }

  at(time: number): PoseOf {
    const known = this.#kept.get(time) ?? this.#open(time);
    this.#kept.delete(time);
    this.#kept.set(time, known);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
    }
    return known;
  }

  #open(time: number): PoseOf {
    const { gltf, player } = this.#clip;
    const pose: Pose = player.poseAt(time);
    const worlds = worldMatrices(gltf.outline, pose.locals);
    const parts = new Map<number, Float64Array>();
    return (part) => {
      const known = parts.get(part) ?? Float64Array.from(posePart(gltf.parts[part], pose, worlds));
      parts.set(part, known);
      return known;
    };
  }
}
