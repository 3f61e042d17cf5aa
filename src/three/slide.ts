/**
 * A drag that stops and slides: an object moves towards a target until it meets an obstacle, then along it.
 *
 * Every place it is given is one that three.js itself computes from `position`, and has been reached on a straight path on which exact
 * impacts found nothing; so the object and the engine's scene agree to the last bit, and no update is needed.
 */
import { Matrix4, type Object3D, Vector3 } from 'three';
import type { Impacts, ObjectPair } from '../index.ts';
import type { Bodies } from './bodies.ts';
import type { Body } from './body.ts';

/** How often another obstacle may deflect it. */
const STEPS_MOST = 16;
/** How often a part of the path is shortened until it is free. */
const TRIES = 12;
/** How often the motion is shortened, to determine more precisely what is met first. */
const REFINEMENTS = 3;
/** Times with a gap are as coarse as this. */
const COARSE = 2 ** -7;
/** Fraction of the path: a shorter remainder is not worth following. */
const LEAST = 2 ** -20;

/** Where the bodies of the object would be placed if it were at a position. */
export type PlacesAt = (position: Vector3) => ReadonlyMap<Body, Float64Array>;

export interface Slide {
  readonly object: Object3D;
  readonly bodies: Bodies;
  readonly pairs: readonly ObjectPair[];
  readonly gap: number;
  readonly signal: AbortSignal | undefined;
  readonly placesAt: PlacesAt;
}

/** Factor of the nearest distance: what is no farther is an obstacle as well. Anything beyond lies to the side, in an oblique direction. */
const AS_NEAR = 1 + 2 ** -20;
/** Multiple of the gap: from there on it comes no nearer. */
const CLOSE = 1.05;
/** Fraction that must be kept of the distance to what is nearer than the gap. */
const KEPT = 0.9;

interface Normals {
  readonly features: Uint32Array;
  readonly normals?: Float64Array;
}

/** Directions from the others to the object, of those rows that a test selects. */
function normalsOf(
  { features, normals }: Normals,
  own: ReadonlySet<number>,
  isChosen: (i: number) => boolean,
): Vector3[] {
  const found: Vector3[] = [];
  for (let i = 0; i < features.length / 6; i++) {
    if (!isChosen(i)) continue;
    const normal = new Vector3().fromArray(normals!, 3 * i);
    found.push(own.has(features[6 * i]) ? normal : normal.negate());
  }
  return found;
}

const leastOf = (numbers: Float64Array, none: number) => numbers.reduce((least, x) => Math.min(least, x), none);

/** The part of a motion that leads into none of the obstacles; in corners nothing is left. */
function turnedAside(offset: Vector3, normals: readonly Vector3[]): Vector3 {
  const left = offset.clone();
  for (let round = 0; round < 4; round++) {
    for (const normal of normals) {
      const into = left.dot(normal);
      if (into < 0) left.addScaledVector(normal, -into);
    }
  }
  const isStuck = normals.some((normal) => left.dot(normal) < -1e-6 * left.length());
  return isStuck || left.length() < 1e-9 * offset.length() || left.dot(offset) <= 0 ? left.set(0, 0, 0) : left;
}

export class Slider {
  readonly #slide: Slide;
  readonly #own: ReadonlySet<number>;
  /** From the world to the coordinates of the parent, for directions. */
  readonly #toParent: Matrix4;
  /** The last obstacles that were met. */
  obstacles: Impacts | undefined;

  constructor(slide: Slide, own: ReadonlySet<number>) {
    this.#slide = slide;
    this.#own = own;
    const { parent } = slide.object;
    this.#toParent = parent ? parent.matrixWorld.clone().setPosition(0, 0, 0).invert() : new Matrix4();
  }

  /** Impacts on the straight path from where the object is held to a position. */
  async #met(position: Vector3, gap: number, approaching = false): Promise<Impacts> {
    const { bodies, pairs, signal, placesAt } = this.#slide;
    for (const [body, matrix] of placesAt(position)) bodies.scene.aim(body.id, matrix);
    return bodies.scene.impacts({ pairs, gap, approaching, ...(signal && { signal }) });
  }

  #hold(position: Vector3): void {
    const { bodies, placesAt } = this.#slide;
    for (const [body, matrix] of placesAt(position)) bodies.placeAt(body, matrix);
  }

  #local(offset: Vector3): Vector3 {
    return offset.clone().applyMatrix4(this.#toParent);
  }

  /** Moves from a position along a world vector as far as that is free. Returns the position reached, and the rest of the vector. */
  async #go(
    from: Vector3,
    offset: Vector3,
    gap: number,
  ): Promise<{ at: Vector3; left: Vector3; met: Impacts | undefined }> {
    const at = (part: number) => from.clone().add(this.#local(offset.clone().multiplyScalar(part)));
    const { met, end } = await this.#firstMet(at, offset.length(), gap);
    if (!met) {
      this.#hold(at(end));
      return { at: at(end), left: offset.clone().multiplyScalar(1 - end), met };
    }
    this.obstacles = met;
    let part = end * leastOf(met.times, 1) * (1 - 2 ** -8);
    for (let i = 0; i < TRIES && part > LEAST * end; i++, part *= i < TRIES / 2 ? 1 - COARSE : 0.5) {
      if ((await this.#met(at(part), gap)).times.length > 0) continue;
      this.#hold(at(part));
      // While times are coarser than the gap, they do not yet tell what the obstacle is.
      const isFine = end * COARSE * offset.length() <= gap / 2;
      return { at: at(part), left: offset.clone().multiplyScalar(1 - part), met: isFine ? met : undefined };
    }
    return { at: from, left: offset, met };
  }

  /**
   * What is met first on a path, and up to which part of it was searched: times are fractions of the motion in question, so
   * a long one is made shorter until they are fine enough to tell the direction of what is met.
   */
  async #firstMet(at: (part: number) => Vector3, length: number, gap: number) {
    let end = 1;
    let met = await this.#met(at(end), gap);
    for (let i = 0; i < REFINEMENTS && met.times.length > 0 && end * COARSE * length > gap / 4; i++) {
      end *= Math.min(1, leastOf(met.times, 1) + 2 * COARSE);
      met = await this.#met(at(end), gap);
    }
    return { met: met.times.length > 0 ? met : undefined, end };
  }

  /** Moves away from what it touches, by the gap: mere contacts separate, and there must be no other obstacle. */
  async #leaveContact(from: Vector3, normals: readonly Vector3[]): Promise<Vector3 | undefined> {
    const out = normals.reduce((sum, normal) => sum.add(normal), new Vector3()).normalize();
    const at = from.clone().add(this.#local(out.multiplyScalar(this.#slide.gap)));
    if ((await this.#met(at, 0, true)).times.length > 0) return undefined;
    const { bodies, pairs, placesAt } = this.#slide;
    const held = new Map([...placesAt(at).keys()].map((body) => [body, body.matrix.slice()]));
    this.#hold(at);
    const { kinds } = await bodies.scene.collide({ pairs, limit: 1 });
    if (kinds.length === 0) return at;
    for (const [body, matrix] of held) bodies.placeAt(body, matrix);
    return undefined;
  }

  /** How near others are, and the directions away from the nearest. */
  async #near(): Promise<{ distance: number; away: Vector3[] }> {
    const { bodies, pairs, gap, signal } = this.#slide;
    const near = await bodies.scene.contacts(1.5 * gap, { pairs, points: false, ...(signal && { signal }) });
    const distance = leastOf(near.distances, Number.POSITIVE_INFINITY);
    const away = normalsOf(near, this.#own, (i) => near.distances[i] <= AS_NEAR * distance);
    return { distance, away };
  }

  /** Moves from a position along a world vector, to a target if possible. Returns the position reached. */
  async slide(from: Vector3, offset: Vector3, target: Vector3): Promise<Vector3> {
    const { gap } = this.#slide;
    let at = from.clone();
    let left = offset.clone();
    let met: Vector3[] = [];
    for (let step = 0; step < STEPS_MOST && left.length() > LEAST * offset.length(); step++) {
      let near = await this.#near();
      if (near.distance === 0) {
        const apart = await this.#leaveContact(at, near.away);
        if (!apart) return at;
        at = apart;
        near = await this.#near();
      }
      const isClose = near.distance <= CLOSE * gap;
      // Within the gap it comes no nearer, but may move along.
      const kept = Math.min(gap, KEPT * near.distance);
      if (step === 0 && (await this.#met(target, kept)).times.length === 0) {
        this.#hold(target);
        return target;
      }
      left = turnedAside(left, [...met, ...(isClose ? near.away : [])]);
      const gone = await this.#go(at, left, kept);
      [at, left] = [gone.at, gone.left];
      if (!gone.met) continue;
      const { times } = gone.met;
      const first = leastOf(times, 1);
      met = normalsOf(gone.met, this.#own, (i) => times[i] === first);
      left = turnedAside(left, met);
    }
    return at;
  }
}
