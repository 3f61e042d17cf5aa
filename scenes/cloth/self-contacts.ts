/**
 * Which particles of the cloth come near each other: found by `collide` on a bristling copy of the cloth.
 *
 * Layers that are close but do not cross give no colliding pair. So the engine is asked about a copy whose vertices
 * stick out of the cloth to one side or the other and to where they will be at the end of the frame, each by the toss
 * of a coin: a sheet as thick as the bristles are long. A flat sheet stays a height field and has no pairs with
 * itself; two layers nearer than the bristles do. Other coins are tossed in every frame, and a pair of particles is
 * remembered until it has parted.
 */
import type { Engine, Scene } from '../../src/index.ts';
import { Random } from '../support/random.ts';
import type { Particles } from './particles.ts';

const FRICTION = 0.2;
/** In spacings: how near two particles may come, how long bristles are, and when a pair is forgotten. */
const GAP = 1;
const BRISTLE = 0.6;
const FORGET = 2.2;
const LOOK_AHEAD_MOST = 0.7;

export class SelfContacts {
  readonly #particles: Particles;
  readonly #indices: Uint32Array;
  readonly #bristling: Float32Array;
  readonly #scene: Scene;
  readonly #random: Random;
  #pairs: Int32Array = new Int32Array(0);

  constructor(engine: Engine, particles: Particles, indices: Uint32Array, seed: number) {
    this.#particles = particles;
    this.#indices = indices;
    this.#bristling = Float32Array.from(particles.positions);
    this.#scene = engine.createScene();
    this.#scene.add({ name: 'bristling cloth', positions: this.#bristling, indices });
    this.#random = new Random(seed);
  }

  get count(): number {
    return this.#pairs.length / 2;
  }

  /** Asks the engine again; `ahead` is how many of the last small steps fit into the frame to come. */
  async find(ahead: number): Promise<void> {
    this.#bristle(ahead);
    this.#scene.move(0, this.#bristling);
    const { trianglePairs } = await this.#scene.collide({ self: true, between: false });
    const { count } = this.#particles;
    const keys = new Set<number>();
    this.#remember(keys);
    for (let at = 0; at < trianglePairs.length; at += 4) {
      const [a, b] = [3 * trianglePairs[at + 1], 3 * trianglePairs[at + 3]];
      for (let corners = 0; corners < 9; corners++) {
        const p = this.#indices[a + (corners % 3)];
        const q = this.#indices[b + Math.floor(corners / 3)];
        if (!this.#areNeighbours(p, q)) keys.add(p < q ? p * count + q : q * count + p);
      }
    }
    this.#pairs = new Int32Array(2 * keys.size);
    let at = 0;
    for (const key of keys) {
      this.#pairs[at++] = Math.floor(key / count);
      this.#pairs[at++] = key % count;
    }
  }

  /** Particles at most one cell apart: their links keep them apart. */
  #areNeighbours(p: number, q: number): boolean {
    const across = this.#particles.cells + 1;
    const columns = Math.abs((p % across) - (q % across));
    return columns <= 1 && Math.abs(Math.floor(p / across) - Math.floor(q / across)) <= 1;
  }

  /** The pairs of the frame before that are still near. */
  #remember(keys: Set<number>): void {
    const { positions, spacing, count } = this.#particles;
    const most = FORGET * spacing * FORGET * spacing;
    for (let at = 0; at < this.#pairs.length; at += 2) {
      const [p, q] = [3 * this.#pairs[at], 3 * this.#pairs[at + 1]];
      const dx = positions[p] - positions[q];
      const dy = positions[p + 1] - positions[q + 1];
      const dz = positions[p + 2] - positions[q + 2];
      if (dx * dx + dy * dy + dz * dz < most) keys.add(this.#pairs[at] * count + this.#pairs[at + 1]);
    }
  }

  #bristle(ahead: number): void {
    const { positions, before, cells, spacing, count } = this.#particles;
    const across = cells + 1;
    const farthest = LOOK_AHEAD_MOST * spacing;
    for (let vertex = 0; vertex < count; vertex++) {
      const [column, row] = [vertex % across, Math.floor(vertex / across)];
      const left = 3 * (column > 0 ? vertex - 1 : vertex);
      const right = 3 * (column < cells ? vertex + 1 : vertex);
      const up = 3 * (row > 0 ? vertex - across : vertex);
      const down = 3 * (row < cells ? vertex + across : vertex);
      const [ax, ay, az] = [
        positions[right] - positions[left],
        positions[right + 1] - positions[left + 1],
        positions[right + 2] - positions[left + 2],
      ];
      const [bx, by, bz] = [
        positions[down] - positions[up],
        positions[down + 1] - positions[up + 1],
        positions[down + 2] - positions[up + 2],
      ];
      const [nx, ny, nz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
      const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
      const coin = this.#random.next();
      const bristle = size > 0 ? ((coin < 0.5 ? -BRISTLE : BRISTLE) * spacing) / size : 0;
      const at = 3 * vertex;
      const [vx, vy, vz] = [
        positions[at] - before[at],
        positions[at + 1] - before[at + 1],
        positions[at + 2] - before[at + 2],
      ];
      const travel = ahead * Math.sqrt(vx * vx + vy * vy + vz * vz);
      const later = (coin * 4) % 2 < 1 ? 0 : travel > farthest ? (ahead * farthest) / travel : ahead;
      this.#bristling[at] = positions[at] + bristle * nx + later * vx;
      this.#bristling[at + 1] = positions[at + 1] + bristle * ny + later * vy;
      this.#bristling[at + 2] = positions[at + 2] + bristle * nz + later * vz;
    }
  }

  /** Pushes every pair that is too near apart, and slows what slides past the other. */
  relax(): void {
    const { positions, before, spacing } = this.#particles;
    const pairs = this.#pairs;
    const gap = GAP * spacing;
    for (let at = 0; at < pairs.length; at += 2) {
      const p = 3 * pairs[at];
      const q = 3 * pairs[at + 1];
      const dx = positions[q] - positions[p];
      const dy = positions[q + 1] - positions[p + 1];
      const dz = positions[q + 2] - positions[p + 2];
      const square = dx * dx + dy * dy + dz * dz;
      if (square >= gap * gap || square === 0) continue;
      const distance = Math.sqrt(square);
      const push = (0.5 * (gap - distance)) / distance;
      const slideX = (positions[q] - before[q] - positions[p] + before[p]) * 0.5 * FRICTION;
      const slideY = (positions[q + 1] - before[q + 1] - positions[p + 1] + before[p + 1]) * 0.5 * FRICTION;
      const slideZ = (positions[q + 2] - before[q + 2] - positions[p + 2] + before[p + 2]) * 0.5 * FRICTION;
      positions[p] += slideX - push * dx;
      positions[p + 1] += slideY - push * dy;
      positions[p + 2] += slideZ - push * dz;
      positions[q] += push * dx - slideX;
      positions[q + 1] += push * dy - slideY;
      positions[q + 2] += push * dz - slideZ;
    }
  }

  dispose(): void {
    this.#scene.dispose();
  }
}
