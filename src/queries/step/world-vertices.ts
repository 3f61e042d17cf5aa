/**
 * Vertices in the world, numbered through all bodies: where they are, where they are to end, and how easily they are pushed. Those of
 * bodies that can be pushed come first; of others only those that are asked for are added, because a hall may have millions.
 */
import type { Bodies } from './bodies.ts';
import type { Body } from './body.ts';
import type { Goals } from './goals.ts';

export class WorldVertices {
  starts: Float64Array;
  ends: Float64Array;
  /** Inverse masses; 0 for what is not pushed. */
  masses: Float64Array;
  readonly #goals: Goals;
  readonly #first = new Map<Body, number>();
  readonly #others = new Map<Body, Map<number, number>>();
  #count = 0;

  constructor(bodies: Bodies, goals: Goals, massesOf: (body: Body) => Float64Array) {
    this.#goals = goals;
    const pushed = bodies.aimed.filter(({ isDynamic }) => isDynamic);
    const count = pushed.reduce((sum, { vertexCount }) => sum + vertexCount, 0);
    this.starts = new Float64Array(3 * count);
    this.ends = new Float64Array(3 * count);
    this.masses = new Float64Array(count);
    for (const body of pushed) {
      this.#first.set(body, this.#count);
      this.starts.set(body.world(body.start), 3 * this.#count);
      this.ends.set(body.world(goals.of(body)), 3 * this.#count);
      this.masses.set(massesOf(body), this.#count);
      this.#count += body.vertexCount;
    }
  }

  /** The number of a vertex of a body. */
  of(body: Body, vertex: number): number {
    const first = this.#first.get(body);
    if (first !== undefined) return first + vertex;
    let known = this.#others.get(body);
    if (!known) this.#others.set(body, (known = new Map()));
    let number = known.get(vertex);
    if (number === undefined) known.set(vertex, (number = this.#add(body, vertex)));
    return number;
  }

  #add(body: Body, vertex: number): number {
    const number = this.#count++;
    if (number >= this.masses.length) this.#grow();
    body.writeWorld(body.start, vertex, this.starts, 3 * number);
    body.writeWorld(this.#goals.of(body), vertex, this.ends, 3 * number);
    return number;
  }

  #grow(): void {
    const capacity = 2 * this.#count + 64;
    const grown = (old: Float64Array, width: number) => {
      const next = new Float64Array(width * capacity);
      next.set(old);
      return next;
    };
    this.starts = grown(this.starts, 3);
    this.ends = grown(this.ends, 3);
    this.masses = grown(this.masses, 1);
  }

  /** Where the vertices of a body that can be pushed end now. */
  endsOf(body: Body): Float64Array | undefined {
    const first = this.#first.get(body);
    return first === undefined ? undefined : this.ends.subarray(3 * first, 3 * (first + body.vertexCount));
  }

  /** All ends at their goals again, before other pushes. */
  aimAllAgain(): void {
    for (const body of this.#first.keys()) this.endsOf(body)!.set(body.world(this.#goals.of(body)));
  }

  /** Some vertices of a body at their goals again; those that can be pushed stay where pushes brought them. */
  aimAgain(body: Body, vertices: readonly number[]): void {
    const goal = this.#goals.of(body);
    const first = this.#first.get(body);
    const known = this.#others.get(body);
    for (const v of vertices) {
      const number = first === undefined ? known?.get(v) : first + v;
      if (number !== undefined) body.writeWorld(goal, v, this.ends, 3 * number);
    }
  }
}
