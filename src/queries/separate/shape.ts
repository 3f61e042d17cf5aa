/** Two surfaces in common units of their own: centred on the second one, the larger extent about 1, so that no product under- or overflows. */
import type { Triple } from '../../mesh/bounds.ts';
import type { Surface } from '../clashes/surface.ts';

export class Shape {
  readonly positions: Float64Array;
  /** Three vertices per triangle. */
  readonly corners: Uint32Array;
  readonly isClosed: boolean;

  constructor({ positions, corners, isClosed }: Surface, { centre, unit }: Units) {
    this.positions = positions.map((value, i) => (value - centre[i % 3]) / unit);
    this.corners = corners;
    this.isClosed = isClosed;
  }

  get triangleCount(): number {
    return this.corners.length / 3;
  }

  corner(triangle: number, k: number): Triple {
    const at = 3 * this.corners[3 * triangle + k];
    return [this.positions[at], this.positions[at + 1], this.positions[at + 2]];
  }

  /** Twice a triangle's area along its normal. */
  areaVector(triangle: number): Triple {
    const [p, q, r] = [this.corner(triangle, 0), this.corner(triangle, 1), this.corner(triangle, 2)];
    return cross(minus(q, p), minus(r, p));
  }

  /** The farthest that it reaches along a direction. */
  reach([x, y, z]: Triple): number {
    const { positions } = this;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < positions.length; i += 3) {
      const along = x * positions[i] + y * positions[i + 1] + z * positions[i + 2];
      if (along > most) most = along;
    }
    return most;
  }
}

export interface Units {
  readonly centre: Triple;
  readonly unit: number;
}

/** The units for two boxes, each low x y z, high x y z. */
export function unitsOf(a: ArrayLike<number>, b: ArrayLike<number>): Units {
  const middle = (k: number) => b[k] / 2 + b[k + 3] / 2;
  const sides = [0, 1, 2].flatMap((k) => [a[k + 3] - a[k], b[k + 3] - b[k], Math.abs(a[k] - b[k])]);
  const extent = Math.max(...sides, Number.MIN_VALUE);
  // A power of two: dividing by it rounds nothing.
  const exponent = Math.max(-1000, Math.min(1000, Math.ceil(Math.log2(extent))));
  return { centre: [middle(0), middle(1), middle(2)], unit: 2 ** exponent };
}

export const dot = (p: Triple, q: Triple): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
export const minus = (p: Triple, q: Triple): Triple => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
export const scaled = (p: Triple, by: number): Triple => [p[0] * by, p[1] * by, p[2] * by];
export const cross = (p: Triple, q: Triple): Triple => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];

/** The vector scaled to length 1; undefined where its direction is not well defined. */
export function unitVector(p: Triple): Triple | undefined {
  const length = Math.hypot(p[0], p[1], p[2]);
  return length > 1e-30 && length < Number.POSITIVE_INFINITY ? scaled(p, 1 / length) : undefined;
}

/** How far A has to go along a direction until all of it lies beyond all of B: there the two are apart for certain. */
export function exitAlong(a: Shape, b: Shape, direction: Triple): number {
  return b.reach(direction) + a.reach(scaled(direction, -1));
}
