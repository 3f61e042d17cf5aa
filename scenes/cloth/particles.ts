/**
 * The cloth's particles and the distances between them: Verlet integration, distances kept by relaxation.
 *
 * Many small steps with one relaxation each are stiffer and calmer than few with many. All in double precision; the
 * mesh gets rounded copies.
 */
import { Random } from '../support/random.ts';

/** Parts of the way to the rest length that one relaxation goes. */
const STIFFNESS = { along: 1, diagonal: 0.6, bending: 0.05 } as const;
/** Speed lost in a second. */
const DRAG_PER_SECOND = 0.6;
const GRAVITY = 9.81;

export class Particles {
  readonly cells: number;
  readonly spacing: number;
  readonly count: number;
  /** x, y, z of each: now, and at the end of the small step before. */
  readonly positions: Float64Array;
  readonly before: Float64Array;
  readonly #links: Int32Array;
  readonly #rests: Float64Array;
  readonly #stiffness: Float64Array;

  /** A square of so many cells and that side, lying at a height, a little uneven. */
  constructor(cells: number, side: number, height: number, seed: number) {
    this.cells = cells;
    this.spacing = side / cells;
    this.count = (cells + 1) * (cells + 1);
    this.positions = new Float64Array(3 * this.count);
    const random = new Random(seed);
    for (let vertex = 0; vertex < this.count; vertex++) {
      const [column, row] = [vertex % (cells + 1), Math.floor(vertex / (cells + 1))];
      this.positions[3 * vertex] = column * this.spacing - side / 2;
      this.positions[3 * vertex + 1] = height + random.real(-0.05, 0.05) * this.spacing;
      this.positions[3 * vertex + 2] = row * this.spacing - side / 2;
    }
    this.before = this.positions.slice();
    const links = this.#listLinks();
    this.#links = Int32Array.from(links.flatMap(({ ends }) => ends));
    this.#rests = Float64Array.from(links, ({ rest }) => rest);
    this.#stiffness = Float64Array.from(links, ({ stiffness }) => stiffness / 2);
  }

  #listLinks() {
    const links: { ends: [number, number]; rest: number; stiffness: number }[] = [];
    const across = this.cells + 1;
    const link = (dx: number, dy: number, stiffness: number) => {
      for (let row = Math.max(0, -dy); row < across - Math.max(0, dy); row++) {
        for (let column = 0; column < across - dx; column++) {
          const from = row * across + column;
          links.push({ ends: [from, from + dy * across + dx], rest: Math.sqrt(dx * dx + dy * dy) * this.spacing, stiffness });
        }
      }
    };
    link(2, 0, STIFFNESS.bending);
    link(0, 2, STIFFNESS.bending);
    link(1, 1, STIFFNESS.diagonal);
    link(1, -1, STIFFNESS.diagonal);
    link(1, 0, STIFFNESS.along);
    link(0, 1, STIFFNESS.along);
    return links;
  }

  /** Verlet: everything goes on as it went, pulled down; no faster than so far in this step. */
  advance(dt: number, farthest: number): void {
    const { positions, before } = this;
    const keep = 1 - DRAG_PER_SECOND * dt;
    const fall = GRAVITY * dt * dt;
    for (let at = 0; at < positions.length; at += 3) {
      let dx = (positions[at] - before[at]) * keep;
      let dy = (positions[at + 1] - before[at + 1]) * keep - fall;
      let dz = (positions[at + 2] - before[at + 2]) * keep;
      const square = dx * dx + dy * dy + dz * dz;
      if (square > farthest * farthest) {
        const scale = farthest / Math.sqrt(square);
        dx *= scale;
        dy *= scale;
        dz *= scale;
      }
      before[at] = positions[at];
      before[at + 1] = positions[at + 1];
      before[at + 2] = positions[at + 2];
      positions[at] += dx;
      positions[at + 1] += dy;
      positions[at + 2] += dz;
    }
  }

  /** Pulls every link towards its rest length once, one after the other. */
  relax(): void {
    const { positions } = this;
    const [links, rests, stiffness] = [this.#links, this.#rests, this.#stiffness];
    for (let link = 0; link < rests.length; link++) {
      const a = 3 * links[2 * link];
      const b = 3 * links[2 * link + 1];
      const dx = positions[b] - positions[a];
      const dy = positions[b + 1] - positions[a + 1];
      const dz = positions[b + 2] - positions[a + 2];
      const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const pull = distance > 0 ? (stiffness[link] * (distance - rests[link])) / distance : 0;
      positions[a] += pull * dx;
      positions[a + 1] += pull * dy;
      positions[a + 2] += pull * dz;
      positions[b] -= pull * dx;
      positions[b + 1] -= pull * dy;
      positions[b + 2] -= pull * dz;
    }
  }

  /** The largest length of a thread over its rest length. */
  largestStretch(): number {
    const { positions } = this;
    let largest = 0;
    for (let link = 0; link < this.#rests.length; link++) {
      if (this.#stiffness[link] !== STIFFNESS.along / 2) continue;
      const [a, b] = [3 * this.#links[2 * link], 3 * this.#links[2 * link + 1]];
      const [dx, dy, dz] = [0, 1, 2].map((axis) => positions[b + axis] - positions[a + axis]);
      largest = Math.max(largest, Math.sqrt(dx * dx + dy * dy + dz * dz) / this.#rests[link]);
    }
    return largest;
  }

  /** Kinetic energy of a unit of mass, from the last small step. */
  meanKineticEnergy(dt: number): number {
    let sum = 0;
    for (let at = 0; at < this.positions.length; at++) {
      const speed = (this.positions[at] - this.before[at]) / dt;
      sum += (speed * speed) / 2;
    }
    return sum / this.count;
  }
}
