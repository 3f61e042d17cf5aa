/** Morph targets and skin of a geometry, for the vertices that a shape reads. */
import { type Attribute, gather } from './attributes.ts';

/** How the vertices of a shape are deformed, vertex by vertex of its topology. */
export interface Deformation {
  readonly targets: readonly Float64Array[];
  /** Whether targets are added to the positions, or are positions themselves. */
  readonly relative: boolean;
  readonly skin: Skin | undefined;
}

export interface Skin {
  /** Four per vertex. */
  readonly bones: Uint32Array;
  readonly weights: Float64Array;
  /** The highest bone that has any weight. */
  readonly lastBone: number;
}

/** `deforming` are the morph targets and, with a skin, its bones and weights. */
export function readDeformation(
  deforming: readonly Attribute[],
  skinned: boolean,
  relative: boolean,
  sources: Uint32Array,
): Deformation {
  const read = (attribute: Attribute, size: 3 | 4) => {
    const numbers = new Float64Array(size * sources.length);
    gather(attribute, sources, size, numbers);
    return numbers;
  };
  const targets = deforming.slice(0, skinned ? -2 : undefined).map((target) => read(target, 3));
  if (!skinned) return { targets, relative, skin: undefined };
  const [bones, weights] = deforming.slice(-2).map((attribute) => read(attribute, 4));
  let lastBone = -1;
  for (let i = 0; i < bones.length; i++) if (weights[i] !== 0 && bones[i] > lastBone) lastBone = bones[i];
  return { targets, relative, skin: { bones: Uint32Array.from(bones), weights, lastBone } };
}
