/**
 * Where the aimed bodies are to end before pushes: where they are aimed, but for vertices that would meet something although neither
 * side can be pushed, such as a pinned corner that is drawn through the floor. No push helps these, so they go part of their way at
 * once, and pushes make room for that.
 */
import type { Bodies } from './bodies.ts';
import type { Body, End } from './body.ts';
import type { FourVertices } from './four-vertices.ts';
import { partsOf } from './hold-back.ts';

/** What is to meet at a time goes this part of the way there. */
const BEFORE = 0.5;
/** Vertices that may go less than this part of their way stay. */
const LEAST = 2 ** -8;

export class Goals {
  /** Which part of their ways vertices are to go. */
  readonly parts: ReadonlyMap<Body, Float64Array>;
  readonly #ends = new Map<Body, End>();
  readonly #met = new Map<Body, Map<number, number>>();

  constructor(bodies: Bodies) {
    this.parts = partsOf(bodies, 1);
  }

  get areShortened(): boolean {
    return this.#ends.size > 0;
  }

  of(body: Body): End {
    return this.#ends.get(body) ?? body.aim;
  }

  /** Four vertices that cannot be pushed meet at a time. */
  note({ bodies, vertices, weights }: FourVertices, time: number): void {
    for (let k = 0; k < 4; k++) {
      if (weights[k] === 0 || !this.parts.has(bodies[k])) continue;
      let met = this.#met.get(bodies[k]);
      if (!met) this.#met.set(bodies[k], (met = new Map()));
      met.set(vertices[k], Math.min(time, met.get(vertices[k]) ?? 1));
    }
  }

  /** Shortens the ways of what was noted. Returns the vertices that now end elsewhere, of bodies that go as a whole all. */
  shorten(): Map<Body, readonly number[]> {
    const changed = new Map<Body, readonly number[]>();
    for (const [body, met] of this.#met) {
      const own = this.parts.get(body)!;
      const shorter = (v: number, time: number) => (own[v] * time * BEFORE < LEAST ? 0 : own[v] * time * BEFORE);
      if (body.isDynamic) for (const [v, time] of met) own[v] = shorter(v, time);
      else own.fill(shorter(0, Math.min(...met.values())));
      this.#ends.set(body, body.between(own));
      changed.set(body, body.isDynamic ? [...met.keys()] : Array.from(own.keys()));
    }
    this.#met.clear();
    return changed;
  }
}
