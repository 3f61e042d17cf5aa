/** The row of one animation clip: rigid parts by `sweep`, parts that deform by straight pieces. Times are seconds of the clip. */
import type { PlayableClip } from '../../io/gltf/clips.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import type { Motion } from '../../queries/sweep/sweep.ts';
import type { Scene } from '../../scene.ts';
import { ClipBends } from './clip-bends.ts';
import { clipCarriers } from './clip-carriers.ts';
import { ClipPoses } from './clip-poses.ts';
import { DeformingSearch } from './deforming-search.ts';
import type { FoundMotion, RowOptions } from './mechanism-rows.ts';
import { freeRanges, jamsOf, type MotionPair, pairsOf } from './motion-rows.ts';

/** Pieces and poses to look at for parts that deform, unless asked for. */
const DEFORMING_EFFORT = 2000;
const TOLERANCE = 1e-5;
const NO_MOTION = {
  axis: [0, 0, 1] as [number, number, number],
  pivot: [0, 0, 0] as [number, number, number],
  angle: 0,
};

/** Makes a scene with these meshes; the ids are their places in the list. */
export type MakeScene = (positions: readonly Positions[]) => Scene;

type Follows = number | 'fixed' | 'deforms';

/** Pairs that change their places towards each other; with or without parts that deform. */
function pairsAmong(parts: readonly Follows[], isDeforming: boolean): [number, number][] {
  return parts.flatMap((first, a) =>
    parts.flatMap((second, b): [number, number][] => {
      const deforms = first === 'deforms' || second === 'deforms';
      return a < b && deforms === isDeforming && (deforms || first !== second) ? [[a, b]] : [];
    }),
  );
}

async function sweepRigid(scene: Scene, clip: PlayableClip, options: RowOptions) {
  const { carriers, parts } = clipCarriers(clip);
  const pairs = pairsAmong(parts, false);
  if (carriers.length === 0 || pairs.length === 0) return undefined;
  const ids = carriers.map(() => scene.add({ positions: new Float64Array(0), indices: new Uint32Array(0) }));
  const motions: Motion[] = carriers.map(({ carriedBy, keys }, i) => ({
    object: ids[i],
    ...(carriedBy !== undefined && { carriedBy: ids[carriedBy] }),
    keys,
  }));
  for (const [object, carrier] of parts.entries())
    if (typeof carrier === 'number') motions.push({ object, carriedBy: ids[carrier], screw: NO_MOTION });
  return scene.sweep(motions, { ...options, pairs, tolerance: TOLERANCE });
}

export async function clipRow(make: MakeScene, clip: PlayableClip, options: RowOptions): Promise<FoundMotion> {
  const { name, from, to } = clip;
  const positionsAt = (time: number) => clip.exactPoseAt(time).parts.map(({ positions }) => positions);
  const head = { name, kind: 'clip', quantity: 'time', unit: 's', from, to } as const;
  const pairs: MotionPair[] = [];
  let [evaluations, accuracy] = [0, 0];
  if (to > from) {
    options.onProgress?.(0);
    using scene = make(positionsAt(from));
    const { parts } = clipCarriers(clip);
    const [first, second] = [pairsAmong(parts, false), pairsAmong(parts, true)].map(({ length }) => length);
    const partOf = (before: number, share: number): RowOptions => {
      const { onProgress } = options;
      return { ...options, ...(onProgress && { onProgress: (done) => onProgress(before + share * done) }) };
    };
    const rigidShare = first / Math.max(1, first + second);
    const sweep = await sweepRigid(scene, clip, partOf(0, rigidShare));
    if (sweep) {
      pairs.push(...pairsOf([{ sweep, from, to }]));
      evaluations += sweep.evaluations;
      accuracy = sweep.stats.accuracy;
    }
    const deforming = await searchDeforming(make, clip, partOf(rigidShare, 1 - rigidShare));
    evaluations += deforming.evaluations;
    pairs.push(...deforming.pairs);
  }
  pairs.sort((p, q) => p.a - q.a || p.b - q.b);
  const row = { ...head, evaluations, free: freeRanges(pairs, from, to), pairs, jams: pairs.flatMap(jamsOf) };
  return { row, positionsAt, accuracy, tolerance: TOLERANCE };
}

async function searchDeforming(
  make: MakeScene,
  clip: PlayableClip,
  { gap = 0, effort = DEFORMING_EFFORT, signal, onProgress }: RowOptions,
): Promise<{ pairs: MotionPair[]; evaluations: number }> {
  const { parts } = clipCarriers(clip);
  const pairs = pairsAmong(parts, true);
  if (pairs.length === 0) return { pairs: [], evaluations: 0 };
  const bends = new ClipBends(clip);
  const poses = new ClipPoses(clip);
  using scene = make(parts.map((_, part) => poses.at(clip.from)(part)));
  const path = {
    at: (time: number) => poses.at(time),
    between: (from: number, to: number) => bends.partsBetween(from, to),
    breaks: bends.breaks,
    jumps: bends.jumps,
    moving: new Set(parts.flatMap((carrier, object) => (carrier === 'fixed' ? [] : [object]))),
  };
  const search = new DeformingSearch(scene, path, {
    tolerance: TOLERANCE,
    gap,
    effort,
    ...(signal && { signal: signal as AbortSignal }),
    ...(onProgress && { onProgress }),
  });
  return { pairs: await search.run(pairs), evaluations: search.evaluations };
}
