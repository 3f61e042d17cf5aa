/**
 * Takes the cloth from one frame to the next so that nothing passes through anything on the way, however fast it is.
 *
 * The engine is asked what meets on the straight way (`impacts`). Vertices of features that would meet go only half as far as
 * the first time at which they do; the way is asked about again until nothing meets. If it goes on and on, all go half as far
 * as the first impact; and if even that does not help, nobody moves: where the frame began nothing touches.
 */
import { IMPACT_KIND, type Impacts, type Scene } from '../../src/index.ts';

const TRIES_ONE_BY_ONE = 12;
const TRIES_TOGETHER = 6;
const SHARE = 0.5;

export class NoPassing {
  readonly #scene: Scene;
  readonly #indices: Uint32Array;
  /** How far each vertex may go: from 0 to 1, 1 when nothing is in its way. */
  readonly #shares: Float64Array;

  /** The cloth is object 0 of the scene; objects 1 and 2 stand on each other. */
  constructor(scene: Scene, indices: Uint32Array, vertexCount: number) {
    this.#scene = scene;
    this.#indices = indices;
    this.#shares = new Float64Array(vertexCount);
  }

  /** Changes `to` where it cannot be reached, and moves the cloth there. Returns the vertices that were held back. */
  async advance(from: Float32Array, to: Float32Array): Promise<number[]> {
    const wish = to.slice();
    this.#shares.fill(1);
    for (let attempt = 0; ; attempt++) {
      this.#scene.aim(0, to);
      const impacts = await this.#scene.impacts({ self: true, ignore: [[1, 2]], points: false });
      if (impacts.times.length === 0 || attempt > TRIES_ONE_BY_ONE + TRIES_TOGETHER) break;
      this.#holdBack(impacts, attempt);
      for (let i = 0; i < to.length; i++) {
        const share = this.#shares[Math.floor(i / 3)];
        if (share < 1) to[i] = from[i] + share * (wish[i] - from[i]);
      }
    }
    this.#scene.move(0, to);
    return [...this.#shares.keys()].filter((vertex) => this.#shares[vertex] < 1);
  }

  #holdBack({ kinds, features, times }: Impacts, attempt: number): void {
    if (attempt >= TRIES_ONE_BY_ONE) {
      const least = times.reduce((p, q) => Math.min(p, q));
      const factor = attempt < TRIES_ONE_BY_ONE + TRIES_TOGETHER ? SHARE * least : 0;
      for (let vertex = 0; vertex < this.#shares.length; vertex++) this.#shares[vertex] *= factor;
      return;
    }
    const held = new Map<number, number>();
    const note = (vertex: number, time: number) => held.set(vertex, Math.min(held.get(vertex) ?? 1, SHARE * time));
    for (let i = 0; i < times.length; i++) {
      const [a, a0, a1, b, b0, b1] = features.subarray(6 * i, 6 * i + 6);
      if (a === 0) for (const vertex of [a0, a1]) note(vertex, times[i]);
      if (b !== 0) continue;
      const others = kinds[i] === IMPACT_KIND.edgeEdge ? [b0, b1] : this.#indices.subarray(3 * b0, 3 * b0 + 3);
      for (const vertex of others) note(vertex, times[i]);
    }
    for (const [vertex, factor] of held) this.#shares[vertex] *= factor;
  }
}
