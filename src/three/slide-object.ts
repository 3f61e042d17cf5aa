/** `slide`: the obstacles of an object, its start, and the outcome of its motion. */
import { Box3, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import { OptionError } from '../errors.ts';
import { CONTACT_KIND, type ObjectPair } from '../index.ts';
import type { Bodies } from './bodies.ts';
import type { Body } from './body.ts';
import type { HitObject } from './face-pairs.ts';
import { FeatureImpacts } from './impact-features.ts';
import { nameOf } from './object-label.ts';
import { pairsOfIds, type SlideOptions } from './options.ts';
import { Rotator } from './rotator.ts';
import { type PlacesAt, Slider } from './slide.ts';

/** The outcome of a drag. */
export interface SlideEnd {
  /** Where the object is now, in the coordinates of its parent. */
  readonly position: Vector3;
  /** Its rotation now. */
  readonly rotation: Quaternion;
  /** Whether it is at the target, with the requested rotation. */
  readonly isThere: boolean;
  /** The last obstacles; empty if there were none. */
  readonly obstacles: FeatureImpacts | undefined;
  /** Objects it already penetrated before, which it may continue to meet. */
  readonly before: readonly HitObject[];
}

export interface SlideRequest {
  readonly object: Object3D;
  readonly target: Vector3;
  readonly options: SlideOptions;
  readonly bodies: Bodies;
  /** Where three.js places the bodies below the object when it is at a position. */
  readonly placesAt: PlacesAt;
}

function refuse(message: string, option: string): never {
  throw new OptionError('option-value', `slide: ${message}`, { option });
}

/** World translation from where bodies are held to other places; it must be the same for all. */
function offsetOf(object: Object3D, places: ReadonlyMap<Body, Float64Array>): Vector3 {
  let offset: Vector3 | undefined;
  for (const [body, matrix] of places) {
    const isTurned = matrix.some((x, i) => i % 4 !== 3 && i < 12 && Math.abs(x - body.matrix[i]) > 1e-6);
    if (isTurned)
      refuse(
        `"${nameOf(object)}" was turned or scaled since the last update; update() first, or give the rotation it is to be turned to.`,
        'object',
      );
    const own = new Vector3(...[12, 13, 14].map((i) => matrix[i] - body.matrix[i]));
    offset ??= own;
  }
  return offset ?? refuse(`"${nameOf(object)}" has no mesh in the collider as of the last update.`, 'object');
}

/** The size of what is dragged. */
function sizeOf(places: Iterable<Body>): number {
  const box = new Box3();
  const corners = new Float64Array(9);
  for (const body of places) {
    for (let t = 0; t < body.topology.indices.length / 3; t++) {
      body.readTriangle(t, corners, 0);
      for (let k = 0; k < 9; k += 3) box.expandByPoint(new Vector3().fromArray(corners, k));
    }
  }
  return box.getSize(new Vector3()).length();
}

const nameOfPair = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;

/** The obstacles of the object: others that it does not already penetrate and that are not ignored. */
async function pairsToKeep({ options, bodies }: SlideRequest, own: ReadonlySet<number>) {
  const { table, scene } = bodies;
  const ignored = new Set(pairsOfIds('slide', 'ignore', options.ignore ?? [], table).map(([a, b]) => nameOfPair(a, b)));
  const others = [...table.keys()].filter((id) => !own.has(id));
  const all = [...own].flatMap((a) => others.map((b): ObjectPair => [a, b]));
  const asked = all.filter(([a, b]) => !ignored.has(nameOfPair(a, b)));
  const signal = options.signal && { signal: options.signal };
  const { trianglePairs, kinds } = await scene.collide({ pairs: asked, ...signal });
  const known = new Set<string>();
  for (let i = 0; i < kinds.length; i++) {
    // What only touches, or lies in a common plane with the other, does not penetrate it.
    if (kinds[i] === CONTACT_KIND.crossing) known.add(nameOfPair(trianglePairs[4 * i], trianglePairs[4 * i + 2]));
  }
  return {
    pairs: asked.filter(([a, b]) => !known.has(nameOfPair(a, b))),
    before: new Set(asked.filter(([a, b]) => known.has(nameOfPair(a, b))).map(([, b]) => table.get(b)!)),
  };
}

/** Where the object is held: its current position, if the engine's places match it to the last bit, else `offset` before its target. */
function heldPosition({ object, target, placesAt }: SlideRequest, standing: Vector3, offset: Vector3): Vector3 {
  const isHeld = [...placesAt(standing)].every(([body, matrix]) => matrix.every((x, i) => x === body.matrix[i]));
  if (isHeld) return standing;
  const toParent = object.parent ? object.parent.matrixWorld.clone().setPosition(0, 0, 0).invert() : new Matrix4();
  return target.clone().sub(offset.clone().applyMatrix4(toParent));
}

/** Rotation of the object when its bodies were placed where they are held. */
function heldRotation(object: Object3D, placesAt: PlacesAt): Quaternion {
  const [[body, matrix] = []] = placesAt(object.position.clone());
  if (!body || !matrix) return object.quaternion.clone();
  if (matrix.every((x, i) => x === body.matrix[i])) return object.quaternion.clone();
  const held = new Matrix4().fromArray(body.matrix).multiply(new Matrix4().fromArray(matrix).invert());
  held.multiply(object.matrixWorld);
  if (object.parent) held.premultiply(object.parent.matrixWorld.clone().invert());
  const rotation = new Quaternion();
  held.decompose(new Vector3(), rotation, new Vector3());
  return rotation;
}

export async function slideObject(request: SlideRequest): Promise<SlideEnd> {
  const { object, target, options, bodies, placesAt } = request;
  const { table } = bodies;
  const standing = object.position.clone();
  const rotation = options.rotation?.clone().normalize();
  const from = rotation ? heldRotation(object, placesAt) : object.quaternion.clone();
  object.quaternion.copy(from);
  const places = placesAt(target);
  let position = standing;
  let rotator: Rotator | undefined;
  try {
    const offset = offsetOf(object, places);
    position = heldPosition(request, standing, offset);
    const own = new Set([...places.keys()].map(({ id }) => id));
    const { pairs, before } = await pairsToKeep(request, own);
    const gap = options.gap ?? 2 ** -10 * sizeOf(places.keys());
    const slide = { object, bodies, pairs, gap, signal: options.signal, placesAt };
    const slider = new Slider(slide, own);
    // An object that cannot be rotated where it begins may be free to where it ends.
    rotator = new Rotator(slide, from);
    if (rotation) await rotator.rotate(position, rotation);
    position = await slider.slide(position, offset, target);
    if (rotation) await rotator.rotate(position, rotation);
    const obstacles = slider.obstacles ?? rotator.obstacles;
    return {
      position: position.clone(),
      rotation: rotator.reached.clone(),
      isThere: position.equals(target) && (!rotation || rotator.reached.equals(rotation)),
      obstacles: obstacles && new FeatureImpacts(obstacles, table),
      before: Array.from(before, ({ object: other, instance }) => ({ object: other, instance })),
    };
  } finally {
    object.position.copy(position);
    object.quaternion.copy(rotator?.reached ?? from);
    object.updateWorldMatrix(true, true);
  }
}
