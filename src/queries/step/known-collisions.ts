/** Triangle pairs that collide before a step: impacts between their features are not part of its proof. */
import type { Bodies } from './bodies.ts';
import type { Body } from './body.ts';
import type { FeatureRows } from './four-vertices.ts';

export class KnownCollisions {
  readonly #bodies: Bodies;
  readonly #pairs = new Set<string>();
  readonly #trianglesOf = new Map<Body, number[][]>();

  constructor(bodies: Bodies, trianglePairs: Uint32Array) {
    this.#bodies = bodies;
    for (let i = 0; i < trianglePairs.length; i += 4) {
      const [a, s, b, t] = trianglePairs.subarray(i, i + 4);
      this.#pairs.add(`${a} ${s} ${b} ${t}`);
      this.#pairs.add(`${b} ${t} ${a} ${s}`);
    }
  }

  #triangles(body: Body, vertex: number): readonly number[] {
    let lists = this.#trianglesOf.get(body);
    if (!lists) {
      lists = Array.from({ length: body.vertexCount }, () => []);
      for (const [corner, v] of body.indices.entries()) lists[v].push(Math.floor(corner / 3));
      this.#trianglesOf.set(body, lists);
    }
    return lists[vertex];
  }

  /** Whether all triangles that share the features of an impact collided before; then it makes no new collision. */
  explain({ kinds, features }: FeatureRows, i: number): boolean {
    if (this.#pairs.size === 0) return false;
    const [objectA, a0, a1, objectB, b0, b1] = features.subarray(6 * i, 6 * i + 6);
    const holding = (object: number, p: number, q: number) => {
      const body = this.#bodies.all.get(object)!;
      const others = new Set(this.#triangles(body, body.vertex(q)));
      return this.#triangles(body, body.vertex(p)).filter((triangle) => others.has(triangle));
    };
    const ofA = holding(objectA, a0, a1);
    const ofB = kinds[i] === 0 ? [b0] : holding(objectB, b0, b1);
    return ofA.every((s) => ofB.every((t) => this.#pairs.has(`${objectA} ${s} ${objectB} ${t}`)));
  }
}
