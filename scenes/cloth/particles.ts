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

/** Links of one kind: from each particle of some rows and columns to the one at an offset. */
interface LinkFamily {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly lastColumn: number;
  /** In numbers, not particles. */
  readonly offset: number;
  readonly rest: number;
  readonly stiffness: number;
}

export class Particles {
  readonly cells: number;
  readonly spacing: number;
  readonly count: number;
  /** x, y, z of each: now, and at the end of the small step before. */
  readonly positions: Float64Array;
  readonly before: Float64Array;
  readonly #families: readonly LinkFamily[];

  /** A square with this many cells and this side length, at a height, slightly uneven. */
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
    this.#families = [
      this.#family(2, 0, STIFFNESS.bending),
      this.#family(0, 2, STIFFNESS.bending),
      this.#family(1, 1, STIFFNESS.diagonal),
      this.#family(1, -1, STIFFNESS.diagonal),
      this.#family(1, 0, STIFFNESS.along),
      this.#family(0, 1, STIFFNESS.along),
    ];
  }

  #family(columns: number, rows: number, stiffness: number): LinkFamily {
    const across = this.cells + 1;
    return {
      firstRow: Math.max(0, -rows),
      lastRow: this.cells - Math.max(0, rows),
      lastColumn: this.cells - columns,
      offset: 3 * (rows * across + columns),
      rest: Math.sqrt(columns * columns + rows * rows) * this.spacing,
      stiffness,
    };
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
    for (const family of this.#families) {
      for (let row = family.firstRow; row <= family.lastRow; row++) this.#relaxRow(family, row);
    }
  }

  /** Without a root: (d² − r²) / (d² + r²) is (d − r) / d to first order (Jakobsen, "Advanced Character Physics"). */
  #relaxRow({ lastColumn, offset, rest, stiffness }: LinkFamily, row: number): void {
    const { positions } = this;
    const first = 3 * row * (this.cells + 1);
    const restSquare = rest * rest;
    for (let a = first; a <= first + 3 * lastColumn; a += 3) {
      const b = a + offset;
      const dx = positions[b] - positions[a];
      const dy = positions[b + 1] - positions[a + 1];
      const dz = positions[b + 2] - positions[a + 2];
      const square = dx * dx + dy * dy + dz * dz;
      const pull = (0.5 * stiffness * (square - restSquare)) / (square + restSquare);
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
    for (const { firstRow, lastRow, lastColumn, offset, rest, stiffness } of this.#families) {
      if (stiffness !== STIFFNESS.along) continue;
      for (let row = firstRow; row <= lastRow; row++) {
        for (let column = 0; column <= lastColumn; column++) {
          const at = 3 * (row * (this.cells + 1) + column);
          const [dx, dy, dz] = [0, 1, 2].map((axis) => positions[at + offset + axis] - positions[at + axis]);
          largest = Math.max(largest, Math.sqrt(dx * dx + dy * dy + dz * dz) / rest);
        }
      }
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
