/**
 * A drag that rotates: an object is rotated in place, in small steps, until one is not proven free.
 *
 * Impacts examine straight paths between two places, and tell by how much the arcs of the rotation deviate from them. A step is taken
 * only if all keep a distance on the straight paths of which the deviation is less than half: so they keep the other half on the arcs.
 */
import type { Quaternion, Vector3 } from 'three';
import type { Impacts } from '../index.ts';
import type { Slide } from './slide.ts';

/** Radians of the first step that is tried, and of the shortest worth taking. */
const FIRST = 2 ** -4;
const LEAST = 2 ** -14;
/** Impacts keep this fraction of a distance that is less than the gap. */
const KEEP = 0.5;
/** Fraction of what is kept on the straight paths: arcs may deviate by that much. */
const DEVIATION_MOST = 0.5;
/** Fraction that must be kept of the distance to what is nearer than the gap. */
const NEARER = 0.9;

export class Rotator {
  readonly #slide: Slide;
  /** What blocked the last step. */
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

  /** Whether rotating the object in place to a rotation is proven free. */
  async #isFree(position: Vector3, rotation: Quaternion, near: number): Promise<boolean> {
    const { object, bodies, pairs, gap, signal, placesAt } = this.#slide;
    const kept = Math.min(gap, NEARER * near);
    object.quaternion.copy(rotation);
    for (const [body, matrix] of placesAt(position)) bodies.scene.aim(body.id, matrix);
    const met = await bodies.scene.impacts({ pairs, gap: kept, keep: KEEP, ...(signal && { signal }) });
    if (met.times.length > 0) this.obstacles = met;
    return met.times.length === 0 && met.deviation < DEVIATION_MOST * Math.min(kept, KEEP * near);
  }

  /** Rotates the object, at a position, as far towards a rotation as is free. */
  async rotate(position: Vector3, to: Quaternion): Promise<void> {
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
