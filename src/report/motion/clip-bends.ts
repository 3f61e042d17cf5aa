/**
 * How far vertices of a clip can be from the straight lines between where they are at two times: proven, by bounds of second derivatives.
 *
 * A node takes a point y to z = T + R S y: translation, rotation, scale. With |y| ≤ ρ, |y'| ≤ v, |y''| ≤ a, and bounds of T, R, S and their derivatives on an
 * interval, |z|, |z'| and |z''| are at most linear in ρ, v and a; so are those of a chain of nodes. Vertices of a skin are means of what its
 * joints make of them. A function whose second derivative is at most A is within A Δ² / 8 of its chord.
 */
import type { ClipSource } from '../../io/gltf/clips.ts';
import type { Pose, PosedPart } from '../../io/gltf/pose.ts';
import { type GltfSampler, sampleAt } from '../../io/gltf/sampler.ts';
import type { MotionRates } from '../../queries/sweep/elementary-motion.ts';
import { keyedMotion } from '../../queries/sweep/keyed-motion.ts';
import { transformed } from '../../queries/sweep/rigid.ts';
import { keyValues, movingTracks, type NodeTracks } from './clip-tracks.ts';

/** A track's first and second derivative at most, and itself in the middle. */
interface TrackBound {
  readonly middle: readonly number[];
  readonly first: number;
  readonly second: number;
}

type BoundTrack = (from: number, to: number) => TrackBound;

/** |z| ≤ size[0] + size[1] ρ; |z'| ≤ speed · (1, ρ, v); |z''| ≤ bend · (1, ρ, v, a). */
interface PointBound {
  readonly size: readonly [number, number];
  readonly speed: readonly [number, number, number];
  readonly bend: readonly [number, number, number, number];
}

const SAME: PointBound = { size: [0, 1], speed: [0, 0, 1], bend: [0, 0, 0, 1] };
/** Rotations in single precision are of length 1 up to 2^-23, and may lengthen what they turn by so much. */
const ROUNDED = 1 + 2 ** -18;

function boundTrack(sampler: GltfSampler, clip: ClipSource, isRotation: boolean): BoundTrack {
  const seconds = (t: number) => clip.from + t * (clip.to - clip.from);
  const map = isRotation
    ? (value: readonly number[]) => value
    : ([x = 0, y = 0, z = 0]: readonly number[]) => [x, y, z];
  const { values, ...keys } = keyValues(sampler, clip, map);
  const motion = keyedMotion({
    ...keys,
    rotations: isRotation ? values : undefined,
    translations: isRotation ? undefined : values,
  });
  return (from, to) => {
    const rates: MotionRates = motion.rates(from, to);
    return {
      middle: sampleAt(sampler, seconds((from + to) / 2)),
      first: isRotation ? rates.turn : rates.shift,
      second: isRotation ? rates.turnRate : rates.shiftRate,
    };
  };
}

/** The weights of morph targets one by one. */
function boundWeights(sampler: GltfSampler, clip: ClipSource): BoundTrack[] {
  return Array.from({ length: sampler.size }, (_, target) => {
    const each = sampler.interpolation === 'CUBICSPLINE' ? 3 : 1;
    const values = Array.from({ length: each * sampler.times.length }, (__, key) => [
      sampler.values[key * sampler.size + target],
      0,
      0,
    ]).flat();
    return boundTrack({ ...sampler, values, size: 3, isRotation: false }, clip, false);
  });
}

/** The largest factor by which a matrix lengthens anything: the root of the largest sum of a row of MᵀM. */
function stretchOf(m: ArrayLike<number>): number {
  let most = 0;
  for (let p = 0; p < 3; p++) {
    let sum = 0;
    for (let q = 0; q < 3; q++)
      sum += Math.abs(m[4 * p] * m[4 * q] + m[4 * p + 1] * m[4 * q + 1] + m[4 * p + 2] * m[4 * q + 2]);
    most = Math.max(most, sum);
  }
  return Math.sqrt(most);
}

/** What a chain makes of a point, with one more node before it. */
function behind(inner: PointBound, node: NodeBound): PointBound {
  const { shift, shift1, shift2, turn1, turn2, scale, scale1, scale2 } = node;
  const [k0, k1, k2] = [scale, turn1 * scale + scale1, turn2 * scale + 2 * turn1 * scale1 + scale2];
  const { size, speed, bend } = inner;
  return {
    size: [shift + k0 * size[0], k0 * size[1]],
    speed: [shift1 + k1 * size[0] + k0 * speed[0], k1 * size[1] + k0 * speed[1], k0 * speed[2]],
    bend: [
      shift2 + k2 * size[0] + 2 * k1 * speed[0] + k0 * bend[0],
      k2 * size[1] + 2 * k1 * speed[1] + k0 * bend[1],
      2 * k1 * speed[2] + k0 * bend[2],
      k0 * bend[3],
    ],
  };
}

interface NodeBound {
  readonly shift: number;
  readonly shift1: number;
  readonly shift2: number;
  readonly turn1: number;
  readonly turn2: number;
  readonly scale: number;
  readonly scale1: number;
  readonly scale2: number;
}

type NodeTrackBounds = Partial<Record<'translation' | 'rotation' | 'scale', BoundTrack>>;

interface TargetBound {
  readonly weight: number;
  readonly first: number;
  readonly second: number;
}

/** The constant data of a part: the nodes that pull its vertices, how much their bind matrices lengthen, and the influences on its vertices. */
interface PartShape {
  readonly part: PosedPart;
  readonly nodes: readonly number[];
  readonly stretch: readonly number[];
  /** Per vertex. */
  readonly count: number;
  readonly joints: ArrayLike<number>;
  readonly shares: ArrayLike<number>;
  /** How far a vertex, not morphed, is from a joint's origin; for each influence. */
  readonly distances: Float64Array;
}

function shapeOf(part: PosedPart): PartShape {
  const { positions, influences } = part.shape;
  const vertices = positions.length / 3;
  const places = part.skin?.inverseBinds ?? [part.instance ?? IDENTITY];
  const { count, joints, weights } = part.skin
    ? influences!
    : { count: 1, joints: new Uint16Array(vertices), weights: new Float64Array(vertices).fill(1) };
  const distances = new Float64Array(count * vertices);
  for (let k = 0; k < distances.length; k++) {
    const at = 3 * Math.floor(k / count);
    if (weights[k] === 0) continue;
    distances[k] = Math.hypot(...transformed(places[joints[k]], positions.subarray(at, at + 3)));
  }
  const nodes = part.skin?.joints ?? [part.node];
  return { part, nodes, stretch: places.map(stretchOf), count, joints, shares: weights, distances };
}

export class ClipBends {
  readonly #clip: ClipSource;
  readonly #tracks = new Map<number, NodeTrackBounds>();
  readonly #weights = new Map<number, BoundTrack[]>();
  readonly #shapes: readonly PartShape[];
  readonly #start: Pose;
  /** Seconds, ascending, from the first to the last: where velocities jump. */
  readonly breaks: readonly number[];
  readonly jumps: boolean;

  constructor(clip: ClipSource) {
    this.#clip = clip;
    this.#start = clip.player.poseAt(clip.from);
    const moving = movingTracks(clip);
    for (const [node, tracks] of moving) this.#addNode(node, tracks);
    const all = [...moving.values()].flatMap((tracks) => Object.values(tracks));
    this.jumps = all.some(({ interpolation }) => interpolation === 'STEP');
    const times = new Set([clip.from, ...all.flatMap(({ times: keys }) => Array.from(keys)), clip.to]);
    this.breaks = [...times].filter((time) => time >= clip.from && time <= clip.to).sort((a, b) => a - b);
    this.#shapes = clip.gltf.parts.map(shapeOf);
  }

  #addNode(node: number, { translation, rotation, scale, weights }: NodeTracks): void {
    this.#tracks.set(node, {
      ...(translation && { translation: boundTrack(translation, this.#clip, false) }),
      ...(rotation && { rotation: boundTrack(rotation, this.#clip, true) }),
      ...(scale && { scale: boundTrack(scale, this.#clip, false) }),
    });
    if (weights) this.#weights.set(node, boundWeights(weights, this.#clip));
  }

  #nodeBound(index: number, from: number, to: number): NodeBound {
    const local = this.#start.locals[index];
    const tracks = this.#tracks.get(index);
    const half = (to - from) / 2;
    const t = tracks?.translation?.(from, to);
    const r = tracks?.rotation?.(from, to);
    const s = tracks?.scale?.(from, to);
    return {
      shift: t ? Math.hypot(...t.middle) + t.first * half : Math.hypot(local[12], local[13], local[14]),
      shift1: t?.first ?? 0,
      shift2: t?.second ?? 0,
      turn1: r?.first ?? 0,
      turn2: r?.second ?? 0,
      scale: s ? Math.max(...s.middle.map(Math.abs)) + s.first * half : stretchOf(local),
      scale1: s?.first ?? 0,
      scale2: s?.second ?? 0,
    };
  }

  /** What each joint of a part makes of the points that follow it. */
  #chains({ nodes }: PartShape, from: number, to: number, known: Map<number, NodeBound>): PointBound[] {
    return nodes.map((joint) => {
      let bound = SAME;
      for (let at = joint; at !== -1; at = this.#clip.gltf.outline.parents[at]) {
        if (!known.has(at)) known.set(at, this.#nodeBound(at, from, to));
        bound = behind(bound, known.get(at)!);
      }
      return bound;
    });
  }

  /** How far vertices of each part can be from their chords between two times, in seconds, that no break lies between. */
  between(start: number, end: number): Float64Array {
    return Float64Array.from(this.#shapes.keys(), this.partsBetween(start, end));
  }

  /** The same for parts one by one. */
  partsBetween(start: number, end: number): (part: number) => number {
    const [from, to] = [start, end].map((time) => (time - this.#clip.from) / (this.#clip.to - this.#clip.from));
    const known = new Map<number, NodeBound>();
    const factor = (ROUNDED * (to - from) ** 2) / 8;
    return (part) => {
      const shape = this.#shapes[part];
      const chains = this.#chains(shape, from, to, known);
      return factor * largestBend(shape, chains, this.#targetBounds(shape.part.node, from, to));
    };
  }

  /** Of each morph target: its weight, and the derivatives of that, at most. */
  #targetBounds(node: number, from: number, to: number): TargetBound[] {
    const half = (to - from) / 2;
    const moving = this.#weights.get(node)?.map((each) => each(from, to));
    if (moving)
      return moving.map(({ middle, first, second }) => ({ weight: Math.abs(middle[0]) + first * half, first, second }));
    return Array.from(this.#start.weights[node] ?? [], (weight) => ({ weight: Math.abs(weight), first: 0, second: 0 }));
  }
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
/** How much morph targets move a vertex, how fast, and how that changes. */
function morphBound({ targets }: PosedPart['shape'], weights: readonly TargetBound[], vertex: number) {
  let [reach, speed, change] = [0, 0, 0];
  for (let target = 0; target < weights.length; target++) {
    const offsets = targets[target];
    const { weight, first, second } = weights[target];
    if (!offsets || (weight === 0 && first === 0 && second === 0)) continue;
    const length = Math.hypot(offsets[3 * vertex], offsets[3 * vertex + 1], offsets[3 * vertex + 2]);
    reach += weight * length;
    speed += first * length;
    change += second * length;
  }
  return { reach, speed, change };
}

/** The largest second derivative of any vertex. */
function largestBend(shape: PartShape, chains: readonly PointBound[], weights: readonly TargetBound[]): number {
  const { part, stretch, count, joints, shares, distances } = shape;
  const isMorphed = part.shape.targets.length > 0;
  let [most, reach, speed, change] = [0, 0, 0, 0];
  for (let first = 0; first < distances.length; first += count) {
    if (isMorphed) ({ reach, speed, change } = morphBound(part.shape, weights, first / count));
    let sum = 0;
    for (let k = first; k < first + count; k++) {
      if (shares[k] === 0) continue;
      const joint = joints[k];
      const { bend } = chains[joint];
      const moved =
        bend[1] * (distances[k] + stretch[joint] * reach) + stretch[joint] * (bend[2] * speed + bend[3] * change);
      sum += shares[k] * (bend[0] + moved);
    }
    if (!(sum <= most)) most = sum;
  }
  return most;
}
