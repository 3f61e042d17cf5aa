/**
 * The rigid motions of a glTF clip: a carrier for each node that moves, in the order of the tree, so that a part follows all nodes
 * above it.
 *
 * With P where the nodes above a node are when the clip begins, and L(t) its own transformation, the node moves what hangs on it by
 * P · L(t) · L(0)⁻¹ · P⁻¹. That is rigid if scale stays as it is and, for turns, P scales alike in all directions: then it has the
 * turns of the track, turned by P, and the shifts of the track, taken through P. Parts for which it is not rigid, skins that move and morph targets
 * that change deform.
 */
import type { ClipSource } from '../../io/gltf/clips.ts';
import type { PosedPart } from '../../io/gltf/pose.ts';
import { worldMatrices } from '../../io/gltf/pose.ts';
import type { GltfSampler } from '../../io/gltf/sampler.ts';
import { quaternionOf, transformed, turned } from '../../queries/sweep/rigid.ts';
import type { KeyedMotion } from '../../queries/sweep/sweep.ts';
import { keyValues, movingTracks, type NodeTracks } from './clip-tracks.ts';

export interface Carrier {
  /** The carrier that carries it. */
  readonly carriedBy: number | undefined;
  readonly keys: KeyedMotion['keys'];
}

export interface ClipCarriers {
  readonly carriers: readonly Carrier[];
  /** By part: the carrier it follows, none if it stays where it is, or that it deforms. */
  readonly parts: readonly (number | 'fixed' | 'deforms')[];
}

/** Axes of single precision are equally long and at right angles up to this. */
const ALIKE = 1e-5;
const UNMOVED = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/** The turn of a matrix that scales alike in all directions, mirrored or not; undefined of others. */
function turnOf(m: Float64Array): readonly number[] | undefined {
  const axes = [m.subarray(0, 3), m.subarray(4, 7), m.subarray(8, 11)];
  const product = (p: number, q: number) => axes[p].reduce((sum, value, k) => sum + value * axes[q][k], 0);
  const size = product(0, 0);
  const isAlike =
    size > 0 &&
    [product(1, 1), product(2, 2)].every((other) => Math.abs(other - size) <= ALIKE * size) &&
    [product(0, 1), product(0, 2), product(1, 2)].every((other) => Math.abs(other) <= ALIKE * size);
  if (!isAlike) return undefined;
  const [a, b, c] = axes;
  const volume =
    a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  const factor = Math.sign(volume) / Math.sqrt(size);
  return quaternionOf(m.map((value) => value * factor));
}

/** p · q, quaternions x y z w. */
function quaternionProduct(p: readonly number[], q: readonly number[]): number[] {
  const [a, b, c, d] = p;
  const [x, y, z, w] = q;
  return [
    a * w + d * x + b * z - c * y,
    b * w + d * y + c * x - a * z,
    c * w + d * z + a * y - b * x,
    d * w - a * x - b * y - c * z,
  ];
}

function rotationKeys(sampler: GltfSampler, clip: ClipSource, above: readonly number[], pivot: readonly number[]) {
  const normalizes = sampler.interpolation !== 'CUBICSPLINE';
  const { times, values, interpolation } = keyValues(sampler, clip, (value) => {
    const length = normalizes ? Math.hypot(...value) || 1 : 1;
    return quaternionProduct(above, value).map((x) => x / length);
  });
  const constant = (isSlope: boolean) => (isSlope ? [0, 0, 0] : pivot);
  const each = interpolation === 'cubic' ? 3 : 1;
  const translations = Array.from({ length: each * times.length }, (_, i) =>
    constant(each === 3 && i % 3 !== 1),
  ).flat();
  return { times, rotations: values, translations, interpolation };
}

class CarrierMaker {
  readonly #clip: ClipSource;
  readonly #worlds: readonly Float64Array[];
  readonly #tracks: ReadonlyMap<number, NodeTracks>;
  readonly carriers: Carrier[] = [];
  readonly #made = new Map<number, number | 'fixed' | 'deforms'>();

  constructor(clip: ClipSource) {
    this.#clip = clip;
    this.#tracks = movingTracks(clip);
    this.#worlds = worldMatrices(clip.gltf.outline, clip.player.poseAt(clip.from).locals);
  }

  #add(carriedBy: number | 'fixed', keys: Carrier['keys']): number {
    this.carriers.push({ carriedBy: carriedBy === 'fixed' ? undefined : carriedBy, keys });
    return this.carriers.length - 1;
  }

  /** What a node moves its parts by. Parents are made first, so that chains of any length need no recursion. */
  node(index: number): number | 'fixed' | 'deforms' {
    const chain: number[] = [];
    for (let at = index; at !== -1 && !this.#made.has(at); at = this.#clip.gltf.outline.parents[at]) chain.push(at);
    for (const at of chain.reverse()) this.#made.set(at, this.#make(at));
    return this.#made.get(index)!;
  }

  #make(index: number): number | 'fixed' | 'deforms' {
    const parent = this.#clip.gltf.outline.parents[index];
    const above = parent === -1 ? 'fixed' : this.#made.get(parent)!;
    const { translation, rotation, scale } = this.#tracks.get(index) ?? {};
    if (above === 'deforms' || scale) return 'deforms';
    const place = parent === -1 ? UNMOVED : this.#worlds[parent];
    let carrier = above;
    if (translation) {
      const { times, values, interpolation } = keyValues(translation, this.#clip, (value, isSlope) =>
        isSlope ? turned(place, value) : transformed(place, value),
      );
      carrier = this.#add(carrier, { times, translations: values, interpolation });
    }
    if (rotation) {
      const turn = turnOf(place);
      if (!turn) return 'deforms';
      carrier = this.#add(carrier, rotationKeys(rotation, this.#clip, turn, [...this.#worlds[index].subarray(12, 15)]));
    }
    return carrier;
  }

  part({ node, skin, shape }: PosedPart): number | 'fixed' | 'deforms' {
    const isMorphed = shape.targets.some((target) => target !== undefined) && this.#tracks.get(node)?.weights;
    if (skin) {
      const isMoved = skin.joints.some((joint) => this.node(joint) !== 'fixed');
      return isMoved || isMorphed ? 'deforms' : 'fixed';
    }
    return isMorphed ? 'deforms' : this.node(node);
  }
}

export function clipCarriers(clip: ClipSource): ClipCarriers {
  const maker = new CarrierMaker(clip);
  const parts = clip.gltf.parts.map((part) => maker.part(part));
  return { carriers: maker.carriers, parts };
}
