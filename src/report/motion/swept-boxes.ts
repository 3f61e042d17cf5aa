/**
 * Boxes of what deforms over an interval of time. Vertices stay within some distance, the bend, of the chords between where they are at both
 * ends, and chords stay within the box of both ends: objects whose boxes are farther apart than the bends of both never meet.
 */
import type { Positions } from '../../mesh/mesh-input.ts';

/** What coordinates are rounded by, as a part of their size. */
const ROUNDING = 2 ** -44;
/** Vertices of each object that tell whether two are near for sure. */
const LOOKED_AT = 12;

export interface SweptObject {
  readonly start: Positions;
  readonly end: Positions;
  readonly bend: number;
}

interface Box {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly size: number;
}

function boxOf({ start, end }: SweptObject): Box {
  const low = new Float64Array(3).fill(Number.POSITIVE_INFINITY);
  const high = new Float64Array(3).fill(Number.NEGATIVE_INFINITY);
  for (const positions of [start, end]) {
    for (let i = 0; i < positions.length; i++) {
      const value = positions[i];
      if (value < low[i % 3]) low[i % 3] = value;
      if (value > high[i % 3]) high[i % 3] = value;
    }
  }
  return { low, high, size: Math.max(0, ...low.map(Math.abs), ...high.map(Math.abs)) };
}

function distanceOf(p: Box, q: Box): number {
  return Math.hypot(...[0, 1, 2].map((k) => Math.max(0, p.low[k] - q.high[k], q.low[k] - p.high[k])));
}

export class SweptBoxes {
  readonly #objects = new Map<number, SweptObject & Box>();
  readonly #open: (object: number) => SweptObject;

  constructor(open: (object: number) => SweptObject) {
    this.#open = open;
  }

  #of(object: number): SweptObject & Box {
    const known = this.#objects.get(object);
    if (known) return known;
    const swept = this.#open(object);
    const made = { ...swept, ...boxOf(swept) };
    this.#objects.set(object, made);
    return made;
  }

  /** What two objects may come nearer than their chords do. */
  slackOf(a: number, b: number): number {
    const [p, q] = [this.#of(a), this.#of(b)];
    return p.bend + q.bend + ROUNDING * Math.max(p.size, q.size);
  }

  /** Whether two objects stay farther apart than the gap on the whole interval; false proves nothing. */
  areApart(a: number, b: number, gap: number): boolean {
    return distanceOf(this.#of(a), this.#of(b)) > gap + this.slackOf(a, b);
  }

  /** Whether some vertices of two objects are nearer to each other at the start; false proves nothing. */
  areNear(a: number, b: number, distance: number): boolean {
    const [p, q] = [this.#of(a).start, this.#of(b).start];
    const [stepP, stepQ] = [p, q].map(({ length }) => 3 * Math.max(1, Math.floor(length / 3 / LOOKED_AT)));
    for (let i = 0; i < p.length; i += stepP) {
      for (let j = 0; j < q.length; j += stepQ) {
        const [x, y, z] = [p[i] - q[j], p[i + 1] - q[j + 1], p[i + 2] - q[j + 2]];
        if (x * x + y * y + z * z < distance * distance) return true;
      }
    }
    return false;
  }
}
