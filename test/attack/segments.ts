/** How far the ends of a segment are from the triangles it belongs to, in exact arithmetic. */
import type { MeshInput } from '../../src/index.ts';
import { type Fraction, squareToTriangle } from './oracle/distance.ts';
import { type AttackTriangle, trianglesOf, wholeTriangles } from './oracle/pairs.ts';
import { rootOfRatio } from './oracle/whole.ts';

export interface SegmentError {
  /** objectA, triangleA, objectB, triangleB, kind. */
  readonly pair: readonly number[];
  readonly segment: readonly number[];
  /** How far the worse end is from the farther of the two triangles. */
  readonly distance: number;
  /** The same in units of 2^-53 of the largest coordinate of the two triangles, or of what is added up to place them. */
  readonly ulps: number;
}

/** The error of every segment, or of so many spread over the answer. `reaches`: of each object the largest number that placing it adds up. */
export function segmentErrors(
  meshes: readonly (MeshInput | undefined)[],
  pairs: readonly (readonly number[])[],
  segments: ArrayLike<number>,
  most = Number.POSITIVE_INFINITY,
  reaches: readonly number[] = [],
): SegmentError[] {
  const triangles = new Map(trianglesOf(meshes).triangles.map((t) => [`${t.object} ${t.index}`, t]));
  const errors: SegmentError[] = [];
  const step = Math.max(1, Math.ceil(pairs.length / most));
  for (let place = 0; place < pairs.length; place += step) {
    const pair = pairs[place];
    const a = triangles.get(`${pair[0]} ${pair[1]}`)!;
    const b = triangles.get(`${pair[2]} ${pair[3]}`)!;
    const segment = Array.from({ length: 6 }, (_, k) => segments[6 * place + k]);
    const reach = Math.max(reaches[pair[0]] ?? 0, reaches[pair[2]] ?? 0);
    errors.push({ pair, segment, ...errorOf(a, b, segment, reach) });
  }
  return errors;
}

function errorOf(a: AttackTriangle, b: AttackTriangle, segment: readonly number[], reach: number) {
  if (!segment.every(Number.isFinite)) return { distance: Number.POSITIVE_INFINITY, ulps: Number.POSITIVE_INFINITY };
  // The ends fill up a third triangle, so that all have one unit.
  const { triangles, unit } = wholeTriangles([...a.corners, ...b.corners, ...segment, 0, 0, 0]);
  const [first, second, ends] = triangles;
  const squares: Fraction[] = [0, 1].flatMap((k) => [first, second].map((t) => squareToTriangle(ends[k], t)));
  const distance = Math.max(...squares.map(([n, d]) => rootOfRatio(n, d, unit)));
  const largest = Math.max(reach, ...a.corners.map(Math.abs), ...b.corners.map(Math.abs));
  // A denormal cannot be nearer than half its step.
  return { distance, ulps: Math.max(0, distance - 2 ** -1070) / (largest * 2 ** -53) };
}
