/**
 * A deforming mesh in the pose of the current frame: morph targets in the mesh's own coordinates, then, with a skeleton,
 * bones and the mesh's world matrix, so that skinned vertices are in the world.
 *
 * The same as `getVertexPosition` of three.js and then the world matrix, in double precision. All matrices of a bone
 * are multiplied once; what comes after the sum over the bones adds its translation once, whatever the weights sum to.
 * Recomputed only when something has changed.
 */
import { Matrix4, type Mesh, type SkinnedMesh } from 'three';
import type { Positions } from '../index.ts';
import type { Skin } from './deformation.ts';
import { meshError } from './object-label.ts';
import type { Points, Shape } from './shape.ts';

/** Numbers per bone: three rows of four. */
const BONE_SIZE = 12;

const after = /*@__PURE__*/ new Matrix4();
const product = /*@__PURE__*/ new Matrix4();
const identity = /*@__PURE__*/ new Matrix4();

/** Writes `values` to `kept`, and says whether they differ from what was there. */
function keep(kept: Float64Array, values: ArrayLike<number>): boolean {
  let differs = false;
  for (let i = 0; i < kept.length; i++) {
    const value = values[i] ?? 0;
    if (kept[i] === value) continue;
    kept[i] = value;
    differs = true;
  }
  return differs;
}

export class Pose implements Points {
  readonly #shape: Shape;
  positions = new Float64Array(0);
  version = 0;
  #seenVersion = -1;
  #influences = new Float64Array(0);
  /** Positions after morphing; the pose itself when there is no skin. */
  #morphed = new Float64Array(0);
  #bones = new Float64Array(0);
  #nextBones = new Float64Array(0);
  readonly #place = new Float64Array(3);

  constructor(shape: Shape) {
    this.#shape = shape;
  }

  get shape(): Shape {
    return this.#shape;
  }

  /** To be called after the shape has been brought up to date. */
  update(mesh: Mesh, influences: ArrayLike<number>): void {
    const { positions, deformation, version } = this.#shape;
    const { targets, skin } = deformation!;
    const isNew = this.#seenVersion !== version;
    if (isNew && this.#morphed.length !== positions.length) this.#morphed = new Float64Array(positions.length);
    if (this.#influences.length !== targets.length) this.#influences = new Float64Array(targets.length);
    const morphs = keep(this.#influences, influences) || isNew;
    if (morphs) this.#morph();
    if (!skin) {
      this.positions = this.#morphed;
      if (morphs) this.version++;
    } else if (this.#readBones(mesh as SkinnedMesh, skin) || morphs) {
      if (this.positions.length !== positions.length) this.positions = new Float64Array(positions.length);
      applySkin(this.#morphed, skin, this.#bones, this.#place, this.positions);
      this.version++;
    }
    this.#seenVersion = version;
  }

  #morph(): void {
    const { positions, deformation } = this.#shape;
    const { targets, relative } = deformation!;
    this.#morphed.fill(0);
    for (const [i, target] of targets.entries()) {
      const influence = this.#influences[i];
      if (influence === 0) continue;
      if (relative) addRelative(target, influence, this.#morphed);
      else addAbsolute(target, positions, influence, this.#morphed);
    }
    addRelative(positions, 1, this.#morphed);
  }

  /** From the mesh's own coordinates to the world, bone by bone; says whether any of it has changed. */
  #readBones(mesh: SkinnedMesh, { lastBone }: Skin): boolean {
    const { skeleton, bindMatrix, bindMatrixInverse, matrixWorld } = mesh;
    const count = skeleton?.bones?.length ?? 0;
    if (lastBone >= count) {
      const found = `follows bone ${lastBone}; its skeleton has ${count} bones`;
      throw meshError('bone-range', mesh, found, 'Bind it to the skeleton that it was made for.', {
        bone: lastBone,
        boneCount: count,
      });
    }
    if (this.#nextBones.length !== BONE_SIZE * count) {
      this.#nextBones = new Float64Array(BONE_SIZE * count);
      this.#bones = new Float64Array(BONE_SIZE * count).fill(Number.NaN);
    }
    after.multiplyMatrices(matrixWorld, bindMatrixInverse);
    const moved = keep(this.#place, after.elements.slice(12, 15));
    after.setPosition(0, 0, 0);
    for (let bone = 0; bone < count; bone++) {
      product.multiplyMatrices(after, skeleton.bones[bone]?.matrixWorld ?? identity);
      product.multiply(skeleton.boneInverses[bone]).multiply(bindMatrix);
      const m = product.elements;
      for (let row = 0; row < 3; row++) {
        for (let column = 0; column < 4; column++) {
          this.#nextBones[BONE_SIZE * bone + 4 * row + column] = m[4 * column + row];
        }
      }
    }
    return keep(this.#bones, this.#nextBones) || moved;
  }
}

function addRelative(target: Positions, influence: number, sum: Float64Array): void {
  for (let i = 0; i < sum.length; i++) sum[i] += target[i] * influence;
}

function addAbsolute(target: Positions, positions: Positions, influence: number, sum: Float64Array): void {
  for (let i = 0; i < sum.length; i++) sum[i] += (target[i] - positions[i]) * influence;
}

/** Σ weight · bone · point, plus `place`. */
function applySkin(
  points: Float64Array,
  { bones, weights }: Skin,
  matrices: Float64Array,
  place: Float64Array,
  target: Float64Array,
): void {
  const [placeX, placeY, placeZ] = place;
  for (let at = 0, influence = 0; at < points.length; at += 3, influence += 4) {
    const x = points[at];
    const y = points[at + 1];
    const z = points[at + 2];
    let sumX = placeX;
    let sumY = placeY;
    let sumZ = placeZ;
    for (let k = influence; k < influence + 4; k++) {
      const weight = weights[k];
      if (weight === 0) continue;
      const m = BONE_SIZE * bones[k];
      sumX += weight * (matrices[m] * x + matrices[m + 1] * y + matrices[m + 2] * z + matrices[m + 3]);
      sumY += weight * (matrices[m + 4] * x + matrices[m + 5] * y + matrices[m + 6] * z + matrices[m + 7]);
      sumZ += weight * (matrices[m + 8] * x + matrices[m + 9] * y + matrices[m + 10] * z + matrices[m + 11]);
    }
    target[at] = sumX;
    target[at + 1] = sumY;
    target[at + 2] = sumZ;
  }
}
