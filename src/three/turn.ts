/**
 * A drag that turns: an object is turned in its place towards a rotation, in small turns, until one is not proven free.
 *
 * Impacts look at straight ways between two places, and tell by how much the arcs of the turn deviate from them. A turn is taken only if
 * all keep a distance on the straight ways of which the deviation is less than half: so they keep the other half on the arcs.
 */
import type { Quaternion, Vector3 } from 'three';
import type { Impacts } from '../index.ts';
import type { Slide } from './slide.ts';

/** Radians of the first turn that is tried, and of the shortest that is worth taking. */
const FIRST = 2 ** -4;
const LEAST = 2 ** -14;
/** Impacts keep this part of a distance that is less than the gap. */
const KEEP = 0.5;
/** Of what is kept on the straight ways: arcs may deviate by as much. */
const DEVIATION_MOST = 0.5;
/** Of the distance to what is nearer than the gap: it may not come nearer by more. */
const NEARER = 0.9;

export class Turner {
  readonly #slide: Slide;
  /** What was in the way of the last turn. */
  obstacles: Impacts | undefined;
  /** The rotation that has been reached. */
  readonly reached: Quaternion;

  constructor(slide: Slide, from: Quaternion) {
    this.#slide = slide;
    this.reached = from.clone();
  }

  /** The least distance to others, if it is not much above the gap. */
  async #near(): Promise<number> {
    const { bodies, pairs, gap, signal } = this.#slide;
    const { distances } = await bodies.scene.contacts(1.5 * gap, { pairs, points: false, ...(signal && { signal }) });
    return distances.reduce((least, distance) => Math.min(least, distance), Number.POSITIVE_INFINITY);
  }

  /** Whether the turn to a rotation, in the place where the object is, is proven free. */
  async #isFree(position: Vector3, rotation: Quaternion, near: number): Promise<boolean> {
    const { object, bodies, pairs, gap, signal, placesAt } = this.#slide;
    const kept = Math.min(gap, NEARER * near);
    object.quaternion.copy(rotation);
    for (const [body, matrix] of placesAt(position)) bodies.scene.aim(body.id, matrix);
    const met = await bodies.scene.impacts({ pairs, gap: kept, keep: KEEP, ...(signal && { signal }) });
    if (met.times.length > 0) this.obstacles = met;
    return met.times.length === 0 && met.deviation < DEVIATION_MOST * Math.min(kept, KEEP * near);
  }

  /** Turns the object, at a position, as far towards a rotation as that is free. */
  async turn(position: Vector3, to: Quaternion): Promise<void> {
    const { object, bodies, placesAt } = this.#slide;
    this.obstacles = undefined;
    let step = FIRST;
    let near = await this.#near();
    while (near > 0 && !this.reached.equals(to)) {
      const angle = this.reached.angleTo(to);
      const next = step < angle ? this.reached.clone().rotateTowards(to, step) : to;
      if (await this.#isFree(position, next, near)) {
        this.reached.copy(next);
        for (const [body, matrix] of placesAt(position)) bodies.placeAt(body, matrix);
        near = await this.#near();
        step *= 2;
        continue;
      }
      step = Math.min(step, angle) / 2;
      if (step < LEAST) break;
    }
    object.quaternion.copy(this.reached);
  }
}
