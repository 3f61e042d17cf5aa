/** Tracks of a glTF clip as keyframes of `sweep`, from 0 to 1 over the clip; which of them move anything. */
import type { ClipTrack } from '../../io/gltf/clip.ts';
import type { ClipSource } from '../../io/gltf/clips.ts';
import type { GltfSampler } from '../../io/gltf/sampler.ts';
import type { CheckedKeys } from '../../queries/sweep/keyed-motion.ts';

export type Moved = ClipTrack['channel']['moves'];
export type NodeTracks = Partial<Record<Moved, GltfSampler>>;

const INTERPOLATION = { LINEAR: 'linear', STEP: 'step', CUBICSPLINE: 'cubic' } as const;

/** Whether every keyframe has the same value and, in splines, no slope. */
function isConstant({ values, size, interpolation }: GltfSampler): boolean {
  const isCubic = interpolation === 'CUBICSPLINE';
  for (let i = 0; i < values.length; i++) {
    const isSlope = isCubic && Math.floor(i / size) % 3 !== 1;
    const constant = isSlope ? 0 : values[(isCubic ? size : 0) + (i % size)];
    if (values[i] !== constant) return false;
  }
  return true;
}

/** By node, the tracks that change something. Of two for one property the later one counts, as for the player. */
export function movingTracks({ player }: ClipSource): Map<number, NodeTracks> {
  const nodes = new Map<number, NodeTracks>();
  for (const { channel, sampler } of player.tracks) {
    nodes.set(channel.node, { ...nodes.get(channel.node), [channel.moves]: sampler });
  }
  for (const [node, tracks] of nodes) {
    const moving = Object.entries(tracks).filter(([, sampler]) => !isConstant(sampler));
    if (moving.length > 0) nodes.set(node, Object.fromEntries(moving));
    else nodes.delete(node);
  }
  return nodes;
}

/** The keyframes of some of a sampler's components. Slopes of splines become those per clip instead of per second. */
export function keyValues(
  sampler: GltfSampler,
  { from, to }: ClipSource,
  map: (value: readonly number[], isSlope: boolean) => readonly number[],
): { times: Float64Array; values: Float64Array; interpolation: CheckedKeys['interpolation'] } {
  const { size, interpolation } = sampler;
  const times = Float64Array.from(sampler.times, (time) => (time - from) / (to - from));
  const each = interpolation === 'CUBICSPLINE' ? 3 : 1;
  const values: number[] = [];
  for (let key = 0; key < each * times.length; key++) {
    const isSlope = each === 3 && key % 3 !== 1;
    const value = Array.from({ length: size }, (_, k) => sampler.values[key * size + k] * (isSlope ? to - from : 1));
    values.push(...map(value, isSlope));
  }
  return { times, values: Float64Array.from(values), interpolation: INTERPOLATION[interpolation] };
}
