/**
 * Pushes at contacts: each keeps the two sides a distance apart along its normal, at the end of the step, and takes away some of
 * the sliding. One after the other, as often as it takes for the most part; what is left is found by the next look at impacts.
 *
 * In plain arrays: a cloth has tens of thousands.
 */
import type { FourVertices } from './four-vertices.ts';
import type { WorldVertices } from './world-vertices.ts';

const PASSES = 6;
/**
 * No vertex is pushed by more than this many times what is needed. One that carries a contact with little weight, because the others
 * are held, would be flung off; impacts then find what is still blocking.
 */
const SHARE_MOST = 4;
/** The numbers of a push: four weights, the normal towards A, and the distance to keep along it. */
const WIDTH = 8;

export class Pushes {
  readonly #world: WorldVertices;
  readonly #friction: number;
  #count = 0;
  #vertices = new Uint32Array(4 * 256);
  #numbers = new Float64Array(WIDTH * 256);

  constructor(world: WorldVertices, friction: number) {
    this.#world = world;
    this.#friction = friction;
  }

  /** Adds a push, or replaces one. Returns its number. */
  set(four: FourVertices, normal: Float64Array, distance: number, place = this.#count): number {
    if (place === this.#count) this.#grow();
    const at = WIDTH * place;
    for (let k = 0; k < 4; k++) {
      this.#vertices[4 * place + k] = this.#world.of(four.bodies[k], four.vertices[k]);
      this.#numbers[at + k] = four.weights[k];
    }
    for (let k = 0; k < 3; k++) this.#numbers[at + 4 + k] = normal[k];
    this.#numbers[at + 7] = distance;
    return place;
  }

  #grow(): void {
    this.#count++;
    if (this.#vertices.length >= 4 * this.#count) return;
    const vertices = new Uint32Array(8 * this.#count);
    vertices.set(this.#vertices);
    this.#vertices = vertices;
    const numbers = new Float64Array(2 * WIDTH * this.#count);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
  }

  /** Applies the pushes to the ends of the vertices, one after the other, until none changes anything or the passes are used up. */
  apply(): void {
    for (let pass = 0; pass < PASSES; pass++) {
      let some = false;
      for (let i = 0; i < this.#count; i++) if (this.#push(i)) some = true;
      if (!some) return;
    }
  }

  /** How easily the distance between the two sides of a push is changed; 0 where no vertex that counts can be pushed. */
  ease(i: number): number {
    const { masses } = this.#world;
    let ease = 0;
    for (let k = 0; k < 4; k++) {
      ease += this.#numbers[WIDTH * i + k] ** 2 * masses[this.#vertices[4 * i + k]];
    }
    return ease;
  }

  #push(i: number): boolean {
    const numbers = this.#numbers;
    const at = WIDTH * i;
    const { ends, starts } = this.#world;
    const [nx, ny, nz] = [numbers[at + 4], numbers[at + 5], numbers[at + 6]];
    // How far A is from B at the end, and its displacement.
    let [x, y, z, wx, wy, wz] = [0, 0, 0, 0, 0, 0];
    for (let k = 0; k < 4; k++) {
      const v = 3 * this.#vertices[4 * i + k];
      const weight = numbers[at + k];
      x += weight * ends[v];
      y += weight * ends[v + 1];
      z += weight * ends[v + 2];
      wx += weight * (ends[v] - starts[v]);
      wy += weight * (ends[v + 1] - starts[v + 1]);
      wz += weight * (ends[v + 2] - starts[v + 2]);
    }
    const needed = numbers[at + 7] - (x * nx + y * ny + z * nz);
    if (!(needed > 0)) return false;
    const ease = this.ease(i);
    if (!(ease > 0)) return false;
    const along = wx * nx + wy * ny + wz * nz;
    const [sx, sy, sz] = [wx - along * nx, wy - along * ny, wz - along * nz];
    const slid = Math.sqrt(sx * sx + sy * sy + sz * sz);
    const stopped = slid > 0 ? Math.min(1, (this.#friction * needed) / slid) : 0;
    this.#shift(i, needed * nx - stopped * sx, needed * ny - stopped * sy, needed * nz - stopped * sz, ease);
    return true;
  }

  /** Moves A by this against B, each vertex by its weight and mass. */
  #shift(i: number, x: number, y: number, z: number, ease: number): void {
    const { ends, masses } = this.#world;
    const shareOf = (k: number) => (this.#numbers[WIDTH * i + k] * masses[this.#vertices[4 * i + k]]) / ease;
    let largest = 0;
    for (let k = 0; k < 4; k++) largest = Math.max(largest, Math.abs(shareOf(k)));
    const part = largest > SHARE_MOST ? SHARE_MOST / largest : 1;
    for (let k = 0; k < 4; k++) {
      const vertex = this.#vertices[4 * i + k];
      const share = part * shareOf(k);
      if (share === 0) continue;
      ends[3 * vertex] += share * x;
      ends[3 * vertex + 1] += share * y;
      ends[3 * vertex + 2] += share * z;
    }
  }
}
