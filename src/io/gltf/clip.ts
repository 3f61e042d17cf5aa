/**
 * One animation of a glTF: its moving nodes, its key times, and the pose of the scene at a given time.
 *
 * Promise: properties that the clip leaves alone stay as the file has them. Channels that move no triangle (no target
 * node, or a path other than translation, rotation, scale and weights) are skipped.
 */
import { OptionError } from '../../errors.ts';
import { fileError, fileLabel } from '../file-error.ts';
import { composeMatrix } from '../matrix.ts';
import type { AccessorUse } from './accessor-check.ts';
import type { GltfArrays } from './accessors.ts';
import type { GltfChecker, JsonObject } from './checker.ts';
import type { GltfOutline } from './outline.ts';
import { type Pose, restPose } from './pose.ts';
import { type GltfSampler, type Interpolation, sampleAt } from './sampler.ts';
import { toFloats } from './shape.ts';

type MovedPath = 'translation' | 'rotation' | 'scale' | 'weights';

export interface ClipChannel {
  readonly path: string;
  readonly node: number;
  readonly moves: MovedPath;
  readonly input: number;
  readonly output: number;
  readonly interpolation: Interpolation;
}

export interface GltfClip {
  readonly name: string;
  readonly channels: readonly ClipChannel[];
}

/** How one property of one node changes. */
export interface ClipTrack {
  readonly channel: ClipChannel;
  readonly sampler: GltfSampler;
}

const INTERPOLATIONS: readonly unknown[] = ['LINEAR', 'STEP', 'CUBICSPLINE'];
const SIZES: Readonly<Record<string, number>> = { translation: 3, rotation: 4, scale: 3 };
const TYPES: Readonly<Record<MovedPath, string>> = {
  translation: 'VEC3',
  rotation: 'VEC4',
  scale: 'VEC3',
  weights: 'SCALAR',
};

/** The clip of this name or number. */
export function findClip(checker: GltfChecker, wanted: string | number): GltfClip {
  const animations = checker.list('animations');
  if (animations.length === 0) {
    throw fileError('no-animation', checker.options, {
      found: 'the file has no animations',
      advice: 'Read it without frames, or export the animation with it.',
    });
  }
  const names = animations.map((animation) => checker.name(animation.name));
  const index = typeof wanted === 'number' ? wanted : names.indexOf(wanted);
  if (animations[index] === undefined) {
    const listed = names.map((name, i) => (name ? `"${name}"` : String(i))).join(', ');
    throw new OptionError(
      'option-value',
      `${fileLabel(checker.options)} has no animation ${JSON.stringify(wanted)}; it has ${listed}.`,
      { wanted, names },
    );
  }
  return {
    name: names[index] || String(index),
    channels: readChannels(checker, animations[index], `animations[${index}]`),
  };
}

function readChannels(checker: GltfChecker, animation: JsonObject, path: string): ClipChannel[] {
  const samplers = checker.objects(animation.samplers, `${path}.samplers`);
  return checker.objects(animation.channels, `${path}.channels`).flatMap((channel, i): ClipChannel[] => {
    const target = checker.object(channel.target, `${path}.channels[${i}].target`);
    const node = checker.reference(target.node, 'nodes', `${path}.channels[${i}].target.node`);
    if (node === undefined || !Object.hasOwn(TYPES, String(target.path))) return [];
    const index = checker.whole(channel.sampler, `${path}.channels[${i}].sampler`);
    const samplerPath = `${path}.samplers[${index}]`;
    const sampler = checker.object(samplers[index], samplerPath);
    const interpolation = sampler.interpolation ?? 'LINEAR';
    if (!INTERPOLATIONS.includes(interpolation)) {
      checker.fail(`${samplerPath}.interpolation`, interpolation, INTERPOLATIONS.join(', '));
    }
    return [
      {
        path: samplerPath,
        node,
        moves: target.path as MovedPath,
        input: checker.reference(sampler.input ?? null, 'accessors', `${samplerPath}.input`)!,
        output: checker.reference(sampler.output ?? null, 'accessors', `${samplerPath}.output`)!,
        interpolation: interpolation as Interpolation,
      },
    ];
  });
}

/** Accessors that must be decoded before the clip can be played. */
export function clipAccessors(clip: GltfClip): AccessorUse[] {
  return clip.channels.flatMap(({ input, output, moves }) => [
    { accessor: input, type: 'SCALAR' },
    { accessor: output, type: TYPES[moves] },
  ]);
}

/** Plays a clip: the times of its keyframes, and the pose at any time. */
export class ClipPlayer {
  /** Of all channels together, ascending, each once. */
  readonly times: Float64Array;
  readonly #outline: GltfOutline;
  readonly #rest: Pose;
  readonly tracks: readonly ClipTrack[];

  constructor(clip: GltfClip, outline: GltfOutline, arrays: GltfArrays, checker: GltfChecker) {
    this.#outline = outline;
    this.#rest = restPose(outline);
    this.tracks = clip.channels.map((channel) => ({ channel, sampler: readSampler(channel, arrays, checker) }));
    const times = this.tracks.flatMap(({ sampler }) => Array.from(sampler.times));
    this.times = Float64Array.from(new Set(times)).sort();
  }

  poseAt(time: number): Pose {
    const locals = [...this.#rest.locals];
    const weights = [...this.#rest.weights];
    const moved = new Map<number, Partial<Record<MovedPath, number[]>>>();
    for (const { channel, sampler } of this.tracks) {
      const value = sampleAt(sampler, time);
      if (channel.moves === 'weights') weights[channel.node] = value;
      else moved.set(channel.node, { ...moved.get(channel.node), [channel.moves]: value });
    }
    for (const [index, { translation, rotation, scale }] of moved) {
      // A node with a matrix must not be animated; if one is, its matrix is ignored.
      const node = this.#outline.nodes[index];
      locals[index] = composeMatrix(translation ?? node.translation, rotation ?? node.rotation, scale ?? node.scale);
    }
    return { locals, weights };
  }
}

function readSampler(channel: ClipChannel, arrays: GltfArrays, checker: GltfChecker): GltfSampler {
  const { interpolation, moves, path } = channel;
  const times = toFloats(arrays(channel.input));
  const values = toFloats(arrays(channel.output));
  if (times.length === 0) checker.fail(`${path}.input`, 0, 'at least one keyframe');
  const unordered = times.findIndex(
    (time, i) => !(i === 0 ? Number.isFinite(time) : time > times[i - 1] && time < Infinity),
  );
  if (unordered !== -1)
    checker.fail(`${path}.input`, `keyframe ${unordered} at ${times[unordered]}`, 'times that ascend');
  const perKeyframe = interpolation === 'CUBICSPLINE' ? 3 * times.length : times.length;
  const size = SIZES[moves] ?? values.length / perKeyframe;
  if (!Number.isInteger(size) || values.length !== size * perKeyframe) {
    checker.fail(
      `${path}.output`,
      `${values.length} numbers`,
      `${perKeyframe} times ${SIZES[moves] ?? 'the morph targets'}`,
    );
  }
  return { times, values, size, interpolation, isRotation: moves === 'rotation' };
}
